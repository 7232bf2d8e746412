//! What a component is, and in words what of it does not fit.

use std::path::Path;

use serde::Serialize;
use wasmparser::{Parser, Payload};
use wasmtime::Engine;
use wasmtime::component::Component;

use super::load::{digest, read};
use super::{Imports, LoadError};
use crate::sandbox::{Identity, Sandbox};

/// What is known of a component without calling any of its tools.
#[derive(Clone, Debug, Serialize)]
pub struct Inspection {
    /// Who it says that it is, if it could be asked.
    pub identity: Option<Identity>,
    /// SHA-256 of its bytes.
    pub digest: String,
    /// Its size.
    pub component_bytes: usize,
    /// The most that its memories may grow to together; none if one of them is unbounded.
    pub memory_cap_bytes: Option<u64>,
    /// What it imports.
    pub imports: Vec<String>,
    /// What it exports.
    pub exports: Vec<String>,
    /// What of it does not fit, in words. Empty for a component that can be loaded.
    pub misfits: Vec<String>,
}

/// Looks at a component's file. One that does not fit is inspected all the same.
///
/// # Errors
/// If the file cannot be read.
pub fn inspect(sandbox: &Sandbox, path: &Path, imports: Imports) -> Result<Inspection, LoadError> {
    let bytes = read(path)?;
    let mut inspection = Inspection {
        identity: None,
        digest: digest(&bytes),
        component_bytes: bytes.len(),
        memory_cap_bytes: None,
        imports: Vec::new(),
        exports: Vec::new(),
        misfits: Vec::new(),
    };
    if let Ok(component) = Component::new(sandbox.engine(), &bytes) {
        describe(sandbox.engine(), &component, &mut inspection);
    }
    inspection.memory_cap_bytes = memory_cap_bytes(&bytes);
    match sandbox.load(&bytes, imports, None) {
        Ok(projector) => inspection.identity = Some(projector.identity().clone()),
        Err(misfit) => inspection.misfits.push(misfit.to_string()),
    }
    Ok(inspection)
}

fn describe(engine: &Engine, component: &Component, inspection: &mut Inspection) {
    let kind = component.component_type();
    inspection.imports = kind.imports(engine).map(|(name, _)| name.to_owned()).collect();
    inspection.exports = kind.exports(engine).map(|(name, _)| name.to_owned()).collect();
}

/// The sum of what the memories of all core modules in a component may grow to.
fn memory_cap_bytes(component: &[u8]) -> Option<u64> {
    const WASM_PAGE_BYTES: u64 = 65_536;
    let mut cap_bytes: u64 = 0;
    let mut memories = 0;
    // The parser goes into nested modules by itself.
    for part in Parser::new(0).parse_all(component) {
        let Payload::MemorySection(section) = part.ok()? else { continue };
        for memory in section {
            cap_bytes = cap_bytes.saturating_add(memory.ok()?.maximum?.saturating_mul(WASM_PAGE_BYTES));
            memories += 1;
        }
    }
    (memories > 0).then_some(cap_bytes)
}

//! From a component's bytes to a projector, each failure typed and in words.

use std::path::Path;

use gobo_contract::CONTRACT_VERSION;
use sha2::{Digest, Sha256};
use thiserror::Error;
use wasmtime::component::{Component, Linker};

use super::imports::{self, Imports, Wasi};
use super::{AotCache, EMBEDDED_COMPONENT};
use crate::sandbox::{Budget, Failure, Guest, Identity, ProjectorPre, Sandbox, limit};

/// A component that fits the contract, linked and ready to be instantiated.
pub struct Projector {
    pre: ProjectorPre<Guest>,
    imports: Imports,
    digest: String,
    identity: Identity,
}

/// Why a component is not loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file is not there, or cannot be read.
    #[error("cannot read the component")]
    Read(#[from] std::io::Error),
    /// The file is larger than any projector.
    #[error("the component has {found} bytes; at most {most} are accepted")]
    TooLarge {
        /// The file's size.
        found: u64,
        /// [`limit::COMPONENT_BYTES`].
        most: u64,
    },
    /// A core module, or no WebAssembly at all.
    #[error("this is {found}, not a component; wrap a core module with `wasm-tools component new`")]
    NotAComponent {
        /// What it is instead.
        found: &'static str,
    },
    /// The component does not validate or compile on this engine.
    #[error("the component is not valid here: {0:#}")]
    Invalid(wasmtime::Error),
    /// The component wants something of this machine.
    #[error("the component imports {name}; {advice}")]
    Import {
        /// The import.
        name: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// The component does not export the contract.
    #[error(
        "the component does not fit the contract: expected exports of gobo:evidence@{CONTRACT_VERSION}, found {found}: {reason:#}"
    )]
    Contract {
        /// Its exports.
        found: String,
        /// What does not fit.
        reason: wasmtime::Error,
    },
    /// The component says of itself that it speaks another version.
    #[error("the component speaks contract {found}; this host speaks {CONTRACT_VERSION}")]
    Version {
        /// What it says.
        found: String,
    },
    /// The component failed when asked who it is.
    #[error("the component failed when asked who it is: {0}")]
    Identity(Failure),
}

impl Projector {
    /// SHA-256 of the component's bytes, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Who the projector says that it is.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    pub(crate) fn pre(&self) -> &ProjectorPre<Guest> {
        &self.pre
    }

    /// A fresh empty WASI for one instance, if the projector was loaded with one.
    pub(crate) fn wasi(&self) -> Option<Wasi> {
        (self.imports == Imports::DenyAllWasi).then(Wasi::default)
    }
}

impl Sandbox {
    /// The projector that this build embeds.
    ///
    /// # Errors
    /// If this machine cannot compile it.
    pub fn load_embedded(&self) -> Result<Projector, LoadError> {
        self.load(EMBEDDED_COMPONENT, Imports::Refuse, AotCache::of_the_user().as_ref())
    }

    /// A projector from a file.
    ///
    /// # Errors
    /// What does not fit, as [`Sandbox::load`].
    pub fn load_file(&self, path: &Path, imports: Imports) -> Result<Projector, LoadError> {
        self.load(&read(path)?, imports, AotCache::of_the_user().as_ref())
    }

    /// A projector from a component's bytes; compiled code is taken from and left in the cache, if there is one.
    ///
    /// # Errors
    /// What does not fit: the size, the form, an import, the contract's structure or version, or a trap at the first
    /// call.
    pub fn load(
        &self,
        bytes: &[u8],
        imports: Imports,
        cache: Option<&AotCache>,
    ) -> Result<Projector, LoadError> {
        let found = bytes.len() as u64;
        if found > limit::COMPONENT_BYTES {
            return Err(LoadError::TooLarge { found, most: limit::COMPONENT_BYTES });
        }
        require_component(bytes)?;
        let digest = digest(bytes);
        let component = match cache {
            Some(cache) => cache.component(self.engine(), bytes, &digest).map_err(LoadError::Invalid)?,
            None => Component::new(self.engine(), bytes).map_err(LoadError::Invalid)?,
        };
        let pre = self.link(&component, imports)?;
        let mut projector = Projector { pre, imports, digest, identity: Identity::default() };
        projector.identity = self.identify(&projector, &Budget::default()).map_err(LoadError::Identity)?;
        let Identity { contract, .. } = &projector.identity;
        if contract != CONTRACT_VERSION {
            return Err(LoadError::Version { found: contract.clone() });
        }
        Ok(projector)
    }

    fn link(&self, component: &Component, imports: Imports) -> Result<ProjectorPre<Guest>, LoadError> {
        let engine = self.engine();
        let kind = component.component_type();
        for (name, _) in kind.imports(engine) {
            let advice = match imports {
                Imports::Refuse if imports::is_wasi(name) => {
                    "build it for wasm32-unknown-unknown, or load it with imports = \"deny-all-wasi\""
                }
                Imports::DenyAllWasi if imports::is_wasi(name) => continue,
                _ => "a projector imports nothing",
            };
            return Err(LoadError::Import { name: name.to_owned(), advice });
        }
        let mut linker = Linker::new(engine);
        if imports == Imports::DenyAllWasi {
            imports::link(&mut linker).map_err(LoadError::Invalid)?;
        }
        let pre = linker.instantiate_pre(component).map_err(LoadError::Invalid)?;
        ProjectorPre::new(pre).map_err(|reason| {
            let exports: Vec<_> = kind.exports(engine).map(|(name, _)| name.to_owned()).collect();
            let found = if exports.is_empty() { "none".to_owned() } else { exports.join(", ") };
            LoadError::Contract { found, reason }
        })
    }
}

/// The bytes of a component's file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    let found = std::fs::metadata(path)?.len();
    if found > limit::COMPONENT_BYTES {
        return Err(LoadError::TooLarge { found, most: limit::COMPONENT_BYTES });
    }
    Ok(std::fs::read(path)?)
}

/// SHA-256, in hexadecimal.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Bytes 4 to 8 of a WebAssembly binary are its version and layer.
///
/// # Source
/// WebAssembly component model, `Binary.md`, "preamble": version `0x0d`, layer 1; a core module has version 1, layer 0.
fn require_component(bytes: &[u8]) -> Result<(), LoadError> {
    let found = match bytes.get(..8) {
        Some([0, b'a', b's', b'm', 0x0d, 0, 1, 0]) => return Ok(()),
        Some([0, b'a', b's', b'm', 1, 0, 0, 0]) => "a core module",
        Some([0, b'a', b's', b'm', ..]) => "a WebAssembly binary of another version",
        _ => "a file of another sort",
    };
    Err(LoadError::NotAComponent { found })
}

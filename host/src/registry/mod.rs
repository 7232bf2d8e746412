//! Projectors: from a component's bytes to something that can be called.

mod aot;
mod imports;
mod inspect;
mod load;

pub use aot::AotCache;
pub use imports::Imports;
pub(crate) use imports::Wasi;
pub use inspect::{Inspection, inspect};
pub use load::{LoadError, Projector};

/// The projector that this build embeds.
pub const EMBEDDED_COMPONENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/projector.component.wasm"));

/// The same projector as a core module with the four functions of the JSON ABI, for hosts without components.
pub const EMBEDDED_CORE_MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/projector.core.wasm"));

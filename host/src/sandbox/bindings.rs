//! Generated from the WIT package: the typed calls of the contract.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "generated"
)]

wasmtime::component::bindgen!({
    path: "../wit/evidence-v1",
    world: "projector",
    ownership: Borrowing { duplicate_if_necessary: true },
    exports: { default: async },
});

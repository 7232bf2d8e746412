//! What a component may import: nothing, or an empty WASI.

use serde::{Deserialize, Serialize};

/// What a component may import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Imports {
    /// Nothing. A component that imports nothing can do nothing.
    #[default]
    Refuse,
    /// WASI, but an empty one: no files, no variables, no sockets, a frozen clock, seeded randomness. For components
    /// whose toolchain adds imports that they do not use.
    DenyAllWasi,
}

/// An import that names no resource of this machine: it comes with every component of that toolchain.
pub(super) fn is_wasi(import: &str) -> bool {
    import.starts_with("wasi:")
}

#[cfg(not(feature = "deny-all-wasi"))]
mod wasi {
    use wasmtime::component::Linker;

    use crate::sandbox::Guest;

    /// Nothing, in a build without WASI.
    #[derive(Default)]
    pub(crate) struct Wasi;

    pub(in crate::registry) fn link(_linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "deny-all-wasi")]
mod wasi {
    use std::time::Duration;

    use wasmtime::bail;
    use wasmtime::component::{Linker, Resource, ResourceTable};
    use wasmtime_wasi::p2::DynPollable;
    use wasmtime_wasi::random::Deterministic;
    use wasmtime_wasi::{HostMonotonicClock, HostWallClock, WasiCtx, WasiCtxView, WasiView};

    use crate::sandbox::Guest;

    /// The interface through which a guest waits, in the version that `wasmtime-wasi` links.
    const POLL: &str = "wasi:io/poll@0.2.12";

    /// Random bytes that a guest may ask for in one call; at one more it traps.
    const RANDOM_BYTES: u64 = 4_096;

    /// The empty WASI of one instance.
    pub(crate) struct Wasi {
        context: WasiCtx,
        table: ResourceTable,
    }

    /// A clock that always shows its beginning.
    struct Frozen;

    impl HostWallClock for Frozen {
        fn resolution(&self) -> Duration {
            Duration::from_secs(1)
        }
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    impl HostMonotonicClock for Frozen {
        fn resolution(&self) -> u64 {
            1
        }
        fn now(&self) -> u64 {
            0
        }
    }

    impl Default for Wasi {
        fn default() -> Self {
            let seeded = || Deterministic::new(b"gobo".to_vec());
            let context = WasiCtx::builder()
                .wall_clock(Frozen)
                .monotonic_clock(Frozen)
                .secure_random(seeded())
                .insecure_random(seeded())
                .insecure_random_seed(0)
                .max_random_size(RANDOM_BYTES)
                .allow_ip_name_lookup(false)
                .allow_tcp(false)
                .allow_udp(false)
                .build();
            Self { context, table: ResourceTable::new() }
        }
    }

    impl WasiView for Guest {
        fn ctx(&mut self) -> WasiCtxView<'_> {
            let Wasi { context, table } = self.wasi.get_or_insert_default();
            WasiCtxView { ctx: context, table }
        }
    }

    /// Links WASI, and traps where a guest would wait: a wait runs in the host, where neither fuel nor the deadline ends it.
    pub(in crate::registry) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
        wasmtime_wasi::p2::add_to_linker_sync(linker)?;
        linker.allow_shadowing(true);
        let mut poll = linker.instance(POLL)?;
        poll.func_wrap("poll", |_, (_,): (Vec<Resource<DynPollable>>,)| -> wasmtime::Result<(Vec<u32>,)> {
            bail!("a projector does not wait")
        })?;
        poll.func_wrap(
            "[method]pollable.block",
            |_, (_,): (Resource<DynPollable>,)| -> wasmtime::Result<()> {
                bail!("a projector does not wait")
            },
        )?;
        linker.allow_shadowing(false);
        Ok(())
    }
}

pub(crate) use wasi::Wasi;
pub(super) use wasi::link;

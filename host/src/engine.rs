//! The one place where `wasmtime::Config` is set.

use thiserror::Error;
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, OperatorCost, PoolingAllocationConfig};

use crate::sandbox::limit;

/// This machine cannot run the sandbox.
#[derive(Debug, Error)]
#[error("this machine cannot run the sandbox: {0:#}")]
pub struct EngineError(wasmtime::Error);

/// The engine that every projector of a process runs on.
///
/// What is on: fuel (the deterministic budget, and the clock by which a deadline is looked at), copy-on-write memory images and pooled
/// instances (a fresh one costs microseconds). What is off: everything by which a guest could see a machine's
/// difference or keep something after its call, such as threads and relaxed SIMD.
///
/// # Errors
/// If this machine cannot run the configuration.
pub(crate) fn engine(instances: u32) -> Result<Engine, EngineError> {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .operator_cost(costs())
        .max_wasm_stack(limit::STACK_BYTES)
        .memory_init_cow(true)
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        .wasm_backtrace_max_frames(None)
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool(instances)));
    match Engine::new(&config) {
        Ok(engine) => Ok(engine),
        // Where the address space is limited, slower instances are better than none.
        Err(_) => {
            Engine::new(config.allocation_strategy(InstanceAllocationStrategy::OnDemand)).map_err(EngineError)
        }
    }
}

/// One for each operator, and one for each byte or element that an operator moves: so a slice of fuel is a bounded time.
fn costs() -> OperatorCost {
    OperatorCost { MemoryGrow: limit::GROW_FUEL, TableGrow: limit::GROW_FUEL, ..OperatorCost::new() }
}

fn pool(instances: u32) -> PoolingAllocationConfig {
    let mut pool = PoolingAllocationConfig::default();
    let memories = instances.saturating_mul(limit::MEMORIES);
    pool.total_stacks(instances)
        .total_component_instances(instances)
        .total_core_instances(instances.saturating_mul(limit::CORE_INSTANCES))
        .max_core_instances_per_component(limit::CORE_INSTANCES)
        .total_memories(memories)
        .max_memories_per_component(limit::MEMORIES)
        .max_memories_per_module(limit::MEMORIES)
        .max_memory_size(limit::MEMORY_BYTES_CEILING)
        .total_tables(instances.saturating_mul(limit::TABLES))
        .max_tables_per_component(limit::TABLES)
        .max_tables_per_module(limit::TABLES)
        .table_elements(limit::TABLE_ELEMENTS)
        .linear_memory_keep_resident(limit::KEEP_RESIDENT_BYTES)
        .table_keep_resident(limit::TABLE_ELEMENTS * size_of::<usize>())
        .pagemap_scan(Enabled::Auto);
    pool
}

//! The host's own numbers: what a sandboxed call may use. Those of the contract are in `gobo_contract::limit`.

/// Fuel of a call without its payload's share. About 1,500 times what an empty call needs; a guest that needs more
/// ends with `PROJECTION_FUEL_EXCEEDED`.
pub const FUEL_BASE: u64 = 50_000_000;

/// Fuel for each byte of payload. Log lines need 130 to 400, lines dense with findings 500 to 2,500, lines of one or two
/// bytes up to 7,600, since each is an entry; a payload that needs more is not ordinary, and a large one of that kind
/// ends at its deadline first.
pub const FUEL_PER_PAYLOAD_BYTE: u64 = 8_000;

/// The most fuel that a budget may give: about a minute of work, which is the longest deadline, and a payload of the
/// largest size.
pub const FUEL_CEILING: u64 = 600_000_000_000;

/// Bytes of memory of a call, all memories of its instance together. A payload of the default size takes about half.
/// Beyond it the call ends with `PROJECTION_MEMORY_EXCEEDED`.
pub const MEMORY_BYTES: usize = 64 * 1024 * 1024;

/// The most memory that a budget may give, as much as the projector's module allows itself.
pub const MEMORY_BYTES_CEILING: usize = 256 * 1024 * 1024;

/// Milliseconds of a call, waiting for an instance included. Beyond it the call ends with
/// `PROJECTION_DEADLINE_EXCEEDED`, or with `BUSY` when it never started.
pub const DEADLINE_MS: u64 = 2_000;

/// The longest deadline that a budget may give.
pub const DEADLINE_MS_CEILING: u64 = 60_000;

/// Fuel after which a guest comes back to the host, which looks at the clock. About 60 us of ordinary work; of the most
/// expensive work there is, a few milliseconds, by which a deadline is met late.
pub const SLICE_FUEL: u64 = 500_000;

/// Fuel of an operator that asks the engine for memory or for room in a table, which takes it about a microsecond.
pub const GROW_FUEL: u8 = 255;

/// Bytes that the host copies out of a guest in one call: the largest result with its report, in the canonical ABI's
/// accounting, four times over. A guest that returns more ends with `PROJECTION_FAILED`.
pub const RETURNED_BYTES: usize = 1024 * 1024;

/// Bytes of one chunk of text for the redactor; it comes back at about the same size.
pub const REDACT_CHUNK_BYTES: usize = 1024 * 1024;

/// Bytes that the host copies out of the redactor in one call. Markers can be longer than what they replace, so a chunk may
/// come back several times larger.
pub const REDACT_RETURNED_BYTES: usize = 32 * 1024 * 1024;

/// Bytes that a value which a stream remembers counts for in the fuel of its next chunk: a digest and a kind.
pub const SEEN_VALUE_BYTES: usize = 16;

/// Values that a stream remembers in order to number them; at one more the stream numbers anew from its next chunk on.
pub const SEEN_VALUES: usize = 65_536;

/// Bytes of a guest's stack. Deeper recursion traps and ends with `PROJECTION_FAILED`.
pub const STACK_BYTES: usize = 512 * 1024;

/// Instances that run at the same time. One more call waits for a free one up to its deadline, then ends with `BUSY`.
pub const INSTANCES: u32 = 32;

/// Core instances in one component: the module, and the shims of a WASI component.
pub const CORE_INSTANCES: u32 = 8;

/// Memories in one component instance. A projector needs one; a component that has more than this is not loaded.
pub const MEMORIES: u32 = 4;

/// Tables in one component instance.
pub const TABLES: u32 = 8;

/// Elements of one table: the function pointers of a large guest.
pub const TABLE_ELEMENTS: usize = 20_000;

/// Bytes of a pooled memory that stay mapped between two calls, zeroed. Fresh page faults cost more than zeroing.
pub const KEEP_RESIDENT_BYTES: usize = 32 * 1024 * 1024;

/// Characters of what a projector says of its name and version; the rest is not shown.
pub const IDENTITY_CHARACTERS: usize = 64;

/// Bytes of a component. A larger file is not loaded.
pub const COMPONENT_BYTES: u64 = 32 * 1024 * 1024;

const _: () = {
    assert!(MEMORY_BYTES <= MEMORY_BYTES_CEILING);
    assert!(DEADLINE_MS <= DEADLINE_MS_CEILING);
    assert!(KEEP_RESIDENT_BYTES <= MEMORY_BYTES);
    // A call that does next to nothing ends within its first slice.
    assert!(SLICE_FUEL < FUEL_BASE);
    // Every default result fits what may be copied out, many times over.
    assert!(RETURNED_BYTES >= 4 * 32_768);
    assert!(REDACT_RETURNED_BYTES >= 8 * REDACT_CHUNK_BYTES);
    // A payload of the default size gets its fuel.
    assert!(FUEL_BASE + FUEL_PER_PAYLOAD_BYTE * 4_194_304 <= FUEL_CEILING);
    assert!(FUEL_BASE + FUEL_PER_PAYLOAD_BYTE * 67_108_864 <= FUEL_CEILING);
};

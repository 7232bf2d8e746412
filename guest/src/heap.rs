//! The memory of a projection: first a room that is part of every instance, then more of the engine's.
//!
//! A small payload never asks the engine for memory, which would cost as much as the rest of its call.
#![allow(unsafe_code, reason = "an allocator is given raw memory; the allocator itself is a library")]

use core::alloc::Layout;
use core::arch::wasm32::memory_grow;

use talc::locking::AssumeUnlockable;
use talc::{OomHandler, Span, Talc, Talck};

/// Bytes of the first room: enough for a payload of 4 KiB with its patterns. Only what is touched of it is ever reset.
const FIRST_BYTES: usize = 512 * 1024;

/// Pages of memory that are asked for at once, 2 MiB; where the host gives less, just what is needed.
const GROWTH_PAGES: usize = 32;

/// Bytes of a page of WebAssembly memory.
const PAGE_BYTES: usize = 65_536;

/// Bytes that the allocator keeps beside what it gives away.
const OVERHEAD_BYTES: usize = 8;

static mut FIRST_ROOM: [u8; FIRST_BYTES] = [0; FIRST_BYTES];

#[global_allocator]
static HEAP: Talck<AssumeUnlockable, Rooms> =
    Talc::new(Rooms { first_is_taken: false, grown: Span::empty() }).lock();

/// What was given to the allocator so far.
struct Rooms {
    first_is_taken: bool,
    /// The last memory that the engine gave: what follows on it belongs to it.
    grown: Span,
}

impl OomHandler for Rooms {
    fn handle_oom(talc: &mut Talc<Self>, layout: Layout) -> Result<(), ()> {
        if !talc.oom_handler.first_is_taken {
            talc.oom_handler.first_is_taken = true;
            // SAFETY: nothing else names the room, and an instance has one thread.
            unsafe { talc.claim(Span::from_array(&raw mut FIRST_ROOM)) }?;
            return Ok(());
        }
        let needed_bytes = (layout.size() + OVERHEAD_BYTES).max(2 * layout.align());
        let needed_pages = needed_bytes.div_ceil(PAGE_BYTES);
        let room = grow(needed_pages.max(GROWTH_PAGES)).or_else(|| grow(needed_pages)).ok_or(())?;
        let grown = talc.oom_handler.grown;
        let follows = matches!((grown.get_base_acme(), room.get_base_acme()), (Some((_, end)), Some((start, _))) if end == start);
        // SAFETY: the engine gave this memory just now, and nothing else asks it for memory.
        talc.oom_handler.grown =
            unsafe { if follows { talc.extend(grown, grown.fit_over(room)) } else { talc.claim(room)? } };
        Ok(())
    }
}

/// More memory, if the engine gives it.
fn grow(pages: usize) -> Option<Span> {
    let before = Some(memory_grow::<0>(pages)).filter(|before| *before != usize::MAX)?;
    let start = core::ptr::with_exposed_provenance_mut::<u8>(before * PAGE_BYTES);
    Some(Span::new(start, start.wrapping_add(pages * PAGE_BYTES)))
}

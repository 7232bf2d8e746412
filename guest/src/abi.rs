//! The wire projection for hosts without the component model: a core module with four functions over linear memory.
//!
//! ```text
//! gobo_abi() -> i32                    the version of these functions: 1
//! gobo_alloc(bytes: i32) -> ptr        room for a request
//! gobo_project(ptr, bytes: i32) -> ptr takes the room back; answers with a u32 length, little endian, then the text
//! gobo_free(ptr)                       gives the answer back
//! ```
//! Request and answer are UTF-8 JSON: what [`crate::project_wire`] takes and gives.
#![allow(unsafe_code, reason = "the raw ABI: pointers into linear memory cross it")]

use std::alloc::{Layout, alloc, dealloc};

/// The version of the four functions.
const ABI_VERSION: i32 = 1;

/// The length in front of an answer.
const HEADER_BYTES: usize = size_of::<u32>();

/// The version of these functions.
#[unsafe(no_mangle)]
extern "C" fn gobo_abi() -> i32 {
    ABI_VERSION
}

/// Room for a request. Null when there is none.
#[unsafe(no_mangle)]
extern "C" fn gobo_alloc(bytes: usize) -> *mut u8 {
    match Layout::array::<u8>(bytes.max(1)) {
        // SAFETY: the layout has at least one byte.
        Ok(layout) => unsafe { alloc(layout) },
        Err(_) => std::ptr::null_mut(),
    }
}

/// Projects the request at `request`, which must come from `gobo_alloc(bytes)` and be filled.
#[unsafe(no_mangle)]
extern "C" fn gobo_project(request: *mut u8, bytes: usize) -> *mut u8 {
    let request = if request.is_null() {
        Vec::new()
    } else {
        // SAFETY: the host allocated exactly this room with `gobo_alloc` and hands it over.
        unsafe { Vec::from_raw_parts(request, bytes, bytes.max(1)) }
    };
    // Text that is not UTF-8 is no JSON; the empty text is refused in the same way.
    let answer = crate::project_wire(str::from_utf8(&request).unwrap_or_default());
    let length = u32::try_from(answer.len()).unwrap_or_default();
    let mut message = Vec::with_capacity(HEADER_BYTES + answer.len());
    message.extend_from_slice(&length.to_le_bytes());
    message.extend_from_slice(answer.as_bytes());
    Box::leak(message.into_boxed_slice()).as_mut_ptr()
}

/// Gives an answer of `gobo_project` back.
#[unsafe(no_mangle)]
extern "C" fn gobo_free(answer: *mut u8) {
    // SAFETY: every answer starts with its length, and its room is exactly header and text.
    unsafe {
        let length = u32::from_le_bytes(answer.cast::<[u8; HEADER_BYTES]>().read());
        if let Ok(layout) = Layout::array::<u8>(HEADER_BYTES + length as usize) {
            dealloc(answer, layout);
        }
    }
}

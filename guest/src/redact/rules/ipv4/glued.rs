//! Addresses that touch a word: `x10.0.0.2`, `srcip10.0.0.2`; letters before a quad are a version's as often.

use super::{ends_with_folded, is_host_range, is_private};
use crate::redact::around::{listed, run_back, slice};

/// Bytes of a word before a quad.
const WORD_BYTES: usize = 16;

/// Words that a version touches.
#[rustfmt::skip]
const VERSIONED: &[&[u8]] = &[
    b"v", b"ver", b"version", b"vers", b"rev", b"r", b"rc", b"release", b"rel", b"build", b"b", b"jdk", b"jre", b"java",
    b"go", b"node", b"python", b"py", b"php", b"ruby", b"perl", b"chrome", b"firefox", b"edge", b"safari", b"tomcat",
    b"mysql", b"nginx", b"openssl", b"lib", b"rfc", b"oid", b"el", b"fc", b"ios", b"android", b"win", b"windows",
];

/// Words that say of what they touch that it is an address.
const ADDRESSED: &[&[u8]] =
    &[b"ip", b"addr", b"address", b"host", b"peer", b"src", b"dst", b"from", b"to", b"client"];

/// Whether the quad with these octets, which starts at `start` behind a letter, is an address.
pub(super) fn is_address(text: &[u8], start: usize, octets: [u8; 4]) -> bool {
    let word = slice(text, run_back(text, start, WORD_BYTES, |byte| byte.is_ascii_alphabetic()), start);
    let says = || word.len() == 1 || is_said(text, start);
    !listed(VERSIONED, word) && (is_host_range(octets) || (is_private(octets) && says()))
}

/// Whether the word that ends at `end` says that an address follows.
pub(super) fn is_said(text: &[u8], end: usize) -> bool {
    let word = slice(text, run_back(text, end, WORD_BYTES, |byte| byte.is_ascii_alphabetic()), end);
    ADDRESSED.iter().any(|ending| ends_with_folded(word, ending))
}

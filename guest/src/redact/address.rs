//! One form for all notations of an address, so that the same one has the same number.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::around::{byte, run, slice};

/// Hexadecimal digits of a group.
pub(crate) const GROUP_DIGITS: usize = 4;

/// The parts of the longest address that is written in decimal numbers: `{0,0,0,0,0,65535,49320,5587}`.
const PARTS: usize = 8;

/// The address as a quad, or as IPv6 is written shortest; the value itself if it reads as none.
pub(crate) fn canonical(value: &[u8]) -> Cow<'_, [u8]> {
    let is_quad = value.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') && value.contains(&b'.');
    if is_quad {
        return Cow::Borrowed(value);
    }
    let address = if value.contains(&b':') { groups(value).map(Ipv6Addr::from) } else { of_numbers(value) };
    address.map_or(Cow::Borrowed(value), |address| {
        Cow::Owned(address.to_ipv4_mapped().map_or_else(|| written(address), written_quad))
    })
}

/// How an address of version 6 is written shortest: what the standard library writes, which takes far longer.
fn written(address: Ipv6Addr) -> Vec<u8> {
    let segments = address.segments();
    let zeros = longest_zeros(&segments);
    let mut text = Vec::with_capacity(LONGEST_BYTES);
    if zeros.is_empty() {
        write_numbers(&mut text, segments.map(u32::from), b':', 16);
    } else {
        write_numbers(&mut text, segments.into_iter().take(zeros.start).map(u32::from), b':', 16);
        text.extend_from_slice(b"::");
        write_numbers(&mut text, segments.into_iter().skip(zeros.end).map(u32::from), b':', 16);
    }
    text
}

/// Bytes of eight segments of four digits with colons between.
const LONGEST_BYTES: usize = 39;

fn written_quad(address: Ipv4Addr) -> Vec<u8> {
    let mut text = Vec::with_capacity(15);
    write_numbers(&mut text, address.octets().map(u32::from), b'.', 10);
    text
}

/// The first of the longest runs of two zeros or more, empty if there is none.
fn longest_zeros(segments: &[u16]) -> Range<usize> {
    let mut longest = 0..0;
    let mut start = 0;
    for (at, &segment) in segments.iter().enumerate() {
        if segment != 0 {
            start = at + 1;
        } else if at + 1 - start > longest.len().max(1) {
            longest = start..at + 1;
        }
    }
    longest
}

fn write_numbers(text: &mut Vec<u8>, numbers: impl IntoIterator<Item = u32>, separator: u8, base: u32) {
    for (index, number) in numbers.into_iter().enumerate() {
        if index > 0 {
            text.push(separator);
        }
        write_number(text, number, base);
    }
}

fn write_number(text: &mut Vec<u8>, number: u32, base: u32) {
    if number >= base {
        write_number(text, number / base, base);
    }
    text.extend(char::from_digit(number % base, base).and_then(|digit| u8::try_from(digit).ok()));
}

/// The eight groups of the address that the bytes are, as `std::net` would read them.
pub(crate) fn groups(bytes: &[u8]) -> Option<[u16; 8]> {
    let mut segments = [0; 8];
    let mut count = 0;
    let mut gap = None;
    let mut at = 0;
    if bytes.starts_with(b"::") {
        (gap, at) = (Some(0), 2);
    }
    while at < bytes.len() {
        let end = run(bytes, at, GROUP_DIGITS, |byte| byte.is_ascii_hexdigit());
        if byte(bytes, end) == b'.' {
            let quad: Ipv4Addr = std::str::from_utf8(slice(bytes, at, bytes.len())).ok()?.parse().ok()?;
            let [a, b, c, d] = quad.octets();
            *segments.get_mut(count)? = u16::from_be_bytes([a, b]);
            *segments.get_mut(count + 1)? = u16::from_be_bytes([c, d]);
            count += 2;
            break;
        }
        *segments.get_mut(count)? = group(slice(bytes, at, end))?;
        count += 1;
        at = end;
        if at == bytes.len() {
            break;
        }
        if byte(bytes, at) != b':' || at + 1 == bytes.len() {
            return None;
        }
        at += 1;
        if byte(bytes, at) == b':' {
            if gap.replace(count).is_some() {
                return None;
            }
            at += 1;
        }
    }
    match gap {
        None => (count == segments.len()).then_some(segments),
        Some(gap) if count < segments.len() => {
            let left_out = segments.len() - count;
            segments.get_mut(gap..)?.rotate_right(left_out);
            Some(segments)
        }
        Some(_) => None,
    }
}

/// Up to four hexadecimal digits.
fn group(digits: &[u8]) -> Option<u16> {
    let value =
        digits.iter().try_fold(0_u32, |value, &digit| Some(value << 4 | char::from(digit).to_digit(16)?));
    u16::try_from(value?).ok().filter(|_| !digits.is_empty())
}

/// `10[.]0[.]0[.]1`, `10,0,0,1`, `167772161`, and eight parts of Erlang.
fn of_numbers(value: &[u8]) -> Option<Ipv6Addr> {
    let mut parts = [0_u32; PARTS];
    let mut count = 0;
    for digits in value.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty()) {
        *parts.get_mut(count)? = std::str::from_utf8(digits).ok()?.parse().ok()?;
        count += 1;
    }
    let [first, second, third, fourth, ..] = parts;
    if value.iter().any(u8::is_ascii_alphabetic) {
        return None;
    }
    match count {
        1 => Some(Ipv4Addr::from(first).to_ipv6_mapped()),
        4 => {
            let octet = |part: u32| u8::try_from(part).ok();
            let quad = Ipv4Addr::new(octet(first)?, octet(second)?, octet(third)?, octet(fourth)?);
            Some(quad.to_ipv6_mapped())
        }
        PARTS => {
            let mut segments = [0; PARTS];
            for (segment, part) in segments.iter_mut().zip(parts) {
                *segment = u16::try_from(part).ok()?;
            }
            Some(segments.into())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_as_the_standard_library_writes_them() {
        for places in 0..256_u32 {
            for segment in [1, 0x20, 0xa0b, 0xffff] {
                let at = |place: u32| if places >> place & 1 == 1 { segment } else { 0 };
                let address = Ipv6Addr::from([0, 1, 2, 3, 4, 5, 6, 7].map(at));
                let quad = Ipv4Addr::from(places << 24 | places);
                assert_eq!(String::from_utf8_lossy(&written_quad(quad)), quad.to_string());
                if address.to_ipv4_mapped().is_none() {
                    assert_eq!(String::from_utf8_lossy(&written(address)), address.to_string());
                }
            }
        }
    }

    #[test]
    fn notations_of_one_address_are_the_same() {
        for (value, expected) in [
            ("10.0.0.1", "10.0.0.1"),
            ("10[.]0[.]0[.]1", "10.0.0.1"),
            ("10,0, 0,1", "10.0.0.1"),
            ("167772161", "10.0.0.1"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
            ("0:0:0:0:0:FFFF:0a00:0001", "10.0.0.1"),
            ("0,0,0,0,0,65535,2560,1", "10.0.0.1"),
            ("2001:0DB8:0:0:0:0:0:1", "2001:db8::1"),
            ("8193,3512,0,0,0,0,0,1", "2001:db8::1"),
            ("<IP:1>", "<IP:1>"),
            ("10.0.0", "10.0.0"),
        ] {
            assert_eq!(canonical(value.as_bytes()), expected.as_bytes(), "{value}");
        }
    }
}

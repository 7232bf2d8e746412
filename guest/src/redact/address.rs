//! One form for all notations of an address, so that the same one has the same number.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

/// The parts of the longest address that is written in decimal numbers: `{0,0,0,0,0,65535,49320,5587}`.
const PARTS: usize = 8;

/// The address as a quad, or as IPv6 is written shortest; the value itself if it reads as none.
pub(crate) fn canonical(value: &[u8]) -> Cow<'_, [u8]> {
    let is_quad = value.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') && value.contains(&b'.');
    if is_quad {
        return Cow::Borrowed(value);
    }
    let address = if value.contains(&b':') { of_groups(value) } else { of_numbers(value) };
    address.map_or(Cow::Borrowed(value), |address| {
        let text = address.to_ipv4_mapped().map_or_else(|| address.to_string(), |quad| quad.to_string());
        Cow::Owned(text.into_bytes())
    })
}

fn of_groups(value: &[u8]) -> Option<Ipv6Addr> {
    std::str::from_utf8(value).ok()?.parse().ok()
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

//! Base64, read just far enough to see what is in it.

/// The three bytes at the beginning of some base64, in either alphabet.
pub(crate) fn first_bytes(text: &[u8]) -> Option<[u8; 3]> {
    let mut bits = 0_u32;
    for &byte in text.first_chunk::<4>()? {
        bits = bits << 6 | value_of(byte)?;
    }
    let [_, bytes @ ..] = bits.to_be_bytes();
    Some(bytes)
}

/// The bytes at the beginning of some base64, in either alphabet, at most `most`. Ends where it is no longer base64.
pub(crate) fn decode_prefix(text: &[u8], most: usize) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(most.min(text.len()));
    let mut bits = 0_u32;
    let mut count = 0;
    for &byte in text {
        let Some(value) = value_of(byte) else { break };
        bits = bits << 6 | value;
        count += 6;
        if count >= 8 {
            count -= 8;
            decoded.push(u8::try_from(bits >> count & 0xff).unwrap_or_default());
            if decoded.len() == most {
                break;
            }
        }
    }
    decoded
}

/// How many bytes at the beginning are base64, with its padding.
pub(crate) fn length(text: &[u8]) -> usize {
    let body = text.iter().take_while(|byte| value_of(**byte).is_some()).count();
    body + text.iter().skip(body).take(2).take_while(|byte| **byte == b'=').count()
}

fn value_of(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded_up_to_where_it_ends() {
        assert_eq!(decode_prefix(b"dXNlcjpwYXNz rest", 99), b"user:pass");
        assert_eq!(decode_prefix(b"dXNlcjpwYXNz", 4), b"user");
        assert_eq!(first_bytes(b"dXNlcjpw"), Some(*b"use"));
        assert_eq!(first_bytes(b"dXN.cjpw"), None);
        assert_eq!(length(b"YQ== x"), 4);
    }
}

//! Runs of bytes of one kind, by a table of classes.

/// The length of the run at the start of `text` of bytes whose class has a bit of `member`, and every bit of their
/// classes. Four bytes a turn: in the sandbox a turn costs more than a look.
#[inline]
pub(crate) fn run(text: &[u8], classes: &[u8; 256], member: u8) -> (usize, u8) {
    #[allow(clippy::indexing_slicing)] // a byte is always in the table
    let class = |byte: u8| classes[usize::from(byte)];
    let mut seen = 0;
    let mut length = 0;
    let (chunks, rest) = text.as_chunks::<4>();
    for chunk in chunks {
        for (ahead, byte) in chunk.iter().enumerate() {
            let class = class(*byte);
            if class & member == 0 {
                return (length + ahead, seen);
            }
            seen |= class;
        }
        length += chunk.len();
    }
    for byte in rest {
        let class = class(*byte);
        if class & member == 0 {
            break;
        }
        seen |= class;
        length += 1;
    }
    (length, seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_at_the_first_byte_of_another_class() {
        let mut classes = [0; 256];
        for (byte, class) in [(b'a', 1), (b'b', 2), (b'c', 4)] {
            classes[usize::from(byte)] = class;
        }
        for (text, expected) in [
            ("", (0, 0)),
            ("c", (0, 0)),
            ("a", (1, 1)),
            ("abc", (2, 3)),
            ("aaaa", (4, 1)),
            ("aaaab", (5, 3)),
            ("aaaac", (4, 1)),
            ("aaaaaaabc", (8, 3)),
        ] {
            assert_eq!(run(text.as_bytes(), &classes, 3), expected, "{text}");
        }
    }
}

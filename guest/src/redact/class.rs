//! The class of each byte: the one table that the scanner looks at for every byte.

/// A lower-case hexadecimal letter.
pub(crate) const HEX: u8 = 1;
/// Any other lower-case letter.
pub(crate) const LOWER: u8 = 1 << 1;
/// An upper-case letter.
pub(crate) const UPPER: u8 = 1 << 2;
/// A digit.
pub(crate) const DIGIT: u8 = 1 << 3;
/// `.`
pub(crate) const DOT: u8 = 1 << 4;
/// `-`
pub(crate) const HYPHEN: u8 = 1 << 5;
/// `_`
pub(crate) const UNDERSCORE: u8 = 1 << 6;
/// A letter.
pub(crate) const LETTERS: u8 = HEX | LOWER | UPPER;
/// Any byte of a token.
pub(crate) const TOKEN: u8 = 0x7f;
/// Any other byte at which there is something to do; those of no class at all are passed over.
pub(crate) const LOOK: u8 = 1 << 7;

/// The class of each byte.
pub(crate) static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    loop {
        let class = match byte {
            b'a'..=b'f' => HEX,
            b'g'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'.' => DOT,
            b'-' => HYPHEN,
            b'_' => UNDERSCORE,
            b' ' | b'\t' | b'\r' | b',' | b';' | b'!' | b'*' | b'^' | b'=' | b')' | b']' | b'}' | b'/'
            | b'|' | b'>' | b'"' => 0,
            _ => LOOK,
        };
        let slot: &mut [u8; 256] = &mut classes;
        #[allow(clippy::indexing_slicing)]
        {
            slot[byte as usize] = class;
        }
        if byte == u8::MAX {
            break;
        }
        byte += 1;
    }
    classes
};

/// The class of a byte.
#[inline]
pub(crate) const fn class(byte: u8) -> u8 {
    #[allow(clippy::indexing_slicing)] // a byte is always in the table
    CLASSES[byte as usize]
}

/// The line may read differently once it is decoded: `\`, `%`, `&`, a control byte, a byte of a character beyond ASCII.
pub(crate) const CODED: u8 = 1;
/// The end of a line.
pub(crate) const ENDS_LINE: u8 = 1 << 1;
/// A JSON document may begin.
pub(crate) const OPENS: u8 = 1 << 2;

static LOOKS: [u8; 256] = {
    let mut looks = [0; 256];
    let mut byte = 0_u8;
    loop {
        let slot: &mut [u8; 256] = &mut looks;
        #[allow(clippy::indexing_slicing)]
        {
            slot[byte as usize] = match byte {
                b'\\' | b'%' | b'&' | 0..=8 | 0x0b | 0x0c | 0x0e..=0x1f | 0x7f.. => CODED,
                b'\n' => ENDS_LINE,
                b'{' | b'[' => OPENS,
                _ => 0,
            };
        }
        if byte == u8::MAX {
            break;
        }
        byte += 1;
    }
    looks
};

/// What a byte means for the line or the document that it stands in.
#[inline]
pub(crate) fn look(byte: u8) -> u8 {
    #[allow(clippy::indexing_slicing)] // a byte is always in the table
    LOOKS[usize::from(byte)]
}

/// Whether the byte means that the line may read differently once it is decoded.
#[inline]
pub(crate) fn is_coded(byte: u8) -> bool {
    look(byte) & CODED != 0
}

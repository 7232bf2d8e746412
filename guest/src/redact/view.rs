//! A line as it reads once its escapes are decoded and its disguises are taken off, with the way back to the original.

use super::class::is_coded;

/// Decoded text and where each piece of it comes from.
#[derive(Debug, Default)]
pub(crate) struct View {
    /// The decoded text.
    pub text: Vec<u8>,
    pieces: Vec<Piece>,
}

/// From here on, byte follows byte, up to the next piece.
#[derive(Clone, Copy, Debug)]
struct Piece {
    decoded: usize,
    original: usize,
}

impl View {
    /// The original place of the decoded bytes from `start` to before `end`.
    pub(crate) fn original(&self, start: usize, end: usize) -> (usize, usize) {
        (self.place(start, false), self.place(end, true))
    }

    /// Inside a piece that was replaced as a whole, a start goes to its begin, an end to its end.
    fn place(&self, at: usize, is_end: bool) -> usize {
        let next = self
            .pieces
            .partition_point(|piece| if is_end { piece.decoded < at } else { piece.decoded <= at });
        let Some(piece) = next.checked_sub(1).and_then(|index| self.pieces.get(index)) else { return 0 };
        let inside = at - piece.decoded;
        match self.pieces.get(next) {
            Some(after) if after.decoded - piece.decoded != after.original - piece.original => {
                if is_end {
                    after.original
                } else {
                    piece.original
                }
            }
            _ => piece.original + inside,
        }
    }

    /// The bytes `original` read as `decoded`.
    fn replaced(&mut self, original: usize, length: usize, decoded: &[u8]) {
        self.pieces.push(Piece { decoded: self.text.len(), original });
        self.text.extend_from_slice(decoded);
        self.pieces.push(Piece { decoded: self.text.len(), original: original + length });
    }
}

/// The view of a text, or none if it reads as it stands.
pub(crate) fn decoded(text: &str) -> Option<View> {
    let bytes = text.as_bytes();
    let mut view = View::default();
    view.pieces.push(Piece { decoded: 0, original: 0 });
    let mut copied = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if !is_coded(byte) {
            at += 1;
            continue;
        }
        let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let rest = text.get(at..).unwrap_or_default();
        let (length, read) = match decode(rest, character) {
            Ok(decoded) => decoded,
            Err(plain) => {
                at += plain;
                continue;
            }
        };
        let mut buffer = [0; 4];
        let read = match read {
            Read::Nothing => &[][..],
            Read::Character(character) => character.encode_utf8(&mut buffer).as_bytes(),
            Read::Word(word) => word.as_bytes(),
        };
        view.text.extend_from_slice(bytes.get(copied..at).unwrap_or_default());
        view.replaced(at, length, read);
        at += length;
        copied = at;
    }
    if copied == 0 {
        return None;
    }
    view.text.extend_from_slice(bytes.get(copied..).unwrap_or_default());
    Some(view)
}

/// The inside of a JSON string, decoded by one level.
pub(crate) fn json_string(raw: &str) -> View {
    let mut view = View::default();
    view.pieces.push(Piece { decoded: 0, original: 0 });
    let bytes = raw.as_bytes();
    let mut at = 0;
    while let Some(slash) = raw.get(at..).and_then(|rest| rest.find('\\')) {
        view.text.extend_from_slice(bytes.get(at..at + slash).unwrap_or_default());
        at += slash;
        let (length, character) = json_escape(raw.get(at..).unwrap_or_default());
        view.replaced(at, length, character.encode_utf8(&mut [0; 4]).as_bytes());
        at += length;
    }
    view.text.extend_from_slice(bytes.get(at..).unwrap_or_default());
    view
}

/// How many bytes an escape has, and its character.
fn json_escape(rest: &str) -> (usize, char) {
    let code = |from: usize| rest.get(from..from + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let length = rest.chars().nth(1).map_or(1, |escaped| 1 + escaped.len_utf8());
    match rest.as_bytes().get(1) {
        Some(b'n') => (2, '\n'),
        Some(b't') => (2, '\t'),
        Some(b'r') => (2, '\r'),
        Some(b'b') => (2, '\u{8}'),
        Some(b'f') => (2, '\u{c}'),
        Some(b'u') => match (code(2), rest.get(6..8), code(8)) {
            (Some(high @ 0xd800..=0xdbff), Some("\\u"), Some(low @ 0xdc00..=0xdfff)) => {
                let character = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                (12, character.unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            (Some(code), ..) => (6, char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
            _ => (2, 'u'),
        },
        _ => (length, rest.chars().nth(1).unwrap_or('\\')),
    }
}

/// What one or more characters are read as.
enum Read {
    Nothing,
    Character(char),
    Word(&'static str),
}

/// How many bytes at the beginning of `rest` are read as what, or how many are read as they stand.
fn decode(rest: &str, first: char) -> Result<(usize, Read), usize> {
    let decoded = match first {
        '\\' => return backslashes(rest),
        '%' => percent(rest),
        '&' => entity(rest),
        '\0' if rest.get(1..).is_some_and(begins_pair) => Some((1, Read::Character('\n'))),
        '\u{1b}' | '\u{9b}' => Some((escape_sequence(rest), Read::Nothing)),
        '\t' | '\n' | '\r' => None,
        _ if first.is_ascii() && !first.is_ascii_control() => None,
        '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => {
            word_in_other_languages(rest).map(|(length, word)| (length, Read::Word(word)))
        }
        _ if is_invisible(first) => Some((first.len_utf8(), Read::Nothing)),
        _ => word_in_other_languages(rest)
            .map(|(length, word)| (length, Read::Word(word)))
            .or_else(|| undisguised(first).map(|ascii| (first.len_utf8(), Read::Character(ascii)))),
    };
    decoded.ok_or(first.len_utf8())
}

/// Backslashes that one escape has at the most.
const ESCAPE_SLASHES: usize = 16;

/// The same for backslashes: those of one run are read once.
fn backslashes(rest: &str) -> Result<(usize, Read), usize> {
    let slashes = rest.bytes().take_while(|&byte| byte == b'\\').count();
    let plain = slashes.saturating_sub(ESCAPE_SLASHES);
    if plain > 0 {
        return Err(plain);
    }
    rest.get(slashes..).and_then(escaped).map(|(length, read)| (slashes + length, read)).ok_or(slashes)
}

/// What the backslashes of `\"`, `\n`, `\u0026` make of the text behind them.
fn escaped(after: &str) -> Option<(usize, Read)> {
    let read = |length: usize, character| Some((length, Read::Character(character)));
    match after.bytes().next()? {
        b'"' => read(1, '"'),
        b'\'' => read(1, '\''),
        b'/' => read(1, '/'),
        b'n' => read(1, '\n'),
        b't' => read(1, '\t'),
        b'r' => read(1, '\r'),
        b'u' | b'x' => {
            let digits = if after.starts_with('u') { 4 } else { 2 };
            let code = u32::from_str_radix(after.get(1..=digits)?, 16).ok()?;
            let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            if character == '\0' && begins_pair(after.get(1 + digits..)?) {
                return read(1 + digits, '\n');
            }
            if is_invisible(character) {
                return Some((1 + digits, Read::Nothing));
            }
            read(1 + digits, undisguised(character).unwrap_or(character))
        }
        _ => None,
    }
}

/// Whether a text begins like the next of the variables that NULs separate: `NAME=`.
fn begins_pair(text: &str) -> bool {
    let in_name = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    let name = text.bytes().take(NAME_BYTES).take_while(in_name).count();
    name > 1 && text.as_bytes().get(name) == Some(&b'=')
}

/// The most bytes of a variable's name.
const NAME_BYTES: usize = 64;

/// `%3D`, also as `%253D`.
fn percent(rest: &str) -> Option<(usize, Read)> {
    let mut digits = rest.get(1..3)?;
    let mut length = 3;
    while digits == "25" && length < 9 {
        digits = rest.get(length..length + 2)?;
        length += 2;
    }
    let code = u8::from_str_radix(digits, 16).ok().filter(|code| matches!(code, 0x20..0x7f))?;
    Some((length, Read::Character(char::from(code))))
}

/// `&quot;`, `&#34;`, also as `&amp;quot;`.
fn entity(rest: &str) -> Option<(usize, Read)> {
    let mut amps = 0;
    while amps < 3 && rest.get(1 + 4 * amps..5 + 4 * amps) == Some("amp;") {
        amps += 1;
    }
    let name = rest.get(1 + 4 * amps..)?;
    let end = name.bytes().take(8).position(|byte| byte == b';');
    let character = match end.and_then(|end| name.get(..end)) {
        Some("quot") => '"',
        Some("apos") => '\'',
        Some("lt") => '<',
        Some("gt") => '>',
        Some("equals") => '=',
        Some("colon") => ':',
        Some(number) if number.starts_with('#') => {
            let digits = number.get(1..)?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)?
        }
        _ if amps > 0 => return Some((1 + 4 * amps, Read::Character('&'))),
        _ => return None,
    };
    Some((1 + 4 * amps + end? + 1, Read::Character(character)))
}

/// The length of the beginning of an escape sequence that colours text, `ESC [ 1 ; 31`: nothing is to be found in it.
pub(crate) fn colour_sequence(rest: &[u8]) -> usize {
    let Some(parameters) = rest.strip_prefix(b"\x1b[") else { return 0 };
    2 + parameters.iter().take(16).take_while(|byte| byte.is_ascii_digit() || **byte == b';').count()
}

/// The length of an ANSI escape sequence: CSI up to its final byte, OSC up to BEL or ST, else two bytes.
pub(crate) fn escape_sequence(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let (introducer, body) =
        if bytes.first() == Some(&0x1b) { (bytes.get(1).copied().unwrap_or_default(), 2) } else { (b'[', 2) };
    let tail = bytes.get(body..).unwrap_or_default();
    match introducer {
        b'[' => {
            let parameters = tail.iter().take(32).take_while(|byte| matches!(byte, 0x20..=0x3f)).count();
            let ends = matches!(tail.get(parameters), Some(0x40..=0x7e));
            body + parameters + usize::from(ends)
        }
        b']' => match tail.iter().take(256).position(|byte| matches!(byte, 0x07 | 0x1b | b'\n')) {
            Some(end) if tail.get(end) == Some(&0x07) => body + end + 1,
            Some(end) if tail.get(end..end + 2) == Some(b"\x1b\\") => body + end + 2,
            _ => body,
        },
        0x20..=0x7e => 2,
        _ => 1,
    }
}

/// Characters that are not seen: controls, zero-width and bidirectional marks, tags, variation selectors, soft hyphens.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The ASCII character that another one looks like or stands for.
fn undisguised(character: char) -> Option<char> {
    let code = u32::from(character);
    Some(match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(code - 0xfee0)?,
        '\u{1d400}'..='\u{1d6a3}' => {
            let letter = u8::try_from((code - 0x1d400) % 52).ok()?;
            char::from(if letter < 26 { b'A' + letter } else { b'a' + letter - 26 })
        }
        '\u{1d7ce}'..='\u{1d7ff}' => char::from(b'0' + u8::try_from((code - 0x1d7ce) % 10).ok()?),
        '\u{24b6}'..='\u{24cf}' => char::from(b'A' + u8::try_from(code - 0x24b6).ok()?),
        '\u{24d0}'..='\u{24e9}' => char::from(b'a' + u8::try_from(code - 0x24d0).ok()?),
        'а' | 'α' | 'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' | 'ą' | 'ậ' | 'ẩ' | 'ă' => 'a',
        'с' | 'ϲ' | 'ⅽ' | 'ç' | 'ć' | 'č' => 'c',
        'ԁ' | 'ⅾ' => 'd',
        'е' | 'ё' | 'ε' | 'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě' => 'e',
        'һ' => 'h',
        'і' | 'ι' | 'ı' | 'ⅰ' | 'í' | 'ì' | 'î' | 'ï' => 'i',
        'ј' => 'j',
        'к' | 'κ' | 'ĸ' => 'k',
        'ⅼ' | 'ӏ' | 'ł' => 'l',
        'о' | 'ο' | 'օ' | 'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ø' | 'ő' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' | 'ꜱ' | 'š' | 'ś' | 'ş' | 'Ş' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' | 'ú' | 'ù' | 'û' | 'ü' | 'ů' | 'ű' => 'u',
        'ѵ' | 'ν' => 'v',
        'ѡ' | 'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' => 'I',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        'У' | 'Υ' => 'Y',
        'ñ' | 'ń' | 'ň' => 'n',
        'ž' | 'ź' | 'ż' => 'z',
        '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' | '〝' | '〞' => '"',
        '‘' | '’' | '‚' | '‹' | '›' => '\'',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        '、' | '。' => ',',
        '∶' | '꞉' | '︓' | '﹕' => ':',
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        _ => return None,
    })
}

/// Words for secrets, and the copulas after them, in languages of other scripts.
fn word_in_other_languages(rest: &str) -> Option<(usize, &'static str)> {
    let begins = |bits: &u64, third: u8| bits & 1 << (third & 63) != 0;
    let [_, second, third, ..] = rest.as_bytes() else { return None };
    BEGINNINGS.get(usize::from(second & 63)).filter(|bits| begins(bits, *third))?;
    WORDS.iter().find(|(word, _)| rest.starts_with(word)).map(|&(word, english)| (word.len(), english))
}

/// The second and third byte of each of [`WORDS`], six bits of each: most characters begin none of them.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static BEGINNINGS: [u64; 64] = {
    let mut beginnings = [0; 64];
    let mut word = 0;
    while word < WORDS.len() {
        let bytes = WORDS[word].0.as_bytes();
        beginnings[bytes[1] as usize & 63] |= 1 << (bytes[2] & 63);
        word += 1;
    }
    beginnings
};

const WORDS: &[(&str, &str)] = &[
    ("访问密钥", " secret"),
    ("存取金鑰", " secret"),
    ("私钥", " secret"),
    ("密钥", " secret"),
    ("金鑰", " secret"),
    ("密码", " password"),
    ("密碼", " password"),
    ("口令", " password"),
    ("令牌", " token"),
    ("权杖", " token"),
    ("凭证", " token"),
    ("验证码", " otp"),
    ("驗證碼", " otp"),
    ("密鑰", " secret"),
    ("私鑰", " secret"),
    ("權杖", " token"),
    ("權限碼", " token"),
    ("憑證", " token"),
    ("通行碼", " password"),
    ("動態碼", " otp"),
    ("动态码", " otp"),
    ("授权码", " token"),
    ("授權碼", " token"),
    ("是", " is "),
    ("为", " is "),
    ("為", " is "),
    ("パスフレーズ", " passphrase"),
    ("暗証番号", " pin"),
    ("合言葉", " password"),
    ("トークン", " token"),
    ("秘密鍵", " secret"),
    ("シークレットキー", " secret"),
    ("シークレット", " secret"),
    ("アクセスキー", " secret"),
    ("キー", " key"),
    ("認証コード", " otp"),
    ("確認コード", " otp"),
    ("ワンタイムパスワード", " otp"),
    ("パスワード", " password"),
    ("비밀번호는", " password is "),
    ("암호는", " password is "),
    ("토큰은", " token is "),
    ("비밀번호", " password"),
    ("암호", " password"),
    ("토큰", " token"),
    ("비밀 키", " secret"),
    ("인증번호", " otp"),
    ("액세스 키", " secret"),
    ("は", " is "),
    ("패스워드", " password"),
    ("비밀키", " secret"),
    ("пароль —", " password is "),
    ("пароль для", " password for "),
    ("секретный ключ", " secret"),
    ("Секретный ключ", " secret"),
    ("ключ доступа", " secret"),
    ("Ключ доступа", " secret"),
    ("закрытый ключ", " secret"),
    ("пин-код", " pin"),
    ("ПИН-код", " pin"),
    ("код подтверждения", " otp"),
    ("Код подтверждения", " otp"),
    ("пароль", " password"),
    ("Пароль", " password"),
    ("ПАРОЛЬ", " password"),
    ("пароля", " password"),
    ("токен", " token"),
    ("Токен", " token"),
    ("секрет", " secret"),
    ("Секрет", " secret"),
    ("ключ API", " apikey"),
    ("κωδικός", " password"),
    ("Κωδικός", " password"),
    ("סיסמה", " password"),
    ("סיסמא", " password"),
    ("كلمة المرور الخاصة بك هي", " password is "),
    ("الرمز السري", " password"),
    ("رمز التحقق", " otp"),
    ("مفتاح", " secret"),
    ("كلمة المرور", " password"),
    ("كلمة السر", " password"),
    ("पासवर्ड", " password"),
    ("गुप्त कुंजी", " secret"),
    ("कूटशब्द", " password"),
    ("ओटीपी", " otp"),
    ("รหัสผ่าน", " password"),
];

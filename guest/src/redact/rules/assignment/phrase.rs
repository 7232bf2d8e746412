//! Names of several words in languages that put the noun first: `clé API`, `chave de acesso`.

use crate::redact::around::{byte, is_word_byte, stands_folded};
use crate::redact::name::{FIRST_WORDS, Name, Sure};
use crate::redact::scan::Token;

/// What tells that the key is a secret.
const QUALIFIERS: &[&[u8]] = &[
    b" api",
    b" de api",
    b" da api",
    b" de la api",
    b" d'api",
    b" dell'api",
    b" de l'api",
    b" de acceso",
    b" de acesso",
    b" d'acces",
    b" di accesso",
    b" dostepu",
];

/// The name that the token begins, whole.
#[inline]
pub(super) fn begun(text: &[u8], token: Token) -> Option<(Token, Name)> {
    let may_begin = token.end - token.start <= NOUN_BYTES && byte(text, token.end) == b' ';
    if may_begin { whole(text, token) } else { None }
}

/// The most bytes of a noun.
const NOUN_BYTES: usize = 6;

#[cold]
fn whole(text: &[u8], token: Token) -> Option<(Token, Name)> {
    let noun = token.of(text);
    if !FIRST_WORDS.iter().any(|known| noun.eq_ignore_ascii_case(known.as_bytes())) {
        return None;
    }
    let end = QUALIFIERS.iter().find_map(|words| {
        let end = token.end + words.len();
        (stands_folded(text, token.end, words) && !is_word_byte(byte(text, end))).then_some(end)
    })?;
    Some((Token { end, ..token }, Name { marker: "API_KEY", sure: Sure::Secret }))
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn the_noun_may_stand_first() {
        for (text, shown) in [
            ("clé API : Kq83nfaPz1Lx", "clé API : <REDACTED:API_KEY>"),
            ("clé d'api=Kq83nfaPz1Lx", "clé d'api=<REDACTED:API_KEY>"),
            ("chave de API: Kq83nfaPz1Lx", "chave de API: <REDACTED:API_KEY>"),
            ("clave de acceso: Kq83nfaPz1Lx", "clave de acceso: <REDACTED:API_KEY>"),
            ("chiave api: Kq83nfaPz1Lx", "chiave api: <REDACTED:API_KEY>"),
            ("API-Schlüssel: Kq83nfaPz1Lx", "API-Schlüssel: <REDACTED:API_KEY>"),
            ("api sleutel=Kq83nfaPz1Lx", "api sleutel=<REDACTED:API_KEY>"),
            ("parola d'ordine: Kq83nfa", "parola d'ordine: <REDACTED:PASSWORD>"),
        ] {
            assert_eq!(redact(text), shown);
        }
        for text in ["clé api manquante", "la chave do carro: Kq83nfaPz1Lx", "article api: Kq83nfaPz1Lx"] {
            assert_eq!(redact(text), text);
        }
    }
}

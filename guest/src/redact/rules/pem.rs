//! Private keys in PEM, in the files of other programs, and in JSON Web Keys.

mod block;
mod file;
mod jwk;
mod line;
mod open;

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

pub(crate) use block::may_go_on;
pub(crate) use jwk::private_members;
pub(crate) use line::{Prefix, last_word};
pub(crate) use open::OpenBlock;

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape {
        words: &[&["begin", "-end", "private-lines", "kty", "rsakeyvalue", "rsaparameters"]],
        min_bytes: 3,
        ..Shape::ANY
    }),
    find,
    member: None,
};

/// What stands in the place of a private key.
pub(crate) const MARKER: Marker = Marker::Secret("PRIVATE_KEY");

/// The most bytes of a real block: an RSA key of 16,384 bits is 12.5 kB. A longer one is hidden whole all
/// the same.
const BLOCK_BYTES: usize = 16_384;

const RULES: &[Rule] = &[Rule {
    id: "pem-private-key",
    kind: Kind::Secret,
    source: "RFC 7468, sections 2 and 10 to 11; RFC 4880 section 6.2 for PGP; RFC 4716; RFC 7518 section 6; XML Signature section 4.5.2; the file \
             formats of PuTTY and OpenVPN",
    keywords: &["-----BEGIN", "-----END", "---- BEGIN", "Private-Lines", "kty"],
    max_bytes: BLOCK_BYTES,
    hits: &[
        (
            concat!("key\n-----BEGIN RSA PRIV", "ATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\ndone"),
            "key\n<REDACTED:PRIVATE_KEY>\ndone",
        ),
        (concat!("-----BEGIN PRIV", "ATE KEY-----\nMIIEow+/9sdfk3"), "<REDACTED:PRIVATE_KEY>"),
        (
            concat!("> -----BEGIN PRIV", "ATE KEY-----\n> MIIEow+/9sdfk3\n> -----END PRIVATE KEY-----\n> ok"),
            "> <REDACTED:PRIVATE_KEY>\n> ok",
        ),
        (
            concat!(
                "tail:\nq8sYsNRNEbbIFO70Mpq8lS4dVaNuCeOjWm5YhD2\nk9+=\n-----END PRIV",
                "ATE KEY-----\nthe head was cut off"
            ),
            "tail:\n<REDACTED:PRIVATE_KEY>\nthe head was cut off",
        ),
        (
            "Public-Lines: 1\nAAAAC3NzaC1l\nPrivate-Lines: 1\nPH7r8fGDalHaX7VgxN\nPrivate-MAC: 00",
            "Public-Lines: 1\nAAAAC3NzaC1l\nPrivate-Lines: 1\n<REDACTED:PRIVATE_KEY>\nPrivate-MAC: 00",
        ),
        (
            concat!(
                "---- BEGIN SSH2 PRIV",
                "ATE KEY ----\nP2/56wAAAgIAAA\n---- END SSH2 PRIVATE KEY ----\nok"
            ),
            "<REDACTED:PRIVATE_KEY>\nok",
        ),
        (
            concat!("-----BEGIN OpenVPN Stat", "ic key V1-----\n6acef03f62675b4b1bbd03e5\n"),
            "<REDACTED:PRIVATE_KEY>\n",
        ),
        (
            "key {'kty': 'oct', 'k': 'OXUmKwvzfyMcU2of_WRR', 'alg': 'HS256'}",
            "key {'kty': 'oct', 'k': '<REDACTED:PRIVATE_KEY>', 'alg': 'HS256'}",
        ),
        (
            "<RSAKeyValue><Exponent>AQAB</Exponent><P>xB7jaSXbdsbIL08+jE</P></RSAKeyValue>",
            "<RSAKeyValue><Exponent>AQAB</Exponent><P><REDACTED:PRIVATE_KEY></P></RSAKeyValue>",
        ),
        (
            "<ds:RSAKeyValue a=\"b\">\n  <ds:InverseQ>\n    xB7jaSXbdsb\n    IL08+jE=\n  </ds:InverseQ>\n",
            "<ds:RSAKeyValue a=\"b\">\n  <ds:InverseQ>\n    <REDACTED:PRIVATE_KEY>\n  </ds:InverseQ>\n",
        ),
        (
            "<RSAParameters><D>xB7jaSXbdsbIL08+jE</D></RSAParameters>",
            "<RSAParameters><D><REDACTED:PRIVATE_KEY></D></RSAParameters>",
        ),
        ("kty: EC\nd: OXUmKwvzfyMcU2of_WRR\n", "kty: EC\nd: <REDACTED:PRIVATE_KEY>\n"),
    ],
    misses: &[
        ("<RSAKeyValue><Modulus>xB7jaSXbdsbIL08+jE</Modulus></RSAKeyValue>", "the public part"),
        ("kty: EC, d: not shown", "no key"),
        ("Public-Lines: 1\nAAAAC3NzaC1l", "a public key"),
        ("---- BEGIN SSH2 PUBLIC KEY ----\nAAAAB3", "so is this"),
        ("-----BEGIN CERTIFICATE-----", "a certificate is public"),
        ("-----BEGIN PUBLIC KEY-----", "so is a public key"),
        ("expected -----BEGIN PRIVATE KEY----- in the file", "no key follows"),
        ("-----BEGIN PRIVATE KEY-----\n2026-11-30 INFO ready", "the next entry is none of its body"),
        ("-----END PRIVATE KEY----- is missing", "no key stands before it"),
    ],
}];

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let file = match token.of(text) {
        b"BEGIN" => file::ssh2(text, token.end),
        b"Private-Lines" => file::counted_lines(text, token.end),
        b"kty" => {
            private_members(text, token.start, findings);
            None
        }
        name @ (b"RSAKeyValue" | b"RSAParameters") => {
            jwk::private_elements(text, name, token.end, findings);
            None
        }
        _ => None,
    };
    if let Some(key) = file {
        findings.push(Finding::new(key.start, key.end, MARKER));
        return key.end;
    }
    match token.of(text) {
        [.., b'B', b'E', b'G', b'I', b'N'] => block::begun(text, token.end, findings),
        [.., b'-', b'E', b'N', b'D'] => {
            let Some(block) = block::ended(text, token.end) else { return token.end };
            findings.extend(block.is_private.then(|| Finding::new(block.start, block.end, MARKER)));
            block.end
        }
        _ => token.end,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Redactor, Scope};
    use gobo_contract::RedactionOptions;

    const HEAD: &str = concat!("-----BEGIN RSA PRIV", "ATE KEY-----");
    const TAIL: &str = concat!("-----END RSA PRIV", "ATE KEY-----");
    const BODY: [&str; 3] = [
        "zq4wVa9sYsNRNEbbIFO70MpufeFZqOzqd88ENcs8H7fzq+wVa9sYsNRNEbbIFO7a",
        "zqq8nP+vTzK3rXb1Wm5YhD2/LcJ7sEoUgAi9tRkQxGyM0fBwHpZ6lS4dVaNuCeOj",
        "zq7dT2k=",
    ];

    fn redact(text: &str) -> String {
        let mut redactor = Redactor::new(&RedactionOptions::default(), Scope::Logs).expect("no user rules");
        redactor.redact(text).into_owned()
    }

    fn lines(first: &str, others: &str, end: &str) -> String {
        let body = BODY.map(|line| format!("{others}{line}{end}\n")).concat();
        format!("start\n{first}{HEAD}{end}\n{body}{others}{TAIL}{end}\nfinish")
    }

    #[test]
    fn a_key_goes_whatever_stands_before_each_of_its_lines() {
        for prefix in [
            "> ",
            "| ",
            "# ",
            " * ",
            "// ",
            "    ",
            "pod-1 | ",
            "[app] ",
            "[pod/api-7c9f/api] ",
            "2026-11-30T10:15:00.123Z ",
            "2026-11-30 10:15:00 INFO [main] c.a.Keys - ",
            "Nov 30 10:15:00 app[123]: ",
        ] {
            for (first, end) in
                [(prefix.to_owned(), ""), (format!("{prefix}the key is "), ""), (prefix.to_owned(), "\r")]
            {
                let text = lines(&first, prefix, end);
                let redacted = redact(&text);
                assert!(!redacted.contains("zq"), "{text} -> {redacted}");
                assert!(redacted.starts_with("start\n") && redacted.ends_with("\nfinish"), "{redacted}");
            }
        }
    }

    #[test]
    fn a_key_goes_that_is_put_together_in_source_code() {
        for (first, others, end) in [
            ("String key = \"", "    \"", "\\n\" +"),
            ("key = ('", "       '", "\\n'"),
            ("const k = [\"", "  \"", "\","),
            ("echo \"", "", "\\"),
        ] {
            let text = lines(first, others, end);
            let redacted = redact(&text);
            assert!(!redacted.contains("zq"), "{text} -> {redacted}");
            assert!(redacted.ends_with("finish"), "{redacted}");
        }
    }

    #[test]
    fn what_is_left_of_a_key_goes_wherever_it_is_cut() {
        for prefix in ["", "> ", "2026-11-30T10:15:00.123Z app: "] {
            let text = lines(prefix, prefix, "");
            let body = text.find("zq").expect("a body");
            for cut in body..text.len() {
                let redacted = redact(&text[..cut]);
                assert!(!redacted.contains("zq"), "{cut}: {redacted}");
            }
            for line in text.lines().skip(2).take(2) {
                let redacted = redact(&text[text.find(line).expect("a line")..]);
                assert!(!redacted.contains("zq"), "{redacted}");
            }
        }
    }

    #[test]
    fn what_follows_a_key_that_was_cut_short_stays() {
        for (after, kept) in [
            ("2026-11-30 10:15:01 INFO ready", "\n2026-11-30 10:15:01 INFO ready"),
            ("ready to serve", "\nready to serve"),
            ("", "\n"),
        ] {
            let text = format!("{HEAD}\n{}\n{after}", BODY[0]);
            assert_eq!(redact(&text), format!("<REDACTED:PRIVATE_KEY>{kept}"));
        }
        for line in ["INFO ", "stdout F ", "\tat "] {
            let text = format!("{line}the key {HEAD}\n{line}{0}\n{line}{0}\n{line}v2 is up-to-date", BODY[0]);
            assert_eq!(
                redact(&text),
                format!("{line}the key <REDACTED:PRIVATE_KEY>\n{line}v2 is up-to-date")
            );
        }
        for end in ["<br>", "%0A", "&#10;", " | ", "\\\\n"] {
            let text = format!("{HEAD}{end}{0}{end}{0}{end}{TAIL} ok", BODY[0]);
            assert_eq!(redact(&text), "<REDACTED:PRIVATE_KEY> ok");
            let text = format!("{HEAD}{end}{0}{end}{0}", BODY[0]);
            assert_eq!(redact(&text), "<REDACTED:PRIVATE_KEY>");
        }
        let text = format!("key=\"{HEAD}\\n{}\" attempt=3", BODY[0]);
        assert_eq!(redact(&text), "key=\"<REDACTED:PRIVATE_KEY>\" attempt=3");
        let text = format!("{HEAD}\n{}\n{TAIL} retry in 5 s", BODY[0]);
        assert_eq!(redact(&text), "<REDACTED:PRIVATE_KEY> retry in 5 s");
    }

    const KEY: [&str; 5] = [HEAD, BODY[0], BODY[1], BODY[2], TAIL];

    #[test]
    fn a_key_goes_whose_lines_stand_in_documents_of_their_own() {
        let forms: [fn(&str) -> String; 9] = [
            |line| format!("{line} [info] (main)"),
            |line| serde_json::json!({ "level": "info", "message": line, "n": 1 }).to_string(),
            |line| format!("[pod/api/api] {}", serde_json::json!({ "log": format!("{line}\n") })),
            |line| serde_json::json!({ "log": serde_json::json!({ "msg": line }).to_string() }).to_string(),
            |line| {
                serde_json::json!({ "body": { "stringValue": line }, "a": [{ "stringValue": "a" }] })
                    .to_string()
            },
            |line| format!("{{\"line{}\": \"app: {line}\"}}", line.len()),
            |line| format!("level=info msg=\"{line}\" n=1"),
            |line| format!("<log><msg>{line}</msg></log>"),
            |line| format!("2026-11-30,app,\"{line}\",x"),
        ];
        for form in forms {
            let text = KEY.map(form).join("\n") + "\n" + &form("ready");
            let redacted = redact(&text);
            let ready = form("ready").replace("pod/api", "pod/<POD:1>");
            assert!(!redacted.contains("zq") && redacted.ends_with(&ready), "{text} -> {redacted}");
            assert_eq!(redact(&redacted), redacted);
        }
    }

    #[test]
    fn a_key_without_its_head_goes_from_documents_too() {
        let document =
            |line: &str| format!("[pod/api/api] {{\"n\":{},\"msg\":\"{line}\",\"a\":1}}", line.len());
        let text = [BODY[0], BODY[1], BODY[2], TAIL, "ready"].map(document).join("\n");
        let redacted = redact(&text);
        assert!(!redacted.contains("zq") && redacted.contains("\"ready\""), "{redacted}");
        let alone = [BODY[0], "GET /health 200", BODY[2]].map(document).join("\n");
        assert!(redact(&alone).contains(BODY[0]), "a single line is a checksum");
    }

    #[test]
    fn a_key_goes_between_the_documents_of_other_programs() {
        let key = KEY.map(|line| serde_json::json!({ "values": [["1770113472000", line]] }).to_string());
        let other = serde_json::json!({ "values": [["1770113472000", "GET /health 200"]] }).to_string();
        let redacted = redact(&key.join(&format!("\n{other}\n")));
        assert!(!redacted.contains("zq") && redacted.matches("/health").count() == 4, "{redacted}");
    }

    #[test]
    fn a_key_goes_whose_lines_are_the_strings_of_a_list() {
        let lines: Vec<_> = KEY.iter().map(|line| serde_json::json!({ "n": 1, "text": line })).collect();
        for document in [serde_json::json!({ "key": KEY, "a": "ready" }), serde_json::json!([lines, "ready"])]
        {
            for text in [document.to_string(), format!("{document:#}")] {
                let redacted = redact(&text);
                assert!(!redacted.contains("zq") && redacted.contains("\"ready\""), "{text} -> {redacted}");
            }
        }
    }

    #[test]
    fn lines_of_other_programs_between_those_of_a_key_stay() {
        for (prefix, other) in [
            ("", "GET /health 200"),
            ("api-1 | ", "web-1 | GET /health 200"),
            ("2026-11-30 10:15:00 app: ", "2026-11-30 10:15:00 app: ready"),
            ("", "ready"),
        ] {
            let [head, first, second, last, tail] = KEY.map(|line| format!("{prefix}{line}"));
            let text = [&head, other, &first, other, other, &second, &last, &tail, other].join("\n");
            let gone = format!("{prefix}<REDACTED:PRIVATE_KEY>");
            assert_eq!(redact(&text), [&gone, other, &gone, other, other, &gone, other].join("\n"));
            let text = [&head, &first, other, &second, other, &last, &tail, other].join("\n");
            assert_eq!(redact(&text), [&gone, other, &gone, other, &gone, other].join("\n"));
        }
        let digest = "3f2b8c1e7a904d5e9c3b1a2b3c4d5e6f3f2b8c1e7a904d5e9c3b1a2b3c4d5e6f";
        let text = format!("{HEAD} was expected\n{digest}\nready");
        assert_eq!(redact(&text), text);
    }

    #[test]
    fn a_certificate_stays() {
        let text = lines("", "", "").replace("RSA PRIVATE KEY", "CERTIFICATE");
        assert_eq!(redact(&text), text);
    }
}

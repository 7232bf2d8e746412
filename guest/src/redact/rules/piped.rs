//! Secrets that are piped into a command that asks for them: `echo … | sudo -S`, `echo user:… | chpasswd`.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_placeholder, value_at};

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { words: &[&["echo", "printf"]], min_bytes: 4, ..Shape::ANY }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "piped-password",
    kind: Kind::Secret,
    source: "the manual pages of sudo, chpasswd, passwd and docker login",
    keywords: &["echo", "printf"],
    max_bytes: 512,
    hits: &[
        ("echo Kq83nfa | sudo -S ls", "echo <REDACTED:PASSWORD> | sudo -S ls"),
        ("echo \"bo:Kq83nfa\" | sudo chpasswd", "echo \"bo:<REDACTED:PASSWORD>\" | sudo chpasswd"),
        (
            "printf '%s' 'Kq83nfa' | docker login -u bo --password-stdin",
            "printf '%s' '<REDACTED:PASSWORD>' | docker login -u bo --password-stdin",
        ),
    ],
    misses: &[
        ("echo ready | tee log", "no command that asks"),
        ("echo -n Kq83nfa|base64", "no command that asks"),
        ("echo $PASS | sudo -S ls", "a variable"),
        ("echo sudo -S | wc", "nothing is asked for"),
    ],
}];

/// The most bytes of the command after the pipe that are looked at.
const COMMAND_BYTES: usize = 96;

/// Words that tell that a command reads a secret.
const READERS: &[&[u8]] = &[
    b"chpasswd",
    b"passwd",
    b"smbpasswd",
    b"--password-stdin",
    b"--with-token",
    b"--passphrase-fd",
    b"kinit",
    b"cryptsetup",
    b"stdin",
];

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if !matches!(token.of(text), b"echo" | b"printf") {
        return token.end;
    }
    let Some(value) = argument(text, token.end) else { return token.end };
    let after = value.end + usize::from(value.quoted);
    let rest = text.get(after..text.len().min(after + COMMAND_BYTES)).unwrap_or_default();
    let blanks = rest.iter().take(4).take_while(|byte| **byte == b' ').count();
    if rest.get(blanks) != Some(&b'|') {
        return token.end;
    }
    let rest = rest.get(blanks + 1..).unwrap_or_default();
    let line = rest.iter().position(|byte| matches!(byte, b'\n' | b';' | b'|')).unwrap_or(rest.len());
    let command = rest.get(..line).unwrap_or_default();
    let asks_sudo = command.trim_ascii_start().starts_with(b"sudo ")
        && (contains(command, b" -S") || contains(command, b" -kS"));
    if !asks_sudo && !command.split(|&byte| byte == b' ').any(|word| READERS.contains(&word)) {
        return token.end;
    }
    if is_placeholder(value.of(text)) || value.of(text).starts_with(b"$") {
        return token.end;
    }
    // `chpasswd` reads the account too.
    let colon =
        value.of(text).iter().position(|&byte| byte == b':').filter(|_| contains(command, b"chpasswd"));
    let start = value.start + colon.map_or(0, |colon| colon + 1);
    if is_placeholder(text.get(start..value.end).unwrap_or_default()) {
        return token.end;
    }
    findings.push(Finding::new(start, value.end, Marker::Secret("PASSWORD")));
    value.end
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|bytes| bytes == word)
}

/// The first argument that is no flag and no format.
fn argument(text: &[u8], at: usize) -> Option<Value> {
    let mut at = at;
    for _ in 0..3 {
        at += text.get(at..)?.iter().take(4).take_while(|byte| **byte == b' ').count();
        let look = text.get(..text.len().min(at + 256))?;
        let value = value_at(look, at)?;
        if !value.of(text).starts_with(b"-") && !contains(value.of(text), b"%") {
            return Some(value);
        }
        at = value.end + usize::from(value.quoted);
    }
    None
}

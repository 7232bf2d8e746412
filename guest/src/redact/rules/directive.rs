//! Directives of configurations whose argument is a secret by its place: `snmp-server community …`, `requirepass …`.

use gobo_contract::Kind;

use super::assignment::is_name;
use super::between::and_between;
use super::listed;
use crate::redact::around::{byte, run, run_back, stands};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{
    Value, is_placeholder, is_word, looks_chosen, marker_length, plain_word_end, value_at,
};
use crate::redact::words::{Words, first_column, is_same};

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { more_words: &[&WORDS], min_bytes: 3, ..Shape::ANY }),
    find: |text, token, findings| and_between(find, text, token, findings),
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "directive-argument",
    kind: Kind::Secret,
    source: "the configuration guides of Cisco IOS, Junos, FortiOS, VRP, Net-SNMP, Redis; the manual pages of kubectl and chpasswd",
    keywords: &["community", "requirepass", "enable secret"],
    max_bytes: 512,
    hits: &[
        ("snmp-server community otter RO", "snmp-server community <REDACTED:PASSWORD> RO"),
        ("rocommunity Kq83nfa localhost", "rocommunity <REDACTED:PASSWORD> localhost"),
        ("com2sec reader default Kq83nfa", "com2sec reader default <REDACTED:PASSWORD>"),
        ("enable secret 5 Kq83nfa", "enable secret 5 <REDACTED:PASSWORD>"),
        ("username bo privilege 15 secret Kq83nfa", "username bo privilege 15 secret <REDACTED:PASSWORD>"),
        ("tacacs-server key Kq83nfa", "tacacs-server key <REDACTED:PASSWORD>"),
        ("requirepass Kq83nfa", "requirepass <REDACTED:PASSWORD>"),
        (
            "\"CONFIG\" \"SET\" \"requirepass\" \"Kq83nfa\"",
            "\"CONFIG\" \"SET\" \"requirepass\" \"<REDACTED:PASSWORD>\"",
        ),
        (
            "3) \"requirepass\"\n   4) \"Kq83nfa\"\n5) \"\"",
            "3) \"requirepass\"\n   4) \"<REDACTED:PASSWORD>\"\n5) \"\"",
        ),
        (
            " 4) 1) \"acl\"\n    2) \"setuser\"\n    3) \"bo\"\n    4) \"on\"\n    5) \">Kq83nfa\"\n 5) \"\"",
            " 4) 1) \"acl\"\n    2) \"setuser\"\n    3) \"bo\"\n    4) \"on\"\n    5) \"><REDACTED:PASSWORD>\"\n 5) \"\"",
        ),
        (
            "chpasswd:\n  list: |\n    root:otter\n    bo:Kq83nfa\n  expire: false",
            "chpasswd:\n  list: |\n    root:<REDACTED:PASSWORD>\n    bo:<REDACTED:PASSWORD>\n  expire: false",
        ),
        ("chpasswd <<EOF\nroot:otter\nEOF", "chpasswd <<EOF\nroot:<REDACTED:PASSWORD>\nEOF"),
        (
            "createUser bo SHA \"Kq83nfa\" AES Kq83nfb",
            "createUser bo SHA \"<REDACTED:PASSWORD>\" AES <REDACTED:PASSWORD>",
        ),
        (
            "kubectl create secret generic db --from-literal=key=Kq83nfa",
            "kubectl create secret generic db --from-literal=key=<REDACTED:PASSWORD>",
        ),
        ("ACL SETUSER bo on >otter ~* +get", "ACL SETUSER bo on ><REDACTED:PASSWORD> ~* +get"),
        ("\"SETUSER\" \"bo\" \"on\" \">otter\"", "\"SETUSER\" \"bo\" \"on\" \"><REDACTED:PASSWORD>\""),
        ("user bo on >otter ~* +@all", "user bo on ><REDACTED:PASSWORD> ~* +@all"),
        ("user bo insecure-password otter", "user bo insecure-password <REDACTED:PASSWORD>"),
        ("rootpw --plaintext otter", "rootpw --plaintext <REDACTED:PASSWORD>"),
        ("%any : PSK \"otter\"", "%any : PSK \"<REDACTED:PASSWORD>\""),
        ("d-i passwd/root-password password otter", "d-i passwd/root-password password <REDACTED:PASSWORD>"),
        ("stats auth bo:otter", "stats auth bo:<REDACTED:PASSWORD>"),
        ("get-it --user bo:Kq83nfa x", "get-it --user bo:<REDACTED:PASSWORD> x"),
        ("get-it --creds=bo:Kq83nfa", "get-it --creds=bo:<REDACTED:PASSWORD>"),
        ("chpasswd: bo:Kq83nfa", "chpasswd: bo:<REDACTED:PASSWORD>"),
        ("logged command:enable secret 0 Kq83nfa", "logged command:enable secret 0 <REDACTED:PASSWORD>"),
        ("set password ENC Kq83nfa+/s=", "set password ENC <REDACTED:PASSWORD>"),
        ("secret \"$9$Kq83nfa\"; ## SECRET-DATA", "secret \"<REDACTED:PASSWORD>\"; ## SECRET-DATA"),
        ("pre-shared-key ascii-text \"Kq83nfa\";", "pre-shared-key ascii-text \"<REDACTED:PASSWORD>\";"),
        ("ntp authentication-key 1 md5 Kq83nfa", "ntp authentication-key 1 md5 <REDACTED:PASSWORD>"),
        ("crypto isakmp key Kq83nfa address", "crypto isakmp key <REDACTED:PASSWORD> address"),
        ("preshared-key otter99", "preshared-key <REDACTED:PASSWORD>"),
        (
            "pre-shared-key address 0.0.0.0 key Kq83nfaPz1",
            "pre-shared-key address <IP:1> key <REDACTED:PASSWORD>",
        ),
        ("echo \"::add-mask::otter\"", "echo \"::add-mask::<REDACTED:PASSWORD>\""),
        (" key 7 0822455D0A16", " key 7 <REDACTED:PASSWORD>"),
    ],
    misses: &[
        ("snmp-server community is not set", "prose"),
        ("set password for the account", "prose"),
        ("sort key 7 columns", "no encoded key"),
        ("computed md5 of the file", "a digest"),
        ("enable secret rotation", "prose"),
        ("requirepass db_password: ${PASS}", "another name"),
        ("requirepass and masterauth are not the same", "prose"),
        ("kubectl create configmap x --from-literal=level=debug", "no secret"),
        ("user bo >5 days old, user ann <ann@shop> off", "no rules"),
        ("user default on nopass ~* +@all", "no password"),
        ("the community edition", "another community"),
        ("echo \"::add-mask::$TOKEN\"; ::add-mask::***", "a variable and a mask"),
        ("chpasswd: line 3: user bo unknown", "no pair"),
        ("docker run --user 1000:1000 a; docker run --user app:staff", "a group"),
    ],
}];

/// Where the secret stands after its directive.
#[derive(Clone, Copy)]
enum Place {
    /// After so many other arguments.
    Argument(u8),
    /// After a word that tells how it is encoded, or none.
    Encoded,
    /// In the form of a router that hides it: `"$9$…"`, `7 0822455D0A16`.
    Obscured,
    /// After the number of a key: `message-digest-key 1 md5 …`.
    Keyed,
    /// `name=secret`, in commands that make one.
    Literal,
    /// `user:secret`.
    Account,
    /// `user:secret`, where another thing than a secret may stand.
    Login,
    /// `user:secret` in each line of a list or of what is read from standard input.
    Accounts,
    /// After two colons, in a command of a workflow: `::add-mask::secret`.
    Masked,
    /// Among the rules of an account, after the sign of a password or of its hash: `on >secret ~* +@all`.
    Rules,
}

/// A directive, the words of which one stands before it, if one must, and where its secret stands.
type Directive = (&'static str, &'static [&'static [u8]], Place);

const DIRECTIVES: &[Directive] = &[
    ("community", &[b"snmp-server"], Place::Argument(0)),
    ("rocommunity", &[], Place::Argument(0)),
    ("rwcommunity", &[], Place::Argument(0)),
    ("com2sec", &[], Place::Argument(2)),
    ("createuser", &[], Place::Argument(2)),
    ("createuser", &[], Place::Argument(4)),
    ("requirepass", &[], Place::Argument(0)),
    ("setuser", &[], Place::Rules),
    ("user", &[], Place::Rules),
    ("masterauth", &[], Place::Argument(0)),
    ("auth-pass", &[], Place::Argument(1)),
    ("auth_pass", &[], Place::Argument(0)),
    ("bindpw", &[], Place::Argument(0)),
    ("rootpw", &[], Place::Encoded),
    ("mit-magic-cookie-1", &[], Place::Argument(0)),
    ("psk", &[b""], Place::Argument(0)),
    ("xauth", &[b""], Place::Argument(0)),
    ("password", PRESEEDED, Place::Argument(0)),
    ("add-mask", &[b"::"], Place::Masked),
    ("secret", &[b"enable", b"set"], Place::Encoded),
    ("password", &[b"set"], Place::Encoded),
    ("passwd", &[b"set"], Place::Encoded),
    ("psksecret", &[b"set"], Place::Encoded),
    ("key", &[b"radius-server", b"tacacs-server", b"isakmp", b"pre-shared-key"], Place::Encoded),
    ("key", &[], Place::Obscured),
    ("secret", &[], Place::Obscured),
    ("authentication-key", &[], Place::Obscured),
    ("encrypted-password", &[], Place::Obscured),
    ("key-string", &[], Place::Encoded),
    ("authentication-key", &[b"ospf"], Place::Encoded),
    ("ascii-text", &[b"pre-shared-key"], Place::Argument(0)),
    ("pre-shared-key", &[], Place::Encoded),
    ("preshared-key", &[], Place::Encoded),
    ("password_pbkdf2", &[], Place::Argument(1)),
    ("pre-shared-secret", &[b"authentication"], Place::Argument(0)),
    ("wpa-psk", &[], Place::Encoded),
    ("md5", &[], Place::Keyed),
    ("md5", &[b"auth"], Place::Encoded),
    ("sha", &[b"auth"], Place::Encoded),
    ("aes", &[b"priv"], Place::Encoded),
    ("des", &[b"priv"], Place::Encoded),
    ("cipher", &[b"password", b"read", b"write", b"irreversible-password", b"simple"], Place::Argument(0)),
    ("irreversible-cipher", &[b"password"], Place::Argument(0)),
    ("--from-literal", &[], Place::Literal),
    ("community", &[b"snmp"], Place::Argument(0)),
    ("insecure-password", &[], Place::Argument(0)),
    ("auth", &[b"stats"], Place::Account),
    ("chpasswd", &[], Place::Account),
    ("chpasswd", &[], Place::Accounts),
    ("add_onion", &[], Place::Account),
    ("--user", &[], Place::Login),
    ("--proxy-user", &[], Place::Login),
    ("--creds", &[], Place::Login),
    ("--auth", &[], Place::Login),
];

/// Questions of the Debian installer.
const PRESEEDED: &[&[u8]] = &[
    b"passwd/root-password",
    b"passwd/root-password-again",
    b"passwd/user-password",
    b"passwd/user-password-again",
];

/// What may stand between a directive and its secret: how that is encoded, how long a key is.
static ENCODINGS: Words = Words::new(&[
    b"0",
    b"5",
    b"6",
    b"7",
    b"8",
    b"9",
    b"ENC",
    b"ascii",
    b"hex",
    b"clear",
    b"encrypted",
    b"128",
    b"192",
    b"256",
    b"local",
    b"remote",
    b"--plaintext",
    b"--iscrypted",
]);

/// The directives' words.
static WORDS: Words = Words::new(&DIRECTIVE_WORDS);

const DIRECTIVE_WORDS: [&[u8]; DIRECTIVES.len()] = first_column(DIRECTIVES);

/// The last letters of the words one of which must stand before a directive, one bit each; any letter if none must.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static LAST_BEFORE: [u32; DIRECTIVES.len()] = {
    let mut letters = [u32::MAX; DIRECTIVES.len()];
    let mut at = 0;
    while at < DIRECTIVES.len() {
        let (_, before, place) = DIRECTIVES[at];
        if !before.is_empty() && matches!(place, Place::Argument(_) | Place::Account) {
            letters[at] = 0;
            let mut word = 0;
            while word < before.len() {
                // The empty word stands behind a colon.
                letters[at] |= match before[word] {
                    [.., last] => 1 << (*last & 31),
                    [] => 1 << (b':' & 31),
                };
                word += 1;
            }
        }
        at += 1;
    }
    letters
};

/// The most bytes before a directive that are looked at.
const BEFORE_BYTES: usize = 96;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let word = token.of(text);
    // `key_mgmt=WPA-PSK priority=3`: a value is no directive.
    let is_value = token.start.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'=');
    if is_value {
        return token.end;
    }
    let mut end = token.end;
    let mut in_prose = None;
    let last_before =
        token.start.checked_sub(2).and_then(|at| text.get(at)).map_or(u32::MAX, |last| 1 << (last & 31));
    for index in WORDS.candidates(word) {
        let Some((known, before, place)) = DIRECTIVES.get(index) else { continue };
        if LAST_BEFORE.get(index).is_some_and(|letters| letters & last_before == 0)
            || !is_same(known.as_bytes(), word)
        {
            continue;
        }
        if let Place::Rules = place {
            // A line of the file, or a command.
            let before = token.start.checked_sub(1).and_then(|before| text.get(before));
            let begins = word.len() > 4 || matches!(before, None | Some(b'\n' | b'"'));
            return if begins { hide_in_rules(text, token, findings) } else { end };
        }
        if let Place::Accounts = place {
            end = end.max(hide_accounts(text, token.end, findings));
        }
        let takes_next = matches!(place, Place::Encoded | Place::Obscured | Place::Keyed);
        if takes_next
            && *in_prose.get_or_insert_with(|| is_in_prose(text, token.end))
            && !tells_enough(before)
        {
            continue;
        }
        if let Some(value) = secret_at(text, token, before, *place)
            && is_argument(text, value, before)
        {
            findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
            end = value.end;
        }
    }
    end
}

/// Whether a sentence goes on behind a directive: what [`is_argument`] refuses, told before anything else is read.
fn is_in_prose(text: &[u8], end: usize) -> bool {
    let plain = || {
        let next = plain_word_end(text, end + 1).filter(|next| !ends_line(text, *next))?;
        text.get(end + 1..next)
    };
    text.get(end) == Some(&b' ') && plain().is_some_and(|word| word.len() > 1 && !ENCODINGS.has(word))
}

/// A word may be how a sentence goes on, unless it ends the line or the directive tells enough.
fn is_argument(text: &[u8], value: Value, before: &[&[u8]]) -> bool {
    let bytes = value.of(text);
    let is_sure = value.quoted || tells_enough(before);
    let is_prose = is_word(bytes) && !is_sure && (!before.is_empty() || !ends_line(text, value.end));
    !is_placeholder(bytes) && !is_prose && !is_name(text, value)
}

/// Whether the words before a directive are in no sentence.
fn tells_enough(before: &[&[u8]]) -> bool {
    before
        .iter()
        .any(|word| word.starts_with(b"snmp") || word.contains(&b'/') || *word == b"stats" || *word == b"::")
}

fn secret_at(text: &[u8], token: Token, before: &[&[u8]], place: Place) -> Option<Value> {
    let preceding = text.get(token.start.saturating_sub(BEFORE_BYTES)..token.start)?;
    if let Place::Masked = place {
        return if stands(text, token.end, b"::") { value_at(text, token.end + 2) } else { None };
    }
    let takes_argument = !matches!(place, Place::Literal | Place::Account | Place::Login);
    if takes_argument && !begins_argument(text, token.end) {
        return None;
    }
    if let Place::Obscured = place {
        return obscured(text, token.end);
    }
    // A log of commands joins them to a colon.
    let mut words = words_before(preceding);
    let word = words.next().unwrap_or_default();
    let follows = before.iter().any(|known| word.eq_ignore_ascii_case(known));
    match place {
        Place::Argument(others) if before.is_empty() || follows => argument(text, token.end, others),
        Place::Encoded => {
            let is_known = follows || before.is_empty() || is_privileged(preceding);
            let is_host = || words.take(3).any(|word| before.contains(&word));
            if !(is_known || is_host()) {
                return None;
            }
            (0..3)
                .map_while(|others| argument(text, token.end, others))
                .find(|value| !ENCODINGS.has(value.of(text)))
        }
        Place::Keyed => {
            let is_number = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
            let names_key = words.next().is_some_and(|before| before.ends_with(b"-key"));
            let value = argument(text, token.end, 0).filter(|_| is_number && names_key)?;
            if value.of(text).len() == 1 { argument(text, token.end, 1) } else { Some(value) }
        }
        Place::Literal => {
            let makes_secret = preceding.windows(8).any(|bytes| bytes == b" secret ");
            let name =
                text.get(token.end..)?.iter().take(BEFORE_BYTES).skip(1).position(|&byte| byte == b'=')?;
            let is_pair = matches!(text.get(token.end), Some(b'=' | b' '));
            if makes_secret && is_pair { value_at(text, token.end + 1 + name + 1) } else { None }
        }
        Place::Account if before.is_empty() || follows => of_account(text, token.end),
        Place::Login => of_account(text, token.end).filter(|value| looks_chosen(value.of(text))),
        Place::Argument(_)
        | Place::Account
        | Place::Accounts
        | Place::Rules
        | Place::Obscured
        | Place::Masked => None,
    }
}

/// `7 094F471A1A0A`, `$9$…`: what a router has scrambled.
fn obscured(text: &[u8], at: usize) -> Option<Value> {
    let begin = run(text, at, 16, |byte| matches!(byte, b' ' | b'\t' | b'"' | b'\''));
    if !matches!(byte(text, begin), b'$' | b'7' | b'\n' | b'\r') {
        return None;
    }
    let first = argument(text, at, 0)?;
    match first.of(text) {
        [b'$', b'0'..=b'9', b'$', ..] => Some(first),
        b"7" => argument(text, at, 1).filter(|value| is_type_7(value.of(text))),
        _ => None,
    }
}

/// The password in `user:password` behind a directive that ends at `at`.
fn of_account(text: &[u8], at: usize) -> Option<Value> {
    let rest = text.get(at..)?;
    let here = rest.strip_prefix(b" <<<").map_or(0, |_| 4);
    let gap = here + rest.iter().skip(here).take(4).take_while(|byte| b": ='\"".contains(byte)).count();
    let account = rest
        .iter()
        .skip(gap)
        .take(32)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(byte))
        .count();
    let colon = gap + account;
    let is_pair = gap > 0 && account > 0 && rest.get(colon) == Some(&b':');
    if is_pair { value_at(text, at + colon + 1) } else { None }
}

/// How lists of accounts begin behind `chpasswd`: in cloud-init's file, in a shell.
const LISTS: &[&[u8]] = &[b"list:", b"<<EOF\n", b"<<'EOF'\n", b"<< EOF\n", b"<< 'EOF'\n"];

/// The most accounts of a list that are looked at, and the most bytes before the list.
const ACCOUNTS: usize = 32;
const LEAD_BYTES: usize = 48;

/// Adds the passwords of a list of accounts. Returns where the last one ends.
fn hide_accounts(text: &[u8], at: usize, findings: &mut Vec<Finding>) -> usize {
    let look = text.get(at..text.len().min(at + LEAD_BYTES)).unwrap_or_default();
    let begins = |list: &&[u8]| {
        look.windows(list.len()).position(|bytes| bytes == *list).map(|start| start + list.len())
    };
    let Some(start) = LISTS.iter().find_map(begins) else { return at };
    let mut next = at + start;
    let mut end = at;
    for _ in 0..ACCOUNTS {
        let rest = text.get(next..).unwrap_or_default();
        let gap = rest.iter().take(LEAD_BYTES).take_while(|byte| b" \r\n|-[,'\"".contains(byte)).count();
        let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
        let colon = gap + rest.iter().skip(gap).take(LEAD_BYTES).take_while(in_name).count();
        let is_pair = colon > gap
            && rest.get(colon) == Some(&b':')
            && rest.get(colon + 1).is_some_and(u8::is_ascii_graphic);
        let Some(value) = value_at(text, next + colon + 1).filter(|_| is_pair) else { break };
        if !is_placeholder(value.of(text)) {
            findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
            end = value.end;
        }
        next = value.end;
    }
    end
}

/// The most rules of an account that are looked at.
const RULES_OF_ACCOUNT: u8 = 24;

/// Adds the passwords among the rules of an account. The second argument is a rule, or the line is none of an account.
fn hide_in_rules(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let is_command = token.of(text).eq_ignore_ascii_case(b"setuser");
    let mut at = token.end;
    let mut end = token.end;
    let mut is_list = false;
    for place in 0..RULES_OF_ACCOUNT {
        let listed = listed::next(text, at);
        if is_list && listed.is_none() {
            break;
        }
        is_list = listed.is_some();
        at = listed.map_or(at, |listed| listed.at);
        let rest = text.get(at..).unwrap_or_default();
        let gap = rest.iter().take(8).take_while(|byte| b" \"".contains(byte)).count();
        let rule = rest.get(gap..).unwrap_or_default();
        let in_rule = |byte: &&u8| byte.is_ascii_graphic() && !b"\"\\".contains(byte);
        let is_secret = matches!(rule.first(), Some(b'>' | b'<' | b'#' | b'!'));
        let most = if is_secret { rule.len() } else { BEFORE_BYTES };
        let length = rule.iter().take(most).take_while(in_rule).count();
        let rule = rule.get(..length).unwrap_or_default();
        if gap == 0
            || length == 0
            || place == 1 && !(ACCOUNT_RULES.contains(&rule) || is_command && is_secret)
            || place > 1 && !is_rule(rule)
        {
            break;
        }
        let start = at + gap + 1;
        at += gap + length;
        let secret = rule.get(1..).unwrap_or_default();
        let is_hash = secret.len() > 32 && secret.iter().all(u8::is_ascii_hexdigit);
        let marker = match rule.first() {
            Some(b'<') if text.get(start - 1..).and_then(marker_length).is_some() => continue,
            Some(b'>' | b'<') if !rule.ends_with(b">") && !is_placeholder(secret) => "PASSWORD",
            Some(b'#' | b'!') if is_hash => "PASSWORD_HASH",
            _ => continue,
        };
        findings.push(Finding::new(start, at, Marker::Secret(marker)));
        end = at;
    }
    end
}

/// A word, or a sign with what it allows: `allkeys`, `~cache:*`, `+@read`, `%R~*`.
fn is_rule(rule: &[u8]) -> bool {
    rule.first().is_some_and(|first| b"~+-&%><#!()".contains(first))
        || rule.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'-')
}

/// How the rules of an account begin.
const ACCOUNT_RULES: &[&[u8]] = &[b"on", b"off", b"reset", b"resetpass", b"resetkeys", b"nopass"];

/// Hexadecimal digits of at least a salt and four letters.
fn is_type_7(value: &[u8]) -> bool {
    value.len() >= 10 && value.len().is_multiple_of(2) && value.iter().all(u8::is_ascii_hexdigit)
}

/// `privilege 15` before `secret`.
fn is_privileged(before: &[u8]) -> bool {
    if !matches!(before, [.., b'0'..=b'9', b' ']) {
        return false;
    }
    let mut words = before.rsplit(|&byte| byte == b' ').skip(1);
    words.next().is_some_and(|level| !level.is_empty() && level.iter().all(u8::is_ascii_digit))
        && words.next() == Some(b"privilege")
}

/// The words before a directive, from the last one, which one blank or colon ends.
fn words_before(preceding: &[u8]) -> impl Iterator<Item = &[u8]> {
    let start_of =
        |end: usize| run_back(preceding, end, BEFORE_BYTES, |byte| !matches!(byte, b' ' | b'\n' | b':'));
    let mut start = start_of(preceding.len());
    std::iter::from_fn(move || {
        let end = start.checked_sub(1)?;
        start = start_of(end);
        preceding.get(start..end)
    })
}

/// Whether an argument may stand at `at`.
fn begins_argument(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), Some(b' ' | b'\t' | b'"' | b'\'')) || listed::next(text, at).is_some()
}

/// The argument after so many others.
fn argument(text: &[u8], at: usize, others: u8) -> Option<Value> {
    let mut at = at;
    let mut left = others;
    loop {
        let listed = listed::next(text, at);
        let is_listed = listed.is_some();
        at = listed.map_or(at, |listed| listed.at);
        let gap = text.get(at..)?.iter().take(16).take_while(|byte| b" \t\"'".contains(byte)).count();
        let gap_starts = text.get(at + gap - gap.min(1)).filter(|_| gap > 0)?;
        let start = at + gap - usize::from(matches!(gap_starts, b'"' | b'\''));
        // A quote against the word closes it.
        if start == at && !is_listed && matches!(gap_starts, b'"' | b'\'') {
            return None;
        }
        let value = value_at(text, start)?;
        let Some(next) = left.checked_sub(1) else { return Some(value) };
        left = next;
        at = value.end + usize::from(value.quoted);
    }
}

fn ends_line(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), None | Some(b'\n' | b'\r'))
}

//! Commands of text protocols that carry a secret: `PASS …`, `AUTH …`, `LOGIN user …`, and `AUTH LOGIN`'s answers.

use gobo_contract::Kind;

use super::assignment::password_of_pair;
use super::between::and_between;
use super::{is_glued, listed};
use crate::redact::around::{is_line_start, line_start, previous, run, run_back, slice, stands};
use crate::redact::base64;
use crate::redact::class::{DIGIT, DOT, HYPHEN, LOWER, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Before, Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_placeholder, is_word, looks_chosen, value_at};
use crate::redact::words::{Words, is_same};

pub(crate) const COMMAND: Family = Family {
    rules: COMMAND_RULES,
    trigger: Trigger::Token(Shape {
        none: DIGIT | DOT | HYPHEN | UNDERSCORE,
        words: &[&["PASS", "AUTH", "LOGIN", "AUTHENTICATE", "IDENTIFY", "OPER"]],
        before: Before::Nothing,
        min_bytes: 4,
        ..Shape::ANY
    }),
    find: |text, token, findings| and_between(find_command, text, token, findings),
    member: None,
};

/// The server's prompt, in base64, and the answer to one.
pub(crate) const PROMPT: Family = Family {
    rules: PROMPT_RULES,
    trigger: Trigger::Token(Shape {
        all: UPPER | LOWER | DIGIT,
        none: DOT | HYPHEN | UNDERSCORE,
        min_bytes: ANSWER_BYTES,
        ..Shape::ANY
    }),
    find: |text, token, findings| and_between(find_prompt, text, token, findings),
    member: None,
};

const COMMAND_RULES: &[Rule] = &[Rule {
    id: "protocol-command",
    kind: Kind::Secret,
    source: "RFC 959 section 4.1.1, RFC 1939 section 7, RFC 9051 section 6.2.3, RFC 4954; https://redis.io/docs/latest/commands/auth/",
    keywords: &["PASS", "AUTH", "LOGIN"],
    max_bytes: 512,
    hits: &[
        ("USER bo\nPASS otter", "USER bo\nPASS <REDACTED:PASSWORD>"),
        ("---> PASS otter", "---> PASS <REDACTED:PASSWORD>"),
        ("PASS Kq83nfa", "PASS <REDACTED:PASSWORD>"),
        ("redis> AUTH default Kq83nfa", "redis> AUTH default <REDACTED:PASSWORD>"),
        ("\"AUTH\" \"Kq83nfa\"", "\"AUTH\" \"<REDACTED:PASSWORD>\""),
        ("[0 lua] \"auth\" \"Kq83nfa\"", "[0 lua] \"auth\" \"<REDACTED:PASSWORD>\""),
        ("[0 lua] \"AUTH\" \"bo\" \"otter\"", "[0 lua] \"AUTH\" \"bo\" \"<REDACTED:PASSWORD>\""),
        ("slow: AUTH default otter", "slow: AUTH default <REDACTED:PASSWORD>"),
        ("cache:6379> auth otter", "cache:6379> auth <REDACTED:PASSWORD>"),
        ("HELLO 3 AUTH bo otter SETNAME web", "HELLO 3 AUTH bo <REDACTED:PASSWORD> SETNAME web"),
        (
            "MIGRATE h 6379 k 0 5000 AUTH otter KEYS a",
            "MIGRATE h 6379 k 0 5000 AUTH <REDACTED:PASSWORD> KEYS a",
        ),
        ("a2 AUTHENTICATE PLAIN AGJvAEtxODNuZmE=", "a2 AUTHENTICATE PLAIN <REDACTED:PASSWORD>"),
        ("ftp> quote PASS otter", "ftp> quote PASS <REDACTED:PASSWORD>"),
        ("AUTHINFO PASS otter", "AUTHINFO PASS <REDACTED:PASSWORD>"),
        ("a001 LOGIN bo \"Kq83 nfa\"", "a001 LOGIN bo \"<REDACTED:PASSWORD>\""),
        (
            ">> A003 LOGIN \"bo\" \"Kq83nfa\"\n<< A003 NO",
            ">> A003 LOGIN \"bo\" \"<REDACTED:PASSWORD>\"\n<< A003 NO",
        ),
        ("[imap] A003 LOGIN \"bo\" \"otter\"", "[imap] A003 LOGIN \"bo\" \"<REDACTED:PASSWORD>\""),
        ("C: a1 LOGIN bo otter", "C: a1 LOGIN bo <REDACTED:PASSWORD>"),
        ("AUTH PLAIN AGJvAEtxODNuZmE= => 235 ok", "AUTH PLAIN <REDACTED:PASSWORD> => 235 ok"),
        ("smtp: AUTH PLAIN AGJvAEtxODNuZmE=: 235 ok", "smtp: AUTH PLAIN <REDACTED:PASSWORD>: 235 ok"),
        (
            "4) 1) \"auth\"\n   2) \"bo\"\n   3) \"Kq83nfa\"\n5) \"a\"",
            "4) 1) \"auth\"\n   2) \"bo\"\n   3) \"<REDACTED:PASSWORD>\"\n5) \"a\"",
        ),
        (
            "{\"cmd\":[\"AUTH\",\"default\",\"otter\"]}",
            "{\"cmd\":[\"AUTH\",\"default\",\"<REDACTED:PASSWORD>\"]}",
        ),
        ("['AUTH', 'default', 'otter']", "['AUTH', 'default', '<REDACTED:PASSWORD>']"),
        ("[\"AUTH\",\"Kq83nfa", "[\"AUTH\",\"<REDACTED:PASSWORD>"),
        ("IMAP> a1 login bo otter", "IMAP> a1 login bo <REDACTED:PASSWORD>"),
        ("PRIVMSG NickServ :IDENTIFY bo otter", "PRIVMSG NickServ :IDENTIFY bo <REDACTED:PASSWORD>"),
        ("/msg NickServ identify otter", "/msg NickServ identify <REDACTED:PASSWORD>"),
        (">> OPER bo otter", ">> OPER bo <REDACTED:PASSWORD>"),
        (">>> AUTH PLAIN AGJvAEtxODNuZmE=", ">>> AUTH PLAIN <REDACTED:PASSWORD>"),
        ("login with bo / Kq83nfa failed", "login with bo / <REDACTED:PASSWORD> failed"),
        ("AUTH LOGIN\nYm9i\nSzEydmx4", "AUTH LOGIN\n<REDACTED:ENCODED>\n<REDACTED:ENCODED>"),
    ],
    misses: &[
        ("PASS test_login", "a test"),
        ("PASS  src/app2.test.js", "a test"),
        ("AUTH failed for user", "prose"),
        ("try: auth failed", "prose"),
        ("> login for bo failed", "prose"),
        ("HELLO 3 AUTH is wrong", "prose"),
        ("250-AUTH LOGIN PLAIN", "what a server knows"),
        ("LOGIN bo failed", "no tag"),
        ("> 12 LOGIN failed again", "an outcome"),
        ("Login with bo / admin or ann/a.b2C3", "words and a file"),
        ("[\"LOGIN\",\"AUTH\",\"LOGOUT\"]", "commands"),
        ("AUTH PLAIN LOGIN", "what a server knows"),
        ("IDENTIFY the cause", "prose"),
    ],
}];

const PROMPT_RULES: &[Rule] = &[Rule {
    id: "protocol-prompt",
    kind: Kind::Secret,
    source: "draft-murchison-sasl-login",
    keywords: &["UGFzc3dvcmQ6"],
    max_bytes: 512,
    hits: &[
        ("334 UGFzc3dvcmQ6\nSzEydmx4", "334 UGFzc3dvcmQ6\n<REDACTED:ENCODED>"),
        ("S: 334 UGFzc3dvcmQ6\nC: SzEydmx4", "S: 334 UGFzc3dvcmQ6\nC: <REDACTED:ENCODED>"),
        ("S: 334\nC: AGJvAHEydmx4", "S: 334\nC: <REDACTED:ENCODED>"),
        ("< 334 \n> AGJvAHEydmx4\n", "< 334 \n> <REDACTED:ENCODED>\n"),
    ],
    misses: &[
        ("334 UGFzc3dvcmQ6", "no answer"),
        ("334 UGFzc3dvcmQ6\n535 failed", "a refusal"),
        ("S: 250\nC: AGJvAHEydmx4", "nothing was asked"),
    ],
}];

/// The most bytes of the tag before a command.
const TAG_BYTES: usize = 12;

/// The most bytes before a command in which the one before it is looked for.
const BEFORE_BYTES: usize = 64;

/// The commands that carry a secret.
const COMMANDS: [&[u8]; 4] = [b"PASS", b"AUTH", b"LOGIN", b"AUTHENTICATE"];

/// Ways to authenticate that SMTP and IMAP name after `AUTH`.
static MECHANISMS: Words = Words::new(&[
    b"LOGIN",
    b"PLAIN",
    b"CRAM-MD5",
    b"DIGEST-MD5",
    b"XOAUTH2",
    b"OAUTHBEARER",
    b"GSSAPI",
    b"NTLM",
    b"EXTERNAL",
    b"ANONYMOUS",
    b"TLS",
    b"SSL",
]);

/// More bytes than the name of any of them has.
const MECHANISM_BYTES: usize = 16;

/// How a sentence goes on that tells what became of a login.
const OUTCOMES: &[&[u8]] = &[
    b"failed",
    b"failure",
    b"attempt",
    b"attempts",
    b"successful",
    b"succeeded",
    b"ok",
    b"error",
    b"denied",
    b"rejected",
    b"timed",
    b"page",
    b"is",
    b"was",
    b"for",
    b"from",
    b"by",
    b"with",
    b"as",
];

/// What Redis allows after the password in the same command.
const CLAUSES: &[&[u8]] = &[b"SETNAME", b"KEYS"];

/// What stands before a command in its line.
struct Line<'t> {
    /// All of it, or its last bytes.
    before: &'t [u8],
    /// The command begins the line.
    is_start: bool,
    /// Behind a prompt.
    is_prompted: bool,
    /// Behind a prompt, the name of the one who speaks, or an opening quote.
    is_sent: bool,
}

impl<'t> Line<'t> {
    fn before(text: &'t [u8], token: Token) -> Self {
        let before = slice(text, line_start(text, token.start, BEFORE_BYTES), token.start);
        // A prompt ends like a marker does.
        let is_prompted = before.ends_with(b"> ") && !is_glued(text, token.start - 1, token.start - 1);
        let is_sent = is_prompted
            || before.strip_suffix(b" ").is_some_and(is_client)
            || before.ends_with(b"Request: ")
            || before.ends_with(b"\"");
        Self { before, is_start: before.is_empty(), is_prompted, is_sent }
    }

    /// Whether a command may stand here: in lower case it is one behind the prompt of a shell or a tag.
    fn may_hold(&self, command: &[u8]) -> bool {
        if command.iter().all(u8::is_ascii_uppercase) {
            return true;
        }
        let is_shell = self.before.iter().rev().nth(2).is_some_and(u8::is_ascii_alphanumeric);
        let is_monitored = self.before.ends_with(b"] \"");
        command.iter().all(u8::is_ascii_lowercase)
            && (self.is_prompted && is_shell || self.is_tag() || is_monitored)
    }

    /// Whether a command begins here, or behind a tag.
    fn begins(&self) -> bool {
        self.is_start || self.is_sent || self.is_tag()
    }

    /// `a001 ` alone or behind the sign of a client.
    fn is_tag(&self) -> bool {
        let (before, _) = self.split();
        self.ends_in_tag() && (before.is_empty() || is_client(before))
    }

    /// Behind a tag and the prompt of a client.
    fn is_in_shell(&self) -> bool {
        let (before, _) = self.split();
        is_shell(before)
    }

    fn ends_in_tag(&self) -> bool {
        let (_, tag) = self.split();
        tag.len() < TAG_BYTES
            && tag.last().is_some_and(u8::is_ascii_digit)
            && tag.iter().all(u8::is_ascii_alphanumeric)
    }

    /// The last word, and what stands before it.
    fn split(&self) -> (&'t [u8], &'t [u8]) {
        let before = self.before.strip_suffix(b" ").unwrap_or_default();
        let blank = before.iter().rposition(|&byte| byte == b' ');
        let (rest, word) = before.split_at(blank.map_or(0, |blank| blank + 1));
        (rest.trim_ascii_end(), word)
    }

    fn words(&self) -> impl Iterator<Item = &'t [u8]> {
        self.before.rsplit(|byte| b" \"".contains(byte)).filter(|word| !word.is_empty())
    }

    /// `HELLO 3 `
    fn greets(&self) -> bool {
        let mut words = self.words();
        words.next().is_some_and(|version| matches!(version, b"2" | b"3"))
            && words.next().is_some_and(|word| word.eq_ignore_ascii_case(b"HELLO"))
    }

    /// Whether a command of which this one is a part stands before it, and no other one between.
    /// Whether the command is part of another one: that stands before it, and no third one between.
    fn is_part_of(&self, wholes: &[&[u8]]) -> bool {
        let is_command = |word: &[u8]| COMMANDS.iter().any(|command| word.eq_ignore_ascii_case(command));
        self.words().take_while(|word| !is_command(word)).any(|word| wholes.contains(&word))
    }

    /// Whether the command can have a secret here, told before its arguments are read.
    fn admits(&self, text: &[u8], token: Token) -> bool {
        let first = run(text, token.end, 8, |byte| b" \"'`\\".contains(&byte));
        let first = slice(
            text,
            first,
            run(text, first, MECHANISM_BYTES, |byte| byte.is_ascii_graphic() && byte != b'"'),
        );
        self.begins()
            || self.ends_in_tag()
            || self.greets()
            || first == b"default"
            || is_mechanism(first)
            || self.is_part_of(&[b"MIGRATE", b"AUTHINFO", b"quote"])
    }
}

/// Whether the line says up to here that a client speaks: `>> `, `10:11:12 C: `.
fn is_client(before: &[u8]) -> bool {
    let word = before.rsplit(|&byte| byte == b' ').next().unwrap_or_default();
    matches!(word, b"C:" | b"c:" | b">" | b">>" | b">>>" | b"->" | b"-->" | b"--->") || is_shell(before)
}

/// Whether nothing but the prompt of a client stands here: `IMAP>`.
fn is_shell(before: &[u8]) -> bool {
    let name = before.strip_suffix(b">").unwrap_or_default();
    !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

fn find_command(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let command = token.of(text);
    let is = |known: &[u8]| is_same(known, command);
    if is(b"IDENTIFY") || is(b"OPER") {
        return find_irc(text, token, findings);
    }
    if !COMMANDS.iter().any(|known| is(known)) {
        return token.end;
    }
    if is(b"AUTH")
        && let Some(password) = of_list(text, token.end)
    {
        return hide(password, findings);
    }
    if is(b"AUTH") && matches!(text.get(token.end..), Some([b'"' | b'\'', b',', ..])) {
        hide_in_array(text, token.start, token.end, findings);
        return token.end;
    }
    if is(b"LOGIN")
        && let Some(password) = of_sentence(text, token.end)
    {
        return hide(password, findings);
    }
    let is_lower = command.first().is_some_and(u8::is_ascii_lowercase);
    let before = text.get(token.start.saturating_sub(2)..token.start).unwrap_or_default();
    let is_prose = is_lower && !matches!(before, [b'>' | b'0'..=b'9', b' '] | [b' ', b'"']);
    if is_prose || is_between_others(text, token) {
        return token.end;
    }
    let line = Line::before(text, token);
    if !line.may_hold(command) || !line.admits(text, token) {
        return token.end;
    }
    let first = argument(text, token.end);
    if is(b"PASS") && !first.is_some_and(|password| of_pass(text, token, &line, password)) {
        return token.end;
    }
    let second = first.and_then(|first| argument(text, first.end + usize::from(first.quoted)));
    let secret = match (first, second) {
        (Some(mechanism), None) if !is(b"PASS") && is_mechanism(mechanism.of(text)) => {
            let answers = if mechanism.of(text).eq_ignore_ascii_case(b"LOGIN") { 2 } else { 1 };
            return if line.begins() {
                hide_lines(text, mechanism.end, answers, findings)
            } else {
                token.end
            };
        }
        (Some(mechanism), Some(response)) if !is(b"PASS") && is_mechanism(mechanism.of(text)) => {
            if is_response(response.of(text)) {
                return hide(response, findings);
            }
            Some(response).filter(|response| line.begins() && !is_mechanism(response.of(text)))
        }
        (Some(password), None) if is(b"PASS") => Some(password),
        (Some(account), Some(password)) if is(b"LOGIN") => {
            Some(password).filter(|password| is_login(text, &line, !is_lower, account, *password))
        }
        (Some(first), second) if is(b"AUTH") => of_auth(text, &line, first, second),
        _ => None,
    };
    let Some(value) = secret.filter(|value| ends_command(text, *value) && !is_placeholder(value.of(text)))
    else {
        return token.end;
    };
    hide(value, findings)
}

/// Whether `LOGIN account password` stands behind a tag, and not how a sentence goes on.
fn is_login(text: &[u8], line: &Line<'_>, is_upper: bool, account: Value, password: Value) -> bool {
    let is_sure = is_upper || account.quoted || line.is_in_shell();
    let is_tagged = line.is_tag() || account.quoted && password.quoted && line.ends_in_tag();
    let is_account = !OUTCOMES.iter().any(|word| account.of(text).eq_ignore_ascii_case(word));
    is_tagged && is_account && (is_sure || !is_word(password.of(text)))
}

/// Whether nothing but commands stands beside a command: then none of them is sent.
fn is_between_others(text: &[u8], token: Token) -> bool {
    let in_word = |byte: u8| byte.is_ascii_alphabetic();
    let is_command = |word: &[u8]| COMMANDS.iter().any(|known| is_same(known, word));
    let end = token.start.saturating_sub(1);
    let before = token.start - usize::from(previous(text, token.start) == b' ');
    let before = slice(text, run_back(text, before, MECHANISM_BYTES, in_word), end);
    let next = token.end + 1;
    is_command(before) && is_command(slice(text, next, run(text, next, MECHANISM_BYTES, in_word)))
}

fn hide(value: Value, findings: &mut Vec<Finding>) -> usize {
    findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
    value.end
}

/// `IDENTIFY password` and `IDENTIFY account password` to the service that knows them, `OPER account password`.
fn find_irc(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let line = Line::before(text, token);
    let is_oper = token.of(text) == b"OPER";
    let is_service =
        !is_oper && line.words().any(|word| SERVICES.iter().any(|known| word.eq_ignore_ascii_case(known)));
    let begins = || (line.is_start || line.is_sent) && token.of(text).iter().all(u8::is_ascii_uppercase);
    if !(is_service || begins()) {
        return token.end;
    }
    let first = argument(text, token.end);
    let second = first.and_then(|first| argument(text, first.end + usize::from(first.quoted)));
    let password = if is_oper { second } else { second.or(first) };
    let is_password = |value: &Value| {
        let bytes = value.of(text);
        ends_command(text, *value)
            && !is_placeholder(bytes)
            && (is_service || line.is_sent || looks_chosen(bytes))
    };
    password.filter(is_password).map_or(token.end, |password| hide(password, findings))
}

/// Whom `IDENTIFY` is said to on IRC.
const SERVICES: &[&[u8]] = &[b"NickServ", b"/ns", b"ns", b"NickServ@services"];

/// The password in `login with bo / x`, whatever joins it to its account.
fn of_sentence(text: &[u8], at: usize) -> Option<Value> {
    let rest = text.get(at..)?;
    let lead =
        [&b" with "[..], b" using ", b" as ", b": "].into_iter().find(|lead| rest.starts_with(lead))?;
    password_of_pair(text, at + lead.len())
}

/// The password behind an `AUTH` of which each argument stands in its own line.
fn of_list(text: &[u8], at: usize) -> Option<Value> {
    let first = listed::next(text, at)?;
    let account = value_at(text, first.at)?;
    let second = listed::next(text, account.end).filter(|second| second.follows(&first));
    let password = second.and_then(|second| value_at(text, second.at)).unwrap_or(account);
    (!is_placeholder(password.of(text))).then_some(password)
}

/// The password in an array that begins with `AUTH`: `["AUTH","default","x"]`.
pub(super) fn hide_in_array(text: &[u8], start: usize, end: usize, findings: &mut Vec<Finding>) {
    let quote = text.get(end).copied().filter(|quote| matches!(quote, b'"' | b'\''));
    let item = |end: usize| {
        let behind = text.get(end..)?.strip_prefix(&[quote?, b','])?;
        let gap = behind.iter().take(4).take_while(|byte| **byte == b' ').count();
        value_at(text, end + 2 + gap).filter(|value| value.quoted)
    };
    if !text.get(start..end).is_some_and(|command| command.eq_ignore_ascii_case(b"AUTH")) {
        return;
    }
    let Some(first) = item(end) else { return };
    let password = item(first.end).unwrap_or(first);
    let bytes = password.of(text);
    if !is_placeholder(bytes) && (!is_word(bytes) || first.of(text) == b"default") {
        hide(password, findings);
    }
}

/// Whether a client's first response of SASL stands here: an account and its password with NUL between, or a token.
fn is_response(value: &[u8]) -> bool {
    let decoded = base64::decode_prefix(value, 96);
    decoded.len() > 4 && (decoded.contains(&0) || decoded.starts_with(b"user=") || decoded.starts_with(b"n,"))
}

/// Whether this is the password of `PASS …`: in a session, or alone in its line if it looks like one.
fn of_pass(text: &[u8], token: Token, line: &Line<'_>, password: Value) -> bool {
    let above = slice(text, token.start.saturating_sub(BEFORE_BYTES), token.start);
    let names_user = || memchr::memchr_iter(b'U', above).any(|at| stands(above, at, b"USER "));
    let bytes = password.of(text);
    let is_password = looks_chosen(bytes) && !bytes.iter().any(|byte| b"_/.".contains(byte));
    line.is_sent
        || line.is_part_of(&[b"AUTHINFO", b"quote"])
        || line.is_start && (is_password || names_user())
}

/// `AUTH password`, `AUTH account password`, also as a part of other commands.
fn of_auth(text: &[u8], line: &Line<'_>, first: Value, second: Option<Value>) -> Option<Value> {
    if line.is_part_of(&[b"MIGRATE"]) {
        return Some(first);
    }
    let is_default = first.of(text) == b"default" && second.is_some();
    let password = second.unwrap_or(first);
    let is_password = !is_word(password.of(text)) || line.is_sent || is_default;
    let is_command =
        line.greets() && second.is_some() || is_default || is_password && (line.is_sent || line.is_start);
    is_command.then_some(password)
}

fn is_mechanism(word: &[u8]) -> bool {
    MECHANISMS.has(word)
}

/// The argument after `at`, in the same line.
fn argument(text: &[u8], at: usize) -> Option<Value> {
    let rest = text.get(at..)?;
    let quote = usize::from(rest.first() == Some(&b'"'));
    let blanks = rest.iter().skip(quote).take(4).take_while(|byte| **byte == b' ').count();
    if blanks == 0 { None } else { value_at(text, at + quote + blanks) }
}

/// Whether nothing more stands in the line of a command, or another of its clauses, or the answer behind an arrow.
fn ends_command(text: &[u8], value: Value) -> bool {
    let end = value.end + usize::from(value.quoted);
    let rest = text.get(end..).unwrap_or_default();
    let next = argument(text, value.end + usize::from(value.quoted));
    matches!(rest.first(), None | Some(b'\n' | b'\r'))
        || [&b" => "[..], b" -> ", b" <- "].iter().any(|arrow| rest.starts_with(arrow))
        || next.is_some_and(|next| CLAUSES.iter().any(|clause| next.of(text).eq_ignore_ascii_case(clause)))
}

/// The least bytes of an answer at which no prompt is seen.
const ANSWER_BYTES: usize = 12;

fn find_prompt(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if token.of(text) == b"UGFzc3dvcmQ6" {
        return hide_lines(text, token.end, 1, findings);
    }
    // The first word behind who speaks: its line and the one above are looked at.
    if previous(text, token.start) != b' ' || !matches!(previous(text, token.start - 1), b':' | b'>') {
        return token.end;
    }
    let line = line_start(text, token.start, TAG_BYTES);
    let above = line_start(text, line.saturating_sub(1), BEFORE_BYTES);
    let mut said = slice(text, above, line).split(u8::is_ascii_whitespace);
    let is_asked = is_line_start(text, above)
        && match said.next() {
            Some(b"334") => true,
            Some(b"S:" | b"s:" | b"<" | b"<<" | b"<<<" | b"<-" | b"<--") => said.next() == Some(b"334"),
            _ => false,
        };
    let speaks = is_client(slice(text, line, token.start - 1));
    if speaks && is_asked { hide_lines(text, line, 1, findings) } else { token.end }
}

/// Hides the next lines that are nothing but base64. Lines of the server, which begin with its code, stand between.
fn hide_lines(text: &[u8], at: usize, most: usize, findings: &mut Vec<Finding>) -> usize {
    let mut end = at;
    let mut hidden = 0;
    let look = text.get(at..text.len().min(at + 512)).unwrap_or_default();
    let mut start = at;
    for line in look.split_inclusive(|&byte| byte == b'\n') {
        let from = if line.starts_with(b"C: ") { 3 } else { usize::from(line.starts_with(b"> ")) * 2 };
        let answer = line.get(from..).unwrap_or_default().trim_ascii_end();
        let is_prompt = answer.starts_with(b"334 ")
            || answer.starts_with(b"S: ")
            || matches!(answer, b"" | b"+" | b"334");
        let is_base64 = answer.len() >= 4
            && answer.len() % 4 == 0
            && answer.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte));
        if is_base64 && hidden < most {
            findings.push(Finding::new(start + from, start + from + answer.len(), Marker::Secret("ENCODED")));
            hidden += 1;
            end = start + from + answer.len();
        } else if !is_prompt {
            break;
        }
        start += line.len();
    }
    end
}

//! All families. A new rule is one edit in its family's file; a new family is one file and one line here.

mod account;
mod assignment;
mod between;
mod call;
mod cli;
mod colour;
mod connection;
mod cookie_jar;
mod directive;
mod encoded;
mod encoded_lines;
mod hash;
mod header;
mod host;
mod http;
mod identified;
mod ipv4;
mod ipv6;
mod issuer;
mod jwt;
mod kubectl;
mod listed;
mod marker;
mod pem;
mod pid;
mod pii;
mod piped;
mod pod;
mod protocol;
mod shaped;
mod sql;
mod stack;
mod table;
mod url;

use gobo_contract::Kind;

pub(crate) use cli::hide_arguments;
pub(crate) use encoded_lines::{MARKER as ENCODED_LINE, is_line_beside_others};
pub(crate) use marker::is_glued;
pub(crate) use pem::{OpenBlock, may_go_on, private_members};
pub(crate) use sql::{begins_statement, names_bound_values};

use super::rule::{Family, Find, Member, Rule};
use super::scan::FamilySet;

/// Every family. Their order decides nothing: overlaps are resolved by place.
pub(crate) const FAMILIES: &[Family] = &[
    assignment::FAMILY,
    account::FAMILY,
    call::FAMILY,
    cli::FAMILY,
    connection::AUTHORITY,
    connection::PAIR,
    cookie_jar::FAMILY,
    directive::FAMILY,
    encoded::FAMILY,
    encoded_lines::FAMILY,
    hash::CRYPT,
    hash::SCHEME,
    header::FAMILY,
    header::KLOG,
    host::ADDRESSED,
    host::BEHIND_AT,
    host::DOTTED,
    host::GLUED,
    host::KEYED,
    host::PLAIN,
    host::SERVED,
    host::SHARED,
    http::AUTHORIZATION,
    http::COOKIE,
    http::SCHEME,
    identified::FAMILY,
    ipv4::DEFANGED,
    ipv4::FAMILY,
    ipv4::NUMERIC,
    ipv6::FAMILY,
    issuer::FAMILY,
    jwt::FAMILY,
    kubectl::FAMILY,
    marker::FAMILY,
    pem::FAMILY,
    pid::CALLED,
    pid::KEYED,
    pid::MARKED,
    pii::DIALLED,
    pii::DIGITS,
    pii::LETTERED,
    pii::MAILBOX,
    piped::FAMILY,
    pod::CONTAINER,
    pod::GENERATED,
    pod::KEYED,
    protocol::COMMAND,
    protocol::PROMPT,
    shaped::COLON,
    shaped::DOTTED,
    shaped::HEXADECIMAL,
    shaped::TILDE,
    sql::CAST,
    sql::ERROR,
    sql::STATEMENT,
    stack::LINES,
    stack::MARKS,
    stack::WORDS,
    table::COLUMN,
    table::PGPASS,
    url::QUERY,
    url::USER_INFO,
    url::WEB_HOOK,
];

/// The families that find secrets in text that was encoded as a whole: assignments.
pub(crate) const CLEAR_TEXT: FamilySet = family_of("assignment-password");

/// The families that are called at names of secrets.
pub(crate) const NAMED: FamilySet = family_of("assignment-password") | family_of("table-column");

/// The families that look at a comment in a statement: all but the one that reads statements.
pub(crate) const WITHIN_COMMENT: FamilySet = !family_of("sql-statement");

/// The families that may speak within what is read as SQL: its next line is perhaps a setting or a command.
pub(crate) const WITHIN_SQL: FamilySet =
    CLEAR_TEXT | family_of("command-argument") | family_of("http-authorization") | family_of("marker");

/// The family whose first rule has that id.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn family_of(id: &str) -> FamilySet {
    let mut index = 0;
    loop {
        let known = FAMILIES[index].rules[0].id.as_bytes();
        let mut same = 0;
        while same < known.len() && same < id.len() && known[same] == id.as_bytes()[same] {
            same += 1;
        }
        if same == known.len() && same == id.len() {
            return 1 << index;
        }
        index += 1;
    }
}

/// The families that find secrets.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
const SECRETS: FamilySet = {
    let mut secrets = 0;
    let mut index = 0;
    while index < FAMILIES.len() {
        if let [Rule { kind: Kind::Secret, .. }, ..] = FAMILIES[index].rules {
            secrets |= 1 << index;
        }
        index += 1;
    }
    secrets
};

/// The families that look at what touches a marker.
pub(crate) const BESIDE_MARKERS: FamilySet = SECRETS | family_of("ip-v4");

/// What the scanner calls: the recognisers alone, so that what is said of the rules is not in the projector.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
pub(crate) static FINDERS: [Find; FAMILIES.len()] = {
    let mut finders = [FAMILIES[0].find; FAMILIES.len()];
    let mut index = 0;
    while index < FAMILIES.len() {
        finders[index] = FAMILIES[index].find;
        index += 1;
    }
    finders
};

/// What the JSON walker asks of a member.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
pub(crate) static MEMBERS: [Option<Member>; FAMILIES.len()] = {
    let mut members = [None; FAMILIES.len()];
    let mut index = 0;
    while index < FAMILIES.len() {
        members[index] = FAMILIES[index].member;
        index += 1;
    }
    members
};

/// The families that can find each kind.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static FINDERS_OF: [FamilySet; Kind::ALL.len()] = {
    let mut finders = [0; Kind::ALL.len()];
    let mut index = 0;
    while index < FAMILIES.len() {
        let mut rule = 0;
        while rule < FAMILIES[index].rules.len() {
            finders[FAMILIES[index].rules[rule].kind as usize] |= 1 << index;
            rule += 1;
        }
        index += 1;
    }
    finders
};

/// Every rule, family by family.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| family.rules)
}

/// The families that hide connection details.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
pub(crate) const CONNECTIONS: FamilySet = {
    let mut connections = 0;
    let mut index = 0;
    while index < FAMILIES.len() {
        if let Some((b"connection-", _)) = FAMILIES[index].rules[0].id.as_bytes().split_first_chunk() {
            connections |= 1 << index;
        }
        index += 1;
    }
    connections
};

/// The families that can find any of the kinds.
pub(crate) fn families_of(kinds: gobo_contract::Kinds) -> FamilySet {
    let wanted = Kind::ALL.iter().zip(&FINDERS_OF).filter(|(kind, _)| kinds.contains(**kind));
    wanted.fold(0, |set, (_, finders)| set | finders)
}

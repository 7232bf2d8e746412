//! Values that are identifiers by what stands beside them: their key, the key of their object, the name in it.

use super::{TYPED_VALUES, Text, Walk, is_among};
use crate::redact::finding::Finding;
use crate::redact::name::{names_value, states_value};
use crate::redact::words::Words;

/// The most bytes of a member that are read together.
const MEMBER_BYTES: usize = 192;

/// Keys of objects whose `name` is an identifier, and kinds of objects with such names.
const THINGS: &[&str] = &["host", "node", "pod"];

/// How the names of identifiers end.
const ENDINGS: &[&str] = &["name", "host", "node", "pod", "pid", "ip", "address", "instance"];

impl Walk<'_, '_, '_> {
    /// Adds what the value of a member is together with its key: `"pid": 51877`, `"pod": "checkout"`. Only for values of
    /// one word, and only what is in the value.
    pub(super) fn search_in_member(&mut self, key: Text, value: Text) {
        let raw = self.text.get(key.start..value.end).unwrap_or_default();
        if raw.len() > MEMBER_BYTES
            || !may_tell(self.bytes(key))
            || raw.contains('\\')
            || self.bytes(value).contains(&b' ')
        {
            return;
        }
        let known = self.findings.len();
        let end = value.end + usize::from(value.is_string);
        self.search.deeper().find_within(self.text, key.start - 1..end, &mut None, self.findings);
        let mut kept = known;
        for at in known..self.findings.len() {
            let Some(&found) = self.findings.get(at) else { break };
            let within = |text: Text| text.start <= found.start && found.end <= text.end;
            let quotes = if value.is_string && within(value) {
                0
            } else if found.start == value.start && found.end == value.end {
                1
            } else {
                continue;
            };
            if let Some(slot) = self.findings.get_mut(kept) {
                *slot = Finding { quotes, ..found };
                kept += 1;
            }
        }
        self.findings.truncate(kept);
    }

    /// What is said of the object that is opened next.
    pub(super) fn said_of_object(&self) -> Option<Text> {
        let open = self.open.last()?;
        let key = open.key?;
        let name = self.bytes(key);
        if is_among(name, THINGS) {
            return Some(key);
        }
        let inherits = states_value(name) || name == b"metadata";
        open.said.filter(|_| inherits && open.is_object)
    }

    /// Adds what a value is by what was said of it: `"host": {"name": "x"}`, `"kind": "Pod", "name": "x"`,
    /// `"key": "host.name", "value": "x"`.
    pub(super) fn search_as_said(&mut self, key: Text, value: Text) {
        let Some(open) = self.open.last() else { return };
        let said = open.said;
        let is_thing = said.is_some_and(|said| is_among(self.bytes(said), THINGS));
        let key = self.bytes(key);
        if key == b"kind" || (names_value(key) && !is_thing) {
            let says = ENDINGS.iter().chain(THINGS).any(|ending| ends_with(self.bytes(value), ending));
            if let Some(open) = self.open.last_mut() {
                open.said = Some(value).filter(|_| says).or(said.filter(|_| is_thing));
            }
        } else if let Some(said) = said {
            let is_value = states_value(key) || is_among(key, TYPED_VALUES);
            let name = self.text.get(said.start..said.end).unwrap_or_default();
            if is_thing && key == b"name" {
                self.search_as(&[name, ".name="], value);
            } else if !is_thing && is_value {
                self.search_as(&[name, "="], value);
            }
        }
    }

    /// Adds what the value is as a whole behind these words.
    fn search_as(&mut self, words: &[&str], value: Text) {
        let raw = self.text.get(value.start..value.end).unwrap_or_default();
        if raw.len() > MEMBER_BYTES || raw.contains([' ', '\\']) {
            return;
        }
        let mut text = words.concat();
        let start = text.len();
        text.push_str(raw);
        let mut found = Vec::new();
        self.search.deeper().find(&text, &mut None, &mut found);
        let whole = |found: &Finding| found.start == start && found.end == text.len();
        self.findings.extend(found.iter().find(|found| whole(found)).map(|found| Finding {
            quotes: u8::from(!value.is_string),
            ..Finding::new(value.start, value.end, found.marker)
        }));
    }
}

/// Whether a key may tell what its value is: it ends as the words do at which a family is called.
fn may_tell(key: &[u8]) -> bool {
    let letters = key.iter().rposition(u8::is_ascii_alphabetic).map_or(0, |last| last + 1);
    let tail = |bytes: usize| key.get(letters.saturating_sub(bytes)..letters).unwrap_or_default();
    SHORT_TAILS.has(tail(2)) || TAILS.has(tail(3))
}

static SHORT_TAILS: Words = Words::new(&[b"id", b"ip"]);

/// The last letters of keys for machines and pods; for processes and addresses; for what people have; for secrets.
#[rustfmt::skip]
static TAILS: Words = Words::new(&[
    b"ost", b"ame", b"qdn", b"ode", b"ver", b"nce", b"ine", b"ker", b"ter", b"ion", b"sts", b"des", b"ers", b"rce",
    b"kup", b"und", b"ain", b"pod", b"ods", b"ned", b"ner", b"box",
    b"ild", b"ess", b"ask", b"ill", b"roc", b"ten", b"hed", b"ait", b"ddr",
    b"one", b"tel", b"ile", b"fax", b"ail", b"ban", b"ard", b"ber",
    b"key", b"ken", b"ret", b"ord", b"wrd", b"pwd", b"ass", b"pin", b"otp", b"ase", b"ial", b"als", b"ure", b"sig",
    b"ash", b"uth", b"kie", b"ies", b"eys", b"ens", b"ets", b"rds", b"alt", b"kty",
]);

fn ends_with(name: &[u8], ending: &str) -> bool {
    let start = name.len().checked_sub(ending.len());
    start.and_then(|start| name.get(start..)).is_some_and(|tail| tail.eq_ignore_ascii_case(ending.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::may_tell;
    use crate::redact::rule::Trigger;
    use crate::redact::rules::FAMILIES;

    #[test]
    fn the_keys_at_which_identifiers_are_looked_for_may_tell() {
        for family in FAMILIES.iter().filter(|family| family.rules[0].id.contains("-by-key")) {
            let Trigger::Token(shape) = &family.trigger else { panic!("{}", family.rules[0].id) };
            for word in shape.words.iter().copied().flatten() {
                assert!(may_tell(word.as_bytes()), "{word}");
            }
        }
    }
}

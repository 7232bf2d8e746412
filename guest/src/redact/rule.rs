//! What a rule says of itself, and what calls it.

use gobo_contract::Kind;

use super::finding::{Finding, Marker};
use super::scan::Token;
use super::words::Words;

/// One format that is recognised. The examples are tests: all of them run.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// A stable name: `vcs-github-pat`.
    pub id: &'static str,
    /// What switches it on and off.
    pub kind: Kind,
    /// Where the format comes from: the issuer's page or a specification.
    pub source: &'static str,
    /// Words or first bytes without which it never fires.
    pub keywords: &'static [&'static str],
    /// The most bytes that a finding of it has.
    pub max_bytes: usize,
    /// Texts that hold it, each with the exact output.
    pub hits: &'static [(&'static str, &'static str)],
    /// Texts that look like it and stay, each with the reason.
    pub misses: &'static [(&'static str, &'static str)],
}

/// Rules with one recogniser.
#[derive(Debug)]
pub(crate) struct Family {
    /// What the recogniser can find.
    pub rules: &'static [Rule],
    /// Where it is called.
    pub trigger: Trigger,
    /// Looks at one place and adds what it finds. Returns from where the scan goes on; anything before the end of the
    /// token means: after the token. Its work must be bounded by a constant, by the token, or by what it returns.
    pub find: Find,
    /// What the whole value of a JSON member is, by the member's key. The JSON walker asks it.
    #[allow(dead_code)]
    pub member: Option<Member>,
}

/// See [`Family::find`].
pub(crate) type Find = fn(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize;

impl Family {
    /// A family that is called where the trigger says and tells nothing of JSON members.
    pub(crate) const fn new(rules: &'static [Rule], trigger: Trigger, find: Find) -> Self {
        Self { rules, trigger, find, member: None }
    }

    /// A family that is called at the words of a list.
    pub(crate) const fn at_words(
        rules: &'static [Rule],
        words: &'static [&'static [&'static str]],
        find: Find,
    ) -> Self {
        let shape = Shape { words, before: Before::Nothing, min_bytes: shortest(words), ..Shape::ANY };
        Self::new(rules, Trigger::Token(shape), find)
    }

    /// A family that is called at keys: at words that end like one of the list.
    pub(crate) const fn keyed(
        rules: &'static [Rule],
        words: &'static [&'static [&'static str]],
        find: Find,
    ) -> Self {
        let shape = Shape { words, min_bytes: shortest(words), ..Shape::ANY };
        Self::new(rules, Trigger::Token(shape), find)
    }
}

/// The length of the shortest word.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn shortest(lists: &[&[&str]]) -> usize {
    let mut shortest = usize::MAX;
    let mut list = 0;
    while list < lists.len() {
        let mut word = 0;
        while word < lists[list].len() {
            if lists[list][word].len() < shortest {
                shortest = lists[list][word].len();
            }
            word += 1;
        }
        list += 1;
    }
    shortest
}

/// Tells the whole value of a JSON member by its key. Asked only about keys that may say so, see
/// [`super::name::may_name_member`].
pub(crate) type Member = fn(key: &[u8], value: &[u8]) -> Option<Marker>;

/// Where a family's recogniser is called. Cheap and necessary, never sufficient: a recogniser that is called everywhere
/// finds the same.
#[derive(Debug)]
pub(crate) enum Trigger {
    /// At tokens of a certain shape.
    Token(Shape),
    /// At each of these bytes, none of which can be in a token. The token is that one byte.
    Byte(&'static [u8]),
    /// At each of the first bytes if one of the second stands after it.
    Pair(&'static [u8], &'static [u8]),
    /// At the start of each line. The token is empty.
    Line,
}

/// What a token must be like. See [`super::class`] for the bits.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Classes of which every one occurs.
    pub all: u8,
    /// Classes of which at least one occurs. Zero: whatever occurs.
    pub any: u8,
    /// Classes of which none occurs.
    pub none: u8,
    /// The bytes it may start with. Empty: any.
    pub first: &'static [u8],
    /// The words it may end with, in any case, whatever follows their last letter; the empty word for tokens without a
    /// letter. Told by four bytes, so others pass too. Empty: any.
    pub words: &'static [&'static [&'static str]],
    /// More such words.
    pub more_words: &'static [&'static Words],
    /// What stands before the word.
    pub before: Before,
    /// The least number of bytes.
    pub min_bytes: usize,
}

/// What stands in a token before its last word.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Before {
    /// Anything, or nothing.
    Anything,
    /// Nothing: the word is the token.
    Nothing,
    /// A dot.
    Dot,
}

impl Shape {
    /// Any token.
    pub(crate) const ANY: Self = Self {
        all: 0,
        any: 0,
        none: 0,
        first: b"",
        words: &[],
        more_words: &[],
        before: Before::Anything,
        min_bytes: 1,
    };
}

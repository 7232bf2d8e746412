//! Numbers for values: the same value has the same number wherever it stands in one result.

use gobo_contract::Kind;
use rustc_hash::FxHashMap;

use super::finding::Numbered;

/// FNV-1a of 64 bits: values are short, and many.
///
/// # Source
/// RFC 9923 section 5.
const DIGEST_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const DIGEST_PRIME: u64 = 0x0000_0100_0000_01b3;

/// A value that has a number: the value itself is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeenValue {
    /// Each kind counts on its own.
    pub kind: Kind,
    /// 64 bits of the value.
    pub digest: u64,
}

/// The numbers given so far.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    given: FxHashMap<SeenValue, usize>,
    counts: [usize; Kind::ALL.len()],
    /// In the order in which they were numbered.
    pub(crate) new: Vec<SeenValue>,
}

impl Numbers {
    /// Goes on from what an earlier call has numbered.
    pub(crate) fn after(seen: &[SeenValue]) -> Self {
        let mut this = Self::default();
        for value in seen {
            this.number_of(*value);
        }
        this.new.clear();
        this
    }

    /// The number of a value, from 1. Names of machines have no case, so a value has none.
    pub(crate) fn number(&mut self, kind: Numbered, value: &[u8]) -> usize {
        let digest = value.iter().fold(DIGEST_BASIS, |digest, byte| {
            (digest ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(DIGEST_PRIME)
        });
        self.number_of(SeenValue { kind: kind.kind(), digest })
    }

    fn number_of(&mut self, value: SeenValue) -> usize {
        if let Some(number) = self.given.get(&value) {
            return *number;
        }
        let Some(count) = self.counts.get_mut(value.kind as usize) else { return 0 };
        *count += 1;
        self.given.insert(value, *count);
        self.new.push(value);
        *count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_per_kind_in_the_order_of_first_appearance() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.number(Numbered::Host, b"db1"), 1);
        assert_eq!(numbers.number(Numbered::Ip, b"10.0.0.1"), 1);
        assert_eq!(numbers.number(Numbered::Host, b"db2"), 2);
        assert_eq!(numbers.number(Numbered::Host, b"DB1"), 1, "names of machines have no case");
    }

    #[test]
    fn numbering_goes_on_from_what_was_seen() {
        let mut first = Numbers::default();
        first.number(Numbered::Host, b"db1");
        let mut second = Numbers::after(&first.new);
        assert_eq!(second.number(Numbered::Host, b"db2"), 2);
        assert_eq!(second.number(Numbered::Host, b"db1"), 1);
        assert_eq!(second.new.len(), 1);
    }
}

//! Log template mining: which lines say the same, and what of them varies.
//!
//! A line's shape is its text without what varies by its looks, such as numbers; lines of one shape are one group.
//! When all lines were seen, groups that differ only where their words vary too become one pattern. So each line costs
//! one pass over its bytes, and the rest is paid once for each group.
//!
//! Deterministic and linear: no clock, no randomness, no order of a hash map. One configuration for every source.

mod group;
mod merge;
mod number;
mod shape;
mod token;
mod word;

use rustc_hash::FxHashMap;

use self::group::Group;
pub use self::number::{LineGroup, Numbers};
use self::shape::{Shape, Text};

/// Groups that are kept apart until the end: far more than a result can show. At one more they are merged early, and
/// if half of them remain after that, the rarest become one that matches anything.
const GROUPS: usize = 4_096;

/// What is known of the lines of one pattern, beside its text.
pub trait Tally: Default {
    /// Takes in what is known of other lines that turned out to be of the same pattern.
    fn absorb(&mut self, other: Self);
}

/// A pattern and what is known of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern<T> {
    /// The lines' text with `<*>` for what varies.
    pub text: String,
    /// What is known of the lines.
    pub tally: T,
}

/// Finds the patterns of lines that are given one by one, in a memory that their number does not change.
///
/// # Example
/// ```
/// use gobo_projector::pattern::{Miner, Tally};
/// #[derive(Default)]
/// struct Count(u64);
/// impl Tally for Count {
///     fn absorb(&mut self, other: Self) {
///         self.0 += other.0;
///     }
/// }
/// let mut miner = Miner::<Count>::default();
/// for line in ["retry 1 of 3", "pool exhausted", "retry 2 of 3"] {
///     miner.add(line, |count| count.0 += 1);
/// }
/// let patterns: Vec<_> = miner.patterns().into_iter().map(|pattern| (pattern.text, pattern.tally.0)).collect();
/// assert_eq!(patterns, [("retry <*> of 3".to_owned(), 2), ("pool exhausted".to_owned(), 1)]);
/// ```
#[derive(Debug)]
pub struct Miner<T> {
    shape: Shape,
    by_shape: FxHashMap<Text, usize>,
    groups: Vec<Group<T>>,
    numbers: Numbers,
    across_calls: bool,
}

impl<T> Default for Miner<T> {
    fn default() -> Self {
        Self {
            shape: Shape::default(),
            by_shape: FxHashMap::default(),
            groups: Vec::new(),
            numbers: Numbers::default(),
            across_calls: false,
        }
    }
}

impl<T: Tally> Miner<T> {
    /// A miner of lines that were redacted by several calls: the numbers in their markers are of one call each, and
    /// mean nothing beyond it.
    #[must_use]
    pub fn across_calls() -> Self {
        Self { across_calls: true, ..Self::default() }
    }

    /// Adds a line: `update` gets the tally of the lines that are like it, a new one for the first of them. Answers
    /// the line's group, for [`Miner::numbered`].
    pub fn add(&mut self, line: &str, update: impl FnOnce(&mut T)) -> LineGroup {
        self.shape.read(line);
        let known = self.by_shape.get(&self.shape.text).copied();
        let at = known.unwrap_or_else(|| self.new_group(line));
        let Some(group) = self.groups.get_mut(at) else { return LineGroup(0) };
        group.see(&self.shape, line);
        update(&mut group.tally);
        LineGroup(group.number)
    }

    /// The patterns in the order in which their first lines came.
    #[must_use]
    pub fn patterns(self) -> Vec<Pattern<T>> {
        self.numbered().0
    }

    /// The patterns, and which of them each group of lines belongs to.
    #[must_use]
    pub fn numbered(mut self) -> (Vec<Pattern<T>>, Numbers) {
        let merged = merge::merge(self.groups, &mut self.numbers);
        self.numbers.settle(merged.iter().map(|group| group.number));
        let patterns = merged.into_iter().map(|group| Pattern { text: group.text(), tally: group.tally });
        (patterns.collect(), self.numbers)
    }

    fn new_group(&mut self, line: &str) -> usize {
        if self.groups.len() == GROUPS {
            let merged = merge::merge(std::mem::take(&mut self.groups), &mut self.numbers);
            self.groups = merge::fold_rarest(merged, GROUPS / 2, &mut self.numbers);
            self.by_shape =
                self.groups.iter().enumerate().map(|(at, group)| (Text(group.shape.clone()), at)).collect();
        }
        let at = self.groups.len();
        self.by_shape.insert(self.shape.text.clone(), at);
        let mut group = Group::new(self.numbers.next(), &self.shape, line);
        if self.across_calls {
            group.forget_marker_numbers();
        }
        self.groups.push(group);
        at
    }
}

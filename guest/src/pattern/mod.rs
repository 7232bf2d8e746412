//! Log template mining: which lines say the same, and what of them varies.
//!
//! Deterministic and linear: no clock, no randomness, no order of a hash map.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::BuildHasherDefault;

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

/// Finds the patterns of lines that are given one by one.
#[derive(Debug)]
pub struct Miner<T> {
    patterns: HashMap<String, (usize, T), BuildHasherDefault<DefaultHasher>>,
}

impl<T> Default for Miner<T> {
    fn default() -> Self {
        Self { patterns: HashMap::default() }
    }
}

impl<T: Tally> Miner<T> {
    /// The tally of the lines that are like this one, a new one for the first of them.
    pub fn tally(&mut self, line: &str) -> &mut T {
        let order = self.patterns.len();
        let mut text = String::with_capacity(line.len());
        shape(line, &mut text);
        &mut self.patterns.entry(text).or_insert_with(|| (order, T::default())).1
    }

    /// The patterns in the order in which their first lines came.
    #[must_use]
    pub fn patterns(self) -> Vec<Pattern<T>> {
        let mut ordered: Vec<_> = self.patterns.into_iter().collect();
        ordered.sort_unstable_by_key(|(_, (order, _))| *order);
        ordered.into_iter().map(|(text, (_, tally))| Pattern { text, tally }).collect()
    }
}

fn shape(line: &str, shape: &mut String) {
    shape.clear();
    for (at, word) in line.split(' ').enumerate() {
        if at > 0 {
            shape.push(' ');
        }
        let varies = word.bytes().any(|byte| byte.is_ascii_digit());
        shape.push_str(if varies { "<*>" } else { word });
    }
}

//! Groups that differ only where their words vary are one pattern.
//!
//! Groups whose words stand between the same punctuation are laid side by side, as rows of a table. Whether the words
//! of a column vary is told by how many different ones stand there while all else is the same, and by what kind of
//! place it is: a name follows `user`, a value follows `=`, while a plain word is as often a verb or a state.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::shape::VALUE;
use super::token::{Kind, PLAIN_WORDS, Token, tokens};
use super::{FixedMap, Group, Numbers, Tally};

/// Rounds over one table: each may uncover one more column that varies.
const ROUNDS: usize = 3;

/// Merges the groups that are of one pattern. The order of their first lines is kept.
pub(super) fn merge<T: Tally>(groups: Vec<Group<T>>, numbers: &mut Numbers) -> Vec<Group<T>> {
    let varying = varying_tokens(&groups);
    let mut by_shape: FixedMap<Vec<u8>, usize> = FixedMap::default();
    let mut merged: Vec<Group<T>> = Vec::new();
    for (group, varying) in groups.into_iter().zip(varying) {
        let group = group.with_values(&varying);
        if let Some(known) = by_shape.get(&group.shape).and_then(|at| merged.get_mut(*at)) {
            numbers.join(group.number, known.number);
            known.absorb(group);
        } else {
            by_shape.insert(group.shape.clone(), merged.len());
            merged.push(group);
        }
    }
    merged
}

/// Makes one group that matches anything of all but the `most` largest groups. It stands where the first of them did.
pub(super) fn fold_rarest<T: Tally>(
    groups: Vec<Group<T>>,
    most: usize,
    numbers: &mut Numbers,
) -> Vec<Group<T>> {
    let mut by_size: Vec<usize> = (0..groups.len()).collect();
    by_size.sort_by_key(|at| Reverse(groups.get(*at).map(|group| group.lines)));
    let rare: BTreeSet<usize> = by_size.into_iter().skip(most).collect();
    let mut kept: Vec<Group<T>> = Vec::new();
    let mut anything = None;
    for (at, group) in groups.into_iter().enumerate() {
        if !rare.contains(&at) {
            kept.push(group);
        } else if let Some(anything) = anything.and_then(|at: usize| kept.get_mut(at)) {
            numbers.join(group.number, anything.number);
            anything.absorb(group.anything());
        } else {
            anything = Some(kept.len());
            kept.push(group.anything());
        }
    }
    kept
}

/// For each group, where in its shape the words are that vary.
fn varying_tokens<T>(groups: &[Group<T>]) -> Vec<Vec<std::ops::Range<usize>>> {
    let all: Vec<Vec<Token<'_>>> = groups.iter().map(|group| tokens(&group.shape)).collect();
    let mut alike: Vec<(u64, usize)> =
        groups.iter().zip(&all).map(|(group, tokens)| between(&group.shape, tokens)).zip(0..).collect();
    alike.sort_unstable();
    let mut varying = vec![Vec::new(); groups.len()];
    for table in alike.chunk_by(|(a, _), (b, _)| a == b).filter(|table| table.len() > 1) {
        let lines = table.iter().filter_map(|(_, at)| Some((*at, all.get(*at)?)));
        let mut rows: Vec<Row<'_>> =
            lines.map(|(at, tokens)| Row { at, tokens, is_value: is_value(tokens) }).collect();
        for _ in 0..ROUNDS {
            let before: usize = rows.iter().map(Row::values).sum();
            mark_loose(&mut rows);
            mark_single(&mut rows);
            if rows.iter().map(Row::values).sum::<usize>() == before {
                break;
            }
        }
        for row in rows {
            if let Some(varying) = varying.get_mut(row.at) {
                *varying = row.varying();
            }
        }
    }
    varying
}

/// A group as a row of words.
struct Row<'s> {
    at: usize,
    tokens: &'s [Token<'s>],
    /// Where a value stands, or a word that varies.
    is_value: Vec<bool>,
}

fn is_value(tokens: &[Token<'_>]) -> Vec<bool> {
    tokens.iter().map(|token| token.kind == Kind::Value).collect()
}

impl Row<'_> {
    fn values(&self) -> usize {
        self.is_value.iter().filter(|is_value| **is_value).count()
    }

    fn varying(&self) -> Vec<std::ops::Range<usize>> {
        let varies = |(token, is_value): &(&Token<'_>, &bool)| **is_value && token.text != [VALUE];
        self.tokens.iter().zip(&self.is_value).filter(varies).map(|(token, _)| token.range()).collect()
    }

    /// The words, with the same for all that vary.
    fn words(&self) -> impl Iterator<Item = (&Token<'_>, &[u8])> {
        self.tokens
            .iter()
            .zip(&self.is_value)
            .map(|(token, is_value)| (token, if *is_value { &[VALUE] } else { token.text }))
    }
}

/// What stands in one column of rows that are otherwise alike.
#[derive(Clone)]
struct Column {
    /// Hashes of its different words, as many as can matter.
    words: Vec<u64>,
    has_value: bool,
    needed: usize,
}

impl Default for Column {
    fn default() -> Self {
        Self { words: Vec::new(), has_value: false, needed: PLAIN_WORDS }
    }
}

impl Column {
    fn see(&mut self, token: &Token<'_>, word: u64, is_value: bool) {
        match token.kind {
            _ if is_value => self.has_value = true,
            Kind::Word { needed, .. } => {
                self.needed = self.needed.min(needed);
                if self.words.len() < PLAIN_WORDS && !self.words.contains(&word) {
                    self.words.push(word);
                }
            }
            Kind::Value | Kind::First => {}
        }
    }

    fn varies(&self) -> bool {
        (self.has_value && !self.words.is_empty())
            || (self.words.len() > 1 && self.words.len() >= self.needed)
    }
}

/// Marks what varies among rows that are alike but for the columns which hold values by their looks.
fn mark_loose(rows: &mut [Row<'_>]) {
    let mut columns: FixedMap<u64, Vec<Column>> = FixedMap::default();
    let keys: Vec<u64> = rows
        .iter()
        .map(|row| {
            row.tokens
                .iter()
                .fold(0, |key, token| mix(key, if token.is_loose() { 0 } else { hash(token.text) }))
        })
        .collect();
    for (row, key) in rows.iter().zip(&keys) {
        let columns = columns.entry(*key).or_insert_with(|| vec![Column::default(); row.tokens.len()]);
        for (column, ((token, word), is_value)) in columns.iter_mut().zip(row.words().zip(&row.is_value)) {
            column.see(token, hash(word), *is_value);
        }
    }
    for (row, key) in rows.iter_mut().zip(&keys) {
        let columns = columns.get(key).into_iter().flatten();
        for ((is_value, token), column) in row.is_value.iter_mut().zip(row.tokens).zip(columns) {
            *is_value |= token.is_loose() && column.varies();
        }
    }
}

/// Marks what varies among rows that are alike but for one column.
fn mark_single(rows: &mut [Row<'_>]) {
    let mut columns: FixedMap<u64, Column> = FixedMap::default();
    let keys: Vec<Vec<u64>> = rows
        .iter()
        .map(|row| {
            let words: Vec<u64> =
                row.words().enumerate().map(|(at, (_, word))| mix(hash(word), at as u64)).collect();
            let row: u64 = words.iter().fold(0, |row, word| row.wrapping_add(*word));
            words.iter().enumerate().map(|(at, word)| mix(row.wrapping_sub(*word), at as u64)).collect()
        })
        .collect();
    let mut same_row = BTreeSet::new();
    for (row, keys) in rows.iter().zip(&keys) {
        if !same_row.insert(keys) {
            continue;
        }
        for (key, ((token, word), is_value)) in keys.iter().zip(row.words().zip(&row.is_value)) {
            columns.entry(*key).or_default().see(token, hash(word), *is_value);
        }
    }
    for (row, keys) in rows.iter_mut().zip(&keys) {
        for ((is_value, token), key) in row.is_value.iter_mut().zip(row.tokens).zip(keys) {
            *is_value |= token.kind != Kind::First && columns.get(key).is_some_and(Column::varies);
        }
    }
}

/// A hash of what stands between the tokens.
fn between(shape: &[u8], tokens: &[Token<'_>]) -> u64 {
    let starts = tokens.iter().map(|token| token.range().start).chain([shape.len()]);
    let ends = std::iter::once(0).chain(tokens.iter().map(|token| token.range().end));
    ends.zip(starts).fold(0, |sum, (end, start)| mix(sum, hash(shape.get(end..start).unwrap_or_default())))
}

/// FNV-1a. A collision merges two patterns that are none; nothing else depends on it.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn mix(a: u64, b: u64) -> u64 {
    (a.rotate_left(5) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

//! Groups that differ only where their words vary are one pattern.
//!
//! Groups whose words stand between the same punctuation are laid side by side, as rows of a table. Whether the words
//! of a column vary is told by how many different ones stand there while all else is the same, and by what kind of
//! place it is: a name follows `user`, a value follows `=`, while a plain word is as often a verb or a state.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::token::{Kind, PLAIN_WORDS, Token, VALUE_HASH, tokens};

use super::{Group, Numbers, Tally};
use crate::order::{joined, parted, sort, sorted};

/// Rounds over one table: each may uncover one more column that varies.
const ROUNDS: usize = 3;

/// Lines of one wording from which on it is a pattern of its own, however many others say mostly the same.
const MOST_LINES: u64 = 2;

/// Merges the groups that are of one pattern. The order of their first lines is kept.
pub(super) fn merge<T: Tally>(groups: Vec<Group<T>>, numbers: &mut Numbers) -> Vec<Group<T>> {
    let varying = varying_tokens(&groups);
    if varying.iter().all(Vec::is_empty) {
        return groups;
    }
    let mut by_shape: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
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
    let by_size = sorted((0..groups.len()).collect(), |at: &usize| {
        u128::from(groups.get(*at).map_or(u64::MAX, |group| !group.lines))
    });
    let mut is_rare = vec![false; groups.len()];
    for at in by_size.into_iter().skip(most) {
        if let Some(is_rare) = is_rare.get_mut(at) {
            *is_rare = true;
        }
    }
    let mut kept: Vec<Group<T>> = Vec::new();
    let mut anything = None;
    for (group, is_rare) in groups.into_iter().zip(is_rare) {
        if !is_rare {
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
fn varying_tokens<T>(groups: &[Group<T>]) -> Vec<Vec<Range<usize>>> {
    let all: Vec<(Vec<Token<'_>>, u64)> = groups.iter().map(|group| tokens(&group.shape)).collect();
    let mut alike: Vec<u128> =
        all.iter().zip(0..).map(|((_, between), at)| joined(*between, at, 0)).collect();
    sort(&mut alike);
    let mut varying = vec![Vec::new(); groups.len()];
    for table in alike.chunk_by(is_alike).filter(|table| table.len() > 1) {
        let row = |at: usize| Some(Row::new(at, groups.get(at)?.lines, &all.get(at)?.0));
        let rows = table.iter().filter_map(|joined| row(parted(*joined).1));
        let mut rows: Vec<Row<'_>> = rows.collect();
        for _ in 0..ROUNDS {
            let before: usize = rows.iter().map(Row::values).sum();
            mark_loose(&mut rows);
            mark_single(&mut rows);
            mark_mostly_alike(&mut rows);
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

/// Whether the first of the joined numbers are the same.
fn is_alike(one: &u128, other: &u128) -> bool {
    parted(*one).0 == parted(*other).0
}

/// A group as a row of words.
struct Row<'s> {
    at: usize,
    lines: u64,
    cells: Vec<Cell<'s>>,
}

/// A word in its row.
struct Cell<'s> {
    token: &'s Token<'s>,
    /// Whether a value stands there, or a word that varies.
    is_value: bool,
}

impl Cell<'_> {
    /// The word's hash, the same for all that vary.
    fn word(&self) -> u64 {
        if self.is_value { VALUE_HASH } else { self.token.hash }
    }
}

impl<'s> Row<'s> {
    fn new(at: usize, lines: u64, tokens: &'s [Token<'s>]) -> Self {
        let cells = tokens.iter().map(|token| Cell { token, is_value: token.kind == Kind::Value });
        Self { at, lines, cells: cells.collect() }
    }

    fn values(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_value).count()
    }

    fn varying(&self) -> Vec<Range<usize>> {
        let varying = self.cells.iter().filter(|cell| cell.is_value && cell.token.kind != Kind::Value);
        varying.map(|cell| cell.token.range()).collect()
    }
}

/// What stands in one column of rows that are otherwise alike.
#[derive(Clone)]
struct Column {
    /// Its different words, as many as can matter.
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
    fn see(&mut self, cell: &Cell<'_>) {
        match cell.token.kind {
            _ if cell.is_value => self.has_value = true,
            Kind::Word { needed } => {
                self.needed = self.needed.min(needed);
                if self.words.len() < PLAIN_WORDS && !self.words.contains(&cell.word()) {
                    self.words.push(cell.word());
                }
            }
            Kind::Value | Kind::First => {}
        }
    }

    fn varies(&self) -> bool {
        let words = self.words.len();
        (self.has_value && words > 0) || (words > 1 && words >= self.needed)
    }
}

/// Marks what varies among rows that are alike but for the columns which hold values by their looks.
fn mark_loose(rows: &mut Vec<Row<'_>>) {
    let fixed = |cell: &Cell<'_>| if cell.token.is_loose() { 0 } else { cell.token.hash };
    let key = |row: &Row<'_>| row.cells.iter().fold(0, |key, cell| mix(key, fixed(cell)));
    *rows = sorted(std::mem::take(rows), |row| key(row).into());
    for rows in rows.chunk_by_mut(|a, b| key(a) == key(b)).filter(|rows| rows.len() > 1) {
        let mut columns = Vec::new();
        for row in rows.iter() {
            columns.resize(row.cells.len(), Column::default());
            for (column, cell) in columns.iter_mut().zip(&row.cells) {
                column.see(cell);
            }
        }
        for row in rows {
            for (column, cell) in columns.iter().zip(&mut row.cells) {
                cell.is_value |= cell.token.is_loose() && column.varies();
            }
        }
    }
}

/// Marks what varies among rows that are alike but for one column.
fn mark_single(rows: &mut [Row<'_>]) {
    let mut places: Vec<u128> = Vec::new();
    for (row, Row { cells, .. }) in rows.iter().enumerate() {
        let words = || cells.iter().zip(0_u64..).map(|(cell, at)| mix(cell.word(), at));
        let all = words().fold(0_u64, u64::wrapping_add);
        let others = |at: usize, word: u64| mix(all.wrapping_sub(word), at as u64);
        places.extend(words().enumerate().map(|(at, word)| joined(others(at, word), row, at)));
    }
    sort(&mut places);
    let mut varying = Vec::new();
    for places in places.chunk_by(is_alike).filter(|places| places.len() > 1) {
        let mut column = Column::default();
        for (_, row, at) in places.iter().copied().map(parted) {
            if let Some(cell) = rows.get(row).and_then(|row| row.cells.get(at)) {
                column.see(cell);
            }
        }
        if column.varies() {
            varying.extend(places.iter().copied().map(parted));
        }
    }
    for (_, row, at) in varying {
        if let Some(cell) = rows.get_mut(row).and_then(|row| row.cells.get_mut(at)) {
            cell.is_value |= cell.token.kind != Kind::First;
        }
    }
}

/// Marks what varies among many rows that say mostly the same, each with other words and hardly any of them twice:
/// several words vary at once there, so that no two rows are alike but for one. Rows that come again and again, as the
/// transitions between states do, are patterns of their own.
fn mark_mostly_alike(rows: &mut Vec<Row<'_>>) {
    let first = |row: &Row<'_>| row.cells.first().map(Cell::word);
    *rows = sorted(std::mem::take(rows), |row| first(row).map_or(0, |word| u128::from(word) + 1));
    for rows in rows.chunk_by_mut(|a, b| first(a) == first(b)).filter(|rows| rows.len() >= 2 * PLAIN_WORDS) {
        let columns = rows.first().map_or(0, |row| row.cells.len());
        let different: Vec<usize> = (0..columns).map(|at| different_words(rows, at)).collect();
        let same = different.iter().filter(|words| **words < 2).count();
        let all_differ = different.iter().all(|words| *words < 2 || words * 2 >= rows.len());
        // A row of an earlier merge has values already, and any number of lines.
        let has_words = |row: &&Row<'_>| {
            row.cells.iter().zip(&different).any(|(cell, words)| *words > 1 && !cell.is_value)
        };
        let come_again = rows.iter().filter(has_words).any(|row| row.lines > MOST_LINES);
        if same * 5 < columns * 3 || !all_differ || come_again {
            continue;
        }
        for row in rows {
            for (cell, words) in row.cells.iter_mut().zip(&different) {
                cell.is_value |= *words > 1 && cell.token.kind != Kind::First;
            }
        }
    }
}

/// How many different words there are in a column, those that vary counted as one.
fn different_words(rows: &[Row<'_>], at: usize) -> usize {
    let words = rows.iter().filter_map(|row| row.cells.get(at)).map(Cell::word);
    let mut words: Vec<u128> = words.map(u128::from).collect();
    sort(&mut words);
    words.dedup();
    words.len()
}

fn mix(a: u64, b: u64) -> u64 {
    (a.rotate_left(5) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

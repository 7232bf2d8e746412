//! Lines of one shape, and which of their values are always the same.

use std::ops::Range;

use super::Tally;
use super::shape::{Shape, VALUE};

/// Bytes of a value that can be shown as one that never varies. A longer one counts as one that does.
const VALUE_BYTES: usize = 256;

/// Lines of one shape.
#[derive(Clone, Debug)]
pub(super) struct Group<T> {
    /// Their shape.
    pub(super) shape: Vec<u8>,
    /// Their value at each place of the shape; `None` where it varies.
    pub(super) values: Vec<Option<Box<str>>>,
    /// How many there are.
    pub(super) lines: u64,
    /// What else is known of them.
    pub(super) tally: T,
    /// Which group it is, of all that there ever were.
    pub(super) number: u32,
    /// How many values do not vary yet.
    constant: usize,
}

impl<T: Tally> Group<T> {
    /// The group of a line, which is still to be seen.
    pub(super) fn new(number: u32, shape: &Shape, line: &str) -> Self {
        let short = |value: &&str| value.len() <= VALUE_BYTES;
        let value = |range: &Range<usize>| line.get(range.clone()).filter(short).map(Box::from);
        let values: Vec<_> = shape.values.iter().map(value).collect();
        Self {
            shape: shape.text.to_vec(),
            constant: values.iter().flatten().count(),
            values,
            lines: 0,
            tally: T::default(),
            number,
        }
    }

    /// The group with a value in the place of each of these ranges of its shape.
    pub(super) fn with_values(self, ranges: &[Range<usize>]) -> Self {
        if ranges.is_empty() {
            return self;
        }
        let mut old_values = self.values.into_iter();
        let (mut shape, mut values) = (Vec::with_capacity(self.shape.len()), Vec::new());
        let mut copied = 0;
        for range in ranges {
            let kept = self.shape.get(copied..range.start).unwrap_or_default();
            shape.extend_from_slice(kept);
            values.extend(old_values.by_ref().take(count_values(kept)));
            let replaced = self.shape.get(range.clone()).unwrap_or_default();
            let inner: Option<Vec<_>> = old_values.by_ref().take(count_values(replaced)).collect();
            shape.push(VALUE);
            values.push(inner.and_then(|inner| filled(replaced, &inner)));
            copied = range.end;
        }
        shape.extend_from_slice(self.shape.get(copied..).unwrap_or_default());
        values.extend(old_values);
        Self { shape, constant: values.iter().flatten().count(), values, ..self }
    }

    /// The group with a shape that any line has.
    pub(super) fn anything(self) -> Self {
        Self { shape: vec![VALUE], values: vec![None], constant: 0, ..self }
    }

    /// Lets the numbers of markers vary.
    pub(super) fn forget_marker_numbers(&mut self) {
        let places = self.shape.iter().enumerate().filter(|(_, byte)| **byte == VALUE);
        for ((at, _), value) in places.zip(&mut self.values) {
            if value.is_some() && self.shape.get(..at).is_some_and(in_marker) {
                *value = None;
                self.constant -= 1;
            }
        }
    }

    /// Counts a line of this shape.
    pub(super) fn see(&mut self, shape: &Shape, line: &str) {
        self.lines += 1;
        if self.constant == 0 || self.lines == 1 {
            return;
        }
        for (value, range) in self.values.iter_mut().zip(&shape.values) {
            if value.as_deref().is_some_and(|value| line.get(range.clone()) != Some(value)) {
                *value = None;
                self.constant -= 1;
            }
        }
    }

    /// Takes in a group of the same shape.
    pub(super) fn absorb(&mut self, other: Self) {
        for (value, other) in self.values.iter_mut().zip(other.values) {
            if *value != other {
                *value = None;
            }
        }
        self.lines += other.lines;
        self.tally.absorb(other.tally);
    }

    /// The pattern's text: the values that do not vary, and `<*>` for those that do. A marker whose number varies
    /// keeps its name: `<IP>`.
    pub(super) fn text(&self) -> String {
        let mut text = Vec::with_capacity(self.shape.len());
        let mut values = self.values.iter();
        for byte in &self.shape {
            match (*byte, values.as_slice().first()) {
                (VALUE, Some(Some(value))) => text.extend_from_slice(value.as_bytes()),
                (VALUE, _) if in_marker(&text) => {
                    text.pop();
                }
                (VALUE, _) => text.extend_from_slice(b"<*>"),
                (byte, _) => text.push(byte),
            }
            if *byte == VALUE {
                values.next();
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

fn count_values(shape: &[u8]) -> usize {
    shape.iter().map(|byte| usize::from(*byte == VALUE)).sum()
}

/// A part of a shape with its values in it.
fn filled(part: &[u8], values: &[Box<str>]) -> Option<Box<str>> {
    let mut values = values.iter();
    let mut text = Vec::new();
    for byte in part {
        if *byte == VALUE {
            text.extend_from_slice(values.next()?.as_bytes());
        } else {
            text.push(*byte);
        }
    }
    String::from_utf8(text).ok().map(String::into_boxed_str)
}

/// Whether a text ends inside of a marker, where its number would follow: `<IP:`.
fn in_marker(text: &[u8]) -> bool {
    let Some(name) = text.strip_suffix(b":") else { return false };
    let letters = name.iter().rev().take_while(|byte| byte.is_ascii_uppercase() || **byte == b'_').count();
    letters > 0 && name.iter().rev().nth(letters) == Some(&b'<')
}

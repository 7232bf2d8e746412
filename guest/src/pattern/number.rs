//! Which pattern a line turned out to belong to.

/// The group that a line was added to. It may become a part of another one's pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineGroup(pub(super) u32);

/// The pattern of each group of lines: 4 bytes for each shape that was ever seen.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// For each group the one that took it in, itself when none did; once settled, its pattern.
    of: Vec<u32>,
}

impl Numbers {
    /// The place of a group's pattern among the patterns.
    #[must_use]
    pub fn pattern(&self, group: LineGroup) -> usize {
        self.of.get(group.0 as usize).map_or(0, |pattern| *pattern as usize)
    }

    /// The number of a new group.
    pub(super) fn next(&mut self) -> u32 {
        let number = u32::try_from(self.of.len()).unwrap_or(u32::MAX);
        self.of.push(number);
        number
    }

    /// Notes that a group was taken in by an earlier one.
    pub(super) fn join(&mut self, group: u32, into: u32) {
        if let Some(of) = self.of.get_mut(group as usize) {
            *of = into;
        }
    }

    /// Turns the groups' numbers into those of their patterns, given the patterns' groups in their order.
    pub(super) fn settle(&mut self, patterns: impl Iterator<Item = u32>) {
        let mut settled = vec![0; self.of.len()];
        for (pattern, group) in (0..).zip(patterns) {
            if let Some(settled) = settled.get_mut(group as usize) {
                *settled = pattern;
            }
        }
        // A group is only ever taken in by an earlier one, so that its own pattern is settled before.
        for (group, into) in self.of.iter().map(|into| *into as usize).enumerate() {
            let pattern = settled.get(into).copied().unwrap_or_default();
            if let Some(settled) = settled.get_mut(group) {
                *settled = pattern;
            }
        }
        self.of = settled;
    }
}

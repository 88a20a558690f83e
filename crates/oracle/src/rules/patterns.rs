//! Defines the pattern that a rule finds, and functions that list the ways to choose its parts.

use crate::pencilmarks::Pencilmarks;

/// A pattern that a rule found, with its effect on the candidates in which it was found.
#[derive(Debug, Default)]
pub(crate) struct RuleFind {
    /// The cells that get a digit.
    pub(crate) placed: Vec<(usize, u8)>,
    /// The candidates that are removed, all of which are present.
    pub(crate) removed: Vec<(usize, u8)>,
}

impl RuleFind {
    pub(super) fn placing(cell: usize, digit: u8) -> Self {
        Self {
            placed: vec![(cell, digit)],
            removed: Vec::new(),
        }
    }

    /// Creates a pattern that removes these candidates (cell and digit). Those that are not in `marks` are left
    /// out.
    pub(super) fn removing(
        marks: &Pencilmarks,
        candidates: impl IntoIterator<Item = (usize, u8)>,
    ) -> Self {
        let candidates = candidates.into_iter();
        Self {
            placed: Vec::new(),
            removed: candidates
                .filter(|&(cell, digit)| marks.has(cell, digit))
                .collect(),
        }
    }

    pub(crate) fn has_effect(&self) -> bool {
        !self.placed.is_empty() || !self.removed.is_empty()
    }

    /// Applies the pattern's effect to these candidates, and returns whether anything changed.
    pub(crate) fn apply(&self, marks: &mut Pencilmarks) -> bool {
        let is_new = self
            .removed
            .iter()
            .any(|&(cell, digit)| marks.has(cell, digit));
        for &(cell, digit) in &self.removed {
            marks.remove(cell, digit);
        }
        for &(cell, digit) in &self.placed {
            marks.place(cell, digit);
        }
        is_new || !self.placed.is_empty()
    }
}

/// Returns the union of lists, in ascending order.
pub(super) fn union<T: Ord + Copy>(lists: &[&[T]]) -> Vec<T> {
    let mut all = lists.concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns all ways to choose `count` of the items, in the order of the items.
pub(super) fn choices<T>(items: &[T], count: usize) -> Vec<Vec<&T>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in items.iter().enumerate() {
        for rest in choices(&items[place + 1..], count - 1) {
            all.push([vec![first], rest].concat());
        }
    }
    all
}

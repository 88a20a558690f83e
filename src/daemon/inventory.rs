//! The numbers of puzzles in stock, as shelves need them.

use super::error::in_one_line;
use crate::stock::Stock;
use std::collections::BTreeMap;

/// A count of the puzzles that can be taken: those in published packs that were neither shipped nor
/// retired.
pub trait Inventory: Send + Sync {
    /// Returns the numbers of puzzles of the levels of a scheme, by the levels' names.
    fn free(&self, scheme: &str) -> BTreeMap<String, u64>;

    /// Counts again, as packs may have come or gone.
    ///
    /// # Errors
    /// A line that says what can't be read.
    fn refresh(&self) -> Result<(), String>;
}

impl Inventory for Stock {
    fn free(&self, scheme: &str) -> BTreeMap<String, u64> {
        let all = Self::free(self).into_iter();
        all.filter(|it| it.label.scheme == scheme)
            .map(|it| (it.label.name, it.free))
            .collect()
    }

    fn refresh(&self) -> Result<(), String> {
        Self::refresh(self).map_err(|error| in_one_line(&error))
    }
}

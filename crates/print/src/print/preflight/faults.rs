//! Collects the faults found by the checks of a file.

use crate::print::read::Fault;
use std::collections::BTreeSet;

/// The faults found so far, without duplicates, sorted by page.
#[derive(Default)]
pub(super) struct Faults(BTreeSet<Fault>);

impl Faults {
    /// Adds a fault of the page with this number, from 1; the number is 0 for a fault of the whole file.
    pub(super) fn add(&mut self, page: usize, what: impl Into<String>) {
        self.0.insert(Fault::new(page, what));
    }

    /// Adds a fault whose text `what` contains a measured value. Faults with the same `rule` are reported together;
    /// `badness` is larger for worse ones.
    pub(super) fn measured(&mut self, page: usize, what: String, rule: &str, badness: f64) {
        self.0.insert(Fault::measured(page, what, rule, badness));
    }

    /// Adds a fault to the list.
    pub(super) fn insert(&mut self, fault: Fault) {
        self.0.insert(fault);
    }

    /// Returns the faults sorted by page.
    pub(super) fn sorted(self) -> Vec<Fault> {
        self.0.into_iter().collect()
    }
}

//! The list of faults that the checks of a file add to.

use crate::print::read::Fault;
use std::collections::BTreeSet;

/// The faults found so far, each once, in the order of their pages.
#[derive(Default)]
pub(super) struct Faults(BTreeSet<Fault>);

impl Faults {
    /// Adds a fault of a page, from 1; page 0 is the file as a whole.
    pub(super) fn add(&mut self, page: usize, what: impl Into<String>) {
        self.0.insert(Fault::new(page, what));
    }

    /// Adds a fault whose text holds a measure: faults of one rule are reported together.
    pub(super) fn measured(&mut self, page: usize, what: String, rule: &str, badness: f64) {
        self.0.insert(Fault::measured(page, what, rule, badness));
    }

    /// Adds a fault that is made already.
    pub(super) fn insert(&mut self, fault: Fault) {
        self.0.insert(fault);
    }

    /// Returns the faults in the order of their pages.
    pub(super) fn sorted(self) -> Vec<Fault> {
        self.0.into_iter().collect()
    }
}

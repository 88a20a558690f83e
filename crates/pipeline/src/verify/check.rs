//! A verification under way: the report so far, and what is known of the packs at hand.

use super::finding::{Finding, Problem, RecordPlace};
use super::repeats::Repeats;
use super::report::{Progress, Report};
use std::collections::HashSet;
use std::path::Path;

/// A verification under way.
pub(super) struct Check<'a> {
    pub report: Report,
    pub repeats: Repeats,
    /// The numbers of the records of the pack at hand.
    pub numbers: HashSet<u64>,
    pub total: u64,
    pub on_progress: &'a mut dyn FnMut(Progress),
}

impl Check<'_> {
    /// Adds a finding to the report.
    pub(super) fn find(&mut self, file: &Path, record: Option<RecordPlace>, problem: Problem) {
        self.report.findings.push(Finding {
            file: file.to_owned(),
            record,
            problem,
        });
    }
}

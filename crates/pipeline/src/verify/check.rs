//! Holds a verification in progress: the report so far, and the state of the packs being checked.

use super::finding::{Finding, PackProblem, RecordPlace};
use super::repeats::Repeats;
use super::report::{Progress, Report};
use crate::pack::{Pack, PackError};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A verification in progress.
pub(super) struct Verification<'a> {
    pub report: Report,
    pub repeats: Repeats,
    /// The numbers of the candidate puzzles from which the current pack's records were made.
    pub numbers: HashSet<u64>,
    pub total: u64,
    pub on_progress: &'a mut dyn FnMut(Progress),
}

impl Verification<'_> {
    /// Adds a finding to the report.
    pub(super) fn find(&mut self, file: &Path, record: Option<RecordPlace>, problem: PackProblem) {
        self.report.findings.push(Finding {
            file: file.to_owned(),
            record,
            problem,
        });
    }

    /// Opens each pack once. Packs that can't be opened are reported as findings.
    pub(super) fn open(&mut self, folders: &[PathBuf]) -> Vec<Pack> {
        let mut places = Vec::new();
        let mut opened = Vec::new();
        for folder in folders {
            let place = fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
            if places.contains(&place) {
                self.find(folder, None, PackProblem::GivenTwice);
                continue;
            }
            places.push(place);
            match Pack::open_any(folder) {
                Ok(pack) => {
                    self.total = self.total.saturating_add(pack.manifest().made());
                    opened.push(pack);
                }
                Err(PackError::Manifest { path, problem }) => {
                    self.find(&path, None, PackProblem::Manifest(problem));
                }
                Err(error) => self.find(folder, None, PackProblem::unreadable(&error)),
            }
        }
        opened
    }
}

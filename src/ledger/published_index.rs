//! Implements `PublishedIndex` for the ledger, so that a run knows which puzzles were published before.

use super::error::LedgerError;
use super::paths::{absolute, name_of};
use super::rows::{LedgerEntry, PackRow, json, now};
use super::state::{Head, text_digest};
use super::store::Ledger;
use crate::config::{Job, LedgerSnapshot};
use crate::grid::PuzzleId;
use crate::line::{IndexError, Publication, PublishedIndex, PublishedPuzzle, Verdict};
use std::collections::HashSet;
use std::path::Path;

impl PublishedIndex for Ledger {
    fn states(&self, folder: &Path, job: &Job) -> Result<LedgerSnapshot, IndexError> {
        if let Some(row) = self.own_rows(folder, job)?.into_iter().next() {
            return Ok(row.against);
        }
        Ok(LedgerSnapshot {
            states: vec![self.head()?.named(0)],
            extends: Vec::new(),
        })
    }

    fn run_against(&self, against: &LedgerSnapshot) -> Result<(), IndexError> {
        for state in &against.states {
            if !self.was(state)? {
                let (path, puzzles) = (self.path().to_owned(), state.puzzles);
                return Err(LedgerError::OtherLedger { path, puzzles }.into());
            }
        }
        self.run.borrow_mut().against = against.clone();
        Ok(())
    }

    fn knows(&self, id: PuzzleId, number: u64) -> bool {
        let packs = self.run.borrow().against.at(number).map(|it| it.packs);
        match self.pack_of(id, packs.unwrap_or(0)) {
            Ok(found) => found.is_some(),
            Err(error) => {
                self.run.borrow_mut().trouble.get_or_insert(error);
                true
            }
        }
    }

    fn trouble(&self) -> Option<IndexError> {
        let trouble = self.run.borrow_mut().trouble.take();
        trouble.map(IndexError::from)
    }

    fn has_recorded(&self, folder: &Path, job: &Job) -> Result<bool, IndexError> {
        Ok(!self.own_rows(folder, job)?.is_empty())
    }

    fn record(&self, packs: &[Publication<'_>]) -> Result<Verdict, IndexError> {
        Ok(self.record_all(packs)?)
    }
}

impl Ledger {
    fn record_all(&self, packs: &[Publication<'_>]) -> Result<Verdict, LedgerError> {
        let tx = self.db.begin()?;
        let head = self.head()?;
        let mut new = Vec::new();
        for pack in packs {
            let mut own = pack.job.ledger.extends.clone();
            let rows = self.own_rows(pack.folder, pack.job)?;
            own.extend(rows.iter().map(|row| row.pack));
            let checked = checked_from(&pack.job.ledger, &head);
            let mut fresh = Vec::with_capacity(pack.puzzles.len());
            let mut taken = HashSet::new();
            for entry in pack.puzzles.iter().map(LedgerEntry::from) {
                // The run looked the id up in this state of the ledger when it kept the puzzle.
                if checked.is_some_and(|from| entry.number >= Some(from)) {
                    fresh.push(entry);
                    continue;
                }
                match self.pack_of(entry.id, u64::MAX)? {
                    None => fresh.push(entry),
                    Some(pack) if own.contains(&pack) => {}
                    Some(_) => drop(taken.insert(entry.id)),
                }
            }
            if !taken.is_empty() {
                let now = self.head()?.named(0);
                return Ok(Verdict::Taken { ids: taken, now });
            }
            // Every puzzle was recorded before a kill.
            if fresh.is_empty() && !rows.is_empty() {
                continue;
            }
            new.push((row_of(pack.folder, pack.job, fresh.len()), fresh));
        }
        for (row, entries) in &new {
            self.add(row, entries)?;
        }
        self.db.settle(tx)?;
        Ok(Verdict::Recorded)
    }

    /// Returns the packs that this job published in this folder: at most one, unless the job was run again with a
    /// different result.
    fn own_rows(&self, folder: &Path, job: &Job) -> Result<Vec<PackRow>, LedgerError> {
        self.rows_like(&row_of(folder, job, 0))
    }

    /// Returns all rows that have the same name, folder and job as this row.
    pub(super) fn rows_like(&self, row: &PackRow) -> Result<Vec<PackRow>, LedgerError> {
        let mut rows = self.packs_named(&row.name)?;
        rows.retain(|it| it.folder == row.folder && it.job == row.job);
        Ok(rows)
    }
}

/// Returns the number of the first candidate puzzle that a run checked against the ledger's present state `head`.
/// Returns `None` if the ledger has changed since the run recorded its last ledger state.
fn checked_from(against: &LedgerSnapshot, head: &Head) -> Option<u64> {
    let last = against.states.last();
    let last = last.filter(|state| head.named(state.from) == **state);
    last.map(|state| state.from)
}

impl From<&PublishedPuzzle> for LedgerEntry {
    fn from(puzzle: &PublishedPuzzle) -> Self {
        Self {
            id: puzzle.id,
            number: Some(puzzle.number),
            level: Some(puzzle.level),
            difficulty: Some((puzzle.difficulty * 1000.0).round() as u32),
        }
    }
}

/// Returns the ledger's row for a pack that is about to be published. The pack's job is identified by all its
/// settings except the ledger.
pub(super) fn row_of(folder: &Path, job: &Job, puzzles: usize) -> PackRow {
    let alone = Job {
        ledger: LedgerSnapshot::default(),
        ..job.clone()
    };
    let levels = job.scheme.levels();
    PackRow {
        pack: 0,
        name: name_of(folder),
        folder: absolute(folder).to_string_lossy().into_owned(),
        job: text_digest(&json(&alone)),
        against: job.ledger.clone(),
        levels: levels
            .map(|it| job.scheme.level_name(it).to_owned())
            .collect(),
        puzzles: puzzles as u64,
        published: now(),
    }
}

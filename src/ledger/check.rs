//! Checks that a ledger agrees with itself and with the packs.
//!
//! Everything in the database except the table of backups is compared with other data. The entries of a pack must
//! agree with the pack's checksum and digests, and with its files if these still exist. Packs, shipments and
//! retired puzzles must agree with the events, which are only ever added to.

use super::error::LedgerError;
use super::paths::absolute;
use super::published_index::row_of;
use super::rows::{LedgerEntry, PackRow};
use super::store::Ledger;
use crate::disk::with_ending;
use crate::grid::PuzzleId;
use crate::pack::{MANIFEST_FILE, Pack};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The result of a check of a ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LedgerReport {
    /// The number of packs in the ledger.
    pub packs: u64,
    /// The number of puzzles in the ledger.
    pub puzzles: u64,
    /// The number of packs that exist in their folders. The puzzles of these packs agree with the ledger, unless a
    /// finding says otherwise.
    pub there: u64,
    /// The number of packs that are no longer in their folders, because they were deleted or moved.
    pub gone: u64,
    /// The folders of packs whose run was killed before it published them. If the command that began the run is
    /// repeated, it publishes the pack.
    pub unfinished: Vec<PathBuf>,
    /// The faults that the check found, each in one line.
    pub findings: Vec<String>,
}

impl Ledger {
    /// Checks the database, the entries of every pack, and the files of the packs. Other packs that lie next to
    /// these packs are also checked, if they were made with a ledger. A pack that can't be read is a finding.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn check(&self) -> Result<LedgerReport, LedgerError> {
        let head = self.head()?;
        let mut report = LedgerReport {
            packs: head.packs,
            puzzles: head.puzzles,
            findings: self.faults()?,
            ..LedgerReport::default()
        };
        self.check_packs(&self.packs()?, &mut report)?;
        Ok(report)
    }

    /// Returns the faults of the database, each in one line.
    ///
    /// # Errors
    /// If the database can't be read.
    pub(super) fn faults(&self) -> Result<Vec<String>, LedgerError> {
        let mut found = self.contradictions()?;
        for row in &self.packs()? {
            match self.prove(row) {
                Err(LedgerError::Damaged { path, problem }) => {
                    found.push(format!("{}: {problem}", path.display()));
                }
                proven => proven?,
            }
        }
        Ok(found)
    }

    fn check_packs(&self, rows: &[PackRow], report: &mut LedgerReport) -> Result<(), LedgerError> {
        let mut folders = BTreeSet::new();
        for row in rows.iter().filter(|row| !row.folder.is_empty()) {
            let folder = self.place_of(row);
            folders.extend(folder.parent().map(Path::to_owned));
            if folder.join(MANIFEST_FILE).exists() {
                continue;
            }
            if with_ending(&folder, ".part").exists() {
                report.unfinished.push(folder);
            } else {
                report.gone += 1;
            }
        }
        let known: BTreeSet<PathBuf> = rows.iter().map(|row| self.place_of(row)).collect();
        for folder in folders.iter().flat_map(|folder| packs_in(folder)) {
            let place = absolute(&folder);
            match Pack::open_any(&folder) {
                Ok(pack) if known.contains(&place) => {
                    report.there += 1;
                    let own = |row: &&PackRow| {
                        self.place_of(row) == place
                            && row.job == row_of(&folder, &pack.manifest().job, 0).job
                    };
                    let own = rows.iter().filter(own).map(|row| row.pack).collect();
                    self.check_pack(&pack, &own, report)?;
                }
                // A pack that was made without a ledger need not be in this ledger.
                Ok(pack) if pack.manifest().job.ledger.is_empty() => {}
                Ok(pack) => self.check_pack(&pack, &BTreeSet::new(), report)?,
                Err(error) => report.findings.push(error.to_string()),
            }
        }
        Ok(())
    }

    /// Checks that every puzzle of a pack is in the ledger. `own` contains all numbers under which the ledger
    /// recorded this pack. Ledger entries under these numbers must agree with the puzzles in the pack.
    fn check_pack(
        &self,
        pack: &Pack,
        own: &BTreeSet<u64>,
        report: &mut LedgerReport,
    ) -> Result<(), LedgerError> {
        let entries = match super::import::entries(pack) {
            Ok(entries) => entries,
            Err(error) => {
                report.findings.push(error.to_string());
                return Ok(());
            }
        };
        let mut known: HashMap<PuzzleId, LedgerEntry> = HashMap::new();
        for pack in own {
            known.extend(self.db.entries_of(*pack)?.into_iter().map(|it| (it.id, it)));
        }
        let (mut missing, mut other) = (0, 0);
        for entry in &entries {
            match known.get(&entry.id) {
                Some(known) => other += u64::from(!fits(known, entry)),
                None => missing += u64::from(self.pack_of(entry.id, u64::MAX)?.is_none()),
            }
        }
        let (folder, all) = (pack.folder().display(), entries.len());
        if missing > 0 {
            report.findings.push(format!(
                "{folder}: {missing} of its {all} puzzles are not in the ledger (factory ledger import --ledger {} {folder})",
                self.path().display()
            ));
        }
        if other > 0 {
            report.findings.push(format!(
                "{folder}: the ledger has another number, level or D of {other} of its {all} puzzles"
            ));
        }
        Ok(())
    }
}

/// Returns whether a ledger entry agrees with the puzzle in its pack. A value that the entry lacks is ignored.
fn fits(known: &LedgerEntry, packed: &LedgerEntry) -> bool {
    let number = known.number.is_none_or(|it| Some(it) == packed.number);
    let level = known.level.is_none_or(|it| Some(it) == packed.level);
    let difficulty = known
        .difficulty
        .is_none_or(|it| Some(it) == packed.difficulty);
    number && level && difficulty
}

/// Returns the packs in a folder, in the order of their names.
fn packs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.map(|entry| entry.path());
    let mut packs: Vec<PathBuf> = folders
        .filter(|path| path.join(MANIFEST_FILE).is_file())
        .collect();
    packs.sort();
    packs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_fits_if_nothing_that_it_has_differs() {
        let packed = LedgerEntry {
            id: PuzzleId::from_bytes([7; 16]),
            number: Some(12),
            level: Some(3),
            difficulty: Some(2125),
        };
        assert!(fits(&packed, &packed));
        for known in [
            LedgerEntry {
                number: None,
                ..packed
            },
            LedgerEntry {
                level: None,
                ..packed
            },
            LedgerEntry {
                difficulty: None,
                ..packed
            },
        ] {
            assert!(fits(&known, &packed));
        }
        for known in [
            LedgerEntry {
                number: Some(13),
                ..packed
            },
            LedgerEntry {
                level: Some(4),
                ..packed
            },
            LedgerEntry {
                difficulty: Some(2126),
                ..packed
            },
        ] {
            assert!(!fits(&known, &packed));
        }
    }
}

//! Whether a ledger, its files and the packs agree.

use super::error::{LedgerError, of_sql};
use super::ids::{self, Event, Tail};
use super::past::absolute;
use super::store::{Ledger, PackRow, id_of};
use crate::grid::PuzzleId;
use crate::pack::{MANIFEST_FILE, Pack};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Packs of the ledger.
    pub packs: u64,
    /// Its puzzles.
    pub puzzles: u64,
    /// Packs that stand in their places, and agree unless a finding says otherwise.
    pub there: u64,
    /// Packs that are gone: deleted, or moved.
    pub gone: u64,
    /// Packs whose run was killed before they were put into their places: the same command does it.
    pub unfinished: Vec<PathBuf>,
    /// What is wrong, each in one line.
    pub findings: Vec<String>,
}

impl Ledger {
    /// Checks the database, every pack's entries, the file of ids, and the packs themselves: those
    /// that the ledger knows, and those beside them that were made against a ledger. Where all is
    /// well, it also gives the filter room for some months, so that no run has to.
    ///
    /// # Errors
    /// If something can't be read.
    pub fn check(&self) -> Result<Report, LedgerError> {
        let mut report = Report::default();
        let fails = |source| of_sql(&self.path, source);
        report.findings.extend(
            super::backup::integrity(&self.db)
                .map_err(fails)?
                .map(|problem| format!("{}: {problem}", self.path.display())),
        );
        let rows = self.packs()?;
        for row in &rows {
            match self.prove(row) {
                Err(LedgerError::Damaged { path, problem }) => {
                    report
                        .findings
                        .push(format!("{}: {problem}", path.display()));
                }
                proven => proven?,
            }
        }
        let head = self.head()?;
        (report.packs, report.puzzles) = (head.packs, head.puzzles);
        self.check_shipped(&mut report)?;
        self.check_twice(&mut report)?;
        self.check_ids(&mut report)?;
        self.check_packs(&rows, &mut report)?;
        if report.findings.is_empty() {
            // The next run does it if it can't be done now.
            drop(self.make_room());
        }
        Ok(report)
    }

    fn check_shipped(&self, report: &mut Report) -> Result<(), LedgerError> {
        let asked = "SELECT count(*) FROM shipped
                     LEFT JOIN entry ON entry.pack = shipped.pack AND entry.id = shipped.id
                     WHERE entry.id IS NULL";
        let strange: u64 = self.one(asked, [], |row| row.get(0))?;
        if strange > 0 {
            let said = format!(
                "{}: {strange} shipped puzzles that it does not hold",
                self.path.display()
            );
            report.findings.push(said);
        }
        Ok(())
    }

    /// No puzzle may be in two packs.
    fn check_twice(&self, report: &mut Report) -> Result<(), LedgerError> {
        self.load_index()?;
        for row in self.packs()? {
            for entry in self.entries_of(row.pack)? {
                if let Some((first, _)) = self.find_twin(entry.id, row.pack)? {
                    report.findings.push(format!(
                        "{}: puzzle {} is in packs {first} and {}",
                        self.path.display(),
                        entry.id,
                        row.pack
                    ));
                }
            }
        }
        Ok(())
    }

    fn check_ids(&self, report: &mut Report) -> Result<(), LedgerError> {
        let path = self.ids_path();
        // Nothing has happened yet.
        if !path.exists() && report.packs == 0 {
            return Ok(());
        }
        let mut packs = 0;
        let mut wrong = None;
        let mut went_out = WentOut::default();
        let read = ids::for_each(&path, 0, |event| {
            if event.kind == ids::PACK {
                packs += 1;
                if self.ids_of_pack(packs)? != event.ids && wrong.is_none() {
                    wrong = Some(format!(
                        "it has other puzzles of pack {packs} than the ledger"
                    ));
                }
            } else {
                went_out.follow(&event);
            }
            Ok(())
        });
        let problem = match read {
            Ok(Tail::Whole) if packs == report.packs && wrong.is_none() => (went_out
                != self.went_out()?)
            .then(|| "it tells of other shipments or retired puzzles than the ledger".to_owned()),
            Ok(Tail::Whole) if packs == report.packs => wrong,
            Ok(Tail::Whole) => Some(format!(
                "it holds {packs} packs, the ledger {}",
                report.packs
            )),
            Ok(Tail::Cut(at)) => Some(format!("its end is missing from byte {at} on")),
            Err(LedgerError::Damaged { problem, .. }) => Some(problem),
            Err(error) => return Err(error),
        };
        let finding = problem.map(|problem| format!("{}: {problem}", path.display()));
        report.findings.extend(finding);
        Ok(())
    }

    /// What went out, by the database.
    fn went_out(&self) -> Result<WentOut, LedgerError> {
        let mut titles = BTreeMap::new();
        for (shipment, _) in self.shipments()? {
            let number = self.shipment(&shipment.title)?.unwrap_or_default();
            titles.insert(shipment.title, self.ids_of_shipment(number)?);
        }
        let retired = self.rows("SELECT id FROM retired", [], id_of)?;
        let retired = retired.into_iter().collect();
        Ok(WentOut { titles, retired })
    }

    /// Whether the database and the entries of every pack are as they were written.
    ///
    /// # Errors
    /// If something can't be read.
    pub(super) fn is_sound(&self) -> Result<bool, LedgerError> {
        let integrity = super::backup::integrity(&self.db);
        let is_whole = integrity
            .map_err(|source| of_sql(&self.path, source))?
            .is_none();
        Ok(is_whole && self.packs()?.iter().all(|row| self.prove(row).is_ok()))
    }

    fn check_packs(&self, rows: &[PackRow], report: &mut Report) -> Result<(), LedgerError> {
        let mut folders = BTreeSet::new();
        for row in rows.iter().filter(|row| !row.folder.is_empty()) {
            let folder = self.place_of(row);
            folders.extend(folder.parent().map(Path::to_owned));
            if folder.join(MANIFEST_FILE).exists() {
                continue;
            }
            if super::schema::with_ending(&folder, ".part").exists() {
                report.unfinished.push(folder);
            } else {
                report.gone += 1;
            }
        }
        let known: BTreeSet<PathBuf> = rows.iter().map(|row| self.place_of(row)).collect();
        for folder in folders.iter().flat_map(|folder| packs_in(folder)) {
            let place = absolute(&folder);
            match Pack::open(&folder) {
                Ok(pack) if known.contains(&place) => {
                    report.there += 1;
                    self.check_pack(&pack, report)?;
                }
                // One that was made without a ledger is none of its business.
                Ok(pack) if pack.manifest().job.ledger.is_empty() => {}
                Ok(pack) => self.check_pack(&pack, report)?,
                Err(error) => report.findings.push(error.to_string()),
            }
        }
        Ok(())
    }

    /// Every puzzle of a pack must be in the ledger.
    fn check_pack(&self, pack: &Pack, report: &mut Report) -> Result<(), LedgerError> {
        let entries = match super::import::entries(pack) {
            Ok(entries) => entries,
            Err(error) => {
                report.findings.push(error.to_string());
                return Ok(());
            }
        };
        let mut missing = 0;
        for entry in &entries {
            missing += u64::from(self.find(entry.id, u64::MAX)?.is_none());
        }
        if missing > 0 {
            let folder = pack.folder().display();
            report.findings.push(format!(
                "{folder}: {missing} of its {} puzzles are not in the ledger (factory ledger import --ledger {} {folder})",
                entries.len(),
                self.path.display()
            ));
        }
        Ok(())
    }
}

/// The packs in a folder, in the order of their names.
fn packs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.map(|entry| entry.path());
    let mut packs: Vec<PathBuf> = folders
        .filter(|path| path.join(MANIFEST_FILE).is_file())
        .collect();
    packs.sort();
    packs
}

/// What went out, and as what.
#[derive(Debug, Default, PartialEq, Eq)]
struct WentOut {
    titles: BTreeMap<String, Vec<PuzzleId>>,
    retired: BTreeSet<PuzzleId>,
}

impl WentOut {
    /// Does what an event of the file of ids says.
    fn follow(&mut self, event: &Event) {
        let header: Value = serde_json::from_str(&event.header).unwrap_or_default();
        let title = header["title"].as_str().unwrap_or_default().to_owned();
        match event.kind {
            ids::SHIPPED => drop(self.titles.insert(title, event.ids.clone())),
            ids::UNSHIPPED => drop(self.titles.remove(&title)),
            _ => self
                .retired
                .extend(header[0].as_str().and_then(super::parse_id)),
        }
    }
}

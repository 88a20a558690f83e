//! The check that a ledger, its files and the packs agree.
//!
//! Everything in the database is compared with something else: entries with the checksum and the
//! digests of their pack, every column of packs, shipments and retired puzzles with the file of
//! ids, which is only ever appended to, entries with the packs that are there. Only the table of
//! backups and the highest number that a shipment ever had are recorded nowhere else.

use super::columns::difference;
use super::copy::integrity;
use super::error::{LedgerError, of_sql};
use super::ids::{self, Event, Tail};
use super::past::row_of;
use super::paths::{absolute, with_ending};
use super::rows::{Entry, PackRow, Retirement, id_of};
use super::store::Ledger;
use crate::grid::PuzzleId;
use crate::pack::{MANIFEST_FILE, Pack};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Packs of the ledger.
    pub packs: u64,
    /// Its puzzles.
    pub puzzles: u64,
    /// Packs that are in their places; they agree with the ledger unless a finding says otherwise.
    pub there: u64,
    /// Packs that are gone: deleted, or moved.
    pub gone: u64,
    /// Packs whose run was killed before they were put into their places: the same command does it.
    pub unfinished: Vec<PathBuf>,
    /// The faults that were found, each in one line.
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
        let mut report = Report {
            findings: self.contradictions()?,
            ..Report::default()
        };
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
        self.check_twice(&mut report)?;
        self.check_ids(&mut report)?;
        self.check_packs(&rows, &mut report)?;
        if report.findings.is_empty() {
            // The next run does it if it can't be done now.
            drop(self.make_room());
        }
        Ok(report)
    }

    /// Looks for puzzles that are in two packs.
    fn check_twice(&self, report: &mut Report) -> Result<(), LedgerError> {
        self.load_index()?;
        for row in self.packs()? {
            for entry in self.db.entries_of(row.pack)? {
                if let Some((first, _)) = self.find_twin(entry.id, row.pack)? {
                    report.findings.push(format!(
                        "{}: puzzle {} is in packs {first} and {}",
                        self.path().display(),
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
                if self.db.ids_of_pack(packs)? != event.ids && wrong.is_none() {
                    wrong = Some(format!(
                        "it has other puzzles of pack {packs} than the ledger"
                    ));
                }
                let differs = self.differs(packs, &event)?;
                wrong = wrong.take().or(differs);
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

    /// Returns the difference between the row of a pack and its line in the file of ids.
    fn differs(&self, pack: u64, event: &Event) -> Result<Option<String>, LedgerError> {
        let said: Option<PackRow> = serde_json::from_str(&event.header).ok();
        let columns = match (said, self.pack(pack)?) {
            (Some(said), Some(row)) => difference(&said, &row),
            _ => Some("everything".to_owned()),
        };
        Ok(columns.map(|it| format!("it says otherwise of pack {pack} than the ledger: {it}")))
    }

    /// Returns what was shipped and retired, as the database has it.
    fn went_out(&self) -> Result<WentOut, LedgerError> {
        let mut shipments = BTreeMap::new();
        for (shipment, _) in self.shipments()? {
            let number = self.shipment(&shipment.title)?.unwrap_or_default();
            let ids = self.db.ids_of_shipment(number)?;
            shipments.insert(shipment.title, (shipment.shipped, ids));
        }
        let asked = "SELECT id, why, retired FROM retired";
        let retired = self.db.rows(asked, [], |row| {
            let (why, retired) = (row.get(1)?, row.get(2)?);
            Ok((id_of(row)?, Retirement { why, retired }))
        })?;
        let retired = retired.into_iter().collect();
        Ok(WentOut { shipments, retired })
    }

    /// Returns whether the database and the entries of every pack are as they were written.
    ///
    /// # Errors
    /// If something can't be read.
    pub(super) fn is_sound(&self) -> Result<bool, LedgerError> {
        let integrity = integrity(self.db.connection());
        let is_whole = integrity
            .map_err(|source| of_sql(self.path(), source))?
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
            if with_ending(&folder, ".part").exists() {
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
                    let own = |row: &&PackRow| {
                        self.place_of(row) == place
                            && row.job == row_of(&folder, &pack.manifest().job, 0).job
                    };
                    let own = rows.iter().filter(own).map(|row| row.pack).collect();
                    self.check_pack(&pack, &own, report)?;
                }
                // One that was made without a ledger need not be in this one.
                Ok(pack) if pack.manifest().job.ledger.is_empty() => {}
                Ok(pack) => self.check_pack(&pack, &BTreeSet::new(), report)?,
                Err(error) => report.findings.push(error.to_string()),
            }
        }
        Ok(())
    }

    /// Checks that every puzzle of a pack is in the ledger and, where it was recorded with one of
    /// the packs `own`, that the two agree on it.
    fn check_pack(
        &self,
        pack: &Pack,
        own: &BTreeSet<u64>,
        report: &mut Report,
    ) -> Result<(), LedgerError> {
        let entries = match super::import::entries(pack) {
            Ok(entries) => entries,
            Err(error) => {
                report.findings.push(error.to_string());
                return Ok(());
            }
        };
        let (mut missing, mut other) = (0, 0);
        for entry in &entries {
            match self.find(entry.id, u64::MAX)? {
                None => missing += 1,
                Some((of, known)) => other += u64::from(own.contains(&of) && !fits(&known, entry)),
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

/// Returns whether an entry agrees with its pack on a puzzle, as far as it has values.
fn fits(known: &Entry, packed: &Entry) -> bool {
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

/// The shipments by title, each with its time and its puzzles in their order, and the retired
/// puzzles. (A shipment that gave some of its puzzles back comes later in the file of ids than by
/// its number.)
#[derive(Debug, Default, PartialEq, Eq)]
struct WentOut {
    shipments: BTreeMap<String, (String, Vec<PuzzleId>)>,
    retired: BTreeMap<PuzzleId, Retirement>,
}

impl WentOut {
    /// Applies an event of the file of ids.
    fn follow(&mut self, event: &Event) {
        let header: Value = serde_json::from_str(&event.header).unwrap_or_default();
        let text = |field: &str| header[field].as_str().unwrap_or_default().to_owned();
        let title = text("title");
        match event.kind {
            ids::SHIPPED => {
                let ids = event.ids.clone();
                drop(self.shipments.insert(title, (text("shipped"), ids)));
            }
            ids::UNSHIPPED => drop(self.shipments.remove(&title)),
            _ => {
                let retired: Result<(String, Retirement), _> = serde_json::from_value(header);
                if let Ok((id, retirement)) = retired
                    && let Some(id) = super::parse_id(&id)
                {
                    self.retired.entry(id).or_insert(retirement);
                }
            }
        }
    }
}

//! The ledger itself: opens a ledger, adds packs to it, and verifies the packs in it.

use super::database::Database;
use super::error::LedgerError;
use super::events::PACK;
use super::paths::absolute;
use super::rows::{LedgerEntry, PACK_ROW, PackRow, json, pack_row};
use super::schema::{self, LedgerCreation};
use super::state::{Head, ids_digest};
use crate::config::{LedgerSnapshot, LedgerState};
use crate::disk::folder_of;
use crate::pack::MANIFEST_FILE;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest size, in entries, at which the newest pack is always verified when a ledger is opened. Verifying a pack
/// of this size takes thirty milliseconds. A check of the ledger verifies all packs.
const NEWEST_PROVEN: u64 = 100_000;
/// The maximum total number of entries that are verified when a ledger is opened, newest packs first. The newest pack
/// alone may have more entries, up to [`NEWEST_PROVEN`].
const PROVEN_AT_START: u64 = 20_000;

/// An open ledger.
#[derive(Debug)]
pub struct Ledger {
    pub(super) db: Database,
    /// The state of the run that uses the ledger; empty if no run uses it.
    pub(super) run: RefCell<LedgerRun>,
}

/// The state of a run that uses the ledger.
#[derive(Debug, Default)]
pub(super) struct LedgerRun {
    /// The ledger states against which the run's puzzles are checked.
    pub(super) against: LedgerSnapshot,
    /// The first error that was not yet reported to the run.
    pub(super) trouble: Option<LedgerError>,
}

impl Ledger {
    /// Opens the ledger at `path`.
    ///
    /// # Errors
    /// If the ledger is missing and must not be created, or if it is damaged, has lost events, comes from a later
    /// release, or is on a network file system.
    pub fn open(path: &Path, creation: LedgerCreation) -> Result<Self, LedgerError> {
        let ledger = Self {
            db: schema::open(path, creation)?,
            run: RefCell::default(),
        };
        ledger.prove_newest()?;
        ledger.db.keep_last()?;
        Ok(ledger)
    }

    /// Returns the path of the ledger.
    pub fn path(&self) -> &Path {
        self.db.path()
    }

    /// Returns the ledger with `patience` as the maximum time that it waits for other processes.
    ///
    /// # Errors
    /// If SQLite reports an error. No such error is known.
    pub fn with_patience(self, patience: Duration) -> Result<Self, LedgerError> {
        let set = self.db.connection().busy_timeout(patience);
        set.map_err(|source| self.db.failed(source))?;
        Ok(self)
    }

    /// Returns the ledger's current state.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn head(&self) -> Result<Head, LedgerError> {
        self.db.head_at(u64::MAX)
    }

    /// Returns whether the ledger was ever in this state.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn was(&self, state: &LedgerState) -> Result<bool, LedgerError> {
        let head = self.db.head_at(state.packs)?;
        Ok(head.named(state.from) == *state)
    }

    /// Adds a pack with its entries within a transaction. The entries must be in ascending order of their ids,
    /// and must be new to the ledger.
    pub(super) fn add(&self, row: &PackRow, entries: &[LedgerEntry]) -> Result<(), LedgerError> {
        let head = self.head()?;
        let row = PackRow {
            pack: head.packs + 1,
            ..row.clone()
        };
        let ids = ids_digest(entries.iter().map(|entry| &entry.id));
        let next = head.with_pack(&row.name, row.puzzles, &ids);
        self.db.execute(
            "INSERT INTO pack VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            rusqlite::params![
                row.pack,
                row.name,
                row.folder,
                row.job,
                json(&row.against),
                row.levels.join(","),
                row.puzzles,
                next.puzzles,
                ids,
                next.digest,
                checksum(entries),
                row.published,
            ],
        )?;
        let insert = "INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5)";
        let values = entries.iter().map(|entry| {
            let (id, number) = (entry.id.bytes(), entry.number);
            (row.pack, id, number, entry.level, entry.difficulty)
        });
        self.db.execute_all(insert, values)?;
        let insert = "INSERT INTO held VALUES (?1, ?2, ?3)";
        let held = by_level(entries).into_iter();
        let values = held.map(|(level, puzzles)| (row.pack, level, puzzles));
        self.db.execute_all(insert, values)?;
        self.db.note(PACK, &json(&row), None)?;
        Ok(())
    }

    /// Returns all packs in the ledger, in the order of publication.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn packs(&self) -> Result<Vec<PackRow>, LedgerError> {
        self.db.packs()
    }

    /// Returns the packs in the ledger that have this name.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn packs_named(&self, name: &str) -> Result<Vec<PackRow>, LedgerError> {
        let asked = format!("{PACK_ROW} WHERE name = ?1 ORDER BY pack");
        self.db.rows(&asked, [name], pack_row)
    }

    /// Returns the numbers of the packs that were published in this folder.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn packs_at(&self, folder: &Path) -> Result<Vec<u64>, LedgerError> {
        let folder = absolute(folder);
        let asked = "SELECT pack FROM pack WHERE folder = ?1 ORDER BY pack";
        self.db
            .rows(asked, [folder.to_string_lossy()], |row| row.get(0))
    }

    /// Returns the pack that has this number in the ledger, or `None` if there is no such pack.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn pack(&self, pack: u64) -> Result<Option<PackRow>, LedgerError> {
        let asked = format!("{PACK_ROW} WHERE pack = ?1");
        self.db.row(&asked, [pack], pack_row)
    }

    /// Verifies the entries of the newest packs, so that damage is found before new packs are recorded. Returns an
    /// error if they are damaged or a pack is missing.
    fn prove_newest(&self) -> Result<(), LedgerError> {
        let head = self.head()?;
        let mut proven = 0;
        for pack in (1..=head.packs).rev() {
            let Some(row) = self.pack(pack)? else {
                return Err(self
                    .db
                    .damaged(format!("pack {pack} of {} is missing", head.packs)));
            };
            proven = row.puzzles.saturating_add(proven);
            let is_newest = pack == head.packs && row.puzzles <= NEWEST_PROVEN;
            if proven > PROVEN_AT_START && !is_newest {
                break;
            }
            self.prove(&row)?;
        }
        Ok(())
    }

    /// Returns the folder of a pack: the folder where the pack was published, or a folder next to the ledger if pack
    /// and ledger were moved together.
    pub(super) fn place_of(&self, row: &PackRow) -> PathBuf {
        let published = PathBuf::from(&row.folder);
        let beside = folder_of(self.path()).join(&row.name);
        match !published.exists() && beside.join(MANIFEST_FILE).is_file() {
            true => absolute(&beside),
            false => published,
        }
    }

    /// Verifies that a pack's entries have not changed since they were recorded. Returns an error if they have.
    pub(super) fn prove(&self, row: &PackRow) -> Result<(), LedgerError> {
        let entries = self.db.entries_of(row.pack)?;
        let asked = "SELECT ids, digest, checksum, total FROM pack WHERE pack = ?1";
        let kept: Option<([u8; 16], [u8; 16], u32, u64)> =
            self.db.row(asked, [row.pack], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?;
        let ids = ids_digest(entries.iter().map(|entry| &entry.id));
        let before = self.db.head_at(row.pack.saturating_sub(1))?;
        let head = before.with_pack(&row.name, row.puzzles, &ids);
        let asked = "SELECT level, puzzles FROM held WHERE pack = ?1 ORDER BY level";
        let held = self
            .db
            .rows(asked, [row.pack], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let is_sound = entries.len() as u64 == row.puzzles
            && held.into_iter().eq(by_level(&entries))
            && before.packs + 1 == row.pack
            && kept == Some((ids, head.digest, checksum(&entries), head.puzzles));
        match is_sound {
            true => Ok(()),
            false => Err(self.db.damaged(format!(
                "the entries of pack {} ({}) are not those that were written",
                row.pack, row.name
            ))),
        }
    }
}

/// Returns the number of entries for each level, and under `None` the number of entries without a level.
fn by_level(entries: &[LedgerEntry]) -> BTreeMap<Option<u8>, u64> {
    let mut held = BTreeMap::new();
    for entry in entries {
        *held.entry(entry.level).or_default() += 1;
    }
    held
}

/// Returns the checksum of a pack's entries.
fn checksum(entries: &[LedgerEntry]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for entry in entries {
        hasher.update(entry.id.bytes());
        let number = entry.number.unwrap_or(u64::MAX);
        hasher.update(&number.to_le_bytes());
        hasher.update(&[entry.level.unwrap_or(0)]);
        let difficulty = entry.difficulty.unwrap_or(u32::MAX);
        hasher.update(&difficulty.to_le_bytes());
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::PuzzleId;
    use std::fs;

    fn row(folder: &Path, puzzles: u64) -> PackRow {
        PackRow {
            pack: 0,
            name: "mon".to_owned(),
            folder: folder.to_string_lossy().into_owned(),
            job: String::new(),
            against: LedgerSnapshot::default(),
            levels: Vec::new(),
            puzzles,
            published: String::new(),
        }
    }

    /// Creates a ledger with packs of these sizes.
    fn ledger_of(path: &Path, sizes: &[u64]) -> Ledger {
        let ledger = Ledger::open(path, LedgerCreation::IfMissing).unwrap();
        let begun = ledger.db.begin().unwrap();
        let mut id = 0_u128;
        for &puzzles in sizes {
            let entries = Vec::from_iter((0..puzzles).map(|number| {
                id += 1;
                LedgerEntry {
                    id: PuzzleId::from_bytes(id.to_be_bytes()),
                    number: Some(number),
                    level: Some(1),
                    difficulty: None,
                }
            }));
            ledger.add(&row(Path::new(""), puzzles), &entries).unwrap();
        }
        begun.commit().unwrap();
        ledger
    }

    #[test]
    fn opening_a_ledger_verifies_its_newest_packs() {
        let large = PROVEN_AT_START + 1;
        for (sizes, pack, is_found) in [
            (&[10, large][..], 2, true),
            (&[10, large], 1, false),
            (&[large, 10], 2, true),
            (&[large, 10], 1, false),
            (&[10, PROVEN_AT_START - 10], 1, true),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("ledger.sqlite");
            let change = "UPDATE entry SET number = number + 1 WHERE pack = ?1 AND number = 5";
            let changed = ledger_of(&path, sizes).db.execute(change, [pack]);
            assert_eq!(changed.unwrap(), 1);
            let opened = Ledger::open(&path, LedgerCreation::Never);
            let found = matches!(opened, Err(LedgerError::Damaged { .. }));
            assert_eq!(found, is_found, "{sizes:?}: pack {pack}");
        }
    }

    #[test]
    fn changed_counts_of_levels_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger_of(&folder.path().join("ledger.sqlite"), &[10]);
        let row = ledger.pack(1).unwrap().unwrap();
        ledger.prove(&row).unwrap();
        let change = "UPDATE held SET puzzles = puzzles + 1";
        assert_eq!(ledger.db.execute(change, []).unwrap(), 1);
        let proven = ledger.prove(&row);
        assert!(matches!(proven, Err(LedgerError::Damaged { .. })));
    }

    #[test]
    fn a_moved_pack_is_found_beside_its_moved_ledger() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.sqlite");
        let ledger = Ledger::open(&path, LedgerCreation::IfMissing).unwrap();
        let (published, beside) = (folder.path().join("old/mon"), folder.path().join("mon"));
        let row = row(&published, 0);
        // Neither is there.
        assert_eq!(ledger.place_of(&row), published);
        fs::create_dir(&beside).unwrap();
        assert_eq!(ledger.place_of(&row), published);
        fs::write(beside.join(MANIFEST_FILE), "").unwrap();
        assert_eq!(ledger.place_of(&row), absolute(&beside));
        // Both are there.
        fs::create_dir_all(&published).unwrap();
        assert_eq!(ledger.place_of(&row), published);
    }
}

//! The ledger: opened, asked, and added to.

use super::error::{LedgerError, of_sql};
use super::ids;
use super::in_use::InUse;
use super::index::Index;
use super::pending::note;
use super::schema::{self, Begin};
use super::state::{Head, ids_digest};
use crate::config::{Against, LedgerState};
use crate::disk::folder_of;
use crate::grid::PuzzleId;
use crate::pack::MANIFEST_FILE;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, TransactionBehavior};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// When a ledger is opened, the newest pack is proven if it has no more entries than this, which
/// takes thirty milliseconds; `check` proves all.
const NEWEST_PROVEN: u64 = 100_000;
/// And those before it as long as there are no more than this together.
const PROVEN_AT_START: u64 = 20_000;

/// A ledger that is open.
#[derive(Debug)]
pub struct Ledger {
    pub(super) path: PathBuf,
    pub(super) db: Connection,
    /// Held as long as it is open.
    _in_use: InUse,
    /// Made when it is first needed.
    pub(super) index: RefCell<Option<Index>>,
    /// What a run against it needs to know.
    pub(super) run: RefCell<super::past::Run>,
}

/// One puzzle as it is entered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// The id.
    pub id: PuzzleId,
    /// The candidate's number.
    pub number: Option<u64>,
    /// The level's number, 1 for the easiest.
    pub level: Option<u8>,
    /// D in thousandths.
    pub difficulty: Option<u32>,
}

/// A pack's row, as it stands in the file of ids, too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackRow {
    /// 1, 2, 3 … in the order of publication.
    pub pack: u64,
    /// Its name.
    pub name: String,
    /// Where it was put.
    pub folder: String,
    /// The digest of its job; empty where it has none.
    pub job: String,
    /// What its job ran against.
    pub against: Against,
    /// The names of its levels, easiest first.
    pub levels: Vec<String>,
    /// How many entries it brought.
    pub puzzles: u64,
    /// When it was published, in UTC by RFC 3339.
    pub published: String,
}

impl Ledger {
    /// Opens the ledger at `path`.
    ///
    /// # Errors
    /// If there is none and it is not to be begun, or it is damaged, of a later release, or on a
    /// network file system.
    pub fn open(path: &Path, begin: Begin) -> Result<Self, LedgerError> {
        let (db, in_use) = schema::open(path, begin)?;
        let ledger = Self {
            path: path.to_owned(),
            db,
            _in_use: in_use,
            index: RefCell::new(None),
            run: RefCell::default(),
        };
        ledger.prove_newest()?;
        ledger.append_pending()?;
        Ok(ledger)
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of ids beside it.
    pub fn ids_path(&self) -> PathBuf {
        self.path.with_extension("ids")
    }

    /// The filter beside it.
    pub fn filter_path(&self) -> PathBuf {
        self.path.with_extension("filter")
    }

    /// The same, which waits no longer than this for other processes.
    ///
    /// # Errors
    /// None are known; those of SQLite are passed on.
    pub fn with_patience(self, patience: Duration) -> Result<Self, LedgerError> {
        let set = self.db.busy_timeout(patience);
        set.map_err(|source| of_sql(&self.path, source))?;
        Ok(self)
    }

    /// Where it stands.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn head(&self) -> Result<Head, LedgerError> {
        self.head_at(u64::MAX)
    }

    /// Where it stood when it held no more packs than these.
    pub(super) fn head_at(&self, packs: u64) -> Result<Head, LedgerError> {
        let asked =
            "SELECT pack, total, digest FROM pack WHERE pack <= ?1 ORDER BY pack DESC LIMIT 1";
        let head = self.row(asked, [signed(packs)], |row| {
            Ok(Head {
                packs: row.get(0)?,
                puzzles: row.get(1)?,
                digest: row.get(2)?,
            })
        })?;
        Ok(head.unwrap_or_default())
    }

    /// Whether it once was in this state.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn was(&self, state: &LedgerState) -> Result<bool, LedgerError> {
        let head = self.head_at(state.packs)?;
        Ok(head.named(state.from) == *state)
    }

    /// Adds a pack with these entries, which come in ascending order of their ids and are known to
    /// be new, in the given transaction.
    pub(super) fn add(
        &self,
        tx: &Transaction<'_>,
        row: &PackRow,
        entries: &[Entry],
    ) -> Result<(), LedgerError> {
        let head = self.head()?;
        let row = PackRow {
            pack: head.packs + 1,
            ..row.clone()
        };
        let ids = ids_digest(entries.iter().map(|entry| &entry.id));
        let next = head.with_pack(&row.name, row.puzzles, &ids);
        let against = json(&row.against);
        let added = || -> rusqlite::Result<()> {
            tx.execute(
                "INSERT INTO pack VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                rusqlite::params![
                    row.pack,
                    row.name,
                    row.folder,
                    row.job,
                    against,
                    row.levels.join(","),
                    row.puzzles,
                    next.puzzles,
                    ids,
                    next.digest,
                    checksum(entries),
                    row.published,
                ],
            )?;
            let mut insert = tx.prepare("INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5)")?;
            for entry in entries {
                let Entry {
                    id,
                    number,
                    level,
                    difficulty,
                } = entry;
                insert.execute((row.pack, id.bytes(), number, level, difficulty))?;
            }
            let mut insert = tx.prepare("INSERT INTO held VALUES (?1, ?2, ?3)")?;
            for (level, puzzles) in by_level(entries) {
                insert.execute((row.pack, level, puzzles))?;
            }
            note(tx, ids::PACK, Some(row.pack), &json(&row))
        };
        added().map_err(|source| of_sql(&self.path, source))
    }

    /// A transaction that nobody else can write beside.
    pub(super) fn begin(&self) -> Result<Transaction<'_>, LedgerError> {
        let begun = Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate);
        begun.map_err(|source| of_sql(&self.path, source))
    }

    /// Commits, and appends what was noted to the file of ids. Where that can't be done now, the note
    /// stays for whoever comes next: what is committed has happened.
    pub(super) fn settle(&self, tx: Transaction<'_>) -> Result<(), LedgerError> {
        self.commit(tx)?;
        drop(self.append_pending());
        Ok(())
    }

    pub(super) fn commit(&self, tx: Transaction<'_>) -> Result<(), LedgerError> {
        tx.commit().map_err(|source| of_sql(&self.path, source))
    }

    /// All packs, in the order of publication.
    ///
    /// # Errors
    /// If they can't be read.
    pub fn packs(&self) -> Result<Vec<PackRow>, LedgerError> {
        self.rows(&format!("{PACK_ROW} ORDER BY pack"), [], pack_row)
    }

    /// The packs of this name.
    ///
    /// # Errors
    /// If they can't be read.
    pub fn packs_named(&self, name: &str) -> Result<Vec<PackRow>, LedgerError> {
        let asked = format!("{PACK_ROW} WHERE name = ?1 ORDER BY pack");
        self.rows(&asked, [name], pack_row)
    }

    /// The numbers of the packs that were published in this folder.
    ///
    /// # Errors
    /// If they can't be read.
    pub fn packs_at(&self, folder: &Path) -> Result<Vec<u64>, LedgerError> {
        let folder = super::past::absolute(folder);
        let asked = "SELECT pack FROM pack WHERE folder = ?1 ORDER BY pack";
        self.rows(asked, [folder.to_string_lossy()], |row| row.get(0))
    }

    /// The pack of this number.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn pack(&self, pack: u64) -> Result<Option<PackRow>, LedgerError> {
        self.row(&format!("{PACK_ROW} WHERE pack = ?1"), [pack], pack_row)
    }

    /// The entries of a pack in the order of their ids.
    pub(super) fn entries_of(&self, pack: u64) -> Result<Vec<Entry>, LedgerError> {
        let asked = "SELECT id, number, level, d FROM entry WHERE pack = ?1 ORDER BY id";
        self.rows(asked, [pack], entry_of)
    }

    pub(super) fn ids_of_pack(&self, pack: u64) -> Result<Vec<PuzzleId>, LedgerError> {
        let asked = "SELECT id FROM entry WHERE pack = ?1 ORDER BY id";
        self.rows(asked, [pack], id_of)
    }

    pub(super) fn ids_of_shipment(&self, shipment: u64) -> Result<Vec<PuzzleId>, LedgerError> {
        let asked = "SELECT id FROM shipped WHERE shipment = ?1 ORDER BY place";
        self.rows(asked, [shipment], id_of)
    }

    /// Proves the newest packs, so that damage is found before anything is built on it.
    fn prove_newest(&self) -> Result<(), LedgerError> {
        let head = self.head()?;
        let mut proven = 0;
        for pack in (1..=head.packs).rev() {
            let Some(row) = self.pack(pack)? else {
                return Err(self.damaged(format!("pack {pack} of {} is missing", head.packs)));
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

    /// Where a pack is: where it was published, or beside the ledger, if both were moved.
    pub(super) fn place_of(&self, row: &PackRow) -> PathBuf {
        let published = PathBuf::from(&row.folder);
        let beside = folder_of(&self.path).join(&row.name);
        match !published.exists() && beside.join(MANIFEST_FILE).is_file() {
            true => super::past::absolute(&beside),
            false => published,
        }
    }

    /// Proves that a pack's entries are those that were entered.
    pub(super) fn prove(&self, row: &PackRow) -> Result<(), LedgerError> {
        let entries = self.entries_of(row.pack)?;
        let asked = "SELECT ids, digest, checksum, total FROM pack WHERE pack = ?1";
        let kept: Option<([u8; 16], [u8; 16], u32, u64)> = self.row(asked, [row.pack], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
        let ids = ids_digest(entries.iter().map(|entry| &entry.id));
        let before = self.head_at(row.pack.saturating_sub(1))?;
        let head = before.with_pack(&row.name, row.puzzles, &ids);
        let asked = "SELECT level, puzzles FROM held WHERE pack = ?1 ORDER BY level";
        let held = self.rows(asked, [row.pack], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let is_sound = entries.len() as u64 == row.puzzles
            && held.into_iter().eq(by_level(&entries))
            && before.packs + 1 == row.pack
            && kept == Some((ids, head.digest, checksum(&entries), head.puzzles));
        match is_sound {
            true => Ok(()),
            false => Err(self.damaged(format!(
                "the entries of pack {} ({}) are not those that were written",
                row.pack, row.name
            ))),
        }
    }

    pub(super) fn damaged(&self, problem: String) -> LedgerError {
        LedgerError::Damaged {
            path: self.path.clone(),
            problem,
        }
    }

    pub(super) fn row<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, LedgerError> {
        let asked = self.db.prepare_cached(sql);
        let row = asked.and_then(|mut it| it.query_row(params, read).optional());
        row.map_err(|source| of_sql(&self.path, source))
    }

    pub(super) fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, LedgerError> {
        let asked = self.db.prepare_cached(sql);
        let row = asked.and_then(|mut it| it.query_row(params, read));
        row.map_err(|source| of_sql(&self.path, source))
    }

    pub(super) fn rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, LedgerError> {
        let mut statement = self
            .db
            .prepare_cached(sql)
            .map_err(|source| of_sql(&self.path, source))?;
        let rows = statement.query_map(params, read);
        rows.and_then(Iterator::collect)
            .map_err(|source| of_sql(&self.path, source))
    }
}

const PACK_ROW: &str =
    "SELECT pack, name, folder, job, against, levels, puzzles, published FROM pack";

fn pack_row(row: &Row<'_>) -> rusqlite::Result<PackRow> {
    let against: String = row.get(4)?;
    let levels: String = row.get(5)?;
    let levels = levels.split(',').filter(|name| !name.is_empty());
    Ok(PackRow {
        pack: row.get(0)?,
        name: row.get(1)?,
        folder: row.get(2)?,
        job: row.get(3)?,
        against: serde_json::from_str(&against).unwrap_or_default(),
        levels: levels.map(str::to_owned).collect(),
        puzzles: row.get(6)?,
        published: row.get(7)?,
    })
}

pub(super) fn entry_of(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: id_of(row)?,
        number: row.get(1)?,
        level: row.get(2)?,
        difficulty: row.get(3)?,
    })
}

pub(super) fn id_of(row: &Row<'_>) -> rusqlite::Result<PuzzleId> {
    row.get(0).map(PuzzleId::from_bytes)
}

/// What people can read of a value; these have no way to fail.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// SQLite's integers end at 2⁶³.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// How many entries there are of each level.
fn by_level(entries: &[Entry]) -> BTreeMap<Option<u8>, u64> {
    let mut held = BTreeMap::new();
    for entry in entries {
        *held.entry(entry.level).or_default() += 1;
    }
    held
}

/// What tells whether entries are as they were written.
fn checksum(entries: &[Entry]) -> u32 {
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

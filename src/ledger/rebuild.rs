//! A new ledger from the file of ids, every night of it, and from the packs that are still there.
//!
//! The file says of every pack what it was, and of every puzzle its id. Number, level and D are read
//! from the packs where these still stand in their places.

use super::Begin;
use super::error::{LedgerError, of_sql};
use super::ids::{self, Event, Tail};
use super::import;
use super::schema::{file_error, unused, with_ending};
use super::shipping::{Retirement, Shipment};
use super::store::{Entry, Ledger, PackRow};
use crate::grid::PuzzleId;
use crate::pack::Pack;
use rusqlite::Transaction;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What came of a rebuild.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebuilt {
    /// Packs that the new ledger holds.
    pub packs: u64,
    /// Puzzles that it holds.
    pub puzzles: u64,
    /// How many of them are known by their ids alone, since their packs are gone.
    pub bare: u64,
    /// What became of the old ledger, if there was one.
    pub old: Option<PathBuf>,
    /// What was wrong with the file of ids, if anything was.
    pub problem: Option<String>,
}

/// Makes the ledger at `path` anew. What was there is kept beside it under another name. `packs` are
/// added where the file of ids doesn't know them.
///
/// # Errors
/// If it can't be written, or a pack not be read: everything is as it was then.
pub fn rebuild(path: &Path, packs: &[Pack]) -> Result<Rebuilt, LedgerError> {
    let aside = with_ending(path, ".new.sqlite");
    for file in files_of(&aside) {
        drop(fs::remove_file(file));
    }
    let ids_file = path.with_extension("ids");
    let ledger = Ledger::open(&aside, Begin::IfMissing)?;
    let (bare, problem) = match ids_file.exists() {
        true => replay(&ledger, &ids_file)?,
        false => (0, Some("it is not there".to_owned())),
    };
    for pack in packs {
        ledger.import_pack(pack)?;
    }
    // Of the new ledger's own, so that it fits byte by byte.
    ledger.write_ids_anew()?;
    ledger
        .db
        .execute_batch("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;")
        .map_err(|source| of_sql(&aside, source))?;
    let head = ledger.head()?;
    drop(ledger);
    let old = set_aside(path)?;
    for (from, to) in files_of(&aside).into_iter().zip(files_of(path)) {
        if from.exists() {
            fs::rename(&from, &to).map_err(|source| file_error(&to, source))?;
        }
    }
    Ok(Rebuilt {
        packs: head.packs,
        puzzles: head.puzzles,
        bare,
        old,
        problem,
    })
}

/// The files of a ledger.
fn files_of(path: &Path) -> [PathBuf; 5] {
    [
        path.to_owned(),
        path.with_extension("ids"),
        path.with_extension("filter"),
        with_ending(path, "-wal"),
        with_ending(path, "-shm"),
    ]
}

/// Renames the files of the old ledger, so that nothing is lost.
fn set_aside(path: &Path) -> Result<Option<PathBuf>, LedgerError> {
    let there = path.exists().then(|| unused(path, "old"));
    for file in files_of(path).into_iter().filter(|file| file.exists()) {
        let aside = unused(&file, "old");
        fs::rename(&file, &aside).map_err(|source| file_error(&file, source))?;
    }
    Ok(there)
}

/// Does again what the file says. Gives the number of puzzles of which no more than the id is known,
/// and what is wrong with the file.
fn replay(ledger: &Ledger, file: &Path) -> Result<(u64, Option<String>), LedgerError> {
    let tx = ledger.begin()?;
    let mut bare = 0;
    let read = ids::for_each(file, 0, |event| {
        bare += again(ledger, &tx, &event)?;
        Ok(())
    });
    let problem = match read {
        Ok(Tail::Whole) => None,
        Ok(Tail::Cut(at)) => Some(format!("its end is missing from byte {at} on")),
        Err(LedgerError::Damaged { path, problem }) if path == file => Some(problem),
        Err(error) => return Err(error),
    };
    ledger.commit(tx)?;
    Ok((bare, problem))
}

/// Does one thing again.
fn again(ledger: &Ledger, tx: &Transaction<'_>, event: &Event) -> Result<u64, LedgerError> {
    let wrong = |error: serde_json::Error| LedgerError::Damaged {
        path: ledger.ids_path(),
        problem: error.to_string(),
    };
    let sql = |source| of_sql(&ledger.path, source);
    match event.kind {
        ids::PACK => {
            let row: PackRow = serde_json::from_str(&event.header).map_err(wrong)?;
            let (entries, bare) = refined(&row, &event.ids);
            return ledger.add(tx, &row, &entries).map(|()| bare);
        }
        ids::SHIPPED => {
            let Shipment { title, shipped } = serde_json::from_str(&event.header).map_err(wrong)?;
            let insert = "INSERT INTO shipment (title, shipped) VALUES (?1, ?2)";
            tx.execute(insert, (title, shipped)).map_err(sql)?;
            let number = tx.last_insert_rowid();
            ledger.load_index()?;
            ledger.catch_up()?;
            let insert = "INSERT INTO shipped VALUES (?1, ?2, ?3, ?4)";
            for (place, id) in (1_u64..).zip(&event.ids) {
                let pack = ledger.find(*id, u64::MAX)?.map_or(0, |(pack, _)| pack);
                tx.execute(insert, (number, place, pack, id.bytes()))
                    .map_err(sql)?;
            }
        }
        ids::UNSHIPPED => {
            let header: serde_json::Value = serde_json::from_str(&event.header).map_err(wrong)?;
            let title = header["title"].as_str().unwrap_or_default();
            let of_title = "(SELECT shipment FROM shipment WHERE title = ?1)";
            let delete = format!("DELETE FROM shipped WHERE shipment = {of_title}");
            tx.execute(&delete, [title]).map_err(sql)?;
            let delete = "DELETE FROM shipment WHERE title = ?1";
            tx.execute(delete, [title]).map_err(sql)?;
        }
        _ => {
            let (id, retirement): (String, Retirement) =
                serde_json::from_str(&event.header).map_err(wrong)?;
            if let Some(id) = super::parse_id(&id) {
                ledger.put_retired(tx, id, &retirement)?;
            }
        }
    }
    Ok(0)
}

/// The entries of a pack as they were, if it still stands in its place; else no more than the ids.
fn refined(row: &PackRow, ids: &[PuzzleId]) -> (Vec<Entry>, u64) {
    let pack = Pack::open(Path::new(&row.folder)).ok();
    let known = pack.and_then(|pack| import::entries(&pack).ok());
    let known: HashMap<PuzzleId, Entry> = known
        .into_iter()
        .flatten()
        .map(|entry| (entry.id, entry))
        .collect();
    let entries: Vec<Entry> = ids
        .iter()
        .map(|id| {
            known.get(id).copied().unwrap_or(Entry {
                id: *id,
                number: None,
                level: None,
                difficulty: None,
            })
        })
        .collect();
    let bare = entries.iter().filter(|entry| entry.level.is_none()).count();
    (entries, bare as u64)
}

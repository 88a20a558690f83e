//! The rebuilding of a ledger from the file of ids, with every event in it, and from the packs that
//! are still there.
//!
//! The file says of every pack what it was, and of every puzzle its id. Number, level and D are read
//! from the packs where these still stand in their places.

use super::error::{LedgerError, file_error, of_sql};
use super::ids::{self, Event, Tail};
use super::import;
use super::in_use::InUse;
use super::paths::{unused, with_ending};
use super::rows::{Entry, PackRow, Retirement, Shipment};
use super::schema::Begin;
use super::shipping::put_title;
use super::store::Ledger;
use crate::disk::{Existing, folder_of, is_same_file, place, sync_folder};
use crate::grid::PuzzleId;
use crate::pack::Pack;
use rusqlite::Transaction;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The result of a rebuild.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebuilt {
    /// Number of packs that the new ledger holds.
    pub packs: u64,
    /// Number of puzzles that it holds.
    pub puzzles: u64,
    /// Number of them that are known by their ids alone, since their packs are gone.
    pub bare: u64,
    /// The new name of the old ledger, if there was one.
    pub old: Option<PathBuf>,
    /// The fault of the file of ids, if it had one.
    pub problem: Option<String>,
    /// `true` if only the file of ids was written again from the ledger, which stays.
    pub is_mended: bool,
}

/// Makes the ledger at `path` again from its file of ids. The old one is kept beside it under
/// another name. `packs` are added where the file of ids doesn't know them.
///
/// # Errors
/// If it can't be written, or a pack not be read: everything is as it was then.
pub fn rebuild(path: &Path, packs: &[Pack]) -> Result<Rebuilt, LedgerError> {
    refuse_newer(path)?;
    if let Some(rebuilt) = mend_ids(path, packs)? {
        return Ok(rebuilt);
    }
    let _alone = InUse::alone(path)?;
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
    ledger.db.write_ids_anew()?;
    ledger
        .db
        .connection()
        .execute_batch("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;")
        .map_err(|source| of_sql(&aside, source))?;
    let head = ledger.head()?;
    drop(ledger);
    let old = keep_old(path)?;
    // The database last: until then the old one is there, whenever a kill comes.
    for (from, to) in files_of(&aside).into_iter().zip(files_of(path)).rev() {
        if from.exists() {
            place(&from, &to, Existing::Replace)
                .and_then(|()| sync_folder(folder_of(&to)))
                .map_err(|source| file_error(&to, source))?;
        }
    }
    drop(fs::remove_file(with_ending(&aside, ".lock")));
    Ok(Rebuilt {
        packs: head.packs,
        puzzles: head.puzzles,
        bare,
        old,
        problem,
        is_mended: false,
    })
}

/// Refuses to replace a ledger that a later release wrote.
fn refuse_newer(path: &Path) -> Result<(), LedgerError> {
    match Ledger::open(path, Begin::Never) {
        Err(error @ LedgerError::Newer { .. }) => Err(error),
        _ => Ok(()),
    }
}

/// Writes the file of ids again where only it is damaged and the database is sound, for the
/// database knows more than what can still be read of the file.
fn mend_ids(path: &Path, packs: &[Pack]) -> Result<Option<Rebuilt>, LedgerError> {
    let ids_file = path.with_extension("ids");
    let problem = match ids_file
        .exists()
        .then(|| ids::for_each(&ids_file, 0, |_| Ok(())))
    {
        Some(Ok(Tail::Cut(at))) => format!("its end is missing from byte {at} on"),
        Some(Err(LedgerError::Damaged { problem, .. })) => problem,
        _ => return Ok(None),
    };
    let Ok(ledger) = Ledger::open(path, Begin::Never) else {
        return Ok(None);
    };
    if !ledger.is_sound()? {
        return Ok(None);
    }
    ledger.db.replace_ids()?;
    for pack in packs {
        ledger.import_pack(pack)?;
    }
    let head = ledger.head()?;
    Ok(Some(Rebuilt {
        packs: head.packs,
        puzzles: head.puzzles,
        bare: 0,
        old: None,
        problem: Some(problem),
        is_mended: true,
    }))
}

/// Returns the files of a ledger.
fn files_of(path: &Path) -> [PathBuf; 5] {
    [
        path.to_owned(),
        path.with_extension("ids"),
        path.with_extension("filter"),
        with_ending(path, "-wal"),
        with_ending(path, "-shm"),
    ]
}

/// Keeps the old ledger under another name, so that nothing is lost, and leaves it where it is
/// until the new one takes its place. The content of its log goes with it. If a killed rebuild kept
/// it already, it is not kept twice.
fn keep_old(path: &Path) -> Result<Option<PathBuf>, LedgerError> {
    if !path.exists() {
        return Ok(None);
    }
    if let Some(old) = kept_before(path) {
        return Ok(Some(old));
    }
    let old = unused(path, "old");
    for ending in ["-wal", "-shm"] {
        let log = with_ending(path, ending);
        if log.exists() {
            fs::rename(&log, with_ending(&old, ending))
                .map_err(|source| file_error(&log, source))?;
        }
    }
    let ids = path.with_extension("ids");
    // The database last: where it was kept, everything was.
    for (file, kept) in [(&ids, &unused(&ids, "old")), (&path.to_owned(), &old)] {
        if file.exists() && kept_before(file).is_none() {
            let linked = fs::hard_link(file, kept).or_else(|_| fs::copy(file, kept).map(drop));
            linked.map_err(|source| file_error(kept, source))?;
        }
    }
    Ok(Some(old))
}

/// Returns the name under which a file was kept, if that is still the same file.
fn kept_before(file: &Path) -> Option<PathBuf> {
    let first = with_ending(file, ".old");
    let more = (2..).map(|n| with_ending(file, &format!(".old-{n}")));
    let mut names = std::iter::once(first)
        .chain(more)
        .take_while(|it| it.exists());
    names.find(|it| is_same_file(file, it))
}

/// Repeats the events of the file. Returns the number of puzzles of which only the id is known, and
/// what is wrong with the file.
fn replay(ledger: &Ledger, file: &Path) -> Result<(u64, Option<String>), LedgerError> {
    let tx = ledger.db.begin()?;
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
    ledger.db.commit(tx)?;
    Ok((bare, problem))
}

/// Repeats one event. Returns the number of puzzles of which only the id is known.
fn again(ledger: &Ledger, tx: &Transaction<'_>, event: &Event) -> Result<u64, LedgerError> {
    let wrong = |error: serde_json::Error| LedgerError::Damaged {
        path: ledger.ids_path(),
        problem: error.to_string(),
    };
    let sql = |source| of_sql(ledger.path(), source);
    match event.kind {
        ids::PACK => {
            let row: PackRow = serde_json::from_str(&event.header).map_err(wrong)?;
            let (entries, bare) = refined(ledger, &row, &event.ids);
            return ledger.add(tx, &row, &entries).map(|()| bare);
        }
        ids::SHIPPED => {
            let shipment: Shipment = serde_json::from_str(&event.header).map_err(wrong)?;
            let number = put_title(tx, &shipment).map_err(sql)?;
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

/// Returns the entries of a pack as they were, if it is still in its place, or else only the ids;
/// and the number of those that have no level.
fn refined(ledger: &Ledger, row: &PackRow, ids: &[PuzzleId]) -> (Vec<Entry>, u64) {
    let pack = Pack::open(&ledger.place_of(row)).ok();
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

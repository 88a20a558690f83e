//! The filter in memory: it says in which packs a puzzle may be.

use super::database::Database;
use super::error::{LedgerError, file_error};
use super::filter::{Filter, Key};
use super::kept_filter::{self, Later};
use super::pages::Table;
use super::rows::id_of;
use super::state::Head;
use crate::grid::PuzzleId;
use std::io;

/// The share of entries, one in so many, that may be in the second table, which holds what came
/// after the first was written: to write the first again takes longer than to read the second
/// whenever a ledger is opened.
const LATE_SHARE: u64 = 64;
/// The fewest entries that the second table may hold.
const LEAST_LATE: u64 = 20_000;

/// The filter in memory, in two tables.
#[derive(Debug)]
pub(super) struct Index {
    /// The entries up to a pack.
    table: Table,
    /// The state of the ledger with that pack.
    head: Head,
    /// The packs after it, also in the form in which they are kept.
    late: Filter,
    later: Vec<Later>,
    /// `true` if the file lacks packs.
    is_behind: bool,
    /// `true` if the file has to be written from its beginning, since it has another table.
    is_other: bool,
}

impl Index {
    fn new(table: Table, head: Head) -> Self {
        Self {
            table,
            head,
            late: Filter::with_room_for(0),
            later: Vec::new(),
            is_behind: false,
            is_other: false,
        }
    }

    /// Returns the state of the ledger with the packs that it covers.
    pub(super) fn covered(&self) -> Head {
        self.later.last().map_or(self.head, |pack| pack.head)
    }

    /// Returns the packs that may hold a puzzle, modulo 65,536.
    pub(super) fn hints(&mut self, id: PuzzleId) -> io::Result<Vec<u16>> {
        let key = Key::new(&id, 0);
        let late = self.late.hints(key);
        Ok(self.table.hints(key)?.chain(late).collect())
    }

    /// Adds the pack that comes next.
    fn add(&mut self, pack: Later) {
        if !self.late.has_room_for(pack.keys.len() as u64) {
            let entries = self.late.entries() + pack.keys.len() as u64;
            self.late = Filter::with_room_for(entries);
            let before = self.later.iter();
            before.for_each(|it| self.late.insert_all(&it.keys));
        }
        self.late.insert_all(&pack.keys);
        self.later.push(pack);
    }

    /// Brings the later packs into the first table if they have become many. Returns whether there
    /// was room for them.
    fn fold(&mut self) -> io::Result<bool> {
        let late = self.late.entries();
        if late <= LEAST_LATE.max(self.table.entries() / LATE_SHARE) {
            return Ok(true);
        }
        if !self.table.filter().has_room_for(late) {
            return Ok(false);
        }
        self.table
            .insert(self.later.iter().map(|it| &it.keys[..]))?;
        self.head = self.covered();
        self.later.clear();
        self.late = Filter::with_room_for(0);
        (self.is_behind, self.is_other) = (true, true);
        Ok(true)
    }

    /// Makes the filter from the database alone.
    ///
    /// # Errors
    /// If the database can't be read, or holds another number of puzzles than it counts.
    pub(super) fn from_database(db: &Database) -> Result<Self, LedgerError> {
        let head = db.head_at(u64::MAX)?;
        // What is damaged may count without end, and each entry takes its id's sixteen bytes.
        let asked = "SELECT page_count * page_size / 16 FROM pragma_page_count, pragma_page_size";
        if head.puzzles > db.one(asked, [], |row| row.get(0))? {
            return Err(db.damaged(format!(
                "it counts {} puzzles, more than it can hold",
                head.puzzles
            )));
        }
        let mut filter = Filter::with_room_for(head.puzzles);
        for pack in 1..=head.packs {
            filter.insert_all(&keys_of(db, pack)?);
        }
        if filter.entries() != head.puzzles {
            return Err(miscounted(db, head.puzzles, filter.entries()));
        }
        let mut index = Self::new(Table::whole(filter), head);
        (index.is_behind, index.is_other) = (true, true);
        Ok(index)
    }

    /// Reads the filter on the disk; `None` where there is none of this ledger. Packs behind its
    /// table may be of another ledger, such as the one that this is an old copy of.
    ///
    /// # Errors
    /// If the database can't be read.
    pub(super) fn from_disk(db: &Database) -> Result<Option<Self>, LedgerError> {
        let kept = match kept_filter::read(&db.filter_path()) {
            Some(kept) if db.head_at(kept.head.packs)? == kept.head => kept,
            _ => return Ok(None),
        };
        let mut index = Self::new(kept.table, kept.head);
        if let Some(last) = kept.later.last() {
            match db.head_at(last.head.packs)? == last.head {
                true => kept.later.into_iter().for_each(|pack| index.add(pack)),
                false => (index.is_behind, index.is_other) = (true, true),
            }
        }
        Ok(Some(index))
    }

    /// Adds the packs that came after it was made. Returns whether it can still be used: it must be
    /// made again if it is full, or if a page of it can't be read.
    ///
    /// # Errors
    /// If the database can't be read, or holds another number of puzzles than it counts.
    pub(super) fn catch_up(&mut self, db: &Database, head: &Head) -> Result<bool, LedgerError> {
        let mut last = self.covered();
        if last.packs >= head.packs {
            return Ok(true);
        }
        for pack in last.packs + 1..=head.packs {
            let next = db.head_at(pack)?;
            let keys = keys_of(db, pack)?;
            let held = last.puzzles + keys.len() as u64;
            if held != next.puzzles {
                return Err(miscounted(db, next.puzzles, held));
            }
            self.add(Later { head: next, keys });
            self.is_behind = true;
            last = next;
        }
        Ok(self.fold().unwrap_or(false))
    }

    /// Brings the filter on the disk up to this one.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn keep(&mut self, db: &Database) -> Result<(), LedgerError> {
        if !self.is_behind {
            return Ok(());
        }
        let path = db.filter_path();
        // One at a time.
        let turn = db.begin()?;
        if self.is_other {
            let read = self.table.read_all();
            read.map_err(|source| file_error(&path, source))?;
            kept_filter::write(&path, self.table.filter(), &self.head)?;
        }
        kept_filter::append(&path, &self.head, &self.later)?;
        drop(turn);
        (self.is_behind, self.is_other) = (false, false);
        Ok(())
    }

    /// Returns whether it will soon be full.
    pub(super) fn is_filling(&self) -> bool {
        self.table.filter().is_filling(self.late.entries())
    }
}

/// Returns the keys of a pack's entries, ascending.
fn keys_of(db: &Database, pack: u64) -> Result<Vec<Key>, LedgerError> {
    let asked = "SELECT id FROM entry WHERE pack = ?1 ORDER BY id";
    db.rows(asked, [pack], |row| Ok(Key::new(&id_of(row)?, pack)))
}

fn miscounted(db: &Database, counted: u64, held: u64) -> LedgerError {
    db.damaged(format!("it counts {counted} puzzles and holds {held}"))
}

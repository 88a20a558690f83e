//! Finding a puzzle: the filter says in which pack it may be, the database whether it is.

use super::error::LedgerError;
use super::filter::{Filter, Key};
use super::kept_filter::{self, Kept, Later};
use super::pages::Table;
use super::schema::file_error;
use super::state::Head;
use super::store::{Entry, Ledger, entry_of, id_of};
use crate::grid::PuzzleId;
use std::collections::HashSet;
use std::io;

/// Entries that came after the table was written are in a table of their own until they are one in
/// so many: to write the first anew takes longer than to read the second whenever a ledger is opened.
const LATE_SHARE: u64 = 64;
/// And at least so many.
const LEAST_LATE: u64 = 20_000;

/// The filter, in two tables.
#[derive(Debug)]
pub(super) struct Index {
    /// Up to a pack.
    table: Table,
    /// That pack, and where the ledger stood with it.
    head: Head,
    /// The packs after it, also as they are kept.
    late: Filter,
    later: Vec<Later>,
    /// Whether the file lacks packs.
    is_behind: bool,
    /// Whether the file has to be written anew, since it has another table.
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

    /// What it covers.
    fn covered(&self) -> Head {
        self.later.last().map_or(self.head, |pack| pack.head)
    }

    fn hints(&mut self, id: PuzzleId) -> io::Result<Vec<u16>> {
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

    /// Brings the later packs into the first table if they have become many. Gives whether there was
    /// room for them.
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
}

impl Ledger {
    /// The pack that holds a puzzle, the oldest first, among the first so many packs, and its
    /// entry.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn find(&self, id: PuzzleId, packs: u64) -> Result<Option<(u64, Entry)>, LedgerError> {
        self.load_index()?;
        let (hints, covered) = self.hints(id)?;
        let mut found: Option<(u64, Entry)> = None;
        for hint in hints {
            let all_like_it = (u64::from(hint)..=packs.min(covered)).step_by(1 << 16);
            for pack in all_like_it.filter(|pack| *pack > 0) {
                if found.is_some_and(|(known, _)| known <= pack) {
                    continue;
                }
                if let Some(entry) = self.entry(pack, id)? {
                    found = Some((pack, entry));
                }
            }
        }
        Ok(found)
    }

    /// The packs that may hold a puzzle, modulo 65,536, of how many.
    fn hints(&self, id: PuzzleId) -> Result<(Vec<u16>, u64), LedgerError> {
        let ask = || {
            let mut index = self.index.borrow_mut();
            let asked = index
                .as_mut()
                .map(|it| Ok((it.hints(id)?, it.covered().packs)));
            asked.unwrap_or_else(|| Ok((Vec::new(), 0)))
        };
        ask().or_else(|_: io::Error| {
            kept_filter::remove(&self.filter_path());
            self.make_anew()?;
            ask().map_err(|source| file_error(&self.filter_path(), source))
        })
    }

    /// Another pack before this one that holds the same puzzle.
    pub(super) fn find_twin(
        &self,
        id: PuzzleId,
        pack: u64,
    ) -> Result<Option<(u64, Entry)>, LedgerError> {
        match self.hints(id)?.0.len() {
            0 | 1 => Ok(None),
            _ => self.find(id, pack - 1),
        }
    }

    fn entry(&self, pack: u64, id: PuzzleId) -> Result<Option<Entry>, LedgerError> {
        let asked = "SELECT id, number, level, d FROM entry WHERE pack = ?1 AND id = ?2";
        self.row(asked, (pack, id.bytes()), entry_of)
    }

    /// Makes the filter ready, with all packs that there are by now.
    pub(super) fn load_index(&self) -> Result<(), LedgerError> {
        if self.index.borrow().is_some() {
            return Ok(());
        }
        match kept_filter::read(&self.filter_path()) {
            Some(kept) if self.head_at(kept.head.packs)? == kept.head => {
                let index = self.index_of(kept)?;
                *self.index.borrow_mut() = Some(index);
                self.catch_up()
            }
            _ => self.make_anew(),
        }
    }

    /// A kept filter whose table is this ledger's. What stands behind it may be of another, such as
    /// the one that this is an old copy of.
    fn index_of(&self, kept: Kept) -> Result<Index, LedgerError> {
        let mut index = Index::new(kept.table, kept.head);
        if let Some(last) = kept.later.last() {
            match self.head_at(last.head.packs)? == last.head {
                true => kept.later.into_iter().for_each(|pack| index.add(pack)),
                false => (index.is_behind, index.is_other) = (true, true),
            }
        }
        Ok(index)
    }

    /// Makes the filter from the database alone.
    fn make_anew(&self) -> Result<(), LedgerError> {
        let head = self.head()?;
        // What is damaged may count without end, and each entry takes its id's sixteen bytes.
        let asked = "SELECT page_count * page_size / 16 FROM pragma_page_count, pragma_page_size";
        if head.puzzles > self.one(asked, [], |row| row.get(0))? {
            return Err(self.damaged(format!(
                "it counts {} puzzles, more than it can hold",
                head.puzzles
            )));
        }
        let mut filter = Filter::with_room_for(head.puzzles);
        for pack in 1..=head.packs {
            filter.insert_all(&self.keys_of(pack)?);
        }
        if filter.entries() != head.puzzles {
            return Err(self.miscounted(head.puzzles, filter.entries()));
        }
        let mut index = Index::new(Table::whole(filter), head);
        (index.is_behind, index.is_other) = (true, true);
        *self.index.borrow_mut() = Some(index);
        Ok(())
    }

    /// Adds the packs to the filter that came after it was made.
    pub(super) fn catch_up(&self) -> Result<(), LedgerError> {
        let head = self.head()?;
        let has_room = {
            let mut index = self.index.borrow_mut();
            let Some(index) = index.as_mut() else {
                return Ok(());
            };
            let mut last = index.covered();
            if last.packs >= head.packs {
                return Ok(());
            }
            for pack in last.packs + 1..=head.packs {
                let next = self.head_at(pack)?;
                let keys = self.keys_of(pack)?;
                let held = last.puzzles + keys.len() as u64;
                if held != next.puzzles {
                    return Err(self.miscounted(next.puzzles, held));
                }
                index.add(Later { head: next, keys });
                index.is_behind = true;
                last = next;
            }
            index.fold()
        };
        match has_room {
            Ok(true) => Ok(()),
            // It is full, or a page of it can't be relied on.
            Ok(false) | Err(_) => self.make_anew(),
        }
    }

    /// The keys of a pack's entries, ascending.
    fn keys_of(&self, pack: u64) -> Result<Vec<Key>, LedgerError> {
        let asked = "SELECT id FROM entry WHERE pack = ?1 ORDER BY id";
        self.rows(asked, [pack], |row| Ok(Key::new(&id_of(row)?, pack)))
    }

    fn miscounted(&self, counted: u64, held: u64) -> LedgerError {
        self.damaged(format!("it counts {counted} puzzles and holds {held}"))
    }

    /// Brings the filter on the disk up to what is known.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn keep_filter(&self) -> Result<(), LedgerError> {
        let mut index = self.index.borrow_mut();
        let Some(index) = index.as_mut().filter(|it| it.is_behind) else {
            return Ok(());
        };
        let path = self.filter_path();
        // One at a time.
        let turn = self.begin()?;
        if index.is_other {
            let read = index.table.read_all();
            read.map_err(|source| file_error(&path, source))?;
            kept_filter::write(&path, index.table.filter(), &index.head)?;
        }
        kept_filter::append(&path, &index.head, &index.later)?;
        drop(turn);
        (index.is_behind, index.is_other) = (false, false);
        Ok(())
    }

    /// Makes the filter larger before a run has to: that reads all that the ledger holds.
    pub(super) fn make_room(&self) -> Result<(), LedgerError> {
        self.load_index()?;
        self.catch_up()?;
        let is_filling = |index: &Index| index.table.filter().is_filling(index.late.entries());
        if self.index.borrow().as_ref().is_some_and(is_filling) {
            self.make_anew()?;
        }
        self.keep_filter()
    }

    /// Which of these puzzles are known, but for those of the packs `except`.
    pub(super) fn known_among<'a>(
        &self,
        ids: impl Iterator<Item = &'a PuzzleId>,
        except: &[u64],
    ) -> Result<HashSet<PuzzleId>, LedgerError> {
        let mut known = HashSet::new();
        for id in ids {
            match self.find(*id, u64::MAX)? {
                Some((pack, _)) if !except.contains(&pack) => known.insert(*id),
                _ => false,
            };
        }
        Ok(known)
    }
}

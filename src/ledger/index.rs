//! Finding a puzzle: the filter says in which pack it may be, the database whether it is.

use super::error::{LedgerError, of_sql};
use super::filter::Filter;
use super::kept_filter::{self, Kept};
use super::store::{Entry, Ledger, entry_of};
use crate::grid::PuzzleId;
use std::collections::HashSet;

/// Entries behind the kept filter are read one by one when a ledger is opened: it is written anew
/// when there are more.
const MOST_BEHIND: u64 = 400_000;

/// The filter, and how far it goes.
#[derive(Debug)]
pub(super) struct Index {
    filter: Filter,
    packs: u64,
    /// How many entries the file on the disk lacks.
    behind: u64,
}

impl Ledger {
    /// The pack that holds a puzzle, the oldest first, among the first so many packs, and its
    /// entry.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn find(&self, id: PuzzleId, packs: u64) -> Result<Option<(u64, Entry)>, LedgerError> {
        self.load_index()?;
        let index = self.index.borrow();
        let Some(index) = index.as_ref() else {
            return Ok(None);
        };
        let mut found: Option<(u64, Entry)> = None;
        for hint in index.filter.hints(id) {
            let all_like_it = (u64::from(hint)..=packs.min(index.packs)).step_by(1 << 16);
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

    /// Another pack before this one that holds the same puzzle.
    pub(super) fn find_twin(
        &self,
        id: PuzzleId,
        pack: u64,
    ) -> Result<Option<(u64, Entry)>, LedgerError> {
        let met = |index: &Index| index.filter.hints(id).count();
        match self.index.borrow().as_ref().map_or(0, met) {
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
        let head = self.head()?;
        let kept = kept_filter::read(&self.filter_path());
        let fits = |kept: &Kept| -> Result<bool, LedgerError> {
            let then = self.head_at(kept.packs)?;
            Ok(kept.packs == then.packs
                && kept.digest == then.digest
                && kept.filter.entries() == then.puzzles)
        };
        let index = match kept {
            Some(kept) if fits(&kept)? => Index {
                behind: 0,
                packs: kept.packs,
                filter: kept.filter,
            },
            _ => {
                kept_filter::remove(&self.filter_path());
                Index {
                    filter: Filter::with_room_for(head.puzzles),
                    packs: 0,
                    behind: 0,
                }
            }
        };
        *self.index.borrow_mut() = Some(index);
        self.catch_up()
    }

    /// Adds the packs to the filter that came after it was made.
    pub(super) fn catch_up(&self) -> Result<(), LedgerError> {
        let head = self.head()?;
        let mut index = self.index.borrow_mut();
        let Some(index) = index.as_mut() else {
            return Ok(());
        };
        if index.packs >= head.packs {
            return Ok(());
        }
        if !index
            .filter
            .has_room_for(head.puzzles - index.filter.entries())
        {
            index.filter = Filter::with_room_for(head.puzzles);
            index.packs = 0;
        }
        let before = index.filter.entries();
        let fails = |source| of_sql(&self.path, source);
        let asked = "SELECT pack, id FROM entry WHERE pack > ?1";
        let mut statement = self.db.prepare(asked).map_err(fails)?;
        let mut rows = statement.query([index.packs]).map_err(fails)?;
        while let Some(row) = rows.next().map_err(fails)? {
            let id = PuzzleId::from_bytes(row.get(1).map_err(fails)?);
            index.filter.insert(id, row.get(0).map_err(fails)?);
        }
        if index.filter.entries() != head.puzzles {
            return Err(self.damaged(format!(
                "it counts {} puzzles and holds {}",
                head.puzzles,
                index.filter.entries()
            )));
        }
        index.packs = head.packs;
        index.behind += head.puzzles - before;
        Ok(())
    }

    /// Writes the filter anew when the one on the disk has fallen behind.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn keep_filter(&self) -> Result<(), LedgerError> {
        let mut index = self.index.borrow_mut();
        let Some(index) = index.as_mut() else {
            return Ok(());
        };
        if index.behind > MOST_BEHIND.min(index.filter.entries() / 4) {
            let head = self.head_at(index.packs)?;
            kept_filter::write(&self.filter_path(), &index.filter, &head)?;
            index.behind = 0;
        }
        Ok(())
    }

    /// Makes the filter larger before a run has to: that reads all that the ledger holds.
    pub(super) fn make_room(&self) -> Result<(), LedgerError> {
        self.load_index()?;
        if let Some(index) = self.index.borrow_mut().as_mut()
            && index.filter.is_filling()
        {
            index.filter = Filter::with_room_for(index.filter.entries());
            index.packs = 0;
            index.behind = u64::MAX / 2;
        }
        self.catch_up()?;
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

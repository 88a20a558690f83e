//! Finding a puzzle: the filter says in which packs it may be, the database whether it is there.

use super::error::{LedgerError, file_error};
use super::index::Index;
use super::kept_filter;
use super::rows::{Entry, entry_of};
use super::store::Ledger;
use crate::grid::PuzzleId;
use std::collections::HashSet;
use std::io;

impl Ledger {
    /// Returns the first pack that holds a puzzle, among the first so many packs, and its entry
    /// there.
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

    /// Returns the packs that may hold a puzzle, modulo 65,536, and the number of packs that the
    /// filter covers.
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
            self.make_index()?;
            ask().map_err(|source| file_error(&self.filter_path(), source))
        })
    }

    /// Returns a pack before this one that holds the same puzzle.
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
        self.db.row(asked, (pack, id.bytes()), entry_of)
    }

    /// Loads the filter, with all packs that there are by now.
    pub(super) fn load_index(&self) -> Result<(), LedgerError> {
        if self.index.borrow().is_some() {
            return Ok(());
        }
        match Index::from_disk(&self.db)? {
            Some(index) => {
                *self.index.borrow_mut() = Some(index);
                self.catch_up()
            }
            None => self.make_index(),
        }
    }

    fn make_index(&self) -> Result<(), LedgerError> {
        let index = Index::from_database(&self.db)?;
        *self.index.borrow_mut() = Some(index);
        Ok(())
    }

    /// Adds the packs to the filter that came after it was made.
    pub(super) fn catch_up(&self) -> Result<(), LedgerError> {
        let head = self.head()?;
        let is_usable = match self.index.borrow_mut().as_mut() {
            Some(index) => index.catch_up(&self.db, &head)?,
            None => true,
        };
        match is_usable {
            true => Ok(()),
            false => self.make_index(),
        }
    }

    /// Brings the filter on the disk up to the one in memory.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn keep_filter(&self) -> Result<(), LedgerError> {
        match self.index.borrow_mut().as_mut() {
            Some(index) => index.keep(&self.db),
            None => Ok(()),
        }
    }

    /// Makes the filter larger before a run has to, which reads all that the ledger holds.
    pub(super) fn make_room(&self) -> Result<(), LedgerError> {
        self.load_index()?;
        self.catch_up()?;
        if self.index.borrow().as_ref().is_some_and(Index::is_filling) {
            self.make_index()?;
        }
        self.keep_filter()
    }

    /// Returns those of these puzzles that are known, but for those of the packs `except`.
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

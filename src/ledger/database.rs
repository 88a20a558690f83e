//! The open database of a ledger, and the questions that more than one file asks it.

use super::error::{LedgerError, of_sql};
use super::in_use::InUse;
use super::rows::{Entry, PACK_ROW, PackRow, entry_of, id_of, pack_row};
use super::schema::{self, Begin};
use super::state::Head;
use crate::grid::PuzzleId;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};

/// A database that is open, without anything that is kept in memory beside it.
#[derive(Debug)]
pub(super) struct Database {
    path: PathBuf,
    connection: Connection,
    /// Held as long as it is open.
    _in_use: InUse,
}

impl Database {
    /// Opens the database at `path`.
    ///
    /// # Errors
    /// As [`schema::open`].
    pub(super) fn open(path: &Path, begin: Begin) -> Result<Self, LedgerError> {
        let (connection, in_use) = schema::open(path, begin)?;
        Ok(Self {
            path: path.to_owned(),
            connection,
            _in_use: in_use,
        })
    }

    /// Returns its file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file of ids beside it.
    pub(super) fn ids_path(&self) -> PathBuf {
        self.path.with_extension("ids")
    }

    /// Returns the filter beside it.
    pub(super) fn filter_path(&self) -> PathBuf {
        self.path.with_extension("filter")
    }

    /// Returns SQLite's connection, for what is not a query.
    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the first row of a query, if it has one.
    pub(super) fn row<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, LedgerError> {
        let asked = self.connection.prepare_cached(sql);
        let row = asked.and_then(|mut it| it.query_row(params, read).optional());
        row.map_err(|source| of_sql(&self.path, source))
    }

    /// Returns the first row of a query that always has one.
    pub(super) fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, LedgerError> {
        let asked = self.connection.prepare_cached(sql);
        let row = asked.and_then(|mut it| it.query_row(params, read));
        row.map_err(|source| of_sql(&self.path, source))
    }

    /// Returns all rows of a query.
    pub(super) fn rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, LedgerError> {
        let mut statement = self
            .connection
            .prepare_cached(sql)
            .map_err(|source| of_sql(&self.path, source))?;
        let rows = statement.query_map(params, read);
        rows.and_then(Iterator::collect)
            .map_err(|source| of_sql(&self.path, source))
    }

    /// Begins a transaction beside which no other process can write.
    pub(super) fn begin(&self) -> Result<Transaction<'_>, LedgerError> {
        let begun = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate);
        begun.map_err(|source| of_sql(&self.path, source))
    }

    /// Commits a transaction.
    pub(super) fn commit(&self, tx: Transaction<'_>) -> Result<(), LedgerError> {
        tx.commit().map_err(|source| of_sql(&self.path, source))
    }

    /// Returns the error that the database is damaged in this way.
    pub(super) fn damaged(&self, problem: String) -> LedgerError {
        LedgerError::Damaged {
            path: self.path.clone(),
            problem,
        }
    }

    /// Returns the state of the ledger when it held no more packs than these.
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

    /// Returns all packs, in the order of publication.
    pub(super) fn packs(&self) -> Result<Vec<PackRow>, LedgerError> {
        self.rows(&format!("{PACK_ROW} ORDER BY pack"), [], pack_row)
    }

    /// Returns the pack of this number.
    pub(super) fn pack(&self, pack: u64) -> Result<Option<PackRow>, LedgerError> {
        self.row(&format!("{PACK_ROW} WHERE pack = ?1"), [pack], pack_row)
    }

    /// Returns the entries of a pack in the order of their ids.
    pub(super) fn entries_of(&self, pack: u64) -> Result<Vec<Entry>, LedgerError> {
        let asked = "SELECT id, number, level, d FROM entry WHERE pack = ?1 ORDER BY id";
        self.rows(asked, [pack], entry_of)
    }

    /// Returns the ids of a pack, ascending.
    pub(super) fn ids_of_pack(&self, pack: u64) -> Result<Vec<PuzzleId>, LedgerError> {
        let asked = "SELECT id FROM entry WHERE pack = ?1 ORDER BY id";
        self.rows(asked, [pack], id_of)
    }

    /// Returns the ids of a shipment in the order of their numbers.
    pub(super) fn ids_of_shipment(&self, shipment: u64) -> Result<Vec<PuzzleId>, LedgerError> {
        let asked = "SELECT id FROM shipped WHERE shipment = ?1 ORDER BY place";
        self.rows(asked, [shipment], id_of)
    }
}

/// Returns a number as SQLite holds it, whose integers end at 2⁶³.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

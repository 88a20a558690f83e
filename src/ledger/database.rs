//! The open database of a ledger, and the queries that several files share.

use super::error::{LedgerError, of_sql};
use super::rows::{LedgerEntry, PACK_ROW, PackRow, entry_of, id_of, pack_row};
use super::state::Head;
use crate::disk::FileLock;
use crate::grid::PuzzleId;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};

/// An open database of a ledger, with its lock.
#[derive(Debug)]
pub(super) struct Database {
    path: PathBuf,
    connection: Connection,
    /// The lock that all processes share while they have the ledger open.
    _in_use: Option<FileLock>,
}

impl Database {
    /// Returns a database with this connection, and with a lock that is held while the database is
    /// open.
    pub(super) fn new(path: &Path, connection: Connection, in_use: Option<FileLock>) -> Self {
        Self {
            path: path.to_owned(),
            connection,
            _in_use: in_use,
        }
    }

    /// Returns the path of the database file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns SQLite's connection, for calls that are not queries.
    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Converts an error that SQLite reported into an error of the ledger.
    pub(super) fn failed(&self, source: rusqlite::Error) -> LedgerError {
        of_sql(&self.path, source)
    }

    /// Returns the first row of a query's result, or `None` if the result is empty.
    pub(super) fn row<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, LedgerError> {
        let asked = self.connection.prepare_cached(sql);
        let row = asked.and_then(|mut it| it.query_row(params, read).optional());
        row.map_err(|source| self.failed(source))
    }

    /// Returns the first row of the result of a query that always finds at least one row.
    pub(super) fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, LedgerError> {
        let asked = self.connection.prepare_cached(sql);
        let row = asked.and_then(|mut it| it.query_row(params, read));
        row.map_err(|source| self.failed(source))
    }

    /// Returns all rows of a query.
    pub(super) fn rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, LedgerError> {
        let asked = self.connection.prepare_cached(sql);
        let rows = asked.and_then(|mut it| it.query_map(params, read)?.collect());
        rows.map_err(|source| self.failed(source))
    }

    /// Executes a statement, and returns the number of rows that it changed. The change is committed at once, unless
    /// the caller has started a transaction.
    pub(super) fn execute(&self, sql: &str, params: impl Params) -> Result<usize, LedgerError> {
        let asked = self.connection.prepare_cached(sql);
        let changed = asked.and_then(|mut it| it.execute(params));
        changed.map_err(|source| self.failed(source))
    }

    /// Executes a statement once for each list of parameters, and stops at the first error. Each change is committed at
    /// once, unless the caller has started a transaction.
    pub(super) fn execute_all<P: Params>(
        &self,
        sql: &str,
        lists: impl Iterator<Item = P>,
    ) -> Result<(), LedgerError> {
        let asked = self.connection.prepare_cached(sql);
        let done = asked.and_then(|mut it| {
            for params in lists {
                it.execute(params)?;
            }
            Ok(())
        });
        done.map_err(|source| self.failed(source))
    }

    /// Starts a transaction during which no other process can write.
    pub(super) fn begin(&self) -> Result<Transaction<'_>, LedgerError> {
        let begun = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate);
        begun.map_err(|source| self.failed(source))
    }

    /// Returns the error for a database with this damage.
    pub(super) fn damaged(&self, problem: String) -> LedgerError {
        LedgerError::Damaged {
            path: self.path.clone(),
            problem,
        }
    }

    /// Returns the state that the ledger had when it contained only its first `packs` packs.
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

    /// Returns all packs in the ledger, in the order of publication.
    pub(super) fn packs(&self) -> Result<Vec<PackRow>, LedgerError> {
        self.rows(&format!("{PACK_ROW} ORDER BY pack"), [], pack_row)
    }

    /// Returns the entries of a pack in the order of their ids.
    pub(super) fn entries_of(&self, pack: u64) -> Result<Vec<LedgerEntry>, LedgerError> {
        let asked = "SELECT id, number, level, d FROM entry WHERE pack = ?1 ORDER BY id";
        self.rows(asked, [pack], entry_of)
    }

    /// Returns the ids of the puzzles of a shipment, in the order of their numbers in the shipment.
    pub(super) fn ids_of_shipment(&self, shipment: u64) -> Result<Vec<PuzzleId>, LedgerError> {
        let asked = "SELECT id FROM shipped WHERE shipment = ?1 ORDER BY place";
        self.rows(asked, [shipment], id_of)
    }
}

/// Returns a number as the signed integer that SQLite stores. A number of 2⁶³ or more becomes the largest signed
/// integer.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

//! Records puzzles that clients take over HTTP. Each request that takes puzzles becomes a shipment with its own
//! title. The client chooses a key for each request, by which the ledger finds the shipment again. Many requests
//! are recorded in one transaction.

use super::database::{Database, signed};
use super::error::LedgerError;
use super::rows::{Shipment, TakeRecord, now};
use super::store::Ledger;
use crate::grid::PuzzleId;
use rusqlite::Transaction;

/// A batch of requests that are recorded together. None of these requests is recorded if the batch is dropped
/// before `commit`.
#[derive(Debug)]
pub struct TakeBatch<'a> {
    ledger: &'a Ledger,
    tx: Transaction<'a>,
}

/// An earlier request that took puzzles, as its client sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastTake {
    /// The number of the request's shipment.
    pub number: u64,
    /// The time of the request, in UTC (RFC 3339).
    pub at: String,
    /// The key of the request.
    pub key: String,
    /// The puzzles that the request asked for, as JSON.
    pub asked: String,
    /// The ids of the puzzles that the request took.
    pub ids: Vec<PuzzleId>,
}

impl Database {
    /// Records, within a transaction, a request that takes these puzzles at the time `at` (RFC 3339). Each puzzle
    /// comes with the number of its pack.
    pub(super) fn put_take(
        &self,
        take: TakeRecord,
        at: String,
        puzzles: &[(u64, PuzzleId)],
    ) -> Result<(), LedgerError> {
        let shipment = Shipment {
            title: format!("http take {}", self.last_event()? + 1),
            shipped: at,
            take: Some(take.clone()),
        };
        let number = self.put_shipment(&shipment, puzzles)?;
        let insert = "INSERT INTO take VALUES (?1, ?2, ?3, ?4)";
        self.execute(insert, (number, take.client, take.key, take.asked))?;
        Ok(())
    }
}

impl Ledger {
    /// Returns the earlier request that a client sent with this key, or `None` if there is none. The result has the
    /// puzzles that the request asked for, as JSON, and the ids of the puzzles that it took.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn taken(
        &self,
        client: &str,
        key: &str,
    ) -> Result<Option<(String, Vec<PuzzleId>)>, LedgerError> {
        let asked = "SELECT shipment, asked FROM take WHERE client = ?1 AND key = ?2";
        let found = self
            .db
            .row(asked, (client, key), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let Some((number, asked)) = found else {
            return Ok(None);
        };
        Ok(Some((asked, self.db.ids_of_shipment(number)?)))
    }

    /// Returns the number of puzzles that a client has taken since a time in UTC (RFC 3339).
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn taken_since(&self, client: &str, since: &str) -> Result<u64, LedgerError> {
        let asked = "SELECT count(*) FROM take JOIN shipment USING (shipment)
                     JOIN shipped USING (shipment)
                     WHERE client = ?1 AND shipment.shipped >= ?2";
        self.db.one(asked, (client, since), |row| row.get(0))
    }

    /// Returns a client's requests that took puzzles, the newest first: at most `most` requests, and only those
    /// before the request with the number `before`, if that number is given.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn takes_of(
        &self,
        client: &str,
        before: Option<u64>,
        most: u64,
    ) -> Result<Vec<PastTake>, LedgerError> {
        let asked = "SELECT shipment, shipped, key, asked FROM take JOIN shipment USING (shipment)
                     WHERE client = ?1 AND shipment < ?2 ORDER BY shipment DESC LIMIT ?3";
        let before = before.map_or(i64::MAX, signed);
        let mut takes = self.db.rows(asked, (client, before, signed(most)), |row| {
            Ok(PastTake {
                number: row.get(0)?,
                at: row.get(1)?,
                key: row.get(2)?,
                asked: row.get(3)?,
                ids: Vec::new(),
            })
        })?;
        for take in &mut takes {
            take.ids = self.db.ids_of_shipment(take.number)?;
        }
        Ok(takes)
    }

    /// Returns the number of a client's requests that took puzzles, and the number of puzzles that these
    /// requests took.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn count_of(&self, client: &str) -> Result<(u64, u64), LedgerError> {
        let asked = "SELECT (SELECT count(*) FROM take WHERE client = ?1),
                            (SELECT count(*) FROM shipped JOIN take USING (shipment)
                             WHERE client = ?1)";
        self.db
            .one(asked, [client], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Starts a batch of requests. Until the batch is committed or dropped, no other process ships or retires
    /// anything.
    ///
    /// # Errors
    /// If another process holds the ledger for longer than the time limit.
    pub fn begin_takes(&self) -> Result<TakeBatch<'_>, LedgerError> {
        let (ledger, tx) = (self, self.db.begin()?);
        Ok(TakeBatch { ledger, tx })
    }

    /// Returns the number of requests that took puzzles over HTTP, and the number of puzzles that these requests
    /// took.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn takes(&self) -> Result<(u64, u64), LedgerError> {
        let asked = "SELECT (SELECT count(*) FROM take),
                            (SELECT count(*) FROM shipped JOIN take USING (shipment))";
        self.db.one(asked, [], |row| Ok((row.get(0)?, row.get(1)?)))
    }
}

impl TakeBatch<'_> {
    /// Returns the number of the pack from which a puzzle can be taken, or `None` if the puzzle can no longer be
    /// taken.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn pack_of(&self, id: PuzzleId) -> Result<Option<u64>, LedgerError> {
        self.ledger.db.pack_if_free(id)
    }

    /// Records that a request took these puzzles; each comes with the number of its [pack](Self::pack_of).
    ///
    /// # Errors
    /// If the ledger can't be written.
    pub fn record(&self, take: TakeRecord, puzzles: &[(u64, PuzzleId)]) -> Result<(), LedgerError> {
        self.ledger.db.put_take(take, now(), puzzles)
    }

    /// Commits the batch, so that it survives a power cut.
    ///
    /// # Errors
    /// If the ledger can't be written. Then no request of the batch is recorded.
    pub fn commit(self) -> Result<(), LedgerError> {
        self.ledger.db.settle(self.tx)
    }
}

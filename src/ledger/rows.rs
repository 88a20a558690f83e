//! The rows of the ledger's tables. Events record the same rows as JSON.

use crate::config::LedgerSnapshot;
use crate::grid::PuzzleId;
use rusqlite::Row;
use serde::{Deserialize, Serialize};

/// The ledger's entry for one puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LedgerEntry {
    /// The id of the puzzle.
    pub id: PuzzleId,
    /// The puzzle's number among all candidate puzzles of its run; `None` for an imported id.
    pub number: Option<u64>,
    /// The number of the puzzle's level, 1 for the easiest; `None` for an imported id.
    pub level: Option<u8>,
    /// The puzzle's difficulty D in thousandths; `None` for an imported id.
    pub difficulty: Option<u32>,
}

/// The ledger's row for one pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackRow {
    /// The number of the pack: 1, 2, 3 … in the order of publication.
    pub pack: u64,
    /// The name of the pack.
    pub name: String,
    /// The folder in which the pack was published.
    pub folder: String,
    /// The digest of the pack's job; empty for an imported list of ids.
    pub job: String,
    /// The ledger states against which the puzzles of the pack's job were checked.
    pub against: LedgerSnapshot,
    /// The names of the pack's levels, easiest first.
    pub levels: Vec<String>,
    /// The number of entries that the pack added to the ledger.
    pub puzzles: u64,
    /// The time when the pack was published, in UTC (RFC 3339).
    pub published: String,
}

/// The record that puzzles were shipped under a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shipment {
    /// The title of the shipment.
    pub title: String,
    /// The time of the shipment, in UTC (RFC 3339).
    pub shipped: String,
    /// The request that took the puzzles over HTTP; `None` for other shipments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<TakeRecord>,
}

/// A request that took puzzles over HTTP.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeRecord {
    /// The client that sent the request.
    pub client: String,
    /// The key of the request. A request with the same key gets the same puzzles again.
    pub key: String,
    /// The puzzles that the request asked for, as JSON.
    pub asked: String,
}

impl Shipment {
    /// Returns a shipment under this title at the current time.
    pub(super) fn now(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            shipped: now(),
            take: None,
        }
    }

    /// Returns whether the shipment is a block of puzzles that an older release set aside for
    /// requests over HTTP.
    pub(super) fn is_block(&self) -> bool {
        let number = self.title.strip_prefix("http block ");
        number.is_some_and(|it| it.parse::<u64>().is_ok())
    }
}

/// The retirement of a puzzle, with its reason and time. A retired puzzle must not be used any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Retirement {
    pub why: String,
    pub retired: String,
}

/// The query for packs. Its columns are in the order that [`pack_row`] expects.
pub(super) const PACK_ROW: &str =
    "SELECT pack, name, folder, job, against, levels, puzzles, published FROM pack";

/// The query for all shipments and their numbers. Its columns are in the order that [`shipment_row`] expects.
pub(super) const SHIPMENT_ROW: &str = "SELECT shipment, title, shipped, client, key, asked
     FROM shipment LEFT JOIN take USING (shipment) ORDER BY shipment";

/// Reads a shipment and its number from a row of [`SHIPMENT_ROW`].
pub(super) fn shipment_row(row: &Row<'_>) -> rusqlite::Result<(u64, Shipment)> {
    let take = match row.get::<_, Option<String>>(3)? {
        None => None,
        Some(client) => Some(TakeRecord {
            client,
            key: row.get(4)?,
            asked: row.get(5)?,
        }),
    };
    let (title, shipped) = (row.get(1)?, row.get(2)?);
    let shipment = Shipment {
        title,
        shipped,
        take,
    };
    Ok((row.get(0)?, shipment))
}

/// Reads a pack from a row of [`PACK_ROW`].
pub(super) fn pack_row(row: &Row<'_>) -> rusqlite::Result<PackRow> {
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

/// The query for retired puzzles. Its columns are in the order that [`retired_row`] expects.
pub(super) const RETIRED_ROW: &str = "SELECT id, why, retired FROM retired";

/// Reads a retired puzzle from a row of [`RETIRED_ROW`].
pub(super) fn retired_row(row: &Row<'_>) -> rusqlite::Result<(PuzzleId, Retirement)> {
    let (why, retired) = (row.get(1)?, row.get(2)?);
    Ok((id_of(row)?, Retirement { why, retired }))
}

/// Reads the entry of a puzzle from the columns id, number, level and d.
pub(super) fn entry_of(row: &Row<'_>) -> rusqlite::Result<LedgerEntry> {
    Ok(LedgerEntry {
        id: id_of(row)?,
        number: row.get(1)?,
        level: row.get(2)?,
        difficulty: row.get(3)?,
    })
}

/// Reads a puzzle's id from the first column of a row.
pub(super) fn id_of(row: &Row<'_>) -> rusqlite::Result<PuzzleId> {
    row.get(0).map(PuzzleId::from_bytes)
}

/// Returns a row or an event header of the ledger as JSON. The conversion can't fail for the types that the ledger
/// stores.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the current time in UTC, to the second (RFC 3339).
pub(super) fn now() -> String {
    let now = jiff::Timestamp::now();
    now.round(jiff::Unit::Second).unwrap_or(now).to_string()
}

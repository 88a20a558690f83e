//! Performs the part of the migration to format 4 that SQL alone can't do. It records events for all packs,
//! shipments and retired puzzles. It also imports the file `ledger.takes`, in which older releases recorded the
//! puzzles that were taken over HTTP.
//!
//! Older releases first shipped puzzles to the server in blocks, from which requests took them. The migration replaces
//! the blocks by one shipment for each request. Puzzles that no request took go back into stock, unless requests may be
//! missing from the file; in this case, these puzzles stay shipped.

use super::database::Database;
use super::error::{LedgerError, file_error};
use super::events::{PACK, RETIRED, SHIPPED};
use super::rows::{
    RETIRED_ROW, SHIPMENT_ROW, Shipment, TakeRecord, json, retired_row, shipment_row,
};
use super::state::ids_digest;
use crate::disk::{LockError, try_lock, with_ending};
use crate::grid::PuzzleId;
use crate::pack::frame::{FrameError, FrameKind, FrameReader};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::Path;

/// The kind of frame that contains one entry in an old file of taken puzzles.
const TAKE: FrameKind = FrameKind(48);

/// One request for puzzles, as an old file of taken puzzles records it.
#[derive(Debug, Deserialize)]
struct OldTake {
    client: String,
    key: String,
    at: String,
    asked: serde_json::Value,
    lots: Vec<OldLot>,
}

/// The puzzles that an old request took from one level of a pack.
#[derive(Debug, Deserialize)]
struct OldLot {
    ids: Vec<String>,
}

/// A shipment that an older release set aside as a block for requests over HTTP, with its puzzles and their
/// packs.
type ShippedBlock = (Shipment, Vec<(u64, PuzzleId)>);

/// Adds the events and the records of taken puzzles that format 4 requires and format 3 lacks. Runs within the
/// transaction of the migration. `is_old` is `true` if the ledger existed before the migration.
pub(super) fn bring_forward(db: &Database, is_old: bool) -> Result<(), LedgerError> {
    if is_old {
        refuse_outdated(db)?;
        let takes = old_takes(&db.path().with_extension("takes"))?;
        let blocks = remove_blocks(db)?;
        note_all(db)?;
        put_takes(db, takes, blocks)?;
        // The file only repeated what the database holds.
        drop(fs::remove_file(db.path().with_extension("filter")));
    }
    db.execute("DROP TABLE pending", [])?;
    db.execute("DROP TABLE written", [])?;
    Ok(())
}

/// Refuses a database that is older than the file of ids next to it. Older releases wrote each event first to the
/// database and then to this file. If the file is longer than the database expects, the database is an older copy.
fn refuse_outdated(db: &Database) -> Result<(), LedgerError> {
    let asked = "SELECT bytes FROM written WHERE NOT EXISTS (SELECT 1 FROM pending)";
    let known: Option<u64> = db.row(asked, [], |row| row.get(0))?;
    let file = db.path().with_extension("ids");
    let length = fs::metadata(&file).map_or(0, |it| it.len());
    match known.is_some_and(|known| known < length) {
        true => Err(LedgerError::Outdated {
            path: db.path().to_owned(),
            file,
        }),
        false => Ok(()),
    }
}

/// Removes from the shipments the blocks of puzzles that an older release set aside for requests over HTTP. Returns
/// these blocks in order.
fn remove_blocks(db: &Database) -> Result<Vec<ShippedBlock>, LedgerError> {
    let mut blocks = Vec::new();
    for (number, shipment) in db.rows(SHIPMENT_ROW, [], shipment_row)? {
        if shipment.is_block() {
            let asked = "SELECT pack, id FROM shipped WHERE shipment = ?1 ORDER BY place";
            let puzzles = db.rows(asked, [number], |row| {
                Ok((row.get(0)?, PuzzleId::from_bytes(row.get(1)?)))
            })?;
            // Foreign keys delete the block's puzzles too.
            db.execute("DELETE FROM shipment WHERE shipment = ?1", [number])?;
            blocks.push((shipment, puzzles));
        }
    }
    Ok(blocks)
}

/// Records an event for every shipment, under the number of the shipment. Then records events for packs and retired
/// puzzles under larger numbers.
fn note_all(db: &Database) -> Result<(), LedgerError> {
    for (number, shipment) in db.rows(SHIPMENT_ROW, [], shipment_row)? {
        let ids = ids_digest(db.ids_of_shipment(number)?.iter());
        let insert = "INSERT INTO event VALUES (?1, ?2, ?3, ?4)";
        db.execute(insert, (number, SHIPPED, json(&shipment), ids))?;
    }
    // New events get larger numbers than any shipment ever had.
    let last = "SELECT max(shipments) FROM written";
    let mut number: u64 = db.one(last, [], |row| row.get(0))?;
    let packs = db.packs()?.into_iter().map(|row| (PACK, json(&row)));
    let retired = db.rows(RETIRED_ROW, [], retired_row)?.into_iter();
    let retired = retired.map(|(id, why)| (RETIRED, json(&(id.to_string(), why))));
    for (kind, header) in packs.chain(retired) {
        number += 1;
        let insert = "INSERT INTO event VALUES (?1, ?2, ?3, NULL)";
        db.execute(insert, (number, kind, header))?;
    }
    Ok(())
}

/// Records a shipment for each request in an old file of taken puzzles. Puzzles of a block that no request took go
/// back into stock. But they stay shipped if the file may have lost requests. This is assumed if the file was once
/// damaged, or if no request took a puzzle of the first block.
fn put_takes(
    db: &Database,
    takes: Vec<OldTake>,
    blocks: Vec<ShippedBlock>,
) -> Result<(), LedgerError> {
    let puzzles = blocks.iter().flat_map(|(_, puzzles)| puzzles);
    let mut left: HashMap<PuzzleId, u64> = puzzles.map(|(pack, id)| (*id, *pack)).collect();
    for take in takes {
        let asked = "SELECT 1 FROM take WHERE client = ?1 AND key = ?2";
        let before = db.row(asked, (&take.client, &take.key), |_| Ok(()))?;
        if before.is_some() {
            continue;
        }
        let ids = take.lots.iter().flat_map(|lot| &lot.ids);
        let mut puzzles = Vec::new();
        for id in ids.filter_map(|id| id.parse::<PuzzleId>().ok()) {
            let free = || db.pack_if_free(id);
            // A puzzle in no block was taken after the database was copied.
            let pack = left.remove(&id).map_or_else(free, |pack| Ok(Some(pack)))?;
            puzzles.extend(pack.map(|pack| (pack, id)));
        }
        let asked = take.asked.to_string();
        let (client, key) = (take.client, take.key);
        db.put_take(TakeRecord { client, key, asked }, take.at, &puzzles)?;
    }
    let was_damaged = with_ending(&db.path().with_extension("takes"), ".damaged").exists();
    let is_left = |(_, id): &(u64, PuzzleId)| left.contains_key(id);
    let first = blocks.first();
    let is_lost = first.is_some_and(|(_, puzzles)| puzzles.iter().all(is_left));
    if was_damaged || is_lost {
        for (shipment, mut puzzles) in blocks {
            puzzles.retain(is_left);
            if !puzzles.is_empty() {
                db.put_shipment(&shipment, &puzzles)?;
            }
        }
    }
    Ok(())
}

/// Returns the requests in an old file of taken puzzles, if the file exists. If a killed process left the last entry
/// incomplete, that entry is left out, because its request was never answered.
///
/// # Errors
/// If a server of an older release uses the file, or the file is damaged before its end.
fn old_takes(path: &Path) -> Result<Vec<OldTake>, LedgerError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(file_error(path, source)),
    };
    try_lock(&file).map_err(|error| match error {
        LockError::Held { .. } => LedgerError::Busy {
            path: path.to_owned(),
        },
        LockError::File(source) => file_error(path, source),
    })?;
    let unreadable = |problem: String| LedgerError::OldTakes {
        path: path.to_owned(),
        problem,
    };
    let mut frames = FrameReader::new(BufReader::new(file));
    let mut takes = Vec::new();
    loop {
        match frames.read() {
            Ok(Some(frame)) if frame.kind == TAKE => {
                let take = serde_json::from_slice(frame.payload);
                takes.push(take.map_err(|error| unreadable(error.to_string()))?);
            }
            Ok(Some(frame)) => {
                return Err(unreadable(format!(
                    "no entry begins at byte {}",
                    frame.offset
                )));
            }
            Ok(None) | Err(FrameError::CutShort { .. }) => return Ok(takes),
            Err(FrameError::Read { source, .. }) => return Err(file_error(path, source)),
            Err(error) => return Err(unreadable(error.to_string())),
        }
    }
}

//! The notes of events that are not in the file of ids yet. An event is noted in the database in
//! the transaction that records it, and appended to the file of ids after that. A kill between the
//! two leaves the note, and the next process that opens the ledger appends it.

use super::database::Database;
use super::error::{LedgerError, file_error, of_sql};
use super::ids::{self, Event};
use super::paths::unused;
use super::rows::{Retirement, Shipment, id_of, json};
use crate::disk::{Existing, Staging, folder_of, place, sync_folder};
use crate::grid::PuzzleId;
use crate::pack::frame::Kind;
use rusqlite::Transaction;
use std::cmp::Ordering;
use std::fs;

/// Notes an event that is to be appended to the file of ids.
pub(super) fn note(
    tx: &Transaction<'_>,
    kind: Kind,
    about: Option<u64>,
    header: &str,
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO pending (kind, about, header) VALUES (?1, ?2, ?3)";
    tx.execute(insert, (kind.0, about, header)).map(drop)
}

impl Database {
    /// Commits, and appends the noted events to the file of ids. Where that can't be done now, the
    /// notes stay for the next process that opens the ledger: the commit holds.
    pub(super) fn settle(&self, tx: Transaction<'_>) -> Result<(), LedgerError> {
        self.commit(tx)?;
        drop(self.append_pending());
        Ok(())
    }

    /// Appends to the file of ids what was committed and isn't there yet: after a commit, and when
    /// a ledger is opened, since a kill may have come between.
    pub(super) fn append_pending(&self) -> Result<(), LedgerError> {
        let count = "SELECT count(*), (SELECT bytes FROM written) FROM pending";
        let (pending, bytes): (u64, u64) =
            self.one(count, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let path = self.ids_path();
        let length = fs::metadata(&path).map_or(0, |it| it.len());
        if pending == 0 {
            return match length.cmp(&bytes) {
                Ordering::Equal => Ok(()),
                Ordering::Less => self.write_ids_anew(),
                Ordering::Greater => self.look_ahead(bytes),
            };
        }
        if length < bytes {
            return self.write_ids_anew();
        }
        let tx = self.begin()?;
        // Another process may have done it meanwhile.
        let bytes = self.written()?;
        let events = self.pending_events()?;
        let bytes = ids::append(&path, bytes, &events)?;
        self.noted(&tx, bytes)?;
        self.commit(tx)
    }

    /// Returns the length that the file of ids is known to have, in bytes.
    fn written(&self) -> Result<u64, LedgerError> {
        self.one("SELECT bytes FROM written", [], |row| row.get(0))
    }

    fn noted(&self, tx: &Transaction<'_>, bytes: u64) -> Result<(), LedgerError> {
        let noted = tx
            .execute("UPDATE written SET bytes = ?1", [bytes])
            .and_then(|_| tx.execute("DELETE FROM pending", []));
        noted
            .map(drop)
            .map_err(|source| of_sql(self.path(), source))
    }

    fn pending_events(&self) -> Result<Vec<Event>, LedgerError> {
        let asked = "SELECT kind, about, header FROM pending ORDER BY event";
        let rows: Vec<(u16, Option<u64>, String)> =
            self.rows(asked, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let events = rows.into_iter().map(|(kind, about, header)| {
            let kind = Kind(kind);
            let ids = match about {
                Some(pack) if kind == ids::PACK => self.ids_of_pack(pack)?,
                Some(shipment) => self.ids_of_shipment(shipment)?,
                None => Vec::new(),
            };
            Ok(Event { kind, header, ids })
        });
        events.collect()
    }

    /// Refuses a ledger whose file of ids continues with events that it does not know: it is an old
    /// copy, and nothing must be written.
    fn look_ahead(&self, bytes: u64) -> Result<(), LedgerError> {
        // Another process may just be about to note what it appended.
        drop(self.begin()?);
        let known = self.written()?;
        let path = self.ids_path();
        let mut is_ahead = false;
        ids::for_each(&path, known.max(bytes), |_| {
            is_ahead = true;
            Ok(())
        })?;
        match is_ahead {
            true => Err(LedgerError::Outdated {
                path: self.path().to_owned(),
                ids: path,
            }),
            false => Ok(()),
        }
    }

    /// Writes the file of ids again from the ledger, where it or its end is gone; what is left of
    /// it is kept beside it.
    pub(super) fn write_ids_anew(&self) -> Result<(), LedgerError> {
        let tx = self.begin()?;
        let length = fs::metadata(self.ids_path()).map_or(0, |it| it.len());
        // Another process may have done it meanwhile.
        match self.written()? <= length && length > 0 {
            true => Ok(()),
            false => self.write_ids(tx),
        }
    }

    /// Writes the file of ids again, whatever it holds; the old one is kept beside it.
    pub(super) fn replace_ids(&self) -> Result<(), LedgerError> {
        self.write_ids(self.begin()?)
    }

    fn write_ids(&self, tx: Transaction<'_>) -> Result<(), LedgerError> {
        let path = self.ids_path();
        let fails = |source| file_error(&path, source);
        let staging = Staging::new(folder_of(&path)).map_err(fails)?;
        let anew = staging.path("ids");
        let mut bytes = 0;
        for row in self.packs()? {
            let event = Event {
                kind: ids::PACK,
                ids: self.ids_of_pack(row.pack)?,
                header: json(&row),
            };
            bytes = ids::append(&anew, bytes, &[event])?;
        }
        let shipments = self.shipping_events()?;
        bytes = ids::append(&anew, bytes, &shipments)?;
        self.noted(&tx, bytes)?;
        if path.exists() {
            fs::rename(&path, unused(&path, "damaged")).map_err(fails)?;
        }
        place(&anew, &path, Existing::Replace)
            .and_then(|()| sync_folder(folder_of(&path)))
            .map_err(fails)?;
        self.commit(tx)
    }

    /// Returns the events of all that is shipped and retired now.
    fn shipping_events(&self) -> Result<Vec<Event>, LedgerError> {
        let mut events = Vec::new();
        let asked = "SELECT shipment, title, shipped FROM shipment ORDER BY shipment";
        let shipments: Vec<(u64, Shipment)> = self.rows(asked, [], |row| {
            let shipment = Shipment {
                title: row.get(1)?,
                shipped: row.get(2)?,
            };
            Ok((row.get(0)?, shipment))
        })?;
        for (number, shipment) in shipments {
            events.push(Event {
                kind: ids::SHIPPED,
                header: json(&shipment),
                ids: self.ids_of_shipment(number)?,
            });
        }
        let asked = "SELECT id, why, retired FROM retired ORDER BY id";
        let retired: Vec<(PuzzleId, Retirement)> = self.rows(asked, [], |row| {
            let retirement = Retirement {
                why: row.get(1)?,
                retired: row.get(2)?,
            };
            Ok((id_of(row)?, retirement))
        })?;
        events.extend(retired.into_iter().map(|(id, retirement)| Event {
            kind: ids::RETIRED,
            header: json(&(id.to_string(), &retirement)),
            ids: Vec::new(),
        }));
        Ok(events)
    }
}

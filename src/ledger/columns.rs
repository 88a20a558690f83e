//! Checks the columns of the ledger's database that its checksums leave out. Packs, and the puzzles of each
//! shipment, must be numbered without gaps. A row that refers to another row must refer to an existing one. Texts
//! must be exactly what this program would write. Packs, shipments and retired puzzles must agree with the events.
//! The tables and triggers must be those of a new ledger.

use super::database::Database;
use super::error::LedgerError;
use super::events::{PACK, RETIRED, SHIPPED, UNSHIPPED};
use super::rows::{
    PackRow, RETIRED_ROW, Retirement, SHIPMENT_ROW, Shipment, json, retired_row, shipment_row,
};
use super::schema;
use super::state::ids_digest;
use super::store::Ledger;
use crate::grid::PuzzleId;
use std::collections::BTreeMap;

/// The queries that count faulty rows, each with a phrase that describes these rows. In a sound ledger, every count is
/// 0.
const COUNTS: [(&str, &str); 8] = [
    (
        "SELECT count(*) FROM pack WHERE pack NOT BETWEEN 1 AND (SELECT count(*) FROM pack)",
        "packs whose numbers leave gaps",
    ),
    (
        "SELECT (SELECT count(*) FROM entry WHERE pack < 1)
              + (SELECT count(*) FROM entry WHERE pack > (SELECT ifnull(max(pack), 0) FROM pack))",
        "puzzles of packs that it does not hold",
    ),
    (
        "SELECT count(*) FROM held WHERE pack NOT IN (SELECT pack FROM pack)",
        "counts of levels of packs that it does not hold",
    ),
    (
        "SELECT count(*) FROM shipped
         LEFT JOIN entry ON entry.pack = shipped.pack AND entry.id = shipped.id
         WHERE entry.id IS NULL",
        "shipped puzzles that it does not hold",
    ),
    (
        "SELECT count(*) FROM shipped WHERE shipment NOT IN (SELECT shipment FROM shipment)",
        "shipped puzzles of no shipment",
    ),
    (
        "SELECT count(*) FROM shipment
         WHERE shipment NOT IN (SELECT event FROM event WHERE kind = 'shipped')",
        "shipments with numbers that were never given",
    ),
    (
        "SELECT count(*) FROM take WHERE shipment NOT IN (SELECT shipment FROM shipment)",
        "takes of no shipment",
    ),
    (
        "SELECT count(*) FROM
             (SELECT id FROM entry GROUP BY id HAVING count(*) > 1)",
        "puzzles that are in several packs",
    ),
];

impl Ledger {
    /// Returns the contradictions in the database, each in one line.
    ///
    /// # Errors
    /// If the database can't be read.
    pub(super) fn contradictions(&self) -> Result<Vec<String>, LedgerError> {
        let mut found = Vec::new();
        found.extend(self.integrity()?);
        found.extend(self.other_tables()?);
        for (asked, what) in COUNTS {
            let count: i64 = self.db.one(asked, [], |row| row.get(0))?;
            if count != 0 {
                found.push(format!("{count} {what}"));
            }
        }
        found.extend(self.gaps_in_shipments()?);
        found.extend(self.other_text()?);
        found.extend(self.other_events()?);
        let path = self.path().display();
        Ok(found
            .into_iter()
            .map(|problem| format!("{path}: {problem}"))
            .collect())
    }

    /// Returns the fault that SQLite's own check finds, or `None` if the database is sound. The check also compares
    /// indexes with their tables.
    fn integrity(&self) -> Result<Option<String>, LedgerError> {
        let said: String = self
            .db
            .one("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        Ok((said != "ok").then_some(said.replace('\n', " ")))
    }

    /// Returns a finding for each table, index, view or trigger of a new ledger that is missing or different in
    /// this database. Triggers and unique indexes that a new ledger doesn't have are also findings, since they can
    /// change what is written.
    fn other_tables(&self) -> Result<Vec<String>, LedgerError> {
        let asked = "SELECT type || ' ' || name, ifnull(sql, '') FROM sqlite_schema ORDER BY 1";
        let read = |db: &Database| -> Result<Vec<(String, String)>, LedgerError> {
            db.rows(asked, [], |row| Ok((row.get(0)?, row.get(1)?)))
        };
        let (new, here) = (read(&schema::in_memory()?)?, read(&self.db)?);
        let changes = |name: &str, sql: &str| {
            name.starts_with("trigger ") || sql.to_ascii_uppercase().contains("UNIQUE INDEX")
        };
        let is_new = |name: &String| !new.iter().any(|(known, _)| known == name);
        let added = here
            .iter()
            .filter(|(name, sql)| changes(name, sql) && is_new(name));
        let others = new.iter().filter(|table| !here.contains(table));
        Ok(others
            .chain(added)
            .map(|(name, _)| format!("its {} is not that of a ledger", name.escape_debug()))
            .collect())
    }

    /// Returns a finding for each title whose puzzles are not numbered 1, 2, 3 … without gaps.
    fn gaps_in_shipments(&self) -> Result<Vec<String>, LedgerError> {
        let asked = "SELECT title, count(place) FROM shipment LEFT JOIN shipped USING (shipment)
                     GROUP BY shipment
                     HAVING count(place) > 0 AND ifnull(min(place) <> 1 OR max(place) <> count(*)
                                   OR max(typeof(place) <> 'integer'), TRUE)
                     ORDER BY shipment";
        self.db.rows(asked, [], |row| {
            let (title, puzzles): (String, u64) = (row.get(0)?, row.get(1)?);
            Ok(format!(
                "the numbers of the {puzzles} puzzles shipped as {title:?} are not 1 to {puzzles}"
            ))
        })
    }

    /// Returns a finding for each pack whose texts in the columns `against` and `levels` differ from the texts that
    /// this program would write.
    fn other_text(&self) -> Result<Vec<String>, LedgerError> {
        let texts = "SELECT against, levels FROM pack ORDER BY pack";
        let texts = self
            .db
            .rows(texts, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let written = |row: &PackRow| (json(&row.against), row.levels.join(","));
        let packs = self.packs()?;
        let others = packs
            .iter()
            .zip(texts)
            .filter(|(row, texts)| written(row) != *texts);
        let what = |(row, _): (&PackRow, _)| {
            let (pack, name) = (row.pack, &row.name);
            format!("the text of pack {pack} ({name}), against or levels, is not as it was written")
        };
        Ok(others.map(what).collect())
    }

    /// Returns the differences between the tables of the database and its events.
    fn other_events(&self) -> Result<Vec<String>, LedgerError> {
        let mut told = LedgerTotals::default();
        let asked = "SELECT event, kind, header, ids FROM event ORDER BY event";
        let events: Vec<Event> = self.db.rows(asked, [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
        let mut found = Vec::new();
        for event in &events {
            if told.follow(event).is_none() {
                found.push(format!("its event {} makes no sense", event.0));
            }
        }
        let mut here = LedgerTotals {
            packs: self.packs()?,
            ..LedgerTotals::default()
        };
        for (number, shipment) in self.db.rows(SHIPMENT_ROW, [], shipment_row)? {
            let ids = ids_digest(self.db.ids_of_shipment(number)?.iter());
            here.shipments.insert(number, (shipment, Some(ids)));
        }
        here.retired
            .extend(self.db.rows(RETIRED_ROW, [], retired_row)?);
        if told.packs.len() != here.packs.len() {
            let (events, packs) = (told.packs.len(), here.packs.len());
            found.push(format!("it holds {packs} packs, and events of {events}"));
        }
        for (one, other) in told.packs.iter().zip(&here.packs) {
            let columns = difference(one, other);
            found.extend(columns.map(|columns| {
                format!("its event of pack {} says otherwise: {columns}", other.pack)
            }));
        }
        if (told.shipments, told.retired) != (here.shipments, here.retired) {
            found.push("its events record other shipments or retired puzzles".to_owned());
        }
        Ok(found)
    }
}

/// An event of the ledger: its number, kind, header and digest.
type Event = (u64, String, String, Option<[u8; 16]>);

/// The puzzles that were published, shipped and retired, according to the events or according to the tables.
#[derive(Debug, Default)]
struct LedgerTotals {
    packs: Vec<PackRow>,
    /// The shipments by their numbers, each with the digest of its puzzles.
    shipments: BTreeMap<u64, (Shipment, Option<[u8; 16]>)>,
    retired: BTreeMap<PuzzleId, Retirement>,
}

impl LedgerTotals {
    /// Applies an event to the totals. Returns `None` if the event is invalid.
    fn follow(&mut self, (number, kind, header, ids): &Event) -> Option<()> {
        match kind.as_str() {
            PACK => self.packs.push(serde_json::from_str(header).ok()?),
            SHIPPED => {
                let shipment = serde_json::from_str(header).ok()?;
                self.shipments.insert(*number, (shipment, *ids));
            }
            UNSHIPPED => {
                let header: serde_json::Value = serde_json::from_str(header).ok()?;
                let title = header["title"].as_str()?;
                self.shipments.retain(|_, (it, _)| it.title != title);
            }
            RETIRED => {
                let (id, retirement): (String, Retirement) = serde_json::from_str(header).ok()?;
                self.retired.insert(id.parse().ok()?, retirement);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Returns the names of the columns in which two rows for a pack differ, separated by commas, or `None` if the
/// rows are equal.
fn difference(one: &PackRow, other: &PackRow) -> Option<String> {
    let [one, other] = [one, other].map(|row| serde_json::to_value(row).unwrap_or_default());
    let columns = one.as_object()?.iter();
    let differ: Vec<&str> = columns
        .filter(|(name, value)| other[name.as_str()] != **value)
        .map(|(name, _)| name.as_str())
        .collect();
    (!differ.is_empty()).then(|| differ.join(", "))
}

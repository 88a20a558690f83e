//! Checks of the columns that the checksums leave out, each against other data: numbers that have
//! no gaps, rows that belong to others, text in the one form that is written, and the tables
//! against those that a new ledger gets.

use super::error::{LedgerError, of_sql};
use super::rows::{PackRow, json};
use super::schema;
use super::store::Ledger;
use rusqlite::Connection;

/// The queries whose result must be 0, each with the words for the rows that it counts.
const COUNTS: [(&str, &str); 7] = [
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
         WHERE shipment > (SELECT ifnull(max(shipments), 0) FROM written)",
        "shipments with numbers that were never given",
    ),
    (
        "SELECT abs(count(*) - 1) FROM written",
        "rows too many or too few in the table written",
    ),
];

impl Ledger {
    /// Returns the contradictions in the database, each in one line.
    ///
    /// # Errors
    /// If it can't be read.
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
        let path = self.path().display();
        Ok(found
            .into_iter()
            .map(|problem| format!("{path}: {problem}"))
            .collect())
    }

    /// Returns the faults that SQLite finds, indexes against their tables included.
    fn integrity(&self) -> Result<Option<String>, LedgerError> {
        let said: String = self
            .db
            .one("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        Ok((said != "ok").then_some(said.replace('\n', " ")))
    }

    /// Returns the tables, indexes and views that differ from those of a new ledger.
    fn other_tables(&self) -> Result<Vec<String>, LedgerError> {
        let asked = "SELECT type || ' ' || name, ifnull(sql, '') FROM sqlite_schema ORDER BY 1";
        type Tables = Vec<(String, String)>;
        let read = |db: &Connection| -> rusqlite::Result<Tables> {
            let mut rows = db.prepare(asked)?;
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        };
        let both = || Ok((read(&schema::in_memory()?)?, read(self.db.connection())?));
        let (new, here) = both().map_err(|source| of_sql(self.path(), source))?;
        let others = new.iter().filter(|table| !here.contains(table));
        Ok(others
            .map(|(name, _)| format!("its {name} is not that of a ledger"))
            .collect())
    }

    /// Returns the titles whose puzzles are not No. 1, 2, 3 … to the last. (The numbers are keys,
    /// so each is there once. A title without puzzles has no gap.)
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

    /// Returns the packs with text that is not in the one form that is written.
    fn other_text(&self) -> Result<Vec<String>, LedgerError> {
        let asked = "SELECT against, levels FROM pack WHERE pack = ?1";
        let mut found = Vec::new();
        for row in self.packs()? {
            let texts: Option<(String, String)> = self
                .db
                .row(asked, [row.pack], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let PackRow {
                pack,
                name,
                against,
                levels,
                ..
            } = row;
            if texts != Some((json(&against), levels.join(","))) {
                found.push(format!(
                    "what pack {pack} ({name}) ran against, or its levels, is not as it was written"
                ));
            }
        }
        Ok(found)
    }
}

/// Returns the names of the columns in which two rows of a pack differ, joined by commas; `None` if
/// they are equal.
pub(super) fn difference(one: &PackRow, other: &PackRow) -> Option<String> {
    let columns = [
        ("name", one.name != other.name),
        ("folder", one.folder != other.folder),
        ("job", one.job != other.job),
        ("against", one.against != other.against),
        ("levels", one.levels != other.levels),
        ("puzzles", one.puzzles != other.puzzles),
        ("published", one.published != other.published),
    ];
    let differ: Vec<&str> = columns
        .into_iter()
        .filter_map(|(column, differs)| differs.then_some(column))
        .collect();
    (!differ.is_empty()).then(|| differ.join(", "))
}

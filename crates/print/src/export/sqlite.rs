//! Writes SQLite: one database file, for apps and for queries in SQL. docs/exporting.md describes
//! the schema.
//!
//! SQLite does not write a database from start to end. So the database grows in a temporary file
//! that no other program can open, and is copied to the output when it is complete. The temporary
//! file has no name, so a killed process leaves nothing behind. SQLite keeps two megabytes of pages
//! in memory, for any number of puzzles.

use super::columns::{self, COLUMNS, Column, ColumnKind, Value, times_used};
use super::steps::StepNumbers;
use super::{ExportEntry, Exporter, FileOptions, StepForm};
use crate::bucket::Scheme;
use crate::grid::Board;
use crate::rate::hints::{CompactStep, technique_steps};
use crate::rate::techniques::TechniqueLadder;
use crate::rate::{Ratings, Rule, Step};
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, OpenFlags, ToSql, ffi, params, params_from_iter};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns the columns of the table of puzzles, with their meaning.
pub(super) fn schema() -> Vec<Column> {
    let mut columns = columns::schema();
    columns.truncate(COLUMNS.len());
    columns
}

/// Starts a database.
pub(super) fn open(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(Box::new(ExportDatabase::new(options)?))
}

/// The settings of the connection: no journal, lock or sync, since nothing is rolled back and no
/// other process reads the file.
const SETTINGS: &str = "
    PRAGMA page_size = 4096;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
";

const OTHER_TABLES: &str = "
    CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE rules (
        puzzle_key INTEGER NOT NULL REFERENCES puzzles,
        rule TEXT NOT NULL,
        times INTEGER NOT NULL,
        PRIMARY KEY (puzzle_key, rule)
    ) WITHOUT ROWID;
    CREATE TABLE steps (
        puzzle_key INTEGER NOT NULL REFERENCES puzzles,
        no INTEGER NOT NULL,
        rule TEXT NOT NULL,
        houses TEXT NOT NULL,
        cells TEXT NOT NULL,
        digits TEXT NOT NULL,
        placed TEXT NOT NULL,
        removed TEXT NOT NULL,
        PRIMARY KEY (puzzle_key, no)
    ) WITHOUT ROWID;
    CREATE TABLE technique_steps (
        puzzle_key INTEGER NOT NULL REFERENCES puzzles,
        no INTEGER NOT NULL,
        technique TEXT NOT NULL,
        step TEXT NOT NULL,
        PRIMARY KEY (puzzle_key, no)
    ) WITHOUT ROWID;
";

/// The statements that create the indexes. They run after all rows are written: sorting all rows once takes a fraction
/// of the time that updating the indexes with each row would take.
const INDEXES: &str = "
    CREATE INDEX puzzles_by_id ON puzzles (id);
    CREATE INDEX puzzles_by_level ON puzzles (level, no);
    CREATE INDEX puzzles_by_d ON puzzles (d);
    CREATE INDEX rules_by_rule ON rules (rule);
    COMMIT;
";

const INSERT_RULE: &str = "INSERT INTO rules VALUES (?, ?, ?)";
const INSERT_TECHNIQUE: &str = "INSERT INTO technique_steps VALUES (?, ?, ?, ?)";
const INSERT_STEP: &str = "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
static INSERT_PUZZLE: LazyLock<String> = LazyLock::new(|| {
    let values = ", ?".repeat(COLUMNS.len());
    format!("INSERT INTO puzzles VALUES (?, ?{values})")
});

/// Returns the statement that creates the table of puzzles. Its first columns are a key and the puzzle's number
/// within its level. The common columns of all tables follow.
fn puzzles_table() -> String {
    let column = |&(name, kind, _): &(&str, ColumnKind, &str)| {
        let kind = match kind {
            ColumnKind::Text => "TEXT",
            ColumnKind::Whole => "INTEGER",
            ColumnKind::Real => "REAL",
        };
        let always = if ["puzzle", "clues"].contains(&name) {
            " NOT NULL"
        } else {
            ""
        };
        format!("{name} {kind}{always}")
    };
    let columns: Vec<String> = COLUMNS.iter().map(column).collect();
    format!(
        "CREATE TABLE puzzles (key INTEGER PRIMARY KEY, no INTEGER NOT NULL, {});",
        columns.join(", ")
    )
}

/// A database that is being written.
#[derive(Debug)]
struct ExportDatabase {
    connection: Connection,
    /// A second handle to the temporary file, for copying the finished database to the output.
    file: File,
    /// The folder of the temporary file.
    scratch: PathBuf,
    steps: StepForm,
    /// The technique ladder with which the steps of solving paths are found.
    ladder: TechniqueLadder,
    puzzles: i64,
}

impl ExportDatabase {
    fn new(options: &FileOptions) -> io::Result<Self> {
        let (made, scratch) = scratch_file()?;
        let (file, path) = made.into_parts();
        let failed = |error| failed(error, &scratch);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
        let tables = puzzles_table();
        connection
            .execute_batch(&format!("{SETTINGS} BEGIN; {tables} {OTHER_TABLES}"))
            .map_err(failed)?;
        // SQLite and this process have the file open.
        drop(path);
        let title = ("title".to_owned(), options.source.title.clone());
        for (name, value) in [title].iter().chain(&options.source.notes) {
            connection
                .execute("INSERT INTO about VALUES (?, ?)", [name, value])
                .map_err(failed)?;
        }
        Ok(Self {
            connection,
            file,
            scratch,
            steps: options.steps,
            ladder: options
                .scheme
                .as_ref()
                .map(Scheme::ladder)
                .unwrap_or_default(),
            puzzles: 0,
        })
    }

    fn insert(&mut self, entry: &ExportEntry<'_>) -> rusqlite::Result<()> {
        self.puzzles += 1;
        let key = self.puzzles;
        let place = i64::try_from(entry.place).unwrap_or(i64::MAX);
        let mut row = vec![ToSqlOutput::from(key), ToSqlOutput::from(place)];
        let values = columns::values(entry);
        for value in &values {
            row.push(match value {
                Value::Nothing => ToSqlOutput::from(rusqlite::types::Null),
                Value::Text(text) => ToSqlOutput::from(text.as_ref()),
                Value::Whole(whole) => ToSqlOutput::from(*whole),
                Value::Real(real) => ToSqlOutput::from(*real),
            });
        }
        let mut puzzle = self.connection.prepare_cached(&INSERT_PUZZLE)?;
        puzzle.execute(params_from_iter(row))?;
        if let Some(ratings) = entry.ratings() {
            self.insert_rules(key, ratings)?;
        }
        match entry.steps {
            Some(_) if self.steps.is_of_techniques() => self.insert_techniques(key, entry.puzzle),
            steps => self.insert_steps(key, steps.unwrap_or_default()),
        }
    }

    fn insert_rules(&self, key: i64, ratings: &Ratings) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(INSERT_RULE)?;
        for rule in Rule::ALL {
            let times = times_used(&ratings.ladder, rule);
            if times > 0 {
                statement.execute(params![key, rule.name(), times])?;
            }
        }
        Ok(())
    }

    fn insert_techniques(&self, key: i64, puzzle: &Board) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(INSERT_TECHNIQUE)?;
        for (no, step) in (1_i64..).zip(technique_steps(puzzle, &self.ladder).1) {
            let text = match self.steps {
                StepForm::TechniquesCompact => CompactStep::from(&step).to_string(),
                _ => serde_json::json!(step).to_string(),
            };
            statement.execute(params![key, no, step.technique.key(), text])?;
        }
        Ok(())
    }

    fn insert_steps(&self, key: i64, steps: &[Step]) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(INSERT_STEP)?;
        for (no, step) in (1_i64..).zip(steps) {
            let it = StepNumbers::of(step);
            let [houses, cells, placed, removed] =
                [&it.houses, &it.cells, &it.placed, &it.removed].map(|them| array(them));
            let row: [&dyn ToSql; 8] = [
                &key,
                &no,
                &step.rule.name(),
                &houses,
                &cells,
                &array(&it.digits),
                &placed,
                &removed,
            ];
            statement.execute(row)?;
        }
        Ok(())
    }
}

impl Exporter for ExportDatabase {
    fn put(&mut self, entry: &ExportEntry<'_>, _out: &mut dyn Write) -> io::Result<()> {
        let inserted = self.insert(entry);
        inserted.map_err(|error| failed(error, &self.scratch))
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let indexed = self.connection.execute_batch(INDEXES);
        indexed.map_err(|error| failed(error, &self.scratch))?;
        self.connection.flush_prepared_statement_cache();
        self.file.rewind()?;
        io::copy(&mut self.file, out).map(drop)
    }
}

/// Returns numbers as a JSON array, which SQLite's `json_each` can split.
fn array<T: serde::Serialize>(numbers: &[T]) -> String {
    serde_json::json!(numbers).to_string()
}

/// Creates a temporary file in the first usable one of the folders that SQLite uses for such files. `/tmp` comes late
/// in the order, since it may be in memory, and a large pack would fill it.
fn scratch_file() -> io::Result<(tempfile::NamedTempFile, PathBuf)> {
    let asked = ["SQLITE_TMPDIR", "TMPDIR"].iter();
    let asked = asked.filter_map(std::env::var_os).map(PathBuf::from);
    let others = [
        PathBuf::from("/var/tmp"),
        "/tmp".into(),
        std::env::temp_dir(),
    ];
    let mut first = None;
    for folder in asked.chain(others) {
        match tempfile::NamedTempFile::new_in(&folder) {
            Ok(file) => return Ok((file, folder)),
            Err(error) => first = first.or_else(|| Some(in_scratch(error.kind(), error, &folder))),
        }
    }
    Err(first.unwrap_or_else(|| io::ErrorKind::NotFound.into()))
}

/// Turns an SQLite error into an I/O error, so that a full disk is recognised.
fn failed(error: rusqlite::Error, scratch: &Path) -> io::Error {
    let kind = match error.sqlite_error().map(|it| it.extended_code) {
        Some(
            ffi::SQLITE_FULL
            | ffi::SQLITE_IOERR_WRITE
            | ffi::SQLITE_IOERR_FSYNC
            | ffi::SQLITE_IOERR_TRUNCATE,
        ) => io::ErrorKind::StorageFull,
        _ => io::ErrorKind::Other,
    };
    in_scratch(kind, error, scratch)
}

fn in_scratch(kind: io::ErrorKind, error: impl std::fmt::Display, scratch: &Path) -> io::Error {
    let scratch = scratch.display();
    io::Error::new(
        kind,
        format!("the temporary database in {scratch}: {error}"),
    )
}

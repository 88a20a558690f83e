//! Comma-separated tables, for spreadsheets, data frames and the data merge of page-layout
//! programs: our own columns, and two that other data sets made common.
//!
//! Texts are quoted and blanks are dots, since a spreadsheet turns 81 digits into 5.3E+80; `csv-excel`
//! besides marks the file as UTF-8 and writes puzzles as formulas that are texts.

use super::{ColumnAbout, Entry, Exporter, columns as all_columns};
use crate::grid::{Board, text};
use crate::rate::Rule;
use std::io::{self, Write};

/// `id,puzzle,solution,clues,level,level_name,d,hardest_rule,freedom,grade`.
#[derive(Debug, Clone, Copy)]
pub struct Csv;

/// The columns of [`Csv`], for spreadsheets.
#[derive(Debug, Clone, Copy)]
pub struct CsvExcel;

/// `quizzes,solutions`, with 0 for a blank.
#[derive(Debug, Clone, Copy)]
pub struct CsvKaggle;

/// `source,question,answer,rating`, with a dot for a blank.
#[derive(Debug, Clone, Copy)]
pub struct CsvRated;

const COLUMNS: [&str; 10] = [
    "id",
    "puzzle",
    "solution",
    "clues",
    "level",
    "level_name",
    "d",
    "hardest_rule",
    "freedom",
    "grade",
];

impl Exporter for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn about(&self) -> &'static str {
        "a table with id, solution, level and ratings; data frames"
    }

    fn ending(&self) -> &'static str {
        "csv"
    }

    fn schema(&self) -> Vec<ColumnAbout> {
        let mut columns = all_columns::schema();
        columns.retain(|column| COLUMNS.contains(&column.name.as_str()));
        columns
    }

    fn begin(&self, _title: &str, out: &mut dyn Write) -> io::Result<()> {
        row(out, &COLUMNS.map(str::to_owned))
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        row(out, &columns(entry, |board| text::line(board, '.')))
    }
}

impl Exporter for CsvExcel {
    fn name(&self) -> &'static str {
        "csv-excel"
    }

    fn about(&self) -> &'static str {
        "the same for spreadsheets, which would take 81 digits for a number"
    }

    fn ending(&self) -> &'static str {
        "csv"
    }

    fn begin(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        out.write_all("\u{FEFF}".as_bytes())?;
        Csv.begin(title, out)
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let as_text = |board: &Board| format!("=\"{}\"", text::line(board, '.'));
        row(out, &columns(entry, as_text))
    }
}

impl Exporter for CsvKaggle {
    fn name(&self) -> &'static str {
        "csv-kaggle"
    }

    fn about(&self) -> &'static str {
        "quizzes,solutions with 0 for a blank; machine learning sets"
    }

    fn ending(&self) -> &'static str {
        "csv"
    }

    fn begin(&self, _title: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "quizzes,solutions")
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let digits = |board: &Board| text::line(board, '0');
        let solution = entry.solution.map_or_else(String::new, digits);
        writeln!(out, "{},{solution}", digits(entry.puzzle))
    }
}

impl Exporter for CsvRated {
    fn name(&self) -> &'static str {
        "csv-rated"
    }

    fn about(&self) -> &'static str {
        "source,question,answer,rating with D as the rating; machine learning sets"
    }

    fn ending(&self) -> &'static str {
        "csv"
    }

    fn begin(&self, _title: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "source,question,answer,rating")
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let cells = |board: &Board| text::line(board, '.');
        let solution = entry.solution.map_or_else(String::new, cells);
        let source = entry.level.map_or("", |(_, name)| name);
        let puzzle = cells(entry.puzzle);
        match entry.ratings {
            Some(ratings) => {
                let d = ratings.ladder.difficulty;
                writeln!(out, "{source},{puzzle},{solution},{d}")
            }
            None => writeln!(out, "{source},{puzzle},{solution},"),
        }
    }
}

/// Returns the values of [`COLUMNS`]; nothing for what is not known.
fn columns(entry: &Entry<'_>, cells: impl Fn(&Board) -> String) -> [String; COLUMNS.len()] {
    let (number, name) = entry.level.unzip();
    let ratings = entry.ratings;
    let shown = |text: Option<String>| text.unwrap_or_default();
    [
        entry.id_text(),
        cells(entry.puzzle),
        shown(entry.solution.map(cells)),
        entry.puzzle.clue_count().to_string(),
        shown(number.map(|number| number.to_string())),
        name.unwrap_or_default().to_owned(),
        shown(ratings.map(|it| it.ladder.difficulty.to_string())),
        shown(ratings.and_then(|it| it.ladder.hardest().map(|rule| Rule::name(rule).to_owned()))),
        shown(ratings.map(|it| it.looks.freedom.to_string())),
        shown(ratings.map(|it| it.looks.grade.to_string())),
    ]
}

fn row(out: &mut dyn Write, fields: &[String]) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new()
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(out);
    writer.write_record(fields).map_err(io::Error::other)?;
    writer.flush()
}

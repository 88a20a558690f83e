//! Writes comma-separated tables, for spreadsheets, data frames and the data merge of page-layout programs. Two
//! forms have this program's columns, and two have the columns of other well-known data sets.
//!
//! In this program's forms, texts are quoted and blanks are dots, since a spreadsheet turns 81 digits into
//! 5.3E+80. `csv-excel` also marks the file as UTF-8 and writes puzzles as formulas that return a text.

use super::columns::{self as all_columns, Column, se_numbers, used_techniques};
use super::exporter::each;
use super::{ExportEntry, Exporter, FileOptions};
use crate::bucket::Half;
use crate::grid::{Board, text};
use crate::rate::Rule;
use std::io::{self, Write};

/// The columns of this program's own tables.
const COLUMNS: [&str; 19] = [
    "id",
    "puzzle",
    "solution",
    "clues",
    "level",
    "level_name",
    "level_half",
    "d",
    "hardest_rule",
    "freedom",
    "grade",
    "se_er",
    "se_ep",
    "se_ed",
    "se_above",
    "se_table",
    "technique_level",
    "technique_score",
    "techniques",
];

/// Returns the columns of this program's own tables, with their meaning.
pub(super) fn schema() -> Vec<Column> {
    let mut columns = all_columns::schema();
    columns.retain(|column| COLUMNS.contains(&column.name.as_str()));
    columns
}

/// Starts a table with this program's columns.
pub(super) fn csv(_: &FileOptions, out: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    row(out, COLUMNS)?;
    Ok(each(|entry, out| {
        row(out, values(entry, |board| text::line(board, '.')))
    }))
}

/// Starts a table with this program's columns, in the form that spreadsheets read.
pub(super) fn excel(_: &FileOptions, out: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    out.write_all("\u{FEFF}".as_bytes())?;
    row(out, COLUMNS)?;
    Ok(each(|entry, out| {
        let as_text = |board: &Board| format!("=\"{}\"", text::line(board, '.'));
        row(out, values(entry, as_text))
    }))
}

/// Starts a table with the columns `quizzes,solutions`. In the puzzles, 0 stands for an empty cell.
pub(super) fn kaggle(_: &FileOptions, out: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    writeln!(out, "quizzes,solutions")?;
    Ok(each(|entry, out| {
        let digits = |board: &Board| text::line(board, '0');
        let solution = entry.solution.map_or_else(String::new, digits);
        writeln!(out, "{},{solution}", digits(entry.puzzle))
    }))
}

/// Starts a table with the columns `source,question,answer,rating`. In the puzzles, a dot stands for a blank.
pub(super) fn rated(_: &FileOptions, out: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    writeln!(out, "source,question,answer,rating")?;
    Ok(each(|entry, out| {
        let cells = |board: &Board| text::line(board, '.');
        let solution = entry.solution.map_or_else(String::new, cells);
        let source = entry.level.map_or("", |(_, name)| name);
        let puzzle = cells(entry.puzzle);
        let d = entry.ratings().map(|it| it.ladder.difficulty.to_string());
        let d = d.unwrap_or_default();
        writeln!(out, "{source},{puzzle},{solution},{d}")
    }))
}

/// Returns the values of [`COLUMNS`], empty if they are unknown. `cells` returns a board as text.
fn values(entry: &ExportEntry<'_>, cells: impl Fn(&Board) -> String) -> [String; COLUMNS.len()] {
    let (number, name) = entry.level.unzip();
    let ratings = entry.ratings();
    let [er, ep, ed, above] =
        se_numbers(ratings).map(|it| it.map_or_else(String::new, |it| it.to_string()));
    let path = ratings.and_then(|it| it.techniques);
    let by_technique = path.and_then(|it| it.rating);
    let shown = |text: Option<String>| text.unwrap_or_default();
    [
        shown(entry.id().map(|id| id.to_string())),
        cells(entry.puzzle),
        shown(entry.solution.map(cells)),
        entry.puzzle.clue_count().to_string(),
        shown(number.map(|number| number.to_string())),
        name.unwrap_or_default().to_owned(),
        entry.half.map_or("", Half::name).to_owned(),
        shown(ratings.map(|it| it.ladder.difficulty.to_string())),
        shown(ratings.and_then(|it| it.ladder.hardest().map(|rule| Rule::name(rule).to_owned()))),
        shown(ratings.map(|it| it.looks.freedom.to_string())),
        shown(ratings.map(|it| it.looks.grade.to_string())),
        er,
        ep,
        ed,
        above,
        shown(ratings.and_then(|it| Some(it.se?.table.name().to_owned()))),
        shown(by_technique.map(|it| it.level.key().to_owned())),
        shown(by_technique.map(|it| it.score.to_string())),
        shown(path.map(used_techniques)),
    ]
}

/// Writes a row with every field in quotes. The crate `csv` is not used, since creating one of its writers for each row
/// would take a third of the time of the whole export.
pub(super) fn row<T: AsRef<str>>(
    out: &mut dyn Write,
    fields: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    let mut line = String::with_capacity(512);
    for field in fields {
        line.push_str(if line.is_empty() { "\"" } else { ",\"" });
        for (n, part) in field.as_ref().split('"').enumerate() {
            line.push_str(if n == 0 { "" } else { "\"\"" });
            line.push_str(part);
        }
        line.push('"');
    }
    line.push('\n');
    out.write_all(line.as_bytes())
}

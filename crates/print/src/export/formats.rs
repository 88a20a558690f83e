//! Lists all formats, one row per format, and finds a format by its name.

use super::columns::Column;
use super::exporter::each;
use super::{Exporter, FileOptions, cnf, drawn, json, layouts, lines, links, opensudoku, pictures};
#[cfg(feature = "parquet")]
use super::{columns, parquet_file};
use super::{sqlite, tables};
use crate::grid::{scf, text};
use std::fmt;
use std::io::{self, Write};

/// A format that puzzles are written in.
pub struct ExportFormat {
    /// The name used on the command line.
    pub name: &'static str,
    /// The extension of file names, without the dot.
    pub ending: &'static str,
    /// A short description of the format, with its purpose or the programs that read it.
    pub about: &'static str,
    /// `true` if a file holds only one puzzle.
    pub one_a_file: bool,
    /// `true` if solving paths can be written.
    pub takes_steps: bool,
    /// `true` if a file is a picture, of the puzzle or of its solution.
    pub is_picture: bool,
    /// `true` if the output is text.
    pub is_text: bool,
    /// `true` if puzzles are written in sections, one for each level.
    pub has_sections: bool,
    /// A note for the user, printed when files of the format are written.
    pub note: Option<&'static str>,
    /// The function that returns the columns that a dataset card describes; the list is empty for formats without
    /// them.
    pub(super) columns: fn() -> Vec<Column>,
    /// The function that starts a file of the format and writes the text before the first puzzle.
    pub(super) open: fn(&FileOptions, &mut dyn Write) -> io::Result<Box<dyn Exporter>>,
}

impl fmt::Debug for ExportFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ExportFormat").field(&self.name).finish()
    }
}

impl ExportFormat {
    /// Creates a text format with many puzzles per file.
    const fn of(
        name: &'static str,
        ending: &'static str,
        about: &'static str,
        open: fn(&FileOptions, &mut dyn Write) -> io::Result<Box<dyn Exporter>>,
    ) -> Self {
        Self {
            name,
            ending,
            about,
            one_a_file: false,
            takes_steps: false,
            is_picture: false,
            is_text: true,
            has_sections: false,
            note: None,
            columns: Vec::new,
            open,
        }
    }

    const fn one_a_file(self) -> Self {
        Self {
            one_a_file: true,
            ..self
        }
    }

    const fn with_steps(self) -> Self {
        Self {
            takes_steps: true,
            ..self
        }
    }

    const fn picture(self) -> Self {
        Self {
            is_picture: true,
            one_a_file: true,
            ..self
        }
    }

    const fn binary(self) -> Self {
        Self {
            is_text: false,
            ..self
        }
    }

    const fn in_sections(self) -> Self {
        Self {
            has_sections: true,
            ..self
        }
    }

    const fn noted(self, note: &'static str) -> Self {
        Self {
            note: Some(note),
            ..self
        }
    }

    const fn table(self, columns: fn() -> Vec<Column>) -> Self {
        Self { columns, ..self }
    }
}

/// All formats of this build, in the order in which users see them listed.
pub static EXPORT_FORMATS: &[ExportFormat] = &[
    ExportFormat::of(
        "line",
        "txt",
        "81 characters per line, a dot for a blank; read by almost every program",
        |_, _| Ok(each(|entry, out| lines::line(entry, b'.', out))),
    ),
    // One popular reader ignores lines with dots.
    ExportFormat::of(
        "sdm",
        "sdm",
        "81 digits per line, 0 for a blank; SudoCue, OpenSudoku, LibreSudoku",
        |_, _| Ok(each(|entry, out| lines::line(entry, b'0', out))),
    ),
    ExportFormat::of(
        "sdk",
        "sdk",
        "one puzzle per file, nine lines of nine digits; SudoCue, SadMan",
        |_, _| Ok(each(drawn::sdk)),
    )
    .one_a_file(),
    ExportFormat::of(
        "ss",
        "ss",
        "one puzzle per file, drawn with its boxes; Simple Sudoku, HoDoKu",
        |_, _| Ok(each(drawn::simple_sudoku)),
    )
    .one_a_file(),
    ExportFormat::of(
        "csv",
        "csv",
        "a table with id, solution, level and ratings; data frames",
        tables::csv,
    )
    .table(tables::schema),
    ExportFormat::of(
        "csv-excel",
        "csv",
        "the table of csv with puzzles as formulas, which spreadsheets read as text",
        tables::excel,
    ),
    ExportFormat::of(
        "csv-kaggle",
        "csv",
        "a table with the columns quizzes and solutions, 0 for a blank; machine learning",
        tables::kaggle,
    ),
    ExportFormat::of(
        "csv-rated",
        "csv",
        "a table with the columns source, question, answer and rating (D); machine learning",
        tables::rated,
    ),
    ExportFormat::of(
        "jsonl",
        "jsonl",
        "one JSON object per line with all ratings, and the solving path with --steps",
        json::lines,
    )
    .with_steps(),
    ExportFormat::of(
        "json",
        "json",
        "one JSON array of the objects that jsonl has",
        json::array,
    )
    .with_steps(),
    ExportFormat::of(
        "sqlite",
        "sqlite",
        "a database with puzzles, rules used and, with --steps, solving paths; apps, SQL",
        sqlite::open,
    )
    .binary()
    .with_steps()
    .table(sqlite::schema),
    #[cfg(feature = "parquet")]
    ExportFormat::of(
        "parquet",
        "parquet",
        "a table with a column for each rating; data frames, machine learning",
        parquet_file::open,
    )
    .binary()
    .table(columns::schema),
    ExportFormat::of(
        "opensudoku",
        "opensudoku",
        "XML with one folder per level; OpenSudoku, LibreSudoku",
        opensudoku::open,
    )
    .in_sections(),
    // The form is `:technique:candidates:givens:deleted:eliminations:placements:`, here without technique and
    // candidates.
    ExportFormat::of("hodoku", "txt", "HoDoKu's library lines", |_, _| {
        Ok(each(|entry, out| {
            writeln!(out, ":0000:x:{}::::", text::line(entry.puzzle, '.'))
        }))
    }),
    ExportFormat::of(
        "exchange",
        "txt",
        "100-byte records of the Sudoku Exchange bank",
        |_, _| Ok(each(lines::exchange)),
    )
    .noted(
        "the rating is ER by SE 1.18.1, as in the bank; a pack made without --ratings se-1.18.1 gives 00.0, which means unknown",
    ),
    ExportFormat::of(
        "ipuz",
        "ipuz",
        "one puzzle per file, JSON; puzzle players",
        |_, _| Ok(each(json::ipuz)),
    )
    .one_a_file(),
    ExportFormat::of(
        "f-puzzles",
        "txt",
        "one link per line, which opens the puzzle in f-puzzles",
        |_, _| {
            Ok(each(|entry, out| {
                links::link(entry, "https://f-puzzles.com/?load=", out)
            }))
        },
    ),
    ExportFormat::of(
        "sudokupad",
        "txt",
        "one link per line, which opens the puzzle in SudokuPad",
        |_, _| {
            Ok(each(|entry, out| {
                links::link(entry, "https://sudokupad.app/fpuzzles", out)
            }))
        },
    ),
    ExportFormat::of(
        "scf",
        "txt",
        "about 32 characters per puzzle, for links and QR codes; SudokuPad",
        |_, _| Ok(each(|entry, out| writeln!(out, "{}", scf(entry.puzzle)))),
    ),
    ExportFormat::of("sgt", "txt", "game ids of Simon Tatham's Solo", |_, _| {
        Ok(each(|entry, out| {
            writeln!(out, "3x3:{}", lines::sgt(entry.puzzle.values()))
        }))
    }),
    ExportFormat::of(
        "pencilmark",
        "jsonl",
        "one JSON object per line; the program pencilmark, which grades puzzles",
        |_, _| Ok(each(layouts::nine)),
    ),
    ExportFormat::of(
        "markdown",
        "md",
        "puzzles drawn in a document, solutions hidden until unfolded; wikis, forums, READMEs",
        drawn::markdown,
    )
    .in_sections(),
    ExportFormat::of(
        "cnf",
        "cnf",
        "one puzzle per file, as a SAT problem in DIMACS format; SAT solvers",
        |_, _| Ok(each(cnf::cnf)),
    )
    .one_a_file(),
    ExportFormat::of(
        "svg",
        "svg",
        "one drawn puzzle per file; with --solution also one drawn solution per file; page layout, web",
        pictures::svg,
    )
    .picture(),
    ExportFormat::of(
        "png",
        "png",
        "one puzzle per file, drawn in pixels; with --solution also one solution per file; page layout",
        pictures::png,
    )
    .picture()
    .binary(),
    ExportFormat::of(
        "pdf",
        "pdf",
        "one puzzle per file, on a page of the picture's size; with --solution also one solution per file; page layout",
        pictures::pdf,
    )
    .picture()
    .binary(),
];

/// The formats that a build may lack, each with the feature that includes the format.
const LEFT_OUT: &[(&str, &str)] = &[
    #[cfg(not(feature = "parquet"))]
    ("parquet", "parquet"),
];

/// The error for a text that is not the name of a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownExportFormat {
    /// No format has this name.
    #[error("no format is called {name:?}; the formats are {known}")]
    Name {
        /// The requested name.
        name: String,
        /// The names of all formats.
        known: String,
    },
    /// The program was built without the requested format.
    #[error(
        "this build has no {name}: make one that has it with `cargo build --profile dist --features {feature}`, or use csv, jsonl or sqlite"
    )]
    LeftOut {
        /// The requested name.
        name: &'static str,
        /// The feature that includes the format in a build.
        feature: &'static str,
    },
}

/// Returns the format of this name.
///
/// # Errors
/// [`UnknownExportFormat`], which lists the known names or, if only this build lacks the format, names the feature
/// that includes it.
pub fn named(name: &str) -> Result<&'static ExportFormat, UnknownExportFormat> {
    if let Some(&(name, feature)) = LEFT_OUT.iter().find(|(it, _)| *it == name) {
        return Err(UnknownExportFormat::LeftOut { name, feature });
    }
    let found = EXPORT_FORMATS.iter().find(|format| format.name == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = EXPORT_FORMATS.iter().map(|format| format.name).collect();
        UnknownExportFormat::Name {
            name: name.to_owned(),
            known: known.join(", "),
        }
    })
}

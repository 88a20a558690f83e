//! Lists the formats that can be read, with their names.

use std::fmt;
use std::str::FromStr;

/// A format that puzzles are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Any text form of [`crate::grid::text`]: lines of 81 cells, nine rows, or drawings with boxes.
    Text,
    /// Files `.sdk` with the sections `[Puzzle]` and `[State]`, as SadMan writes them.
    Sections,
    /// A table with fields separated by commas, semicolons or tabs, with or without a header. The puzzle lists of
    /// gsf (Glenn Fowler) are such tables.
    Csv,
    /// JSON: objects with one puzzle each, ipuz, or f-puzzles. The objects can be one per line, in a list, or spread
    /// over lines.
    Json,
    /// OpenSudoku's XML, versions 1 to 3.
    OpenSudoku,
    /// The lines of HoDoKu's library of examples.
    Hodoku,
    /// Lines of the puzzle bank of Sudoku Exchange.
    Exchange,
    /// Links to f-puzzles and SudokuPad.
    Links,
    /// SCF, SudokuPad's shortest form of a puzzle.
    Scf,
    /// Game ids of *Solo*, the Sudoku program by Simon Tatham.
    Sgt,
    /// The SAT form that `factory export` writes.
    Dimacs,
}

impl Format {
    /// All formats that can be read.
    pub const ALL: [Self; 11] = [
        Self::Text,
        Self::Sections,
        Self::Csv,
        Self::Json,
        Self::OpenSudoku,
        Self::Hodoku,
        Self::Exchange,
        Self::Links,
        Self::Scf,
        Self::Sgt,
        Self::Dimacs,
    ];

    /// Returns the name used in options.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Returns a description of an entry of this format for error messages, such as *expected a row of the table*.
    pub const fn entry(self) -> &'static str {
        match self {
            Self::Text => "a puzzle",
            Self::Sections => "a section [Puzzle] with a puzzle",
            Self::Csv => "a row of the table",
            Self::Json => "a JSON object",
            Self::OpenSudoku => "OpenSudoku's XML",
            Self::Hodoku => "a line of HoDoKu's library (:0000:x:puzzle:…)",
            Self::Exchange => {
                "a record of the exchange bank (12 hexadecimal digits, 81 digits, rating)"
            }
            Self::Links => "a link to f-puzzles or SudokuPad",
            Self::Scf => "SCF of 81 cells",
            Self::Sgt => "an id of Solo (3x3:…)",
            Self::Dimacs => "a clause of the SAT form",
        }
    }

    /// Returns all names of the format: first the name to show, then other names in use.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["text", "line", "sdm", "sdk", "ss"],
            Self::Sections => &["sadman"],
            Self::Csv => &["csv", "csv-excel", "csv-kaggle", "csv-rated", "tsv", "gsf"],
            Self::Json => &["jsonl", "json", "ipuz"],
            Self::OpenSudoku => &["opensudoku", "xml"],
            Self::Hodoku => &["hodoku"],
            Self::Exchange => &["exchange"],
            Self::Links => &["links", "f-puzzles", "sudokupad"],
            Self::Scf => &["scf"],
            Self::Sgt => &["sgt"],
            Self::Dimacs => &["cnf"],
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that does not name a readable format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no format that can be read is called {name:?}; there are {known}")]
pub struct UnknownFormat {
    name: String,
    known: String,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|format| format.names().contains(&name));
        found.ok_or_else(|| UnknownFormat {
            name: name.to_owned(),
            known: Self::ALL.map(|format| format.names().join(", ")).join(", "),
        })
    }
}

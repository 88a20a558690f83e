//! Puzzles as other programs read them: one format a file behind one small trait.
//!
//! What is written streams: a format sees one puzzle at a time and keeps none, so that memory does
//! not grow with a pack.

mod about;
mod card;
mod cnf;
mod columns;
mod exchange;
mod hodoku;
mod ipuz;
mod jsonl;
mod lines;
mod links;
mod markdown;
mod opensudoku;
#[cfg(feature = "parquet")]
mod parquet_file;
mod png;
mod scf;
mod sdk;
mod sgt;
mod simple;
mod split;
mod sqlite;
mod steps;
mod svg;
mod tables;
mod writing;

pub use about::About;
pub use card::{Part, card};
pub use split::{Split, SplitError};
pub use steps::{StepForm, UnknownStepForm};
pub use writing::Writing;

use crate::grid::{Board, PuzzleId};
use crate::print::{Picture, PictureStyle};
use crate::rate::{Ratings, Step};
use serde_json::Value;
use std::fmt::Debug;
use std::io::{self, Write};

/// A puzzle with what is known about it: all of it for one from a pack, the puzzle alone for one
/// from a list.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// Its place among the puzzles of its level that are written, from 1.
    pub place: u64,
    /// The puzzle.
    pub puzzle: &'a Board,
    /// Its only solution; `None` also where solutions are not to be shown.
    pub solution: Option<&'a Board>,
    /// What names it, however it is turned.
    pub id: Option<PuzzleId>,
    /// The number and the name of its level.
    pub level: Option<(u8, &'a str)>,
    /// How hard it is.
    pub ratings: Option<&'a Ratings>,
    /// The solving path, where one is asked for.
    pub steps: Option<&'a [Step]>,
    /// The style of the drawing, for pictures.
    pub picture: PictureStyle,
    /// All that is known, as [`Exporter::wants_fields`] asked for.
    pub fields: Option<&'a Value>,
}

impl<'a> Entry<'a> {
    /// A puzzle of which nothing else is known.
    pub fn bare(place: u64, puzzle: &'a Board) -> Self {
        Self {
            place,
            puzzle,
            solution: None,
            id: None,
            level: None,
            ratings: None,
            steps: None,
            picture: PictureStyle::default(),
            fields: None,
        }
    }

    /// What a reader may call it: `hard 12`, or `12`.
    fn title(&self) -> String {
        match self.level {
            Some((_, name)) => format!("{name} {}", self.place),
            None => self.place.to_string(),
        }
    }

    /// The line above a picture: `Hard 12`, `Hard 12: solution`.
    fn caption(&self) -> String {
        let title = self.title();
        let mut letters = title.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let caption: String = first.chain(letters).collect();
        match self.picture.shows_solution {
            true => caption + ": solution",
            false => caption,
        }
    }

    /// The picture that is asked for, of the puzzle or of its solution.
    fn drawing<'b>(&'b self, caption: &'b str) -> Picture<'b> {
        let PictureStyle {
            width,
            has_caption,
            shows_solution,
            ..
        } = self.picture;
        Picture {
            puzzle: self.puzzle,
            solution: self.solution.filter(|_| shows_solution),
            caption: has_caption.then_some(caption),
            width,
        }
    }

    fn id_text(&self) -> String {
        self.id.map_or_else(String::new, |id| id.to_string())
    }
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnAbout {
    /// Its name.
    pub name: String,
    /// `string`, `int32` or `double`.
    pub kind: &'static str,
    /// What it holds.
    pub about: String,
}

/// A file under way that keeps some puzzles in memory before it writes them.
pub trait Gather: Debug {
    /// Takes a puzzle, and writes when enough came together.
    ///
    /// # Errors
    /// Those of `out`.
    fn add(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the rest.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// A format that puzzles are written in.
///
/// A file is [begun](Self::begin), gets its puzzles level by level, and is [ended](Self::end).
pub trait Exporter: Debug + Sync {
    /// The name used on the command line.
    fn name(&self) -> &'static str;

    /// What it is and who reads it, in a few words.
    fn about(&self) -> &'static str;

    /// What a file's name ends in, without the dot.
    fn ending(&self) -> &'static str;

    /// Whether a file holds one puzzle only.
    fn one_a_file(&self) -> bool {
        false
    }

    /// Whether [`Entry::fields`] are written.
    fn wants_fields(&self) -> bool {
        false
    }

    /// Returns whether solving paths can be written.
    fn takes_steps(&self) -> bool {
        false
    }

    /// Returns whether a file is a picture, of the puzzle or of its solution.
    fn is_picture(&self) -> bool {
        false
    }

    /// Whether what is written is text.
    fn is_text(&self) -> bool {
        true
    }

    /// The columns of a table; nothing for other formats.
    fn schema(&self) -> Vec<ColumnAbout> {
        Vec::new()
    }

    /// Begins a file of a format that can't write puzzle by puzzle. The other methods are not called
    /// then.
    ///
    /// # Errors
    /// If what describes the file makes none.
    fn gather(&self, about: &About) -> io::Result<Option<Box<dyn Gather>>> {
        let _ = about;
        Ok(None)
    }

    /// Whether puzzles are written in sections, one for each level.
    fn has_sections(&self) -> bool {
        false
    }

    /// Writes what stands before the first puzzle; `title` names the pack or list.
    ///
    /// # Errors
    /// Those of `out`.
    fn begin(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let _ = (title, out);
        Ok(())
    }

    /// Writes what stands before the puzzles of a level, `None` where none is known.
    ///
    /// # Errors
    /// Those of `out`.
    fn begin_level(&self, level: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let _ = (level, out);
        Ok(())
    }

    /// Writes one puzzle. Any board will do: one with several solutions or none stays one.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what stands after the puzzles of a level.
    ///
    /// # Errors
    /// Those of `out`.
    fn end_level(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes what stands after the last puzzle.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}

/// All formats, in the order of listings.
pub static EXPORTERS: &[&dyn Exporter] = &[
    &lines::LINE,
    &lines::SDM,
    &sdk::Sdk,
    &simple::Simple,
    &tables::Csv,
    &tables::CsvExcel,
    &tables::CsvKaggle,
    &tables::CsvRated,
    &jsonl::JsonLines,
    &jsonl::Json,
    &sqlite::Sqlite,
    #[cfg(feature = "parquet")]
    &parquet_file::Parquet,
    &opensudoku::OpenSudoku,
    &hodoku::Library,
    &exchange::Bank,
    &ipuz::Ipuz,
    &links::F_PUZZLES,
    &links::SUDOKU_PAD,
    &scf::Scf,
    &sgt::Sgt,
    &markdown::Markdown,
    &cnf::Cnf,
    &svg::Svg,
    &png::Png,
];

/// Formats that a build may lack, with the feature that brings them.
const LEFT_OUT: &[(&str, &str)] = &[
    #[cfg(not(feature = "parquet"))]
    ("parquet", "parquet"),
];

/// A text that names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownFormat {
    /// No format has this name.
    #[error("no format is called {name:?}; the formats are {known}")]
    Name {
        /// What was asked for.
        name: String,
        /// The formats there are.
        known: String,
    },
    /// The program was built without it.
    #[error(
        "this build has no {name}: make one that has it with `cargo build --profile dist --features {feature}`, or use csv, jsonl or sqlite"
    )]
    LeftOut {
        /// What was asked for.
        name: &'static str,
        /// What it is built with.
        feature: &'static str,
    },
}

/// The exporter of this name.
///
/// # Errors
/// [`UnknownFormat`], which lists the names there are.
pub fn named(name: &str) -> Result<&'static dyn Exporter, UnknownFormat> {
    if let Some(&(name, feature)) = LEFT_OUT.iter().find(|(it, _)| *it == name) {
        return Err(UnknownFormat::LeftOut { name, feature });
    }
    let found = EXPORTERS.iter().find(|format| format.name() == name);
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = EXPORTERS.iter().map(|format| format.name()).collect();
        UnknownFormat::Name {
            name: name.to_owned(),
            known: known.join(", "),
        }
    })
}

//! Puzzles as other programs read them: one format a file behind one small trait.

mod cnf;

pub use cnf::Cnf;

use crate::grid::Board;
use std::fmt::Debug;
use std::io::{self, Write};

/// A format that puzzles are written in, one puzzle a file.
pub trait Exporter: Debug + Sync {
    /// The name used on the command line.
    fn name(&self) -> &'static str;

    /// What a file's name ends in, without the dot.
    fn ending(&self) -> &'static str;

    /// Writes one puzzle. Any board will do: one with several solutions or none stays one.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, puzzle: &Board, out: &mut dyn Write) -> io::Result<()>;
}

/// All formats, in the order of listings.
pub static EXPORTERS: [&dyn Exporter; 1] = [&Cnf];

/// A text that names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no format is called {name:?}; the formats are {known}")]
pub struct UnknownFormat {
    name: String,
    known: String,
}

/// The exporter of this name.
///
/// # Errors
/// [`UnknownFormat`], which lists the names there are.
pub fn named(name: &str) -> Result<&'static dyn Exporter, UnknownFormat> {
    let found = EXPORTERS.into_iter().find(|format| format.name() == name);
    found.ok_or_else(|| UnknownFormat {
        name: name.to_owned(),
        known: EXPORTERS.map(Exporter::name).join(", "),
    })
}

//! All formats in the order of listings, and the search for one by its name.

use super::exporter::Exporter;
#[cfg(feature = "parquet")]
use super::parquet_file;
use super::{
    cnf, exchange, hodoku, ipuz, jsonl, lines, links, markdown, opensudoku, png, scf, sdk, sgt,
    simple, sqlite, svg, tables,
};

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

/// An error: a text is not the name of a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownFormat {
    /// There is no format of this name.
    #[error("no format is called {name:?}; the formats are {known}")]
    Name {
        /// The name that was asked for.
        name: String,
        /// The names of all formats.
        known: String,
    },
    /// The program was built without the format.
    #[error(
        "this build has no {name}: make one that has it with `cargo build --profile dist --features {feature}`, or use csv, jsonl or sqlite"
    )]
    LeftOut {
        /// The name that was asked for.
        name: &'static str,
        /// The feature that a build needs for it.
        feature: &'static str,
    },
}

/// Returns the exporter of this name.
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

//! Writes puzzles in the formats of other programs: a table of formats, and a small trait that each
//! format implements.
//!
//! The output is streamed: a format gets one puzzle at a time and keeps none, so a large pack takes no more memory than
//! a small one.

mod card;
mod cnf;
mod columns;
mod drawn;
mod entry;
mod exporter;
mod file;
mod formats;
mod json;
mod layouts;
mod lines;
mod links;
mod merge_table;
mod opensudoku;
#[cfg(feature = "parquet")]
mod parquet_file;
mod pictures;
mod records;
mod source;
mod split;
mod sqlite;
mod steps;
mod tables;

pub use card::{DataFile, card};
pub use entry::ExportEntry;
pub use exporter::{Exporter, FileOptions};
pub use file::PuzzleFile;
pub use formats::{EXPORT_FORMATS, ExportFormat, UnknownExportFormat, named};
pub use layouts::{LAYOUT_FORMATS, LayoutEntry, LayoutFormat, LayoutFormatError};
pub use merge_table::MergeTable;
pub use records::{ExportItem, PackExport};
pub use source::SourceInfo;
pub use split::{Split, SplitError};
pub use steps::{StepForm, UnknownStepForm};

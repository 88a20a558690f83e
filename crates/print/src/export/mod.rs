//! The formats of other programs: one format a file behind one small trait.
//!
//! Output streams: a format gets one puzzle at a time and keeps none, so that memory does not grow
//! with a pack.

mod about;
mod card;
mod cnf;
mod columns;
mod entry;
mod exchange;
mod exporter;
mod formats;
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
pub use entry::Entry;
pub use exporter::{ColumnAbout, Exporter, Gather};
pub use formats::{EXPORTERS, UnknownFormat, named};
pub use split::{Split, SplitError};
pub use steps::{StepForm, UnknownStepForm};
pub use writing::Writing;

//! The ledger: a record of every published puzzle, and of where it was shipped. With the ledger, no
//! puzzle is published twice. It is one SQLite database; `docs/ledger.md` describes it in full.
//!
//! The ledger is a layer above the pipeline, which uses it as a
//! [`PublishedIndex`](crate::line::PublishedIndex).

mod availability;
mod backup;
mod check;
mod columns;
mod copy;
mod database;
mod error;
mod events;
mod find;
mod forward;
mod import;
mod paths;
mod published_index;
mod query;
mod rebuild;
mod retain;
mod rows;
mod schema;
mod shipped_ids;
mod shipping;
mod state;
mod store;
mod takes;

pub use availability::{Availability, LedgerChanges, PuzzleAvailability};
pub use check::LedgerReport;
pub use error::LedgerError;
pub use import::ImportCounts;
pub use paths::followed;
pub use query::{PuzzleHistory, StockCounts};
pub use rebuild::{RebuildReport, rebuild};
pub use rows::{LedgerEntry, PackRow, Shipment, TakeRecord};
pub use schema::{LedgerCreation, VERSION};
pub use state::Head;
pub use store::Ledger;
pub use takes::{PastTake, TakeBatch};

//! Packs on disk: records, frames, manifest; written aside and renamed in one step.

mod record;

pub use record::Record;

//! Reads a puzzle of a pack with its ratings from bytes, and writes it as bytes. The caller decides where
//! the bytes are kept or sent (frames, files, an object store, a network).

pub mod codec;
mod error;
mod fields;
mod later_ratings;
mod layout_record;
mod packed;
mod version;

pub use codec::CodecError;
pub use error::RecordError;
pub use fields::Record;
pub use layout_record::LayoutRecord;
pub use packed::PackedPuzzle;
pub use version::{RECORD_BYTES, RecordVersion, tables_of};

//! A puzzle of a pack with its ratings, read from its bytes and written as bytes. What holds the bytes (frames,
//! files, an object store, a network) is the caller's.

pub mod codec;
mod error;
mod fields;
mod later_ratings;
mod version;

pub use codec::CodecError;
pub use error::RecordError;
pub use fields::Record;
pub use version::{RECORD_BYTES, RecordVersion, tables_of};

//! A puzzle of a pack with its ratings, read from its bytes and written as bytes. What holds the bytes (frames,
//! files, an object store, a network) is the caller's.

pub mod codec;
mod error;
mod later_ratings;
#[expect(
    clippy::module_inception,
    reason = "the room is named after what it holds"
)]
mod record;
mod version;

pub use codec::CodecError;
pub use error::RecordError;
pub use record::Record;
pub use version::{RECORD_BYTES, RecordVersion, tables_of};

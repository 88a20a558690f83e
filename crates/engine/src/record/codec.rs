//! Encodes values as bytes and decodes them, with bincode.
//!
//! bincode 1.3.3 is complete and no longer maintained, so only this file uses it. Integers have a fixed width and
//! are little endian. Bytes left over after a value are an error. The size of a value is limited. Otherwise, a
//! damaged length could make bincode allocate terabytes, and callers can't handle a failed allocation.
//!
//! The encoding does not depend on bincode: `docs/pack-format.md` describes all bytes, and a test shows that another
//! crate gives the same bytes for a record.

use bincode::{DefaultOptions, Options};
use serde::{Serialize, de::DeserializeOwned};

/// The maximum number of bytes of one encoded value.
pub const MAX_PAYLOAD: u64 = 1 << 24;

/// The error for bytes that can't be decoded to a value of the expected type, or for a value that can't be encoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CodecError(String);

fn options() -> impl Options {
    DefaultOptions::new()
        .with_fixint_encoding()
        .with_little_endian()
        .with_limit(MAX_PAYLOAD)
        .reject_trailing_bytes()
}

/// Appends a value's bytes to `bytes`.
///
/// # Errors
/// If the value would take more than [`MAX_PAYLOAD`] bytes.
pub fn encode_into(value: &impl Serialize, bytes: &mut Vec<u8>) -> Result<(), CodecError> {
    options()
        .serialize_into(bytes, value)
        .map_err(|error| CodecError(error.to_string()))
}

/// Decodes a value that takes up all of these bytes.
///
/// # Errors
/// If there are too few or too many bytes, or if they can't be decoded to a value of type `T`.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    options()
        .deserialize(bytes)
        .map_err(|error| CodecError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claimed_length_is_not_believed() {
        let mut bytes = (1u64 << 60).to_le_bytes().to_vec();
        bytes.extend([0; 64]);
        assert!(decode::<Vec<u64>>(&bytes).is_err());
        assert!(decode::<String>(&bytes).is_err());
    }

    #[test]
    fn nothing_may_be_left_over_or_lacking() {
        assert_eq!(decode(&[1, 0, 0, 0]), Ok(1u32));
        assert!(decode::<u32>(&[1, 0, 0]).is_err());
        assert!(decode::<u32>(&[1, 0, 0, 0, 0]).is_err());
    }
}

//! Computes the BLAKE3 hash of all bytes that are read through a reader, so that a file need not be read a second
//! time for its hash.

use std::fmt;
use std::io::{self, Read};

/// A source that is hashed while it is read.
pub struct HashingReader<R> {
    source: R,
    hasher: blake3::Hasher,
}

impl<R: Read> HashingReader<R> {
    /// Creates a reader that hashes `source` from its current position.
    pub fn new(source: R) -> Self {
        Self {
            source,
            hasher: blake3::Hasher::new(),
        }
    }

    /// Returns the hashed source.
    pub fn source(&self) -> &R {
        &self.source
    }

    /// Returns the BLAKE3 hash of the bytes read so far.
    pub fn hash(&self) -> blake3::Hash {
        self.hasher.finalize()
    }
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(bytes)?;
        self.hasher.update(&bytes[..read]);
        Ok(read)
    }
}

impl<R> fmt::Debug for HashingReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HashingReader").finish_non_exhaustive()
    }
}

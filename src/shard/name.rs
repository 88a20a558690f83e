//! The names of shards' files: `<first>-<end>.a<allowance>.<digest>`.
//!
//! The digest is that of the file's bytes. So a shard that is made twice with the same bytes is one file. If its
//! bytes differ the second time, two names show this. A killed attempt leaves no file with such a name.

use std::fmt;
use std::ops::Range;

/// The name of a shard's file, which says what the file must contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardName {
    /// The numbers of the shard's candidate puzzles.
    pub range: Range<u64>,
    /// The number of puzzles of each level that the shard keeps beyond the quota.
    pub allowance: u64,
    /// The first 64 bits of the BLAKE3 digest of the file's bytes.
    pub digest: u64,
}

impl ShardName {
    /// Returns the name of the shard with this range and allowance, whose bytes have the digest `hash`.
    pub fn new(range: Range<u64>, allowance: u64, hash: &blake3::Hash) -> Self {
        let digest = hash.as_bytes().first_chunk();
        Self {
            range,
            allowance,
            digest: digest.map_or(0, |bytes| u64::from_be_bytes(*bytes)),
        }
    }

    /// Parses the name of a shard's file; `None` if the text is not such a name.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (first, end) = parts.next()?.split_once('-')?;
        let allowance = parts.next()?.strip_prefix('a')?;
        let name = Self {
            range: first.parse().ok()?..end.parse().ok()?,
            allowance: allowance.parse().ok()?,
            digest: u64::from_str_radix(parts.next()?, 16).ok()?,
        };
        // Leading zeros, signs or capital letters would give one shard several names.
        (name.to_string() == text).then_some(name)
    }
}

impl fmt::Display for ShardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.range;
        write!(f, "{start}-{end}.a{}.{:016x}", self.allowance, self.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let name = ShardName::new(125..250, 8, &blake3::hash(b"a shard"));
        assert_eq!(ShardName::parse(&name.to_string()), Some(name));
    }

    #[test]
    fn other_files_are_no_shards() {
        for text in [
            "",
            ".unfinished-aXb9",
            "125-250.a8",
            "125-250.a8.0123456789abcdef.tmp",
            "125-250.a8.0123456789ABCDEF",
            "125-250.a8.0123456789abcde",
            "125-250.a8.+123456789abcdef",
            "125-250.a8.00123456789abcdef",
            "0125-250.a8.0123456789abcdef",
            "+125-250.a8.0123456789abcdef",
            "125-250.8.0123456789abcdef",
            "README.md",
        ] {
            assert_eq!(ShardName::parse(text), None, "{text}");
        }
    }
}

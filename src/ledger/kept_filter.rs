//! The filter on the disk, beside the ledger. It only repeats what the database holds: one that is
//! missing, damaged or of another ledger is made anew, and packs that came after it was written are
//! read from the database, so it need not be written every night.
//!
//! ```text
//! byte 0     4         8      16        24         40             44
//!      magic | version | packs | entries | digest  | crc32 of all  | buckets …
//!      SUDL  | 1       |       |         | of state| else          |
//! ```

use super::error::LedgerError;
use super::filter::Filter;
use super::schema::{file_error, with_ending};
use super::state::Head;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

const MAGIC: [u8; 4] = *b"SUDL";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 44;

/// A filter of the packs up to one.
pub struct Kept {
    /// The filter.
    pub filter: Filter,
    /// How many packs it covers.
    pub packs: u64,
    /// The ledger's digest at that pack.
    pub digest: [u8; 16],
}

/// Reads the filter at `path`; `None` where there is none that can be used.
pub fn read(path: &Path) -> Option<Kept> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    let mut header = [0; HEADER_BYTES];
    file.read_exact(&mut header).ok()?;
    let mut bytes = vec![0; usize::try_from(length).ok()?.checked_sub(HEADER_BYTES)?];
    file.read_exact(&mut bytes).ok()?;
    let (head, checksum) = header.split_at(HEADER_BYTES - 4);
    let (start, rest) = head.split_at(8);
    let is_whole = start == [MAGIC, VERSION.to_le_bytes()].concat()
        && checksum == checksum_of(head, &bytes).to_le_bytes();
    let (packs, rest) = rest.split_at(8);
    let (entries, digest) = rest.split_at(8);
    let entries = u64::from_le_bytes(entries.try_into().ok()?);
    let kept = Kept {
        filter: Filter::from_bytes(bytes, entries)?,
        packs: u64::from_le_bytes(packs.try_into().ok()?),
        digest: digest.try_into().ok()?,
    };
    is_whole.then_some(kept)
}

/// Writes the filter, which covers the ledger up to `head`, aside and renames it.
///
/// # Errors
/// If it can't be written.
pub fn write(path: &Path, filter: &Filter, head: &Head) -> Result<(), LedgerError> {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend(head.packs.to_le_bytes());
    header.extend(filter.entries().to_le_bytes());
    header.extend(head.digest);
    let checksum = checksum_of(&header, filter.bytes());
    header.extend(checksum.to_le_bytes());
    let fails = |source| file_error(path, source);
    let aside = with_ending(path, &format!(".new-{}", std::process::id()));
    // Not synced: a power cut may cost a filter and not more.
    let written = File::create(&aside)
        .and_then(|mut file| {
            file.write_all(&header)?;
            file.write_all(filter.bytes())
        })
        .and_then(|()| fs::rename(&aside, path));
    if written.is_err() {
        drop(fs::remove_file(&aside));
    }
    written.map_err(fails)
}

/// Takes a filter away that can't be relied on.
pub fn remove(path: &Path) {
    // One that stays is told by its digest.
    drop(fs::remove_file(path));
}

fn checksum_of(header: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(bytes);
    hasher.finalize()
}

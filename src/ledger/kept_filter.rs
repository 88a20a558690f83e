//! The filter on the disk, beside the ledger: a table that is read page by page, and behind it,
//! pack by pack, what came since it was written. So a night appends a megabyte and does not write
//! the whole again. It only repeats what the database holds, which is read where the filter is
//! missing, damaged or of another ledger.
//!
//! ```text
//! byte 0     4         8      16        24               40             48      52
//!      magic | version | packs | entries | digest of state | table's bytes | crc32 | a crc32 a page …
//!      SUDL  | 2       |       |         |                 |               | of all to the table
//! then the table, and for each later pack:
//!      pack (8) | entries (8) | digest of state (16) | crc32 (4) | entries × 12 bytes
//! ```

use super::error::{LedgerError, file_error};
use super::filter::{Filter, Key};
use super::pages::{PAGE_BYTES, Table, checksum_of};
use super::state::Head;
use crate::disk::{AtomicFile, Existing, Staging, folder_of};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: [u8; 4] = *b"SUDL";
const VERSION: u32 = 2;
/// Bytes of the header before its checksum.
const HEADER_BYTES: usize = 48;
const CHECKSUM_BYTES: usize = 4;
/// Bytes of a later pack's header before its checksum.
const LATER_BYTES: usize = 32;

/// A filter that was read from the disk.
pub struct Kept {
    /// The state of the ledger that its table covers.
    pub head: Head,
    /// The table of those packs.
    pub table: Table,
    /// The packs after those, in order.
    pub later: Vec<Later>,
}

/// The keys of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Later {
    /// The state of the ledger with it.
    pub head: Head,
    /// The keys of its entries, ascending.
    pub keys: Vec<Key>,
}

/// Reads the filter at `path`; `None` where there is none that can be used.
pub fn read(path: &Path) -> Option<Kept> {
    let mut file = File::open(path).ok()?;
    let (head, filter, checksums) = read_header(&mut file).ok()??;
    let start = file.stream_position().ok()?;
    let later = read_later(&file, start + filter.bytes().len() as u64, head).ok()?;
    Some(Kept {
        head,
        table: Table::unread(filter, file, start, checksums),
        later: later.packs,
    })
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
    header.extend((filter.bytes().len() as u64).to_le_bytes());
    let pages = filter.bytes().chunks(PAGE_BYTES);
    let pages: Vec<u8> = pages.flat_map(|it| checksum_of(it).to_le_bytes()).collect();
    let checksum = checksum_of_both(&header, &pages);
    let write = || -> io::Result<()> {
        let mut file = AtomicFile::new(Staging::new(folder_of(path))?)?;
        file.write_all(&header)?;
        file.write_all(&checksum.to_le_bytes())?;
        file.write_all(&pages)?;
        file.write_all(filter.bytes())?;
        file.place(path, Existing::Replace)
    };
    write().map_err(|source| file_error(path, source))
}

/// Appends the packs that the filter at `path` lacks, if its table covers the ledger up to `head`.
/// No other process may do so at the same time.
///
/// # Errors
/// If it can't be written.
pub fn append(path: &Path, head: &Head, later: &[Later]) -> Result<(), LedgerError> {
    append_to(path, head, later).map_err(|source| file_error(path, source))
}

fn append_to(path: &Path, head: &Head, later: &[Later]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let Some((found, filter, _)) = read_header(&mut file)? else {
        return Ok(());
    };
    // Another process may have written one that covers more.
    if found != *head {
        return Ok(());
    }
    let behind = file.stream_position()? + filter.bytes().len() as u64;
    let there = read_later(&file, behind, found)?;
    file.set_len(there.end)?;
    file.seek(SeekFrom::Start(there.end))?;
    let mut out = BufWriter::new(file);
    let last = there.packs.last().map_or(found, |it| it.head);
    for pack in later.iter().filter(|it| it.head.packs > last.packs) {
        let mut header = Vec::with_capacity(LATER_BYTES);
        header.extend(pack.head.packs.to_le_bytes());
        header.extend((pack.keys.len() as u64).to_le_bytes());
        header.extend(pack.head.digest);
        let keys: Vec<u8> = pack.keys.iter().flat_map(|key| key.to_bytes()).collect();
        out.write_all(&header)?;
        out.write_all(&checksum_of_both(&header, &keys).to_le_bytes())?;
        out.write_all(&keys)?;
    }
    out.flush()
}

/// Removes a filter that can't be relied on.
pub fn remove(path: &Path) {
    // One that can't be removed is recognized by its digest.
    drop(fs::remove_file(path));
}

/// Reads the state that the table covers, the table without its pages, and the pages' checksums;
/// `None` if it is not a filter.
fn read_header(file: &mut File) -> io::Result<Option<(Head, Filter, Vec<u32>)>> {
    let length = file.metadata()?.len();
    let mut header = [0; HEADER_BYTES];
    let mut checksum = [0; CHECKSUM_BYTES];
    file.read_exact(&mut header)?;
    file.read_exact(&mut checksum)?;
    let (start, rest) = header.split_at(8);
    let mut numbers = rest.iter().copied();
    let head = Head {
        packs: number(&mut numbers),
        puzzles: number(&mut numbers),
        digest: std::array::from_fn(|_| numbers.next().unwrap_or_default()),
    };
    let bytes = number(&mut numbers);
    if start != [MAGIC, VERSION.to_le_bytes()].concat() || bytes > length {
        return Ok(None);
    }
    let pages = bytes.div_ceil(PAGE_BYTES as u64) as usize;
    let mut checksums = vec![0; pages * CHECKSUM_BYTES];
    file.read_exact(&mut checksums)?;
    if checksum_of_both(&header, &checksums).to_le_bytes() != checksum {
        return Ok(None);
    }
    let checksums = checksums.as_chunks().0.iter();
    let checksums = checksums.map(|it| u32::from_le_bytes(*it)).collect();
    Ok(Filter::unread(bytes, head.puzzles).map(|filter| (head, filter, checksums)))
}

/// The packs behind a table, up to the first that is incomplete or out of order, and where they
/// end.
struct Behind {
    packs: Vec<Later>,
    end: u64,
}

fn read_later(file: &File, from: u64, table: Head) -> io::Result<Behind> {
    let length = file.metadata()?.len();
    let mut file = BufReader::new(file);
    file.seek(SeekFrom::Start(from))?;
    let mut behind = Behind {
        packs: Vec::new(),
        end: from,
    };
    let mut last = table;
    let least = (LATER_BYTES + CHECKSUM_BYTES) as u64;
    while length.saturating_sub(behind.end) >= least {
        let mut header = [0; LATER_BYTES];
        let mut checksum = [0; CHECKSUM_BYTES];
        file.read_exact(&mut header)?;
        file.read_exact(&mut checksum)?;
        let mut numbers = header.iter().copied();
        let (pack, entries) = (number(&mut numbers), number(&mut numbers));
        let bytes = entries.saturating_mul(Key::BYTES as u64);
        if pack != last.packs + 1 || bytes > length - behind.end - least {
            break;
        }
        let mut keys = vec![0; bytes as usize];
        file.read_exact(&mut keys)?;
        if checksum_of_both(&header, &keys).to_le_bytes() != checksum {
            break;
        }
        last = Head {
            packs: pack,
            puzzles: last.puzzles + entries,
            digest: std::array::from_fn(|_| numbers.next().unwrap_or_default()),
        };
        let keys = keys.as_chunks().0.iter();
        behind.packs.push(Later {
            head: last,
            keys: keys.map(|it| Key::from_bytes(*it)).collect(),
        });
        behind.end += least + bytes;
    }
    Ok(behind)
}

fn number(bytes: &mut impl Iterator<Item = u8>) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|_| bytes.next().unwrap_or_default()))
}

fn checksum_of_both(first: &[u8], second: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(first);
    hasher.update(second);
    hasher.finalize()
}

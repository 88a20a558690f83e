//! A filter whose pages are read from the disk when they are needed, each under its own checksum: a
//! run of ten thousand puzzles reads a sixth of a table of forty million, and starts at once.

use super::filter::{BUCKET_BYTES, Filter, Key};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// A page's length; the last one may be shorter.
pub const PAGE_BYTES: usize = 64 * BUCKET_BYTES;

/// A table, some of whose pages may still be on the disk.
#[derive(Debug)]
pub struct Table {
    filter: Filter,
    unread: Option<Unread>,
}

#[derive(Debug)]
struct Unread {
    file: File,
    /// The byte of the file where the table begins.
    start: u64,
    /// The checksum of each page that was not read yet.
    checksums: Vec<Option<u32>>,
}

/// Returns the checksum of a page.
pub fn checksum_of(page: &[u8]) -> u32 {
    crc32fast::hash(page)
}

impl Table {
    /// Returns a table that is wholly in memory.
    pub fn whole(filter: Filter) -> Self {
        Self {
            filter,
            unread: None,
        }
    }

    /// Returns a table that is at `start` of a file and whose pages have these checksums.
    pub fn unread(filter: Filter, file: File, start: u64, checksums: Vec<u32>) -> Self {
        let checksums = checksums.into_iter().map(Some).collect();
        let unread = Unread {
            file,
            start,
            checksums,
        };
        Self {
            filter,
            unread: Some(unread),
        }
    }

    /// Returns the number of ids that it holds.
    pub fn entries(&self) -> u64 {
        self.filter.entries()
    }

    /// Returns the table alone, which is complete if [all](Self::read_all) was read.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Returns the packs that may hold a key's id; see [`Filter::hints`].
    ///
    /// # Errors
    /// If a page can't be read, or is damaged.
    pub fn hints(&mut self, key: Key) -> io::Result<impl Iterator<Item = u16> + '_> {
        if let Some(unread) = &mut self.unread {
            let length = self.filter.bytes().len();
            let mut from = self.filter.place(key);
            for _ in 0..unread.checksums.len() {
                let page = from / PAGE_BYTES;
                unread.read(page, &mut self.filter)?;
                let end = length.min((page + 1) * PAGE_BYTES);
                if !self.filter.overflows(from..end) {
                    break;
                }
                from = end % length;
            }
        }
        Ok(self.filter.hints(key))
    }

    /// Reads the pages that were not read yet.
    ///
    /// # Errors
    /// If a page can't be read, or is damaged.
    pub fn read_all(&mut self) -> io::Result<()> {
        if let Some(unread) = &mut self.unread {
            (0..unread.checksums.len()).try_for_each(|page| unread.read(page, &mut self.filter))?;
        }
        self.unread = None;
        Ok(())
    }

    /// Adds keys, for which there must be room.
    ///
    /// # Errors
    /// If a page can't be read, or is damaged; nothing was added then.
    pub fn insert<'a>(&mut self, keys: impl Iterator<Item = &'a [Key]>) -> io::Result<()> {
        self.read_all()?;
        keys.for_each(|keys| self.filter.insert_all(keys));
        Ok(())
    }
}

impl Unread {
    fn read(&mut self, page: usize, filter: &mut Filter) -> io::Result<()> {
        let Some(checksum) = self.checksums[page] else {
            return Ok(());
        };
        let from = page * PAGE_BYTES;
        let bytes = &mut filter.bytes_mut()[from..];
        let length = bytes.len().min(PAGE_BYTES);
        let bytes = &mut bytes[..length];
        self.file.seek(SeekFrom::Start(self.start + from as u64))?;
        self.file.read_exact(bytes)?;
        if checksum_of(bytes) != checksum {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.checksums[page] = None;
        Ok(())
    }
}

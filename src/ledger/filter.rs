//! The filter: says in which packs an id may be, by reading one line of the processor's cache.
//!
//! A table of buckets with sixteen slots of four bytes. An id, which is a hash already, says its
//! bucket by its first eight bytes and its tag by the next two; a slot holds a tag and the lower half
//! of a pack's number. Buckets fill from the left and overflow into the next one, so a look ends at
//! the first empty slot. Ids that ascend go from the table's beginning to its end: so a pack is added.
//!
//! ```text
//! slot, 32 bits:   tag (16, never 0) │ pack mod 65,536 (16)      0: empty
//! ```
//!
//! A strange id meets its tag by accident in two of ten thousand looks; what a look says is asked of
//! the database, so an accident costs microseconds and never a puzzle. At forty million entries the
//! table takes 210 to 280 MB; it is [kept](super::kept_filter) on the disk.

use crate::grid::PuzzleId;
use std::hint::black_box;
use std::ops::Range;

const SLOTS: u64 = 16;
const SLOT_BYTES: usize = 4;
/// A bucket's length.
pub const BUCKET_BYTES: usize = SLOTS as usize * SLOT_BYTES;

/// The percentage of slots that are filled before the table is rebuilt.
const FULLEST: u64 = 75;
/// The percentage of slots that are filled after that; it is low, so that growing is rare.
const AFTER_GROWTH: u64 = 58;
/// Number of keys that are added at once.
const AT_ONCE: usize = 32;
/// The fewest buckets of a table.
const LEAST_BUCKETS: u64 = 64;

/// A table of fingerprints of ids, each with its pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    bytes: Vec<u8>,
    entries: u64,
}

/// The fingerprint of an id as the table holds it, with its pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    hash: u64,
    tag: u16,
    pack: u16,
}

impl Key {
    /// Its length as bytes.
    pub const BYTES: usize = 12;

    /// Returns the key of an id in a pack.
    pub fn new(id: &PuzzleId, pack: u64) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, ..] = *id.bytes();
        Self {
            hash: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            tag: u16::from_be_bytes([i, j]).max(1),
            pack: pack as u16,
        }
    }

    /// Returns the bytes of the key as they are kept.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let [a, b, c, d, e, f, g, h] = self.hash.to_be_bytes();
        let ([i, j], [k, l]) = (self.tag.to_be_bytes(), self.pack.to_le_bytes());
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }

    /// Returns the key that was kept as these bytes.
    pub fn from_bytes([a, b, c, d, e, f, g, h, i, j, k, l]: [u8; Self::BYTES]) -> Self {
        Self {
            hash: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            tag: u16::from_be_bytes([i, j]),
            pack: u16::from_le_bytes([k, l]),
        }
    }
}

impl Filter {
    /// Returns an empty table with room for so many entries and some more.
    pub fn with_room_for(entries: u64) -> Self {
        let slots = entries.saturating_mul(100) / AFTER_GROWTH;
        let buckets = (slots / SLOTS + 1).max(LEAST_BUCKETS);
        Self {
            bytes: vec![0; buckets as usize * BUCKET_BYTES],
            entries: 0,
        }
    }

    /// Returns a table of so many bytes, which are yet to be filled in, with so many entries;
    /// `None` if there can't be one.
    pub fn unread(bytes: u64, entries: u64) -> Option<Self> {
        let bytes = usize::try_from(bytes).ok()?;
        let buckets = (bytes / BUCKET_BYTES) as u64;
        let fits = bytes.is_multiple_of(BUCKET_BYTES)
            && buckets >= LEAST_BUCKETS
            && entries < buckets.checked_mul(SLOTS)?;
        fits.then(|| Self {
            bytes: vec![0; bytes],
            entries,
        })
    }

    /// Returns its bytes, to be kept.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns its bytes, to be filled in as they were kept.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Returns the number of ids that it holds.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Returns whether it has room for so many more.
    pub fn has_room_for(&self, more: u64) -> bool {
        let most = self.buckets() * SLOTS / 100 * FULLEST;
        self.entries.saturating_add(more) <= most
    }

    /// Returns whether it should be rebuilt when there is time: whether so many more would use half
    /// of the room that it was made with.
    pub fn is_filling(&self, more: u64) -> bool {
        self.entries + more > self.buckets() * SLOTS / 100 * (FULLEST + AFTER_GROWTH) / 2
    }

    /// Adds a key. There must be [room](Self::has_room_for) for it.
    fn insert(&mut self, key: Key) {
        let slot = (u32::from(key.tag) << 16) | u32::from(key.pack);
        let from = self.place(key);
        let (before, from) = self.bytes.split_at_mut(from);
        let empty = |it: &&mut [u8; SLOT_BYTES]| **it == [0; SLOT_BYTES];
        let found = from.as_chunks_mut().0.iter_mut().find(empty);
        let found = found.or_else(|| before.as_chunks_mut().0.iter_mut().find(empty));
        if let Some(found) = found {
            *found = slot.to_le_bytes();
            self.entries += 1;
        }
    }

    /// Adds keys, for which there must be room.
    pub fn insert_all(&mut self, keys: &[Key]) {
        for few in keys.chunks(AT_ONCE) {
            // One after the other they would each wait for memory; so they wait together.
            let touched = few.iter().map(|key| self.bytes[self.place(*key)]);
            black_box(touched.fold(0, |all, byte| all ^ byte));
            few.iter().for_each(|key| self.insert(*key));
        }
    }

    /// Returns the packs, modulo 65,536, that may hold a key's id; for an unknown id there is
    /// hardly ever one. The key's own pack doesn't matter.
    pub fn hints(&self, key: Key) -> impl Iterator<Item = u16> + '_ {
        let (before, from) = self.bytes.split_at(self.place(key));
        let slots = from.as_chunks().0.iter().chain(before.as_chunks().0);
        slots
            .map(|slot| u32::from_le_bytes(*slot))
            .take_while(|slot| *slot != 0)
            .filter(move |slot| slot >> 16 == u32::from(key.tag))
            .map(|slot| slot as u16)
    }

    /// Returns the byte where a key's bucket begins.
    pub fn place(&self, key: Key) -> usize {
        let bucket = (u128::from(key.hash) * u128::from(self.buckets())) >> 64;
        bucket as usize * BUCKET_BYTES
    }

    /// Returns whether all slots of these bytes are filled, so that a search continues behind them.
    pub fn overflows(&self, bytes: Range<usize>) -> bool {
        let (slots, _) = self.bytes[bytes].as_chunks::<SLOT_BYTES>();
        slots.iter().all(|slot| *slot != [0; SLOT_BYTES])
    }

    fn buckets(&self) -> u64 {
        (self.bytes.len() / BUCKET_BYTES) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64, pack: u64) -> Key {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&blake3::hash(&number.to_le_bytes()).as_bytes()[..16]);
        Key::new(&PuzzleId::from_bytes(bytes), pack)
    }

    #[test]
    fn what_was_added_is_found_and_hardly_anything_else() {
        let mut filter = Filter::with_room_for(0);
        let mut grown = 0;
        for number in 0..200_000 {
            if !filter.has_room_for(1) {
                let mut larger = Filter::with_room_for(filter.entries());
                (0..number).for_each(|n| larger.insert(key(n, 70_000 + n % 9)));
                assert!(filter.is_filling(0) && (number < 600 || !larger.is_filling(0)));
                filter = larger;
                grown += 1;
            }
            filter.insert(key(number, 70_000 + number % 9));
        }
        assert_eq!(filter.entries(), 200_000);
        assert!((10..50).contains(&grown), "it grew {grown} times");
        let knows = |n: u64, pack: u64| filter.hints(key(n, 0)).any(|hint| hint == pack as u16);
        assert!((0..200_000).all(|n| knows(n, 70_000 + n % 9)));
        let strange = 1_000_000..1_200_000;
        let met = strange.filter(|n| filter.hints(key(*n, 0)).next().is_some());
        let met = met.count();
        assert!(met < 200, "{met} of 200,000 strange ids");
        assert!(
            filter.bytes().len() < 200_000 * 8,
            "{}",
            filter.bytes().len()
        );
    }

    #[test]
    fn the_last_bucket_overflows_into_the_first() {
        let mut filter = Filter::with_room_for(0);
        let crowd = |n: u8| {
            let mut bytes = [255; 16];
            bytes[9] = n;
            Key::new(&PuzzleId::from_bytes(bytes), u64::from(n))
        };
        (0..40).for_each(|n| filter.insert(crowd(n)));
        let hint = |n: u8| filter.hints(crowd(n)).collect::<Vec<_>>();
        assert!((0..40).all(|n| hint(n) == [u16::from(n)]));
        assert!(hint(41).is_empty());
        let end = filter.bytes().len();
        assert!(filter.overflows(end - BUCKET_BYTES..end));
        assert!(filter.overflows(0..BUCKET_BYTES) && !filter.overflows(0..2 * BUCKET_BYTES));
    }

    #[test]
    fn a_key_is_kept_in_twelve_bytes_and_no_table_is_of_any_length() {
        let known = key(7, 70_001);
        assert_eq!(Key::from_bytes(known.to_bytes()), known);
        let least = LEAST_BUCKETS * BUCKET_BYTES as u64;
        assert!(Filter::unread(least, 0).is_some() && Filter::unread(least + 1, 0).is_none());
        assert!(Filter::unread(0, 0).is_none() && Filter::unread(least, 10_000).is_none());
    }
}

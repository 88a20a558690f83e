//! Which pack an id is in, in one look at one line of the processor's cache.
//!
//! A table of buckets with sixteen slots of four bytes. An id, which is a hash already, says its
//! bucket by its first eight bytes and its tag by the next two; a slot holds a tag and the lower half
//! of a pack's number. Buckets fill from the left and overflow into the next one, so a look ends at
//! the first empty slot.
//!
//! ```text
//! slot, 32 bits:   tag (16, never 0) │ pack mod 65,536 (16)      0: empty
//! ```
//!
//! A strange id meets its tag by accident in two of ten thousand looks; what a look says is asked of
//! the database, so an accident costs microseconds and never a puzzle. At forty million entries the
//! table takes 210 to 280 MB, and this, not a set of ids, is what a run reads when it starts.

use crate::grid::PuzzleId;

const SLOTS: u64 = 16;
const SLOT_BYTES: usize = 4;
pub const BUCKET_BYTES: usize = SLOTS as usize * SLOT_BYTES;

/// Of a hundred slots so many are filled before the table is made anew.
const FULLEST: u64 = 75;
/// And then so many: growing is rare.
const AFTER_GROWTH: u64 = 58;
/// No table is smaller.
const LEAST_BUCKETS: u64 = 64;

/// The table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    bytes: Vec<u8>,
    entries: u64,
}

/// Where an id belongs.
struct Place {
    bucket: u64,
    tag: u16,
}

impl Filter {
    /// An empty table with room for so many entries and some more.
    pub fn with_room_for(entries: u64) -> Self {
        let slots = entries.saturating_mul(100) / AFTER_GROWTH;
        let buckets = (slots / SLOTS + 1).max(LEAST_BUCKETS);
        Self {
            bytes: vec![0; buckets as usize * BUCKET_BYTES],
            entries: 0,
        }
    }

    /// The table that was kept as these bytes, with so many entries; `None` if it can't be one.
    pub fn from_bytes(bytes: Vec<u8>, entries: u64) -> Option<Self> {
        let filter = Self { bytes, entries };
        let fits = filter.bytes.len().is_multiple_of(BUCKET_BYTES)
            && filter.buckets() >= LEAST_BUCKETS
            && entries < filter.buckets() * SLOTS;
        fits.then_some(filter)
    }

    /// Its bytes, to be kept.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many ids it holds.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Whether it has room for so many more.
    pub fn has_room_for(&self, more: u64) -> bool {
        let most = self.buckets() * SLOTS / 100 * FULLEST;
        self.entries.saturating_add(more) <= most
    }

    /// Whether it had better be made anew when there is time: half of what it was given when it was
    /// made is used.
    pub fn is_filling(&self) -> bool {
        self.entries > self.buckets() * SLOTS / 100 * (FULLEST + AFTER_GROWTH) / 2
    }

    /// Adds an id. There must be [room](Self::has_room_for) for it.
    pub fn insert(&mut self, id: PuzzleId, pack: u64) {
        let Place { bucket, tag } = self.place(id);
        let slot = (u32::from(tag) << 16) | u32::from(pack as u16);
        let (before, from) = self.bytes.split_at_mut(bucket as usize * BUCKET_BYTES);
        let slots = from.chunks_exact_mut(SLOT_BYTES);
        let mut slots = slots.chain(before.chunks_exact_mut(SLOT_BYTES));
        if let Some(empty) = slots.find(|it| it.iter().all(|byte| *byte == 0)) {
            empty.copy_from_slice(&slot.to_le_bytes());
            self.entries += 1;
        }
    }

    /// The packs, modulo 65,536, that may hold the id; of an unknown one hardly ever any.
    pub fn hints(&self, id: PuzzleId) -> impl Iterator<Item = u16> + '_ {
        let Place { bucket, tag } = self.place(id);
        let (before, from) = self.bytes.split_at(bucket as usize * BUCKET_BYTES);
        let slots = from.chunks_exact(SLOT_BYTES);
        let slots = slots.chain(before.chunks_exact(SLOT_BYTES));
        slots
            .map(|slot| slot.try_into().map_or(0, u32::from_le_bytes))
            .take_while(|slot| *slot != 0)
            .filter(move |slot| slot >> 16 == u32::from(tag))
            .map(|slot| slot as u16)
    }

    fn buckets(&self) -> u64 {
        (self.bytes.len() / BUCKET_BYTES) as u64
    }

    fn place(&self, id: PuzzleId) -> Place {
        let [a, b, c, d, e, f, g, h, i, j, ..] = *id.bytes();
        let hash = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let bucket = (u128::from(hash) * u128::from(self.buckets())) >> 64;
        Place {
            bucket: bucket as u64,
            tag: u16::from_le_bytes([i, j]).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> PuzzleId {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&blake3::hash(&number.to_le_bytes()).as_bytes()[..16]);
        PuzzleId::from_bytes(bytes)
    }

    #[test]
    fn what_was_added_is_found_and_hardly_anything_else() {
        let mut filter = Filter::with_room_for(0);
        let mut grown = 0;
        for number in 0..200_000 {
            if !filter.has_room_for(1) {
                let mut larger = Filter::with_room_for(filter.entries());
                (0..number).for_each(|n| larger.insert(id(n), 70_000 + n % 9));
                assert!(filter.is_filling() && (number < 600 || !larger.is_filling()));
                filter = larger;
                grown += 1;
            }
            filter.insert(id(number), 70_000 + number % 9);
        }
        assert_eq!(filter.entries(), 200_000);
        assert!((10..50).contains(&grown), "it grew {grown} times");
        let knows = |n: u64, pack: u64| filter.hints(id(n)).any(|hint| hint == pack as u16);
        assert!((0..200_000).all(|n| knows(n, 70_000 + n % 9)));
        let strange = 1_000_000..1_200_000;
        let met = strange.filter(|n| filter.hints(id(*n)).next().is_some());
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
            bytes[8] = n;
            PuzzleId::from_bytes(bytes)
        };
        (0..40).for_each(|n| filter.insert(crowd(n), u64::from(n)));
        let hint = |n: u8| filter.hints(crowd(n)).collect::<Vec<_>>();
        assert!((0..40).all(|n| hint(n) == [u16::from(n)]));
        assert!(hint(41).is_empty());
        let kept = Filter::from_bytes(filter.bytes().to_vec(), 40);
        assert_eq!(kept, Some(filter));
        assert_eq!(Filter::from_bytes(vec![0; 100], 0), None);
    }
}

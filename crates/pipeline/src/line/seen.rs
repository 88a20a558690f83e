//! Holds the set of puzzles that a run already has, in 11 to 23 bytes a puzzle.
//!
//! A run that keeps all its puzzles may have millions, so the set holds only 78 of the 128 bits of each id. No
//! repeat is overlooked. In a run of ten million puzzles, the chance that any new puzzle is mistaken for a repeat
//! is one in six billion.
//!
//! The set consists of many small sets, since a set that grows holds all its entries twice for a moment.

use crate::grid::PuzzleId;
use std::array::from_fn;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The number of small sets that make up the set of seen puzzles.
const PARTS: usize = 64;

/// The set of puzzles that must not be kept again. All turned, mirrored, shuffled and relabelled forms of a puzzle
/// share one id.
#[derive(Debug)]
pub struct SeenPuzzles(Option<Box<[SmallSet; PARTS]>>);

type SmallSet = HashSet<ShortId, BuildHasherDefault<FirstBytes>>;

/// The part of a puzzle's id that is stored in a small set. The rest of the id holds the six bits that choose the small
/// set.
#[derive(Debug, PartialEq, Eq)]
struct ShortId([u8; 9]);

impl Hash for ShortId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.0[..8]);
    }
}

/// A hasher that returns the first eight bytes of an id unchanged, since the bytes of ids are already evenly
/// distributed.
#[derive(Debug, Default)]
struct FirstBytes([u8; 8]);

impl Hasher for FirstBytes {
    fn write(&mut self, bytes: &[u8]) {
        let most = self.0.len().min(bytes.len());
        self.0[..most].copy_from_slice(&bytes[..most]);
    }

    fn finish(&self) -> u64 {
        u64::from_le_bytes(self.0)
    }
}

/// Splits an id into the number of its small set and the part that is stored in that set.
fn split(id: PuzzleId) -> (usize, ShortId) {
    let [first @ .., _, _, _, _, _, _, last] = id.bytes();
    (usize::from(*last) % PARTS, ShortId(*first))
}

impl Default for SeenPuzzles {
    /// Returns a set that remembers every kept puzzle.
    fn default() -> Self {
        Self(Some(Box::new(from_fn(|_| HashSet::default()))))
    }
}

impl SeenPuzzles {
    /// Returns a set that stays empty, for a process that makes one range of a run. Repeats are found when all ranges
    /// are merged.
    pub const fn nothing() -> Self {
        Self(None)
    }

    /// Returns whether the set contains a puzzle with this id.
    pub fn knows(&self, id: PuzzleId) -> bool {
        let (part, short) = split(id);
        self.0
            .as_ref()
            .is_some_and(|parts| parts[part].contains(&short))
    }

    /// Adds a kept puzzle to the set.
    pub fn remember(&mut self, id: PuzzleId) {
        let (part, short) = split(id);
        if let Some(parts) = &mut self.0 {
            parts[part].insert(short);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the set distinguishes two ids if and only if they differ in one of the 78 bits that it stores.
    #[test]
    fn ids_that_differ_in_a_remembered_bit_are_told_apart() {
        let mut seen = SeenPuzzles::default();
        seen.remember(PuzzleId::from_bytes([7; 16]));
        assert!(seen.knows(PuzzleId::from_bytes([7; 16])));
        let other = |bit: usize| {
            let mut bytes = [7; 16];
            bytes[bit / 8] ^= 1 << (bit % 8);
            PuzzleId::from_bytes(bytes)
        };
        let apart = (0..128).filter(|&bit| !seen.knows(other(bit)));
        assert_eq!(apart.count(), 78);
    }
}

//! Searches for k bit masks that have k bits between them. Naked subsets (cells and their candidates), hidden
//! subsets (digits and their places in a house) and fish (rows and a digit's columns in them) all use this
//! search.

use crate::rate::bitboards::NinePlaces;
use crate::rate::fields::count;

/// Returns, as bits, which of the masks have 1 to `size` bits. All other masks are left out of the search.
#[inline]
pub(super) fn usable(masks: &NinePlaces, size: usize) -> u32 {
    let mut usable = 0;
    for (n, &mask) in masks.iter().enumerate() {
        usable |= u32::from(NARROW[size & 7][(mask & 0x1FF) as usize]) << n;
    }
    usable
}

/// The entry `NARROW[size][mask]` is 1 if `size` is 1 to 4 and the mask has 1 to `size` bits; otherwise 0.
static NARROW: [[u8; 512]; 8] = {
    let mut table = [[0; 512]; 8];
    let mut n = 1;
    while n < 512 {
        let mut size = 1;
        while size <= 4 {
            table[size][n] = (count(n as u32) <= size) as u8;
            size += 1;
        }
        n += 1;
    }
    table
};

/// Calls `found(chosen, union)` for every choice of `size` masks (2 to 4) whose union has exactly `size` bits. Bit n of
/// `chosen` is set if mask n is chosen. Only the [`usable`] masks can be chosen.
///
/// The search is depth-first. After each mask, the later masks that would make the union too large are dropped; if
/// too few masks remain, the whole choice is dropped, too.
#[inline]
pub(super) fn each(masks: &NinePlaces, usable: u32, size: usize, mut found: impl FnMut(u16, u16)) {
    if count(usable) >= size {
        let search = SubsetSearch { masks, size };
        search.extend(size, usable, 0, 0, &mut found);
    }
}

struct SubsetSearch<'a> {
    masks: &'a NinePlaces,
    size: usize,
}

impl SubsetSearch<'_> {
    /// Tries every way to add `missing` more masks from `left` to a choice; `missing` is at least 2.
    fn extend(
        &self,
        missing: usize,
        mut left: u32,
        chosen: u32,
        union: u32,
        found: &mut impl FnMut(u16, u16),
    ) {
        while left & left.wrapping_sub(1) != 0 {
            let first = left.trailing_zeros();
            left &= left - 1;
            let chosen = chosen | 1 << first;
            let union = union | self.masks[first as usize];
            if missing == 2 {
                self.complete(left, chosen, union, found);
                continue;
            }
            let fitting = self.fitting(left, union);
            if count(fitting) >= missing - 1 {
                self.extend(missing - 1, fitting, chosen, union, found);
            }
        }
    }

    /// Returns the masks in `left` that can be added without making the union too large.
    #[inline]
    fn fitting(&self, left: u32, union: u32) -> u32 {
        let mut fitting = left;
        for n in ones(left) {
            fitting ^= u32::from(count(union | self.masks[n]) > self.size) << n;
        }
        fitting
    }

    /// Tries every way to complete a choice with one more mask from `left`.
    #[inline]
    fn complete(&self, left: u32, chosen: u32, union: u32, found: &mut impl FnMut(u16, u16)) {
        for n in ones(left) {
            let wider = union | self.masks[n];
            if count(wider) == self.size {
                found((chosen | 1 << n) as u16, wider as u16);
            }
        }
    }
}

/// Returns the numbers of the bits that are set, ascending.
#[inline]
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        first
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares the search with a check of all 512 sets of masks.
        #[test]
        fn every_choice_is_seen_once(masks in proptest::array::uniform9(0u16..512), size in 2usize..5) {
            let mut seen = Vec::new();
            let mut words = [0; 9];
            words.iter_mut().zip(masks).for_each(|(word, mask)| *word = mask.into());
            each(&words, usable(&words, size), size, |chosen, union| seen.push((chosen, union)));
            seen.sort_unstable();
            let expected: Vec<_> = (0u16..512)
                .filter(|chosen| chosen.count_ones() == size as u32)
                .filter(|chosen| (0..9).all(|n| chosen >> n & 1 == 0 || masks[n] != 0))
                .map(|chosen| {
                    let union = (0..9).filter(|n| chosen >> n & 1 == 1).fold(0, |u, n| u | masks[n]);
                    (chosen, union)
                })
                .filter(|(_, union)| union.count_ones() == size as u32)
                .collect();
            prop_assert_eq!(seen, expected);
        }
    }
}

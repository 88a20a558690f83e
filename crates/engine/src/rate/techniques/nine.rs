//! Questions about nine bits, the places of a digit in a house.

use crate::grid::DigitSet;

/// Counts the bits of a number below 512, by the table of [`DigitSet::len`].
#[inline]
pub(super) fn count(bits: u16) -> u32 {
    DigitSet::from_bits(bits).len() as u32
}

/// The cells of a box that lie in each of its rows, then in each of its columns, nine bits. The
/// first three are the cells of a line in each of its boxes, too.
pub(super) const LINES: [u16; 6] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
];

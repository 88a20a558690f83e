//! Questions about nine bits, the places of a digit in a house.

use crate::grid::DigitSet;

/// Counts the bits of a number below 512, by the table of [`DigitSet::len`].
#[inline]
pub(super) fn count(bits: u16) -> u32 {
    DigitSet::from_bits(bits).len() as u32
}

/// Returns whether exactly two bits are set.
#[inline]
pub(super) fn is_two(bits: u16) -> bool {
    let rest = bits & bits.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}

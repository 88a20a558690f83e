//! Counts of nine bits by a table: without the processor's own instruction, which not every build may use,
//! counting bits is what searches over subsets would spend their time on.

use crate::grid::DigitSet;

static COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        counts[bits] = (bits as u16).count_ones() as u8;
        bits += 1;
    }
    counts
};

/// Counts the bits of a number below 512.
#[inline]
pub(super) fn count(bits: u16) -> u32 {
    COUNTS[usize::from(bits & 0x1FF)].into()
}

/// Counts digits.
#[inline]
pub(super) fn digits(set: DigitSet) -> usize {
    COUNTS[usize::from(set.bits() & 0x1FF)].into()
}

/// Returns whether exactly two bits are set.
#[inline]
pub(super) fn is_two(bits: u16) -> bool {
    let rest = bits & bits.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}

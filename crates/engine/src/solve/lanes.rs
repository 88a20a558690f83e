//! The traits of the vectors that the fast searches compute with, which each back-end implements.

use super::words::BoardWords;
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of lanes of 32 bits.
pub(super) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Returns the vector in which all lanes are zero.
    fn zero() -> Self;
    /// Returns the vector with this number in every lane.
    fn splat(value: u32) -> Self;
    /// Returns the bits that are set in `self` and not in `other`.
    fn minus(self, other: Self) -> Self;
    /// Returns `self` minus `other` in each lane, with wrap-around.
    fn difference(self, other: Self) -> Self;
    /// Returns the vector with every lane shifted up by `N` bits.
    fn up<const N: i32>(self) -> Self;
    /// Returns the vector with every lane shifted down by `N` bits.
    fn down<const N: i32>(self) -> Self;
}

/// A vector of one or more slots. Each slot has four lanes, for the bands of one digit on one board.
pub(super) trait Slots: Lanes {
    /// Reads vector number `index` of a board.
    fn load(words: &BoardWords, index: usize) -> Self;
    /// Writes vector number `index` of a board.
    fn store(self, words: &mut BoardWords, index: usize);
    /// Returns the vector with each band moved to the place of the band before, and the first band to the place of the
    /// last.
    fn next_band(self) -> Self;
    /// Returns a vector in which each lane that is zero in `self` has all bits set, and all other lanes are zero.
    fn zeros(self) -> Self;
    /// Returns whether any bit is set.
    fn any(self) -> bool;
    /// Combines the counts of all slots. In each slot, `self` has the bits counted at least once, and `twice` those
    /// counted at least twice. Returns the bits counted at least once and at least twice in all slots together, copied
    /// to every slot.
    fn across(self, twice: Self) -> (Self, Self);
}

/// A vector with the same band and digit of `W` boards, one board in each lane.
pub(super) trait ManyLanes<const W: usize>: Lanes {
    /// Reads a vector that has one word of each board.
    fn read(lanes: &[u32; W]) -> Self;
    /// Writes a vector that has one word of each board.
    fn write(self, lanes: &mut [u32; W]);
    /// Returns one bit for each lane. The bit is set if the lane is zero.
    fn zero_lanes(self) -> u32;

    /// Returns the vector with every lane multiplied by a number, with wrap-around.
    fn times(self, factor: u32) -> Self;
}

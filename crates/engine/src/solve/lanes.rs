//! The traits of the vectors that the fast searches compute with, which each back-end implements.

use super::words::BoardWords;
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of lanes of 32 bits.
pub(super) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Makes a vector with all lanes zero.
    fn zero() -> Self;
    /// Makes a vector with the same number in every lane.
    fn splat(value: u32) -> Self;
    /// Returns the bits of `self` that are not in `other`.
    fn minus(self, other: Self) -> Self;
    /// Subtracts lane by lane, wrapping.
    fn difference(self, other: Self) -> Self;
    /// Shifts every lane up by `N` bits.
    fn up<const N: i32>(self) -> Self;
    /// Shifts every lane down by `N` bits.
    fn down<const N: i32>(self) -> Self;
}

/// A vector of one or more slots: four lanes each, for the bands of one digit of one board.
pub(super) trait Slots: Lanes {
    /// Reads the vector with this index of a board.
    fn load(words: &BoardWords, index: usize) -> Self;
    /// Writes the vector with this index of a board.
    fn store(self, words: &mut BoardWords, index: usize);
    /// Moves each band to the position before, and the first band to the last.
    fn next_band(self) -> Self;
    /// Sets all bits of the lanes that are zero, and clears all other lanes.
    fn zeros(self) -> Self;
    /// Returns whether any bit is set.
    fn any(self) -> bool;
    /// Takes two vectors, of the bits seen at least once (`self`) and at least twice (`twice`) in each slot.
    /// Returns the bits seen at least once and at least twice over all slots, copied to every slot.
    fn across(self, twice: Self) -> (Self, Self);
}

/// A vector with the same band of the same digit of `W` boards, one in each lane.
pub(super) trait ManyLanes<const W: usize>: Lanes {
    /// Reads a vector from one word of each board.
    fn read(lanes: &[u32; W]) -> Self;
    /// Writes a vector to one word of each board.
    fn write(self, lanes: &mut [u32; W]);
    /// Returns one bit for each lane, set where the lane is zero.
    fn zero_lanes(self) -> u32;

    /// Multiplies every lane by a number, wrapping.
    fn times(self, factor: u32) -> Self;
}

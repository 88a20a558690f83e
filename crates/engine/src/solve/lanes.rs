//! The vectors that the fast search computes with, as a trait of their back-ends.

use super::words::Words;
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of one or more slots.
pub(super) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// All lanes zero.
    fn zero() -> Self;
    /// The same number in every lane.
    fn splat(value: u32) -> Self;
    /// Vector number `index` of a board.
    fn load(words: &Words, index: usize) -> Self;
    /// Writes vector number `index` of a board.
    fn store(self, words: &mut Words, index: usize);
    /// What is here and not there.
    fn minus(self, other: Self) -> Self;
    /// Lane by lane difference, wrapping.
    fn difference(self, other: Self) -> Self;
    /// Every lane shifted up by `N` bits.
    fn up<const N: i32>(self) -> Self;
    /// Every lane shifted down by `N` bits.
    fn down<const N: i32>(self) -> Self;
    /// Each band takes the value of the next one, the last that of the first.
    fn next_band(self) -> Self;
    /// All bits of the lanes that are zero, none of the others.
    fn zeros(self) -> Self;
    /// Whether any bit is set.
    fn any(self) -> bool;
    /// Bits seen at least once (`self`) and at least twice (`twice`) in each slot, combined over
    /// the slots and spread to all of them.
    fn across(self, twice: Self) -> (Self, Self);
}

//! Four or eight 32-bit lanes at a time: the vectors that [`super::bands`] computes with.
//!
//! A *slot* of four lanes holds one digit: lanes 0, 1, 2 are the three bands of the board, lane 3
//! stays zero. Four lanes are the width of the oldest vector unit on x86-64, which every such
//! processor has, and turn "the next band" into one shuffle; a wider unit holds more slots:
//!
//! ```text
//! portable, SSE2   | d: band 0, band 1, band 2, – |                                   9 vectors
//! AVX2             | d: band 0, band 1, band 2, – | d+1: band 0, band 1, band 2, – |  5 vectors
//! ```
//!
//! The back-ends hold vector primitives only and are chosen once a call; all give the same
//! results, solution for solution. This is the only room with `unsafe` code: intrinsics that a
//! processor must have. AVX-512 serves by its instructions on AVX2's vectors; its own width, four
//! slots in three vectors, was tried and was slower.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;

use super::bands::{Hunt, Task};
use std::ops::{BitAnd, BitOr, BitXor};

/// A board as plain numbers, digit by digit: bands 0, 1, 2 and zero; a tenth slot, all zero,
/// makes the number of slots even.
pub(super) type Words = [[u32; 4]; 10];

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

/// The vector of one slot that every processor of this kind has, for boards that are settled by
/// themselves, outside of a search.
#[cfg(target_arch = "x86_64")]
pub(super) type Slot = sse2::Sse2;
/// The vector of one slot where there is no other back-end.
#[cfg(not(target_arch = "x86_64"))]
pub(super) type Slot = portable::Portable;

/// What the best back-end that this processor has is called.
pub(super) fn back_end() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if avx2::has_avx512() {
        "avx512"
    } else if avx2::has_avx2() {
        "avx2"
    } else {
        "sse2"
    }
    #[cfg(not(target_arch = "x86_64"))]
    "portable"
}

/// Searches with the best back-end that this processor has.
pub(super) fn search(task: &Task, hunt: &mut Hunt) {
    #[cfg(target_arch = "x86_64")]
    if avx2::has_avx512() {
        // SAFETY: the processor was just found to have what this needs.
        unsafe { avx2::search_avx512(task, hunt) }
    } else if avx2::has_avx2() {
        // SAFETY: the processor was just found to have what this needs.
        unsafe { avx2::search(task, hunt) }
    } else {
        sse2::search(task, hunt);
    }
    #[cfg(not(target_arch = "x86_64"))]
    portable::search(task, hunt);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Board, Cell, Digit};
    use crate::solve::bands::words_of;

    type BackEnd = (&'static str, fn(&Task, &mut Hunt));

    /// Every back-end that can run here.
    fn back_ends() -> Vec<BackEnd> {
        let mut list: Vec<BackEnd> = vec![("portable", portable::search)];
        #[cfg(target_arch = "x86_64")]
        {
            list.push(("sse2", sse2::search));
            if avx2::has_avx2() {
                // SAFETY: the processor was just found to have what this needs.
                list.push(("avx2", |task, hunt| unsafe {
                    avx2::search(task, hunt);
                }));
            }
            if avx2::has_avx512() {
                // SAFETY: the processor was just found to have what this needs.
                list.push(("avx512", |task, hunt| unsafe {
                    avx2::search_avx512(task, hunt);
                }));
            }
        }
        list
    }

    fn assert_alike(puzzle: &Board, barred: Option<(Cell, Digit)>, hunt: impl Fn() -> Hunt) {
        let task = Task::new(puzzle, barred);
        let found = back_ends().into_iter().map(|(name, search)| {
            let mut hunt = hunt();
            search(&task, &mut hunt);
            (name, (hunt.count(), hunt.first()))
        });
        let found: Vec<_> = found.collect();
        for (name, result) in &found {
            assert_eq!(result, &found[0].1, "{name} and {}: {puzzle}", found[0].0);
        }
    }

    #[test]
    fn all_back_ends_find_the_same_solutions_in_the_same_order() {
        println!(
            "back-ends: {:?}",
            back_ends().iter().map(|b| b.0).collect::<Vec<_>>()
        );
        assert_alike(&Board::EMPTY, None, || Hunt::new(500));
        for line in include_str!("../../../../../tests/data/top95.txt").lines() {
            let puzzle: Board = line.parse().expect("a line of the set is a board");
            assert_alike(&puzzle, None, || Hunt::new(2));
            let mut hunt = Hunt::new(1);
            search(&Task::new(&puzzle, None), &mut hunt);
            let solution = hunt.first().expect("the set's puzzles have a solution");
            for (cell, digit) in puzzle.givens() {
                let mut fewer = puzzle;
                fewer.set(cell, None);
                assert_alike(&fewer, None, || Hunt::new(30));
                assert_alike(&fewer, None, || Hunt::besides(words_of(&solution)));
                assert_alike(&fewer, Some((cell, digit)), || Hunt::new(1));
            }
        }
    }
}

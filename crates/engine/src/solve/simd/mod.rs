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
//! The back-ends hold vector primitives only and are chosen once per call; all give the same
//! results, solution by solution. This is the only module with `unsafe` code: intrinsics that a
//! processor must have. Of AVX-512 only the instructions are used, on AVX2's vectors; its own
//! width, four slots in three vectors, was tried and was slower.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;

use super::goal::{SearchGoal, SearchInput};

/// The vector of one slot that every processor of this kind has, for boards that are settled
/// outside of a search.
#[cfg(target_arch = "x86_64")]
pub(super) type Slot = sse2::Sse2;
/// The vector of one slot where there is no other back-end.
#[cfg(not(target_arch = "x86_64"))]
pub(super) type Slot = portable::Portable;

/// Returns the name of the best back-end that this processor has.
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
pub(super) fn search(input: &SearchInput, goal: &mut SearchGoal) {
    #[cfg(target_arch = "x86_64")]
    if avx2::has_avx512() {
        // SAFETY: the processor was just found to have what this needs.
        unsafe { avx2::search_avx512(input, goal) }
    } else if avx2::has_avx2() {
        // SAFETY: the processor was just found to have what this needs.
        unsafe { avx2::search(input, goal) }
    } else {
        sse2::search(input, goal);
    }
    #[cfg(not(target_arch = "x86_64"))]
    portable::search(input, goal);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Board, Cell, Digit};
    use crate::solve::words::words_of;

    type BackEnd = (&'static str, fn(&SearchInput, &mut SearchGoal));

    /// Every back-end that can run here.
    fn back_ends() -> Vec<BackEnd> {
        let mut list: Vec<BackEnd> = vec![("portable", portable::search)];
        #[cfg(target_arch = "x86_64")]
        {
            list.push(("sse2", sse2::search));
            if avx2::has_avx2() {
                // SAFETY: the processor was just found to have what this needs.
                list.push(("avx2", |input, goal| unsafe {
                    avx2::search(input, goal);
                }));
            }
            if avx2::has_avx512() {
                // SAFETY: the processor was just found to have what this needs.
                list.push(("avx512", |input, goal| unsafe {
                    avx2::search_avx512(input, goal);
                }));
            }
        }
        list
    }

    fn assert_alike(puzzle: &Board, barred: Option<(Cell, Digit)>, goal: impl Fn() -> SearchGoal) {
        let input = SearchInput::new(puzzle, barred);
        let found = back_ends().into_iter().map(|(name, search)| {
            let mut goal = goal();
            search(&input, &mut goal);
            (name, (goal.count(), goal.first()))
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
        assert_alike(&Board::EMPTY, None, || SearchGoal::new(500));
        let set = include_str!("../../../../../tests/data/top95.txt");
        for line in set.lines().filter(|line| !line.starts_with('#')) {
            let puzzle: Board = line.parse().expect("a line of the set is a board");
            assert_alike(&puzzle, None, || SearchGoal::new(2));
            let mut goal = SearchGoal::new(1);
            search(&SearchInput::new(&puzzle, None), &mut goal);
            let solution = goal.first().expect("the set's puzzles have a solution");
            for (cell, digit) in puzzle.givens() {
                let mut fewer = puzzle;
                fewer.set(cell, None);
                assert_alike(&fewer, None, || SearchGoal::new(30));
                assert_alike(&fewer, None, || SearchGoal::besides(words_of(&solution)));
                assert_alike(&fewer, Some((cell, digit)), || SearchGoal::new(1));
            }
        }
    }
}

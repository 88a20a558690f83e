//! The vectors of the fast search, for each kind of vector unit.
//!
//! To search one board, [`super::bands`] uses vectors of four or eight 32-bit lanes. A *slot* of four lanes holds
//! one digit: lanes 0, 1 and 2 are the three bands of the board, and lane 3 stays zero. Every x86-64 processor has
//! vectors of four lanes. One shuffle moves each band to the lane of the next. A wider unit holds more slots:
//!
//! ```text
//! portable, SSE2   | d: band 0, band 1, band 2, – |                                   9 vectors
//! AVX2             | d: band 0, band 1, band 2, – | d+1: band 0, band 1, band 2, – |  5 vectors
//! ```
//!
//! AVX-512 also has new instructions for vectors of AVX2's width. A search of one board uses these, since the full
//! width (four slots in each of three vectors) was slower. Searches of many boards (`many.rs`) use the full width,
//! with sixteen boards in a vector.
//!
//! The back-ends hold vector primitives only, and one is chosen for each call. All give the same results, solution
//! by solution. This is the only module with `unsafe` code: its intrinsics require a processor that has them.
#![cfg_attr(feature = "simd", allow(unsafe_code))]

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
#[macro_use]
mod bit_operations;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod avx2;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod avx512;
mod portable;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod sse2;

use super::goal::{SearchGoal, SearchInput};
use super::many::QuestionSource;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The vector of one slot (four lanes for one digit), for applying rules to a board outside of a search. Every x86-64
/// processor supports it.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
pub(super) type Slot = sse2::Sse2;
/// The vector of one slot (four lanes for one digit), on processors without vector instructions that this program uses.
#[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
pub(super) type Slot = portable::Portable;

/// A back-end of the fast search: the kind of vector instructions that it uses. All back-ends give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BackEnd {
    /// Plain Rust without vector instructions.
    Portable,
    /// SSE2, which every x86-64 processor supports.
    Sse2,
    /// AVX2, which most x86-64 processors have supported since 2013 (Intel) or 2015 (AMD).
    Avx2,
    /// AVX-512, which only some newer processors support.
    Avx512,
}

impl BackEnd {
    /// All back-ends, from the slowest to the fastest.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Sse2, Self::Avx2, Self::Avx512];

    /// Returns the back-end's name: `portable`, `sse2`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Sse2 => "sse2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Returns whether this processor supports the back-end.
    pub fn is_here(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Self::Sse2 => true,
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Self::Avx2 => avx2::has_avx2(),
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Self::Avx512 => avx2::has_avx512(),
            #[cfg(not(all(feature = "simd", target_arch = "x86_64")))]
            _ => false,
        }
    }

    /// Returns the back-end in use. It is the fastest that this processor supports, unless another one was chosen.
    pub fn in_use() -> Self {
        let number = IN_USE.load(Ordering::Relaxed);
        if let Some(known) = Self::ALL.get(number) {
            return *known;
        }
        let here = Self::ALL.into_iter().filter(|it| it.is_here());
        let best = here.max().unwrap_or(Self::Portable);
        IN_USE.store(best as usize, Ordering::Relaxed);
        best
    }

    /// Chooses this back-end for the whole process, if the processor supports it. Returns whether the processor does.
    pub fn choose(self) -> bool {
        let is_here = self.is_here();
        if is_here {
            IN_USE.store(self as usize, Ordering::Relaxed);
        }
        is_here
    }
}

/// The index in [`BackEnd::ALL`] of the back-end in use; `usize::MAX` before one is chosen or first needed.
static IN_USE: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Searches a puzzle with the back-end in use.
pub(super) fn search(input: &SearchInput, goal: &mut SearchGoal) {
    search_with(BackEnd::in_use(), input, goal);
}

/// Searches a puzzle with this back-end, which the processor must support.
pub(super) fn search_with(back_end: BackEnd, input: &SearchInput, goal: &mut SearchGoal) {
    debug_assert!(back_end.is_here(), "{back_end:?} is asked for");
    match back_end {
        // SAFETY: callers ask only for what the processor has.
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        BackEnd::Avx512 => unsafe { avx2::search_avx512(input, goal) },
        // SAFETY: callers ask only for what the processor has.
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        BackEnd::Avx2 => unsafe { avx2::search(input, goal) },
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        BackEnd::Sse2 => sse2::search(input, goal),
        _ => portable::search(input, goal),
    }
}

/// Answers all questions of a source with the back-end in use.
pub(super) fn answer(source: &mut dyn QuestionSource) {
    answer_with(BackEnd::in_use(), source);
}

/// Answers all questions of a source with this back-end, which the processor must support.
pub(super) fn answer_with(back_end: BackEnd, source: &mut dyn QuestionSource) {
    debug_assert!(back_end.is_here(), "{back_end:?} is asked for");
    match back_end {
        // SAFETY: callers ask only for what the processor has.
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        BackEnd::Avx512 => unsafe { avx512::answer(source) },
        // SAFETY: callers ask only for what the processor has.
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        BackEnd::Avx2 => unsafe { avx2::answer(source) },
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        BackEnd::Sse2 => sse2::answer(source),
        _ => portable::answer(source),
    }
}

#[cfg(all(test, feature = "simd", target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::grid::{Board, Cell, Digit};
    use crate::solve::words::words_of;

    /// The number of puzzles. `CLUES` is the maximum number of clues that are removed from each puzzle, one at a time.
    /// `SOLUTIONS` is the limit for counting the solutions of the empty board. Under Miri, a search takes seconds, and
    /// the portable search of a hard puzzle takes minutes, so the test then uses fewer and easier puzzles.
    const PUZZLES: usize = if cfg!(miri) { 1 } else { 95 };
    const CLUES: usize = if cfg!(miri) { 3 } else { 81 };
    const SOLUTIONS: usize = if cfg!(miri) { 3 } else { 500 };

    /// Returns the back-ends that this processor supports.
    fn here() -> impl Iterator<Item = BackEnd> {
        BackEnd::ALL.into_iter().filter(|it| it.is_here())
    }

    fn assert_alike(puzzle: &Board, barred: Option<(Cell, Digit)>, goal: impl Fn() -> SearchGoal) {
        let input = SearchInput::new(puzzle, barred);
        let found = here().map(|it| {
            let mut goal = goal();
            search_with(it, &input, &mut goal);
            (it.name(), (goal.count(), goal.first()))
        });
        let found: Vec<_> = found.collect();
        for (name, result) in &found {
            assert_eq!(result, &found[0].1, "{name} and {}: {puzzle}", found[0].0);
        }
    }

    /// Checks for each back-end that the number of solutions counted (up to 30) stays the same if a hard search is
    /// continued in all lanes. Returns whether any of the searches was hard.
    fn is_spread_alike(puzzle: &Board) -> bool {
        let input = SearchInput::new(puzzle, None);
        let mut alone = SearchGoal::new(30);
        search(&input, &mut alone);
        let mut is_spread = false;
        for back_end in here() {
            let mut goal = SearchGoal::new(30).spread();
            search_with(back_end, &input, &mut goal);
            is_spread |= goal.is_hard();
            assert_eq!(goal.count(), alone.count(), "{}: {puzzle}", back_end.name());
        }
        is_spread
    }

    #[test]
    fn all_back_ends_find_the_same_solutions_in_the_same_order() {
        println!("back-ends: {:?}", here().collect::<Vec<_>>());
        assert_alike(&Board::EMPTY, None, || SearchGoal::new(SOLUTIONS));
        let mut spread = 0;
        let set = include_str!("../../../../../tests/data/top95.txt");
        let lines = set.lines().filter(|line| !line.starts_with('#'));
        for line in lines.take(PUZZLES) {
            let mut puzzle: Board = line.parse().expect("a line of the set is a board");
            let mut goal = SearchGoal::new(1);
            search(&SearchInput::new(&puzzle, None), &mut goal);
            let solution = goal.first().expect("the set's puzzles have a solution");
            if cfg!(miri) {
                puzzle = solution.keep(puzzle.clues() | Cell::all().take(40).collect());
            }
            assert_alike(&puzzle, None, || SearchGoal::new(2));
            for (cell, digit) in puzzle.givens().take(CLUES) {
                let mut fewer = puzzle;
                fewer.set(cell, None);
                assert_alike(&fewer, None, || SearchGoal::new(30));
                spread += usize::from(is_spread_alike(&fewer));
                assert_alike(&fewer, None, || SearchGoal::besides(words_of(&solution)));
                assert_alike(&fewer, Some((cell, digit)), || SearchGoal::new(1));
            }
        }
        assert!(
            spread > PUZZLES || cfg!(miri),
            "{spread} searches were hard"
        );
    }
}

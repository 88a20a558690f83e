//! Computes Stuart's level quickly on 9×9, with the board and the passes of the fast judge (`bands.rs`).
//!
//! The passes find exactly what singles and locked candidates find. A mini-row is the three cells that a row and a
//! box share. The passes remove a mini-row if no possible arrangement of the digit in its band uses it. Repeated
//! pointing and claiming remove the same mini-rows. The reason: if the digit's places in two rows all lie in two
//! of the three boxes, its place in the third row lies in the third box.
//!
//! Pairs and larger subsets are applied when the passes find nothing more.

mod lane;
mod singles;
mod subsets;

use super::levels::{Guessable, least_guesses};
use super::{BasicSet, MOST_GUESSES, Searcher};
use crate::grid::{Board, CELLS, Shape, ShapedBoard};
use crate::solve::bands::Bands;
use crate::solve::goal::SearchInput;
use crate::solve::simd::Slot;
use crate::solve::words::{BoardWords, words_of};
use lane::{ALL, Lane, and, counted, peers};
use std::cmp::Reverse;

/// Finds the smallest number of correct guesses with which the basic rules solve a puzzle. Returns [`MOST_GUESSES`] +
/// 1 if more than [`MOST_GUESSES`] guesses are needed, or if `solution` doesn't solve the puzzle. With
/// [`BasicSet::SINGLES`], the number is the size of the smallest *backdoor*: a set of cells that, once filled, lets
/// singles solve the rest.
///
/// ```
/// use sudoku_engine::grid::Board;
/// use sudoku_engine::solve::{fused::{BasicSet, stuart_level}, search};
/// let puzzle: Board =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let solution = search::solve(&puzzle, 2).first.unwrap();
/// assert_eq!(stuart_level(&puzzle, &solution, BasicSet::PAIRS), 0);
/// assert_eq!(stuart_level(&puzzle, &solution, BasicSet::SINGLES), 2);
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
pub fn stuart_level(puzzle: &Board, solution: &Board, basic: BasicSet) -> u8 {
    if !solution.extends(puzzle) || !solution.is_full_grid() {
        return MOST_GUESSES + 1;
    }
    if !BasicSet::NAMED.iter().any(|&(_, set)| set == basic) {
        let level = Searcher::new(Shape::NINE).stuart_level(
            &ShapedBoard::from(puzzle),
            &ShapedBoard::from(solution),
            basic,
        );
        return level.unwrap_or(MOST_GUESSES + 1);
    }
    let start = Bands::<Slot, 9>::of(&SearchInput::new(puzzle, None)).words();
    let (words, settled) = settle(start, basic);
    if settled == ALL {
        return 0;
    }
    let solution = words_of(solution);
    least_guesses(&SettledNine {
        words,
        settled,
        target: &PuzzleData {
            basic,
            order: order(&words, &solution),
            solution,
        },
    })
}

/// A position in which the rules find nothing more.
struct SettledNine<'a> {
    words: BoardWords,
    settled: Lane,
    target: &'a PuzzleData,
}

/// The data that all positions of a puzzle share.
struct PuzzleData {
    basic: BasicSet,
    solution: BoardWords,
    /// All cells, in the order in which guesses are tried in them.
    order: [u8; CELLS],
}

/// Applies the rules until nothing changes. Returns the position and the cells that have their digit. The board must
/// have a solution, so that the rules can't fail.
fn settle(mut words: BoardWords, basic: BasicSet) -> (BoardWords, Lane) {
    let locks = basic.has(BasicSet::LOCKED);
    let most = (2..=4)
        .rev()
        .find(|&size| basic.has(BasicSet::subsets(size, true)));
    loop {
        let mut bands = Bands::<Slot, 9>::from_words(&words);
        if locks {
            bands.settle();
        } else {
            singles::settle(&mut bands);
        }
        words = bands.words();
        let settled = counted(&words)[0];
        let moved = settled != ALL
            && most.is_some_and(|most| (2..=most).any(|size| subsets::apply(&mut words, size)));
        if !moved {
            return (words, settled);
        }
    }
}

/// Returns all cells, in the order in which guesses are tried in them. First come the cells whose digit in the
/// solution is a candidate of many peers. A peer with two candidates counts five times, since after the guess it has
/// only one. Guesses with a large effect solve the puzzle sooner. They also settle other cells, in which no guess
/// needs to be tried any more. In reading order, twice as many cells would be tried.
fn order(words: &BoardWords, solution: &BoardWords) -> [u8; CELLS] {
    let two = counted(words)[1];
    let mut scored = [(Reverse(0), 0); CELLS];
    for (cell, scored) in scored.iter_mut().enumerate() {
        let (band, bit) = (cell / 27, 1 << (cell % 27));
        let digit = solution.iter().position(|slot| slot[band] & bit != 0);
        let score = digit.map_or(0, |digit| {
            let gone = and(peers(cell), words[digit]);
            let count = |lane: Lane| lane.iter().map(|band| band.count_ones()).sum::<u32>();
            4 * count(and(gone, two)) + count(gone)
        });
        *scored = (Reverse(score), cell as u8);
    }
    scored.sort_unstable();
    scored.map(|(_, cell)| cell)
}

impl Guessable for SettledNine<'_> {
    type Cells = Lane;

    fn with_guess(&self, cell: usize) -> Self {
        let (band, bit) = (cell / 27, 1 << (cell % 27));
        let mut words = self.words;
        for (slot, solution) in words.iter_mut().zip(&self.target.solution) {
            slot[band] &= solution[band] | !bit;
        }
        let (words, settled) = settle(words, self.target.basic);
        Self {
            words,
            settled,
            target: self.target,
        }
    }

    fn is_solved(&self) -> bool {
        self.settled == ALL
    }

    fn settled(&self) -> Lane {
        self.settled
    }

    fn next_open(&self, from: usize, settled: &Lane) -> Option<(usize, usize)> {
        (from..CELLS)
            .map(|place| (place, usize::from(self.target.order[place])))
            .find(|&(_, cell)| settled[cell / 27] >> (cell % 27) & 1 == 0)
    }

    fn join(all: &mut Lane, more: &Lane) {
        for (all, more) in all.iter_mut().zip(more) {
            *all |= more;
        }
    }
}

//! The two diagonal methods fill the three boxes of the diagonal at random, and then complete the grid (Wu 2012,
//! section 3). No two of these boxes share a row or a column. So every filling of the boxes is legal, and can be
//! completed.

use super::complete::{NextStep, OpenCells, complete};
use crate::grid::{Board, Digit, House};
use crate::seed::Generator;

/// Makes a grid with random diagonal boxes; a search that tries digits in random order completes the grid.
pub(super) fn any(rng: &mut Generator) -> Board {
    loop {
        if let Some(grid) = complete(&diagonal_boxes(rng), rng) {
            return grid;
        }
    }
}

/// Makes a grid with random diagonal boxes. Counts all completions of these boxes, and draws one of them, all equally
/// likely.
pub(super) fn evenly(rng: &mut Generator) -> Board {
    loop {
        let board = diagonal_boxes(rng);
        if let Some(grid) = draw_completion(board, TRUNK, rng) {
            return grid;
        }
    }
}

/// Draws one of the board's completions, all equally likely; `None` if there is none. The search is divided into
/// branches, one for each way to fill the first `trunk` blanks; the board must have at least `trunk` blanks.
fn draw_completion(board: Board, trunk: usize, rng: &mut Generator) -> Option<Board> {
    let mut draw = BranchDraw {
        rng,
        total: 0,
        held: None,
    };
    draw.weigh_branches(&OpenCells::of(&board), board, trunk);
    let (open, mut grid, count) = draw.held?;
    let mut ahead = rng.below(count);
    nth(&open, &mut ahead, &mut grid).then_some(grid)
}

fn diagonal_boxes(rng: &mut Generator) -> Board {
    let mut board = Board::EMPTY;
    for of_box in [0, 4, 8] {
        let mut values: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        rng.shuffle(&mut values);
        for (cell, value) in House::of_box(of_box).cells().zip(values) {
            board.set(cell, Digit::new(value));
        }
    }
    board
}

/// The number of blanks filled before completions are counted: each way to fill them is one branch.
const TRUNK: usize = 10;

/// A draw among branches whose number is not known beforehand. Each branch is weighted by its number of completions: a
/// branch with n of the N completions counted so far replaces the branch drawn so far with probability n/N. So the
/// search visits every branch once, and then only the chosen branch a second time.
struct BranchDraw<'a> {
    rng: &'a mut Generator,
    total: u32,
    held: Option<(OpenCells, Board, u32)>,
}

impl BranchDraw<'_> {
    /// Adds to the draw all branches that fill `more` further blanks of this position.
    fn weigh_branches(&mut self, open: &OpenCells, mut board: Board, more: usize) {
        if more == 0 {
            let count = completions(open);
            self.total += count;
            if count > 0 && self.rng.below(self.total) < count {
                self.held = Some((*open, board, count));
            }
        } else if let NextStep::Cell(cell) = open.next_cell() {
            for digit in open.legal(cell) {
                board.set(cell, Some(digit));
                self.weigh_branches(&open.with(cell, digit), board, more - 1);
            }
        }
    }
}

/// Counts the completions of a position.
fn completions(open: &OpenCells) -> u32 {
    match open.next_cell() {
        NextStep::DeadEnd => 0,
        NextStep::Full => 1,
        NextStep::Cell(cell) => {
            let below = |digit| completions(&open.with(cell, digit));
            open.legal(cell).map(below).sum()
        }
    }
}

/// Fills the board with completion number `ahead`, counted from 0 in the order of ascending digits. If there are
/// too few completions, returns `false`, and reduces `ahead` by their number.
fn nth(open: &OpenCells, ahead: &mut u32, board: &mut Board) -> bool {
    match open.next_cell() {
        NextStep::DeadEnd => false,
        NextStep::Full if *ahead == 0 => true,
        NextStep::Full => {
            *ahead -= 1;
            false
        }
        NextStep::Cell(cell) => open.legal(cell).any(|digit| {
            board.set(cell, Some(digit));
            nth(&open.with(cell, digit), ahead, board)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::solve::exact_cover;
    use std::collections::BTreeMap;

    /// Makes a board with the three diagonal boxes filled, and with `more` further digits from one completion of these
    /// boxes.
    fn board(more: usize) -> Board {
        let mut rng = Generator::for_candidate(4, 4);
        let boxes = diagonal_boxes(&mut rng);
        let grid = complete(&boxes, &mut rng).expect("a diagonal has completions");
        let blanks = Cell::all().filter(|&cell| boxes.get(cell).is_none());
        grid.keep(boxes.clues() | blanks.take(more).collect())
    }

    #[test]
    fn all_completions_are_met_once() {
        let board = board(12);
        let open = OpenCells::of(&board);
        let count = completions(&open);
        assert!(count > 20);
        assert_eq!(count as usize, exact_cover::solve(&board, 1_000_000).0);
        let mut met = BTreeMap::new();
        for place in 0..count {
            let mut grid = board;
            assert!(nth(&open, &mut { place }, &mut grid));
            assert!(grid.is_full_grid() && grid.extends(&board));
            met.insert(grid, place);
        }
        assert_eq!(met.len(), count as usize);
        assert!(!nth(&open, &mut { count }, &mut { board }));
    }

    #[test]
    fn every_completion_is_as_likely_as_the_others() {
        let board = (12..54)
            .map(board)
            .find(|b| exact_cover::solve(b, 11).0 <= 10);
        let board = board.expect("the last board is full");
        let mut drawn = BTreeMap::<Board, u32>::new();
        for k in 0..6000 {
            let grid = draw_completion(board, 2, &mut Generator::for_candidate(k, 9));
            *drawn
                .entry(grid.expect("there are completions"))
                .or_default() += 1;
        }
        let count = exact_cover::solve(&board, 11).0;
        assert!(count > 2 && drawn.len() == count);
        let mean = 6000.0 / count as f64;
        let chi = drawn
            .values()
            .map(|&n| (f64::from(n) - mean).powi(2) / mean);
        // There are at most nine degrees of freedom; then one fair draw in 1000 exceeds 27.9.
        assert!(chi.sum::<f64>() < 27.9, "{drawn:?}");
    }
}

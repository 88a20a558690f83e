//! Paper 1: the three boxes of the diagonal at random (Wu, Xiao, Yang 2012, section 3).
//!
//! No two of them share a row or a column, so any filling of each is legal, and always has
//! completions.

use super::complete::{Next, Open, complete};
use crate::grid::{Board, Cell, Digit, House};
use crate::seed::Generator;

/// A grid whose diagonal boxes are random; the rest is completed by the random search.
pub(super) fn any(rng: &mut Generator) -> Board {
    complete(&diagonal_boxes(rng), rng)
}

/// A grid whose diagonal boxes are random; all completions are counted, and then one is drawn,
/// each equally likely, by its place in the order of the search (digits ascending).
pub(super) fn evenly(rng: &mut Generator) -> Board {
    let boxes = diagonal_boxes(rng);
    let mut walk = Walk {
        grid: boxes,
        stop_after: u32::MAX,
        met: 0,
    };
    walk.descend(Open::of(&boxes));
    walk.stop_after = rng.below(walk.met.max(1)) + 1;
    walk.met = 0;
    walk.descend(Open::of(&boxes));
    walk.grid
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

/// A walk over all completions, in a fixed order.
struct Walk {
    grid: Board,
    stop_after: u32,
    met: u32,
}

impl Walk {
    /// Meets the completions below this position; says whether it stopped, `grid` being the last
    /// one met.
    fn descend(&mut self, open: Open) -> bool {
        let cell = match open.next_cell() {
            Next::DeadEnd => return false,
            Next::Full => {
                self.met += 1;
                return self.met == self.stop_after;
            }
            Next::Cell(cell) => cell,
        };
        self.try_all(open, cell)
    }

    fn try_all(&mut self, open: Open, cell: Cell) -> bool {
        for digit in open.legal(cell) {
            self.grid.set(cell, Some(digit));
            let mut below = open;
            below.place(cell, digit);
            if self.descend(below) {
                return true;
            }
        }
        false
    }
}

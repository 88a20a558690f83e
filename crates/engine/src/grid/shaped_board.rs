//! A board of any shape.

use super::{Board, CELLS, Shape};

/// A puzzle, a partly filled board or a full grid of any [`Shape`]: one byte per cell in reading
/// order, 0 for a blank.
///
/// ```
/// use sudoku_engine::grid::{Shape, ShapedBoard};
/// let board = ShapedBoard::from_values(Shape::new(2, 2)?, vec![
///     1, 2, 3, 4,
///     3, 4, 1, 2,
///     2, 1, 4, 3,
///     4, 3, 2, 1,
/// ]).unwrap();
/// assert!(board.is_full_grid());
/// # Ok::<(), sudoku_engine::grid::ShapeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ShapedBoard {
    shape: Shape,
    values: Box<[u8]>,
}

/// Two cells of one house that hold the same digit, on a board of any shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShapedConflict {
    /// The digit that occurs twice.
    pub digit: u8,
    /// The number of the house that holds the digit twice.
    pub house: usize,
    /// The numbers of the two cells, in reading order.
    pub cells: [usize; 2],
}

impl ShapedBoard {
    /// Makes a board of blanks.
    pub fn empty(shape: Shape) -> Self {
        Self {
            shape,
            values: vec![0; shape.cells()].into(),
        }
    }

    /// Makes a board of these values in reading order, 0 for a blank; `None` if the number of values is not the shape's
    /// number of cells, or a value is above the largest digit.
    pub fn from_values(shape: Shape, values: Vec<u8>) -> Option<Self> {
        let fits = values.len() == shape.cells()
            && values
                .iter()
                .all(|&value| usize::from(value) <= shape.side());
        fits.then(|| Self {
            shape,
            values: values.into(),
        })
    }

    /// Returns the shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the values in reading order, 0 for a blank.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Puts a digit into a cell; 0 blanks the cell. Does nothing if the cell or the digit is out of range.
    pub fn set(&mut self, cell: usize, digit: u8) {
        if let Some(value) = self.values.get_mut(cell)
            && usize::from(digit) <= self.shape.side()
        {
            *value = digit;
        }
    }

    /// Returns the cells that hold a digit and their digits, in reading order.
    pub fn givens(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let numbered = self.values.iter().copied().enumerate();
        numbered.filter(|&(_, value)| value != 0)
    }

    /// Counts the cells that hold a digit.
    pub fn clue_count(&self) -> usize {
        self.givens().count()
    }

    /// Returns the first conflict: a house (rows, then columns, then boxes) that holds a digit
    /// twice.
    pub fn conflict(&self) -> Option<ShapedConflict> {
        (0..self.shape.houses()).find_map(|house| {
            let mut holders = [None; Shape::LARGEST_SIDE + 1];
            self.shape.house_cells(house).find_map(|cell| {
                let digit = self.values[cell];
                let earlier = holders[usize::from(digit)].replace(cell);
                earlier.filter(|_| digit != 0).map(|first| ShapedConflict {
                    digit,
                    house,
                    cells: [first, cell],
                })
            })
        })
    }

    /// Returns whether every cell holds a digit and no house holds a digit twice.
    pub fn is_full_grid(&self) -> bool {
        self.clue_count() == self.shape.cells() && self.conflict().is_none()
    }

    /// Returns whether this board has every digit of `puzzle` in the same cell.
    pub fn extends(&self, puzzle: &Self) -> bool {
        self.shape == puzzle.shape && puzzle.givens().all(|(c, digit)| self.values[c] == digit)
    }
}

impl From<&Board> for ShapedBoard {
    fn from(board: &Board) -> Self {
        Self {
            shape: Shape::NINE,
            values: board.values().as_slice().into(),
        }
    }
}

impl ShapedBoard {
    /// Returns the board as a 9×9 [`Board`]; `None` unless its boxes are 3x3.
    pub fn nine(&self) -> Option<Board> {
        let values: [u8; CELLS] = self.values.as_ref().try_into().ok()?;
        Board::from_values(values).filter(|_| self.shape == Shape::NINE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_digit_house_and_cells() {
        let shape = Shape::new(2, 3).unwrap();
        let mut board = ShapedBoard::empty(shape);
        board.set(0, 4);
        board.set(8, 4);
        let conflict = board.conflict().unwrap();
        assert_eq!((conflict.digit, conflict.cells), (4, [0, 8]));
        assert_eq!(shape.house_name(conflict.house), "box 1");
        board.set(8, 7);
        assert_eq!(board.values()[8], 4, "7 is no digit of a 6×6 board");
        board.set(8, 5);
        assert_eq!(board.conflict(), None);
    }

    #[test]
    fn boards_of_nine_go_both_ways() {
        let line =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let board: Board = line.parse().unwrap();
        let shaped = ShapedBoard::from(&board);
        assert_eq!(shaped.nine(), Some(board));
        assert_eq!(ShapedBoard::empty(Shape::new(2, 2).unwrap()).nine(), None);
    }
}

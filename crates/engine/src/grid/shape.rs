//! The shape of a board of any size, given by the number of rows and columns in a box.
//!
//! A box of R rows and C columns holds the digits 1 to R·C once, so the board is R·C cells wide and high: 2x3 is
//! the 6×6 board, 3x3 the ordinary 9×9 board. The code for 9×9 has a fixed size and is much faster, so shapes are
//! for all other sizes.

use std::fmt;
use std::str::FromStr;

/// The number of rows and columns in a box; displayed and parsed as `2x3`.
///
/// ```
/// use sudoku_engine::grid::Shape;
/// let shape = Shape::of_side(12).unwrap();
/// assert_eq!((shape.to_string(), shape.cells(), shape.houses()), ("3x4".to_owned(), 144, 36));
/// assert_eq!("4x3".parse::<Shape>().unwrap().side(), 12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    box_rows: u8,
    box_columns: u8,
}

/// The error for a text or a pair of numbers that is not a valid shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// The text is not two numbers with an `x` between them.
    #[error("{0:?} is not a shape: expected the rows and columns of a box, such as 3x4")]
    Malformed(String),
    /// A box has fewer than two rows or columns, or more than 25 cells.
    #[error(
        "a box of {rows}x{columns} makes no board: rows and columns are at least 2, and their product at most {largest}",
        largest = Shape::LARGEST_SIDE
    )]
    Unfit {
        /// The number of rows in the box.
        rows: usize,
        /// The number of columns in the box.
        columns: usize,
    },
}

impl Shape {
    /// The shape of the ordinary 9×9 board.
    pub const NINE: Self = Self {
        box_rows: 3,
        box_columns: 3,
    };
    /// The number of cells per row of the largest board.
    pub const LARGEST_SIDE: usize = 25;
    /// The sides of boards that can be read even if the text doesn't give their shape.
    pub const USUAL_SIDES: [usize; 7] = [4, 6, 9, 12, 16, 20, 25];

    /// Makes the shape with boxes of this many rows and columns.
    ///
    /// # Errors
    /// [`ShapeError::Unfit`] if either is below 2, or the board would be wider than
    /// [`Shape::LARGEST_SIDE`].
    pub const fn new(rows: usize, columns: usize) -> Result<Self, ShapeError> {
        let fits = rows >= 2 && columns >= 2 && rows <= 12 && columns <= 12;
        if fits && rows * columns <= Self::LARGEST_SIDE {
            Ok(Self {
                box_rows: rows as u8,
                box_columns: columns as u8,
            })
        } else {
            Err(ShapeError::Unfit { rows, columns })
        }
    }

    /// Finds the shape with this side whose boxes are closest to square, at least as wide as high; `None` if there is
    /// no such shape.
    pub fn of_side(side: usize) -> Option<Self> {
        (2..=side)
            .take_while(|rows| rows * rows <= side)
            .filter(|rows| side.is_multiple_of(*rows))
            .last()
            .and_then(|rows| Self::new(rows, side / rows).ok())
    }

    /// Returns the number of rows in a box.
    #[inline]
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Returns the number of columns in a box.
    #[inline]
    pub const fn box_columns(self) -> usize {
        self.box_columns as usize
    }

    /// Returns the number of cells in a row, column or box; this is also the largest digit.
    #[inline]
    pub const fn side(self) -> usize {
        self.box_rows() * self.box_columns()
    }

    /// Returns the number of cells of a board.
    #[inline]
    pub const fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the number of houses; rows are numbered first, then columns, then boxes.
    #[inline]
    pub const fn houses(self) -> usize {
        3 * self.side()
    }

    /// Returns the position of a cell in its row, column and box: the house and the place in it,
    /// both counted from 0.
    ///
    /// ```
    /// use sudoku_engine::grid::Shape;
    /// assert_eq!(Shape::NINE.seats(40), [(4, 4), (13, 4), (22, 4)]);
    /// ```
    pub const fn seats(self, cell: usize) -> [(usize, usize); 3] {
        let side = self.side();
        let (row, column) = (cell / side, cell % side);
        // A band of boxes has as many boxes side by side as a box has rows.
        let of_box = row / self.box_rows() * self.box_rows() + column / self.box_columns();
        let place = row % self.box_rows() * self.box_columns() + column % self.box_columns();
        [
            (row, column),
            (side + column, row),
            (2 * side + of_box, place),
        ]
    }

    /// Returns the cells of a house in the order of their places.
    pub fn house_cells(self, house: usize) -> impl Iterator<Item = usize> {
        let side = self.side();
        let (number, width) = (house % side, self.box_columns());
        let corner = number / self.box_rows() * self.box_rows() * side
            + number % self.box_rows() * self.box_columns();
        (0..side).map(move |place| match house / side {
            0 => number * side + place,
            1 => place * side + number,
            _ => corner + place / width * side + place % width,
        })
    }

    /// Returns the name of a house: `row 1`, `column 1`, `box 1`.
    pub fn house_name(self, house: usize) -> String {
        let kind = match house / self.side() {
            0 => "row",
            1 => "column",
            _ => "box",
        };
        format!("{kind} {}", house % self.side() + 1)
    }

    /// Returns the name of a cell: `r1c1`.
    pub fn cell_name(self, cell: usize) -> String {
        format!("r{}c{}", cell / self.side() + 1, cell % self.side() + 1)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_columns)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let numbers = text
            .split_once(['x', 'X', '×'])
            .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        match numbers {
            Some((rows, columns)) => Self::new(rows, columns),
            None => Err(ShapeError::Malformed(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_the_shapes_that_people_expect() {
        let shape = |side| Shape::of_side(side).map(|s| s.to_string());
        let usual = Shape::USUAL_SIDES.map(|side| shape(side).unwrap_or_default());
        assert_eq!(usual, ["2x2", "2x3", "3x3", "3x4", "4x4", "4x5", "5x5"]);
        assert_eq!(
            (shape(7), shape(1), shape(0), shape(30)),
            (None, None, None, None)
        );
    }

    #[test]
    fn seats_and_cells_are_each_others_inverse() {
        for shape in [
            "2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "2x10", "4x5", "5x5",
        ] {
            let shape: Shape = shape.parse().unwrap();
            let mut seen = 0;
            for house in 0..shape.houses() {
                for (place, cell) in shape.house_cells(house).enumerate() {
                    assert_eq!(
                        shape.seats(cell)[house / shape.side()],
                        (house, place),
                        "{shape}"
                    );
                    seen += 1;
                }
            }
            assert_eq!(seen, 3 * shape.cells());
        }
    }

    #[test]
    fn unfit_shapes_are_refused() {
        let said = |text: &str| text.parse::<Shape>().unwrap_err().to_string();
        insta::assert_snapshot!(said("1x9"), @"a box of 1x9 makes no board: rows and columns are at least 2, and their product at most 25");
        insta::assert_snapshot!(said("6x5"), @"a box of 6x5 makes no board: rows and columns are at least 2, and their product at most 25");
        insta::assert_snapshot!(said("16"), @r#""16" is not a shape: expected the rows and columns of a box, such as 3x4"#);
        assert!("99999999999x99999999999".parse::<Shape>().is_err());
    }
}

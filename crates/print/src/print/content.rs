//! The content of a grid to draw: a puzzle of any layout, and its solution if the solution is drawn.

use super::symbols::PLAIN;
use crate::grid::{Board, CellFeatures, ExtraRule, Layout, LayoutHouses, ShapedBoard};

/// A puzzle to draw, or its solution.
///
/// ```
/// use factory_print::print::GridContent;
/// use sudoku_engine::Board;
/// let puzzle = Board::EMPTY;
/// assert_eq!(GridContent::of(&puzzle, None).side(), 9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridContent<'a> {
    layout: Layout,
    features: &'a CellFeatures,
    puzzle: &'a [u8],
    solution: Option<&'a [u8]>,
}

impl<'a> GridContent<'a> {
    /// Returns the content to draw: a 9×9 puzzle, or its solution if one is given.
    pub fn of(puzzle: &'a Board, solution: Option<&'a Board>) -> Self {
        Self {
            layout: Layout::NINE,
            features: const { &CellFeatures::NONE },
            puzzle: puzzle.values(),
            solution: solution.map(|board| board.values().as_slice()),
        }
    }

    /// Returns the content to draw: a puzzle of a layout with its regions and marks, or its solution if one is given.
    /// `None` if a board does not have the layout's number of cells.
    pub fn of_layout(
        layout: Layout,
        features: &'a CellFeatures,
        puzzle: &'a ShapedBoard,
        solution: Option<&'a ShapedBoard>,
    ) -> Option<Self> {
        let mut boards = std::iter::once(puzzle).chain(solution);
        let fits = boards.all(|board| board.values().len() == layout.cells());
        fits.then(|| Self {
            layout,
            features,
            puzzle: puzzle.values(),
            solution: solution.map(ShapedBoard::values),
        })
    }

    /// Returns the layout.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the regions and marks of the puzzle.
    pub const fn features(&self) -> &'a CellFeatures {
        self.features
    }

    /// Returns the number of cells along a side.
    pub const fn side(&self) -> usize {
        self.layout.side()
    }

    /// Returns the values of the puzzle in reading order, 0 for an empty cell.
    pub const fn puzzle(&self) -> &'a [u8] {
        self.puzzle
    }

    /// Returns the values of the solution, if the solution is drawn.
    pub const fn solution(&self) -> Option<&'a [u8]> {
        self.solution
    }

    /// Returns the values that are drawn: those of the solution if it is drawn, else those of the puzzle.
    pub fn drawn(&self) -> &'a [u8] {
        self.solution.unwrap_or(self.puzzle)
    }

    /// Returns the drawn values as one line of text, with a dot for an empty cell and letters for values from 10.
    pub fn line(&self) -> String {
        let symbol = |&value: &u8| match value {
            0 => '.',
            value => PLAIN[usize::from(value) - 1],
        };
        self.drawn().iter().map(symbol).collect()
    }

    /// Returns the cells of the layout's diagonals and windows, in reading order.
    pub(super) fn tinted(&self) -> Vec<usize> {
        let has_houses = |rule| matches!(rule, ExtraRule::Diagonals | ExtraRule::Windows);
        if !self.layout.rules().any(has_houses) {
            return Vec::new();
        }
        let houses = LayoutHouses::new(self.layout);
        let plain = self.layout.shape().houses() as u8;
        let is_tinted = |cell: &usize| houses.seats(*cell).iter().any(|it| it.house >= plain);
        (0..self.layout.cells()).filter(is_tinted).collect()
    }
}

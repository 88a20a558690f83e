//! The steps by which the ladder solves a puzzle of a layout, in numbers and as text.

use super::kit::{PathSolver, SizedSolver, given};
use crate::grid::text::Alphabet;
use crate::grid::{Geometry, LayoutCell, LayoutDigit, Shape};
use crate::rate::MarkOf;
use crate::rate::techniques::{Move, Technique, TechniquePath};
use std::fmt::Write;

/// A step of a solving path: a technique, the digits that it places, and the candidates that it removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutStep {
    /// The technique.
    pub technique: Technique,
    /// The cells that get a digit, each with the digit; cells are numbered from 0 in reading order.
    pub sets: Vec<(usize, u8)>,
    /// The cells that lose a candidate, each with the digit.
    pub removes: Vec<(usize, u8)>,
}

impl LayoutStep {
    /// Returns the step as text, such as `hidden single in a box: r3c4=5`; `shape` is the shape of the layout's boxes.
    pub fn text(&self, shape: Shape) -> String {
        let mut text = format!("{}:", self.technique.name());
        let marks = self.sets.iter().map(|mark| ('=', mark));
        for (sign, &(cell, digit)) in marks.chain(self.removes.iter().map(|mark| ('≠', mark))) {
            let (name, digit) = (shape.cell_name(cell), Alphabet::One.symbol(digit));
            // Writing to a string cannot fail.
            let _ = write!(text, " {name}{sign}{digit}");
        }
        text
    }

    /// Returns the step as a short text in the form of [`CompactStep`](crate::rate::hints::CompactStep), such as
    /// `h1 r3c4=5` or `n2 r1c8<>47`; `shape` is the shape of the layout's boxes.
    pub fn compact(&self, shape: Shape) -> String {
        let mut text = self.technique.short().to_owned();
        let digit_of = |digit: u8| Alphabet::One.symbol(digit);
        for &(cell, digit) in &self.sets {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}={}", shape.cell_name(cell), digit_of(digit));
        }
        let mut removes = self.removes.clone();
        removes.sort_unstable();
        for of_cell in removes.chunk_by(|one, two| one.0 == two.0) {
            let digits: String = of_cell.iter().map(|mark| digit_of(mark.1)).collect();
            let _ = write!(text, " {}<>{digits}", shape.cell_name(of_cell[0].0));
        }
        text
    }
}

impl PathSolver<'_> {
    /// Solves a puzzle as far as the ladder goes, and returns the path and its steps. The givens are in reading order,
    /// 0 for a blank.
    ///
    /// ```
    /// use sudoku_engine::bucket::Level;
    /// use sudoku_engine::layouts::{LayoutKit, PathSolver};
    /// let kit = LayoutKit::new("6x6".parse()?);
    /// let ladder = kit.scheme().ladder_up_to(Level::EASY);
    /// let givens = b"123456456123231564564231312645000000".map(|byte| byte - b'0');
    /// let (path, steps) = PathSolver::new(&kit, &ladder).steps(&givens);
    /// assert_eq!((path.blanks, steps.len()), (0, 6));
    /// let shape = kit.layout().shape();
    /// assert_eq!(steps[0].text(shape), "full house: r6c1=6");
    /// assert_eq!(steps[0].compact(shape), "fh r6c1=6");
    /// # Ok::<(), sudoku_engine::grid::LayoutError>(())
    /// ```
    pub fn steps(&mut self, givens: &[u8]) -> (TechniquePath, Vec<LayoutStep>) {
        let given: Vec<_> = given(givens).collect();
        match &mut self.0 {
            SizedSolver::Sixteen(solver) => numbered(solver.solve_givens(&given)),
            SizedSolver::TwentyFive(solver) => numbered(solver.solve_givens(&given)),
        }
    }
}

/// Returns a path with its steps. The cells and digits of the steps are converted to plain numbers.
fn numbered<G: Geometry<Cell = LayoutCell, Digit = LayoutDigit>>(
    (path, moves): (TechniquePath, Vec<Move<G>>),
) -> (TechniquePath, Vec<LayoutStep>) {
    let plain = |mark: &MarkOf<G>| {
        let (LayoutCell(cell), LayoutDigit(digit)) = (mark.cell, mark.digit);
        (usize::from(cell), digit + 1)
    };
    let steps = moves.iter().map(|it| LayoutStep {
        technique: it.technique,
        sets: it.sets.iter().map(plain).collect(),
        removes: it.removes.iter().map(plain).collect(),
    });
    (path, steps.collect())
}

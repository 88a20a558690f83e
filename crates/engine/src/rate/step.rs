//! The steps of a solution: applications of rules, each with the pattern that proves it.

use super::Rule;
use crate::grid::{Board, Candidates, Cell, CellSet, Digit, DigitSet, Geometry, House, Transform};
#[cfg(feature = "serde")]
use serde::Serialize;
#[cfg(feature = "serde")]
use serde::ser::{SerializeStruct, Serializer};
use std::fmt;

/// A digit in a cell, either to be placed or to be removed from the cell's candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark<C = Cell, D = Digit> {
    /// The cell.
    pub cell: C,
    /// The digit.
    pub digit: D,
}

/// A digit in a cell ([`Mark`]) on a board of any geometry.
pub type MarkOf<G> = Mark<<G as Geometry>::Cell, <G as Geometry>::Digit>;

/// One application of one rule of the ladder.
///
/// If two patterns remove the same candidate, only the step of the first pattern lists this removal.
///
/// A step is displayed on one line: `naked pair 4,7 in r1c2 r1c5 (row 1): r1c8≠4, r1c9≠7`.
///
/// ```
/// use sudoku_engine::{Board, Preset, Rater, Rule, solve};
/// let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = solve(&puzzle, 2).first.expect("it has one");
/// let (_, steps) = Rater::new(&Preset::default()).steps(&puzzle, &solution);
/// assert_eq!(steps[0].rule, Rule::NakedSingle);
/// assert_eq!(steps[0].to_string(), "naked single 5 in r5c5: r5c5=5");
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The rule that is applied.
    pub rule: Rule,
    /// The houses in which the pattern lies; empty for naked singles, wings and trials.
    pub houses: Vec<House>,
    /// The cells of the pattern. The first cell of a wing is its pivot.
    pub cells: Vec<Cell>,
    /// The digits of the pattern. For a wing, these are the candidates of all its cells; for a trial, only the digit
    /// that was tried.
    pub digits: DigitSet,
    /// The digits that are placed, each with its cell, in reading order; for a trial, the cell that was tried comes
    /// first.
    pub placements: Vec<Mark>,
    /// The candidates that are removed, in reading order.
    pub eliminations: Vec<Mark>,
}

impl Step {
    /// Applies the step to a board and its candidates. The cells of the step's placements must be blank.
    ///
    /// If the ladder solves a puzzle, applying all the steps in order leads to the solution.
    pub fn apply(&self, board: &mut Board, candidates: &mut Candidates) {
        for mark in &self.placements {
            board.set(mark.cell, Some(mark.digit));
            candidates.place(mark.cell, mark.digit);
        }
        for mark in &self.eliminations {
            candidates.remove(mark.cell, mark.digit);
        }
    }

    /// Returns this step as it looks after `transform` has turned and relabelled the board.
    #[must_use]
    pub fn moved(&self, transform: &Transform) -> Self {
        let move_mark = |mark: &Mark| Mark {
            cell: transform.cell(mark.cell),
            digit: transform.digit(mark.digit),
        };
        let mut placements: Vec<Mark> = self.placements.iter().map(move_mark).collect();
        // A trial lists first the cell in which the digit was tried.
        if let Some((_, rest)) = placements.split_first_mut() {
            rest.sort_unstable();
        }
        let mut eliminations: Vec<Mark> = self.eliminations.iter().map(move_mark).collect();
        eliminations.sort_unstable();
        Self {
            rule: self.rule,
            houses: self.houses.iter().map(|&h| transform.house(h)).collect(),
            cells: self.cells.iter().map(|&c| transform.cell(c)).collect(),
            digits: self.digits.map(|digit| transform.digit(digit)).collect(),
            placements,
            eliminations,
        }
    }

    /// Returns whether this is a trial whose digit led to the solution.
    pub fn is_lucky(&self) -> bool {
        let tried = |mark: &Mark| self.digits.contains(mark.digit);
        self.rule == Rule::Trial && self.placements.first().is_some_and(tried)
    }
}

/// Returns a mark for each digit and each cell that `cells_of` returns for this digit, in reading order.
pub(super) fn marks(cells_of: impl Fn(Digit) -> CellSet) -> Vec<Mark> {
    let of = |digit: Digit| cells_of(digit).map(move |cell| Mark { cell, digit });
    let mut marks: Vec<Mark> = Digit::all().flat_map(of).collect();
    marks.sort_unstable();
    marks
}

struct ListedCells<'a, T>(&'a [T], &'static str);

impl<T: fmt::Display> fmt::Display for ListedCells<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, item) in self.0.iter().enumerate() {
            let separator = if n == 0 { "" } else { self.1 };
            write!(f, "{separator}{item}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<Digit> = self.digits.collect();
        write!(f, "{} {}", self.rule, ListedCells(&digits, ","))?;
        write!(f, " in {}", ListedCells(&self.cells, " "))?;
        if !self.houses.is_empty() {
            write!(f, " ({})", ListedCells(&self.houses, ", "))?;
        }
        if self.rule == Rule::Trial {
            f.write_str(if self.is_lucky() {
                " leads to the solution"
            } else {
                " fails"
            })?;
        }
        let placed = self
            .placements
            .iter()
            .map(|m| format!("{}={}", m.cell, m.digit));
        let removed = self
            .eliminations
            .iter()
            .map(|m| format!("{}≠{}", m.cell, m.digit));
        let results: Vec<String> = placed.chain(removed).collect();
        write!(f, ": {}", ListedCells(&results, ", "))
    }
}

#[cfg(feature = "serde")]
impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_struct("Mark", 3)?;
        object.serialize_field("cell", &self.cell)?;
        object.serialize_field("name", &self.cell.to_string())?;
        object.serialize_field("digit", &self.digit)?;
        object.end()
    }
}

#[cfg(feature = "serde")]
impl Serialize for Step {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let texts = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>();
        let houses: Vec<String> = self.houses.iter().map(House::to_string).collect();
        let mut object = out.serialize_struct("Step", 8)?;
        object.serialize_field("rule", &self.rule)?;
        object.serialize_field("houses", &houses)?;
        object.serialize_field("cells", &self.cells)?;
        object.serialize_field("cell_names", &texts(&self.cells))?;
        object.serialize_field("digits", &self.digits.collect::<Vec<_>>())?;
        object.serialize_field("placements", &self.placements)?;
        object.serialize_field("eliminations", &self.eliminations)?;
        object.serialize_field("text", &self.to_string())?;
        object.end()
    }
}

//! Reads finished books, and finds each grid and its place from the file alone.
//!
//! The reader does not know how a book was drawn. Evenly spaced horizontal and vertical lines, in equal number,
//! form a grid. A digit belongs to the cell that contains it. Two marks identify the puzzle: the number above the
//! grid, and eight hexadecimal digits above or below. [`compare`] reports grids that differ from the plan.

mod content;
mod file;
mod fonts;
mod grids;
mod items;
mod links;
mod object;
mod symbols;
mod words;

pub(super) use content::PageReader;
pub(super) use file::ParsedPdf;
pub use grids::{FoundGrid, grids};
pub(super) use grids::{boxes, on_page};
pub(super) use items::{PageArea, PageItem, PageWords};
pub use links::{FoundLink, links};
pub(super) use object::{Dict, Object};
pub(super) use symbols::symbols_of;
pub use words::{PrintedWords, words};

use crate::grid::{Board, CELLS, DigitSet};
use std::collections::BTreeMap;
use std::fmt;

/// A puzzle of a book, with the pages planned for it.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedPuzzle {
    /// The running number of the puzzle in the book.
    pub number: usize,
    /// The page of the puzzle, from 1.
    pub page: usize,
    /// The page of the solution, from 1.
    pub solution_page: usize,
    /// The short id that is printed with the puzzle.
    pub short_id: String,
    /// The values of the puzzle in reading order, 0 for a blank.
    pub puzzle: Vec<u8>,
    /// The values of the unique solution.
    pub solution: Vec<u8>,
}

/// A fault that was found in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The page of the fault, from 1; 0 if the fault concerns the file as a whole.
    pub page: usize,
    /// The description of the fault.
    pub what: String,
    /// The rule that is broken, and the badness in thousandths; `None` if `what` contains no measured value.
    measure: Option<(String, i64)>,
}

impl Fault {
    pub(super) fn new(page: usize, what: impl Into<String>) -> Self {
        Self {
            page,
            what: what.into(),
            measure: None,
        }
    }

    /// Creates a fault whose text contains a measured value. `badness` is larger for worse faults of the same rule.
    /// If a type size is too small, for example, `badness` is the negative type size.
    pub(super) fn measured(page: usize, what: String, rule: &str, badness: f64) -> Self {
        Self {
            page,
            what,
            measure: Some((rule.to_owned(), (badness * 1000.0) as i64)),
        }
    }

    /// Returns the broken rule, in words that are the same on every page and for every measured value.
    pub fn rule(&self) -> &str {
        self.measure.as_ref().map_or(&self.what, |(rule, _)| rule)
    }

    /// Returns how bad the fault is: a number of thousandths, or 0 if nothing was measured. Of two faults that break
    /// the same rule, the worse one has the larger number. Faults of different rules can't be compared.
    pub fn badness(&self) -> i64 {
        self.measure.as_ref().map_or(0, |(_, badness)| *badness)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.page {
            0 => f.write_str(&self.what),
            page => write!(f, "page {page}: {}", self.what),
        }
    }
}

/// Compares the numbered grids of a file with the plan, and returns the differences, sorted by page.
pub fn compare(found: &[FoundGrid], planned: &[PlannedPuzzle]) -> Vec<Fault> {
    let plans: BTreeMap<usize, &PlannedPuzzle> = planned.iter().map(|it| (it.number, it)).collect();
    let mut faults = Vec::new();
    let mut puzzles: PagesSeen = PagesSeen::new();
    let mut solutions: PagesSeen = PagesSeen::new();
    for it in found {
        // A grid without a number is an illustration.
        let Some(number) = it.number else { continue };
        let (page, kind) = (it.page, it.kind());
        let Some(plan) = plans.get(&number) else {
            faults.push(Fault::new(
                page,
                format!("{kind} {number} is none of the book's"),
            ));
            continue;
        };
        let (seen, wanted, grid) = match it.is_full {
            true => (&mut solutions, plan.solution_page, &plan.solution),
            false => (&mut puzzles, plan.page, &plan.puzzle),
        };
        if let Some(before) = seen.insert(number, page) {
            faults.push(Fault::new(
                page,
                format!("{kind} {number} stands on page {before} already"),
            ));
        }
        if it.values != *grid {
            faults.push(Fault::new(
                page,
                format!("the grid of {kind} {number} is another one"),
            ));
        }
        if page != wanted {
            faults.push(Fault::new(
                page,
                format!("{kind} {number} belongs on page {wanted}"),
            ));
        }
        if it.short_id.as_ref().is_some_and(|id| *id != plan.short_id) {
            let id = &plan.short_id;
            faults.push(Fault::new(
                page,
                format!("{kind} {number} is not called {id}"),
            ));
        }
    }
    for plan in planned {
        missing(plan, &puzzles, &solutions, &mut faults);
    }
    faults.sort();
    faults
}

/// A planned diagram of a book, which shows a position of a solving path.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedPosition {
    /// The page that shows the position, from 1.
    pub page: usize,
    /// The digits of the position.
    pub board: Board,
    /// The candidates of each cell; `None` if the page shows no candidates.
    pub candidates: Option<Box<[DigitSet; CELLS]>>,
}

/// Compares the grids of a file that have no number with the planned positions. Returns the differences, sorted by
/// page. A grid without candidates may be an illustration, and need not match a position.
pub fn compare_positions(found: &[FoundGrid], planned: &[PlannedPosition]) -> Vec<Fault> {
    let mut left: Vec<&FoundGrid> = found.iter().filter(|it| it.number.is_none()).collect();
    let mut faults = Vec::new();
    for plan in planned {
        let same = left.iter().position(|it| {
            it.page == plan.page
                && *it.values == *plan.board.values()
                && it.candidates == plan.candidates
        });
        match same {
            Some(n) => drop(left.swap_remove(n)),
            None => faults.push(Fault::new(plan.page, "a drawn position is another one")),
        }
    }
    let noted = left.iter().filter(|it| it.candidates.is_some());
    faults.extend(noted.map(|it| Fault::new(it.page, "a drawn position is none of the book's")));
    faults.sort();
    faults.dedup();
    faults
}

/// The page on which each puzzle, or each solution, was found, keyed by the number of the puzzle.
type PagesSeen = BTreeMap<usize, usize>;

fn missing(
    plan: &PlannedPuzzle,
    puzzles: &PagesSeen,
    solutions: &PagesSeen,
    faults: &mut Vec<Fault>,
) {
    let (number, page, on) = (plan.number, plan.page, plan.solution_page);
    if !puzzles.contains_key(&number) {
        faults.push(Fault::new(page, format!("puzzle {number} is missing")));
    }
    if !solutions.contains_key(&number) {
        faults.push(Fault::new(
            on,
            format!("the solution of puzzle {number} is missing"),
        ));
    }
}

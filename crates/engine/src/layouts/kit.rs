//! The tables and the scheme that all puzzles of a layout share, made once, and a solver that uses these tables.

use crate::bucket::Scheme;
use crate::grid::{Layout, LayoutCell, LayoutDigit, LayoutHouses, SixteenTables};
use crate::rate::techniques::{TechniqueLadder, TechniquePath, TechniqueSolver};

/// The maximum effort for one puzzle, in units of [`EFFORT_LIMIT`](crate::rate::techniques::EFFORT_LIMIT); it
/// takes a few thousandths of a second. A puzzle that needs more effort counts as unsolved by the ladder.
pub const LAYOUT_EFFORT_LIMIT: u64 = 300_000;

/// The tables and the scheme of a layout, which all makers of its puzzles share.
#[derive(Debug)]
pub struct LayoutKit {
    layout: Layout,
    scheme: Scheme,
    tables: Box<SixteenTables>,
}

impl LayoutKit {
    /// The largest side that a kit has tables for.
    pub const LARGEST_SIDE: usize = 16;

    /// Makes the kit of a layout.
    ///
    /// # Panics
    /// If the side of the layout is larger than [`LARGEST_SIDE`](Self::LARGEST_SIDE).
    pub fn new(layout: Layout) -> Self {
        assert!(
            layout.side() <= Self::LARGEST_SIDE,
            "{layout} is larger than 16x16"
        );
        Self {
            layout,
            scheme: Scheme::of_layout(layout),
            tables: Box::new(SixteenTables::new(LayoutHouses::new(layout))),
        }
    }

    /// Returns the layout.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the scheme of the layout's levels.
    pub const fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// Returns the layout's houses.
    pub fn houses(&self) -> &LayoutHouses {
        self.tables.houses()
    }
}

/// Solves puzzles of one layout by techniques.
#[derive(Debug)]
pub struct PathSolver<'a>(pub(super) Box<TechniqueSolver<&'a SixteenTables>>);

impl<'a> PathSolver<'a> {
    /// Makes a solver for the kit's layout with this ladder of techniques.
    pub fn new(kit: &'a LayoutKit, ladder: &TechniqueLadder) -> Self {
        let solver = TechniqueSolver::on(&*kit.tables, ladder);
        Self(Box::new(solver.with_effort_limit(LAYOUT_EFFORT_LIMIT)))
    }

    /// Solves a puzzle as far as the ladder goes. The givens are in reading order, 0 for a blank.
    pub fn path(&mut self, givens: &[u8]) -> TechniquePath {
        self.0.path_of(given(givens))
    }
}

/// Returns the cells that hold a digit, each with the digit.
pub(super) fn given(givens: &[u8]) -> impl Iterator<Item = (LayoutCell, LayoutDigit)> + Clone {
    let numbered = (0..).map(LayoutCell).zip(givens);
    let given = numbered.filter(|(_, value)| **value != 0);
    given.map(|(cell, &value)| (cell, LayoutDigit(value - 1)))
}

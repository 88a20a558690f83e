//! The kit of a layout: the tables and the scheme that all its puzzles share, made once. The file also has a
//! solver that uses these tables.

use crate::bucket::Scheme;
use crate::grid::{
    CellFeatures, Layout, LayoutCell, LayoutDigit, LayoutHouses, Regions, SixteenTables,
    TwentyFiveTables,
};
use crate::rate::techniques::{TechniqueLadder, TechniquePath, TechniqueSolver};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The maximum effort for one puzzle of a board up to 16×16, measured in the same units as
/// [`EFFORT_LIMIT`](crate::rate::techniques::EFFORT_LIMIT). This much effort takes a few thousandths of a second. A
/// puzzle that needs more effort counts as unsolved by the ladder.
pub const LAYOUT_EFFORT_LIMIT: u64 = 300_000;

/// The maximum effort for one puzzle of a board larger than 16×16, which has more candidates and takes more steps.
pub const LARGE_EFFORT_LIMIT: u64 = 3_000_000;

/// The rule by which two puzzles of a layout count as the same puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Distinct {
    /// Two puzzles are the same if one is a turned, mirrored, shuffled or relabelled copy of the other.
    #[default]
    Form,
    /// Puzzles are the same only if they show the same clues in the same cells. This rule is for the smallest boards,
    /// which have too few forms to fill a pack.
    Drawing,
}

/// The error for a text that is not the name of a [`Distinct`] rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("puzzles can be distinct by form or drawing, not by {0:?}")]
pub struct UnknownDistinct(String);

impl FromStr for Distinct {
    type Err = UnknownDistinct;

    fn from_str(text: &str) -> Result<Self, UnknownDistinct> {
        match text {
            "form" => Ok(Self::Form),
            "drawing" => Ok(Self::Drawing),
            _ => Err(UnknownDistinct(text.to_owned())),
        }
    }
}

/// The tables and the scheme of a layout, which all makers of its puzzles share.
#[derive(Debug)]
pub struct LayoutKit {
    layout: Layout,
    scheme: Scheme,
    distinct: Distinct,
    /// The regions that all puzzles share; `None` if each puzzle has regions of its own, or the layout has no
    /// regions.
    regions: Option<Regions>,
    tables: KitTables,
}

/// The tables of a layout, in one of two types. The smaller type, which is faster, is used if it has room for the
/// layout.
#[derive(Debug)]
enum KitTables {
    Sixteen(Box<SixteenTables>),
    TwentyFive(Box<TwentyFiveTables>),
}

impl KitTables {
    fn new(houses: LayoutHouses) -> Self {
        match houses.layout().side() {
            ..=16 => Self::Sixteen(Box::new(SixteenTables::new(houses))),
            _ => Self::TwentyFive(Box::new(TwentyFiveTables::new(houses))),
        }
    }
}

impl LayoutKit {
    /// Makes the kit of a layout.
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            scheme: Scheme::of_layout(layout),
            distinct: Distinct::Form,
            regions: None,
            tables: KitTables::new(LayoutHouses::new(layout)),
        }
    }

    /// Returns a kit for puzzles with these features. The scheme, the [`Distinct`] rule and the shared regions are
    /// those of this kit.
    #[must_use]
    pub fn with_features(&self, features: CellFeatures) -> Self {
        Self {
            layout: self.layout,
            scheme: self.scheme.clone(),
            distinct: self.distinct,
            regions: self.regions.clone(),
            tables: KitTables::new(LayoutHouses::with_features(self.layout, features)),
        }
    }

    /// Sets the regions that all puzzles share. Changes nothing if `regions` is `None` or has another size, or if
    /// the layout has no regions. Without shared regions, each puzzle of a jigsaw gets regions of its own.
    #[must_use]
    pub fn with_regions(self, regions: Option<Regions>) -> Self {
        let features = CellFeatures::new(regions, None).of_layout(self.layout);
        match features.regions().cloned() {
            None => self,
            regions => Self {
                regions,
                ..self.with_features(features)
            },
        }
    }

    /// Returns the regions that all puzzles share; `None` if each puzzle has regions of its own, or the layout has no
    /// regions.
    pub const fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// Sets the rule by which puzzles count as the same. The ids of the puzzles depend on this rule.
    #[must_use]
    pub fn with_distinct(self, distinct: Distinct) -> Self {
        Self { distinct, ..self }
    }

    /// Returns the rule by which puzzles count as the same.
    pub const fn distinct(&self) -> Distinct {
        self.distinct
    }

    /// Returns the layout.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the scheme of the layout's levels.
    pub const fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// Returns the houses of the layout without the extra rules that [`Layout::plain`] removes; `None` if no rule can
    /// be removed.
    pub fn plain_houses(&self) -> Option<LayoutHouses> {
        let features = || self.houses().features().clone();
        let plain = self.layout.plain()?;
        Some(LayoutHouses::with_features(plain, features()))
    }

    /// Returns the layout's houses.
    pub fn houses(&self) -> &LayoutHouses {
        match &self.tables {
            KitTables::Sixteen(tables) => tables.houses(),
            KitTables::TwentyFive(tables) => tables.houses(),
        }
    }
}

/// A solver of puzzles of one layout by techniques.
#[derive(Debug)]
pub struct PathSolver<'a>(pub(super) SizedSolver<'a>);

/// A solver with the tables for boards up to 16×16, or a solver with the tables for boards up to 25×25.
#[derive(Debug)]
pub(super) enum SizedSolver<'a> {
    Sixteen(Box<TechniqueSolver<&'a SixteenTables>>),
    TwentyFive(Box<TechniqueSolver<&'a TwentyFiveTables>>),
}

impl<'a> PathSolver<'a> {
    /// Makes a solver for the kit's layout with this technique ladder.
    pub fn new(kit: &'a LayoutKit, ladder: &TechniqueLadder) -> Self {
        Self(match &kit.tables {
            KitTables::Sixteen(tables) => {
                let solver = TechniqueSolver::on(&**tables, ladder);
                SizedSolver::Sixteen(Box::new(solver.with_effort_limit(LAYOUT_EFFORT_LIMIT)))
            }
            KitTables::TwentyFive(tables) => {
                let solver = TechniqueSolver::on(&**tables, ladder);
                SizedSolver::TwentyFive(Box::new(solver.with_effort_limit(LARGE_EFFORT_LIMIT)))
            }
        })
    }

    /// Solves a puzzle as far as the ladder goes. The givens are in reading order, 0 for a blank. If the puzzle has
    /// regions or marks of its own, the kit must [have them](LayoutKit::with_features).
    ///
    /// # Panics
    /// If there are more givens than cells. In builds with overflow checks, also if a digit is too large.
    pub fn path(&mut self, givens: &[u8]) -> TechniquePath {
        match &mut self.0 {
            SizedSolver::Sixteen(solver) => solver.path_of(given(givens)),
            SizedSolver::TwentyFive(solver) => solver.path_of(given(givens)),
        }
    }
}

/// Returns the cells that hold a digit, each with the digit.
pub(super) fn given(givens: &[u8]) -> impl Iterator<Item = (LayoutCell, LayoutDigit)> + Clone {
    let numbered = (0..).map(LayoutCell).zip(givens);
    let given = numbered.filter(|(_, value)| **value != 0);
    given.map(|(cell, &value)| (cell, LayoutDigit(value - 1)))
}

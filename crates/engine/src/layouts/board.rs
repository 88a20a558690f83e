//! The board of one puzzle before its clues are chosen: the full grid, and the features that only this puzzle has.
//!
//! The regions of a jigsaw puzzle are drawn first. If no full grid for these regions is found quickly, other
//! regions are drawn. Marks for even and odd are chosen from the full grid. Once the clues are chosen, the marks
//! of their cells are left out, since they add nothing.

use super::kit::LayoutKit;
use super::maker::{LayoutMaker, LayoutPuzzle};
use super::regions::draw_regions;
use crate::bucket::Level;
use crate::grid::{CellFeatures, ExtraRule, LayoutHouses, Parity, Regions};
use crate::seed::Generator;
use crate::solve::fused::Searcher;

/// The maximum number of times that regions are drawn for one puzzle.
const MOST_DRAWINGS: u32 = 1_000;
/// The maximum number of searches for a full grid with one drawing of regions.
const MOST_FILLS: u32 = 2;
/// The maximum number of tries, per cell of the board, in a search for a full grid with one drawing of regions.
const FILL_TRIES_A_CELL: u64 = 4;
/// The average number of cells per even or odd mark. Each cell of the full grid gets a mark with a probability of 1
/// divided by this number.
const CELLS_A_MARK: u32 = 3;

/// The board of one puzzle.
#[derive(Debug)]
pub struct LayoutBoard {
    /// The kit for the puzzle's own regions or marks; `None` if the puzzle has no regions or marks of its own.
    kit: Option<LayoutKit>,
    solution: Vec<u8>,
}

impl LayoutMaker<'_> {
    /// Makes the board of a puzzle: draws the puzzle's own regions and marks, if it has any, and fills a grid. `None`
    /// if no full grid was found within the maximum number of tries.
    pub fn board(&mut self, rng: &mut Generator) -> Option<LayoutBoard> {
        let (kit, layout) = (self.kit(), self.kit().layout());
        let (regions, solution) = match layout.has(ExtraRule::Jigsaw) && kit.regions().is_none() {
            true => {
                let (regions, solution) = filled_regions(kit, rng)?;
                (Some(regions), solution)
            }
            false => (kit.regions().cloned(), self.full_grid(rng)?),
        };
        let marks = layout.has(ExtraRule::EvenOdd).then(|| {
            let mark = |&digit: &u8| (rng.below(CELLS_A_MARK) == 0).then(|| Parity::of(digit));
            solution.iter().map(mark).collect()
        });
        let is_own = marks.is_some() || regions.as_ref() != kit.regions();
        let features = CellFeatures::new(regions, marks);
        Some(LayoutBoard {
            kit: is_own.then(|| kit.with_features(features)),
            solution,
        })
    }
}

/// Draws regions again and again until the search finds a full grid that fits them. Returns `None` if no full grid is
/// found within the maximum numbers of drawings and searches.
fn filled_regions(kit: &LayoutKit, rng: &mut Generator) -> Option<(Regions, Vec<u8>)> {
    let layout = kit.layout();
    let most_tries = FILL_TRIES_A_CELL * layout.cells() as u64;
    (0..MOST_DRAWINGS).find_map(|_| {
        let regions = draw_regions(layout.shape(), rng)?;
        let features = CellFeatures::new(Some(regions.clone()), None);
        let mut searcher = Searcher::of_houses(LayoutHouses::with_features(layout, features));
        let mut fill = |_| searcher.random_grid(&mut |bound| rng.below(bound), most_tries);
        let solution = (0..MOST_FILLS).find_map(&mut fill)?;
        Some((regions, solution))
    })
}

impl LayoutBoard {
    /// Digs a puzzle for a level. Then removes the even or odd marks of cells with clues, since the clues make
    /// these marks superfluous. Returns the clues in reading order, 0 for a blank. `maker` is the maker that made
    /// the board.
    pub fn dig(
        &mut self,
        maker: &mut LayoutMaker<'_>,
        wanted: Level,
        rng: &mut Generator,
    ) -> Vec<u8> {
        let Some(kit) = &self.kit else {
            return maker.dig(&self.solution, wanted, rng);
        };
        let givens = LayoutMaker::new(kit).dig(&self.solution, wanted, rng);
        let features = kit.houses().features();
        if features.has_marks() {
            let cells = givens.iter().enumerate();
            let marks = cells.map(|(cell, &value)| features.mark(cell).filter(|_| value == 0));
            let features = CellFeatures::new(features.regions().cloned(), Some(marks.collect()));
            self.kit = Some(kit.with_features(features));
        }
        givens
    }

    /// Rates the puzzle with these clues, as [`LayoutMaker::rate`] does. `maker` is the maker that made the board.
    pub fn rate(self, maker: &mut LayoutMaker<'_>, givens: Vec<u8>) -> Option<LayoutPuzzle> {
        match &self.kit {
            None => maker.rate(givens, self.solution),
            Some(kit) => LayoutMaker::new(kit).rate(givens, self.solution),
        }
    }
}

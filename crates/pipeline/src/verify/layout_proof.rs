//! Checks one record of a layout other than 9×9. The puzzle must have exactly one solution. If the layout has
//! extra rules, the puzzle must need them: without them, it must have several solutions. The recorded techniques,
//! level and id must be those of the puzzle.

use super::finding::PackProblem;
use crate::grid::{LayoutHouses, ShapedBoard};
use crate::layouts::{LayoutKit, LayoutMaker};
use crate::pack::LayoutRecord;
use crate::solve::fused::{BasicSet, FusedRequest, FusedResult, Searcher};
use crate::solve::layout_cover::LayoutCover;
use std::sync::{Mutex, PoisonError};

/// The maximum number of tries in the search for a puzzle's solutions. With the search that [`LayoutJudge`]
/// chooses, no puzzle of a job needs more than a hundredth of this number.
const MOST_TRIES: u64 = 5_000_000;

/// The maximum number of tries when exact cover searches for two solutions without the layout's extra rules. If exact
/// cover needs more tries for a puzzle, a [`Searcher`] searches that puzzle instead.
const MOST_PLAIN_TRIES: u64 = 50_000;

/// The side of the largest board whose puzzles are proved by exact cover. On 18×18 boards, exact cover leaves some
/// puzzles unproved after [`MOST_TRIES`] tries.
const LARGEST_COVERED: usize = 16;

/// The tools that check records of one layout: a solver and a rater for each thread.
pub(super) struct LayoutProvers<'a> {
    kit: &'a LayoutKit,
    idle: Mutex<Vec<LayoutProver<'a>>>,
}

/// The solvers and the rater of one thread.
struct LayoutProver<'a> {
    judge: LayoutJudge,
    /// The solver without the layout's extra rules; `None` if the layout has none.
    plain: Option<LayoutCover>,
    maker: LayoutMaker<'a>,
}

/// The search that proves that puzzles have one solution.
enum LayoutJudge {
    /// Exact cover, which is not used for making puzzles.
    Cover(LayoutCover),
    /// A [`Searcher`] that uses locked candidates, for boards too large for exact cover. The techniques that solve the
    /// puzzle are a second proof, which shares no code with this search.
    Fused(Searcher),
}

impl LayoutJudge {
    fn new(houses: &LayoutHouses) -> Self {
        match houses.layout().side() {
            ..=LARGEST_COVERED => Self::Cover(LayoutCover::of_houses(houses)),
            _ => Self::Fused(Searcher::of_houses(houses.clone())),
        }
    }

    /// Searches for up to two solutions of a puzzle.
    fn search(&mut self, puzzle: &ShapedBoard) -> FusedResult {
        match self {
            Self::Cover(cover) => cover.search(puzzle, 2, Some(MOST_TRIES)),
            Self::Fused(searcher) => {
                let request = FusedRequest {
                    basic: BasicSet::LOCKED,
                    most_tries: Some(MOST_TRIES),
                    ..FusedRequest::default()
                };
                searcher.search(puzzle, &request)
            }
        }
    }
}

impl<'a> LayoutProvers<'a> {
    pub(super) fn new(kit: &'a LayoutKit) -> Self {
        let idle = Mutex::default();
        Self { kit, idle }
    }

    /// Lists the faults of a record, without comparing it with other records.
    pub(super) fn problems(&self, record: &LayoutRecord) -> Vec<PackProblem> {
        let (features, layout) = (&record.made.features, self.kit.layout());
        let is_of_job = match self.kit.regions() {
            None => true,
            regions => features.regions() == regions,
        };
        if !features.fits(layout) || !is_of_job {
            return vec![PackProblem::Features];
        }
        if layout.has_features() {
            let kit = self.kit.with_features(features.clone());
            return LayoutProver::new(&kit).problems(&kit, record);
        }
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let mut prover = waiting.unwrap_or_else(|| LayoutProver::new(self.kit));
        let problems = prover.problems(self.kit, record);
        idle().push(prover);
        problems
    }
}

impl<'a> LayoutProver<'a> {
    fn new(kit: &'a LayoutKit) -> Self {
        Self {
            judge: LayoutJudge::new(kit.houses()),
            plain: kit.plain_houses().as_ref().map(LayoutCover::of_houses),
            maker: LayoutMaker::new(kit),
        }
    }

    fn problems(&mut self, kit: &LayoutKit, record: &LayoutRecord) -> Vec<PackProblem> {
        let Some([puzzle, solution]) = record.boards(kit.layout().shape()) else {
            return vec![PackProblem::NoGrid];
        };
        if let Some(problem) = self.unproven(kit, &puzzle, &solution) {
            return vec![problem];
        }
        let packed = &record.made;
        let (givens, grid) = (packed.givens.clone(), packed.solution.clone());
        let Some(made) = self.maker.rate(givens, grid) else {
            return vec![PackProblem::NoLevel {
                packed: packed.level,
            }];
        };
        let mut problems = Vec::new();
        if made.id != packed.id {
            problems.push(PackProblem::Id { found: made.id });
        }
        if made.path != packed.path {
            problems.push(PackProblem::Path);
        }
        if made.level != packed.level {
            problems.push(PackProblem::Level {
                packed: packed.level,
                rated: made.level,
            });
        }
        problems
    }

    /// Returns a problem if the solution is not proved to be the puzzle's only solution, or if the puzzle is not
    /// proved to have several solutions without the layout's extra rules.
    fn unproven(
        &mut self,
        kit: &LayoutKit,
        puzzle: &ShapedBoard,
        solution: &ShapedBoard,
    ) -> Option<PackProblem> {
        if !kit.houses().is_full_grid(solution.values()) {
            return Some(PackProblem::NoGrid);
        }
        if !solution.extends(puzzle) {
            return Some(PackProblem::NoSolution);
        }
        let found = self.judge.search(puzzle);
        if found.gave_up {
            return Some(PackProblem::NotProved);
        }
        if found.count != 1 {
            return Some(PackProblem::NotUnique);
        }
        let mut plain = self
            .plain
            .as_mut()?
            .search(puzzle, 2, Some(MOST_PLAIN_TRIES));
        if plain.gave_up && plain.count < 2 {
            // Regions with few clues are hard for exact cover. Two solutions prove themselves, whoever finds them.
            let houses = kit.plain_houses()?;
            plain = LayoutJudge::Fused(Searcher::of_houses(houses)).search(puzzle);
        }
        match (plain.count < 2, plain.gave_up) {
            (false, _) => None,
            (true, true) => Some(PackProblem::NotProved),
            (true, false) => Some(PackProblem::RulesNotNeeded),
        }
    }
}

//! Checks one record of a layout other than 9×9. The puzzle must have exactly one solution and need the layout's
//! rules, and the recorded techniques, level and id must be those of the puzzle.

use super::finding::PackProblem;
use crate::grid::ShapedBoard;
use crate::layouts::{LayoutKit, LayoutMaker};
use crate::pack::LayoutRecord;
use crate::solve::layout_cover::LayoutCover;
use std::sync::{Mutex, PoisonError};

/// The maximum number of tries of the exact cover search for one puzzle, a hundred times the number that any puzzle
/// of a job needs.
const MOST_TRIES: u64 = 5_000_000;

/// The tools that check records of one layout: a solver and a rater for each thread.
pub(super) struct LayoutProvers<'a> {
    kit: &'a LayoutKit,
    idle: Mutex<Vec<LayoutProver<'a>>>,
}

/// The exact cover solver and the rater of one thread.
struct LayoutProver<'a> {
    cover: LayoutCover,
    /// The solver without the layout's extra rules; `None` if the layout has none.
    plain: Option<LayoutCover>,
    maker: LayoutMaker<'a>,
}

impl<'a> LayoutProvers<'a> {
    pub(super) fn new(kit: &'a LayoutKit) -> Self {
        let idle = Mutex::default();
        Self { kit, idle }
    }

    /// Lists the faults of a record, without comparing it with other records.
    pub(super) fn problems(&self, record: &LayoutRecord) -> Vec<PackProblem> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let mut prover = waiting.unwrap_or_else(|| LayoutProver {
            cover: LayoutCover::new(self.kit.layout()),
            plain: self.kit.layout().plain().map(LayoutCover::new),
            maker: LayoutMaker::new(self.kit),
        });
        let problems = prover.problems(self.kit, record);
        idle().push(prover);
        problems
    }
}

impl LayoutProver<'_> {
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

    /// Returns the problem if the solution is not proved to be the puzzle's only solution, or if the puzzle has only
    /// one solution even without the extra rules.
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
        let found = self.cover.search(puzzle, 2, Some(MOST_TRIES));
        if found.gave_up {
            return Some(PackProblem::NotProved);
        }
        if found.count != 1 {
            return Some(PackProblem::NotUnique);
        }
        let plain = self.plain.as_mut()?.search(puzzle, 2, Some(MOST_TRIES));
        (plain.count < 2).then_some(PackProblem::RulesNotNeeded)
    }
}

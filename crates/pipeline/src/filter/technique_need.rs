//! Decides whether a technique is necessary to solve a puzzle.
//!
//! The puzzle is solved again without the technique. All techniques above the HoDoKu level of the puzzle's hardest
//! step are also left out. Otherwise almost no technique would be needed, since chains and nets can replace every
//! easier technique.

use crate::bucket::Scheme;
use crate::grid::Canonical;
use crate::rate::HodokuLevel;
use crate::rate::techniques::{Climbers, Technique, TechniqueLadder, TechniquePath};

/// A prover that decides whether puzzles need a certain technique.
#[derive(Debug, Clone)]
pub(super) struct TechniqueNeed {
    pub technique: Technique,
    ladder: TechniqueLadder,
    /// The solvers without the technique, one for each HoDoKu level: each uses only techniques up to that level.
    without: [Climbers; HodokuLevel::ALL.len()],
}

impl TechniqueNeed {
    /// Creates the prover for this technique in the ladder of a scheme.
    pub(super) fn of(technique: Technique, scheme: &Scheme) -> Self {
        let ladder = scheme.ladder();
        let without = ladder.clone().without(technique);
        Self {
            technique,
            without: HodokuLevel::ALL.map(|level| Climbers::of(&without.clone().within(level))),
            ladder,
        }
    }

    /// Returns whether the puzzle with this canonical form, whose solving path is `path`, needs the technique.
    pub(super) fn holds(&self, form: &Canonical, path: &TechniquePath) -> bool {
        let hardest = self.ladder.hardest(path);
        let is_used = path.rating.is_some() && path.counts[self.technique.index()] > 0;
        let is_solved = |level: HodokuLevel| {
            let without = &self.without[level as usize];
            without.solve(&form.puzzle, Some(&form.solution)).blanks == 0
        };
        is_used && hardest.is_some_and(|rung| !is_solved(rung.level))
    }
}

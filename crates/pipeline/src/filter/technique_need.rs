//! The proof that a puzzle needs a technique: those that are no harder than its hardest don't solve it
//! without.
//!
//! Chains and nets replace every easier technique, so in the whole ladder hardly any would be needed.

use crate::bucket::Scheme;
use crate::grid::Canonical;
use crate::rate::HodokuLevel;
use crate::rate::techniques::{Climbers, Technique, TechniqueLadder, TechniquePath};

/// The prover of the need for one technique.
#[derive(Debug, Clone)]
pub(super) struct TechniqueNeed {
    pub technique: Technique,
    ladder: TechniqueLadder,
    /// The ladder without the technique and without those above each level.
    without: [Climbers; HodokuLevel::ALL.len()],
}

impl TechniqueNeed {
    /// Makes a prover for this technique in the ladder of this scheme.
    pub(super) fn of(technique: Technique, scheme: &Scheme) -> Self {
        let ladder = scheme.ladder();
        let without = ladder.clone().without(technique);
        Self {
            technique,
            without: HodokuLevel::ALL.map(|level| Climbers::of(&without.clone().within(level))),
            ladder,
        }
    }

    /// Returns whether the puzzle with this canonical form, which takes this path, needs the technique.
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

//! Proves that a puzzle needs a rule: the ladder solves the puzzle with the rule, but not without it.
//!
//! Two ladders are compared, one with the rule and one without it. Trial and error can replace any other rule, so
//! both ladders leave it out when another rule is tested. Rules outside the ladder are not considered.

use super::{Preset, Rater, Rating, Rule};
use crate::grid::Canonical;

/// A test of whether puzzles need a certain rule.
#[derive(Debug, Clone)]
pub struct Need {
    rule: Rule,
    /// The ladder with the rule but without trial and error. `None` if the rule is trial and error itself, or if
    /// the preset tries trial and error last or not at all. In these cases, the puzzle's rating is used instead of a
    /// second ladder: a trial that comes last is only made if the other rules can't solve the puzzle.
    with: Option<Rater>,
    /// The ladder without trial and error and without the rule.
    without: Rater,
}

impl Need {
    /// Makes the test for this rule, with the ladder of this preset.
    pub fn of(rule: Rule, preset: &Preset) -> Self {
        let ladder_without = |off: &[Rule]| {
            let on = |rule: &Rule| !off.contains(rule);
            Rater::new(&Preset {
                order: preset.order.iter().copied().filter(on).collect(),
                // Patterns without effect cost time and solve nothing.
                count_hits: Vec::new(),
                ..preset.clone()
            })
        };
        let decides_early = !trial_comes_last(preset) && rule != Rule::Trial;
        Self {
            rule,
            with: decides_early.then(|| ladder_without(&[Rule::Trial])),
            without: ladder_without(&[Rule::Trial, rule]),
        }
    }

    /// Returns the rule for which puzzles are tested.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns whether the puzzle with this canonical form needs the rule. `rating` is the puzzle's rating under the
    /// same preset.
    pub fn holds(&self, form: &Canonical, rating: &Rating) -> bool {
        let took_trial = rating.used[Rule::Trial.index()] > 0;
        let solved_with = if self.rule == Rule::Trial || !took_trial {
            // A rule that did nothing is not needed.
            rating.solved && rating.used[self.rule.index()] > 0
        } else {
            let with = self.with.as_ref();
            with.is_some_and(|ladder| ladder.rate_canonical(form).solved)
        };
        solved_with && !self.without.rate_canonical(form).solved
    }
}

/// Returns whether the preset never uses trial and error, or uses it only when no other rule finds anything.
pub fn trial_comes_last(preset: &Preset) -> bool {
    let before_last = preset.order.split_last().map_or(&[][..], |(_, rest)| rest);
    !before_last.contains(&Rule::Trial)
}

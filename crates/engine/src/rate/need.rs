//! Whether a puzzle needs a rule: the ladder solves it, and no more when the rule is switched off.
//!
//! A trial stands in for every other rule, so the need for one of these is proven with trial off on
//! both sides. Nothing is claimed about rules that the ladder doesn't know.

use super::{Preset, Rater, Rating, Rule};
use crate::grid::Canonical;

/// Proves the need for one rule.
#[derive(Debug, Clone)]
pub struct Need {
    rule: Rule,
    /// The ladder without trial; `None` where trial comes last or never: there a puzzle that took a
    /// trial is known to be stuck without.
    with: Option<Rater>,
    /// The same ladder without the rule.
    without: Rater,
}

impl Need {
    /// A prover for this rule in the ladder of this preset.
    pub fn of(rule: Rule, preset: &Preset) -> Self {
        let ladder_without = |off: &[Rule]| {
            let on = |rule: &Rule| !off.contains(rule);
            Rater::new(&Preset {
                order: preset.order.iter().copied().filter(on).collect(),
                // Idle patterns cost time and solve nothing.
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

    /// The rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether the puzzle with this canonical form, rated so by the same preset, needs the rule.
    pub fn holds(&self, form: &Canonical, rating: &Rating) -> bool {
        let took_trial = rating.used[Rule::Trial.index()] > 0;
        let solved_with = if self.rule == Rule::Trial || !took_trial {
            // A rule that did nothing was not needed.
            rating.solved && rating.used[self.rule.index()] > 0
        } else {
            let with = self.with.as_ref();
            with.is_some_and(|ladder| ladder.rate_canonical(form).solved)
        };
        solved_with && !self.without.rate_canonical(form).solved
    }
}

/// Whether trial is used only where nothing else works, or never.
pub fn trial_comes_last(preset: &Preset) -> bool {
    let before_last = preset.order.split_last().map_or(&[][..], |(_, rest)| rest);
    !before_last.contains(&Rule::Trial)
}

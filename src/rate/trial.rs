//! Rule 14, trial: a cell of two candidates gets one of them, and the other rules follow it up.
//!
//! The paper leaves open what happens when neither a solution nor a contradiction comes of it. We
//! read it so: cells in reading order, the smaller digit first; a digit that leads to a
//! contradiction puts the other one in its place, a digit that leads to the solution ends the
//! puzzle; where neither digit decides, the next cell is tried. Only a decided trial counts.

use super::pass::{Evidence, Pass};
use super::rater::{Outcome, Rater, Tally};
use super::{Passes, TrialCounts};
use crate::grid::{Candidates, CellSet};

impl Rater {
    /// Rule 14.
    pub(super) fn trial<E: Evidence>(
        &self,
        candidates: &Candidates,
        pass: &mut Pass<E>,
        tally: &mut Tally,
    ) {
        for cell in candidates.with_count(2) {
            let digits = candidates.of_cell(cell);
            for tried in digits {
                let mut inner = Tally::default();
                let mut follow = Pass::new(Passes::WholeBoard, ());
                let mut ahead = candidates.clone();
                ahead.place(cell, tried);
                let rules = &self.preset.trial_rules;
                match self.climb(rules, &mut ahead, &mut inner, &mut follow, None) {
                    Outcome::Stuck => continue,
                    Outcome::Broken => {
                        let mut placed = [CellSet::EMPTY; 9];
                        for other in digits.without(tried) {
                            placed[other.index()] = CellSet::of(cell);
                        }
                        return pass.decide(cell, tried, &placed);
                    }
                    Outcome::Solved => {
                        if self.preset.trial_counts == TrialCounts::Steps {
                            tally.add_rules(&inner);
                        }
                        follow.filled[tried.index()] |= CellSet::of(cell);
                        return pass.decide(cell, tried, &follow.filled);
                    }
                }
            }
        }
    }
}

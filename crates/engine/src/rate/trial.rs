//! Rule 14, trial: assumes one of the two candidates of a cell, and follows the consequences by the other rules.
//!
//! The paper leaves open what happens if a digit leads neither to a solution nor to a contradiction. In our
//! interpretation, cells are tried in reading order, the smaller digit first. If a digit leads to the solution, the
//! puzzle is solved. If it leads to a contradiction, the cell's other digit is placed. If neither digit decides, the
//! next cell is tried. Only a decided trial counts.
//!
//! An undecided trial also places digits in other cells. Until the position changes, these digits are not tried in
//! those cells. Their consequences were followed already, so they would not decide either.

use super::ladder::{ClimbCounts, ClimbEnd, Ladder, LadderPosition};
use super::pass::{Evidence, Pass};
use super::{Passes, RULES, TrialCounts};
use crate::grid::CellSet;

impl<'a, E: Evidence> Ladder<'a, E> {
    /// Applies trial and error (rule 14 of Wu 2012): tries the digits of cells with two candidates, until the
    /// consequences of one digit lead to the solution or to a contradiction.
    pub(super) fn trial(&mut self, position: &LadderPosition) {
        let mut undecided = [CellSet::EMPTY; 9];
        let [_, more_than_one, more_than_two] = position.candidates.more_than();
        for cell in more_than_one - more_than_two {
            let digits = position.candidates.of_cell(cell);
            for tried in digits {
                if undecided[tried.index()].contains(cell) {
                    continue;
                }
                let mut ahead = position.clone();
                ahead.place(cell, tried);
                let mut follow = self.follow_up();
                let outcome = follow.climb(&mut ahead);
                let mut filled = follow.pass.filled;
                filled[tried.index()] |= CellSet::of(cell);
                match outcome {
                    ClimbEnd::Stuck => {
                        for (known, filled) in undecided.iter_mut().zip(filled) {
                            *known |= filled;
                        }
                    }
                    ClimbEnd::Broken => {
                        let other = digits.without(tried);
                        let mut placed = [CellSet::EMPTY; 9];
                        other.for_each(|digit| placed[digit.index()] = CellSet::of(cell));
                        return self.pass.decide(cell, tried, &placed);
                    }
                    ClimbEnd::Solved => {
                        if self.preset.trial_counts == TrialCounts::Steps {
                            let counts = self.tally.rules.iter_mut().zip(follow.tally.rules);
                            counts.for_each(|(count, inner)| *count += inner);
                        }
                        return self.pass.decide(cell, tried, &filled);
                    }
                }
            }
        }
    }

    /// Makes the ladder that follows the consequences of a tried digit. It counts patterns without effect only if the
    /// steps of trials are counted.
    fn follow_up(&self) -> Ladder<'a, ()> {
        let counts = self.preset.trial_counts == TrialCounts::Steps;
        Ladder {
            preset: self.preset,
            order: &self.preset.trial_rules,
            idle: if counts { self.idle } else { [false; RULES] },
            solution: None,
            tally: ClimbCounts::default(),
            pass: Pass::new(Passes::WholeBoard, ()),
        }
    }
}

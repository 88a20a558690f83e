//! Collects the samples from which rates are estimated. A sample is one step of a log, with its time and the
//! number of ways that each rule offers for this step.

use super::{Log, RateForm};
use crate::rate::Rule;

/// The numbers of ways to make one step of a log, with the time of the step.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The number of ways in which each rule leads to the filled cell.
    pub chosen: Vec<f64>,
    /// The number of ways in which each rule leads to any cell.
    pub open: Vec<f64>,
    /// The time of the step, in seconds.
    pub seconds: f64,
}

/// The steps, from all logs, that at least one of the rules explains.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Samples {
    /// The rules, in the order of the counts in a sample.
    pub logics: Vec<Rule>,
    /// The steps that a rule explains.
    pub steps: Vec<Sample>,
    /// The number of steps that no rule explains. Such steps say nothing about rates and are left out.
    pub unexplained: usize,
}

impl Samples {
    /// Returns the steps of these logs, with counts for these rules.
    pub fn of(logs: &[Log], logics: &[Rule]) -> Self {
        let mut samples = Self {
            logics: logics.to_vec(),
            ..Self::default()
        };
        for log in logs {
            let mut state = log.start();
            for played in &log.moves {
                let paths = state.paths(logics);
                let count = |to_cell: bool| -> Vec<f64> {
                    let counted = paths
                        .iter()
                        .filter(|path| !to_cell || path.cell == played.cell);
                    let mut counts = vec![0.0; logics.len()];
                    for path in counted {
                        let place = logics.iter().position(|&logic| logic == path.logic);
                        if let Some(place) = place {
                            counts[place] += 1.0;
                        }
                    }
                    counts
                };
                let (chosen, open) = (count(true), count(false));
                if chosen.iter().all(|&count| count == 0.0) {
                    samples.unexplained += 1;
                } else {
                    samples.steps.push(Sample {
                        chosen,
                        open,
                        seconds: played.seconds,
                    });
                }
                state.fill(played.cell);
            }
        }
        samples
    }

    /// Returns three values (c, w, t) for each step: the vectors c and w, with a number for each rule, and the time t
    /// of the step. At the rates λ, the probability density of this time is (c·λ) e^(−t (w·λ)).
    pub(super) fn terms(&self, form: RateForm) -> Vec<(Vec<f64>, Vec<f64>, f64)> {
        let term = |step: &Sample| {
            let sum: f64 = step.chosen.iter().sum();
            let mean: Vec<f64> = step.chosen.iter().map(|count| count / sum).collect();
            match form {
                RateForm::Averaged => (mean.clone(), mean, step.seconds),
                RateForm::Race => (step.chosen.clone(), step.open.clone(), step.seconds),
            }
        };
        self.steps.iter().map(term).collect()
    }
}

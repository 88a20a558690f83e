//! Estimates a player's rates by maximum likelihood, with standard errors, for any number of rules and logs.
//!
//! With either [`RateForm`], the time t of a step has the density c·λ e^(−t w·λ). The vector λ has the rates of
//! the rules; c and w come from the counts of paths. The log-likelihood is concave in λ, so every local maximum is
//! a global one.
//!
//! The search begins with the multiplicative rule of Richardson (1972) and Lucy (1974), which keeps λ ≥ 0 and
//! never decreases the likelihood. Newton's method follows. Standard errors are the square roots of the diagonal
//! of the inverse of the observed information at the maximum.

use super::{Player, RateForm, RatesError, Samples};
use crate::rate::Rule;

/// The estimated rate of one rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The rule.
    pub logic: Rule,
    /// The rate of the rule, in steps per second; 0 if the likelihood is largest without the rule.
    pub rate: f64,
    /// The standard error of the rate; `None` if the rate is 0, and for every rule if some rules can't be
    /// distinguished.
    pub error: Option<f64>,
    /// The number of steps in which this rule leads to the filled cell.
    pub steps: usize,
}

/// The rates that make a set of logs most likely.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The formula that computes the time of a step from the rates.
    pub form: RateForm,
    /// The estimates of all rules that lead to a filled cell in one of the logs, in the order of the samples' rules.
    pub estimates: Vec<Estimate>,
    /// The logarithm of the largest likelihood.
    pub log_likelihood: f64,
}

/// The reason why rates can't be estimated from logs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// No rule explains any step of the logs.
    #[error("none of the rules asked for explains any step of the logs")]
    NothingExplained,
}

const MULTIPLICATIVE_ROUNDS: usize = 2_000;
const NEWTON_ROUNDS: usize = 50;
/// The limit on the relative change of each rate in a round of the Richardson–Lucy rule. The rounds end when every
/// rate changes by less.
const STANDSTILL: f64 = 1e-12;
/// The rate, relative to the largest rate, below which a rate counts as 0.
const VANISHING: f64 = 1e-8;

impl Fit {
    /// Returns the rates that make these steps most likely.
    ///
    /// # Errors
    /// If the samples have no steps.
    pub fn of(samples: &Samples, form: RateForm) -> Result<Self, FitError> {
        let mut problem = RatesProblem::new(samples, form);
        if problem.terms.is_empty() {
            return Err(FitError::NothingExplained);
        }
        problem.climb();
        problem.polish();
        let errors = problem.errors();
        let found = problem.places.iter().zip(&problem.rates).zip(errors);
        let estimates = found.map(|((&place, &rate), error)| Estimate {
            logic: samples.logics[place],
            rate,
            error,
            steps: samples
                .steps
                .iter()
                .filter(|it| it.chosen[place] > 0.0)
                .count(),
        });
        Ok(Self {
            form,
            estimates: estimates.collect(),
            log_likelihood: problem.height(&problem.rates),
        })
    }

    /// Returns the player with these rates.
    ///
    /// # Errors
    /// If every rate is 0, or a rate above 0 is not from 1e-9 to 1e9.
    pub fn player(&self) -> Result<Player, RatesError> {
        let known = self.estimates.iter().filter(|it| it.rate > 0.0);
        Player::new(self.form, known.map(|it| (it.logic, it.rate)))
    }
}

struct RatesProblem {
    terms: Vec<(Vec<f64>, Vec<f64>, f64)>,
    /// The rules that lead to a filled cell, as indices into the list of the samples' rules.
    places: Vec<usize>,
    rates: Vec<f64>,
}

impl RatesProblem {
    fn new(samples: &Samples, form: RateForm) -> Self {
        let all = samples.terms(form);
        let occurs = |&place: &usize| all.iter().any(|(c, ..)| c[place] > 0.0);
        let places: Vec<usize> = (0..samples.logics.len()).filter(occurs).collect();
        let only = |list: &[f64]| places.iter().map(|&place| list[place]).collect();
        let terms: Vec<_> = all.iter().map(|(c, w, t)| (only(c), only(w), *t)).collect();
        let seconds: f64 = terms
            .iter()
            .map(|(_, w, t): &(_, Vec<f64>, _)| w.iter().sum::<f64>() * t)
            .sum();
        let rates = vec![terms.len() as f64 / seconds; places.len()];
        Self {
            terms,
            places,
            rates,
        }
    }

    /// Returns the logarithm of the likelihood of all steps at these rates.
    fn height(&self, rates: &[f64]) -> f64 {
        let of = |(c, w, t): &(Vec<f64>, Vec<f64>, f64)| dot(c, rates).ln() - t * dot(w, rates);
        self.terms.iter().map(of).sum()
    }

    fn climb(&mut self) {
        let burden: Vec<f64> = (0..self.rates.len())
            .map(|n| self.terms.iter().map(|(_, w, t)| w[n] * t).sum())
            .collect();
        for _ in 0..MULTIPLICATIVE_ROUNDS {
            let mut gain = vec![0.0; self.rates.len()];
            for (c, ..) in &self.terms {
                let rate = dot(c, &self.rates);
                for (gain, c) in gain.iter_mut().zip(c) {
                    *gain += c / rate;
                }
            }
            let mut change: f64 = 0.0;
            for ((rate, gain), burden) in self.rates.iter_mut().zip(gain).zip(&burden) {
                *rate *= gain / burden;
                change = change.max((gain / burden - 1.0).abs());
            }
            if change < STANDSTILL {
                break;
            }
        }
        let largest = self.rates.iter().copied().fold(0.0, f64::max);
        for rate in &mut self.rates {
            if *rate < VANISHING * largest {
                *rate = 0.0;
            }
        }
    }

    /// Returns the indices of the rates that are above 0.
    fn alive(&self) -> Vec<usize> {
        (0..self.rates.len())
            .filter(|&n| self.rates[n] > 0.0)
            .collect()
    }

    /// Returns the negative second derivatives of the log-likelihood, for the rates that are above 0.
    fn information(&self, alive: &[usize]) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; alive.len()]; alive.len()];
        for (c, ..) in &self.terms {
            let square = dot(c, &self.rates).powi(2);
            for (row, &a) in matrix.iter_mut().zip(alive) {
                for (cell, &b) in row.iter_mut().zip(alive) {
                    *cell += c[a] * c[b] / square;
                }
            }
        }
        matrix
    }

    fn polish(&mut self) {
        let alive = self.alive();
        for _ in 0..NEWTON_ROUNDS {
            let Some(inverse) = inverse(self.information(&alive)) else {
                return;
            };
            let slope: Vec<f64> = alive
                .iter()
                .map(|&n| {
                    let of = |(c, w, t): &(Vec<f64>, Vec<f64>, f64)| {
                        c[n] / dot(c, &self.rates) - t * w[n]
                    };
                    self.terms.iter().map(of).sum()
                })
                .collect();
            let mut next = self.rates.clone();
            for (row, &n) in inverse.iter().zip(&alive) {
                next[n] += dot(row, &slope);
            }
            let better = next.iter().all(|&rate| rate >= 0.0)
                && self.height(&next) > self.height(&self.rates);
            if !better {
                return;
            }
            self.rates = next;
        }
    }

    fn errors(&self) -> Vec<Option<f64>> {
        let alive = self.alive();
        let mut errors = vec![None; self.rates.len()];
        if let Some(inverse) = inverse(self.information(&alive)) {
            for (place, &n) in alive.iter().enumerate() {
                errors[n] = Some(inverse[place][place].sqrt()).filter(|error| error.is_finite());
            }
        }
        errors
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the inverse of a matrix by Gauss–Jordan elimination with the largest pivot of each column, or `None`
/// if the matrix is almost singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (n, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == n))));
    }
    let largest = matrix
        .iter()
        .flatten()
        .fold(0.0, |a: f64, b| a.max(b.abs()));
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| {
            let size = |row: usize| matrix[row][column].abs();
            size(a).total_cmp(&size(b))
        })?;
        if matrix[pivot][column].abs() < 1e-12 * largest {
            return None;
        }
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|cell| *cell /= scale);
        let pivot_row = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(n, _)| *n != column) {
            let times = row[column];
            for (cell, pivot) in row.iter_mut().zip(&pivot_row) {
                *cell -= times * pivot;
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

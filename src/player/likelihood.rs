//! Computes how likely each way to make a step is, by equations of Wang 2009: the probability that the player takes
//! this way (2.5), and the same probability if the step took t seconds (2.6). Also computes the probability that the
//! step fills a cell (2.7), and the ratio of this probability to that of the likeliest cell (3.17).
//!
//! The equations are used as printed. Equation 2.6 weighs a way with its own density at time t. In a true race of
//! independent exponential times, the winner doesn't depend on the time, so 2.6 would equal 2.5. `docs/player.md`
//! discusses the difference.

use super::{Path, Player};
use crate::grid::Cell;

/// Returns the probability of each path, in the order of `paths` (Wang 2009, equation 2.5). Each path is one way to
/// make the next step.
pub fn priors(paths: &[Path], player: &Player) -> Vec<f64> {
    shares(paths.iter().map(|path| player.rate(path.logic).ln()))
}

/// Returns the probability of each path if the step took `seconds`, in the order of `paths` (Wang 2009, equation 2.6).
/// Each path is one way to make the next step.
pub fn posteriors(paths: &[Path], player: &Player, seconds: f64) -> Vec<f64> {
    shares(paths.iter().map(|path| {
        let rate = player.rate(path.logic);
        2.0 * rate.ln() - rate * seconds
    }))
}

/// Returns the probability that the next step fills this cell, which is the sum over the paths to the cell (Wang
/// 2009, equation 2.7).
pub fn cell_probability(paths: &[Path], probabilities: &[f64], cell: Cell) -> f64 {
    let both = paths.iter().zip(probabilities);
    both.filter(|(path, _)| path.cell == cell)
        // The sum of an empty iterator would be −0 and be printed with the sign.
        .fold(0.0, |sum, (_, probability)| sum + probability)
}

/// Returns the probability that the step fills this cell, divided by the probability of the likeliest cell (Wang 2009,
/// equation 3.17). Returns 0 if no path leads to the cell.
pub fn likelihood_ratio(paths: &[Path], player: &Player, cell: Cell, seconds: f64) -> f64 {
    let probabilities = posteriors(paths, player, seconds);
    let of = |cell| cell_probability(paths, &probabilities, cell);
    let most = paths.iter().map(|path| of(path.cell)).fold(0.0, f64::max);
    if most == 0.0 { 0.0 } else { of(cell) / most }
}

/// Returns weights divided by their sum. The weights are given by their logarithms. The largest logarithm is subtracted
/// first, because small weights would underflow otherwise.
fn shares(logarithms: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
    let most = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    let mut shares: Vec<f64> = logarithms.map(|one| (one - most).exp()).collect();
    let sum: f64 = shares.iter().sum();
    for share in &mut shares {
        *share /= sum;
    }
    shares
}

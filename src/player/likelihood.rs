//! The probability of each path: before anything is known of the time (2.5), after the time is
//! known (2.6), summed over the paths to a cell (2.7), and compared with the likeliest cell (3.17).
//!
//! All as printed. (2.6) weighs a path with its own density at t. In a true race of independent
//! exponential times the winner doesn't depend on the time at all, and the posterior would be the
//! prior: `docs/player.md` says what that costs.

use super::{Path, Player};
use crate::grid::Cell;

/// Returns the probability of each path (2.5), in their order.
pub fn priors(paths: &[Path], player: &Player) -> Vec<f64> {
    shares(paths.iter().map(|path| player.rate(path.logic).ln()))
}

/// Returns the probability of each path, in their order, given that the state took `seconds` (2.6).
pub fn posteriors(paths: &[Path], player: &Player, seconds: f64) -> Vec<f64> {
    shares(paths.iter().map(|path| {
        let rate = player.rate(path.logic);
        2.0 * rate.ln() - rate * seconds
    }))
}

/// Returns the probability that this cell is filled, given one probability for each path (2.7).
pub fn cell_probability(paths: &[Path], probabilities: &[f64], cell: Cell) -> f64 {
    let both = paths.iter().zip(probabilities);
    both.filter(|(path, _)| path.cell == cell)
        // An empty sum would be −0, and be printed so.
        .fold(0.0, |sum, (_, probability)| sum + probability)
}

/// Returns the probability of the cell divided by that of the likeliest cell (3.17); 0 where no
/// path leads to it.
pub fn likelihood_ratio(paths: &[Path], player: &Player, cell: Cell, seconds: f64) -> f64 {
    let probabilities = posteriors(paths, player, seconds);
    let of = |cell| cell_probability(paths, &probabilities, cell);
    let most = paths.iter().map(|path| of(path.cell)).fold(0.0, f64::max);
    if most == 0.0 { 0.0 } else { of(cell) / most }
}

/// Returns weights given by their logarithms, divided by their sum. Long times would underflow
/// without taking the largest out first.
fn shares(logarithms: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
    let most = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    let mut shares: Vec<f64> = logarithms.map(|one| (one - most).exp()).collect();
    let sum: f64 = shares.iter().sum();
    for share in &mut shares {
        *share /= sum;
    }
    shares
}

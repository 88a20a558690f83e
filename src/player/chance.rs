//! The random choices of a simulated player: a path, and a time.

use super::{Path, Player};
use crate::seed::Generator;

/// Draws a path by its prior (2.5); `None` if there is none.
pub(super) fn pick(paths: &[Path], player: &Player, rng: &mut Generator) -> Option<Path> {
    let total: f64 = paths.iter().map(|path| player.rate(path.logic)).sum();
    let mut left = total * rng.unit();
    for path in paths {
        left -= player.rate(path.logic);
        if left <= 0.0 {
            return Some(*path);
        }
    }
    paths.last().copied()
}

/// Draws an exponential time of this rate, in seconds.
pub(super) fn time(rate: f64, rng: &mut Generator) -> f64 {
    -rng.unit().ln() / rate
}

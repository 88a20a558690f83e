//! Fits the rates of two rules to logs, as in Wang 2009. The best rates have the smallest [r](Minimum::r)
//! (equations 3.19 and 3.20), which is 0 for a perfect fit. Three grids of rates are searched. The second and
//! third grids are each ten times finer than the grid before, and lie around the best point of that grid.

use super::{RateForm, Samples};

/// A square grid of pairs of rates. It begins at `first`, and the step is the same for both rates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateGrid {
    /// The first value of each rate, in steps per second.
    pub first: [f64; 2],
    /// The distance between neighbouring values of a rate.
    pub step: f64,
    /// The number of values of each rate.
    pub points: usize,
}

impl RateGrid {
    /// The first grid of Wang 2009, on which each rate goes from 0.04 to 0.50 in steps of 0.01.
    pub const PAPER: Self = Self {
        first: [0.04; 2],
        step: 0.01,
        points: 47,
    };

    fn at(&self, place: [usize; 2]) -> [f64; 2] {
        // In whole steps from 0, so that the value is exactly the decimal 0.0904, for example.
        let per_unit = (1.0 / self.step).round();
        [0, 1].map(|n| ((self.first[n] * per_unit).round() + place[n] as f64) / per_unit)
    }

    /// Returns a finer grid around a point of this grid, with a tenth of this grid's step. For each rate, the finer
    /// grid reaches from one step of this grid below the point to one step above it. If the finer grid would begin
    /// below the finer step, the grid is moved up to begin at the finer step.
    fn around(&self, point: [f64; 2]) -> Self {
        let step = self.step / 10.0;
        Self {
            first: point.map(|rate| (rate - self.step).max(step)),
            step,
            points: 21,
        }
    }
}

/// The point of a grid of rates with the smallest r = r₁² + r₂² (Wang 2009, equations 3.19 and 3.20). Here r₁ and
/// r₂ are sums, one for each rule, of the differences between expected and actual times of the steps. Each
/// difference is weighted by the rule's share of the ways to fill the cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Minimum {
    /// The two rates at the minimum, in steps per second.
    pub rates: [f64; 2],
    /// The value of r at the minimum; 0 for a perfect fit.
    pub r: f64,
}

/// Returns the points with the smallest [r](Minimum::r) on the grid `first` and on two finer grids. Each finer grid
/// lies around the point found on the grid before. Returns `None` unless there are exactly two rules and at least
/// one step.
pub fn three_grids(samples: &Samples, first: RateGrid) -> Option<[Minimum; 3]> {
    if samples.logics.len() != 2 || samples.steps.is_empty() {
        return None;
    }
    let terms = samples.terms(RateForm::Averaged);
    let r = |rates: [f64; 2]| -> f64 {
        let mut sums = [0.0; 2];
        for (mean, _, seconds) in &terms {
            let rate = mean[0] * rates[0] + mean[1] * rates[1];
            let excess = 1.0 / rate - seconds;
            sums[0] += mean[0] * excess;
            sums[1] += mean[1] * excess;
        }
        sums[0] * sums[0] + sums[1] * sums[1]
    };
    let smallest = |grid: RateGrid| {
        let places = (0..grid.points).flat_map(|a| (0..grid.points).map(move |b| [a, b]));
        let minima = places.map(|place| Minimum {
            rates: grid.at(place),
            r: r(grid.at(place)),
        });
        minima.min_by(|a, b| a.r.total_cmp(&b.r))
    };
    let coarse = smallest(first)?;
    let second = first.around(coarse.rates);
    let middle = smallest(second)?;
    let fine = smallest(second.around(middle.rates))?;
    Some([coarse, middle, fine])
}

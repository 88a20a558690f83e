//! The time that a run spends in each computing stage.

use std::ops::AddAssign;
use std::time::Duration;

/// Time spent in each computing stage, summed over threads.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct StageTimes {
    /// Making full grids.
    pub create: Duration,
    /// Digging.
    pub dig: Duration,
    /// The canonical form, rating, and the level that follows from it.
    pub rate: Duration,
}

impl AddAssign for StageTimes {
    fn add_assign(&mut self, other: Self) {
        self.create += other.create;
        self.dig += other.dig;
        self.rate += other.rate;
    }
}

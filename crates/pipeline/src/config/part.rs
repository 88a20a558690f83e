//! Several packs of one job: one run makes the puzzles of all, and each pack says which it is.

use super::Job;
use crate::bucket::Quotas;
use serde::{Deserialize, Serialize};

/// The most packs that one run makes.
pub const MOST_PACKS: u64 = 99_999;

/// Which of several packs a job is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Which one, from 1; `None` in the job of the run that makes them all, whose quotas are those
    /// of all packs together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// How many there are, 1 to [`MOST_PACKS`].
    pub of: u64,
}

impl Job {
    /// How many packs a run of this job makes; `None` if one that is no part of anything.
    pub fn packs(&self) -> Option<u64> {
        self.part.map(|part| part.of)
    }

    /// The job of one of the packs that this run makes, by its number from 1: with a pack's quotas.
    #[must_use]
    pub fn of_part(&self, number: u64) -> Self {
        let of = self.packs().unwrap_or(1).max(1);
        let levels = || self.scheme.levels();
        let share =
            |quotas: &Quotas| Quotas::new(levels().map(|level| quotas.of(level) / of).collect());
        Self {
            quotas: self.quotas.as_ref().map(share),
            part: Some(Part {
                number: Some(number),
                of,
            }),
            ..self.clone()
        }
    }
}

//! The finished packs of a run, with what their manifests count.

use super::tally::Tally;
use crate::bucket::PerLevel;
use crate::config::Job;
use crate::pack::Manifest;
use std::path::{Path, PathBuf};

/// A finished pack of the same job, or all the packs of one.
pub struct Made {
    /// Its folder; of several packs the name without their numbers.
    pub folder: PathBuf,
    /// The job that it records.
    pub job: Job,
    /// Its counts.
    pub tally: Tally,
    /// Number of refused entries of its list.
    pub refused: u64,
    /// The packs, where several were asked for.
    pub parts: Vec<PartMade>,
}

impl Made {
    /// Adds the puzzles and packs of another pack of the same run.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.tally.add_part(&other.tally);
        self.parts.extend(other.parts);
        self
    }
}

/// A pack of a run that makes several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartMade {
    /// Its folder.
    pub folder: PathBuf,
    /// Number of puzzles that it holds of each level, easiest first.
    pub made: PerLevel<u64>,
    /// `true` if it was there before this process began to write packs.
    pub was_there: bool,
}

impl PartMade {
    /// Returns a pack that was there before, as its manifest describes it.
    pub(super) fn found(folder: &Path, manifest: &Manifest) -> Self {
        Self {
            folder: folder.to_owned(),
            made: std::array::from_fn(|level| manifest.levels.get(level).map_or(0, |it| it.made)),
            was_there: true,
        }
    }
}

//! Defines the manifest of a pack, `pack.json`, and the report of its run, `run.json`.
//!
//! The manifest depends only on the job and on the program's version, so every run of the job writes the same
//! bytes. Values that can differ between runs are in `run.json`, which nothing verifies.
//!
//! The manifest lists the hashes of the levels' files. Its last entry is a seal, the BLAKE3 hash of all bytes
//! before it, which verifies the manifest itself.

use super::error::ManifestProblem;
use super::record_form::RecordForm;
use crate::bucket::{Level, PerLevel, Scheme};
use crate::config::Job;
use crate::record::RecordVersion;
use serde::{Deserialize, Serialize};

/// The version of the algorithm that makes a candidate puzzle from a job and a number. While the version stays the
/// same, a job makes the same pack, byte for byte.
pub const ALGORITHM: u32 = 1;

const FREEDOM: &str = "The puzzles of this pack are free of any claim by the authors of the \
                       program that made them: print, sell, change and share them as you like.";

/// The manifest of a pack: the job, the counts of the puzzles made, and the files with their hashes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the pack's format, which is the [version](RecordVersion) of its records.
    pub schema: u32,
    /// The version of the program that made the pack.
    pub program: String,
    /// The version of the algorithm that made the puzzles; see [`ALGORITHM`].
    pub algorithm: u32,
    /// The sentence that permits everyone to use the puzzles in any way.
    pub freedom: String,
    /// All settings that the puzzles depend on.
    pub job: Job,
    /// The number of candidate puzzles that the run used. They are numbered from 0 to `numbers` − 1.
    pub numbers: u64,
    /// The levels of the job's scheme, easiest first.
    pub levels: Vec<LevelSummary>,
    /// The numbers of candidate puzzles that were dropped, by reason.
    pub dropped: DropCounts,
    /// The number of random patterns that the Las Vegas method tried; `None` for other methods.
    pub las_vegas_attempts: Option<u64>,
    /// The format of the records; `None` for version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordForm>,
    /// The files of all levels, in the order of their names.
    pub files: Vec<FileEntry>,
}

/// The counts of one level: the puzzles wanted, made and rated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelSummary {
    /// The name of the level in the scheme.
    pub level: String,
    /// The number of puzzles wanted; `None` if the job has no quotas.
    pub wanted: Option<u64>,
    /// The number of the level's puzzles in the pack.
    pub made: u64,
    /// The number of candidate puzzles rated into this level, including those whose puzzles are not in the pack.
    pub rated: u64,
}

/// The numbers of candidate puzzles that were dropped, by reason. Puzzles of a level whose quota was full are not
/// included. If the job makes a single pack, the number of these puzzles is the sum of `rated` − `made` over all
/// levels, minus `repeats`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DropCounts {
    /// The number of puzzles equal to a puzzle that was already kept or published.
    pub repeats: u64,
    /// The number of candidates that got no level because their number of clues after digging was outside the wanted
    /// range.
    pub out_of_range: u64,
    /// The number of puzzles for which the scheme has no level.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub no_level: u64,
    /// The number of puzzles that got no level because the job's filters rejected them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub filtered: u64,
    /// The number of entries of the job's list that are not a puzzle with exactly one solution.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub refused: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // what serde asks for
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// An entry in the manifest for one file of the pack, with the size and the hash by which the file is verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// The file's name in the pack's folder.
    pub name: String,
    /// The file's size in bytes.
    pub bytes: u64,
    /// The file's BLAKE3 hash, as 64 hexadecimal digits.
    pub blake3: String,
}

/// The counts that a pack's manifest needs and that the files of the levels don't contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// The number of candidate puzzles used.
    pub numbers: u64,
    /// The number of candidate puzzles rated into each level. The easiest level comes first.
    pub rated: PerLevel<u64>,
    /// The numbers of dropped candidates, by reason.
    pub dropped: DropCounts,
    /// The number of random patterns that the Las Vegas method tried; `None` for other methods.
    pub las_vegas_attempts: Option<u64>,
}

/// The time and the speed of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// The start time of the run that finished the pack, in UTC, in the format of RFC 3339.
    pub started: String,
    /// The end time of the run, in the same format as the start time.
    pub ended: String,
    /// The elapsed time in seconds.
    pub seconds: f64,
    /// The number of worker threads.
    pub threads: usize,
    /// The number of candidate puzzles that this run made. This number is smaller than the number in the manifest if
    /// the run continued an earlier run.
    pub candidates: u64,
    /// The number of candidate puzzles made per second.
    pub candidates_per_second: f64,
    /// The time spent in each stage, summed over all threads.
    pub stage_seconds: StageSeconds,
}

/// The seconds spent in each computing stage, summed over all threads.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct StageSeconds {
    /// The seconds spent making full grids.
    pub create: f64,
    /// The seconds spent digging puzzles.
    pub dig: f64,
    /// The seconds spent rating puzzles.
    pub rate: f64,
}

impl Manifest {
    /// Creates the manifest of a pack made by this program.
    pub(super) fn new(
        job: Job,
        summary: &Summary,
        made: PerLevel<u64>,
        files: Vec<FileEntry>,
    ) -> Self {
        let of_level = |level: Level| LevelSummary {
            level: job.scheme.level_name(level).to_owned(),
            wanted: job.quotas.as_ref().map(|quotas| quotas.of(level)),
            made: made[level.index()],
            rated: summary.rated[level.index()],
        };
        let levels = job.scheme.levels().map(of_level).collect();
        Self {
            schema: job.record_version().number(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            algorithm: ALGORITHM,
            freedom: FREEDOM.to_owned(),
            record: RecordForm::of(&job),
            job,
            numbers: summary.numbers,
            levels,
            dropped: summary.dropped,
            las_vegas_attempts: summary.las_vegas_attempts,
            files,
        }
    }

    /// Returns the version of the pack's records.
    pub fn record_version(&self) -> RecordVersion {
        self.job.record_version()
    }

    /// Returns the counts of this level: puzzles wanted, made and rated.
    pub fn level(&self, level: Level) -> &LevelSummary {
        &self.levels[level.index()]
    }

    /// Returns the share of candidate puzzles that were rated into a level; 0 if no candidate was used.
    pub fn yield_of(&self, level: Level) -> f64 {
        self.level(level).rated as f64 / self.numbers.max(1) as f64
    }

    /// Returns the number of puzzles in the pack.
    pub fn made(&self) -> u64 {
        self.levels
            .iter()
            .fold(0, |sum, level| sum.saturating_add(level.made))
    }

    /// Returns the text of `pack.json`, including the seal at its end.
    ///
    /// # Errors
    /// If serde can't write the manifest as JSON, which is not known to happen.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string_pretty(self)?;
        // The closing brace is removed to make room for the seal.
        text.truncate(text.trim_end_matches('}').trim_end().len());
        text.push_str(",\n");
        let seal = blake3::hash(text.as_bytes());
        text.push_str(&seal_line(&seal));
        Ok(text)
    }

    /// Reads a manifest from the text of a `pack.json`.
    ///
    /// # Errors
    /// If the seal does not match the text, or the text is not a manifest that this program can read.
    pub fn from_text(text: &[u8]) -> Result<Self, ManifestProblem> {
        /// The part of a manifest that is read first: the field with the format. Every manifest has this field,
        /// even in formats that are newer than this program.
        #[derive(Deserialize)]
        struct Format {
            schema: u64,
        }

        let seal_bytes = seal_line(&blake3::hash(b"")).len();
        let at = text.len().checked_sub(seal_bytes);
        let (sealed, line) = text.split_at(at.ok_or(ManifestProblem::NoSeal)?);
        if !line.starts_with(b"  \"seal\": \"") {
            return Err(ManifestProblem::NoSeal);
        }
        if line != seal_line(&blake3::hash(sealed)).as_bytes() {
            return Err(ManifestProblem::BrokenSeal);
        }
        // The message quotes names of fields, which may hold line breaks.
        let in_one_line = |text: String| text.replace(char::is_control, "\u{FFFD}");
        let refuse =
            |error: serde_json::Error| ManifestProblem::Content(in_one_line(error.to_string()));
        let format: Format = serde_json::from_slice(text).map_err(refuse)?;
        let layouts = RecordVersion::Layout {
            cells: 0,
            has_features: false,
        };
        let mut known = RecordVersion::ALL.into_iter().chain([layouts]);
        if !known.any(|it| format.schema == u64::from(it.number())) {
            return Err(ManifestProblem::Schema(format.schema));
        }
        let manifest: Self = serde_json::from_slice(text).map_err(refuse)?;
        let version = manifest.record_version();
        // The size of records decides where each record is read.
        if manifest.schema != version.number() || manifest.record != RecordForm::of(&manifest.job) {
            return Err(ManifestProblem::Records {
                schema: manifest.schema,
                wanted: version.number(),
            });
        }
        // Level names become file names, and levels become list indices, so both are checked before
        // the manifest is used.
        let scheme = &manifest.job.scheme;
        scheme.check().map_err(|source| ManifestProblem::Scheme {
            name: scheme.name.clone(),
            source,
        })?;
        if manifest.levels.len() != scheme.levels.len() {
            return Err(ManifestProblem::Levels {
                listed: manifest.levels.len(),
                scheme: scheme.levels.len(),
            });
        }
        Ok(manifest)
    }
}

/// Returns the seal at the end of a manifest's text.
pub(super) fn seal_of(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let seal = text.rsplit('"').nth(1);
    seal.unwrap_or_default().to_owned()
}

fn seal_line(seal: &blake3::Hash) -> String {
    format!("  \"seal\": \"{seal}\"\n}}\n")
}

/// Returns the name of a level's file of records, such as `1-easy.pack`.
pub fn pack_file(scheme: &Scheme, level: Level) -> String {
    format!("{}-{}.pack", level.number(), scheme.level_name(level))
}

/// Returns the name of a level's text file with one puzzle per line, such as `1-easy.sdm`.
pub fn sdm_file(scheme: &Scheme, level: Level) -> String {
    format!("{}-{}.sdm", level.number(), scheme.level_name(level))
}

/// Returns the name of a level's text file with one puzzle per line: for 9×9 the name that [`sdm_file`] returns, for
/// other layouts a name such as `1-singles.txt`.
pub fn list_file(job: &Job, level: Level) -> String {
    match job.layout {
        None => sdm_file(&job.scheme, level),
        Some(_) => format!("{}-{}.txt", level.number(), job.scheme.level_name(level)),
    }
}

/// Returns the names of all level files, in the order of the manifest.
pub fn level_files(job: &Job) -> Vec<String> {
    let files = |level| [pack_file(&job.scheme, level), list_file(job, level)];
    job.scheme.levels().flat_map(files).collect()
}

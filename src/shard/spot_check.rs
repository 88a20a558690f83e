//! Makes some of a shard's candidates again, and compares them with the shard. Some are drawn from the puzzles
//! that the shard keeps, the others from all candidates in its range. Checksums show that a file is as it was
//! written. Only a spot check shows that this machine makes the same candidates.

use super::allowance::most_kept;
use super::spot_check_size::SpotCheckSize;
use crate::bucket::{Level, MOST_LEVELS, PerLevel};
use crate::config::Job;
use crate::line::{self, Bulk};
use crate::pack::RecordVersion;
use crate::seed::Generator;
use std::collections::BTreeMap;
use std::ops::Range;

/// The number of candidate puzzles that one thread makes again in one go.
const BATCH: usize = 32;

/// A spot check of a shard, which draws candidate puzzles at random while the shard is read for the first time.
pub struct SpotCheck {
    rng: Generator,
    level_at: usize,
    puzzles: usize,
    met: u64,
    /// Records drawn at random from all records that were read so far, each with the same probability.
    records: Vec<Vec<u8>>,
    /// The numbers of candidate puzzles drawn at random before the shard is read, each with its record if that record
    /// has been read.
    numbers: BTreeMap<u64, Option<Vec<u8>>>,
    /// For each level, the count of its records that were read so far, and the number of the last record's
    /// candidate puzzle.
    levels: PerLevel<(u64, u64)>,
}

impl SpotCheck {
    /// Returns a spot check of this size for a shard whose candidate puzzles have the numbers in `range`.
    pub fn new(
        size: SpotCheckSize,
        version: RecordVersion,
        range: &Range<u64>,
        mut rng: Generator,
    ) -> Self {
        let length = range.end - range.start;
        let draw = |rng: &mut Generator| range.start + below(rng, length);
        Self {
            level_at: version.level_at(),
            puzzles: usize::try_from(size.puzzles).unwrap_or(usize::MAX),
            met: 0,
            records: Vec::new(),
            // More draws than candidates would only take time.
            numbers: (0..size.numbers.min(length))
                .map(|_| (draw(&mut rng), None))
                .collect(),
            levels: [(0, 0); MOST_LEVELS],
            rng,
        }
    }

    /// Passes the next record of the shard to the spot check.
    pub fn see(&mut self, record: &[u8]) {
        let Some(number) = number_of(record) else {
            return;
        };
        if let Some(found) = self.numbers.get_mut(&number) {
            *found = Some(record.to_vec());
        }
        let level = record
            .get(self.level_at)
            .and_then(|it| Level::from_number(*it));
        if let Some(level) = level {
            let (count, last) = &mut self.levels[level.index()];
            *count += 1;
            *last = number;
        }
        self.met += 1;
        if self.records.len() < self.puzzles {
            self.records.push(record.to_vec());
        } else if self.puzzles > 0 {
            let place = below(&mut self.rng, self.met) as usize;
            if let Some(old) = self.records.get_mut(place) {
                *old = record.to_vec();
            }
        }
    }

    /// Regenerates the drawn candidate puzzles, and compares them with the shard. If there are many of them, all
    /// processors are used.
    ///
    /// # Errors
    /// The number of a candidate that differs, and a description of the difference.
    pub fn compare(&self, job: &Job, allowance: u64) -> Result<(), (u64, &'static str)> {
        let numbers = self.numbers.iter();
        let numbers = numbers.map(|(number, found)| (*number, found.as_deref()));
        let records = self.records.iter();
        let records = records.filter_map(|it| Some((number_of(it)?, Some(it.as_slice()))));
        let drawn: Vec<(u64, Option<&[u8]>)> = numbers.chain(records).collect();
        let batches: Vec<_> = drawn.chunks(BATCH).collect();
        let check = |batch: &[_]| self.check(batch, job, allowance);
        let checked = match Bulk::new(None) {
            Ok(bulk) if batches.len() > 1 => bulk.map(batches, check),
            _ => batches.into_iter().map(check).collect(),
        };
        checked.into_iter().collect()
    }

    /// Makes the drawn candidate puzzles again, and compares each with its record in the shard. A candidate without
    /// a record must be one that the shard doesn't keep. The error is the number of a candidate that differs, and
    /// the difference.
    fn check(
        &self,
        drawn: &[(u64, Option<&[u8]>)],
        job: &Job,
        allowance: u64,
    ) -> Result<(), (u64, &'static str)> {
        let remade = line::remake(job, drawn.iter().map(|it| it.0));
        for (&(number, found), remade) in drawn.iter().zip(remade) {
            let difference = match (remade.made, found) {
                (Err(_), None) => continue,
                (Ok((_, bytes)), Some(found)) if bytes == found => continue,
                (Err(_), Some(_)) => "is not a puzzle of the job",
                (Ok(_), Some(_)) => "is a different puzzle or has different ratings",
                (Ok((level, _)), None) => {
                    let (count, last) = self.levels[level.index()];
                    let most = most_kept(job, allowance, level);
                    if count == most && (most == 0 || last < number) {
                        continue;
                    }
                    "is a puzzle that the shard lacks"
                }
            };
            return Err((number, difference));
        }
        Ok(())
    }
}

fn number_of(record: &[u8]) -> Option<u64> {
    let bytes = record.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*bytes))
}

/// Returns a random number below `bound`, which is not 0.
fn below(rng: &mut Generator, bound: u64) -> u64 {
    let place = (1.0 - rng.unit()) * bound as f64;
    (place as u64).min(bound - 1)
}

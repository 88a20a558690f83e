//! Makes candidate puzzles of a finished pack again, and compares them with the pack's records. Other checks show
//! that a pack is consistent; only this check shows that its puzzles come from its seed.
//!
//! For 9×9, two samples are made again. The first consists of records, spread evenly over the pack. All bytes of
//! these records are compared. The second consists of candidates, spread evenly over the numbers that the run
//! used. Their puzzles must be in the pack, unless a quota, a repeat, a ledger or another pack of the run kept
//! them out.
//!
//! For other layouts, only the first sample is made again.

use super::candidate::Maker;
use super::layout_candidates::LayoutCandidates;
use super::tally::StageTimes;
use crate::bucket::Level;
use crate::config::{Job, MOST_TRIES};
use crate::layouts::{LayoutKit, LayoutMaker};
use crate::pack::{ALGORITHM, Pack, PackError, Record, pack_file};
use crate::verify::{Finding, PackProblem, RecordPlace};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The default number of a pack's puzzles that a spot check makes again. For 9×9, the check also makes the same number
/// of the job's candidates again, whether or not the pack has their puzzles. Both selections are evenly spread.
pub const SPOT_CHECKS: u64 = 16;

/// The result of making a candidate puzzle again and comparing the puzzle with its record.
#[derive(Debug, Clone, PartialEq)]
enum CandidateMatch {
    /// The record has the same bytes as the puzzle made again, or there is neither a puzzle nor a record.
    Same,
    /// A record exists, but the candidate gives no puzzle of the job.
    NoPuzzle,
    /// The record holds another puzzle or other ratings.
    Different,
    /// The candidate gives this puzzle, but there is no record of it.
    Lacking(Box<Record>),
}

impl CandidateMatch {
    /// Makes candidate puzzle `number` again and compares its puzzle with `found`, the bytes of its record, if there is
    /// a record.
    fn of(maker: &Maker<'_>, number: u64, found: Option<&[u8]>) -> Self {
        let made = maker.make(number, &mut StageTimes::default()).made;
        match (made, found) {
            (Err(_), None) => Self::Same,
            (Err(_), Some(_)) => Self::NoPuzzle,
            (Ok(record), None) => Self::Lacking(Box::new(record)),
            (Ok(record), Some(found)) if bytes_of(&record).as_deref() == Some(found) => Self::Same,
            (Ok(_), Some(_)) => Self::Different,
        }
    }
}

fn bytes_of(record: &Record) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(record.version().bytes());
    record.encode_into(&mut bytes).ok().map(|()| bytes)
}

/// The result of a spot check.
#[derive(Debug, Clone, PartialEq)]
pub enum SpotReport {
    /// The result of making some of the pack's candidate puzzles again.
    Made {
        /// The number of the pack's records that were made again.
        puzzles: u64,
        /// The faults of the records that were made again, and the puzzles that the pack lacks.
        findings: Vec<Finding>,
    },
    /// This program can't make the puzzles again, for the reason in the text.
    Skipped(&'static str),
}

/// Makes a sample of a pack again and compares the results with the pack's records. The sample has `wanted` puzzles of
/// the pack and, for 9×9, `wanted` candidates of the pack's job. For 9×9, the comparison is byte for byte, and the work
/// uses all threads of the current rayon pool.
///
/// # Errors
/// If the pack can't be read.
pub fn spot_check(pack: &Pack, wanted: u64) -> Result<SpotReport, PackError> {
    let manifest = pack.manifest();
    if let Some(reason) = obstacle(manifest.algorithm, &manifest.job) {
        return Ok(SpotReport::Skipped(reason));
    }
    if let Some(layout) = manifest.job.layout {
        let kit = manifest.job.kit(layout);
        return layout_check(pack, &kit, wanted);
    }
    let check = PackCheck {
        pack,
        maker: Maker::new(&manifest.job),
    };
    let places: Vec<u64> = evenly(manifest.made(), wanted).collect();
    let numbers: Vec<u64> = evenly(manifest.numbers, wanted).collect();
    let puzzles = places.len() as u64;
    let of_places = places.into_par_iter().map(|place| check.record(place));
    let of_numbers = numbers.into_par_iter().map(|number| check.number(number));
    let mut findings = of_places.collect::<Result<Vec<_>, _>>()?;
    findings.extend(of_numbers.collect::<Result<Vec<_>, _>>()?);
    let mut findings: Vec<Finding> = findings.into_iter().flatten().collect();
    let mut told: Vec<Finding> = Vec::with_capacity(findings.len());
    // A number may also be that of a selected record.
    findings.retain(|finding| {
        let is_new = !told.contains(finding);
        told.push(finding.clone());
        is_new
    });
    Ok(SpotReport::Made { puzzles, findings })
}

/// Makes `wanted` evenly spread puzzles of a pack again, and compares the results with the pack's records. The pack's
/// layout is not 9×9.
fn layout_check(pack: &Pack, kit: &LayoutKit, wanted: u64) -> Result<SpotReport, PackError> {
    let manifest = pack.manifest();
    let candidates = LayoutCandidates::new(&manifest.job, kit);
    let mut maker = LayoutMaker::new(kit);
    let mut drawn: Vec<u64> = evenly(manifest.made(), wanted).collect();
    let puzzles = drawn.len() as u64;
    drawn.reverse();
    let (mut findings, mut met) = (Vec::new(), 0);
    for level in manifest.job.scheme.levels() {
        for (place, record) in (1..).zip(pack.layout_records(level)?) {
            let record = record?;
            met += 1;
            if drawn.last() != Some(&(met - 1)) {
                continue;
            }
            drawn.pop();
            let number = record.number;
            let made = candidates
                .make(&mut maker, number, &mut StageTimes::default())
                .made;
            let problem = match made {
                Ok(made) if made == record => continue,
                Ok(_) => PackProblem::OtherCandidate,
                Err(_) => PackProblem::NoCandidate,
            };
            let file = pack_file(&manifest.job.scheme, level);
            findings.push(Finding {
                file: pack.folder().join(file),
                record: Some(RecordPlace { place, number }),
                problem,
            });
        }
    }
    Ok(SpotReport::Made { puzzles, findings })
}

/// Returns the reason why this program can't make the puzzles of a job again; `None` if the program can.
fn obstacle(algorithm: u32, job: &Job) -> Option<&'static str> {
    let is_sound = job.create.check().is_ok()
        && job.plans().all(|plan| plan.check().is_ok())
        && job.mix.iter().all(|aim| aim.tries <= MOST_TRIES);
    if algorithm != ALGORITHM {
        Some("made by another algorithm, which only the release that made them has")
    } else if job.source.is_some() {
        Some("from lists or other packs, not made from a seed")
    } else if !is_sound {
        Some("of jobs that no run accepts")
    } else {
        None
    }
}

/// Returns `wanted` numbers below `count`, evenly spread; all numbers below `count` if `wanted` is larger.
fn evenly(count: u64, wanted: u64) -> impl Iterator<Item = u64> {
    let drawn = wanted.min(count);
    let middle = move |step: u64| {
        let twice = (2 * u128::from(step) + 1) * u128::from(count) / u128::from(drawn);
        (twice / 2) as u64
    };
    (0..drawn).map(middle)
}

/// A pack, and a maker that makes the candidates of its job again.
struct PackCheck<'a> {
    pack: &'a Pack,
    maker: Maker<'a>,
}

impl PackCheck<'_> {
    /// Makes the puzzle at place `place` of the pack again and compares it with its record. Returns the fault, if
    /// there is one. Places count from 0 over all levels.
    fn record(&self, mut place: u64) -> Result<Option<Finding>, PackError> {
        let manifest = self.pack.manifest();
        for level in manifest.job.scheme.levels() {
            let made = manifest.level(level).made;
            if place < made {
                let found = self.pack.record_at(level, place + 1)?;
                // The check of the files has already found a level with fewer records than its manifest claims.
                let Some(record) = found else { break };
                return self.compare(record.number, Some((level, place + 1, record)));
            }
            place -= made;
        }
        Ok(None)
    }

    /// Makes the candidate puzzle with this number again and compares it with its record. If the pack has no record
    /// of this candidate, checks whether the pack should have one. Returns the fault, if there is one.
    fn number(&self, number: u64) -> Result<Option<Finding>, PackError> {
        for level in self.pack.manifest().job.scheme.levels() {
            if let Some((place, record)) = self.pack.record_of(level, number)? {
                return self.compare(number, Some((level, place, record)));
            }
        }
        self.compare(number, None)
    }

    fn compare(
        &self,
        number: u64,
        found: Option<(Level, u64, Record)>,
    ) -> Result<Option<Finding>, PackError> {
        let bytes = found.as_ref().and_then(|(_, _, record)| bytes_of(record));
        let problem = match CandidateMatch::of(&self.maker, number, bytes.as_deref()) {
            CandidateMatch::Same => return Ok(None),
            CandidateMatch::NoPuzzle => PackProblem::NoCandidate,
            CandidateMatch::Different => PackProblem::OtherCandidate,
            CandidateMatch::Lacking(record) if self.was_kept_out(&record)? => return Ok(None),
            CandidateMatch::Lacking(record) => {
                let scheme = &self.pack.manifest().job.scheme;
                let name = scheme.level_name(record.level).to_owned();
                let problem = PackProblem::Lacking {
                    number,
                    level: name,
                };
                return Ok(Some(self.finding(record.level, None, problem)));
            }
        };
        Ok(found.map(|(level, place, _)| {
            self.finding(level, Some(RecordPlace { place, number }), problem)
        }))
    }

    fn finding(&self, level: Level, record: Option<RecordPlace>, problem: PackProblem) -> Finding {
        let file = pack_file(&self.pack.manifest().job.scheme, level);
        Finding {
            file: self.pack.folder().join(file),
            record,
            problem,
        }
    }

    /// Returns whether something can explain why a puzzle is missing from the pack: a quota, a repeat, the ledger, or
    /// another pack of the same run.
    fn was_kept_out(&self, record: &Record) -> Result<bool, PackError> {
        let manifest = self.pack.manifest();
        let job = &manifest.job;
        // Another pack of the run may hold the puzzle, or the ledger may have contained it.
        if job.part.is_some() || !job.ledger.is_empty() {
            return Ok(true);
        }
        let level = manifest.level(record.level);
        if level.wanted.is_some_and(|wanted| level.made >= wanted) {
            let last = self.pack.record_at(record.level, level.made)?;
            if level.made == 0 || last.is_some_and(|last| last.number < record.number) {
                return Ok(true);
            }
        }
        Ok(manifest.dropped.repeats > 0 && self.pack.ids(record.level)?.contains(&record.id))
    }
}

#[cfg(test)]
mod tests {
    use super::evenly;

    #[test]
    fn numbers_are_spread_evenly() {
        let drawn = |count, wanted| evenly(count, wanted).collect::<Vec<_>>();
        assert_eq!(drawn(10, 2), [2, 7]);
        assert_eq!(drawn(3, 16), [0, 1, 2]);
        assert_eq!(drawn(0, 16), Vec::<u64>::new());
        assert_eq!(drawn(u64::MAX, 1), [u64::MAX / 2]);
    }
}

//! Supplies the collector with candidate puzzles, either from the workers or from chunks that another process
//! made.
//!
//! A chunk is taken whole, unless the run ends or resumes within it. In these two cases, the workers of this
//! process make the needed candidates of the chunk again. This usually takes less than a second.

use super::chunk::{ChunkSource, TooFew};
use super::collector::Collector;
use super::error::LineError;
use super::pipeline::Pipeline;
use super::stop::StopCause;
use super::tally::{StageTimes, Tally};
use super::worker::Make;
use crate::config::Job;
use std::time::Duration;

/// The waiting time before the next request to a source that had no chunk ready.
const PATIENCE: Duration = Duration::from_millis(50);

/// Collects candidates from `chunks` or, if `chunks` is `None`, from the workers of `pipeline`. `on_block` and the
/// returned value are those of [`Pipeline::run`]. `on_block` is also called, without puzzles, while a chunk is not
/// ready.
///
/// # Errors
/// The errors of [`Pipeline::run`] and of the chunks, and [`LineError::ChunkDiffers`].
pub fn collect_candidates<M: Make>(
    pipeline: &Pipeline<'_, M>,
    collector: &mut Collector<'_>,
    chunks: Option<&mut (dyn ChunkSource<M::Puzzle> + '_)>,
    mut on_block: impl FnMut(Vec<M::Puzzle>, &Tally, StageTimes) -> Result<(), LineError>,
) -> Result<Option<StopCause>, LineError> {
    let Some(chunks) = chunks else {
        return pipeline.run(collector, on_block);
    };
    while !collector.is_done() {
        if let Some(cause) = pipeline.stop.cause() {
            return Ok(Some(cause));
        }
        let used = collector.tally().used;
        let Some(chunk) = chunks.next(used).map_err(LineError::Chunks)? else {
            // Writes kept puzzles before waiting, since a kill may come first.
            on_block(Vec::new(), collector.tally(), StageTimes::default())?;
            std::thread::sleep(PATIENCE);
            continue;
        };
        let range = chunk.first..chunk.end;
        let is_whole = chunk.first == used;
        if is_whole {
            let taken = collector.take_chunk(chunk);
            let taken = taken.map_err(|TooFew(level)| chunks.too_few(range.clone(), level));
            if let Some(kept) = taken.map_err(LineError::Chunks)? {
                on_block(kept, collector.tally(), StageTimes::default())?;
                continue;
            }
        }
        let stopped = make_until(range.end, pipeline, collector, &mut on_block)?;
        if stopped.is_some() {
            return Ok(stopped);
        }
        if is_whole && !collector.is_done() {
            return Err(LineError::ChunkDiffers {
                first: range.start,
                last: range.end - 1,
            });
        }
    }
    Ok(None)
}

/// Collects candidates from the workers until the collector has reached the number `end`. If something stops the
/// work earlier, returns the cause.
fn make_until<M: Make>(
    end: u64,
    pipeline: &Pipeline<'_, M>,
    collector: &mut Collector<'_>,
    on_block: impl FnMut(Vec<M::Puzzle>, &Tally, StageTimes) -> Result<(), LineError>,
) -> Result<Option<StopCause>, LineError> {
    let job = &Job {
        count: Some(end),
        ..pipeline.job.clone()
    };
    collector.stop_at(end);
    let ended = Pipeline { job, ..*pipeline }.run(collector, on_block);
    collector.stop_at(u64::MAX);
    ended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bucket::Quotas;
    use crate::config::Settings;
    use crate::line::chunk::{Chunk, ChunkError};
    use crate::line::stop::StopWatch;
    use crate::line::{Candidate, LossReason, Maker, ResultCounts, SeenPuzzles};
    use crate::pack::Record;
    use proptest::prelude::*;
    use std::ops::Range;
    use std::sync::OnceLock;

    const CHUNK: u64 = 16;

    fn job(count: u64, quota: Option<u64>, exhaust: bool) -> Job {
        let asked = Settings {
            count: Some(count),
            per_level: quota,
            exhaust: Some(exhaust),
            seed: Some(1),
            ..Settings::default()
        };
        let order = asked.over(Settings::defaults().unwrap()).run_spec();
        order.unwrap().job
    }

    /// Returns a few puzzles of every level; all candidates in these tests are copies of them.
    fn puzzles() -> &'static [Record] {
        static PUZZLES: OnceLock<Vec<Record>> = OnceLock::new();
        PUZZLES.get_or_init(|| {
            let job = job(60, None, false);
            let maker = Maker::new(&job);
            let made = (0..60).map(|k| maker.make(k, &mut StageTimes::default()).made);
            made.filter_map(Result::ok).collect()
        })
    }

    /// Returns a maker whose candidates are copies of at most `variety` different puzzles.
    fn fake(variety: usize) -> impl Make<Puzzle = Record> {
        move |number: u64, _: &mut StageTimes| {
            let byte = blake3::hash(&number.to_le_bytes()).as_bytes()[0] as usize;
            let record = puzzles()[byte % variety.min(puzzles().len())].clone();
            let lost = byte.is_multiple_of(11).then_some(LossReason::OutOfRange);
            Candidate {
                attempts: 1 + byte as u32 % 3,
                made: lost.map_or(Ok(Record { number, ..record }), Err),
            }
        }
    }

    /// A source of the chunks that the shards of a test have made.
    struct Shards(Vec<Chunk>);

    impl Shards {
        fn make(
            job: &Job,
            borders: &[u64],
            allowance: u64,
            make: &impl Make<Puzzle = Record>,
        ) -> Self {
            let quotas = job.quotas.as_ref().map(|quotas| {
                let of = |level| quotas.of(level) + allowance;
                Quotas::new(job.scheme.levels().map(of).collect())
            });
            let mut chunks = Vec::new();
            for border in borders.windows(2) {
                let range = border[0]..border[1];
                let raised = Job {
                    quotas: quotas.clone(),
                    count: Some(range.end),
                    exhaust: true,
                    ..job.clone()
                };
                let start = Tally {
                    used: range.start,
                    ..Tally::default()
                };
                let mut seen = SeenPuzzles::nothing();
                let mut collector = Collector::new(&raised, &mut seen, start);
                for first in range.clone().step_by(CHUNK as usize) {
                    let end = (first + CHUNK).min(range.end);
                    let before = ResultCounts::of(collector.tally());
                    let made = make.make_all(first..end, &mut StageTimes::default());
                    let kept = made
                        .into_iter()
                        .filter_map(|it| collector.take(it))
                        .collect();
                    chunks.push(Chunk {
                        first,
                        end,
                        counts: ResultCounts::of(collector.tally()).since(&before),
                        kept,
                    });
                }
            }
            Self(chunks)
        }
    }

    impl ChunkSource for Shards {
        fn next(&mut self, number: u64) -> Result<Option<Chunk>, ChunkError> {
            Ok(self.0.iter().find(|it| it.end > number).cloned())
        }

        fn too_few(&self, chunk: Range<u64>, level: crate::bucket::Level) -> ChunkError {
            format!("{level} in {chunk:?}").into()
        }
    }

    /// The puzzles that a collector kept, and the collector's counts.
    type CollectorOutput = (Vec<Record>, Tally);

    fn collect(
        job: &Job,
        make: &impl Make<Puzzle = Record>,
        begin: &CollectorOutput,
        chunks: Option<&mut dyn ChunkSource>,
    ) -> Result<CollectorOutput, LineError> {
        let mut seen = SeenPuzzles::default();
        let (mut all, tally) = begin.clone();
        all.iter().for_each(|record| seen.remember(record.id));
        let mut collector = Collector::new(job, &mut seen, tally);
        let pipeline = Pipeline {
            job,
            make,
            threads: 1,
            stop: &StopWatch::new(None),
        };
        let stopped = collect_candidates(&pipeline, &mut collector, chunks, |kept, _, _| {
            all.extend(kept);
            Ok(())
        })?;
        assert!(stopped.is_none(), "nothing stops it");
        Ok((all, *collector.tally()))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        /// Checks that merging chunks gives the result of one run, even if puzzles repeat. The merge may fail if a
        /// chunk lacks puzzles, but never if the chunks hold enough spare puzzles.
        #[test]
        fn chunks_give_what_candidates_give(
            variety in 1_usize..50,
            quota in proptest::option::of(1_u64..12),
            exhaust in any::<bool>(),
            allowance in 0_u64..20,
            borders in proptest::collection::btree_set(1_u64..200, 0..5),
            begin in 0_u64..60,
        ) {
            let job = job(200, quota, exhaust);
            let make = fake(variety);
            let nothing = (Vec::new(), Tally::default());
            let expected = collect(&job, &make, &nothing, None).unwrap();
            let mut ends: Vec<u64> = borders.into_iter().collect();
            ends.insert(0, 0);
            ends.push(200);
            // The run may have started without chunks, and may be in the middle of one.
            let cut = Job { count: Some(begin), exhaust, ..job.clone() };
            let begun = match begin {
                0 => nothing,
                _ => collect(&cut, &make, &nothing, None).unwrap(),
            };
            let roomy = collect(&job, &make, &begun, Some(&mut Shards::make(&job, &ends, 200, &make)));
            prop_assert!(roomy.unwrap() == expected);
            match collect(&job, &make, &begun, Some(&mut Shards::make(&job, &ends, allowance, &make))) {
                Ok(merged) => prop_assert!(merged == expected),
                Err(LineError::Chunks(_)) => prop_assert!(quota.is_some()),
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }

    #[test]
    fn too_few_are_noticed_and_enough_are_enough() {
        let job = job(200, Some(4), true);
        // Twelve puzzles in total: some levels have two.
        let make = fake(12);
        let nothing = (Vec::new(), Tally::default());
        let with = |allowance| {
            let mut shards = Shards::make(&job, &[0, 100, 200], allowance, &make);
            collect(&job, &make, &nothing, Some(&mut shards))
        };
        let said = with(0).unwrap_err().to_string();
        assert!(said.contains("level "), "{said}");
        assert!(with(200).is_ok());
    }

    /// Checks that the merge ends with an error if a shard reports puzzles that the job doesn't make and that would
    /// fill the last quota.
    #[test]
    fn a_chunk_that_lies_is_found_where_it_ends_the_run() {
        let job = job(200, Some(1), false);
        let lost = |_: u64, _: &mut StageTimes| Candidate {
            attempts: 1,
            made: Err(LossReason::OutOfRange),
        };
        let mut shards = Shards::make(&job, &[0, 200], 8, &fake(50));
        let nothing = (Vec::new(), Tally::default());
        let said = collect(&job, &lost, &nothing, Some(&mut shards)).unwrap_err();
        assert!(matches!(said, LineError::ChunkDiffers { .. }), "{said}");
    }
}

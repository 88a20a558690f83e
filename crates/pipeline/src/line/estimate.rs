//! Runs a short sample of a job to estimate the job's time and yields (the share of puzzles that get each level).
//! Nothing is written.

use super::candidate::Maker;
use super::collector::Collector;
use super::error::LineError;
use super::pipeline::Pipeline;
use super::seen::SeenPuzzles;
use super::stop::StopWatch;
use super::tally::Tally;
use super::threads::processors;
use crate::config::{Job, RunSpec};
use std::time::{Duration, Instant};

/// The result of a sample: a short run that makes some of a job's candidate puzzles, to estimate the full run.
#[derive(Debug, Clone, Copy)]
pub struct RunSample {
    /// The counts of the sample's candidates.
    pub tally: Tally,
    /// The elapsed time of the sample.
    pub elapsed: Duration,
    /// The number of worker threads.
    pub threads: usize,
}

impl RunSample {
    /// Returns the number of candidate puzzles that the sample made per second.
    pub fn rate(&self) -> f64 {
        self.tally.used as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Makes candidate puzzles of a 9×9 job, starting with number 0, until `time` has passed or the job's count is
/// reached. Quotas are ignored, and a job without a seed is sampled with seed 0.
///
/// # Errors
/// If the threads can't be started.
///
/// # Panics
/// If a stage panics, which is a bug in the stage.
pub fn sample(spec: &RunSpec, time: Duration) -> Result<RunSample, LineError> {
    let started = Instant::now();
    let threads = spec.run.threads.unwrap_or_else(processors);
    let job = Job {
        quotas: None,
        ..spec.job.clone()
    };
    let maker = Maker::new(&job);
    let mut seen = SeenPuzzles::default();
    let mut collector = Collector::new(&job, &mut seen, Tally::default());
    let pipeline = Pipeline {
        job: &job,
        make: &maker,
        threads,
        stop: &StopWatch::new(Some(time)),
    };
    pipeline.run(&mut collector, |_, _, _| Ok::<(), LineError>(()))?;
    Ok(RunSample {
        tally: *collector.tally(),
        elapsed: started.elapsed(),
        threads,
    })
}

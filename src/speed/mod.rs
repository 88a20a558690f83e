//! Measures how fast this machine does each kind of the factory's work. By default, this takes ten seconds.
//!
//! On one thread, each kind of work is measured in samples of a few milliseconds. The figure is the median of the
//! samples, as in `docs/performance.md`. It is the time on an idle machine, since another program that interferes
//! affects only a few samples.

pub mod famous;

use crate::config::Job;
use crate::create;
use crate::dig::{self, DigRequest, Plan, dig_many};
use crate::grid::{Board, Canonical, CellSet};
use crate::line::{BLOCK, Bulk, Maker, NoThreads, StageTimes};
use crate::rate::{Preset, Rater};
use crate::seed::Generator;
use crate::solve::search;
use famous::Famous;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A kind of work, and the time that one unit of the work takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The name of the kind of work.
    pub work: String,
    /// The seconds that one unit of the work takes, as the median of the samples.
    pub seconds: f64,
}

/// The results of [`measure`].
#[derive(Debug, Clone, PartialEq)]
pub struct Speed {
    /// The vector instructions that the judge uses on this processor. The judge is the search that decides whether a
    /// puzzle has exactly one solution.
    pub back_end: &'static str,
    /// The times of each kind of work on one thread, from a single test for a unique solution to a whole candidate
    /// puzzle.
    pub single: Vec<Figure>,
    /// The average number of tests for a unique solution that are needed to dig one minimal puzzle.
    pub judge_calls: f64,
    /// Pairs of a number of threads and the number of candidate puzzles per second that these threads make together.
    pub threads: Vec<(usize, f64)>,
}

/// The approximate duration of a sample.
const SAMPLE: Duration = Duration::from_millis(4);
/// The number of full grids, and of minimal puzzles dug from them, on which the individual stages are measured.
const STOCK: u64 = 512;
/// The number of candidate puzzles that are made in one go, as in the pipeline.
const AT_ONCE: u64 = BLOCK;

/// Measures the speed of this machine for about the time `budget`. `job` is the job whose candidate puzzles are made;
/// `most` is the maximum number of threads.
///
/// # Errors
/// If no threads can be started.
pub fn measure(job: &Job, budget: Duration, most: usize) -> Result<Speed, NoThreads> {
    let counts = thread_counts(most);
    let each = budget / (8 + 2 * counts.len() as u32);
    let stock = StagePuzzles::new();
    let mut threads = Vec::with_capacity(counts.len());
    for count in counts {
        threads.push((count, throughput(job, count, 2 * each)?));
    }
    Ok(Speed {
        back_end: search::BackEnd::in_use().name(),
        single: single(job, &stock, each),
        judge_calls: stock.checks as f64 / STOCK as f64,
        threads,
    })
}

/// The puzzles on which the individual stages are measured. For any job, these are minimal puzzles, dug from grids that
/// are made by the diagonal method.
struct StagePuzzles {
    grids: Vec<Board>,
    puzzles: Vec<Board>,
    forms: Vec<Canonical>,
    checks: u64,
}

impl StagePuzzles {
    fn new() -> Self {
        let (mut grids, mut puzzles, mut forms) = (Vec::new(), Vec::new(), Vec::new());
        let mut checks = 0;
        for k in 0..STOCK {
            let mut rng = Generator::for_candidate(1, k);
            let grid = create::full_grid(&create::Method::Diagonal, &mut rng).grid;
            let dug = dig::dig(&grid, &Plan::default(), &mut rng);
            checks += u64::from(dug.checks);
            forms.push(Canonical::of(&dug.puzzle, &grid));
            grids.push(grid);
            puzzles.push(dug.puzzle);
        }
        Self {
            grids,
            puzzles,
            forms,
            checks,
        }
    }
}

fn single(job: &Job, stock: &StagePuzzles, each: Duration) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut figure = |work: &str, at_once: u64, some: &mut dyn FnMut(usize)| {
        figures.push(Figure {
            work: work.to_owned(),
            seconds: median(some, each) / at_once as f64,
        });
    };
    let sets = [
        (Famous::Seventeen, "judge: puzzles of 17 clues"),
        (Famous::Magictour, "judge: magictour's 1,465"),
        (Famous::Hardest, "judge: the hardest 375 of 2011"),
    ];
    for (set, work) in sets {
        let puzzles = set.boards();
        figure(work, 1, &mut |n| {
            black_box(search::count(&puzzles[n % puzzles.len()], 2));
        });
    }
    let place = |n: usize| n % STOCK as usize;
    let rng = |n: usize| Generator::for_candidate(2, n as u64);
    figure("create: a full grid", 1, &mut |n| {
        black_box(create::full_grid(&create::Method::Diagonal, &mut rng(n)));
    });
    figure("dig: a minimal puzzle of a grid", 1, &mut |n| {
        black_box(dig::dig(
            &stock.grids[place(n)],
            &Plan::default(),
            &mut rng(n),
        ));
    });
    let request = |n: usize| DigRequest {
        solution: stock.grids[place(n)],
        start: CellSet::ALL,
        plan: Plan::default(),
        rng: rng(n),
    };
    figure("dig: one of many side by side", AT_ONCE, &mut |n| {
        let numbers = (n..).step_by(7).take(AT_ONCE as usize);
        black_box(dig_many(numbers.map(request)));
    });
    figure("canonical form and id of a minimal puzzle", 1, &mut |n| {
        let at = place(n);
        black_box(Canonical::of(&stock.puzzles[at], &stock.grids[at]).id());
    });
    let rater = Rater::new(&Preset::default());
    figure("rate: a minimal puzzle, its form known", 1, &mut |n| {
        black_box(rater.rate_canonical(&stock.forms[place(n)]));
    });
    let maker = Maker::new(job);
    figure("candidate: create + dig + rate", AT_ONCE, &mut |n| {
        let first = n as u64 * AT_ONCE;
        black_box(maker.make_all(first..first + AT_ONCE, &mut StageTimes::default()));
    });
    figures
}

/// Returns the time that a call of `one` takes, in seconds. Samples of many calls are measured for about the time
/// `time`, but at least three. The result is the median of the samples' mean times. Each call gets its index,
/// counted from 0.
fn median(one: &mut dyn FnMut(usize), time: Duration) -> f64 {
    let start = Instant::now();
    let mut n = 0;
    let mut batch = 1;
    let mut samples = Vec::new();
    while samples.len() < 3 || start.elapsed() < time {
        let begun = Instant::now();
        for _ in 0..batch {
            one(n);
            n += 1;
        }
        let taken = begun.elapsed();
        if taken < SAMPLE / 2 && samples.is_empty() {
            batch *= 2;
        } else {
            samples.push(taken.as_secs_f64() / f64::from(batch));
        }
    }
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// Returns the number of candidate puzzles made per second by this number of threads.
fn throughput(job: &Job, threads: usize, time: Duration) -> Result<f64, NoThreads> {
    let bulk = Bulk::new(Some(threads))?;
    let maker = Maker::new(job);
    let start = Instant::now();
    let mut made = 0;
    while made == 0 || start.elapsed() < time {
        let runs = (0..16 * threads as u64).map(|run| made + run * AT_ONCE);
        bulk.map(runs.collect(), |first| {
            black_box(maker.make_all(first..first + AT_ONCE, &mut StageTimes::default()));
        });
        made += 16 * AT_ONCE * threads as u64;
    }
    Ok(made as f64 / start.elapsed().as_secs_f64())
}

/// Returns the numbers of threads to measure: 1, 2, 4 … below `most`, and `most` itself (at least 1).
fn thread_counts(most: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(1), |count| Some(count * 2));
    let mut counts: Vec<usize> = powers.take_while(|&count| count < most).collect();
    counts.push(most.max(1));
    counts
}

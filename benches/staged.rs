//! Compares three ways to share the making of puzzles among threads (`cargo bench --bench staged`).
//!
//! - The production line: one thread makes a candidate puzzle from start to end.
//! - A pipeline: each stage (create, dig, rate) has threads of its own, with bounded queues between the stages.
//! - The work stealing of the crate rayon.
//!
//! All three make the same records, which is checked first. Then they are timed in turns, and their medians and
//! processor times are compared.
//!
//! The production line and rayon have one thread per processor. The pipeline has that many threads for digging,
//! half as many for rating and one for creating: with fewer threads one stage would starve another.

#![allow(clippy::expect_used, clippy::print_stdout)]

use crossbeam_channel::{Receiver, Sender, bounded};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread::{self, Scope};
use std::time::Instant;
use sudoku_factory::config::{Job, Settings};
use sudoku_factory::create::{self, CreatedGrid};
use sudoku_factory::dig::{self, Dug};
use sudoku_factory::grid::Canonical;
use sudoku_factory::line::{Maker, StageTimes};
use sudoku_factory::pack::Record;
use sudoku_factory::rate::Raters;
use sudoku_factory::seed::Generator;

/// Number of candidates that each way of making records (production line, pipeline, work stealing) makes in one run.
const CANDIDATES: u64 = 12_800;
const BLOCK: u64 = 64;
/// Number of times that each way of making records is measured.
const RUNS: usize = 7;

/// A block: the number of its first candidate, and the data of each of its candidates.
type Block<T> = (u64, Vec<T>);

fn job() -> Job {
    let asked = Settings {
        count: Some(CANDIDATES),
        seed: Some(1),
        ..Settings::default()
    };
    let settings = asked.over(Settings::defaults().expect("the built-in defaults"));
    settings.run_spec().expect("a plain job").job
}

/// The separate stages of a job without filters that keeps puzzles of every level.
struct Stages<'a> {
    job: &'a Job,
    raters: Raters,
}

impl Stages<'_> {
    fn create(&self, number: u64) -> (Generator, CreatedGrid) {
        let mut rng = Generator::for_candidate(self.job.seed, number);
        let created = create::full_grid(&self.job.create, &mut rng);
        (rng, created)
    }

    fn dig(&self, (mut rng, created): (Generator, CreatedGrid)) -> Dug {
        dig::dig_from(&created.grid, created.clues, &self.job.dig, &mut rng)
    }

    fn rate(&self, number: u64, dug: &Dug) -> Record {
        let form = Canonical::of(&dug.puzzle, &dug.solution);
        let ladder = self.raters.ladder().rate_canonical(&form);
        let mut ratings = self.raters.begin(&form, ladder);
        let level = self.job.scheme.level(&ratings).expect("a level");
        self.raters.complete(&form, &mut ratings);
        Record {
            number,
            puzzle: dug.puzzle,
            solution: dug.solution,
            id: form.id(),
            level,
            ratings,
        }
    }
}

/// Starts the threads of a stage, which receive blocks, do the work of the stage on each candidate, and pass the
/// blocks on.
fn stage<'scope, T: Send + 'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    threads: usize,
    (from, to): (&Receiver<Block<T>>, &Sender<Block<R>>),
    work: impl Fn(u64, T) -> R + Copy + Send + 'scope,
) {
    for _ in 0..threads {
        let (from, to) = (from.clone(), to.clone());
        scope.spawn(move || {
            for (first, block) in from {
                let numbered = (first..).zip(block);
                let done = numbered.map(|(number, item)| work(number, item)).collect();
                if to.send((first, done)).is_err() {
                    return;
                }
            }
        });
    }
}

/// Sends the numbers of candidates to the first stage, and puts the records from the last stage into order. At
/// most `window` blocks are under way at a time.
fn collected(
    numbers: Sender<Block<u64>>,
    records: &Receiver<Block<Record>>,
    window: u64,
) -> Vec<Record> {
    let mut numbers = Some(numbers);
    let (mut all, mut early, mut next) = (Vec::new(), BTreeMap::new(), 0);
    while (all.len() as u64) < CANDIDATES {
        // No more blocks are under way than the window holds, as in the line.
        while next < CANDIDATES && next < all.len() as u64 + window * BLOCK {
            let block = (next, (next..next + BLOCK).collect());
            let sender = numbers.as_ref().expect("numbers are left");
            sender.send(block).expect("the stages are running");
            next += BLOCK;
        }
        if next == CANDIDATES {
            numbers = None;
        }
        let (first, block) = records.recv().expect("the stages are running");
        early.insert(first, block);
        while let Some(block) = early.remove(&(all.len() as u64)) {
            all.extend(block);
        }
    }
    all
}

fn fused(maker: &Maker<'_>, threads: usize) -> Vec<Record> {
    let window = 2 * threads + 2;
    let (number_in, number_out) = bounded(window);
    let (record_in, record_out) = bounded(window);
    thread::scope(|scope| {
        let make = |_, number| made(maker, number);
        stage(scope, threads, (&number_out, &record_in), make);
        drop((number_out, record_in));
        collected(number_in, &record_out, window as u64)
    })
}

fn made(maker: &Maker<'_>, number: u64) -> Record {
    let candidate = maker.make(number, &mut StageTimes::default());
    candidate.made.expect("a plain job loses no candidate")
}

fn staged(stages: &Stages<'_>, threads: usize) -> Vec<Record> {
    let window = 2 * threads + 2;
    let (number_in, number_out) = bounded(window);
    let (grid_in, grid_out) = bounded(window);
    let (dug_in, dug_out) = bounded(window);
    let (record_in, record_out) = bounded(window);
    thread::scope(|scope| {
        let create = |_, number| stages.create(number);
        stage(scope, 1, (&number_out, &grid_in), create);
        let dig = |_, grid| stages.dig(grid);
        stage(scope, threads, (&grid_out, &dug_in), dig);
        let rate = |number, dug: Dug| stages.rate(number, &dug);
        stage(scope, threads.div_ceil(2), (&dug_out, &record_in), rate);
        drop((number_out, grid_in, grid_out, dug_in, dug_out, record_in));
        collected(number_in, &record_out, window as u64)
    })
}

/// Makes the records by rayon's work stealing, in one window of blocks after another, so that memory stays
/// bounded.
fn stolen(maker: &Maker<'_>, pool: &rayon::ThreadPool, threads: u64) -> Vec<Record> {
    let window = (2 * threads + 2) * BLOCK;
    let mut all = Vec::new();
    pool.install(|| {
        for first in (0..CANDIDATES).step_by(window as usize) {
            let numbers = first..(first + window).min(CANDIDATES);
            let records: Vec<Record> = numbers
                .into_par_iter()
                .map(|number| made(maker, number))
                .collect();
            all.extend(records);
        }
    });
    all
}

/// Returns the processor time of this process so far, in seconds. The work of other programs is not included.
/// Returns `None` if the system is not Linux.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

fn main() {
    let job = job();
    let maker = Maker::new(&job);
    let raters = Raters::new(&job.scheme.preset, &job.ratings);
    let stages = Stages { job: &job, raters };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    let ways: [(&str, &dyn Fn() -> Vec<Record>); 3] = [
        ("fused, blocks in two queues", &|| fused(&maker, threads)),
        ("staged, three stages in four queues", &|| {
            staged(&stages, threads)
        }),
        ("fused, rayon's work stealing", &|| {
            stolen(&maker, &pool, threads as u64)
        }),
    ];
    let expected = ways[0].1();
    for (name, way) in &ways[1..] {
        assert!(way() == expected, "{name}: other records");
    }
    println!("the same {CANDIDATES} records by all ways, on {threads} processors");
    let mut times = [const { Vec::new() }; 3];
    let mut busy = [0.0; 3];
    for _ in 0..RUNS {
        for (place, (_, way)) in ways.iter().enumerate() {
            let (start, before) = (Instant::now(), processor_seconds());
            way();
            times[place].push(start.elapsed().as_secs_f64());
            let spent = processor_seconds().zip(before);
            busy[place] += spent.map_or(0.0, |(after, before)| after - before);
        }
    }
    let medians = times.map(|mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[RUNS / 2]
    });
    for (place, (name, _)) in ways.iter().enumerate() {
        let rate = CANDIDATES as f64 / medians[place];
        let [ratio, work] = [medians[place] / medians[0], busy[place] / busy[0]];
        println!(
            "{name:<36} {rate:>7.0} candidates/s  time × {ratio:.3}  processor time × {work:.3}"
        );
    }
}

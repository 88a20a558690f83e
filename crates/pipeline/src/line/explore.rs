//! Runs a test under many schedules. A schedule is an order in which the test's threads run, one at a time. Half of
//! the schedules are random. The others are made by PCT (probabilistic concurrency testing), which runs the thread
//! with the highest priority until it waits, and lowers priorities at a few random moments.
//!
//! In these tests, every load sees the last store. So they don't test the reordering of loads and stores that
//! `Ordering::Relaxed` permits.

use shuttle::scheduler::{PctScheduler, RandomScheduler, ReplayScheduler, Scheduler};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};
use std::env;
use std::time::Instant;

/// The number of schedules (orders in which threads run) of a test if the environment variable `SCHEDULES` is not set.
const SCHEDULES: usize = 2000;
/// The number of steps after which a test under one schedule counts as endless.
const MOST_STEPS: usize = 100_000;
/// The depths of the schedules by PCT (probabilistic concurrency testing). A schedule of depth d changes the threads'
/// priorities d − 1 times.
const DEPTHS: [usize; 2] = [2, 4];
/// The size of each thread's stack in bytes.
const STACK: usize = 1 << 20;

/// Runs a test under many schedules (orders in which threads run), controlled by environment variables. `SCHEDULES` is
/// the number of schedules, which is divided by `one_in` for tests whose schedules take a long time. If `SCHEDULE`
/// names a file, the test runs only under the schedule in that file. A schedule under which the test fails is written
/// into a file in the folder that `FAILED` names, or printed if `FAILED` is not set.
pub fn explore(name: &str, one_in: usize, test: impl Fn() + Copy + Send + Sync + 'static) {
    if let Some(file) = env::var_os("SCHEDULE") {
        let mut schedule = ReplayScheduler::new_from_file(file).expect("SCHEDULE names a schedule");
        // It ends where the test failed.
        schedule.set_allow_incomplete();
        println!("{name}: {} schedules", run(schedule, test));
        return;
    }
    let asked = env::var("SCHEDULES").ok();
    let all = asked.map_or(SCHEDULES, |text| {
        text.parse().expect("SCHEDULES is a number")
    });
    let all = (all / one_in).max(1);
    let start = Instant::now();
    let of_pct = all / 2 / DEPTHS.len();
    let mut tried = run(RandomScheduler::new(all - of_pct * DEPTHS.len()), test);
    for depth in DEPTHS {
        tried += run(PctScheduler::new(depth, of_pct), test);
    }
    println!("{name}: {tried} schedules in {:.1?}", start.elapsed());
}

fn run(scheduler: impl Scheduler + 'static, test: impl Fn() + Send + Sync + 'static) -> usize {
    let mut config = Config::new();
    config.stack_size = STACK;
    config.max_steps = MaxSteps::FailAfter(MOST_STEPS);
    config.silence_warnings = true;
    if let Some(folder) = env::var_os("FAILED") {
        config.failure_persistence = FailurePersistence::File(Some(folder.into()));
    }
    Runner::new(scheduler, config).run(test)
}

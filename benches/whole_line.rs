//! Measures the whole production line: making rated candidate puzzles one block at a time, and running a
//! whole job until its pack is written.

#![allow(clippy::expect_used)]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use sudoku_factory::config::Settings;
use sudoku_factory::line::{BLOCK, Maker, RunRequest, StageTimes, run};

const CANDIDATES: u64 = 2000;

fn settings(seed: u64) -> Settings {
    let asked = Settings {
        count: Some(CANDIDATES),
        seed: Some(seed),
        ..Settings::default()
    };
    asked.over(Settings::defaults().expect("the built-in defaults are read by a test"))
}

fn candidate(c: &mut Criterion) {
    let job = settings(1).run_spec().expect("a plain job").job;
    let maker = Maker::new(&job);
    let mut first = 0;
    let mut times = StageTimes::default();
    let mut group = c.benchmark_group("candidates of a block: create + dig + rate");
    group.throughput(Throughput::Elements(BLOCK));
    group.bench_function("128", |b| {
        b.iter(|| {
            first += BLOCK;
            maker.make_all(first..first + BLOCK, &mut times)
        });
    });
    group.finish();
}

fn whole_job(c: &mut Criterion) {
    let mut group = c.benchmark_group("job of 2000 candidates, packs written");
    group
        .throughput(Throughput::Elements(CANDIDATES))
        .sample_size(20);
    for threads in [1, 2] {
        group.bench_function(format!("{threads} threads"), |b| {
            b.iter_batched(
                || tempfile::tempdir().expect("a temporary folder"),
                |folder| {
                    let mut settings = settings(1);
                    settings.threads = Some(threads);
                    settings.out = Some(folder.path().to_owned());
                    settings.quiet = Some(true);
                    let order = settings.run_spec().expect("a plain job");
                    let made = run(
                        &RunRequest {
                            spec: order,
                            fresh: false,
                            input: None,
                            hooks: None,
                        },
                        None,
                    );
                    made.expect("a run into an empty folder")
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, candidate, whole_job);
criterion_main!(benches);

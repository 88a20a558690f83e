//! Measures how fast full grids and minimal puzzles are made.

#![allow(clippy::print_stdout)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::{self, DigRequest, Plan};
use sudoku_factory::grid::CellSet;
use sudoku_factory::line::BLOCK;
use sudoku_factory::seed::Generator;

fn full_grids(c: &mut Criterion) {
    for method in Method::ALL {
        let mut k = 0;
        c.bench_function(&format!("full grid, {method}"), |b| {
            b.iter(|| {
                k += 1;
                create::full_grid(black_box(&method), &mut Generator::for_candidate(1, k))
            });
        });
    }
}

fn digs(c: &mut Criterion) {
    let plan = Plan::default();
    let (mut k, mut checks) = (0, 0);
    c.bench_function("full grid and minimal dig", |b| {
        b.iter(|| {
            k += 1;
            let mut rng = Generator::for_candidate(1, k);
            let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
            let dug = dig::dig(&grid, black_box(&plan), &mut rng);
            checks += u64::from(dug.checks);
            dug
        });
    });
    if let Some(hundredths) = (100 * checks).checked_div(k) {
        println!(
            "questions a dig: {}.{:02}",
            hundredths / 100,
            hundredths % 100
        );
    }
}

/// Compares digging the puzzles of one block one by one with digging them side by side.
fn digs_side_by_side(c: &mut Criterion) {
    let mut rng = Generator::for_candidate(1, 0);
    let requests: Vec<DigRequest> = (0..BLOCK)
        .map(|_| DigRequest {
            solution: create::full_grid(&Method::Diagonal, &mut rng).grid,
            start: CellSet::ALL,
            plan: Plan::default(),
            rng: rng.clone(),
        })
        .collect();
    let mut group = c.benchmark_group("128 minimal digs");
    group.throughput(Throughput::Elements(BLOCK));
    group.bench_function("one by one", |b| {
        b.iter(|| {
            let dug = requests
                .iter()
                .map(|it| dig::dig_from(&it.solution, it.start, &it.plan, &mut it.rng.clone()));
            dug.collect::<Vec<_>>()
        });
    });
    group.bench_function("side by side", |b| {
        b.iter(|| dig::dig_many(black_box(&requests).iter().cloned()));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = full_grids, digs, digs_side_by_side
}
criterion_main!(benches);

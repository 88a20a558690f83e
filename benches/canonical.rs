//! Measures how fast canonical forms and ids are computed, for puzzles as the factory makes them and for the
//! most symmetric grid.
#![allow(clippy::expect_used)]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::{self, Plan};
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::seed::Generator;

const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn minimal_dig(k: u64) -> (Board, Board) {
    let plan = Plan::default();
    let mut rng = Generator::for_candidate(1, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    (dig::dig(&grid, &plan, &mut rng).puzzle, grid)
}

/// Measures canonical forms of 2,000 puzzles in turn, so that each time is a mean over many puzzles.
fn forms(c: &mut Criterion) {
    let puzzles: Vec<(Board, Board)> = (0..2000).map(minimal_dig).collect();
    let mut turn = 0;
    let mut next = || {
        turn = (turn + 1) % puzzles.len();
        puzzles[turn]
    };
    c.bench_function("canonical form of a minimal dig", |b| {
        b.iter_batched(
            &mut next,
            |(puzzle, solution)| Canonical::of(black_box(&puzzle), &solution),
            BatchSize::NumIterations(2000),
        );
    });
    c.bench_function("canonical form and id of a minimal dig", |b| {
        b.iter_batched(
            &mut next,
            |(puzzle, solution)| Canonical::of(black_box(&puzzle), &solution).id(),
            BatchSize::NumIterations(2000),
        );
    });
    let grid: Board = MOST_SYMMETRIC.parse().expect("a grid");
    c.bench_function("canonical form of the grid of 648 symmetries", |b| {
        b.iter(|| Canonical::of(black_box(&grid), &grid));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = forms
}
criterion_main!(benches);

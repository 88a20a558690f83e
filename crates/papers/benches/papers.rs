//! Measures running times on this machine, to compare with the papers.
//!
//! Four things are timed: the two candidate searches of Huang 2015 (its table 2), the paper's Las Vegas method
//! with 5 to 25 random cells, its row-limited digs, and the blog's measures. The studies of the `papers` program
//! don't include them: apart from `papers times`, its output must not depend on the machine.
#![allow(clippy::expect_used)]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use papers::huang::candidates::{HARD, NextBlank, solve};
use std::hint::black_box;
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::{self, ClueRange, Plan};
use sudoku_factory::grid::Board;
use sudoku_factory::rate::looks::{self, FreedomLimits};
use sudoku_factory::seed::Generator;

fn candidate_searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("Huang 2015, table 2");
    group.sample_size(10);
    for (name, puzzle) in HARD {
        let puzzle: Board = puzzle.parse().expect("a puzzle");
        for next in [NextBlank::Plain, NextBlank::Fewest] {
            group.bench_function(BenchmarkId::new(format!("{next:?}"), name), |b| {
                b.iter(|| solve(black_box(&puzzle), next, u64::MAX));
            });
        }
    }
}

fn las_vegas(c: &mut Criterion) {
    let mut group = c.benchmark_group("Huang 2015, las vegas");
    for seed_cells in 5..=25 {
        let method = Method::LasVegas { seed_cells };
        let mut rng = Generator::for_candidate(1, 0);
        group.bench_function(BenchmarkId::from_parameter(seed_cells), |b| {
            b.iter(|| create::full_grid(&method, &mut rng));
        });
    }
}

fn row_limited(c: &mut Criterion) {
    let mut group = c.benchmark_group("row-limited digs");
    group.sample_size(10);
    for clues in [25, 26, 28, 30] {
        let plan = Plan {
            clues: Some(ClueRange {
                min: clues,
                max: clues,
            }),
            method: dig::DigMethod::RowLimited,
            ..Plan::default()
        };
        let mut rng = Generator::for_candidate(1, 0);
        group.bench_function(BenchmarkId::from_parameter(clues), |b| {
            b.iter(|| {
                let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
                dig::dig(&grid, &plan, &mut rng)
            });
        });
    }
}

fn looks(c: &mut Criterion) {
    let puzzle: Board = HARD[0].1.parse().expect("a puzzle");
    c.bench_function("blanks, freedom and grade", |b| {
        b.iter(|| looks::grade(black_box(&puzzle), FreedomLimits::Corrected));
    });
}

criterion_group!(benches, candidate_searches, las_vegas, row_limited, looks);
criterion_main!(benches);

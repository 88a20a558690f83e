//! Measures how fast puzzles are rated: by the rating rules, QQWing's level, HoDoKu's score and the minutes that
//! people need. The puzzles are like those that the factory makes.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::{self, ClueRange, Plan};
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::rate::{Hodoku, Preset, Qqwing, Rater, Timer};
use sudoku_factory::seed::Generator;

/// Puzzles of one kind that are rated again and again in turn, so that each time is a mean over many puzzles.
struct Round {
    puzzles: Vec<(Board, Board)>,
    next: usize,
}

impl Round {
    fn new(clues: Option<u8>) -> Self {
        let plan = Plan {
            clues: clues.map(|n| ClueRange { min: n, max: n }),
            ..Plan::default()
        };
        let make = |k| {
            let mut rng = Generator::for_candidate(1, k);
            let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
            (dig::dig(&grid, &plan, &mut rng).puzzle, grid)
        };
        Self {
            puzzles: (0..2000).map(make).collect(),
            next: 0,
        }
    }

    fn next(&mut self) -> (Board, Board) {
        self.next = (self.next + 1) % self.puzzles.len();
        self.puzzles[self.next]
    }
}

fn rates(c: &mut Criterion) {
    let kinds = [("minimal dig", None), ("dig to 29 clues", Some(29))];
    for (kind, clues) in kinds {
        let mut round = Round::new(clues);
        for name in Preset::NAMES {
            let Ok(preset) = Preset::named(name) else {
                continue;
            };
            let rater = Rater::new(&preset);
            c.bench_function(&format!("rate a {kind}, {name}"), |b| {
                b.iter_batched(
                    || round.next(),
                    |(puzzle, solution)| rater.rate(black_box(&puzzle), &solution),
                    BatchSize::NumIterations(2000),
                );
            });
        }
        let qqwing = Qqwing::new();
        c.bench_function(&format!("rate a {kind}, QQWing's level"), |b| {
            b.iter_batched(
                || round.next(),
                |(puzzle, solution)| qqwing.level(black_box(&puzzle), &solution),
                BatchSize::NumIterations(2000),
            );
        });
        let hodoku = Hodoku::new();
        c.bench_function(&format!("rate the form of a {kind}, HoDoKu's score"), |b| {
            b.iter_batched(
                || {
                    let (puzzle, solution) = round.next();
                    Canonical::of(&puzzle, &solution)
                },
                |form| hodoku.rate_canonical(black_box(&form)),
                BatchSize::NumIterations(2000),
            );
        });
        let timer = Timer::new();
        c.bench_function(&format!("minutes of the form of a {kind}"), |b| {
            b.iter_batched(
                || {
                    let (puzzle, solution) = round.next();
                    Canonical::of(&puzzle, &solution)
                },
                |form| timer.minutes(black_box(&form)),
                BatchSize::NumIterations(2000),
            );
        });
        let rater = Rater::new(&Preset::default());
        c.bench_function(&format!("steps of a {kind}, wu"), |b| {
            b.iter_batched(
                || round.next(),
                |(puzzle, solution)| rater.steps(black_box(&puzzle), &solution),
                BatchSize::NumIterations(2000),
            );
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = rates
}
criterion_main!(benches);

//! Measures the searches of Jiang 2018, and how fast Stuart's levels are computed.
//!
//! Stuart's level is the least number of right guesses after which simple rules solve a puzzle. The times of the
//! searches can be compared with the paper's table 2, and with its law of how time grows with board size. Of the
//! paper's puzzles, only the set `top95` is used, since the 16×16 ones can no longer be obtained.

#[path = "../tests/sets.rs"]
mod sets;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::{self, Plan};
use sudoku_factory::grid::text::{AnyBoard, AnyPuzzles, Reading};
use sudoku_factory::grid::{Board, ShapedBoard};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::fused::{
    BasicSet, FusedRequest, Searcher, Solver, TieBreak, stuart_level,
};
use sudoku_factory::solve::search;

/// Reads the boards of a set of puzzles of any size.
fn boards(name: &str) -> Vec<ShapedBoard> {
    let text = sets::rows(name).collect::<Vec<_>>().join("\n");
    let puzzles = AnyPuzzles::new(text.as_bytes(), Reading::default());
    let boards = puzzles.flatten().filter_map(|(_, board)| board.ok());
    boards
        .map(|board| match board {
            AnyBoard::Nine(board) => ShapedBoard::from(&board),
            AnyBoard::Shaped(board) => board,
        })
        .collect()
}

fn minimal_dig(k: u64) -> (Board, Board) {
    let mut rng = Generator::for_candidate(1, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    let plan = Plan::default();
    (dig::dig(&grid, &plan, &mut rng).puzzle, grid)
}

/// Measures a function on one item after another, again and again, so that the time is a mean over all items.
fn over<T, R>(c: &mut Criterion, name: &str, items: &[T], mut call: impl FnMut(&T) -> R) {
    let mut next = 0;
    c.bench_function(name, |b| {
        b.iter_batched(
            || {
                next = (next + 1) % items.len();
                &items[next]
            },
            |item| call(black_box(item)),
            BatchSize::NumIterations(items.len() as u64),
        );
    });
}

fn levels(c: &mut Criterion) {
    let digs: Vec<_> = (0..2000).map(minimal_dig).collect();
    let hardest: Vec<Board> = sets::boards("hardest1106.txt");
    let hardest: Vec<_> = hardest
        .into_iter()
        .filter_map(|puzzle| Some((puzzle, search::solve(&puzzle, 1).first?)))
        .collect();
    for (name, basic) in BasicSet::NAMED {
        over(
            c,
            &format!("level of a minimal dig, {name}"),
            &digs,
            |(puzzle, grid)| stuart_level(puzzle, grid, basic),
        );
    }
    over(c, "level of a hardest1106, pairs", &hardest, |one| {
        stuart_level(&one.0, &one.1, BasicSet::PAIRS)
    });
}

fn searches(c: &mut Criterion) {
    let paper = |solver| FusedRequest {
        solver,
        basic: BasicSet::PAIRS,
        tie_break: TieBreak::First,
        limit: 1,
        most_tries: Some(100_000),
        ..FusedRequest::default()
    };
    for (name, file, plain) in [
        ("top95", "top95.txt", true),
        ("giant16", "giant16.txt.gz", false),
        ("giant16-hard", "giant16-hard.txt.gz", false),
    ] {
        let puzzles = boards(file);
        let mut searcher = Searcher::new(puzzles[0].shape());
        over(c, &format!("prove a {name}, A"), &puzzles, |puzzle| {
            searcher.search(puzzle, &FusedRequest::default())
        });
        if !plain {
            // Most are given up, so this is the least that B takes; twenty puzzles are enough.
            let some: Vec<_> = puzzles.iter().step_by(puzzles.len().div_ceil(20)).collect();
            let request = FusedRequest {
                basic: BasicSet::QUADS,
                ..paper(Solver::SelectUpdate)
            };
            let title = format!("100,000 tries at a {name}, B");
            over(c, &title, &some, |puzzle| searcher.search(puzzle, &request));
        }
        for solver in Solver::ALL.into_iter().filter(|_| plain) {
            let title = format!("solve a {name}, {} as in the paper", solver.letter());
            over(c, &title, &puzzles, |puzzle| {
                searcher.search(puzzle, &paper(solver))
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = levels, searches
}
criterion_main!(benches);

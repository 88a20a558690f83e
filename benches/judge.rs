//! Measures how fast the judge (the search that says whether a puzzle has one solution) decides the puzzles of
//! three sets, and how fast the second judge, by exact cover, decides those of one set.
#![allow(clippy::expect_used)]

#[path = "../tests/sets.rs"]
mod sets;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sudoku_factory::grid::Board;
use sudoku_factory::solve::{exact_cover, search};

/// Measures the judges on whole sets: the time of one iteration is that of a set, and the throughput is in
/// puzzles.
fn sets(c: &mut Criterion) {
    let mut group = c.benchmark_group("judge");
    for name in ["sudoku17.txt.gz", "magictour1465.txt", "hardest1106.txt"] {
        let puzzles: Vec<Board> = sets::boards(name);
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| puzzles.iter().filter(|p| search::count(p, 2) == 1).count());
        });
    }
    let puzzles: Vec<Board> = sets::boards("magictour1465.txt");
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    group.bench_function("magictour1465.txt, exact cover", |b| {
        b.iter(|| {
            puzzles
                .iter()
                .map(|p| exact_cover::solve(p, 2).0)
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = sets
}
criterion_main!(benches);

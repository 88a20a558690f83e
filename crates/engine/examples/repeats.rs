//! Finds the repeats in a list of puzzles: puzzles that equal an earlier puzzle except for turning, mirroring,
//! shuffling or relabelling.
//!
//! ```sh
//! cargo run --release -p sudoku-engine --example repeats
//! ```
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use sudoku_engine::{Board, Canonical, PuzzleId, TextError, solve};

const PUZZLES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    // The first puzzle with 1 and 2 exchanged, and its first two rows exchanged.
    "6..295...53..7.....98....6.8...6...34..8.3..27...1...6.6....18....429..5....8..79",
];

fn main() -> Result<(), TextError> {
    let mut seen: HashMap<PuzzleId, usize> = HashMap::new();
    for (number, text) in (1..).zip(PUZZLES) {
        let puzzle: Board = text.parse()?;
        // Only a puzzle with one solution has a canonical form.
        let solved = solve(&puzzle, 2);
        let Some(solution) = solved.first.filter(|_| solved.count == 1) else {
            println!("{number}: no solution, or several");
            continue;
        };
        let id = Canonical::of(&puzzle, &solution).id();
        match seen.insert(id, number) {
            Some(first) => println!("{number}: {id}, the same as {first}"),
            None => println!("{number}: {id}"),
        }
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

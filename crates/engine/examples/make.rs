//! Makes ten puzzles with half-turn symmetry from a seed, and prints how hard each one is.
//!
//! ```sh
//! cargo run --release -p sudoku-engine --example make
//! ```
#![allow(clippy::print_stdout)]

use sudoku_engine::{
    Generator, Method, Plan, Preset, Rater, Scheme, Symmetry, count, dig, full_grid,
};

fn main() {
    let plan = Plan {
        symmetry: Symmetry::Rotate180,
        ..Plan::MINIMAL
    };
    let (scheme, rater) = (Scheme::default(), Rater::new(&Preset::default()));
    for number in 0..10 {
        let mut rng = Generator::for_candidate(7, number);
        let grid = full_grid(&Method::Diagonal, &mut rng).grid;
        let puzzle = dig(&grid, &plan, &mut rng).puzzle;
        assert_eq!(count(&puzzle, 2), 1);
        let difficulty = rater.rate(&puzzle, &grid).difficulty;
        let level = scheme.level_name(scheme.cut(difficulty));
        println!("{puzzle}  {level:<11}  D {difficulty:.2}");
    }
}

#[test]
fn runs() {
    main();
}

//! Rates puzzles as Wu 2012, HoDoKu and Sudoku Explainer do. Wu's D is that of the canonical form, and the other
//! two ratings are those of the form given.
//!
//! ```sh
//! cargo run --release -p sudoku-engine --example rate
//! ```
#![allow(clippy::print_stdout)]

use sudoku_engine::{
    Board, Explainer, Preset, Rater, TechniqueLadder, TechniqueSolver, TextError, solve,
};

const PUZZLES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".1...36.7.......3.2....6..5.5.24.9...2.....7...9.38.1.4..3....6.6.......7.14...8.",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
];

fn main() -> Result<(), TextError> {
    let rater = Rater::new(&Preset::default());
    let mut by_technique = TechniqueSolver::new(&TechniqueLadder::hodoku());
    let mut explainer = Explainer::default();
    for text in PUZZLES {
        let puzzle: Board = text.parse()?;
        let solved = solve(&puzzle, 2);
        let Some(solution) = solved.first.filter(|_| solved.count == 1) else {
            println!("{puzzle}  does not have exactly one solution");
            continue;
        };
        let difficulty = rater.rate(&puzzle, &solution).difficulty;
        let path = by_technique.solve(&puzzle, Some(&solution));
        let points = path.rating.map_or_else(
            || "beyond the techniques".to_owned(),
            |rating| rating.to_string(),
        );
        let er = explainer.rate(&puzzle).er;
        println!("{puzzle}  D {difficulty:.2}, HoDoKu {points}, ER {er}");
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

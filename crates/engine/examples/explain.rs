//! Explains a puzzle step by step, with a reason for each step that is not a single.
//!
//! ```sh
//! cargo run --release -p sudoku-engine --example explain
//! ```
#![allow(clippy::print_stdout)]

use sudoku_engine::{Board, TechniqueLadder, TextError, technique_steps};

fn main() -> Result<(), TextError> {
    let puzzle: Board =
        ".126....3.5..........3.7.29..5.4.3.....2.8.....8.5.1..67.5.9..........3.8....195."
            .parse()?;
    let (path, steps) = technique_steps(&puzzle, &TechniqueLadder::people());
    for (number, step) in (1..).zip(&steps) {
        println!("{number}. {}", step.text.what);
        if !step.technique.is_single() {
            println!("   {}", step.text.why);
        }
    }
    match path.rating {
        Some(rating) => println!("{rating}"),
        None => println!("beyond the techniques"),
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}

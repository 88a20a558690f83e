//! Compares the engine with other crates that make and solve Sudoku puzzles, for the table in the engine's README.
//! The crates take turns, puzzle by puzzle.
//!
//!     cargo run --release --manifest-path benches/peers/Cargo.toml --bin crates
//!
//! Every crate solves the same minimal puzzles, which the engine makes. The engine also checks whether the puzzles
//! that the crates make have several solutions.

use std::hint::black_box;
use std::time::Instant;
use sudoku_engine::{Board, Generator, Method, Plan, count, dig, full_grid, solve};

/// The number of puzzles that each crate makes and solves. The slowest crate takes a minute for this many.
const PUZZLES: usize = 200;

type Maker = fn(u64) -> String;
type Solver = fn(&str) -> Option<String>;

fn ours(number: u64) -> String {
    let mut rng = Generator::for_candidate(1, number);
    let grid = full_grid(&Method::Diagonal, &mut rng).grid;
    dig(&grid, &Plan::MINIMAL, &mut rng).puzzle.to_string()
}

fn solved_by_us(puzzle: &str) -> Option<String> {
    let solved = solve(&puzzle.parse::<Board>().ok()?, 2);
    (solved.count == 1).then(|| solved.first.map(|it| it.to_string()))?
}

fn of_sudoku(_: u64) -> String {
    sudoku::Sudoku::generate_with_symmetry(sudoku::Symmetry::None)
        .to_str_line()
        .to_string()
}

fn solved_by_sudoku(puzzle: &str) -> Option<String> {
    let puzzle = sudoku::Sudoku::from_str_line(puzzle).ok()?;
    Some(puzzle.solution()?.to_str_line().to_string())
}

fn of_rustoku(_: u64) -> String {
    let board = rustoku_lib::core::generate_board(25);
    board.map(|it| line(&it)).unwrap_or_default()
}

fn solved_by_rustoku(puzzle: &str) -> Option<String> {
    let mut solver = rustoku_lib::Rustoku::new_from_str(puzzle).ok()?;
    let [only] = &solver.solve_until(2)[..] else {
        return None;
    };
    Some(line(&only.board))
}

/// Returns the cells of a board of the crate rustoku, from the last line of its text.
fn line(board: &rustoku_lib::core::Board) -> String {
    let text = board.to_string();
    text.lines().last().unwrap_or_default().to_owned()
}

fn of_sudokugen(_: u64) -> String {
    let puzzle = sudokugen::Puzzle::generate(sudokugen::BoardSize::NineByNine);
    puzzle.board().to_string()
}

fn solved_by_sudokugen(puzzle: &str) -> Option<String> {
    let mut board: sudokugen::Board = puzzle.parse().ok()?;
    board.solve().ok()?;
    Some(board.to_string())
}

const CRATES: [(&str, Maker, Solver); 4] = [
    ("sudoku-engine", ours, solved_by_us),
    ("sudoku 0.8", of_sudoku, solved_by_sudoku),
    ("rustoku-lib 0.14, 25 givens", of_rustoku, solved_by_rustoku),
    ("sudokugen 0.3", of_sudokugen, solved_by_sudokugen),
];

/// Returns the cells in a text that may have line breaks between them, with `.` for a blank.
fn cells(text: &str) -> String {
    let kept = text.chars().filter(|it| it.is_ascii_digit() || *it == '.');
    kept.map(|it| if it == '0' { '.' } else { it }).collect()
}

fn main() {
    let given: Vec<String> = (0..PUZZLES as u64).map(ours).collect();
    let mut made: [Vec<(f64, String)>; 4] = Default::default();
    let mut solved: [Vec<f64>; 4] = Default::default();
    for (number, puzzle) in given.iter().enumerate() {
        let answer = solved_by_us(puzzle);
        for (place, (name, make, solve)) in CRATES.iter().enumerate() {
            let start = Instant::now();
            let text = black_box(make(number as u64));
            made[place].push((start.elapsed().as_secs_f64() * 1e6, cells(&text)));
            let start = Instant::now();
            let solution = black_box(solve(puzzle));
            solved[place].push(start.elapsed().as_secs_f64() * 1e6);
            assert_eq!(solution.as_deref().map(cells), answer, "{name}: {puzzle}");
        }
    }
    println!(
        "| crate | a puzzle, µs | givens | with several solutions | solve a minimal puzzle, µs |"
    );
    println!("|---|---|---|---|---|");
    for (place, (name, ..)) in CRATES.iter().enumerate() {
        let boards: Vec<Board> = made[place]
            .iter()
            .filter_map(|it| it.1.parse().ok())
            .collect();
        let givens: usize = boards.iter().map(Board::clue_count).sum();
        let several = boards.iter().filter(|it| count(it, 2) > 1).count();
        println!(
            "| {name} | {:.1} | {:.1} | {several} of {} | {:.2} |",
            median(made[place].iter().map(|it| it.0)),
            givens as f64 / boards.len() as f64,
            boards.len(),
            median(solved[place].iter().copied()),
        );
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

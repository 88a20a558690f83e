//! Compares the levels that this program computes in the manner of QQWing with those that QQWing itself prints,
//! on 1,000 puzzles of four kinds.

use super::{Error, our_puzzle, sets};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;
use sudoku_factory::dig;
use sudoku_factory::grid::Board;
use sudoku_factory::rate::{Qqwing, QqwingLevel};
use sudoku_factory::solve::search;

/// The number of puzzles of each kind.
const EACH: usize = 250;

/// Compares the levels of all puzzles, and fails at the first difference. Returns a line that says how many
/// levels are equal and how fast this program computes them.
pub fn compare() -> Result<String, Error> {
    let listed = collection()?;
    let solved: Vec<(Board, Board)> = listed
        .iter()
        .filter_map(|puzzle| Some((*puzzle, search::solve(puzzle, 1).first?)))
        .collect();
    let rater = Qqwing::new();
    let start = Instant::now();
    let ours: Vec<QqwingLevel> = solved
        .iter()
        .map(|(puzzle, solution)| rater.level(puzzle, solution))
        .collect();
    let speed = solved.len() as f64 / start.elapsed().as_secs_f64();
    let theirs = printed(&listed)?;
    if theirs.len() != ours.len() {
        return Err(format!("{} levels of {} were printed", theirs.len(), ours.len()).into());
    }
    for ((puzzle, ours), theirs) in listed.iter().zip(&ours).zip(&theirs) {
        if ours.name() != theirs {
            return Err(format!("{puzzle}: {ours} here, {theirs} by qqwing").into());
        }
    }
    let count = |level: &QqwingLevel| ours.iter().filter(|other| *other == level).count();
    let shares = QqwingLevel::ALL.map(|level| format!("{} {level}", count(&level)));
    Ok(format!(
        "qqwing's levels: {} of {} equal ({}), ours at {speed:.0} puzzles/s",
        ours.len(),
        listed.len(),
        shares[1..].join(", ")
    ))
}

/// Returns puzzles of four kinds: minimal digs, digs to 29 clues, puzzles with 17 clues, and hard puzzles.
fn collection() -> Result<Vec<Board>, Error> {
    let mut listed: Vec<Board> = (0..EACH as u64).map(|k| our_puzzle(k).0).collect();
    listed.extend((0..EACH as u64).map(dug_to_29));
    for (file, every) in [("sudoku17.txt.gz", 190), ("magictour1465.txt", 5)] {
        let boards: Vec<Board> = sets::boards(file);
        listed.extend(boards.iter().step_by(every).take(EACH));
    }
    Ok(listed)
}

fn dug_to_29(k: u64) -> Board {
    let plan = dig::Plan {
        clues: Some(dig::ClueRange { min: 29, max: 29 }),
        ..super::MINIMAL
    };
    let mut rng = super::Generator::for_candidate(29, k);
    let grid = super::create::full_grid(&super::Method::Diagonal, &mut rng).grid;
    dig::dig(&grid, &plan, &mut rng).puzzle
}

/// Runs `qqwing` on these puzzles, and returns the last column of its output, which is the level.
fn printed(listed: &[Board]) -> Result<Vec<String>, Error> {
    let mut qqwing = Command::new("qqwing")
        .args(["--solve", "--stats", "--csv", "--nosolution"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = qqwing.stdin.take().ok_or("qqwing takes no input")?;
    let text: String = listed.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let feeding = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = qqwing.wait_with_output()?;
    feeding.join().map_err(|_| "feeding qqwing failed")??;
    let text = String::from_utf8(output.stdout)?;
    let lines = text.lines().skip(1);
    let level = |line: &str| {
        line.trim_end_matches(',')
            .rsplit(',')
            .next()
            .map(str::to_owned)
    };
    Ok(lines.filter_map(level).collect())
}

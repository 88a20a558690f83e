//! Compares judges: how fast each finds out whether puzzles have exactly one solution.
//!
//!     cargo run --release --manifest-path benches/peers/Cargo.toml --bin judges [SET]...
//!
//! Our search is measured twice: on one board at a time, and on several boards side by side in the lanes of a
//! vector. The others are the crate `sudoku` and up to two that environment variables name. `TDOKU` names the
//! shared library of tdoku (github.com/t-dillon/tdoku, target `tdoku_shared`). `SCHOKU` names the program of
//! Schoku (github.com/Mart1nSchulz/Schoku), which times itself.
//!
//! The judges take turns on each set. The shortest time of each counts, since other work on the machine only adds
//! time. Every answer except Schoku's is checked.

#[path = "../../../../tests/sets.rs"]
mod sets;

use libloading::Library;
use std::ffi::{OsString, c_char};
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use sudoku_engine::grid::{Cell, CellSet};
use sudoku_engine::solve::search::{count, count_many};
use sudoku_engine::{Board, Generator, Method, Plan, dig, full_grid};

type Error = Box<dyn std::error::Error>;

/// Turns of each judge on each set.
const TURNS: usize = 9;
/// Puzzles in a generated set.
const PUZZLES: usize = 2000;

/// The judges' names, ours first.
const NAMES: [&str; 5] = ["ours", "ours in lanes", "sudoku 0.8", "tdoku", "Schoku"];

/// The function of tdoku that counts solutions: puzzle, limit, configuration, first solution, guesses.
type CountFn = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

/// A program with the set on which it is timed. Each `turn` goes through the set once, and returns the microseconds
/// per puzzle.
struct Judge<'a> {
    name: &'static str,
    turn: Box<dyn FnMut() -> Result<f64, Error> + 'a>,
}

impl<'a> Judge<'a> {
    /// Makes a judge from `counts`, which counts the solutions, up to two, of every puzzle of the set. A turn fails
    /// if the counts differ from `expected`.
    fn checked(
        name: &'static str,
        expected: &'a [usize],
        mut counts: impl FnMut() -> Vec<usize> + 'a,
    ) -> Self {
        let turn = move || {
            let start = Instant::now();
            let found = black_box(counts());
            let taken = start.elapsed().as_secs_f64() * 1e6 / expected.len() as f64;
            match found == expected {
                true => Ok(taken),
                false => Err(format!("{name}: a wrong number of solutions").into()),
            }
        };
        let turn = Box::new(turn);
        Self { name, turn }
    }
}

/// Returns a full grid that the engine makes, and the generator that made it.
fn grid(number: usize) -> (Board, Generator) {
    let mut rng = Generator::for_candidate(2026, number as u64);
    (full_grid(&Method::Diagonal, &mut rng).grid, rng)
}

/// Returns a puzzle of 30 to 39 random clues of a grid; `None` if the puzzle has only one solution.
fn ambiguous(number: usize) -> Option<Board> {
    let (grid, mut rng) = grid(number);
    let mut cells: Vec<Cell> = Cell::all().collect();
    rng.shuffle(&mut cells);
    let clues = 30 + rng.below(10) as usize;
    let puzzle = grid.keep(cells.into_iter().take(clues).collect());
    (count(&puzzle, 2) == 2).then_some(puzzle)
}

/// Returns a minimal puzzle with `more` clues added, or with `-more` clues removed if `more` is negative.
fn near_minimal(number: usize, more: i32) -> Board {
    let (grid, mut rng) = grid(number);
    let puzzle = dig(&grid, &Plan::MINIMAL, &mut rng).puzzle;
    let clues = puzzle.clues();
    let pool = if more < 0 {
        clues
    } else {
        CellSet::ALL - clues
    };
    let mut pool: Vec<Cell> = pool.collect();
    rng.shuffle(&mut pool);
    let changed: CellSet = pool
        .into_iter()
        .take(more.unsigned_abs() as usize)
        .collect();
    grid.keep(if more < 0 {
        clues - changed
    } else {
        clues | changed
    })
}

/// The sets: names and puzzles.
fn all_sets() -> Vec<(&'static str, Vec<Board>)> {
    vec![
        ("17 clues", sets::boards("sudoku17.txt.gz")),
        ("magictour1465", sets::boards("magictour1465.txt")),
        ("hardest1106", sets::boards("hardest1106.txt")),
        (
            "several solutions",
            (0..).filter_map(ambiguous).take(PUZZLES).collect(),
        ),
        (
            "minimal",
            (0..PUZZLES).map(|it| near_minimal(it, 0)).collect(),
        ),
        (
            "minimal and 2 clues",
            (0..PUZZLES).map(|it| near_minimal(it, 2)).collect(),
        ),
        (
            "minimal less 1 clue",
            (0..PUZZLES).map(|it| near_minimal(it, -1)).collect(),
        ),
    ]
}

/// Returns the judges that are installed, to be timed on these boards, whose numbers of solutions are `expected`.
fn judges<'a>(
    boards: &'a [Board],
    expected: &'a [usize],
    tdoku: Option<&'a Library>,
    file: &'a Path,
) -> Result<Vec<Judge<'a>>, Error> {
    let texts: Vec<String> = boards.iter().map(|it| format!("{it}\n")).collect();
    let theirs: Result<Vec<_>, _> = texts
        .iter()
        .map(|it| sudoku::Sudoku::from_str_line(it.trim_end()))
        .collect();
    let theirs = theirs?;
    std::fs::write(file, texts.concat())?;
    let mut judges = vec![
        Judge::checked(NAMES[0], expected, || {
            boards.iter().map(|it| count(it, 2)).collect()
        }),
        Judge::checked(NAMES[1], expected, || count_many(boards, 2)),
        Judge::checked(NAMES[2], expected, move || {
            theirs
                .iter()
                .map(|it| it.solutions_count_up_to(2))
                .collect()
        }),
    ];
    if let Some(library) = tdoku {
        // SAFETY: this is the signature in tdoku's header.
        let count = unsafe { library.get::<CountFn>(b"TdokuSolverDpllTriadSimd\0") }?;
        judges.push(Judge::checked(NAMES[3], expected, move || {
            let mut solution = [0; 81];
            let one = |text: &String| {
                let (text, mut guesses) = (text.as_ptr().cast(), 0);
                // SAFETY: the puzzle ends with a newline after 81 characters, and the solution has room for 81.
                unsafe { count(text, 2, 0, solution.as_mut_ptr(), &raw mut guesses) }
            };
            texts.iter().map(one).collect()
        }));
    }
    if let Some(program) = std::env::var_os("SCHOKU") {
        let turn = Box::new(move || schoku(&program, file));
        judges.push(Judge {
            name: NAMES[4],
            turn,
        });
    }
    Ok(judges)
}

/// Runs Schoku once on a file, and returns the microseconds per puzzle that it prints. This time excludes the start
/// and the end of the program.
fn schoku(program: &OsString, file: &Path) -> Result<f64, Error> {
    let mut command = Command::new(program);
    let output = command
        .args(["-y", "-t1", "-rM"])
        .arg(file)
        .arg(file.with_extension("out"))
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut words = text.split_whitespace();
    let found = words.find_map(|word| word.strip_suffix("µs/puzzle")?.parse().ok());
    found.ok_or_else(|| format!("Schoku printed no time: {text}").into())
}

/// Returns a row of the table: the set, the microseconds per puzzle of each judge, and the ratios.
fn row(name: &str, boards: &[Board], judges: &[Judge], best: &[f64]) -> String {
    let clues: usize = boards.iter().map(|it| it.clues().len()).sum();
    let clues = clues as f64 / boards.len() as f64;
    let time = |name: &&str| {
        judges
            .iter()
            .position(|it| it.name == *name)
            .map(|place| best[place])
    };
    let times = NAMES
        .iter()
        .map(|name| time(name).map_or("–".to_owned(), |it| format!("{it:.2}")));
    let times: Vec<String> = times.collect();
    let other = NAMES[2..]
        .iter()
        .filter_map(|name| time(name))
        .fold(f64::INFINITY, f64::min);
    let (times, many) = (times.join(" | "), boards.len());
    format!(
        "| {name} | {many} | {clues:.1} | {times} | {:.2} | {:.2} |",
        other / best[0],
        other / best[1]
    )
}

fn main() -> Result<(), Error> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    // SAFETY: the library has no initializers of its own.
    let tdoku = std::env::var_os("TDOKU")
        .map(|file| unsafe { Library::new(file) })
        .transpose()?;
    for (variable, is_missing) in [
        ("TDOKU", tdoku.is_none()),
        ("SCHOKU", std::env::var_os("SCHOKU").is_none()),
    ] {
        if is_missing {
            eprintln!("judges: {variable} is not set: that judge is left out");
        }
    }
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("puzzles.txt");
    println!(
        "| set | puzzles | clues | {} | best other ÷ ours | ÷ in lanes |",
        NAMES.join(" | ")
    );
    println!("|{}", "---|".repeat(NAMES.len() + 5));
    for (name, boards) in all_sets() {
        if !wanted.is_empty() && !wanted.iter().any(|it| name.contains(it.as_str())) {
            continue;
        }
        let expected: Vec<usize> = boards.iter().map(|it| count(it, 2)).collect();
        let mut judges = judges(&boards, &expected, tdoku.as_ref(), &file)?;
        let mut best = vec![f64::INFINITY; judges.len()];
        for _ in 0..TURNS {
            for (judge, best) in judges.iter_mut().zip(&mut best) {
                *best = best.min((judge.turn)()?);
            }
        }
        println!("{}", row(name, &boards, &judges, &best));
    }
    Ok(())
}

//! Compares the speed of Sudoku Factory with that of other programs on the same work.
//!
//!     cargo run --release --manifest-path benches/peers/Cargo.toml
//!
//! The programs take turns (ours, theirs, ours, theirs …), so that a drift of the machine's speed affects both.
//! The medians are shown with their ratio.
//!
//! `qqwing`, if it is installed, is run as a program. Its time includes its start-up, which is negligible for 300
//! puzzles. Before the timing, its levels are compared with ours puzzle by puzzle: a difference is an error.
//!
//! Tatham's `sgt-solo`, if it is installed, is run likewise for boards of 16×16 and 25×25. `-- solo` measures only
//! these boards.

mod levels;
#[path = "../../../tests/sets.rs"]
mod sets;
mod solo;

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use sudoku::strategy::{Strategy, StrategySolver};
use sudoku_factory::config::Settings;
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::{self, Plan};
use sudoku_factory::grid::Board;
use sudoku_factory::line::{Maker, StageTimes};
use sudoku_factory::rate::{Preset, Rater};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::search;

/// Number of times that each row is measured, which is odd, so that the median is one of the measured times.
const TURNS: usize = 7;
const MINIMAL: Plan = Plan::MINIMAL;
/// The rules of the crate `sudoku` that this program's ladder also has. The crate has no trial and error, and
/// its wings panic.
const THEIR_RULES: [Strategy; 11] = [
    Strategy::NakedSingles,
    Strategy::HiddenSingles,
    Strategy::LockedCandidates,
    Strategy::NakedPairs,
    Strategy::HiddenPairs,
    Strategy::NakedTriples,
    Strategy::HiddenTriples,
    Strategy::NakedQuads,
    Strategy::HiddenQuads,
    Strategy::XWing,
    Strategy::Swordfish,
];

type Error = Box<dyn std::error::Error>;

/// A row of the table: one kind of work that both programs do.
struct Row {
    work: String,
    peer: &'static str,
    /// Number of puzzles in one measurement.
    puzzles: usize,
    ours: Box<dyn FnMut()>,
    theirs: Box<dyn FnMut()>,
}

fn main() -> ExitCode {
    match compare() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compare() -> Result<(), Error> {
    let mut rows = match solo::program() {
        Some(program) => solo::rows(&program),
        None => {
            eprintln!("peers: sgt-solo is not installed: its rows are left out");
            Vec::new()
        }
    };
    if std::env::args().nth(1).as_deref() == Some("solo") {
        return table(rows);
    }
    for (name, file) in [
        ("unique? 17-clue set", "sudoku17.txt.gz"),
        ("unique? magictour1465", "magictour1465.txt"),
        ("unique? hardest1106", "hardest1106.txt"),
    ] {
        rows.push(judge(name, &sets::rows(file).collect::<Vec<_>>()));
    }
    rows.extend([full_grid(), minimal_dig(), human_rules()?, candidate()?]);
    match Command::new("qqwing").arg("--version").output() {
        Ok(_) => {
            println!("{}\n", levels::compare()?);
            rows.push(whole_program()?);
        }
        Err(_) => eprintln!("peers: qqwing is not installed: its row and levels are left out"),
    }
    table(rows)
}

/// Measures the rows and prints their table.
fn table(rows: Vec<Row>) -> Result<(), Error> {
    println!("| work | ours | theirs | by | theirs ÷ ours |\n|---|---|---|---|---|");
    for row in rows {
        println!("{}", measure(row));
    }
    Ok(())
}

fn measure(mut row: Row) -> String {
    let mut times = [Vec::new(), Vec::new()];
    (row.ours)();
    (row.theirs)();
    for _ in 0..TURNS {
        for (work, times) in [&mut row.ours, &mut row.theirs].into_iter().zip(&mut times) {
            let start = Instant::now();
            work();
            times.push(start.elapsed().as_secs_f64() * 1e6 / row.puzzles as f64);
        }
    }
    let [ours, theirs] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[TURNS / 2]
    });
    let ratio = theirs / ours;
    let (work, peer) = (row.work, row.peer);
    format!("| {work} | {ours:.2} µs | {theirs:.2} µs | {peer} | {ratio:.2} |")
}

fn judge(work: &str, lines: &[&str]) -> Row {
    let ours: Vec<Board> = lines.iter().filter_map(|line| line.parse().ok()).collect();
    let theirs: Vec<sudoku::Sudoku> = lines
        .iter()
        .filter_map(|line| sudoku::Sudoku::from_str_line(line).ok())
        .collect();
    assert_eq!(ours.len(), theirs.len(), "both read every puzzle");
    Row {
        work: work.to_owned(),
        peer: "sudoku 0.8",
        puzzles: ours.len(),
        ours: Box::new(move || {
            let unique = ours.iter().filter(|board| search::count(board, 2) == 1);
            black_box(unique.count());
        }),
        theirs: Box::new(move || {
            let unique = theirs.iter().filter(|board| board.is_uniquely_solvable());
            black_box(unique.count());
        }),
    }
}

fn full_grid() -> Row {
    let mut k = 0;
    Row {
        work: "full grid".to_owned(),
        peer: "sudoku 0.8",
        puzzles: 2000,
        ours: Box::new(move || {
            for _ in 0..2000 {
                let mut rng = Generator::for_candidate(1, k);
                black_box(create::full_grid(&Method::Diagonal, &mut rng));
                k += 1;
            }
        }),
        theirs: Box::new(|| {
            for _ in 0..2000 {
                black_box(sudoku::Sudoku::generate_solved());
            }
        }),
    }
}

fn minimal_dig() -> Row {
    let mut k = 0;
    Row {
        work: "minimal puzzle from a new grid".to_owned(),
        peer: "sudoku 0.8",
        puzzles: 500,
        ours: Box::new(move || {
            for _ in 0..500 {
                black_box(our_puzzle(k));
                k += 1;
            }
        }),
        theirs: Box::new(|| {
            for _ in 0..500 {
                let grid = sudoku::Sudoku::generate_solved();
                black_box(their_puzzle(grid));
            }
        }),
    }
}

fn our_puzzle(k: u64) -> (Board, Board) {
    let mut rng = Generator::for_candidate(1, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    (dig::dig(&grid, &MINIMAL, &mut rng).puzzle, grid)
}

fn their_puzzle(grid: sudoku::Sudoku) -> sudoku::Sudoku {
    sudoku::Sudoku::generate_with_symmetry_from(grid, sudoku::Symmetry::None)
}

fn human_rules() -> Result<Row, Error> {
    let ours: Vec<(Board, Board)> = (0..1000).map(our_puzzle).collect();
    let theirs = ours
        .iter()
        .map(|(puzzle, _)| sudoku::Sudoku::from_str_line(&puzzle.to_string()))
        .collect::<Result<Vec<_>, _>>()?;
    let rater = Rater::new(&Preset::named("wu")?);
    Ok(Row {
        work: "human rules, minimal digs (theirs without wings and trial)".to_owned(),
        peer: "sudoku 0.8",
        puzzles: ours.len(),
        ours: Box::new(move || {
            for (puzzle, solution) in &ours {
                black_box(rater.rate(puzzle, solution));
            }
        }),
        theirs: Box::new(move || {
            for puzzle in &theirs {
                let _ = black_box(their_rating(*puzzle));
            }
        }),
    })
}

fn their_rating(puzzle: sudoku::Sudoku) -> bool {
    StrategySolver::from_sudoku(puzzle)
        .solve(&THEIR_RULES)
        .is_ok()
}

fn candidate() -> Result<Row, Error> {
    let asked = Settings {
        count: Some(1),
        seed: Some(1),
        ..Settings::default()
    };
    let job = asked.over(Settings::defaults()?).run_spec()?.job;
    let mut k = 0;
    Ok(Row {
        work: "create + dig + rate".to_owned(),
        peer: "sudoku 0.8",
        puzzles: 500,
        ours: Box::new(move || {
            let maker = Maker::new(&job);
            let mut times = StageTimes::default();
            black_box(maker.make_all(k..k + 500, &mut times));
            k += 500;
        }),
        theirs: Box::new(|| {
            for _ in 0..500 {
                let puzzle = their_puzzle(sudoku::Sudoku::generate_solved());
                black_box(their_rating(puzzle));
            }
        }),
    })
}

fn whole_program() -> Result<Row, Error> {
    let factory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/release/factory");
    if !factory.exists() {
        return Err("build the factory first: cargo build --release".into());
    }
    let scratch = tempfile::tempdir()?;
    let mut turn = 0;
    let run = |command: &mut Command| {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "{command:?}");
    };
    Ok(Row {
        work: "300 candidates, whole program on one thread".to_owned(),
        peer: "qqwing",
        puzzles: 300,
        ours: Box::new(move || {
            turn += 1;
            let seed = turn.to_string();
            run(Command::new(&factory)
                .args([
                    "--count",
                    "300",
                    "--threads",
                    "1",
                    "--quiet",
                    "--seed",
                    &seed,
                    "--out",
                ])
                .arg(scratch.path()));
        }),
        theirs: Box::new(move || {
            run(Command::new("qqwing").args(["--generate", "300", "--stats", "--csv"]));
        }),
    })
}

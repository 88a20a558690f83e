//! Makes and rates the puzzles of the default job: minimal puzzles with the levels of Wu 2012.
//!
//! The package's small WebAssembly module has this code in place of `making.rs`, which makes any job. So the small
//! module needs no reader of job files, and none of the other programs' ratings.

use super::arguments::{CallAnswer, CallArguments};
use super::solving::{only_solution, values};
use factory_pipeline::pack::PuzzleFields;
use std::ops::Range;
use sudoku_engine::dig::{DigRequest, dig_many};
use sudoku_engine::grid::CellSet;
use sudoku_engine::rate::{Looks, Ratings};
use sudoku_engine::{
    Canonical, Dug, Generator, Method, Plan, Rater, Record, Scheme, dig, full_grid,
};

/// The text of the job without any keys, which is the default job.
const DEFAULT_JOB: &str = "{}";

/// The default scheme, with its rater.
struct Plain {
    scheme: Scheme,
    rater: Rater,
}

impl Plain {
    /// Reads the next argument as a job, which must be the default job.
    fn new(arguments: &mut CallArguments<'_>) -> Result<Self, String> {
        match arguments.text()? {
            DEFAULT_JOB => {}
            _ => {
                return Err(
                    "this module makes the default job only: load sudoku_factory.wasm".to_owned(),
                );
            }
        }
        let scheme = Scheme::named("wu").map_err(|error| error.to_string())?;
        let rater = Rater::new(&scheme.preset);
        Ok(Self { scheme, rater })
    }

    fn ratings(&self, form: &Canonical) -> Ratings {
        Ratings {
            ladder: self.rater.rate_canonical(form),
            looks: Looks::of(&form.puzzle),
            guesses: None,
            qqwing: None,
            hodoku: None,
            minutes: None,
            se: None,
            techniques: None,
        }
    }

    /// Makes the candidate puzzles with the numbers in a range, and returns the records of those that have a level.
    fn records(&self, seed: u64, range: Range<u64>) -> Vec<Record> {
        let request = |number| {
            let mut rng = Generator::for_candidate(seed, number);
            DigRequest {
                solution: full_grid(&Method::Diagonal, &mut rng).grid,
                start: CellSet::ALL,
                plan: Plan::MINIMAL,
                rng,
            }
        };
        let requests = range.clone().map(request);
        let dug: Vec<Dug> = match range.end - range.start {
            // Side by side pays from two on.
            1 => requests.map(dug_alone).collect(),
            _ => dig_many(requests),
        };
        let rated = range.zip(&dug).filter_map(|(number, dug)| {
            let form = Canonical::of(&dug.puzzle, &dug.solution);
            let ratings = self.ratings(&form);
            Some(Record {
                number,
                puzzle: dug.puzzle,
                solution: dug.solution,
                id: form.id(),
                level: self.scheme.level(&ratings)?,
                ratings,
            })
        });
        rated.collect()
    }
}

fn dug_alone(request: DigRequest) -> Dug {
    let DigRequest {
        solution,
        plan,
        mut rng,
        ..
    } = request;
    dig(&solution, &plan, &mut rng)
}

/// Reads a seed, the first candidate number and the end of the range. Makes the candidate puzzles from the first number
/// to the one before the end, and returns the records of those that have a level.
fn records(plain: &Plain, arguments: &mut CallArguments<'_>) -> Result<Vec<Record>, String> {
    let seed = arguments.number("seed")?;
    let first = arguments.number("start")?;
    let last = arguments.number("end")?;
    Ok(plain.records(seed, first..last))
}

/// Answers with the names of the levels, easiest first, one per line.
pub(super) fn levels(arguments: &mut CallArguments<'_>) -> CallAnswer {
    Ok(Plain::new(arguments)?.scheme.levels.join("\n").into_bytes())
}

/// Rates a given puzzle, and answers with the ratings and all other fields as a JSON object.
pub(super) fn rate(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let (plain, board) = (Plain::new(arguments)?, arguments.board()?);
    let solution = only_solution(&board)?;
    let form = Canonical::of(&board, &solution);
    let ratings = plain.ratings(&form);
    let (id, scheme) = (Some(form.id()), &plain.scheme);
    let fields = PuzzleFields::new(1, Some(&solution), id, Some(&ratings), scheme);
    serde_json::to_vec(&fields).map_err(|error| error.to_string())
}

/// Makes puzzles, and answers with their fields as JSON, one puzzle per line.
pub(super) fn puzzles(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let plain = Plain::new(arguments)?;
    let mut lines = Vec::new();
    for record in &records(&plain, arguments)? {
        let fields = PuzzleFields::of_record(record, &plain.scheme);
        serde_json::to_writer(&mut lines, &fields).map_err(|error| error.to_string())?;
        lines.push(b'\n');
    }
    Ok(lines)
}

/// Makes puzzles, and answers with rows of 81 bytes: first all puzzles, then all solutions.
pub(super) fn rows(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let records = records(&Plain::new(arguments)?, arguments)?;
    let puzzles = records.iter().flat_map(|it| values(&it.puzzle));
    let solutions = records.iter().flat_map(|it| values(&it.solution));
    Ok(puzzles.chain(solutions).collect())
}

//! The calls that need a job: making puzzles from their candidate numbers, as the program does, and
//! rating puzzles by the job's scheme.

use super::arguments::{CallAnswer, CallArguments};
use super::solving::values;
use factory_bindings::JsonJob;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use sudoku_engine::Level;

/// The maximum number of jobs in memory. Jobs stay in memory because reading a job takes longer than making a puzzle.
const KEPT: usize = 16;

thread_local! {
    /// The most recently used jobs, each with the text that it was read from; the newest is at the end.
    static JOBS: RefCell<Vec<(String, Rc<JsonJob>)>> = const { RefCell::new(Vec::new()) };
}

/// Reads the next argument as a job: a JSON text with the keys of the program's job files.
fn job(arguments: &mut CallArguments<'_>) -> Result<Rc<JsonJob>, String> {
    let text = arguments.text()?;
    JOBS.with_borrow_mut(|jobs| {
        let known = jobs.iter().position(|(known, _)| known == text);
        let entry = match known {
            Some(place) => jobs.remove(place),
            None => (text.to_owned(), Rc::new(JsonJob::new(text)?)),
        };
        let job = Rc::clone(&entry.1);
        if jobs.len() == KEPT {
            jobs.remove(0);
        }
        jobs.push(entry);
        Ok(job)
    })
}

/// Reads a job, a seed, the first candidate number and the end of the range. Returns the job with this seed, and the
/// range of candidate numbers from the first number to the one before the end.
fn seeded(arguments: &mut CallArguments<'_>) -> Result<(JsonJob, Range<u64>), String> {
    let job = job(arguments)?.with_seed(arguments.number("seed")?);
    let first = arguments.number("start")?;
    let last = arguments.number("end")?;
    Ok((job, first..last))
}

/// Answers with the names of a job's levels, easiest first, one per line.
pub(super) fn levels(arguments: &mut CallArguments<'_>) -> CallAnswer {
    Ok(job(arguments)?.scheme().levels.join("\n").into_bytes())
}

/// Rates a given puzzle, and answers with the ratings and all other fields as a JSON object.
pub(super) fn rate(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let (job, board) = (job(arguments)?, arguments.board()?);
    Ok(job.rate(&board)?.into_bytes())
}

/// Makes puzzles, and answers with their fields as JSON, one puzzle per line. The argument after the range is the
/// number of a level, or 0 for no particular level. Puzzles of layouts other than 9×9 are dug for this level.
pub(super) fn puzzles(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let (mut job, range) = seeded(arguments)?;
    let level: u8 = arguments.number("level")?;
    if level != 0 {
        let level = Level::try_from(level).map_err(|error| error.to_string())?;
        job = job.wanting(level);
    }
    let mut lines = String::new();
    for puzzle in job.puzzles(range) {
        lines.push_str(&puzzle.json(job.scheme())?);
        lines.push('\n');
    }
    Ok(lines.into_bytes())
}

/// Makes 9×9 puzzles, and answers with rows of 81 bytes: first all puzzles, then all solutions.
pub(super) fn rows(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let (job, range) = seeded(arguments)?;
    if !job.is_nine() {
        return Err("rows hold puzzles of 9x9 only".to_owned());
    }
    let records = job.records(range);
    let puzzles = records.iter().flat_map(|it| values(&it.puzzle));
    let solutions = records.iter().flat_map(|it| values(&it.solution));
    Ok(puzzles.chain(solutions).collect())
}

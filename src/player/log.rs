//! Reads logs of games, and writes them as CSV. A log lists the filled cells and the time of each step. It has one
//! of two forms:
//!
//! - CSV as in the appendix of Wang 2009, with the fields `number,row,column,seconds[,digit]`. Rows and columns
//!   count from 0 unless base 1 is set. A line `# puzzle …` comes before the steps of a game. A header line is
//!   skipped.
//! - JSON Lines with the same names, and an object with `puzzle` before a game.
//!
//! As in the paper, a log contains only correct digits. A digit, if present, must equal the solution's.

use super::PlayState;
use crate::grid::{Board, Cell};
use crate::solve::search;
use serde::Deserialize;
use std::ops::RangeInclusive;

/// The number from which rows and columns are counted in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexBase {
    /// Rows and columns count from 0 to 8.
    Zero,
    /// Rows and columns count from 1 to 9.
    One,
}

impl IndexBase {
    const fn first(self) -> i64 {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }
}

/// One step of a game: a filled cell and its time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogMove {
    /// The cell that was filled.
    pub cell: Cell,
    /// The time since the previous step in seconds, above 0.
    pub seconds: f64,
}

/// The log of one game of one puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Log {
    /// The puzzle of the game.
    pub puzzle: Board,
    /// The unique solution of the puzzle.
    pub solution: Board,
    /// The steps of the game in order. Each step fills a blank of the puzzle that no earlier step has filled.
    pub moves: Vec<LogMove>,
}

impl Log {
    /// Returns the state of the game before the first step.
    pub fn start(&self) -> PlayState<'_> {
        PlayState::new(&self.puzzle, &self.solution)
    }
}

/// An error in a log, with the number of its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", .line.map_or(String::new(), |line| format!("line {line}: ")))]
pub struct LogError {
    /// The number of the line, from 1; `None` if the error is about the whole log.
    pub line: Option<usize>,
    /// A description of the error.
    pub problem: String,
}

/// A line of a log that describes one step.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LogRow {
    number: i64,
    row: i64,
    column: i64,
    seconds: f64,
    digit: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    puzzle: String,
}

enum LogLine {
    Nothing,
    Puzzle(String),
    Step(LogRow),
}

/// The allowed times of a step in seconds, from a microsecond to four months.
const SECONDS: RangeInclusive<f64> = 1e-6..=1e7;

/// Reads all games in a text, as CSV or as JSON Lines, and leaves out games without steps. `given` is the puzzle
/// for steps that come before the first puzzle line. If `given` has a value, every puzzle line must name that
/// puzzle.
///
/// # Errors
/// The first error, with its line: an invalid row, digit, cell or time, step numbers that don't ascend, steps
/// without a puzzle, or a puzzle that differs from `given` or doesn't have exactly one solution. A text without any
/// steps is an error without a line.
pub fn read(text: &str, base: IndexBase, given: Option<&Board>) -> Result<Vec<Log>, LogError> {
    let mut logs: Vec<Log> = Vec::new();
    let mut last = None;
    // Spreadsheets begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in text.lines().enumerate() {
        let at = |problem: String| LogError {
            line: Some(number + 1),
            problem,
        };
        match line_of(line.trim()).map_err(at)? {
            LogLine::Nothing => {}
            LogLine::Puzzle(puzzle) => {
                let puzzle = board_of(&puzzle).map_err(at)?;
                if given.is_some_and(|given| *given != puzzle) {
                    return Err(at("the log's puzzle is not the given one".to_owned()));
                }
                logs.push(game_of(puzzle).map_err(at)?);
                last = None;
            }
            LogLine::Step(row) => {
                if logs.is_empty() {
                    let no_puzzle = || {
                        let what =
                            "no puzzle is known: give it, or begin the log with `# puzzle …`";
                        at(what.to_owned())
                    };
                    logs.push(game_of(*given.ok_or_else(no_puzzle)?).map_err(at)?);
                }
                if last.is_some_and(|last| row.number <= last) {
                    return Err(at(format!(
                        "step {} does not follow its number",
                        row.number
                    )));
                }
                last = Some(row.number);
                if let Some(log) = logs.last_mut() {
                    let played = move_of(&row, base, log).map_err(at)?;
                    log.moves.push(played);
                }
            }
        }
    }
    logs.retain(|log| !log.moves.is_empty());
    if logs.is_empty() {
        let problem = "the log is empty: it holds no step".to_owned();
        return Err(LogError {
            line: None,
            problem,
        });
    }
    Ok(logs)
}

/// Returns a log as CSV with its puzzle first, and with rows and columns counted from 0. Times below a millisecond are
/// written as one millisecond, since no step may have the time 0.
pub fn write(log: &Log) -> String {
    let mut text = format!("# puzzle {}\nnumber,row,column,seconds,digit\n", log.puzzle);
    for (number, LogMove { cell, seconds }) in log.moves.iter().enumerate() {
        let (row, column) = (cell.row(), cell.column());
        let digit = log.solution.values()[cell.index()];
        let seconds = seconds.max(0.001);
        text += &format!("{},{row},{column},{seconds:.3},{digit}\n", number + 1);
    }
    text
}

fn line_of(line: &str) -> Result<LogLine, String> {
    if let Some(comment) = line.strip_prefix('#') {
        let puzzle = comment.trim().strip_prefix("puzzle");
        return Ok(puzzle.map_or(LogLine::Nothing, |it| LogLine::Puzzle(it.trim().to_owned())));
    }
    if line.starts_with('{') {
        let short = |error: serde_json::Error| {
            let text = error.to_string();
            let text = text.split(" at line").next().unwrap_or_default();
            // The names of unknown fields are quoted, whatever is in them.
            text.replace(char::is_control, "\u{FFFD}")
        };
        if line.contains("\"puzzle\"") {
            let heading: Heading = serde_json::from_str(line).map_err(short)?;
            return Ok(LogLine::Puzzle(heading.puzzle));
        }
        return Ok(LogLine::Step(serde_json::from_str(line).map_err(short)?));
    }
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let header = fields[0].eq_ignore_ascii_case("number");
    if line.is_empty() || header {
        return Ok(LogLine::Nothing);
    }
    let [number, row, column, seconds, rest @ ..] = fields.as_slice() else {
        return Err(wrong_length(fields.len()));
    };
    if rest.len() > 1 {
        return Err(wrong_length(fields.len()));
    }
    let digit = rest.first().filter(|digit| !digit.is_empty());
    Ok(LogLine::Step(LogRow {
        number: whole("number", number)?,
        row: whole("row", row)?,
        column: whole("column", column)?,
        seconds: seconds
            .parse()
            .map_err(|_| format!("the time {seconds:?} is not a number"))?,
        digit: digit.map(|digit| whole("digit", digit)).transpose()?,
    }))
}

fn wrong_length(fields: usize) -> String {
    format!("{fields} fields where number,row,column,seconds[,digit] has 4 or 5")
}

fn whole(name: &str, text: &str) -> Result<i64, String> {
    let wrong = |_| format!("the {name} {text:?} is not a whole number");
    text.parse().map_err(wrong)
}

fn board_of(text: &str) -> Result<Board, String> {
    text.parse()
        .map_err(|error| format!("this is not a puzzle: {error}"))
}

fn game_of(puzzle: Board) -> Result<Log, String> {
    let solved = search::solve(&puzzle, 2);
    match solved.first.filter(|_| solved.count == 1) {
        Some(solution) => Ok(Log {
            puzzle,
            solution,
            moves: Vec::new(),
        }),
        None if solved.count == 0 => Err("the puzzle has no solution".to_owned()),
        None => Err("the puzzle has more than one solution".to_owned()),
    }
}

fn move_of(row: &LogRow, base: IndexBase, log: &Log) -> Result<LogMove, String> {
    let place = |name: &str, value: i64| {
        let first = base.first();
        if (first..first + 9).contains(&value) {
            return Ok((value - first) as usize);
        }
        let hint = match (base, value) {
            (IndexBase::Zero, 9) => "; is the log counted from 1 (--base 1)?",
            (IndexBase::One, 0) => "; is the log counted from 0 (--base 0)?",
            _ => "",
        };
        let last = first + 8;
        Err(format!("{name} {value} is not in {first} to {last}{hint}"))
    };
    let cell = Cell::at(place("row", row.row)?, place("column", row.column)?);
    if log.puzzle.get(cell).is_some() {
        let counted = match base {
            IndexBase::Zero => " or counted from 1 (--base 1)",
            IndexBase::One => " or counted from 0 (--base 0)",
        };
        return Err(format!(
            "{cell} is a clue of the puzzle: is the log of another{counted}?"
        ));
    }
    if log.moves.iter().any(|before| before.cell == cell) {
        return Err(format!("{cell} was filled before"));
    }
    let answer = i64::from(log.solution.values()[cell.index()]);
    match row.digit {
        Some(digit) if !(1..=9).contains(&digit) => {
            return Err(format!("{digit} is not a digit from 1 to 9"));
        }
        Some(digit) if digit != answer => {
            return Err(format!(
                "{digit} is wrong in {cell}: the solution has {answer}"
            ));
        }
        _ => {}
    }
    let seconds = row.seconds;
    if !(seconds.is_finite() && seconds > 0.0) {
        return Err(format!(
            "the time {seconds} is not a number of seconds above 0"
        ));
    }
    if !SECONDS.contains(&seconds) {
        return Err(format!("nobody takes {seconds:e} seconds for a step"));
    }
    Ok(LogMove { cell, seconds })
}

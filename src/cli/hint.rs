//! `factory hint`: graded hints from any state of play.

use super::Exit;
use super::errors::{BadData, UsageError};
use super::file_set::{refuse_existing, write_whole};
use crate::config::Switch;
use crate::grid::{Board, Cell, Digit, DigitSet};
use crate::print::StepPicture;
use crate::rate::Mark;
use crate::rate::hints::{CheckedPlay, Play, StepTexts, TechniqueStep, hint};
use crate::rate::techniques::TechniqueLadder;
use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The longest text of a state, in bytes: a drawn grid of candidates has some 1,500.
const LONGEST: u64 = 100_000;

/// The state of play, and how much is said.
#[derive(Debug, Args)]
pub struct HintArgs {
    /// State of play: a puzzle or a half-filled grid in 81 characters, 81 groups of candidates, or a
    /// file with one of these; - for standard input
    state: String,
    /// Givens of the puzzle, in 81 characters or in a file: entries that differ from their solution are
    /// named [default: all digits of the state are right]
    #[arg(long, value_name = "PUZZLE")]
    givens: Option<String>,
    /// File with the candidates that are left: 81 groups of digits, such as a grid of pencil marks
    /// [default: all that no row, column or box forbids]
    #[arg(long, visible_alias = "marks", value_name = "FILE")]
    candidates: Option<String>,
    /// Detail of the hint, each level a step further: nudge, where, what, why; or all of them
    #[arg(long, value_name = "LEVEL", default_value = "all")]
    level: Level,
    /// Use techniques that rely on the puzzle's having a single solution: on or off
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    uniqueness_techniques: Switch,
    /// Draw the hint
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Replace a file that exists already
    #[arg(long, requires = "svg")]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The detail of a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// That there is something
    Nudge,
    /// The place to look at
    Where,
    /// The technique and its pattern
    What,
    /// Why it holds, and what follows
    Why,
    /// All four texts
    All,
}

/// Prints a hint.
pub fn run(args: &HintArgs) -> anyhow::Result<Exit> {
    if let Some(file) = &args.svg {
        refuse_existing(file, args.force)?;
    }
    let mut play = state_of(&args.state)?;
    if let Some(givens) = &args.givens {
        play.givens = Some(board_of(givens, "--givens")?);
    }
    if let Some(file) = &args.candidates {
        let marks = candidates_of(&text_of(file)?);
        let wrong = |what| BadData(format!("{file}: {what}"));
        play.candidates = Some(marks.map_err(wrong)?);
    }
    let checked = play.check().map_err(|error| BadData(error.to_string()))?;
    let mut ladder = TechniqueLadder::people();
    if args.uniqueness_techniques == Switch::Off {
        ladder = ladder.without_uniqueness();
    }
    let step = hint(&checked.position, &ladder, &checked.solution);
    if let (Some(file), Some(step)) = (&args.svg, &step) {
        let picture = StepPicture {
            givens: play.givens.as_ref().unwrap_or(&play.board),
            position: &checked.position,
            step,
        };
        write_whole(file, picture.svg().as_bytes(), args.force)?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        let object = object(args, &checked, step.as_ref());
        writeln!(out, "{object}")?;
    } else {
        for line in lines(args.level, &checked, step.as_ref()) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(Exit::Done)
}

/// Reads the file that an argument names, or standard input for `-`.
fn text_of(argument: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut read = |source: &mut dyn Read| source.take(LONGEST).read_to_string(&mut text);
    if argument == "-" {
        read(&mut io::stdin().lock()).context("cannot read standard input")?;
    } else {
        let file = fs::File::open(Path::new(argument));
        let mut file = file.with_context(|| format!("cannot read {argument}"))?;
        read(&mut file).with_context(|| format!("cannot read {argument}"))?;
    }
    Ok(text)
}

/// Returns the argument if it is a grid by itself, else the text of the file that it names.
fn grid_text(argument: &str, name: &str) -> anyhow::Result<String> {
    let is_file = argument == "-" || Path::new(argument).is_file();
    if is_file {
        return text_of(argument);
    }
    let is_grid = argument.parse::<Board>().is_ok() || groups(argument).len() == 81;
    if is_grid {
        return Ok(argument.to_owned());
    }
    let error = argument.parse::<Board>().err();
    let reason = error.map_or_else(String::new, |error| format!(": {error}"));
    let what = format!("{name} is neither a grid of 81 cells nor a file{reason}");
    Err(UsageError(what).into())
}

fn board_of(argument: &str, name: &str) -> anyhow::Result<Board> {
    let text = grid_text(argument, name)?;
    let board = text.trim_end().parse();
    Ok(board.map_err(|error| BadData(format!("{name}: {error}")))?)
}

/// Reads a state: a grid of digits, or one of candidates in which a single digit is an entry.
fn state_of(argument: &str) -> anyhow::Result<Play> {
    let text = grid_text(argument, "the state")?;
    let groups = groups(&text);
    let has_notes = groups.iter().any(|group| group.len() > 1);
    if groups.len() == 81 && has_notes {
        let candidates = candidates_of(&text);
        let candidates = candidates.map_err(|what| BadData(format!("the state: {what}")))?;
        let mut board = Board::EMPTY;
        for (cell, digits) in &candidates {
            board.set(*cell, digits.single());
        }
        return Ok(Play {
            candidates: Some(candidates),
            ..Play::new(board)
        });
    }
    Ok(Play::new(board_of(argument, "the state")?))
}

/// Returns the groups of digits of a text.
fn groups(text: &str) -> Vec<&str> {
    let groups = text.split(|c: char| !c.is_ascii_digit());
    groups.filter(|group| !group.is_empty()).collect()
}

/// Reads 81 groups of candidates.
fn candidates_of(text: &str) -> Result<Vec<(Cell, DigitSet)>, String> {
    let groups = groups(text);
    if groups.len() != 81 {
        return Err(format!("{} groups of digits, not 81", groups.len()));
    }
    let cell = |(cell, group): (Cell, &str)| {
        let digits = group.bytes().map(|byte| Digit::new(byte - b'0'));
        let digits: Option<DigitSet> = digits.collect();
        let digits = digits.ok_or_else(|| format!("{cell}: 0 is no candidate"))?;
        Ok((cell, digits))
    };
    Cell::all().zip(groups).map(cell).collect()
}

/// Names the cells of marks: `r1c2 and r3c4`.
fn cells(marks: &[Mark]) -> String {
    let names: Vec<String> = marks.iter().map(|mark| mark.cell.to_string()).collect();
    names.join(", ")
}

/// Says what is wrong with the state; at the lowest level only how many entries are.
fn remarks(level: Level, checked: &CheckedPlay) -> Vec<String> {
    let mut remarks = Vec::new();
    let (wrong, missing) = (&checked.wrong, &checked.missing);
    if !wrong.is_empty() {
        let (entries, are) = match wrong.len() {
            1 => ("entry", "is"),
            _ => ("entries", "are"),
        };
        remarks.push(match level {
            Level::Nudge => format!("{} {entries} {are} wrong.", wrong.len()),
            _ => format!("{} {entries} {are} wrong: {}.", wrong.len(), cells(wrong)),
        });
    }
    if !missing.is_empty() {
        remarks.push(match level {
            Level::Nudge => "The pencil marks lack a digit that is right.".to_owned(),
            _ => format!(
                "The pencil marks lack the right digit in {}.",
                cells(missing)
            ),
        });
    }
    remarks
}

/// Returns the texts of a level, with their names.
fn texts(level: Level, text: &StepTexts) -> Vec<(&'static str, &str)> {
    let all = [
        (Level::Nudge, "nudge", &text.nudge),
        (Level::Where, "where", &text.place),
        (Level::What, "what", &text.what),
        (Level::Why, "why", &text.why),
    ];
    let asked = all
        .into_iter()
        .filter(|it| level == Level::All || it.0 == level);
    asked.map(|(_, name, text)| (name, text.as_str())).collect()
}

/// Returns the texts where no technique helps.
fn beyond(checked: &CheckedPlay) -> StepTexts {
    let (place, what) = match checked.given_away() {
        Some(mark) => (
            format!("Look at {}.", mark.cell),
            format!("{} is {}.", mark.cell, mark.digit),
        ),
        None => ("There is no blank.".to_owned(), "Solved.".to_owned()),
    };
    StepTexts {
        nudge: "This is beyond the ladder: only a guess is left.".to_owned(),
        place,
        what,
        why: "No technique of the ladder finds anything; the digit is the solution's.".to_owned(),
    }
}

fn is_solved(checked: &CheckedPlay) -> bool {
    checked.position.candidates().blanks().is_empty()
}

fn lines(level: Level, checked: &CheckedPlay, step: Option<&TechniqueStep>) -> Vec<String> {
    let mut lines = remarks(level, checked);
    if is_solved(checked) {
        lines.push("The puzzle is solved.".to_owned());
        return lines;
    }
    let beyond = beyond(checked);
    let text = step.map_or(&beyond, |step| &step.text);
    lines.extend(
        texts(level, text)
            .into_iter()
            .map(|(_, text)| text.to_owned()),
    );
    lines
}

/// Returns the hint as an object; the whole step only if all is asked for.
fn object(args: &HintArgs, checked: &CheckedPlay, step: Option<&TechniqueStep>) -> Value {
    let solved = is_solved(checked);
    let beyond = beyond(checked);
    let text = step.map_or(&beyond, |step| &step.text);
    let texts = if solved {
        Vec::new()
    } else {
        texts(args.level, text)
    };
    let texts: serde_json::Map<String, Value> = texts
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text.into()))
        .collect();
    let tells_where = args.level != Level::Nudge;
    let tells_all = args.level == Level::All;
    let given_away = step.is_none().then(|| checked.given_away()).flatten();
    json!({
        "schema": 1,
        "puzzle": checked.position.board().to_string(),
        "solved": solved,
        "wrong_entries": checked.wrong.len(),
        "wrong": tells_where.then_some(&checked.wrong),
        "missing": tells_where.then_some(&checked.missing),
        "text": texts,
        "step": step.filter(|_| tells_all),
        "beyond": given_away.filter(|_| tells_all),
    })
}

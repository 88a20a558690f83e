//! `factory hint`: gives graded hints for any state of play.

use super::Exit;
use super::errors::{BadData, UsageError};
use super::file_set::write_whole;
use crate::config::{Switch, read_short};
use crate::grid::Board;
use crate::print::StepPicture;
use crate::rate::hints::{Hint, HintLevel, Language, Play, PlayTextError, candidates_of};
use crate::rate::techniques::TechniqueLadder;
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The state of play for which a hint is wanted, and how much the hint reveals.
#[derive(Debug, Args)]
pub struct HintArgs {
    /// State of play: 81 characters (a puzzle or a half-filled grid) or 81 groups of candidates, as text or as a
    /// file; - for standard input
    state: String,
    /// Givens of the puzzle, as 81 characters or as a file; digits of the state that differ from the puzzle's solution
    /// are reported [default: all digits of the state are assumed to be right]
    #[arg(long, value_name = "PUZZLE")]
    givens: Option<String>,
    /// File with the remaining candidates: 81 groups of digits, such as a grid of pencil marks
    /// [default: all candidates that no row, column or box forbids]
    #[arg(long, visible_alias = "marks", value_name = "FILE")]
    candidates: Option<String>,
    /// Detail of the hint, from least to most: nudge, where, what, why or all
    #[arg(long, value_name = "LEVEL", default_value = "all")]
    level: HintDetail,
    /// Use techniques that rely on the puzzle having exactly one solution: on or off
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    uniqueness_techniques: Switch,
    /// Language of the hint: en or zh
    #[arg(long, value_name = "CODE", default_value = "en")]
    language: LanguageCode,
    /// SVG file to draw the hint into
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Replace the file named by --svg if it exists
    #[arg(long, requires = "svg")]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The amount that a hint reveals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HintDetail {
    /// The kind of the next step
    Nudge,
    /// The place of the step
    Where,
    /// The technique and its pattern
    What,
    /// The reason why the technique works, and what follows from it
    Why,
    /// All four texts above
    All,
}

impl From<HintDetail> for HintLevel {
    fn from(level: HintDetail) -> Self {
        match level {
            HintDetail::Nudge => Self::Nudge,
            HintDetail::Where => Self::Where,
            HintDetail::What => Self::What,
            HintDetail::Why => Self::Why,
            HintDetail::All => Self::All,
        }
    }
}

/// The language of a hint's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LanguageCode {
    /// English
    En,
    /// Simplified Chinese
    Zh,
}

impl From<LanguageCode> for Language {
    fn from(code: LanguageCode) -> Self {
        match code {
            LanguageCode::En => Self::English,
            LanguageCode::Zh => Self::Chinese,
        }
    }
}

/// Prints a hint for the state of play that `args` describe. With `--svg`, also draws the step of the hint, if there is
/// one.
pub fn run(args: &HintArgs) -> anyhow::Result<Exit> {
    let mut play = state_of(&args.state)?;
    if let Some(givens) = &args.givens {
        play.givens = Some(board_of(givens, "--givens")?);
    }
    if let Some(file) = &args.candidates {
        let marks = candidates_of(&text_of(file)?);
        let wrong = |what| BadData(format!("{file}: {what}"));
        play.candidates = Some(marks.map_err(wrong)?);
    }
    let mut ladder = TechniqueLadder::people();
    if args.uniqueness_techniques == Switch::Off {
        ladder = ladder.without_uniqueness();
    }
    let hint = Hint::new(&play, &ladder).map_err(|error| BadData(error.to_string()))?;
    let hint = hint.in_language(args.language.into());
    if let (Some(file), Some(step)) = (&args.svg, &hint.step) {
        let picture = StepPicture {
            givens: play.givens.as_ref().unwrap_or(&play.board),
            position: &hint.checked.position,
            step,
        };
        write_whole(file, picture.svg().as_bytes(), args.force)?;
    }
    let mut out = io::stdout().lock();
    let level = args.level.into();
    if args.json {
        let object = serde_json::to_string(&hint.object(level))?;
        writeln!(out, "{object}")?;
    } else {
        for line in hint.lines(level) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(Exit::Done)
}

/// Reads the file that an argument names, or standard input for `-`.
fn text_of(argument: &str) -> anyhow::Result<String> {
    if argument == "-" {
        return read_short(io::stdin().lock()).context("cannot read standard input");
    }
    let text = fs::File::open(Path::new(argument)).and_then(read_short);
    text.with_context(|| format!("cannot read {argument}"))
}

/// Returns the argument if it is a grid, otherwise the text of the file that it names (standard input for `-`). `name`
/// is the option's or argument's name in error messages.
fn grid_text(argument: &str, name: &str) -> anyhow::Result<String> {
    let is_file = argument == "-" || Path::new(argument).is_file();
    if is_file {
        return text_of(argument);
    }
    match argument.parse::<Play>() {
        Err(PlayTextError::Grid(reason)) => {
            let what = format!("{name} is neither a grid of 81 cells nor a file: {reason}");
            Err(UsageError(what).into())
        }
        _ => Ok(argument.to_owned()),
    }
}

fn board_of(argument: &str, name: &str) -> anyhow::Result<Board> {
    let text = grid_text(argument, name)?;
    let board = text.trim_end().parse();
    Ok(board.map_err(|error| BadData(format!("{name}: {error}")))?)
}

fn state_of(argument: &str) -> anyhow::Result<Play> {
    let play = grid_text(argument, "the state")?.parse();
    Ok(play.map_err(|error| BadData(format!("the state: {error}")))?)
}

//! `factory player`: a person's rates from logs, times from rates, and whether a log is honest.

mod check;
mod fit;
mod paths;
mod simulate;
mod time;

use super::Exit;
use super::errors::{BadData, UsageError};
use super::inputs;
use crate::grid::Board;
use crate::grid::text::LINE_LIMIT;
use crate::player::{Base, Form, Log, Player, read};
use crate::rate::Rule;
use crate::solve::search;
use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What is asked about a player.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub struct PlayerArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The rate of each logic, from logs of games
    Fit(fit::FitArgs),
    /// Whether a log is that of an honest game; exit code 4 if it is suspicious
    Check(check::CheckArgs),
    /// Every single step that a state allows, and how likely each is
    Paths(paths::PathsArgs),
    /// How long puzzles take a player
    Time(time::TimeArgs),
    /// Logs of games that nobody played: honest, shuffled, copied
    Simulate(simulate::SimulateArgs),
}

/// Answers.
pub fn run(args: &PlayerArgs) -> anyhow::Result<Exit> {
    match &args.command {
        Command::Fit(args) => fit::run(args),
        Command::Check(args) => check::run(args),
        Command::Paths(args) => paths::run(args),
        Command::Time(args) => time::run(args),
        Command::Simulate(args) => simulate::run(args),
    }
}

/// Who plays.
#[derive(Debug, Args)]
struct RatesArg {
    /// The player: paper, average, a file as `factory player fit --save` writes it, or the mean
    /// seconds of each logic, such as naked-single=15,hidden-single=10
    #[arg(long, value_name = "WHO", default_value = "paper")]
    rates: String,
}

/// Who plays, and by which form of the model.
#[derive(Debug, Args)]
struct WhoArgs {
    #[command(flatten)]
    rates: RatesArg,
    /// How the rates of several paths make a time [default: as the player's rates are meant]
    #[arg(long, value_enum)]
    form: Option<FormName>,
}

/// [`Form`] as an option.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormName {
    /// The rates of the paths to the filled cell averaged, as printed (2.12)
    Averaged,
    /// The rates of all open paths added
    Race,
}

impl FormName {
    const fn form(self) -> Form {
        match self {
            Self::Averaged => Form::Averaged,
            Self::Race => Form::Race,
        }
    }
}

impl RatesArg {
    fn player(&self) -> anyhow::Result<Player> {
        Ok(match self.rates.as_str() {
            "paper" => Player::paper(),
            "average" => Player::average()?,
            means if means.contains('=') && !Path::new(means).exists() => {
                of_means(means).map_err(|what| UsageError(format!("--rates {means}: {what}")))?
            }
            file => {
                let text = text_of(Path::new(file))?;
                Player::from_toml(&text).map_err(|error| UsageError(format!("{file}: {error}")))?
            }
        })
    }
}

impl WhoArgs {
    fn player(&self) -> anyhow::Result<Player> {
        let mut player = self.rates.player()?;
        if let Some(form) = self.form {
            player.form = form.form();
        }
        Ok(player)
    }
}

/// The player of the averaged form with these mean seconds, `LOGIC=SECONDS` with commas.
fn of_means(text: &str) -> Result<Player, String> {
    let rates = text.split(',').map(|part| {
        let (logic, seconds) = part
            .split_once('=')
            .ok_or_else(|| format!("{part:?} is not LOGIC=SECONDS"))?;
        let logic: Rule = logic.parse().map_err(|error| format!("{error}"))?;
        let mean: f64 = seconds
            .trim()
            .parse()
            .map_err(|_| format!("{seconds:?} is no number of seconds"))?;
        Ok((logic, 1.0 / mean))
    });
    let rates: Vec<(Rule, f64)> = rates.collect::<Result<_, String>>()?;
    Player::new(Form::Averaged, rates).map_err(|error| error.to_string())
}

/// How rows and columns of logs are counted.
#[derive(Debug, Args)]
struct BaseArg {
    /// Rows and columns of logs are counted from 0 or from 1
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    base: u8,
}

impl BaseArg {
    /// The games of a file, which are of this puzzle where none is said.
    fn logs(&self, file: &Path, puzzle: Option<&Board>) -> anyhow::Result<Vec<Log>> {
        let base = if self.base == 0 {
            Base::Zero
        } else {
            Base::One
        };
        let name = name_of(file);
        let logs = read(&text_of(file)?, base, puzzle);
        Ok(logs.map_err(|error| BadData(format!("{name}: {error}")))?)
    }
}

fn name_of(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => file.display().to_string(),
    }
}

/// Reads a log line by line, so that a file that is none is refused at its first line.
fn text_of(file: &Path) -> anyhow::Result<String> {
    let context = || format!("cannot read {}", name_of(file));
    let mut source: Box<dyn BufRead> = match file.to_str() {
        Some("-") => Box::new(std::io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(file).with_context(context)?)),
    };
    let mut text = String::new();
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let mut limited = source.by_ref().take(LINE_LIMIT as u64 + 1);
        limited.read_until(b'\n', &mut line).with_context(context)?;
        if line.is_empty() {
            break;
        }
        let wrong =
            |problem: String| BadData(format!("{}: line {number}: {problem}", name_of(file)));
        if line.len() > LINE_LIMIT {
            let problem = format!("it is longer than {LINE_LIMIT} bytes: this is no log");
            return Err(wrong(problem).into());
        }
        let read = str::from_utf8(&line);
        text += read.map_err(|_| wrong("this is no text in UTF-8".to_owned()))?;
    }
    Ok(text)
}

/// A puzzle with its only solution.
type Solved = (Board, Board);

/// The puzzles that an argument names: itself, or those of a file.
fn puzzles(argument: &str) -> anyhow::Result<Vec<Solved>> {
    if let Ok(puzzle) = argument.parse() {
        return Ok(vec![solved(puzzle, "the puzzle")?]);
    }
    let looks_like_one = argument.len() >= 60
        && argument
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    if looks_like_one {
        let length = argument.len();
        return Err(UsageError(format!("the puzzle has {length} characters, not 81")).into());
    }
    let mut puzzles = Vec::new();
    inputs::for_each_chunk(&[PathBuf::from(argument)], None, 1024, |chunk| {
        for input in chunk {
            let place = format!("{} line {}", input.source(), input.line);
            let wrong = |error| BadData(format!("{}: {error}", input.source()));
            puzzles.push(solved(
                input.board.as_ref().copied().map_err(wrong)?,
                &place,
            )?);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if puzzles.is_empty() {
        return Err(BadData(format!("{argument}: there is no puzzle in it")).into());
    }
    Ok(puzzles)
}

fn solved(puzzle: Board, place: &str) -> anyhow::Result<Solved> {
    let found = search::solve(&puzzle, 2);
    let why = super::rate::not_rated(&puzzle, found.count);
    match found.first.filter(|_| found.count == 1) {
        Some(solution) => Ok((puzzle, solution)),
        None => Err(BadData(format!("{place}: {why}")).into()),
    }
}

/// The first puzzle that an argument names.
fn puzzle(argument: &str) -> anyhow::Result<Solved> {
    let first = puzzles(argument)?.into_iter().next();
    Ok(first.ok_or_else(|| BadData(format!("{argument}: there is no puzzle in it")))?)
}

/// Minutes and seconds.
fn clock(seconds: f64) -> String {
    let tenths = (seconds * 10.0).round() as u64;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

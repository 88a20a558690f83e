//! `factory player time`: estimates the time that a player needs for puzzles.

use super::super::Exit;
use super::args::RatesArg;
use super::puzzles::puzzles;
use crate::grid::Board;
use crate::player::{Bound, ExpectedTime, Player, RateForm, expected, lower_bound};
use crate::rate::Rule;
use crate::seed::Generator;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;

/// The puzzles, and the player whose times are computed.
#[derive(Debug, Args)]
pub struct TimeArgs {
    /// Puzzle of 81 characters, or a file with any number of puzzles; - for standard input
    puzzle: String,
    #[command(flatten)]
    who: RatesArg,
    /// Kinds of estimated times to print, separated by commas [default: all three]
    #[arg(long, value_enum, value_delimiter = ',')]
    form: Vec<TimeForm>,
    /// Number of random solving paths to try
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    chains: u32,
    /// Random seed of the solving paths
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print one JSON object per puzzle
    #[arg(long)]
    json: bool,
}

/// A kind of estimated time that can be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TimeForm {
    /// The time by the mean rate of all ways to find the digit of the filled cell (equation 2.12 of Wang 2009)
    Averaged,
    /// The time by the sum of the rates of all ways to find a digit in any cell
    Race,
    /// The lower bound of Wang 2009 (equation 2.10): the time of the fastest solving path
    Bound,
}

/// Estimates and prints the time of every puzzle.
pub fn run(args: &TimeArgs) -> anyhow::Result<Exit> {
    let player = args.who.player()?;
    let mut out = std::io::stdout().lock();
    let mut exit = Exit::Done;
    for (puzzle, solution) in puzzles(&args.puzzle)? {
        let (text, object, left) = timed(args, &player, (&puzzle, &solution));
        if left > 0 {
            exit = Exit::Short;
        }
        if args.json {
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{text}")?;
        }
    }
    Ok(exit)
}

/// Returns the times for a puzzle, as text and as JSON, and the number of cells that the player's rules leave
/// blank. This number is the maximum over all kinds of times.
fn timed(
    args: &TimeArgs,
    player: &Player,
    (puzzle, solution): (&Board, &Board),
) -> (String, Value, usize) {
    let asked = |told| args.form.is_empty() || args.form.contains(&told);
    let mut text = format!("{puzzle}\n");
    let mut object = json!({"schema": 1, "puzzle": puzzle.to_string()});
    let mut most_left = 0;
    for (told, form) in [
        (TimeForm::Averaged, RateForm::Averaged),
        (TimeForm::Race, RateForm::Race),
    ] {
        if !asked(told) {
            continue;
        }
        let mut as_told = player.clone();
        as_told.form = form;
        let mut rng = Generator::for_games(args.seed, 0);
        let time = expected(puzzle, solution, &as_told, args.chains, &mut rng);
        text += &of_form(form, &time, player);
        object[form.name()] = json!({
            "seconds": time.mean, "deviation": time.deviation, "left": time.left,
        });
        most_left = most_left.max(time.left);
    }
    if asked(TimeForm::Bound) {
        let bound = lower_bound(puzzle, solution, player);
        text += &of_bound(&bound);
        object["lower_bound"] = json!({
            "seconds": bound.seconds, "used": bound.used[..], "left": bound.left,
            "at_least": bound.at_least, "proven": bound.is_proven(),
        });
        most_left = most_left.max(bound.left);
    }
    if most_left > 0 {
        text += &format!(
            "  the player's logics end with up to {most_left} cells left; times are those up to there\n"
        );
    }
    (text, object, most_left)
}

/// Returns a line with the time that a formula of the player model predicts. A remark is added if the player's rates
/// were made for another formula.
fn of_form(form: RateForm, time: &ExpectedTime, player: &Player) -> String {
    let foreign = match player.form {
        meant if meant == form => String::new(),
        meant => format!("; the rates are meant for {}", meant.name()),
    };
    format!(
        "  {:<12} {:>8}  ± {:<8}  ({:.1} s{foreign})\n",
        form.name(),
        clock(time.mean),
        clock(time.deviation),
        time.mean
    )
}

fn of_bound(bound: &Bound) -> String {
    let used = Rule::ALL
        .into_iter()
        .map(|rule| (rule, bound.used[rule.index()]));
    let used: Vec<String> = used
        .filter(|(_, times)| *times > 0)
        .map(|(rule, times)| format!("{times} × {}", rule.title()))
        .collect();
    let unproven = if bound.is_proven() {
        String::new()
    } else {
        let least = bound.at_least;
        format!("; not proven to be the least, which is {least:.2} s or more")
    };
    format!(
        "  {:<12} {:>8}  {:10}  ({:.2} s: {}{unproven})\n",
        "lower bound",
        clock(bound.seconds),
        "",
        bound.seconds,
        used.join(", ")
    )
}

/// Formats a number of seconds as minutes, seconds and tenths of a second, such as `12:03.5`.
fn clock(seconds: f64) -> String {
    let tenths = (seconds * 10.0).round() as u64;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

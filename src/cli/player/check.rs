//! `factory player check`: checks whether a log comes from an honest game.

use super::super::Exit;
use super::super::errors::{BadData, UsageError};
use super::super::file_set::write_whole;
use super::args::{BaseArg, WhoArgs};
use super::puzzles::puzzle;
use crate::chart::{self, ChartLine, Labels, Scale};
use crate::player::{CheckSettings, Log, LogCheck, LogStep, Suspicion, TailProbability};
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::path::PathBuf;

/// The maximum number of games for `--games`.
const MOST_GAMES: f64 = 1e6;

/// The log to check, and the player to compare it with.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Puzzle that the log is about: 81 characters, or a file, of which the first puzzle is used
    puzzle: String,
    /// Log of one or several games: CSV with the columns number (of the step), row, column, seconds and digit
    /// (optional), or JSON Lines with the same fields; - for standard input
    log: PathBuf,
    #[command(flatten)]
    base: BaseArg,
    #[command(flatten)]
    who: WhoArgs,
    /// Use the player's rates unchanged, without scaling them to the pace of the log
    #[arg(long)]
    as_given: bool,
    /// Maximum share of honest games that the check may wrongly call suspicious
    #[arg(long, value_name = "SHARE", default_value_t = 0.01)]
    false_alarms: f64,
    /// Number of honest games to simulate for comparison
    #[arg(long, value_name = "N", default_value_t = 999, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random seed of the simulated games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Draw the likelihood ratio of each step into this SVG file, as in Figs. 3.8 to 3.10 of Wang 2009
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Replace the file named by --plot if it exists
    #[arg(long, requires = "plot")]
    force: bool,
    /// Print one JSON object per game
    #[arg(long)]
    json: bool,
}

/// Checks every game of the log.
pub fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let judge = CheckSettings {
        player: args.who.player()?,
        pace_of_log: !args.as_given,
        false_alarms: args.false_alarms,
        games: args.games,
        seed: args.seed,
    };
    can_judge(&judge)?;
    let (puzzle, _) = puzzle(&args.puzzle)?;
    let logs = args.base.logs(&args.log, Some(&puzzle))?;
    if args.plot.is_some() && logs.len() > 1 {
        return Err(UsageError("--plot draws one game; the log has several".to_owned()).into());
    }
    let mut out = std::io::stdout().lock();
    let mut exit = Exit::Done;
    // Games of the same length are compared with the same simulated games.
    let mut calibrations = BTreeMap::new();
    for (number, log) in (1..).zip(&logs) {
        let pace = |error| BadData(format!("game {number}: the log's pace: {error}"));
        let calibration = match calibrations.entry(log.moves.len()) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(place) => place.insert(judge.calibrate(log).map_err(pace)?),
        };
        let check = calibration.check(log).map_err(pace)?;
        if let Some(file) = &args.plot {
            write_whole(file, plot(&check).as_bytes(), args.force)?;
        }
        if args.json {
            writeln!(out, "{}", object(log, &check, &judge))?;
        } else {
            if logs.len() > 1 {
                let gap = if number > 1 { "\n" } else { "" };
                writeln!(out, "{gap}game {number} of {}\n", logs.len())?;
            }
            write!(out, "{}", text(log, &check, &judge))?;
        }
        if !check.suspicions.is_empty() {
            exit = Exit::Unsound;
        }
    }
    Ok(exit)
}

/// Refuses a share of false alarms that is not between 0 and 1, or that needs more simulated games than `judge` asks
/// for.
fn can_judge(judge: &CheckSettings) -> anyhow::Result<()> {
    let share = judge.false_alarms;
    if !(share > 0.0 && share < 1.0) {
        let what = format!("--false-alarms {share:?} is not a share between 0 and 1");
        return Err(UsageError(what).into());
    }
    let least = (3.0 / share).ceil();
    if f64::from(judge.games) + 1.0 < least {
        let games = least - 1.0;
        let what = if games > MOST_GAMES {
            format!("--false-alarms {share:?} is too rare for {MOST_GAMES} games to show")
        } else {
            format!("--false-alarms {share:?} takes at least --games {games}")
        };
        return Err(UsageError(what).into());
    }
    Ok(())
}

/// Returns the names of the player's rules that lead to the cell of a step. If there are none, returns a text that says
/// so.
fn by(step: &LogStep) -> String {
    let titles: Vec<&str> = step.logics.iter().map(|logic| logic.title()).collect();
    match step.beyond {
        _ if !titles.is_empty() => titles.join(", "),
        Some(logic) => format!("none of the player's; a {}", logic.title()),
        None => "no known logic".to_owned(),
    }
}

fn text(log: &Log, check: &LogCheck, judge: &CheckSettings) -> String {
    let mut text = "step  cell  digit  seconds      LR  led to by\n".to_owned();
    for (number, step) in check.steps.iter().enumerate() {
        let digit = log.solution.values()[step.cell.index()];
        text += &format!(
            "{:>4}  {}  {digit:>5}  {:>7.3}  {:>6.4}  {}\n",
            number + 1,
            step.cell,
            step.seconds,
            step.ratio,
            by(step)
        );
    }
    let unexplained: Vec<_> = check
        .steps
        .iter()
        .filter(|it| it.logics.is_empty())
        .collect();
    let unknown = unexplained.iter().filter(|it| it.beyond.is_none()).count();
    let row =
        |what: &str, tail: TailProbability| format!("{what:<58}  p {:.3}\n", tail.probability);
    text += &format!("\npace {:.3} times the player's rates\n", check.pace);
    let what = format!(
        "{} unexplained steps, {unknown} by no known logic",
        unexplained.len()
    );
    text += &row(&what, check.unexplained);
    let what = format!("mean LR of the others {:.3}", check.ratio.value);
    text += &row(&what, check.ratio);
    let what = format!(
        "spread of Λt {:.3} (a steady copier's is small)",
        check.spread.value
    );
    text += &row(&what, check.spread);
    let what = format!(
        "distance of Λt from Exp(1) {:.3} (does not judge)",
        check.exponential.value
    );
    text += &row(&what, check.exponential);
    text + &format!("\n{}\n", verdict(check, judge))
}

fn verdict(check: &LogCheck, judge: &CheckSettings) -> String {
    let why = |suspicion: &Suspicion| match suspicion {
        Suspicion::Unexplained => "too many steps that no logic explains",
        Suspicion::Unlikely => "steps too unlikely for their times",
        Suspicion::Steady => "times too even for a person who thinks",
    };
    let reasons: Vec<&str> = check.suspicions.iter().map(why).collect();
    let how_sure = format!(
        "at most {} % of honest games are suspected; {} were simulated",
        percent(judge.false_alarms),
        judge.games
    );
    if reasons.is_empty() {
        format!("nothing suspicious ({how_sure})")
    } else {
        format!("SUSPICIOUS: {} ({how_sure})", reasons.join("; "))
    }
}

/// Returns a share in per cent, rounded to six decimals.
fn percent(share: f64) -> f64 {
    (share * 1e8).round() / 1e6
}

fn object(log: &Log, check: &LogCheck, judge: &CheckSettings) -> Value {
    let steps = check.steps.iter().map(|step| {
        json!({
            "cell": step.cell,
            "name": step.cell.to_string(),
            "seconds": step.seconds,
            "lr": step.ratio,
            "logics": step.logics,
            "beyond": step.beyond,
        })
    });
    let tail = |tail: TailProbability| json!({"value": tail.value, "p": tail.probability});
    let suspicions = check.suspicions.iter().map(|suspicion| match suspicion {
        Suspicion::Unexplained => "unexplained",
        Suspicion::Unlikely => "unlikely",
        Suspicion::Steady => "steady",
    });
    json!({
        "schema": 1,
        "puzzle": log.puzzle.to_string(),
        "honest": check.suspicions.is_empty(),
        "suspicions": suspicions.collect::<Vec<_>>(),
        "false_alarms": judge.false_alarms,
        "games": judge.games,
        "seed": judge.seed.to_string(),
        "pace": check.pace,
        "unexplained": tail(check.unexplained),
        "mean_lr": tail(check.ratio),
        "spread": tail(check.spread),
        "exponential": tail(check.exponential),
        "steps": steps.collect::<Vec<_>>(),
    })
}

fn plot(check: &LogCheck) -> String {
    let steps = check.steps.iter().zip(1..);
    let points: Vec<(f64, f64)> = steps
        .map(|(step, number)| (f64::from(number), step.ratio))
        .collect();
    let zeros = points.iter().filter(|(_, ratio)| *ratio == 0.0).count();
    let description = format!(
        "The likelihood ratio of each of {} steps; {zeros} of them are 0.",
        points.len()
    );
    let labels = Labels {
        title: "Likelihood ratio of each step",
        description: &description,
        x: "step",
        y: "LR",
    };
    let line = ChartLine {
        name: "LR",
        points: &points,
    };
    chart::lines(&labels, &[line], Scale::Linear)
}

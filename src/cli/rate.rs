//! `factory rate`: how hard puzzles are, and how a person solves them.

use super::Exit;
use super::list::{Answer, ListArgs, answer_all};
use super::make;
use super::puzzle_json;
use crate::bucket::Scheme;
use crate::config::Settings;
use crate::grid::{Board, Canonical};
use crate::rate::Raters;
use crate::solve::search;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Which puzzles are rated, and how.
#[derive(Debug, Args)]
pub struct RateArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Print the solving path, one step a line
    #[arg(long)]
    steps: bool,
    /// What levels are: a scheme of docs/schemes.md, such as wu, clues or hardest-rule, or one of
    /// the job file
    #[arg(long, value_name = "NAME", env = "FACTORY_SCHEME")]
    scheme: Option<String>,
    /// Ratings that are made on request only: stuart, qqwing, hodoku, time, or all
    #[arg(
        long,
        value_name = "NAMES",
        env = "FACTORY_RATINGS",
        value_delimiter = ','
    )]
    ratings: Option<Vec<String>>,
    /// A job file that defines schemes
    #[arg(long, value_name = "FILE", env = "FACTORY_JOB")]
    job: Option<PathBuf>,
}

/// Rates every puzzle of the input.
pub fn run(args: &RateArgs) -> anyhow::Result<Exit> {
    let asked = Settings {
        scheme: args.scheme.clone(),
        ratings: args.ratings.clone(),
        ..Settings::default()
    };
    let settings = asked.over(make::files_and_defaults(args.job.as_deref())?);
    let scheme = settings.scheme()?;
    let raters = Raters::new(&scheme.preset, &settings.extras(scheme.by.extra())?);
    answer_all(&args.list, |puzzle| {
        rate(puzzle, &raters, &scheme, args.steps)
    })
}

fn rate(puzzle: &Board, raters: &Raters, scheme: &Scheme, with_steps: bool) -> Answer {
    let solved = search::solve(puzzle, 2);
    let fields = |id, ratings| puzzle_json::solved(&solved, id, ratings, scheme);
    let Some(solution) = solved.first.filter(|_| solved.count == 1) else {
        return Answer {
            text: format!("{puzzle}  {}", not_rated(puzzle, solved.count)),
            fields: fields(None, None),
        };
    };
    let form = Canonical::of(puzzle, &solution);
    let ratings = raters.rate(&form);
    let ladder = &ratings.ladder;
    let mut text = format!(
        "{puzzle}  {:<11}  D {:7.4}  {} clues{}",
        scheme.level_name(scheme.level(&ratings)),
        ladder.difficulty,
        puzzle.clue_count(),
        if ladder.solved {
            ""
        } else {
            "  not solved by the rules"
        },
    );
    if let Some(minutes) = ratings.minutes {
        text += &format!("  {minutes} minutes");
    }
    let mut fields = fields(Some(form.id()), Some(&ratings));
    if with_steps {
        let (_, steps) = raters.ladder().steps(puzzle, &solution);
        for (number, step) in steps.iter().enumerate() {
            text += &format!("\n{:>4}. {step}", number + 1);
        }
        fields["steps"] = json!(steps);
    }
    Answer { text, fields }
}

/// Why a puzzle without exactly one solution has no rating.
pub(super) fn not_rated(puzzle: &Board, count: usize) -> String {
    match puzzle.conflict() {
        Some(conflict) => format!(
            "no solution: {} stands twice in {} ({} and {})",
            conflict.digit, conflict.house, conflict.cells[0], conflict.cells[1]
        ),
        None if count == 0 => "no solution".to_owned(),
        None => "more than one solution".to_owned(),
    }
}

//! `factory rate`: the difficulty of puzzles, and how a person solves them.

use super::Exit;
use super::filter_args::FilterArgs;
use super::list::{Answer, ListArgs, answer_some};
use super::make;
use crate::bucket::Scheme;
use crate::config::{ConfigError, Settings};
use crate::filter::{Sieve, Subject, Wish};
use crate::grid::{Board, Canonical, PuzzleId};
use crate::pack::PuzzleFields;
use crate::rate::{HodokuRating, Raters, Ratings};
use crate::solve::search::{self, Outcome};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Which puzzles are rated, and how.
#[derive(Debug, Args)]
pub struct RateArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Print the solving path, one step a line
    #[arg(long)]
    steps: bool,
    /// Scheme that defines the levels: one of docs/schemes.md, such as wu, clues or hardest-rule,
    /// or one of the job file
    #[arg(long, value_name = "NAME", env = "FACTORY_SCHEME")]
    scheme: Option<String>,
    /// Extra ratings to compute: stuart, qqwing, hodoku, time, or all
    #[arg(
        long,
        value_name = "NAMES",
        env = "FACTORY_RATINGS",
        value_delimiter = ','
    )]
    ratings: Option<Vec<String>>,
    #[command(flatten)]
    filters: FilterArgs,
    /// Job file that defines schemes or filters
    #[arg(long, value_name = "FILE", env = "FACTORY_JOB")]
    job: Option<PathBuf>,
}

/// Rates every puzzle of the input.
pub fn run(args: &RateArgs) -> anyhow::Result<Exit> {
    let asked = Settings {
        scheme: args.scheme.clone(),
        ratings: args.ratings.clone(),
        ..args.filters.clone().settings()
    };
    let settings = asked.over(make::files_and_defaults(args.job.as_deref(), None)?);
    let scheme = settings.scheme()?;
    let filters = settings.filters(&scheme)?;
    let wish = Wish {
        filters: &filters,
        scheme: &scheme,
        level: None,
        plans: &[],
    };
    wish.check().map_err(ConfigError::from)?;
    let raters = Raters::new(&scheme.preset, &settings.extras(&scheme, &filters)?);
    let sieve = Sieve::new(&filters, &scheme.preset);
    answer_some(
        &args.list,
        |puzzle| {
            let (answer, rated) = rate(puzzle, &raters, &scheme, args.steps);
            let passes = rated.map(|(form, ratings)| {
                let subject = Subject {
                    number: None,
                    id: Some(form.id()),
                    level: scheme.level(&ratings),
                    ratings: &ratings,
                    unfinished: false,
                };
                sieve.passes(&subject, &form)
            });
            (answer, passes.unwrap_or(filters.is_empty()))
        },
        |passes| passes,
    )
}

/// Returns the answer, and what filters look at where there is a rating.
fn rate(
    puzzle: &Board,
    raters: &Raters,
    scheme: &Scheme,
    with_steps: bool,
) -> (Answer, Option<(Canonical, Ratings)>) {
    let solved = search::solve(puzzle, 2);
    let fields = |id, ratings| solved_fields(&solved, id, ratings, scheme);
    let Some(solution) = solved.first.filter(|_| solved.count == 1) else {
        let answer = Answer {
            text: format!("{puzzle}  {}", not_rated(puzzle, solved.count)),
            fields: fields(None, None),
        };
        return (answer, None);
    };
    let form = Canonical::of(puzzle, &solution);
    let ratings = raters.rate(&form);
    let ladder = &ratings.ladder;
    let mut text = format!(
        "{puzzle}  {:<11}  D {:7.4}  {} clues  {}{}",
        scheme
            .level(&ratings)
            .map_or("no level", |level| scheme.level_name(level)),
        ladder.difficulty,
        puzzle.clue_count(),
        form.id(),
        if ladder.solved {
            ""
        } else {
            "  not solved by the rules"
        },
    );
    if let Some(minutes) = ratings.minutes {
        text += &format!("  {minutes} minutes");
    }
    match ratings.hodoku.map(HodokuRating::known) {
        Some(Some(rated)) => text += &format!("  HoDoKu {}, {}", rated.level, rated.score),
        Some(None) => text += "  HoDoKu: beyond our techniques",
        None => {}
    }
    let mut fields = fields(Some(form.id()), Some(&ratings));
    if with_steps {
        let (_, steps) = raters.ladder().steps(puzzle, &solution);
        for (number, step) in steps.iter().enumerate() {
            text += &format!("\n{:>4}. {step}", number + 1);
        }
        fields["steps"] = json!(steps);
    }
    (Answer { text, fields }, Some((form, ratings)))
}

/// Returns the fields of a puzzle in JSON: its solutions, and its id and rating where there are any.
pub(super) fn solved_fields(
    solved: &Outcome,
    id: Option<PuzzleId>,
    ratings: Option<&Ratings>,
    scheme: &Scheme,
) -> Value {
    let only = solved.first.filter(|_| solved.count == 1);
    PuzzleFields::new(solved.count, only.as_ref(), id, ratings, scheme).json()
}

/// Returns the reason why a puzzle without exactly one solution has no rating.
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

//! `factory solve`: solutions, counted up to a limit.

use super::Exit;
use super::errors::UsageError;
use super::list::{Answer, ListArgs, answer_all};
use super::puzzle_json;
use super::rate::not_rated;
use crate::config::Settings;
use crate::grid::{Board, Canonical};
use crate::rate::Raters;
use crate::solve::search::{self, Outcome};
use clap::Args;

/// Which puzzles are solved, and how far solutions are counted.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Count solutions up to this many
    #[arg(long, value_name = "N", default_value_t = 2)]
    limit: usize,
}

/// Solves every puzzle of the input. Only JSON has the ratings, by the scheme `wu`.
pub fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    if args.limit == 0 {
        return Err(UsageError("--limit is 0; it must be at least 1".to_owned()).into());
    }
    let scheme = Settings::defaults()?.scheme()?;
    let raters = Raters::new(&scheme.preset, &[]);
    answer_all(&args.list, |puzzle| {
        let solved = search::solve(puzzle, args.limit);
        let unique = solved.first.filter(|_| solved.count == 1 && args.limit > 1);
        let form = unique
            .filter(|_| args.list.json)
            .map(|solution| Canonical::of(puzzle, &solution));
        let ratings = form.map(|form| raters.rate(&form));
        let id = form.map(|form| form.id());
        let mut fields = puzzle_json::solved(&solved, id, ratings.as_ref(), &scheme);
        // With several solutions, or a limit of 1, the first one found is shown all the same.
        fields["solution"] = solved.first.map(|solution| solution.to_string()).into();
        fields["limit"] = args.limit.into();
        Answer {
            text: verdict(puzzle, &solved, args.limit),
            fields,
        }
    })
}

fn verdict(puzzle: &Board, solved: &Outcome, limit: usize) -> String {
    match (solved.count, &solved.first) {
        (_, None) => format!("{puzzle}  {}", not_rated(puzzle, 0)),
        (1, Some(solution)) if limit > 1 => format!("{solution}  the only solution"),
        (count, Some(solution)) if count >= limit => {
            format!("{solution}  one of at least {count}")
        }
        (count, Some(solution)) => format!("{solution}  one of {count}"),
    }
}

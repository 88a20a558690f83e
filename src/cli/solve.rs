//! `factory solve`: solutions, counted up to a limit.

use super::Exit;
use super::errors::UsageError;
use super::list::{Answer, ListArgs, answer_all};
use super::rate::not_rated;
use crate::grid::{Board, Canonical};
use crate::solve::search;
use clap::Args;
use serde_json::json;

/// Which puzzles are solved, and how far solutions are counted.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Count solutions up to this many
    #[arg(long, value_name = "N", default_value_t = 2)]
    limit: usize,
}

/// Solves every puzzle of the input.
pub fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    if args.limit == 0 {
        return Err(UsageError("--limit is 0; it must be at least 1".to_owned()).into());
    }
    answer_all(&args.list, |puzzle| solve(puzzle, args.limit))
}

fn solve(puzzle: &Board, limit: usize) -> Answer {
    let solved = search::solve(puzzle, limit);
    let verdict = match (solved.count, &solved.first) {
        (_, None) => format!("{puzzle}  {}", not_rated(puzzle, 0)),
        (1, Some(solution)) if limit > 1 => format!("{solution}  the only solution"),
        (count, Some(solution)) if count >= limit => {
            format!("{solution}  one of at least {count}")
        }
        (count, Some(solution)) => format!("{solution}  one of {count}"),
    };
    let id = match (solved.count, &solved.first) {
        (1, Some(solution)) if limit > 1 => Some(Canonical::of(puzzle, solution).id()),
        _ => None,
    };
    Answer {
        text: verdict,
        fields: json!({
            "id": id,
            "solutions": solved.count,
            "limit": limit,
            "solution": solved.first.map(|solution| solution.to_string()),
        }),
    }
}

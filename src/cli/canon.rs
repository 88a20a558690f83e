//! `factory canon`: canonical forms and ids.

use super::Exit;
use super::list::{Answer, ListArgs, answer_all};
use super::puzzle_json;
use super::rate::not_rated;
use crate::grid::{Board, Canonical};
use crate::solve::search;
use clap::Args;
use serde_json::json;

/// Which puzzles are identified.
#[derive(Debug, Args)]
pub struct CanonArgs {
    #[command(flatten)]
    list: ListArgs,
}

/// Prints the canonical form of every puzzle of the input.
pub fn run(args: &CanonArgs) -> anyhow::Result<Exit> {
    answer_all(&args.list, canon)
}

fn canon(puzzle: &Board) -> Answer {
    let solved = search::solve(puzzle, 2);
    let solution = match (solved.count, solved.first) {
        (1, Some(solution)) => solution,
        (count, _) => {
            let reason = not_rated(puzzle, count);
            return Answer {
                text: format!("{puzzle}  no id: {reason}"),
                fields: json!({
                    "id": null,
                    "reason": reason,
                    "solutions": count,
                    "solution": null,
                    "canonical": null,
                    "canonical_solution": null,
                    "transform": null,
                    "solution_symmetries": null,
                }),
            };
        }
    };
    let canonical = Canonical::of(puzzle, &solution);
    let id = format!("{:032x}", u128::from_be_bytes(canonical.id()));
    let symmetries = canonical.solution_symmetries;
    let plural = if symmetries == 1 { "y" } else { "ies" };
    Answer {
        text: format!(
            "{}  {id}  {symmetries} symmetr{plural} of the solution",
            canonical.puzzle
        ),
        fields: json!({
            "id": id,
            "reason": null,
            "solutions": 1,
            "solution": solution.to_string(),
            "canonical": canonical.puzzle.to_string(),
            "canonical_solution": canonical.solution.to_string(),
            "transform": puzzle_json::transform(&canonical.transform),
            "solution_symmetries": symmetries,
        }),
    }
}

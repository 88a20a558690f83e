//! `factory canon`: prints the canonical forms and ids of the puzzles of a list. With `--unique`, it prints the
//! puzzles as they were read, without equivalent repeats.

use super::Exit;
use super::features::RegionsArgs;
use super::list::{ListAnswer, ListArgs, answer_some};
use super::rate::not_rated;
use crate::grid::{Board, Canonical, Layout, PuzzleId};
use crate::line::progress::tell;
use crate::solve::search::Solutions;
use clap::Args;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The puzzles to identify.
#[derive(Debug, Args)]
pub struct CanonArgs {
    #[command(flatten)]
    pub list: ListArgs,
    /// Layout of the puzzles, such as 6x6, 16x16 or 9x9+x (docs/layouts.md); with any layout but 9x9, puzzles are
    /// printed as they were read, with their ids [default: 9x9]
    #[arg(long, value_name = "NAME")]
    pub layout: Option<Layout>,
    #[command(flatten)]
    pub regions: RegionsArgs,
    /// Print the puzzles as they were read instead of their canonical forms, and leave out every puzzle that is a
    /// turned, mirrored, shuffled or relabelled copy of an earlier puzzle
    #[arg(long)]
    pub unique: bool,
}

/// Prints the canonical form of every puzzle of the input. With `--unique`, prints the puzzles as they were read, and
/// leaves out repeats.
pub fn run(args: &CanonArgs) -> anyhow::Result<Exit> {
    let answer = |puzzle: &Board, solved| canon(puzzle, solved, args);
    without_repeats(args, |is_new| answer_some(&args.list, answer, is_new))
}

/// Runs `answer`, which prints the puzzles, and then reports how many repeats were left out. `answer` gets a function
/// that takes a puzzle's id and returns whether to print the puzzle: `false` for a repeat if `--unique` is set,
/// otherwise `true`. A puzzle without an id is never a repeat.
pub fn without_repeats(
    args: &CanonArgs,
    answer: impl FnOnce(&mut dyn FnMut(Option<PuzzleId>) -> bool) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let mut met = HashSet::new();
    let mut dropped = 0u64;
    let exit = answer(&mut |id| {
        let new = !args.unique || id.is_none_or(|id| met.insert(id));
        dropped += u64::from(!new);
        new
    })?;
    if dropped > 0 {
        let what = if dropped == 1 { "form" } else { "forms" };
        tell(format_args!("{dropped} {what} of earlier puzzles dropped"));
    }
    Ok(exit)
}

/// Returns the answer for a puzzle, and the puzzle's id; `None` if the puzzle does not have exactly one solution.
/// The answer's text begins with the canonical form or, with `--unique`, the puzzle as it was read. The id and
/// other remarks follow as a comment, so that the output can be read as a list of puzzles again.
fn canon(puzzle: &Board, solved: Solutions, args: &CanonArgs) -> (ListAnswer, Option<PuzzleId>) {
    let Some(solution) = solved.first.filter(|_| solved.count == 1) else {
        return (without_id(puzzle, solved.count), None);
    };
    let form = Canonical::of(puzzle, &solution);
    let id = form.id();
    let symmetries = form.solution_symmetries;
    let plural = if symmetries == 1 { "y" } else { "ies" };
    let shown = if args.unique { puzzle } else { &form.puzzle };
    let text = format!("{shown}  # {id}  {symmetries} symmetr{plural} of the solution");
    let fields = match args.list.json {
        false => Value::Null,
        true => json!({
            "id": id,
            "reason": null,
            "solutions": 1,
            "solution": solution.to_string(),
            "canonical": form.puzzle.to_string(),
            "canonical_solution": form.solution.to_string(),
            "transform": form.transform,
            "solution_symmetries": symmetries,
        }),
    };
    (ListAnswer { text, fields }, Some(id))
}

/// Returns the answer for a puzzle without an id. A puzzle with several solutions or none has no
/// id, because the id belongs to the canonical form of its only solution.
fn without_id(puzzle: &Board, solutions: usize) -> ListAnswer {
    let reason = not_rated(puzzle, solutions);
    ListAnswer {
        text: format!("{puzzle}  # no id: {reason}"),
        fields: json!({
            "id": null,
            "reason": reason,
            "solutions": solutions,
            "solution": null,
            "canonical": null,
            "canonical_solution": null,
            "transform": null,
            "solution_symmetries": null,
        }),
    }
}

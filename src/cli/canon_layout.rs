//! `factory canon --layout`: prints puzzles of layouts other than plain 9×9 with their ids. With `--unique`,
//! equivalent repeats are left out. No canonical form is printed, because these ids come from a graph of cells,
//! houses and digits.

use super::Exit;
use super::canon::{self, CanonArgs, without_repeats};
use super::features::add_features;
use super::layout_list::{LayoutSolution, LayoutWorker, answer_each_of};
use super::list::ListAnswer;
use crate::grid::text::{Alphabet, shaped_line};
use crate::grid::{Layout, PuzzleId};
use crate::import::LayoutListPuzzle;
use crate::layouts::LayoutKit;
use serde_json::json;

/// Prints every puzzle of the input with its id. With `--unique`, leaves out repeats. If the layout is 9×9, runs
/// [`canon::run`] instead.
pub fn run(args: &CanonArgs) -> anyhow::Result<Exit> {
    let Some(layout) = args.layout.filter(|it| *it != Layout::NINE) else {
        args.regions.refuse_nine()?;
        return canon::run(args);
    };
    let kit = LayoutKit::new(layout);
    without_repeats(args, |is_new| {
        answer_each_of(&args.list, &args.regions, &kit, identified, is_new)
    })
}

/// Returns the answer for a puzzle, and the puzzle's id if it has one. The puzzle is followed by a comment with its id,
/// or with the reason why it has no id. The output can therefore be read as a list of puzzles again.
fn identified(
    worker: &mut LayoutWorker<'_>,
    puzzle: &LayoutListPuzzle,
) -> (ListAnswer, Option<PuzzleId>) {
    let layout = worker.layout().to_string();
    let (mut answer, id) = match worker.solution(&puzzle.board) {
        LayoutSolution::Only(solution) => {
            let id = worker.id(&puzzle.board, &solution);
            let answer = ListAnswer {
                text: format!("{}  # {id}", puzzle.line()),
                fields: json!({
                    "layout": layout,
                    "id": id,
                    "reason": null,
                    "solutions": 1,
                    "solution": shaped_line(&solution, Alphabet::One),
                }),
            };
            (answer, Some(id))
        }
        LayoutSolution::Other(count, why) => {
            let answer = ListAnswer {
                text: format!("{}  # no id: {why}", puzzle.line()),
                fields: json!({
                    "layout": layout,
                    "id": null,
                    "reason": why,
                    "solutions": count,
                    "solution": null,
                }),
            };
            (answer, None)
        }
    };
    add_features(&puzzle.features, &mut answer.fields);
    (answer, id)
}

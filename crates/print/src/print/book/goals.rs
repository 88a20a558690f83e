//! The sentences that say what to do in a puzzle: what rows, columns and boxes hold, and the further rules of its
//! layout.

use super::{BookJob, Puzzle};
use crate::grid::{ExtraRule, Layout};
use crate::print::symbols::PLAIN;
use crate::print::texts::filled;

/// Returns the goal of the puzzles of each layout in a book: sentences that say what the reader has to do. They
/// also name the symbols to be filled in, except for 9×9 with the digits 1 to 9.
pub(super) fn goals(job: &BookJob, puzzles: &[Puzzle]) -> Vec<String> {
    let mut layouts: Vec<Layout> = Vec::new();
    for puzzle in puzzles {
        if !layouts.contains(&puzzle.layout) {
            layouts.push(puzzle.layout);
        }
    }
    let is_mixed = layouts.len() > 1;
    let goal = |layout: &Layout| match is_mixed {
        true => {
            let name = job.texts.layout_name(*layout);
            format!("{name}{}{}", job.texts.separator, goal(job, *layout))
        }
        false => goal(job, *layout),
    };
    layouts.iter().map(goal).collect()
}

fn goal(job: &BookJob, layout: Layout) -> String {
    let (texts, symbols) = (&job.texts, job.fonts.symbols());
    if layout == Layout::NINE && *symbols == PLAIN {
        return texts.goal.clone();
    }
    let symbols: Vec<String> = symbols
        .iter()
        .take(layout.side())
        .map(char::to_string)
        .collect();
    let text = match layout == Layout::NINE {
        true => &texts.goal_symbols,
        false => &texts.goal_layout,
    };
    let mut said = vec![filled(text, &[("symbols", &symbols.join(" "))])];
    said.extend(layout.rules().map(|rule| match rule {
        ExtraRule::Diagonals => texts.rule_x.clone(),
        ExtraRule::Windows => texts.rule_windows.clone(),
        ExtraRule::Knight => texts.rule_knight.clone(),
        ExtraRule::King => texts.rule_king.clone(),
        ExtraRule::Jigsaw => texts.rule_jigsaw.clone(),
        ExtraRule::EvenOdd => {
            let every_other = |first: usize| {
                let symbols: Vec<&str> = symbols
                    .iter()
                    .skip(first)
                    .step_by(2)
                    .map(String::as_str)
                    .collect();
                symbols.join(" ")
            };
            let named = [("odd", &*every_other(0)), ("even", &*every_other(1))];
            filled(&texts.rule_even_odd, &named)
        }
    }));
    said.join(if texts.spaces { " " } else { "" })
}

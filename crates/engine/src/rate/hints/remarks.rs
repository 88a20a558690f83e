//! The remarks that a hint makes besides its step: wrong entries, missing pencil marks, and positions in which
//! no technique helps.

use super::language::Language;
use super::play::CheckedPlay;
use super::texts::StepTexts;
use crate::rate::Mark;

/// Lists the cells of wrong entries or of missing pencil marks, joined by `separator`, such as `r1c2, r3c4`.
fn cells(marks: &[Mark], separator: &str) -> String {
    let names: Vec<String> = marks.iter().map(|mark| mark.cell.to_string()).collect();
    names.join(separator)
}

/// Returns the remarks on the mistakes in a state of play. With `only_count`, the remarks don't say where the mistakes
/// are.
pub(super) fn remarks(language: Language, checked: &CheckedPlay, only_count: bool) -> Vec<String> {
    let (wrong, missing) = (&checked.wrong[..], &checked.missing[..]);
    let said = match language {
        Language::English => [
            wrong_entries(wrong, only_count),
            match only_count {
                true => "A right digit is missing from the pencil marks.".to_owned(),
                false => format!(
                    "The right digit is missing from the pencil marks in {}.",
                    cells(missing, ", ")
                ),
            },
        ],
        Language::Chinese => [
            match only_count {
                true => format!("有 {} 个数字错误。", wrong.len()),
                false => format!("有 {} 个数字错误：{}。", wrong.len(), cells(wrong, "、")),
            },
            match only_count {
                true => "候选数中少了正确的数字。".to_owned(),
                false => format!("{} 的候选数中少了正确的数字。", cells(missing, "、")),
            },
        ],
    };
    let applies = [!wrong.is_empty(), !missing.is_empty()];
    let said = said.into_iter().zip(applies);
    said.filter(|it| it.1).map(|it| it.0).collect()
}

fn wrong_entries(wrong: &[Mark], only_count: bool) -> String {
    let (entries, are) = match wrong.len() {
        1 => ("entry", "is"),
        _ => ("entries", "are"),
    };
    match only_count {
        true => format!("{} {entries} {are} wrong.", wrong.len()),
        false => format!(
            "{} {entries} {are} wrong: {}.",
            wrong.len(),
            cells(wrong, ", ")
        ),
    }
}

/// Returns the remark that the puzzle is solved.
pub(super) fn solved(language: Language) -> String {
    match language {
        Language::English => "The puzzle is solved.".to_owned(),
        Language::Chinese => "此题已完成。".to_owned(),
    }
}

/// Writes the texts for a position in which no technique helps. `offered` is the solution's digit that is offered
/// instead of a step; `None` if the board is full.
pub(super) fn beyond_texts(language: Language, offered: Option<Mark>) -> StepTexts {
    let Some(Mark { cell, digit }) = offered else {
        let said = solved(language);
        return StepTexts::new(&said, said.clone(), said.clone(), said.clone());
    };
    match language {
        Language::English => StepTexts::new(
            "No technique of the ladder helps: only a guess is left.",
            format!("Look at {cell}."),
            format!("{cell} is {digit}."),
            "No technique of the ladder finds a step; the digit comes from the solution.",
        ),
        Language::Chinese => StepTexts::new(
            "已没有可用的解法，只能试数。",
            format!("请看 {cell}。"),
            format!("{cell} 填 {digit}。"),
            "所有解法都找不到结果；这个数字取自答案。",
        ),
    }
}

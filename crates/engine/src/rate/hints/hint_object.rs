//! A graded hint as a JSON object, for the server, the command line and the bindings.

use super::graded::{Hint, HintLevel, HintTexts};
use super::step::TechniqueStep;
use crate::grid::{Cell, Digit};
use crate::rate::Mark;
use serde::Serialize;

impl Hint {
    /// Returns the hint as the JSON object that docs/steps.md describes. The step itself is included only at
    /// [`HintLevel::All`].
    pub fn object(&self, level: HintLevel) -> HintObject<'_> {
        let checked = &self.checked;
        let tells_where = level != HintLevel::Nudge;
        let tells_all = level == HintLevel::All;
        let beyond = self.step.is_none().then(|| checked.given_away()).flatten();
        let candidates = checked.position.candidates();
        let left = |cell: Cell| candidates.of_cell(cell).collect();
        HintObject {
            schema: 1,
            puzzle: tells_where.then(|| checked.position.board().to_string()),
            candidates: tells_where.then(|| Cell::all().map(left).collect()),
            solved: self.is_solved(),
            wrong_entries: checked.wrong.len(),
            wrong: tells_where.then_some(&checked.wrong[..]),
            missing: tells_where.then_some(&checked.missing[..]),
            text: self.texts(level),
            step: self.step.as_ref().filter(|_| tells_all),
            beyond: beyond.filter(|_| tells_all),
        }
    }
}

/// A hint as a JSON object.
#[derive(Debug, Clone, Serialize)]
pub struct HintObject<'a> {
    schema: u8,
    puzzle: Option<String>,
    candidates: Option<Vec<Vec<Digit>>>,
    solved: bool,
    wrong_entries: usize,
    wrong: Option<&'a [Mark]>,
    missing: Option<&'a [Mark]>,
    text: HintTexts,
    step: Option<&'a TechniqueStep>,
    beyond: Option<Mark>,
}

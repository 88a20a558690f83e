//! Gives a hint in levels, each of which reveals a little more. Remarks on the player's mistakes come first.
//!
//! The command line prints the hint as lines of text, or as the JSON object that the server also sends.

use super::choose::hint;
use super::language::Language;
use super::play::{CheckedPlay, Play, PlayError};
use super::remarks::{beyond_texts, remarks, solved};
use super::step::TechniqueStep;
use crate::rate::techniques::TechniqueLadder;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The level of a hint, which says how much the hint reveals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum HintLevel {
    /// Only the kind of step that comes next.
    Nudge,
    /// The cells or houses to look at.
    Where,
    /// The technique and the cells, houses and candidates that it uses.
    What,
    /// The reason why the step is valid, and what follows from it.
    Why,
    /// The texts of the four levels above, and the step itself.
    #[default]
    All,
}

/// A hint for a state of play, which is a board with the player's entries and pencil marks.
///
/// ```
/// use sudoku_engine::rate::{hints::{Hint, HintLevel, Play}, techniques::TechniqueLadder};
/// let play: Play = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let hint = Hint::new(&play, &TechniqueLadder::people()).expect("it has one solution");
/// assert_eq!(hint.lines(HintLevel::Nudge), ["A digit has one place left in a box."]);
/// # Ok::<(), sudoku_engine::rate::hints::PlayTextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Hint {
    /// The state of play, compared with its solution.
    pub checked: CheckedPlay,
    /// The next step; `None` if the puzzle is solved or no technique helps.
    pub step: Option<TechniqueStep>,
    language: Language,
}

impl Hint {
    /// Checks a state of play and finds its most helpful next step. The texts are in English.
    ///
    /// # Errors
    /// A [`PlayError`] in the same cases as [`Play::check`].
    pub fn new(play: &Play, ladder: &TechniqueLadder) -> Result<Self, PlayError> {
        let checked = play.check()?;
        let step = hint(&checked.position, ladder, &checked.solution);
        Ok(Self {
            checked,
            step,
            language: Language::English,
        })
    }

    /// Returns whether every cell holds the right digit.
    pub fn is_solved(&self) -> bool {
        self.checked.position.candidates().blanks().is_empty()
    }

    /// Returns the same hint with its texts in this language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self {
            step: self.step.map(|step| step.in_language(language)),
            language,
            ..self
        }
    }

    /// Returns the hint as lines of text. Mistakes in the state of play come first; at [`HintLevel::Nudge`], their
    /// cells are not named.
    pub fn lines(&self, level: HintLevel) -> Vec<String> {
        let mut lines = remarks(self.language, &self.checked, level == HintLevel::Nudge);
        if self.is_solved() {
            lines.push(solved(self.language));
            return lines;
        }
        let HintTexts {
            nudge,
            place,
            what,
            why,
        } = self.texts(level);
        lines.extend([nudge, place, what, why].into_iter().flatten());
        lines
    }

    /// Returns the texts that a level reveals: one text, or all four for [`HintLevel::All`]. A solved puzzle has no
    /// texts.
    pub(super) fn texts(&self, level: HintLevel) -> HintTexts {
        if self.is_solved() {
            return HintTexts::default();
        }
        let beyond = || beyond_texts(self.language, self.checked.given_away());
        let text = self
            .step
            .as_ref()
            .map_or_else(beyond, |step| step.text.clone());
        let asked = |of: HintLevel, text: String| {
            let is_asked = level == HintLevel::All || level == of;
            is_asked.then_some(text)
        };
        HintTexts {
            nudge: asked(HintLevel::Nudge, text.nudge),
            place: asked(HintLevel::Where, text.place),
            what: asked(HintLevel::What, text.what),
            why: asked(HintLevel::Why, text.why),
        }
    }
}

/// The texts of a hint; `None` for each text that the level of the hint doesn't reveal.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub(super) struct HintTexts {
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    nudge: Option<String>,
    #[cfg_attr(
        feature = "serde",
        serde(rename = "where", skip_serializing_if = "Option::is_none")
    )]
    place: Option<String>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    what: Option<String>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    why: Option<String>,
}

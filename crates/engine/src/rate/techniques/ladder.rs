//! Ladders as data: the order in which techniques are tried, with points and levels.

use super::path::TechniquePath;
use super::technique::Technique;
use crate::rate::{HodokuLevel, nearest};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A technique in a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "RungText", into = "RungText"))]
pub struct Rung {
    /// The technique.
    pub technique: Technique,
    /// The points of a step.
    pub score: u32,
    /// The lowest level of a puzzle that needs the technique.
    pub level: HodokuLevel,
}

/// A rung as it is written in the tables: technique, points, level.
type RungText = (Technique, u32, HodokuLevel);

impl From<RungText> for Rung {
    fn from((technique, score, level): RungText) -> Self {
        Self {
            technique,
            score,
            level,
        }
    }
}

impl From<Rung> for RungText {
    fn from(rung: Rung) -> Self {
        (rung.technique, rung.score, rung.level)
    }
}

/// A named list of techniques in the order in which they are tried.
///
/// ```
/// use sudoku_engine::rate::techniques::{Technique, TechniqueLadder};
/// let ladder = TechniqueLadder::hodoku().without_uniqueness().without(Technique::SueDeCoq);
/// assert_eq!(ladder.rungs()[0].technique, Technique::FullHouse);
/// assert!(ladder.check().is_ok());
/// assert!(ladder.without(Technique::NakedSingle).check().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TechniqueLadder {
    name: String,
    rungs: Vec<Rung>,
}

/// The error for a ladder that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LadderError {
    /// A kind of single is missing; without it, no puzzle can be solved.
    #[error(
        "a ladder needs singles, and {} is missing; hidden-single-box and hidden-single-line together can replace hidden-single",
        .0.key()
    )]
    NoSingles(Technique),
    /// A technique is listed twice.
    #[error("{} is listed twice in the ladder", .0.key())]
    Twice(Technique),
    /// A step costs more points than scores can hold.
    #[error("a step of {} costs {score} points, more than {most}", .technique.key())]
    Points {
        /// The technique.
        technique: Technique,
        /// The points of a step of the technique.
        score: u32,
        /// The maximum number of points of a step.
        most: u32,
    },
}

/// The error for an unknown name of a ladder.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no ladder is called {text:?}; the nearest is {nearest}")]
pub struct UnknownLadder {
    text: String,
    nearest: &'static str,
}

impl Default for TechniqueLadder {
    /// Returns the ladder `people`.
    fn default() -> Self {
        Self::people()
    }
}

impl TechniqueLadder {
    /// The names of the built-in ladders, the default first.
    pub const NAMES: [&'static str; 2] = ["people", "hodoku"];

    /// The maximum number of points of a step, low enough that no solution can overflow a score.
    pub const MOST_POINTS: u32 = 100_000;

    /// Returns the ladder with HoDoKu's default order, points and levels, for those techniques that this
    /// program has.
    pub fn hodoku() -> Self {
        let lacks = [
            Technique::WxyzWing,
            Technique::HiddenSingleBox,
            Technique::HiddenSingleLine,
        ];
        let known = Technique::all().filter(|technique| !lacks.contains(technique));
        Self::of("hodoku", known)
    }

    /// Returns the ladder in the order in which people look: the last blank of a house, a digit's only
    /// place in a box, then in a line, the only digit of a cell, and everything else as in HoDoKu. Points
    /// are HoDoKu's, too, except for a hidden single in a box (6) and a naked single (10), so that scores
    /// stay close to those of HoDoKu, which finds naked singles first.
    pub fn people() -> Self {
        let singles = [
            Technique::FullHouse,
            Technique::HiddenSingleBox,
            Technique::HiddenSingleLine,
            Technique::NakedSingle,
        ];
        let hodoku = Self::hodoku().rungs.into_iter();
        let others = hodoku
            .map(|rung| rung.technique)
            .filter(|technique| !technique.is_single());
        let mut ladder = Self::of("people", singles.into_iter().chain(others));
        for rung in &mut ladder.rungs {
            rung.score = match rung.technique {
                Technique::HiddenSingleBox => 6,
                Technique::NakedSingle => 10,
                _ => rung.score,
            };
        }
        ladder
    }

    /// Returns the built-in ladder with this name.
    ///
    /// # Errors
    /// [`UnknownLadder`] with the nearest name, if there is no such ladder.
    pub fn named(name: &str) -> Result<Self, UnknownLadder> {
        match name {
            "people" => Ok(Self::people()),
            "hodoku" => Ok(Self::hodoku()),
            _ => Err(UnknownLadder {
                text: name.to_owned(),
                nearest: nearest(name, Self::NAMES),
            }),
        }
    }

    /// Makes a ladder of these techniques in the given order, with HoDoKu's points and levels.
    fn of(name: &str, techniques: impl Iterator<Item = Technique>) -> Self {
        let rungs = techniques.map(|technique| Rung {
            technique,
            score: technique.score().into(),
            level: technique.level(),
        });
        Self {
            name: name.to_owned(),
            rungs: rungs.collect(),
        }
    }

    /// Makes an unnamed ladder of these rungs.
    pub fn new(rungs: impl IntoIterator<Item = Rung>) -> Self {
        Self {
            name: String::new(),
            rungs: rungs.into_iter().collect(),
        }
    }

    /// Returns the ladder with another name.
    #[must_use]
    pub fn renamed(self, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..self
        }
    }

    /// Checks that the ladder can be used: it has the singles that every puzzle needs, and no technique twice.
    ///
    /// # Errors
    /// The first [`LadderError`] found.
    pub fn check(&self) -> Result<(), LadderError> {
        for (
            n,
            &Rung {
                technique, score, ..
            },
        ) in self.rungs.iter().enumerate()
        {
            if self.rungs[..n].iter().any(|it| it.technique == technique) {
                return Err(LadderError::Twice(technique));
            }
            let most = Self::MOST_POINTS;
            if score > most {
                return Err(LadderError::Points {
                    technique,
                    score,
                    most,
                });
            }
        }
        let has = |technique| self.rung(technique).is_some();
        let both = has(Technique::HiddenSingleBox) && has(Technique::HiddenSingleLine);
        if !has(Technique::NakedSingle) {
            return Err(LadderError::NoSingles(Technique::NakedSingle));
        }
        if !has(Technique::HiddenSingle) && !both {
            return Err(LadderError::NoSingles(Technique::HiddenSingle));
        }
        Ok(())
    }

    /// Returns the name; empty for an unnamed ladder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the rungs in order.
    pub fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// Returns the rung of a technique, if the ladder has it.
    pub fn rung(&self, technique: Technique) -> Option<&Rung> {
        self.rungs.iter().find(|rung| rung.technique == technique)
    }

    /// Returns the hardest technique of a solution: of the techniques with the highest level, the last in the
    /// ladder's order.
    pub fn hardest(&self, path: &TechniquePath) -> Option<&Rung> {
        let used = self.rungs.iter();
        let used = used.filter(|rung| path.counts[rung.technique.index()] > 0);
        used.max_by_key(|rung| rung.level)
    }

    /// Returns the techniques in order.
    pub fn techniques(&self) -> impl DoubleEndedIterator<Item = Technique> + '_ {
        self.rungs.iter().map(|rung| rung.technique)
    }

    /// Returns all techniques in the order in which people look for them: first the techniques of ladder
    /// [`people`](Self::people), then the others.
    pub fn reading_order() -> Vec<Technique> {
        let people = Self::people();
        let others = Technique::all().filter(|it| people.rung(*it).is_none());
        people.techniques().chain(others).collect()
    }

    /// Returns the ladder without one technique.
    #[must_use]
    pub fn without(mut self, technique: Technique) -> Self {
        self.rungs.retain(|rung| rung.technique != technique);
        self
    }

    /// Returns the ladder without the techniques at its end that are above a level. A puzzle that the shorter
    /// ladder solves is solved by the same steps with both ladders.
    #[must_use]
    pub fn up_to(mut self, level: HodokuLevel) -> Self {
        let used = self.rungs.iter().rposition(|rung| rung.level <= level);
        self.rungs.truncate(used.map_or(0, |last| last + 1));
        self
    }

    /// Returns the ladder without any technique above a level, not only at its end.
    #[must_use]
    pub fn within(mut self, level: HodokuLevel) -> Self {
        self.rungs.retain(|rung| rung.level <= level);
        self
    }

    /// Returns the ladder without the techniques that rely on the puzzle having only one solution.
    #[must_use]
    pub fn without_uniqueness(mut self) -> Self {
        self.rungs
            .retain(|rung| !rung.technique.rests_on_uniqueness());
        self
    }
}

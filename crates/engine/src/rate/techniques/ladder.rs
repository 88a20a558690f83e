//! Ladders as data: the order in which techniques are tried, with points and levels.

use super::path::TechniquePath;
use super::technique::Technique;
use crate::rate::{HodokuLevel, nearest};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A rung of a ladder: one technique, with its points and level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "RungText", into = "RungText"))]
pub struct Rung {
    /// The technique of the rung.
    pub technique: Technique,
    /// The points for one step of the technique.
    pub score: u32,
    /// The lowest level that a puzzle can have if it needs the technique.
    pub level: HodokuLevel,
}

/// A rung as it is written in job files: technique, points, level.
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

/// A ladder of techniques: a named list, in the order in which the techniques are tried.
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

/// The reason why a ladder can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LadderError {
    /// The ladder lacks a kind of single without which no puzzle can be solved.
    #[error(
        "a ladder needs singles, and {} is missing; hidden-single-box and hidden-single-line together can replace hidden-single",
        .0.key()
    )]
    NoSingles(Technique),
    /// A technique is listed twice.
    #[error("{} is listed twice in the ladder", .0.key())]
    Twice(Technique),
    /// The points of a technique exceed the maximum.
    #[error("a step of {} costs {score} points, more than {most}", .technique.key())]
    Points {
        /// The technique with too many points.
        technique: Technique,
        /// The points for one step of the technique.
        score: u32,
        /// The maximum number of points for one step.
        most: u32,
    },
}

/// The error for a name that no built-in ladder has.
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

    /// The maximum number of points for one step. It is low enough that the total score of a solution can't overflow.
    pub const MOST_POINTS: u32 = 100_000;

    /// Returns the ladder `hodoku`: HoDoKu's default order, points and levels, for the techniques that this program
    /// has.
    pub fn hodoku() -> Self {
        let lacks = [
            Technique::WxyzWing,
            Technique::HiddenSingleBox,
            Technique::HiddenSingleLine,
        ];
        let known = Technique::all().filter(|technique| !lacks.contains(technique));
        Self::of("hodoku", known)
    }

    /// Returns the ladder `people`, with the techniques in the order in which people look for them. First come the
    /// singles: the last blank of a house, a digit's only place in a box, its only place in a line, the only candidate
    /// of a cell. Everything else follows as in HoDoKu. The points are also HoDoKu's, except for a hidden single in a
    /// box (6) and a naked single (10). This keeps scores close to those of HoDoKu, which looks for naked singles
    /// first.
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

    /// Makes a ladder with these techniques in the given order, with HoDoKu's points and levels.
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

    /// Makes a ladder with these rungs and without a name.
    pub fn new(rungs: impl IntoIterator<Item = Rung>) -> Self {
        Self {
            name: String::new(),
            rungs: rungs.into_iter().collect(),
        }
    }

    /// Returns the same ladder with another name.
    #[must_use]
    pub fn renamed(self, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..self
        }
    }

    /// Checks that the ladder can be used: it has naked and hidden singles, no technique twice, and no technique with
    /// too many points.
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

    /// Returns the ladder's name, or an empty string if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the rungs, in the order in which their techniques are tried.
    pub fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// Returns the rung of a technique; `None` if the ladder doesn't have the technique.
    pub fn rung(&self, technique: Technique) -> Option<&Rung> {
        self.rungs.iter().find(|rung| rung.technique == technique)
    }

    /// Returns the hardest technique used in a solution: among those with the highest level, the last in the ladder's
    /// order. `None` if the ladder has none of the techniques used.
    pub fn hardest(&self, path: &TechniquePath) -> Option<&Rung> {
        let used = self.rungs.iter();
        let used = used.filter(|rung| path.counts[rung.technique.index()] > 0);
        used.max_by_key(|rung| rung.level)
    }

    /// Returns the techniques, in the order in which they are tried.
    pub fn techniques(&self) -> impl DoubleEndedIterator<Item = Technique> + '_ {
        self.rungs.iter().map(|rung| rung.technique)
    }

    /// Returns all techniques in the order in which people look for them: first those of the ladder
    /// [`people`](Self::people), then the others.
    pub fn reading_order() -> Vec<Technique> {
        let people = Self::people();
        let others = Technique::all().filter(|it| people.rung(*it).is_none());
        people.techniques().chain(others).collect()
    }

    /// Returns the ladder without this technique.
    #[must_use]
    pub fn without(mut self, technique: Technique) -> Self {
        self.rungs.retain(|rung| rung.technique != technique);
        self
    }

    /// Returns the ladder without those techniques at its end that are above this level. If the shorter ladder solves a
    /// puzzle, both ladders solve it by the same steps.
    #[must_use]
    pub fn up_to(mut self, level: HodokuLevel) -> Self {
        let used = self.rungs.iter().rposition(|rung| rung.level <= level);
        self.rungs.truncate(used.map_or(0, |last| last + 1));
        self
    }

    /// Returns the ladder without the techniques above this level. The others keep their order.
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

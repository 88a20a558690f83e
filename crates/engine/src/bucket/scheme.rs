//! The schemes of levels: how a puzzle is rated, and which level its ratings give.

use super::{Level, MOST_LEVELS, Measure};
use crate::dig::ClueRange;
use crate::grid::CELLS;
use crate::rate::{Preset, PresetError, Ratings, Rule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A named way of rating: a reading of the rules of Wu 2012, one measure, and its limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scheme {
    /// The scheme's name: one of [`Scheme::NAMES`], or a name from a job file.
    pub name: String,
    /// The measure that is divided into levels.
    pub by: Measure,
    /// The names of the levels, easiest first: two to [`MOST_LEVELS`].
    pub levels: Vec<String>,
    /// The values at which the next level begins: one fewer than levels, ascending, or descending
    /// if the measure [falls](Measure::falls).
    pub limits: Vec<f64>,
    /// Levels that only take puzzles with a number of clues in this range; others that the measure
    /// puts there have no level.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub level_clues: BTreeMap<String, ClueRange>,
    /// Weights, order, passes and counting of the ladder.
    pub preset: Preset,
}

/// The error of a scheme that can't be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemeError {
    /// Too few levels, or more than there are digits.
    #[error("a scheme has 2 to {MOST_LEVELS} levels, not {0}")]
    Levels(usize),
    /// A level's name can't be part of a file's.
    #[error(
        "{0:?} cannot name a level: use a lower-case letter first, then letters, digits and '-', 24 at most"
    )]
    LevelName(String),
    /// Two levels have one name.
    #[error("two levels are called {0:?}")]
    LevelTwice(String),
    /// The number of limits is not one fewer than levels.
    #[error("{levels} levels need {} limit{} between them, not {limits}", levels - 1, if *.levels == 2 { "" } else { "s" })]
    LimitCount {
        /// The number of levels.
        levels: usize,
        /// The number of limits.
        limits: usize,
    },
    /// The limits are not in order, or one is not finite.
    #[error("limits must {} and be finite: {limits:?}", if *.falls { "descend" } else { "ascend" })]
    Limits {
        /// `true` if the measure falls as levels rise.
        falls: bool,
        /// The limits.
        limits: Vec<f64>,
    },
    /// A level with a range of clues that no puzzle is in.
    #[error("no puzzle of level {level:?} can have {} to {} clues", .range.min, .range.max)]
    Clues {
        /// The level.
        level: String,
        /// Its range.
        range: ClueRange,
    },
    /// A range of clues for a level that the scheme doesn't have.
    #[error("level-clues names {0:?}, which is none of the levels")]
    CluesOfNoLevel(String),
    /// The ladder can't be used.
    #[error(transparent)]
    Preset(#[from] PresetError),
}

/// A text that names no level of a scheme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no level is called {text:?}; the levels of scheme {scheme} are {known}, or 1 to {count}")]
pub struct UnknownLevel {
    text: String,
    scheme: String,
    known: String,
    count: usize,
}

impl Scheme {
    /// Checks that the scheme can be used.
    ///
    /// # Errors
    /// The first [`SchemeError`] found.
    pub fn check(&self) -> Result<(), SchemeError> {
        let (levels, limits) = (self.levels.len(), self.limits.len());
        if !(2..=MOST_LEVELS).contains(&levels) {
            return Err(SchemeError::Levels(levels));
        }
        for (n, name) in self.levels.iter().enumerate() {
            if !is_level_name(name) {
                return Err(SchemeError::LevelName(name.clone()));
            }
            if self.levels[..n].contains(name) {
                return Err(SchemeError::LevelTwice(name.clone()));
            }
        }
        if limits != levels - 1 {
            return Err(SchemeError::LimitCount { levels, limits });
        }
        let falls = self.by.falls();
        let in_order = |a: &f64, b: &f64| if falls { a > b } else { a < b };
        if !(self.limits.is_sorted_by(in_order) && self.limits.iter().all(|it| it.is_finite())) {
            let limits = self.limits.clone();
            return Err(SchemeError::Limits { falls, limits });
        }
        for (level, &range) in &self.level_clues {
            if !self.levels.contains(level) {
                return Err(SchemeError::CluesOfNoLevel(level.clone()));
            }
            if range.min > range.max || usize::from(range.min) > CELLS {
                let level = level.clone();
                return Err(SchemeError::Clues { level, range });
            }
        }
        Ok(self.preset.check()?)
    }

    /// Returns the levels, easiest first.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator + Clone {
        Level::first(self.levels.len())
    }

    /// Returns the name of a level; empty if the scheme has fewer levels.
    pub fn level_name(&self, level: Level) -> &str {
        self.levels.get(level.index()).map_or("", String::as_str)
    }

    /// Describes the values of the measure that a level has.
    pub fn range(&self, level: Level) -> String {
        let limit = |index: Option<usize>| self.limits.get(index?);
        let (from, to) = (
            limit(level.index().checked_sub(1)),
            limit(Some(level.index())),
        );
        let (start, end) = if self.by.falls() {
            ("at most", "above")
        } else {
            ("from", "below")
        };
        let said = match (from, to) {
            (None, None) => "any".to_owned(),
            (None, Some(to)) => format!("{end} {to}"),
            (Some(from), None) => format!("{start} {from}"),
            (Some(from), Some(to)) => format!("{start} {from}, {end} {to}"),
        };
        format!("{} {said}", self.by.title())
    }

    /// Finds the level with this name or number.
    ///
    /// # Errors
    /// [`UnknownLevel`] with the scheme's names, if there is no such level.
    pub fn find_level(&self, text: &str) -> Result<Level, UnknownLevel> {
        let by_name = self.levels().find(|&level| self.level_name(level) == text);
        by_name
            .or_else(|| Level::from_number(text.parse().ok()?))
            .filter(|level| level.index() < self.levels.len())
            .ok_or_else(|| UnknownLevel {
                text: text.to_owned(),
                scheme: self.name.clone(),
                known: self.levels.join(", "),
                count: self.levels.len(),
            })
    }

    /// Returns the level of a puzzle with these ratings, which must hold the one that is
    /// [measured](Measure::extra); `None` if the scheme has no level for it: the [last
    /// rule](Measure::LastRule) of a puzzle that the rules don't solve, HoDoKu's rating of one
    /// beyond our techniques, or a number of clues that the level doesn't take.
    pub fn level(&self, ratings: &Ratings) -> Option<Level> {
        let value = match self.by {
            Measure::LastRule => self.last_rule(ratings)?,
            by => by.of(ratings),
        };
        if value.is_nan() {
            return None;
        }
        let level = self.cut(value);
        let range = self.level_clues.get(self.level_name(level));
        let clues = CELLS - usize::from(ratings.looks.blanks);
        range
            .is_none_or(|range| range.holds(clues))
            .then_some(level)
    }

    /// Returns whether some puzzles have no level in this scheme.
    pub fn has_gaps(&self) -> bool {
        let by_solver = [Measure::LastRule, Measure::Hodoku, Measure::HodokuScore];
        by_solver.contains(&self.by) || !self.level_clues.is_empty()
    }

    /// Returns the place in the ladder's order, from 1, of the last rule that was used; 0 if no
    /// rule was, `None` if the ladder doesn't solve the puzzle.
    fn last_rule(&self, ratings: &Ratings) -> Option<f64> {
        let ladder = &ratings.ladder;
        let order = &self.preset.order;
        let last = order.iter().rposition(|rule| ladder.used[rule.index()] > 0);
        let place = last.map_or(0, |place| place + 1);
        ladder.solved.then_some(place as f64)
    }

    /// Returns the rules that puzzles of this level may need: those of the ladder's order before
    /// the place where the next level begins; all rules if the measure is not
    /// [`Measure::LastRule`].
    pub fn rules_of(&self, level: Level) -> &[Rule] {
        let order = self.preset.order.as_slice();
        let end = match self.limits.get(level.index()) {
            Some(limit) if self.by == Measure::LastRule => limit.ceil().max(1.0) as usize - 1,
            _ => order.len(),
        };
        &order[..end.min(order.len())]
    }

    /// Returns the level of a value of the measure.
    pub fn cut(&self, value: f64) -> Level {
        let reached = |limit: &&f64| {
            if self.by.falls() {
                value <= **limit
            } else {
                value >= **limit
            }
        };
        let passed = self.limits.iter().filter(reached).count();
        self.levels().nth(passed).unwrap_or(Level::EASY)
    }
}

/// Returns whether a level can have this name in file names, options and listings, where a number
/// means a level's place.
fn is_level_name(name: &str) -> bool {
    name.len() <= 24
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

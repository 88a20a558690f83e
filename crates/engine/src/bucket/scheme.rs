//! The schemes of levels, each of which says how a puzzle is rated and which level follows from its ratings.

use super::{Band, Half, Level, MOST_LEVELS, Measure};
use crate::dig::ClueRange;
use crate::grid::CELLS;
use crate::rate::techniques::{
    Climbers, LadderError, Rung, TechniqueLadder, TechniquePath, TechniqueSolver,
};
use crate::rate::{HodokuLevel, Preset, PresetError, Raters, Ratings, Rule};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A named way of assigning levels: an interpretation of the rules of Wu 2012, one measure, and its limits.
///
/// ```
/// use sudoku_engine::{Board, Scheme, Canonical, solve};
/// let scheme = Scheme::named("wu").expect("a built-in scheme");
/// let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = solve(&puzzle, 2).first.expect("it has one");
/// let ratings = scheme.raters(scheme.by.extras()).rate(&Canonical::of(&puzzle, &solution));
/// let level = scheme.level(&ratings).map(|level| scheme.level_name(level));
/// assert_eq!(level, Some("easy"));
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub struct Scheme {
    /// The scheme's name: one of [`Scheme::NAMES`], or a name from a job file.
    pub name: String,
    /// The measure that is divided into levels.
    pub by: Measure,
    /// The names of the levels, easiest first: two to [`MOST_LEVELS`].
    pub levels: Vec<String>,
    /// The values at which the levels after the first begin: ascending, or descending if the measure
    /// [falls](Measure::falls); none if the measure is [`Measure::Bands`].
    pub limits: Vec<f64>,
    /// For some levels, the range of clue counts that the level accepts. If the measure assigns a puzzle with any other
    /// number of clues to such a level, the puzzle has no level.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "BTreeMap::is_empty")
    )]
    pub level_clues: BTreeMap<String, ClueRange>,
    /// The ladder of rules: the order and the weights of the rules, and the way to apply and count the rules.
    pub preset: Preset,
    /// The conditions for each level, if the measure is [`Measure::Bands`].
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "BTreeMap::is_empty")
    )]
    pub bands: BTreeMap<String, Band>,
    /// The technique ladder; `None` means [`TechniqueLadder::people`].
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub techniques: Option<TechniqueLadder>,
}

/// The error for a scheme that can't be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemeError {
    /// There are too few levels, or more than [`MOST_LEVELS`].
    #[error("a scheme has 2 to {MOST_LEVELS} levels, not {0}")]
    Levels(usize),
    /// A level's name can't be part of a file name.
    #[error(
        "{0:?} cannot name a level: use a lower-case letter first, then letters, digits and '-', 24 at most"
    )]
    LevelName(String),
    /// Two levels have the same name.
    #[error("two levels are called {0:?}")]
    LevelTwice(String),
    /// The number of limits is not one less than the number of levels.
    #[error("{levels} levels need {} limit{} between them, not {limits}", levels - 1, if *.levels == 2 { "" } else { "s" })]
    LimitCount {
        /// The number of levels.
        levels: usize,
        /// The number of limits.
        limits: usize,
    },
    /// The limits are not in order, or not finite.
    #[error("limits must {} and be finite: {limits:?}", if *.falls { "descend" } else { "ascend" })]
    Limits {
        /// `true` if the measure falls as levels rise.
        falls: bool,
        /// The limits.
        limits: Vec<f64>,
    },
    /// The range of clues for a level contains no possible number of clues.
    #[error("no puzzle of level {level:?} can have {} to {} clues", .range.min, .range.max)]
    Clues {
        /// The name of the level.
        level: String,
        /// The range of clues for the level.
        range: ClueRange,
    },
    /// A range of clues is set for a level that the scheme doesn't have.
    #[error("level-clues names {0:?}, which is not one of the levels")]
    CluesOfNoLevel(String),
    /// A level has no band, or a band has no level.
    #[error("a scheme by bands needs one band for each level: {0:?} is only one of the two")]
    BandOfNoLevel(String),
    /// A scheme by bands has limits.
    #[error("a scheme by bands takes no limits, since each band has its own: leave them out")]
    LimitsBesideBands,
    /// A band's limits are out of order, so that no puzzle fits it, or its easier half ends outside its range of ER.
    #[error("no puzzle can be in the band of level {0:?}")]
    Band(String),
    /// The technique ladder can't be used.
    #[error(transparent)]
    Ladder(#[from] LadderError),
    /// The ladder of rules can't be used.
    #[error(transparent)]
    Preset(#[from] PresetError),
}

/// The error for a text that is neither the name nor the number of a level.
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
        if self.by == Measure::Bands {
            self.check_bands()?;
        } else if limits != levels - 1 {
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
        if let Some(ladder) = &self.techniques {
            ladder.check()?;
        }
        Ok(self.preset.check()?)
    }

    fn check_bands(&self) -> Result<(), SchemeError> {
        let known = self.levels.iter().chain(self.bands.keys());
        let mut alone =
            known.filter(|it| !self.bands.contains_key(*it) || !self.levels.contains(it));
        if let Some(name) = alone.next() {
            return Err(SchemeError::BandOfNoLevel(name.clone()));
        }
        let mut empty = self.bands.iter().filter(|(_, band)| !band.is_possible());
        match (empty.next(), self.limits.is_empty()) {
            (Some((level, _)), _) => Err(SchemeError::Band(level.clone())),
            (None, true) => Ok(()),
            (None, false) => Err(SchemeError::LimitsBesideBands),
        }
    }

    /// Returns whether the schemes are equal, so that both give every puzzle the same level. The split of a level
    /// into halves is ignored. If only one scheme sets a technique ladder and levels don't depend on techniques,
    /// this ladder is ignored, too.
    pub fn is_alike(&self, other: &Self) -> bool {
        let (mut one, mut other) = (self.clone(), other.clone());
        for band in one.bands.values_mut().chain(other.bands.values_mut()) {
            band.easier_er = None;
        }
        let has_none = one.techniques.is_none() || other.techniques.is_none();
        if has_none && !one.by.is_by_technique() {
            (one.techniques, other.techniques) = (None, None);
        }
        one == other
    }

    /// Returns the technique ladder, which is [`TechniqueLadder::people`] if the scheme sets none.
    pub fn ladder(&self) -> TechniqueLadder {
        self.techniques.clone().unwrap_or_default()
    }

    /// Returns the raters for this scheme and these extra ratings.
    pub fn raters(&self, extras: &[crate::rate::Extra]) -> Raters {
        Raters::new(&self.preset, extras).climbing(|| Climbers::of(&self.ladder()))
    }

    /// Returns solvers that give up as soon as a puzzle can no longer fit any band. The solvers leave out techniques
    /// above the hardest level of all bands, and stop above the bands' highest score. `None` if the levels are not
    /// bands.
    pub fn band_climbers(&self) -> Option<Climbers> {
        let bands = || self.bands.values();
        let hardest = bands().map(|band| band.hardest.unwrap_or(HodokuLevel::Extreme));
        let most = bands().map(|band| band.score.map_or(u32::MAX, |(_, most)| most));
        let (hardest, most) = (hardest.max()?, most.max()?);
        let ladder = self.ladder().up_to(hardest);
        (self.by == Measure::Bands)
            .then(|| Climbers::new(TechniqueSolver::new(&ladder).up_to(most)))
    }

    /// Returns whether any level accepts this number of clues.
    pub fn takes_clues(&self, clues: usize) -> bool {
        self.levels
            .iter()
            .any(|level| self.level_takes(level, clues))
    }

    fn level_takes(&self, level: &str, clues: usize) -> bool {
        let range = self.level_clues.get(level);
        range.is_none_or(|range| range.holds(clues))
    }

    /// Returns the levels, easiest first.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator + Clone {
        Level::first(self.levels.len())
    }

    /// Returns the name of a level; empty if the scheme has fewer levels.
    pub fn level_name(&self, level: Level) -> &str {
        self.levels.get(level.index()).map_or("", String::as_str)
    }

    /// Returns a text that describes the range of the measure's values in a level.
    pub fn range(&self, level: Level) -> String {
        if let Some(band) = self.bands.get(self.level_name(level)) {
            return band.to_string();
        }
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
    /// [`UnknownLevel`] with the names of the scheme's levels, if there is no such level.
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

    /// Returns the level of a puzzle with these ratings, which must include the ratings that the measure
    /// [needs](Measure::extras). Returns `None` if the scheme has no level for the puzzle, for one of four reasons:
    /// - The measure is the [last rule](Measure::LastRule), and the rules don't solve the puzzle.
    /// - The measure is HoDoKu's rating or a rating by technique, and the program's techniques don't solve the
    ///   puzzle.
    /// - The puzzle fits no [band](Band).
    /// - The level doesn't accept the puzzle's number of clues.
    pub fn level(&self, ratings: &Ratings) -> Option<Level> {
        let clues = CELLS - usize::from(ratings.looks.blanks);
        if self.by == Measure::Bands {
            let er = ratings.se.map(|it| it.er.value());
            return self.band_level(&ratings.techniques?, clues, er);
        }
        let value = match self.by {
            Measure::LastRule => self.last_rule(ratings)?,
            Measure::LastTechnique => self.last_technique(&ratings.techniques?)?,
            by => by.of(ratings),
        };
        if value.is_nan() {
            return None;
        }
        let level = self.cut(value);
        self.level_takes(self.level_name(level), clues)
            .then_some(level)
    }

    /// Returns the first level whose band and range of clues fit a puzzle; `None` if no level fits, or the
    /// scheme's ladder doesn't solve the puzzle. `path` is the puzzle's solving path by this ladder. Conditions on
    /// ER are ignored if `er` is `None`.
    pub fn band_level(&self, path: &TechniquePath, clues: usize, er: Option<f64>) -> Option<Level> {
        let people;
        let ladder = match &self.techniques {
            Some(ladder) => ladder,
            None => {
                people = TechniqueLadder::people();
                &people
            }
        };
        let fits = |level: &Level| {
            let name = self.level_name(*level);
            let band = self.bands.get(name);
            self.level_takes(name, clues) && band.is_some_and(|it| it.holds(path, er, ladder))
        };
        self.levels().find(fits)
    }

    /// Returns whether the level's band has a condition on ER.
    pub fn asks_for_er(&self, level: Level) -> bool {
        let band = self.bands.get(self.level_name(level));
        band.is_some_and(|band| band.er.is_some())
    }

    /// Returns the half of the level in which the puzzle's ER lies; `None` if the level has no halves or ER is not
    /// known.
    pub fn half(&self, level: Level, ratings: &Ratings) -> Option<Half> {
        let most = self.bands.get(self.level_name(level))?.easier_er?;
        Some(match ratings.se?.er.value() <= most {
            true => Half::Easier,
            false => Half::Harder,
        })
    }

    /// Returns whether some puzzles have no level in this scheme.
    pub fn has_gaps(&self) -> bool {
        let by_solver = [
            Measure::LastRule,
            Measure::Hodoku,
            Measure::HodokuScore,
            Measure::TechniqueLevel,
            Measure::TechniqueScore,
            Measure::LastTechnique,
            Measure::Bands,
        ];
        by_solver.contains(&self.by) || !self.level_clues.is_empty()
    }

    /// Returns the level that follows from a puzzle's solving path by the ladder, in a scheme whose measure is
    /// [`Measure::LastTechnique`]; `None` if the ladder doesn't solve the puzzle.
    pub fn path_level(&self, path: &TechniquePath) -> Option<Level> {
        self.last_technique(path).map(|place| self.cut(place))
    }

    /// Returns the highest position in the ladder, counted from 1, of a technique that the path of a puzzle uses; 0 for
    /// a full grid, `None` if the ladder doesn't solve the puzzle.
    fn last_technique(&self, path: &TechniquePath) -> Option<f64> {
        let used = |rung: &Rung| path.counts[rung.technique.index()] > 0;
        let last = match &self.techniques {
            Some(ladder) => ladder.rungs().iter().rposition(used),
            None => TechniqueLadder::people().rungs().iter().rposition(used),
        };
        path.rating
            .map(|_| last.map_or(0, |place| place + 1) as f64)
    }

    /// Returns the highest position in the ladder's order, counted from 1, of a rule that was used; 0 if no rule was
    /// used, `None` if the ladder doesn't solve the puzzle.
    fn last_rule(&self, ratings: &Ratings) -> Option<f64> {
        let ladder = &ratings.ladder;
        let order = &self.preset.order;
        let last = order.iter().rposition(|rule| ladder.used[rule.index()] > 0);
        let place = last.map_or(0, |place| place + 1);
        ladder.solved.then_some(place as f64)
    }

    /// Returns the rules that puzzles of this level may need: all rules of the ladder that come before the next
    /// level begins. Returns all rules if the measure is not [`Measure::LastRule`].
    pub fn rules_of(&self, level: Level) -> &[Rule] {
        let order = self.preset.order.as_slice();
        let end = match self.limits.get(level.index()) {
            Some(limit) if self.by == Measure::LastRule => limit.ceil().max(1.0) as usize - 1,
            _ => order.len(),
        };
        &order[..end.min(order.len())]
    }

    /// Returns the level to which a value of the measure belongs. NaN belongs to the first level, and so does every
    /// value in a scheme of [bands](Measure::Bands), which has no limits. For the level of a rated puzzle, which
    /// may have none, use [`Scheme::level`].
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

/// Returns whether a level can have this name in file names, options and listings. A bare number is refused,
/// since it already means the level with that number.
fn is_level_name(name: &str) -> bool {
    name.len() <= 24
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

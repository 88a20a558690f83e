//! All ratings of a puzzle: the ladder's rating, the measures of its clues, and the extra ratings. Extra ratings
//! take further time, some of them more than all the rest together, so each is computed on request only.
//!
//! The canonical form is rated, as in [`Rater`], so that all ratings are the same for every form.

use super::explainer::{Er, Explainer, SeRating, SeTable};
use super::looks::{FreedomLimits, Grade, blanks, freedom, grade};
use super::techniques::{Climbers, TechniqueLadder, TechniquePath};
use super::{Hodoku, HodokuRating, Minutes, Preset, Qqwing, QqwingLevel, Rater, Rating, Timer};
use crate::grid::{Board, Canonical, Transform};
use crate::solve::fused::{BasicSet, MOST_GUESSES, stuart_level};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// All ratings of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// The rating by the ladder of rules, including the difficulty D.
    pub ladder: Rating,
    /// The measures that depend only on the clues.
    pub looks: Looks,
    /// The number of correct guesses that the puzzle needs, if this was requested.
    pub guesses: Option<Guesses>,
    /// QQWing's level, if this was requested.
    pub qqwing: Option<QqwingLevel>,
    /// HoDoKu's level and score, if these were requested.
    pub hodoku: Option<HodokuRating>,
    /// The estimated time that people need, if this was requested.
    pub minutes: Option<Minutes>,
    /// Sudoku Explainer's ER, EP and ED, if these were requested.
    pub se: Option<SeRating>,
    /// The result of solving the puzzle by techniques, with score and level, if this was requested.
    pub techniques: Option<TechniquePath>,
}

/// The measures of a puzzle that depend only on its clues (Huang 2015; candy.huang's blog, 2011).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    /// The number of blanks, 0 to 81.
    pub blanks: u8,
    /// The freedom, 0 to 2106. For each blank, the numbers of blanks in its row, its column and its box are added, and
    /// 1 is subtracted. The freedom is the sum over all blanks.
    pub freedom: u16,
    /// The grade, computed from the number of blanks and the freedom. The limits for the freedom are corrected values
    /// that reproduce all grades printed in candy.huang's blog (2011).
    pub grade: Grade,
}

/// The number of correct guesses that a puzzle needs, counted in two ways (Jiang 2018, after Stuart).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guesses {
    /// Stuart's level: the number of guesses needed in addition to singles, locked candidates and pairs. 4 means more
    /// than three.
    pub stuart: u8,
    /// The number of guesses needed in addition to singles: the size of the smallest backdoor. 4 means more than
    /// three.
    pub backdoor: u8,
}

/// An extra rating: a rating that is computed only on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "&'static str", try_from = "String"))]
pub enum Extra {
    /// The number of guesses that a puzzle needs: [`Guesses`].
    Stuart,
    /// The level that QQWing gives: [`QqwingLevel`].
    Qqwing,
    /// The score and the level that HoDoKu gives: [`HodokuRating`].
    Hodoku,
    /// The estimated solving time: [`Minutes`].
    Time,
    /// Sudoku Explainer's rating, as given by one of its releases: [`SeRating`].
    Se(SeTable),
    /// The techniques that solve the puzzle: [`TechniquePath`].
    Techniques,
}

impl Extra {
    /// All extra ratings, in the order in which they are listed to users.
    pub const ALL: [Self; 7] = [
        Self::Stuart,
        Self::Qqwing,
        Self::Hodoku,
        Self::Time,
        Self::SE,
        Self::Se(SeTable::V1_18_1),
        Self::Techniques,
    ];

    /// Sudoku Explainer's rating by the default table, which is the table of release 1.2.1.
    pub const SE: Self = Self::Se(SeTable::V1_2_1);

    /// Returns the rating's name in options and job files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stuart => "stuart",
            Self::Qqwing => "qqwing",
            Self::Hodoku => "hodoku",
            Self::Time => "time",
            Self::Se(SeTable::V1_2_1) => "se",
            Self::Se(SeTable::V1_18_1) => "se-1.18.1",
            Self::Techniques => "techniques",
        }
    }

    /// Returns whether this rating can be used where `needed` is needed: if the two are the same, or both are
    /// Sudoku Explainer's. All releases of Sudoku Explainer provide ER, EP and ED, though with different values.
    pub fn serves(self, needed: Self) -> bool {
        self == needed || matches!((self, needed), (Self::Se(_), Self::Se(_)))
    }
}

impl From<Extra> for &'static str {
    fn from(extra: Extra) -> Self {
        extra.name()
    }
}

/// Finds an extra rating by its name.
impl TryFrom<String> for Extra {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|extra| extra.name() == name);
        named.ok_or_else(|| format!("no rating is called {name:?}"))
    }
}

impl Looks {
    /// Computes the measures from the clues of a puzzle.
    pub fn of(puzzle: &Board) -> Self {
        Self {
            blanks: blanks(puzzle) as u8,
            freedom: freedom(puzzle),
            grade: grade(puzzle, FreedomLimits::Corrected),
        }
    }
}

impl Guesses {
    /// The value for a puzzle that needs more guesses than the search tries.
    pub const MANY: u8 = MOST_GUESSES + 1;

    /// Computes the number of correct guesses that a puzzle needs. `solution` is the puzzle's only solution.
    pub fn of(puzzle: &Board, solution: &Board) -> Self {
        Self {
            stuart: stuart_level(puzzle, solution, BasicSet::PAIRS),
            backdoor: stuart_level(puzzle, solution, BasicSet::SINGLES),
        }
    }
}

/// The highest ER with which minutes are shown. Too few puzzles with a higher ER were available to check the model.
const CHECKED_ER: Er = Er::Exactly(20);

impl Ratings {
    /// Returns the minutes if the puzzle's ER is at most 2.0. With a higher ER, the minutes must not be shown
    /// (docs/player.md), so the result is `None`. It is also `None` if the minutes or ER are not known.
    pub fn checked_minutes(&self) -> Option<Minutes> {
        let is_checked = self.se.is_some_and(|it| it.er <= CHECKED_ER);
        self.minutes.filter(|_| is_checked)
    }

    /// Returns the minutes as text, such as `4.2`, or `–` if they must not be shown (see [`Ratings::checked_minutes`]).
    /// `None` if the minutes were not requested.
    pub fn minutes_text(&self) -> Option<String> {
        let checked = self.checked_minutes();
        let text = || checked.map_or_else(|| "–".to_owned(), |it| it.to_string());
        self.minutes.map(|_| text())
    }

    /// Returns the extra ratings as numbers, each with its name. The number is `None` if the rating was not
    /// computed. The technique score and level are also `None` if the ladder of techniques does not solve the
    /// puzzle. If Sudoku Explainer's rating lacks one of its four numbers, that number is given as 255.
    pub fn extras(&self) -> [(&'static str, Option<u32>); 12] {
        let by_technique = self.techniques.and_then(|path| path.rating);
        let se = |number: usize| self.se.map(|it| it.tenths()[number]);
        [
            ("stuart", self.guesses.map(|it| it.stuart.into())),
            ("backdoor", self.guesses.map(|it| it.backdoor.into())),
            ("qqwing", self.qqwing.map(|level| level as u32)),
            ("hodoku level", self.hodoku.map(|it| it.level as u32)),
            ("hodoku score", self.hodoku.map(|it| it.score)),
            ("tenths of a minute", self.minutes.map(Minutes::tenths)),
            ("tenths of SE's ER", se(0)),
            ("tenths of SE's EP", se(1)),
            ("tenths of SE's ED", se(2)),
            ("tenths that SE's ER is above", se(3)),
            ("technique score", by_technique.map(|it| it.score)),
            ("technique level", by_technique.map(|it| it.level as u32)),
        ]
    }
}

/// The raters for all ratings that a job needs.
#[derive(Debug, Clone)]
pub struct Raters {
    ladder: Rater,
    guesses: bool,
    qqwing: Option<Qqwing>,
    hodoku: Option<Hodoku>,
    minutes: Option<Timer>,
    se: Option<SeTable>,
    techniques: Option<Climbers>,
}

impl Raters {
    /// Makes the raters for the ladder with this preset, for the measures of the clues, and for these extra ratings. If
    /// `extras` lists several releases of Sudoku Explainer, the first of them in [`SeTable::ALL`] is used.
    pub fn new(preset: &Preset, extras: &[Extra]) -> Self {
        let asked = |extra| extras.contains(&extra);
        Self {
            ladder: Rater::new(preset),
            guesses: asked(Extra::Stuart),
            qqwing: asked(Extra::Qqwing).then(Qqwing::new),
            hodoku: asked(Extra::Hodoku).then(Hodoku::new),
            minutes: asked(Extra::Time).then(Timer::new),
            se: SeTable::ALL
                .into_iter()
                .find(|table| asked(Extra::Se(*table))),
            techniques: asked(Extra::Techniques).then(|| Climbers::of(&TechniqueLadder::people())),
        }
    }

    /// Returns the raters with `climbers()` as the solvers for the rating by techniques. Changes nothing, and does
    /// not call `climbers`, if that rating is not requested.
    #[must_use]
    pub fn climbing(self, climbers: impl FnOnce() -> Climbers) -> Self {
        let techniques = self.techniques.is_some().then(climbers);
        Self { techniques, ..self }
    }

    /// Returns the rater that uses the ladder of rules.
    pub const fn ladder(&self) -> &Rater {
        &self.ladder
    }

    /// Computes the ratings of a puzzle as it is given: the rating by the ladder, the measures of the clues, and the
    /// extra ratings in `needed` for which there are raters. This is faster than rating the canonical form, but some
    /// values may differ; only the values for the canonical form are valid.
    pub fn rate_as_given(&self, puzzle: &Board, solution: &Board, needed: &[Extra]) -> Ratings {
        let form = Canonical {
            puzzle: *puzzle,
            solution: *solution,
            transform: Transform::IDENTITY,
            solution_symmetries: 1,
        };
        let mut ratings = self.begin(&form, self.ladder.rate_canonical(&form));
        for &extra in needed {
            self.add(extra, &form, &mut ratings);
        }
        ratings
    }

    /// Computes all requested ratings of the puzzle with this canonical form.
    pub fn rate(&self, form: &Canonical) -> Ratings {
        let mut ratings = self.begin(form, self.ladder.rate_canonical(form));
        self.complete(form, &mut ratings);
        ratings
    }

    /// Makes the ratings of a puzzle from its rating by the [ladder](Self::ladder) and the measures of its clues. The
    /// extra ratings are still missing.
    pub fn begin(&self, form: &Canonical, ladder: Rating) -> Ratings {
        Ratings {
            ladder,
            looks: Looks::of(&form.puzzle),
            guesses: None,
            qqwing: None,
            hodoku: None,
            minutes: None,
            se: None,
            techniques: None,
        }
    }

    /// Computes one extra rating, if it was requested and is still missing. For any [`Extra::Se`], the table is
    /// the one that [`Raters::new`] chose.
    pub fn add(&self, extra: Extra, form: &Canonical, ratings: &mut Ratings) {
        let (puzzle, solution) = (&form.puzzle, &form.solution);
        match extra {
            Extra::Stuart if self.guesses => {
                let guesses = &mut ratings.guesses;
                guesses.get_or_insert_with(|| Guesses::of(puzzle, solution));
            }
            Extra::Stuart => {}
            Extra::Qqwing => {
                let made = ratings.qqwing;
                let rated = || Some(self.qqwing.as_ref()?.level(puzzle, solution));
                ratings.qqwing = made.or_else(rated);
            }
            Extra::Hodoku => {
                let made = ratings.hodoku;
                let rated = || Some(self.hodoku.as_ref()?.rate_canonical(form));
                ratings.hodoku = made.or_else(rated);
            }
            Extra::Time => {
                let made = ratings.minutes;
                let timed = || Some(self.minutes.as_ref()?.minutes(form));
                ratings.minutes = made.or_else(timed);
            }
            Extra::Se(_) => {
                let made = ratings.se;
                let rated = || Some(Explainer::default().by(self.se?).rate(puzzle));
                ratings.se = made.or_else(rated);
            }
            Extra::Techniques => {
                let made = ratings.techniques;
                let climbed = || Some(self.techniques.as_ref()?.solve(puzzle, Some(solution)));
                ratings.techniques = made.or_else(climbed);
            }
        }
    }

    /// Computes all requested ratings that are still missing.
    pub fn complete(&self, form: &Canonical, ratings: &mut Ratings) {
        for extra in Extra::ALL {
            self.add(extra, form, ratings);
        }
    }
}

//! The measures, which are the ratings of a puzzle that a scheme can divide into levels.

use crate::rate::looks::{BLANKS, FreedomLimits, Grade};
use crate::rate::techniques::TechniqueRating;
use crate::rate::{Extra, HodokuRating, Minutes, Ratings, Rule};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A kind of rating that a scheme can divide into levels. Every kind except [`Self::Bands`] gives a puzzle one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Measure {
    /// The difficulty D of Wu 2012; a value above every limit if the rules don't solve the puzzle.
    D,
    /// The number of clues, the only measure that falls as the levels rise.
    Clues,
    /// The number of blanks.
    Blanks,
    /// The freedom of blanks, a measure from the 2011 blog post that docs/sources.md lists.
    Freedom,
    /// The grade from the 2011 blog post that docs/sources.md lists, from 1 for A to 9 for I. The limits between grades
    /// are corrected so that they reproduce every grade that the post publishes.
    Grade,
    /// The grade from the 2011 blog post that docs/sources.md lists, from 1 for A to 9 for I. The limits between grades
    /// are those that the post prints.
    GradePrinted,
    /// The weight of the heaviest rule used, with the weights of Wu 2012. The value is 0 if no rule was used, and above
    /// every limit if the rules don't solve the puzzle.
    HardestRule,
    /// The position, in the order of the scheme's ladder, of the last rule used: 1 for the first rule. Only the
    /// [scheme](super::Scheme::level) can compute it. A puzzle that the ladder's rules don't solve has no value, and so
    /// no level.
    LastRule,
    /// Stuart's level (in Jiang 2018) plus 1, or 0 if singles solve the puzzle. Stuart's level is the smallest
    /// number of right guesses after which singles, locked candidates and pairs solve the puzzle.
    Stuart,
    /// QQWing's level: 1 simple, 2 easy, 3 intermediate, 4 expert; 0 for a full grid.
    Qqwing,
    /// HoDoKu's level, 1 easy to 5 extreme. A puzzle that the program's techniques don't solve has no value, and so no
    /// level.
    Hodoku,
    /// HoDoKu's score; a puzzle that the program's techniques don't solve has no value.
    HodokuScore,
    /// The estimated minutes that people need for the puzzle.
    Minutes,
    /// ER, Sudoku Explainer's rating of the hardest step; above every limit if the explainer gives up.
    Se,
    /// The level by the technique ladder, 1 easy to 5 extreme. A puzzle that the ladder doesn't solve has
    /// no value, and so no level.
    TechniqueLevel,
    /// The score by the technique ladder; a puzzle that the ladder doesn't solve has no value.
    TechniqueScore,
    /// The position, in the order of the scheme's technique ladder, of the last technique used: 1 for the
    /// first technique. Only the [scheme](super::Scheme::path_level) can compute it. A puzzle that the ladder
    /// doesn't solve has no value, and so no level.
    LastTechnique,
    /// Bands instead of a number: the level of a puzzle is the first level whose [band](super::Band) the puzzle
    /// fits. Only the [scheme](super::Scheme::level) can find this level.
    Bands,
}

impl Measure {
    /// Returns whether a larger value means an easier puzzle.
    pub const fn falls(self) -> bool {
        matches!(self, Self::Clues)
    }

    /// Returns whether the measure comes from the technique ladder.
    pub const fn is_by_technique(self) -> bool {
        matches!(
            self,
            Self::TechniqueLevel | Self::TechniqueScore | Self::LastTechnique | Self::Bands
        )
    }

    /// Returns the extra ratings that the measure needs, the cheapest first; none if it needs only the
    /// ratings that are always computed.
    pub const fn extras(self) -> &'static [Extra] {
        match self {
            Self::Stuart => &[Extra::Stuart],
            Self::Qqwing => &[Extra::Qqwing],
            Self::Hodoku | Self::HodokuScore => &[Extra::Hodoku],
            Self::Minutes => &[Extra::Time],
            Self::Se => &[Extra::SE],
            Self::TechniqueLevel | Self::TechniqueScore | Self::LastTechnique => {
                &[Extra::Techniques]
            }
            Self::Bands => &[Extra::Techniques, Extra::SE],
            _ => &[],
        }
    }

    /// Returns the name of the measure in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::D => "D",
            Self::Clues => "number of clues",
            Self::Blanks => "number of blanks",
            Self::Freedom => "freedom",
            Self::Grade => "grade by blanks and freedom",
            Self::GradePrinted => "grade by blanks and freedom, with the limits as printed",
            Self::HardestRule => "weight of the heaviest rule used",
            Self::Stuart => "number of right guesses needed",
            Self::Qqwing => "QQWing's level",
            Self::Hodoku => "HoDoKu's level, approximately",
            Self::HodokuScore => "HoDoKu's score, approximately",
            Self::Minutes => "minutes that a person takes",
            Self::Se => "ER of Sudoku Explainer",
            Self::TechniqueLevel => "level by the technique ladder",
            Self::TechniqueScore => "score by the technique ladder",
            Self::Bands => "techniques, score and ER",
            Self::LastRule => "the last rule used, in the ladder's order",
            Self::LastTechnique => "the last technique used, in the ladder's order",
        }
    }

    /// Returns the measure's value for a puzzle, or NaN if the puzzle has no such rating. Also returns NaN for
    /// [`Self::LastRule`], [`Self::LastTechnique`] and [`Self::Bands`], which only the scheme can compute.
    pub fn of(self, ratings: &Ratings) -> f64 {
        let looks = &ratings.looks;
        match self {
            Self::D => ratings.ladder.ranked(),
            Self::HardestRule if !ratings.ladder.solved => f64::INFINITY,
            Self::HardestRule => ratings.ladder.hardest().map_or(0.0, Rule::default_weight),
            Self::LastRule | Self::LastTechnique | Self::Bands => f64::NAN,
            Self::Clues => f64::from(81 - looks.blanks),
            Self::Blanks => f64::from(looks.blanks),
            Self::Freedom => f64::from(looks.freedom),
            Self::Grade => looks.grade.index() as f64 + 1.0,
            Self::GradePrinted => {
                let freedom = FreedomLimits::Printed.limits().level(looks.freedom);
                let grade = Grade::of(BLANKS.level(looks.blanks.into()), freedom);
                grade.index() as f64 + 1.0
            }
            Self::Stuart => ratings.guesses.map_or(f64::NAN, |guesses| {
                f64::from(u8::from(guesses.backdoor > 0) + guesses.stuart)
            }),
            Self::Qqwing => ratings.qqwing.map_or(f64::NAN, |level| level as u8 as f64),
            Self::Hodoku => known(ratings).map_or(f64::NAN, |it| f64::from(it.level as u8) + 1.0),
            Self::HodokuScore => known(ratings).map_or(f64::NAN, |it| it.score.into()),
            Self::Minutes => ratings.minutes.map_or(f64::NAN, Minutes::value),
            Self::Se => ratings.se.map_or(f64::NAN, |it| it.er.value()),
            Self::TechniqueLevel => {
                by_technique(ratings).map_or(f64::NAN, |it| f64::from(it.level as u8) + 1.0)
            }
            Self::TechniqueScore => by_technique(ratings).map_or(f64::NAN, |it| it.score.into()),
        }
    }
}

fn by_technique(ratings: &Ratings) -> Option<TechniqueRating> {
    ratings.techniques?.rating
}

fn known(ratings: &Ratings) -> Option<HodokuRating> {
    ratings.hodoku?.known()
}

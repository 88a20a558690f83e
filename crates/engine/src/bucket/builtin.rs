//! The built-in schemes. A job file can define schemes of its own in the same form.

use super::{Band, Measure, Scheme};
use crate::dig::ClueRange;
use crate::rate::looks::{BLANKS, FIRST_BLANKS, FIRST_FREEDOM, FreedomLimits, Limits};
use crate::rate::techniques::{Technique, TechniqueLadder};
use crate::rate::{HodokuLevel, Passes, Preset, Rule, nearest};
use std::collections::BTreeMap;

/// The names of the five levels of Wu 2012: 容易, 较容易, 适中, 困难, 非常困难.
pub const FIVE_LEVELS: [&str; 5] = ["easy", "fairly-easy", "moderate", "hard", "very-hard"];
const RULES: [&str; 5] = ["singles", "sets", "fish", "wings", "trial"];
const GUESSES: [&str; 5] = [
    "singles",
    "basic",
    "one-guess",
    "two-guesses",
    "three-guesses",
];
const QQWING: [&str; 4] = ["simple", "easy", "intermediate", "expert"];
const HODOKU: [&str; 5] = ["easy", "medium", "hard", "unfair", "extreme"];
const LETTERS: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

/// The error for a text that is not the name of a built-in scheme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no built-in scheme is called {text:?}; the nearest is {nearest}")]
pub struct UnknownScheme {
    text: String,
    nearest: &'static str,
}

impl Default for Scheme {
    /// Returns the scheme `wu`.
    fn default() -> Self {
        wu(Preset::default())
    }
}

impl Scheme {
    /// The names of the built-in schemes, the default first.
    pub const NAMES: [&'static str; 21] = [
        "wu",
        "wu-strict",
        "wu-literal",
        "clues",
        "blanks",
        "blanks-first",
        "freedom",
        "freedom-printed",
        "freedom-first",
        "grade",
        "grade-printed",
        "grade-letters",
        "stuart",
        "hardest-rule",
        "qqwing",
        "hodoku",
        "logic",
        "time",
        "se",
        "hodoku-like",
        "people",
    ];

    /// Returns the built-in scheme with this name.
    ///
    /// # Errors
    /// [`UnknownScheme`] with the nearest name, if there is no such scheme.
    pub fn named(name: &str) -> Result<Self, UnknownScheme> {
        named(name).ok_or_else(|| UnknownScheme {
            text: name.to_owned(),
            nearest: nearest(name, Self::NAMES),
        })
    }
}

/// Makes the scheme of Wu 2012, with five levels of the difficulty D, under one interpretation of the
/// paper's rules.
fn wu(preset: Preset) -> Scheme {
    Scheme {
        preset,
        ..scheme("wu", Measure::D, &FIVE_LEVELS, &[1.05, 4.5, 6.0, 13.0])
    }
}

/// Returns the built-in scheme with this name.
fn named(name: &str) -> Option<Scheme> {
    use Measure::*;
    if let Ok(preset) = Preset::named(name) {
        let name = name.to_owned();
        return Some(Scheme { name, ..wu(preset) });
    }
    let freedom = |limits: FreedomLimits| starts(limits.limits());
    let five = |by, limits: [f64; 4]| Some(scheme(name, by, &FIVE_LEVELS, &limits));
    match name {
        "clues" => five(Clues, [23.0, 22.0, 21.0, 20.0]),
        "blanks" => five(Blanks, starts(BLANKS)),
        "blanks-first" => five(Blanks, starts(FIRST_BLANKS)),
        "freedom" => five(Freedom, freedom(FreedomLimits::Corrected)),
        "freedom-printed" => five(Freedom, freedom(FreedomLimits::Printed)),
        "freedom-first" => five(Freedom, starts(FIRST_FREEDOM)),
        "grade" => five(Grade, [3.0, 5.0, 6.0, 8.0]),
        "grade-printed" => five(GradePrinted, [3.0, 5.0, 6.0, 8.0]),
        "grade-letters" => {
            let limits = [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
            Some(scheme(name, Grade, &LETTERS, &limits))
        }
        "stuart" => Some(scheme(name, Stuart, &GUESSES, &[1.0, 2.0, 3.0, 4.0])),
        "hardest-rule" => {
            let limits = [10.0, 500.0, 3000.0, 8000.0];
            Some(scheme(name, HardestRule, &RULES, &limits))
        }
        "qqwing" => Some(scheme(name, Qqwing, &QQWING, &[2.0, 3.0, 4.0])),
        "time" => five(Minutes, [5.0, 6.0, 7.5, 10.0]),
        "se" => five(Se, [1.6, 2.6, 4.5, 7.1]),
        "hodoku" => Some(Scheme {
            techniques: Some(TechniqueLadder::hodoku()),
            ..scheme(name, TechniqueLevel, &HODOKU, &[2.0, 3.0, 4.0, 5.0])
        }),
        "hodoku-like" => Some(scheme(name, Hodoku, &HODOKU, &[2.0, 3.0, 4.0, 5.0])),
        "people" => Some(people()),
        "logic" => Some(logic()),
        _ => None,
    }
}

/// Makes the scheme for printed puzzles. The ladder of rules has no trial and error, and a puzzle's level depends on
/// the last rule of the ladder that the puzzle needs. A puzzle has no level if the ladder doesn't solve it, or if it
/// needs only singles and does not have 32 to 40 clues.
fn logic() -> Scheme {
    use Rule::*;
    let order = vec![
        NakedSingle,
        HiddenSingle,
        IntersectionRemoval,
        NakedPair,
        HiddenPair,
        NakedTriplet,
        HiddenTriplet,
        NakedQuad,
        HiddenQuad,
        XWing,
        Swordfish,
        XyWing,
        XyzWing,
        WxyzWing,
    ];
    let [easy, ..] = FIVE_LEVELS;
    let printed = ClueRange { min: 32, max: 40 };
    Scheme {
        level_clues: BTreeMap::from([(easy.to_owned(), printed)]),
        preset: Preset {
            trial_rules: order.clone(),
            order,
            passes: Passes::First,
            count_hits: Vec::new(),
            ..Preset::default()
        },
        ..scheme(
            "logic",
            Measure::LastRule,
            &FIVE_LEVELS,
            &[3.0, 6.0, 10.0, 13.0],
        )
    }
}

/// Makes the scheme whose levels match how hard people find puzzles. A level limits the techniques that its puzzles
/// need and may use, the score, and ER. Easy puzzles have 32 to 38 clues. All others have 23 to 31, as minimal digs
/// do. No level accepts a forcing chain.
fn people() -> Scheme {
    use Technique::{FullHouse, HiddenSingleBox, HiddenSingleLine, NakedSingle};
    let by = |hardest, score, er| Band {
        hardest: Some(hardest),
        score: Some(score),
        er,
        ..Band::default()
    };
    // The techniques of easy and fairly easy puzzles bound their ER: 1.0 to 1.2, and 1.5 to 2.5.
    let bands = [
        Band {
            only: vec![FullHouse, HiddenSingleBox],
            ..by(HodokuLevel::Easy, (0, 300), None)
        },
        Band {
            needs: vec![HiddenSingleLine, NakedSingle],
            ..by(HodokuLevel::Easy, (250, 410), None)
        },
        by(HodokuLevel::Medium, (420, 690), Some((1.7, 3.6))),
        by(HodokuLevel::Hard, (700, 1140), Some((3.2, 6.6))),
        Band {
            easier_er: Some(7.1),
            ..by(HodokuLevel::Unfair, (1170, 1800), Some((6.6, 7.3)))
        },
    ];
    let clues = [(32, 38), (23, 31), (23, 31), (23, 31), (23, 31)];
    let clues = clues.map(|(min, max)| ClueRange { min, max });
    let named = || FIVE_LEVELS.map(str::to_owned).into_iter();
    Scheme {
        bands: named().zip(bands).collect(),
        level_clues: named().zip(clues).collect(),
        techniques: Some(TechniqueLadder::people()),
        ..scheme("people", Measure::Bands, &FIVE_LEVELS, &[])
    }
}

fn scheme(name: &str, by: Measure, levels: &[&str], limits: &[f64]) -> Scheme {
    Scheme {
        name: name.to_owned(),
        by,
        levels: levels.iter().map(|&level| level.to_owned()).collect(),
        limits: limits.to_vec(),
        level_clues: BTreeMap::new(),
        preset: Preset::default(),
        bands: BTreeMap::new(),
        techniques: None,
    }
}

/// Returns the values at which levels 2 to 5 begin, for a measure with whole values: each is one more than the
/// highest value of the level below.
fn starts(limits: Limits) -> [f64; 4] {
    limits.ends().map(|end| f64::from(end) + 1.0)
}

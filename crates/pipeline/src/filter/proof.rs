//! Looks for a proof that no puzzle can meet a job's requirements. The proof is about all puzzles, or only about
//! those of one level.
//!
//! The condition is split into cases, each a list of comparisons that must all hold. A case is impossible if no
//! puzzle can have values that meet all its comparisons. Clues, freedom and grade are checked together, since the
//! clues limit the freedom and the grade follows from both. Other checks concern the techniques of the level, the
//! ratings made on request and the steps of the [ladder](super::ladder). If a level is required, its limits are
//! checked, too.
//!
//! All bounds hold for every puzzle, so a proof is never wrong. A case without a proof counts as possible.

use super::bands;
use super::case::{Case, cases};
use super::ladder::FilterLadder;
use super::{Field, Filters};
use crate::bucket::{Level, Measure, Scheme};
use crate::dig::{FEWEST_CLUES, Plan};
use crate::grid::CELLS;
use crate::rate::looks::{BLANKS, FreedomLimits, Grade};
use crate::rate::{HodokuLevel, Rule};
use std::collections::BTreeSet;

/// A number above all scores, candidate numbers and minutes, used as the end of ranges that have no upper limit.
const ENDLESS: f64 = 1e18;

/// The requirements for a puzzle: the filters that the puzzle must pass, and the level that it must have.
#[derive(Debug, Clone, Copy)]
pub struct PuzzleRequirements<'a> {
    /// The filters that the puzzle must pass.
    pub filters: &'a Filters,
    /// The scheme that rates puzzles.
    pub scheme: &'a Scheme,
    /// The level that the puzzle must have; `None` if it may have any level or no level.
    pub level: Option<Level>,
    /// The plans by which the puzzle may be dug; empty if the job doesn't make its puzzles.
    pub plans: &'a [Plan],
}

/// The reason why no puzzle can meet the requirements.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImpossibleRequirements {
    /// No puzzle of any level can meet the requirements.
    #[error("no puzzle passes these filters: {0}")]
    Everywhere(String),
    /// No puzzle of a certain level can meet the requirements.
    #[error("no puzzle of level {level} (scheme {scheme}) can pass the filters: {reason}")]
    Level {
        /// The level's name.
        level: String,
        /// The scheme's name.
        scheme: String,
        /// The conditions that contradict the level.
        reason: String,
    },
}

impl PuzzleRequirements<'_> {
    /// Looks for a proof that no puzzle can meet the requirements.
    ///
    /// # Errors
    /// [`ImpossibleRequirements`] if a proof is found.
    pub fn check(&self) -> Result<(), ImpossibleRequirements> {
        let Some(reason) = self.contradiction() else {
            return Ok(());
        };
        Err(match self.level {
            None => ImpossibleRequirements::Everywhere(reason),
            Some(level) => ImpossibleRequirements::Level {
                level: self.scheme.level_name(level).to_owned(),
                scheme: self.scheme.name.clone(),
                reason,
            },
        })
    }

    /// Returns a lower bound for the number of clues of a puzzle that meets the requirements. The bound follows
    /// from the plans and from the conditions on clues, blanks, freedom and grade. `None` if no number of clues is
    /// possible, or if the condition has too many alternatives.
    pub fn fewest_clues(&self) -> Option<u8> {
        let cases = cases(self.filters.condition().node(), false)?;
        let mut counts = self.clue_counts().into_iter();
        counts.find(|&clues| cases.iter().any(|case| self.looks_fit(case, clues)))
    }

    /// Returns the reason why no puzzle can meet the requirements: the reason that excludes the first alternative of
    /// the condition. `None` if some alternative may be possible, or if the condition has too many alternatives.
    fn contradiction(&self) -> Option<String> {
        let cases = cases(self.filters.condition().node(), false)?;
        let mut first = None;
        for case in &cases {
            let reason = case.self_contradiction();
            let reason = reason.or_else(|| self.looks(case));
            let reason = reason.or_else(|| bands::contradiction(self.scheme, self.level?, case));
            let reason = reason.or_else(|| self.extras(case))?;
            first.get_or_insert(reason);
        }
        first
    }

    /// Returns the numbers of clues that the plans can produce, in ascending order; 17 to 81 if there are no plans.
    fn clue_counts(&self) -> Vec<u8> {
        let everything = FEWEST_CLUES..=CELLS as u8;
        if self.plans.is_empty() {
            return everything.collect();
        }
        let dug: BTreeSet<u8> = self.plans.iter().flat_map(dug_counts).collect();
        everything.filter(|clues| dug.contains(clues)).collect()
    }

    /// Returns the reason why no combination of clues, freedom and grade satisfies all comparisons in `case`; `None` if
    /// some combination does.
    fn looks(&self, case: &Case) -> Option<String> {
        let mut counts = self.clue_counts();
        if counts.iter().any(|&clues| self.looks_fit(case, clues)) {
            return None;
        }
        counts.retain(|&it| self.looks_fit(&Case::default(), it));
        Some(
            match (counts.first(), counts.last()) {
                (Some(least), Some(most)) if least == most => {
                    format!("its puzzles have {least} clues")
                }
                (Some(least), Some(most)) => format!("its puzzles have {least} to {most} clues"),
                _ => "no puzzle with the number of clues in the job has this level".to_owned(),
            } + &self.contradicted(case),
        )
    }

    /// Returns the comparisons of clues, blanks, freedom and grade in `case`, worded as the end of a sentence; empty
    /// if there are none.
    fn contradicted(&self, case: &Case) -> String {
        let fields = [Field::Clues, Field::Blanks, Field::Freedom, Field::Grade];
        let asked = fields.map(|field| case.text(field)).into_iter();
        let asked: Vec<String> = asked.filter(|text| !text.is_empty()).collect();
        if asked.is_empty() {
            return String::new();
        }
        format!(", and {} is required", asked.join(" and "))
    }

    fn looks_fit(&self, case: &Case, clues: u8) -> bool {
        let blanks = CELLS as u16 - u16::from(clues);
        let name = self.level.map(|level| self.scheme.level_name(level));
        let range = name.and_then(|name| self.scheme.level_clues.get(name));
        if range.is_some_and(|range| !range.holds(clues.into()))
            || !case.holds(Field::Clues, clues.into())
            || !case.holds(Field::Blanks, blanks.into())
        {
            return false;
        }
        let grade = |freedom: u16, limits: FreedomLimits| {
            let grade = Grade::of(BLANKS.level(blanks), limits.limits().level(freedom));
            grade.index() as f64 + 1.0
        };
        let (least, most) = freedoms(blanks);
        (least..=most).any(|freedom| {
            let graded = grade(freedom, FreedomLimits::Corrected);
            let measured = match self.scheme.by {
                Measure::Clues => Some(clues.into()),
                Measure::Blanks => Some(blanks.into()),
                Measure::Freedom => Some(freedom.into()),
                Measure::Grade => Some(graded),
                Measure::GradePrinted => Some(grade(freedom, FreedomLimits::Printed)),
                _ => None,
            };
            measured.is_none_or(|value| self.is_cut_so(value))
                && case.holds(Field::Freedom, freedom.into())
                && case.holds(Field::Grade, graded)
        })
    }

    fn is_cut_so(&self, value: f64) -> bool {
        self.level
            .is_none_or(|level| self.scheme.cut(value) == level)
    }

    /// Returns the reason why no puzzle can satisfy the case's comparisons of certain fields: the candidate's number,
    /// the level, ratings made on request, and the steps of the ladder. `None` if some puzzle may satisfy these
    /// comparisons.
    fn extras(&self, case: &Case) -> Option<String> {
        let by = self.scheme.by;
        let levels = self.scheme.levels().map(Level::number);
        let mut levels = levels.filter(|&it| self.level.is_none_or(|only| only.number() == it));
        if !levels.any(|it| case.holds(Field::Level, it.into())) {
            return Some(format!("{} is required", case.text(Field::Level)));
        }
        let guesses = self.guesses(case);
        let qqwing = self.whole(case, Field::Qqwing, |it| {
            (by == Measure::Qqwing).then_some(it)
        });
        let mut hodoku = self.whole(case, Field::HodokuLevel, |it| {
            (by == Measure::Hodoku).then_some(it + 1.0)
        });
        hodoku.retain(|&it| self.score_fits(case, HodokuLevel::ALL[usize::from(it)]));
        let score = self.cut_fits(case, Field::TechniqueScore, Measure::TechniqueScore);
        let minutes = self.cut_fits(case, Field::Minutes, Measure::Minutes);
        let positive = |field| case.fits(field, (0.0, ENDLESS), &[], |_| true);
        let asked = [
            (Field::Stuart, !guesses.is_empty()),
            (Field::Backdoor, !guesses.is_empty()),
            (Field::Qqwing, !qqwing.is_empty()),
            (Field::TechniqueLevel, self.technique_level_fits(case)),
            (Field::TechniqueScore, score),
            (Field::HodokuLevel, !hodoku.is_empty()),
            (Field::Hodoku, !hodoku.is_empty()),
            (Field::Minutes, minutes),
            (Field::Se, self.cut_fits(case, Field::Se, Measure::Se)),
            (Field::SeEp, positive(Field::SeEp)),
            (Field::SeEd, positive(Field::SeEd)),
            (Field::Number, positive(Field::Number)),
        ];
        let unmet = asked.into_iter().filter(|(_, fits)| !fits);
        let unmet: Vec<String> = unmet.map(|(field, _)| case.text(field)).collect();
        if !unmet.is_empty() {
            let said: Vec<String> = unmet.into_iter().filter(|it| !it.is_empty()).collect();
            return Some(format!("no puzzle meets {}", said.join(" and ")));
        }
        let by_hodoku = matches!(by, Measure::Hodoku | Measure::HodokuScore);
        let is_by_technique = by_hodoku && self.level.is_some()
            || case.asks(Field::Hodoku)
            || case.asks(Field::HodokuLevel);
        let ladder = FilterLadder {
            scheme: self.scheme,
            level: self.level,
            need: &self.filters.need,
            case,
            solvers: solvers(
                guesses.iter().map(|it| it.0).max(),
                guesses.iter().map(|it| it.1).max(),
                qqwing.into_iter().max(),
                hodoku.into_iter().max().filter(|_| is_by_technique),
            ),
        };
        ladder.contradiction()
    }

    fn technique_level_fits(&self, case: &Case) -> bool {
        let is_measured = self.scheme.by == Measure::TechniqueLevel;
        let fitting = self.whole(case, Field::TechniqueLevel, |it| {
            is_measured.then_some(it + 1.0)
        });
        !fitting.is_empty()
    }

    /// Returns whether some number satisfies the comparisons of `field`, which holds the values of `measure`. If the
    /// scheme's levels come from `measure`, the number must also be within the limits of the required level.
    fn cut_fits(&self, case: &Case, field: Field, measure: Measure) -> bool {
        let ends = self.scheme.limits.as_slice();
        case.fits(field, (0.0, ENDLESS), ends, |it| {
            self.scheme.by != measure || self.is_cut_so(it)
        })
    }

    /// Returns whether some score within this HoDoKu level satisfies the comparisons of HoDoKu's score in `case`. If
    /// the scheme's levels come from this score, it must also be within the limits of the required level.
    fn score_fits(&self, case: &Case, level: HodokuLevel) -> bool {
        let (least, most) = level.scores();
        let (ends, range) = (&self.scheme.limits, (least.into(), most.into()));
        case.fits(Field::Hodoku, range, ends, |it| {
            self.scheme.by != Measure::HodokuScore || self.is_cut_so(it)
        })
    }

    /// Returns those numbers from 0 to 4 that are possible values of the field. `measured` converts a number to the
    /// value that the scheme divides into levels, or returns `None` if the scheme's levels don't come from this field.
    fn whole(&self, case: &Case, field: Field, measured: impl Fn(f64) -> Option<f64>) -> Vec<u8> {
        let fits = |&it: &u8| {
            case.holds(field, it.into()) && measured(it.into()).is_none_or(|it| self.is_cut_so(it))
        };
        (0..=4).filter(fits).collect()
    }

    /// Returns the possible pairs of Stuart's level and backdoor size. Both count the correct guesses that a
    /// puzzle needs: the backdoor size in addition to singles, Stuart's level in addition to singles, locked candidates
    /// and pairs. So the backdoor size is never below Stuart's level.
    fn guesses(&self, case: &Case) -> Vec<(u8, u8)> {
        let stuart = self.whole(case, Field::Stuart, |_| None);
        let backdoors = self.whole(case, Field::Backdoor, |_| None);
        let all = stuart.into_iter().flat_map(|stuart| {
            let backdoors = backdoors.iter().filter(move |it| **it >= stuart);
            backdoors.map(move |&backdoor| (stuart, backdoor))
        });
        let value = |(stuart, backdoor): (u8, u8)| f64::from(u8::from(backdoor > 0) + stuart);
        let is_measured = self.scheme.by == Measure::Stuart;
        all.filter(|&it| !is_measured || self.is_cut_so(value(it)))
            .collect()
    }
}

/// Returns rules that are known to solve the puzzle; `None` if no such rules are known. The rules follow from the
/// largest possible values of other ratings: Stuart's level, the backdoor size, QQWing's level, and HoDoKu's level if
/// this program's techniques solve the puzzle.
fn solvers(
    stuart: Option<u8>,
    backdoor: Option<u8>,
    qqwing: Option<u8>,
    hodoku: Option<u8>,
) -> Option<&'static [Rule]> {
    use Rule::*;
    /// All rules that `solvers` can return: the rules that HoDoKu and this program share. The function returns the
    /// first 2 (singles), 5 (with pairs and intersections), 7 (with triplets) or all 13.
    const RULES: [Rule; 13] = [
        NakedSingle,
        HiddenSingle,
        NakedPair,
        HiddenPair,
        IntersectionRemoval,
        NakedTriplet,
        HiddenTriplet,
        NakedQuad,
        HiddenQuad,
        XWing,
        Swordfish,
        XyWing,
        XyzWing,
    ];
    let ends = [
        (
            backdoor == Some(0) || qqwing <= Some(2) || hodoku == Some(0),
            2,
        ),
        (stuart == Some(0) || qqwing <= Some(3), 5),
        (hodoku == Some(1), 7),
        (hodoku.is_some(), 13),
    ];
    let end = ends.into_iter().find(|(holds, _)| *holds)?.1;
    Some(&RULES[..end])
}

/// Returns a lower and an upper bound for the freedom of a puzzle with this number of blanks. In the freedom, a
/// house with n blanks counts n², and 1 is subtracted for each blank. The sum of the squares is smallest if the
/// blanks are spread evenly over the houses, and largest if the blanks fill whole houses.
fn freedoms(blanks: u16) -> (u16, u16) {
    let (each, rest) = (blanks / 9, blanks % 9);
    let even = (9 - rest) * each * each + rest * (each + 1) * (each + 1);
    let heaped = each * 81 + rest * rest;
    (3 * even - blanks, 3 * heaped - blanks)
}

/// Returns the possible numbers of clues of puzzles dug by a plan.
fn dug_counts(plan: &Plan) -> Vec<u8> {
    match plan.pattern {
        Some(pattern) => vec![pattern.cells().len() as u8],
        None => plan.reachable_clue_counts().collect(),
    }
}

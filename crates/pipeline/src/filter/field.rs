//! Defines the fields of a puzzle that conditions and sort orders can name.

use super::step_name::PREFIX;
use super::{ExpectedSyntax, Subject};
use crate::bucket::{Level, Scheme};
use crate::rate::looks::Grade;
use crate::rate::techniques::Technique;
use crate::rate::{Extra, HodokuLevel, QqwingLevel, Rule, nearest};
use std::fmt;

/// A value of a puzzle that conditions can compare, such as its number of clues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// The number of the candidate puzzle in its run.
    Number,
    /// The number of clues.
    Clues,
    /// The number of blanks.
    Blanks,
    /// The difficulty D of Wu 2012.
    D,
    /// The level, compared by number or by its name in the scheme.
    Level,
    /// The freedom, a measure from candy.huang's blog (2011).
    Freedom,
    /// The grade from candy.huang's blog (2011): 1 for A to 9 for I.
    Grade,
    /// The weight of the hardest rule used, in the weights of Wu 2012; 0 if no rule was used.
    Hardest,
    /// The level that Stuart's rating gives.
    Stuart,
    /// The size of the smallest backdoor.
    Backdoor,
    /// HoDoKu's score.
    Hodoku,
    /// HoDoKu's level, from 0 for easy. A comparison of `hodoku` with the name of a level means this field.
    HodokuLevel,
    /// QQWing's level.
    Qqwing,
    /// The estimated number of minutes that people need for the puzzle.
    Minutes,
    /// The rating ER of Sudoku Explainer; above every number if the puzzle can't be rated.
    Se,
    /// The rating EP of Sudoku Explainer.
    SeEp,
    /// The rating ED of Sudoku Explainer.
    SeEd,
    /// The puzzle's id, which has no order.
    Id,
    /// 1 if the rules reach the solution, else 0.
    Solved,
    /// The number of uses of this rule, as the scheme counts them; these may include patterns that removed nothing.
    Rules(Rule),
    /// The number of times that this rule placed a digit or removed a candidate.
    Used(Rule),
    /// The number of steps of this technique in the solving path.
    Technique(Technique),
    /// The score that the technique ladder computes.
    TechniqueScore,
    /// The level that the technique ladder computes, from 0 for easy.
    TechniqueLevel,
}

/// The names of fields, except those of rules and techniques.
const NAMES: [(&str, Field); 21] = [
    ("number", Field::Number),
    ("clues", Field::Clues),
    ("blanks", Field::Blanks),
    ("d", Field::D),
    ("level", Field::Level),
    ("freedom", Field::Freedom),
    ("grade", Field::Grade),
    ("hardest", Field::Hardest),
    ("stuart", Field::Stuart),
    ("backdoor", Field::Backdoor),
    ("hodoku", Field::Hodoku),
    ("qqwing", Field::Qqwing),
    ("minutes", Field::Minutes),
    ("se", Field::Se),
    ("se_er", Field::Se),
    ("se_ep", Field::SeEp),
    ("se_ed", Field::SeEd),
    ("id", Field::Id),
    ("solved", Field::Solved),
    ("technique_score", Field::TechniqueScore),
    ("technique_level", Field::TechniqueLevel),
];

impl Field {
    /// Returns the field with this name, such as `d` or `used.x-wing`. The name of a technique, such as `x-wing` or
    /// `techniques.x-wing`, means the number of its steps.
    ///
    /// # Errors
    /// If no field has this name; the error is the most similar name.
    pub fn named(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        if let Some((_, field)) = NAMES.iter().find(|(name, _)| *name == lower) {
            return Ok(*field);
        }
        let rule_names = || Rule::ALL.map(Rule::name);
        let technique = lower.strip_prefix(PREFIX);
        if let Ok(technique) = technique.unwrap_or(&lower).parse() {
            return Ok(Self::Technique(technique));
        }
        if let Some((counts, rule)) = lower.split_once('.') {
            let known = nearest(counts, ["used", "rules", "techniques"]);
            return match rule.parse() {
                Ok(rule) if counts == "used" => Ok(Self::Used(rule)),
                Ok(rule) if counts == "rules" => Ok(Self::Rules(rule)),
                _ if known == "techniques" => {
                    let keys = Technique::all().map(Technique::key);
                    Err(format!("{known}.{}", nearest(rule, keys)))
                }
                _ => Err(format!("{known}.{}", nearest(rule, rule_names()))),
            };
        }
        let names = NAMES.iter().map(|(name, _)| *name).chain(rule_names());
        let names = names.chain(Technique::all().map(Technique::key));
        match nearest(&lower, names) {
            name if name.parse::<Technique>().is_ok() => Err(name.to_owned()),
            rule if rule_names().contains(&rule) => Err(format!("used.{rule}")),
            name => Err(name.to_owned()),
        }
    }

    /// Returns the value of the field for a puzzle; `None` if the puzzle lacks the value, and for [`Field::Id`].
    pub fn value(self, subject: &Subject<'_>) -> Option<f64> {
        let ratings = subject.ratings;
        let (ladder, looks) = (&ratings.ladder, &ratings.looks);
        let number = |tenths: u8| f64::from(tenths) / 10.0;
        Some(match self {
            Self::Number => subject.number? as f64,
            Self::Clues => f64::from(81 - looks.blanks),
            Self::Blanks => looks.blanks.into(),
            Self::D => ladder.difficulty,
            Self::Level => subject.level?.number().into(),
            Self::Freedom => looks.freedom.into(),
            Self::Grade => looks.grade.index() as f64 + 1.0,
            Self::Hardest => ladder.hardest().map_or(0.0, Rule::default_weight),
            Self::Stuart => ratings.guesses?.stuart.into(),
            Self::Backdoor => ratings.guesses?.backdoor.into(),
            Self::Hodoku => ratings.hodoku?.known()?.score.into(),
            Self::HodokuLevel => f64::from(ratings.hodoku?.known()?.level as u8),
            Self::Qqwing => f64::from(ratings.qqwing? as u8),
            Self::Minutes => ratings.minutes?.value(),
            Self::Se => ratings.se?.er.value(),
            Self::SeEp => number(ratings.se?.ep?),
            Self::SeEd => number(ratings.se?.ed?),
            Self::Solved => f64::from(u8::from(ladder.solved)),
            Self::Rules(rule) => ladder.rules[rule.index()].into(),
            Self::Used(rule) => ladder.used[rule.index()].into(),
            Self::Technique(it) => ratings.techniques?.counts[it.index()].into(),
            Self::TechniqueScore => ratings.techniques?.rating?.score.into(),
            Self::TechniqueLevel => f64::from(ratings.techniques?.rating?.level as u8),
            Self::Id => return None,
        })
    }

    /// Returns the rating that the field needs and that is made only on request; `None` if the field needs no such
    /// rating.
    pub const fn extra(self) -> Option<Extra> {
        match self {
            Self::Stuart | Self::Backdoor => Some(Extra::Stuart),
            Self::Hodoku | Self::HodokuLevel => Some(Extra::Hodoku),
            Self::Qqwing => Some(Extra::Qqwing),
            Self::Minutes => Some(Extra::Time),
            Self::Se | Self::SeEp | Self::SeEd => Some(Extra::SE),
            Self::Technique(_) | Self::TechniqueScore | Self::TechniqueLevel => {
                Some(Extra::Techniques)
            }
            _ => None,
        }
    }

    /// Returns the word for a value of this field, such as the name of a level; the number as text if there is no
    /// such word. For [`Field::Hardest`], the word is the name of the rule with this weight, or `none` if no rule
    /// has the weight.
    pub(super) fn word(self, value: f64) -> String {
        let named = match self {
            Self::Hardest => {
                let mut rules = Rule::ALL.into_iter();
                let rule = rules.find(|rule| rule.default_weight() == value);
                Some(rule.map_or("none", Rule::name).to_owned())
            }
            Self::HodokuLevel | Self::TechniqueLevel => {
                let level = HodokuLevel::ALL.get(value as usize);
                let level = level.filter(|_| value.fract() == 0.0 && value >= 0.0);
                level.map(|level| level.key().to_owned())
            }
            _ => None,
        };
        named.unwrap_or_else(|| value.to_string())
    }

    /// Returns the field to compare and the number that a word means. The field is `self`, except that
    /// [`Field::Hodoku`] with the name of a level becomes [`Field::HodokuLevel`]. Without a scheme, levels have no
    /// names and must be numbers.
    ///
    /// # Errors
    /// The kind of word that was expected.
    pub(super) fn compared_with(
        self,
        word: &str,
        scheme: Option<&Scheme>,
    ) -> Result<(Self, f64), ExpectedSyntax> {
        let number = word.parse().ok().filter(|value: &f64| value.is_finite());
        let word = word.to_ascii_lowercase();
        let place = |names: &[&str]| {
            let mut names = names.iter();
            names.position(|name| name.eq_ignore_ascii_case(&word))
        };
        let values = |names: &[&str]| {
            let names = names.join(", ").to_ascii_lowercase();
            ExpectedSyntax::Value(format!("a number or {names}"))
        };
        let placed = |names: &[&str]| {
            let value = place(names).map(|place| place as f64).or(number);
            value.ok_or_else(|| values(names))
        };
        let value = match self {
            Self::Level => {
                let level = match scheme {
                    Some(scheme) => scheme.find_level(&word).ok(),
                    None => word.parse().ok().and_then(Level::from_number),
                };
                let level = level.ok_or_else(|| values(&level_names(scheme)))?;
                Some(level.number().into())
            }
            Self::Grade => {
                let named = Grade::all()
                    .position(|it| word == it.letter().to_ascii_lowercase().to_string());
                let named = named.map(|place| place as f64 + 1.0);
                let value = named.or(number);
                Some(value.ok_or_else(|| ExpectedSyntax::Value("a grade from A to I".to_owned()))?)
            }
            Self::Hardest if word == "none" => Some(0.0),
            Self::Hardest => {
                let rule: Rule = word.parse().map_err(|_| {
                    let near = nearest(&word, Rule::ALL.map(Rule::name));
                    ExpectedSyntax::Value(format!("none or a rule (the nearest is {near})"))
                })?;
                Some(rule.default_weight())
            }
            Self::Qqwing => Some(placed(&QqwingLevel::ALL.map(QqwingLevel::name))?),
            Self::Hodoku if number.is_none() => {
                let names = HodokuLevel::ALL.map(HodokuLevel::name);
                let level = place(&names).ok_or_else(|| values(&names))?;
                return Ok((Self::HodokuLevel, level as f64));
            }
            Self::TechniqueLevel => Some(placed(&HodokuLevel::ALL.map(HodokuLevel::name))?),
            Self::Solved => match word.as_str() {
                "yes" | "true" | "1" => Some(1.0),
                "no" | "false" | "0" => Some(0.0),
                _ => return Err(ExpectedSyntax::Value("yes or no".to_owned())),
            },
            _ => number,
        };
        let value = value.ok_or(ExpectedSyntax::Number)?;
        Ok((self, value))
    }
}

fn level_names(scheme: Option<&Scheme>) -> Vec<&str> {
    let levels = scheme.iter().flat_map(|scheme| &scheme.levels);
    levels.map(String::as_str).collect()
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(rule) => write!(f, "rules.{}", rule.name()),
            Self::Used(rule) => write!(f, "used.{}", rule.name()),
            Self::Technique(technique) => f.write_str(technique.key()),
            Self::HodokuLevel => f.write_str("hodoku"),
            field => {
                let row = NAMES.iter().find(|(_, known)| known == field);
                f.write_str(row.map_or("", |(name, _)| name))
            }
        }
    }
}

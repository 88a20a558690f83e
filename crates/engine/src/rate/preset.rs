//! Presets: ways to interpret Wu 2012, each with weights, an order of the rules, and a way to apply and count the
//! rules.

use super::{RULES, Rule, RuleCounts, nearest::nearest};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The number of patterns that a rule applies before the ladder starts again with the first rule: all, or one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Passes {
    /// All patterns that the rule finds on the board.
    WholeBoard,
    /// Only the first pattern that the rule finds, in the order of the houses or cells.
    First,
}

/// The arrangements of cells that count as an XY-wing or XYZ-wing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum WingGeometry {
    /// Any cells that see one another as the rule requires.
    General,
    /// Only the arrangement that Wu 2012 shows. One wing lies in the pivot's box. The other lies outside the box,
    /// in a row or column of the pivot; the first wing must not lie in that line.
    Printed,
}

/// The uses of rules that are counted besides the trial itself, if a trial leads to the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum TrialCounts {
    /// Each cell that the trial fills after the first cell, counted as a naked single.
    Cells,
    /// Each step on the way to the solution, counted under its own rule.
    Steps,
    /// Nothing besides the trial itself.
    Nothing,
}

/// A preset of the ladder: one interpretation of Wu 2012. In a job file, each field is a key of the preset. A key that
/// is missing from the file has the value that it has in the preset `wu`.
///
/// ```
/// use sudoku_engine::rate::{Passes, Preset};
/// let text = "passes = 'first'\nweights = { x-wing = 400, swordfish = 900 }";
/// let preset: Preset = toml::from_str(text).unwrap();
/// assert_eq!(preset.passes, Passes::First);
/// assert_eq!(preset.weights[9..12], [400.0, 900.0, 3000.0]);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "kebab-case", deny_unknown_fields, default)
)]
pub struct Preset {
    /// The weight of each rule, by [`Rule::index`]. A job file has a table from rule name to weight instead.
    #[cfg_attr(feature = "serde", serde(with = "weights_by_name"))]
    pub weights: [f64; RULES],
    /// The rules of the ladder, in the order in which they are tried. After each success the ladder starts again with
    /// the first rule.
    pub order: Vec<Rule>,
    /// `true` if hidden singles are counted as naked singles, as in the program of the authors of Wu 2012.
    pub merge_singles: bool,
    /// The number of patterns that a rule applies before the ladder starts again with the first rule: all, or one.
    pub passes: Passes,
    /// The rules whose patterns are all counted, even patterns that remove nothing.
    pub count_hits: Vec<Rule>,
    /// The arrangements of cells that count as a wing.
    pub wings: WingGeometry,
    /// The rules that are applied after a digit has been tried, in this order.
    pub trial_rules: Vec<Rule>,
    /// The uses of rules that are counted besides the trial itself, if a trial leads to the solution.
    pub trial_counts: TrialCounts,
}

/// The maximum weight of a rule, so that sums of weights stay far below `f64::MAX`.
const HEAVIEST: f64 = 1e12;

/// The error for a preset that can't be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PresetError {
    /// A weight is negative, not a number, or above the maximum.
    #[error("the weight of {} must be a number from 0 to {HEAVIEST}, not {weight}", .rule.name())]
    Weight {
        /// The rule with the invalid weight.
        rule: Rule,
        /// The invalid weight.
        weight: f64,
    },
    /// A rule is listed twice in the same list.
    #[error("{} is listed twice in {list}", .rule.name())]
    Repeated {
        /// The rule that is listed twice.
        rule: Rule,
        /// The list's key in a job file.
        list: &'static str,
    },
    /// A list of rules doesn't start with naked singles. They must come first, since they place the digits.
    #[error("{list} must begin with naked-single")]
    First {
        /// The list's key in a job file.
        list: &'static str,
    },
    /// The rules that are applied after a digit has been tried include the trial itself.
    #[error("trial-rules cannot contain trial itself")]
    NestedTrial,
}

/// The error for an unknown preset name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no preset is called {text:?}; the nearest is {nearest}")]
pub struct UnknownPreset {
    text: String,
    nearest: &'static str,
}

impl Default for Preset {
    /// Returns the preset `wu`.
    fn default() -> Self {
        use Rule::*;
        let trial_rules = vec![
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
        ];
        Self {
            weights: Rule::ALL.map(Rule::default_weight),
            order: trial_rules.iter().copied().chain([Trial]).collect(),
            merge_singles: true,
            passes: Passes::WholeBoard,
            count_hits: vec![
                HiddenTriplet,
                IntersectionRemoval,
                XWing,
                Swordfish,
                XyzWing,
            ],
            wings: WingGeometry::General,
            trial_rules,
            trial_counts: TrialCounts::Cells,
        }
    }
}

impl Preset {
    /// The names of the built-in presets, the default first.
    pub const NAMES: [&'static str; 3] = ["wu", "wu-strict", "wu-literal"];

    /// Returns the built-in preset with this name. `wu` reproduces the tables of Wu 2012. `wu-strict` applies one
    /// pattern at a time, counts only uses of rules that have an effect, and tries the rules in the order of Wu
    /// 2012. `wu-literal` is like `wu-strict`, but counts hidden singles with weight 5, and finds wings only in the
    /// arrangement that Wu 2012 shows.
    ///
    /// # Errors
    /// [`UnknownPreset`] with the nearest name, if there is no such preset.
    pub fn named(name: &str) -> Result<Self, UnknownPreset> {
        let strict = || {
            let printed = &Rule::ALL[..14];
            Self {
                order: printed.to_vec(),
                passes: Passes::First,
                count_hits: Vec::new(),
                trial_rules: printed[..13].to_vec(),
                ..Self::default()
            }
        };
        match name {
            "wu" => Ok(Self::default()),
            "wu-strict" => Ok(strict()),
            "wu-literal" => Ok(Self {
                merge_singles: false,
                wings: WingGeometry::Printed,
                ..strict()
            }),
            _ => Err(UnknownPreset {
                text: name.to_owned(),
                nearest: nearest(name, Self::NAMES),
            }),
        }
    }

    /// Checks that the preset can be used to rate puzzles.
    ///
    /// # Errors
    /// The first [`PresetError`] found: in the weights, `order`, `trial_rules`, then `count_hits`.
    pub fn check(&self) -> Result<(), PresetError> {
        for rule in Rule::ALL {
            let weight = self.weights[rule.index()];
            if !(0.0..=HEAVIEST).contains(&weight) {
                return Err(PresetError::Weight { rule, weight });
            }
        }
        for (list, rules) in [("order", &self.order), ("trial-rules", &self.trial_rules)] {
            if rules.first() != Some(&Rule::NakedSingle) {
                return Err(PresetError::First { list });
            }
            no_repeats(list, rules)?;
        }
        if self.trial_rules.contains(&Rule::Trial) {
            return Err(PresetError::NestedTrial);
        }
        no_repeats("count-hits", &self.count_hits)
    }

    /// Computes the difficulty D = √(Σ wᵢnᵢ / Σ nᵢ) from the weights w and the counts n of the rules, or 1 if nothing
    /// was counted (a full grid). Uses only operations that are exact under IEEE 754, so that the result is the same on
    /// every processor, bit for bit.
    pub fn difficulty(&self, counts: &RuleCounts) -> f64 {
        self.difficulty_of_means(&counts.map(f64::from))
    }

    /// Computes the difficulty D like [`Self::difficulty`], from counts that need not be whole numbers, such as the
    /// means that Wu 2012 prints.
    ///
    /// ```
    /// use sudoku_engine::rate::{Preset, RULES};
    /// let mut counts = [0.0; RULES];
    /// (counts[0], counts[2]) = (54.0, 3.0);
    /// let d = Preset::default().difficulty_of_means(&counts);
    /// assert_eq!(format!("{d:.4}"), "1.2140");
    /// ```
    pub fn difficulty_of_means(&self, counts: &[f64; RULES]) -> f64 {
        let uses: f64 = counts.iter().sum();
        if uses == 0.0 {
            return 1.0;
        }
        let weighed: f64 = self.weights.iter().zip(counts).map(|(w, n)| w * n).sum();
        (weighed / uses).sqrt()
    }
}

fn no_repeats(list: &'static str, rules: &[Rule]) -> Result<(), PresetError> {
    let again = |n: usize| rules[..n].contains(&rules[n]);
    match (0..rules.len()).find(|&n| again(n)) {
        Some(n) => Err(PresetError::Repeated {
            rule: rules[n],
            list,
        }),
        None => Ok(()),
    }
}

/// Reads and writes weights as a table from rule name to weight. A rule that is missing from the table has its default
/// weight.
#[cfg(feature = "serde")]
mod weights_by_name {
    use super::{RULES, Rule};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer>(
        weights: &[f64; RULES],
        out: S,
    ) -> Result<S::Ok, S::Error> {
        out.collect_map(Rule::ALL.iter().zip(weights))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<[f64; RULES], D::Error> {
        let given = BTreeMap::<Rule, f64>::deserialize(input)?;
        Ok(Rule::ALL.map(|rule| given.get(&rule).copied().unwrap_or(rule.default_weight())))
    }
}

//! Filters: which rules a puzzle must take, must not take, or cannot do without.
//!
//! They read the steps that really placed or removed something ([`Rating::used`]) and not the
//! scheme's counts, which may include patterns without effect. What no puzzle can pass is refused
//! before any work is done; `docs/filters.md` says what is proven and what isn't.

use super::{Level, Measure, Scheme};
use crate::grid::Canonical;
use crate::rate::{Need, Preset, Rating, Rule, TrialCounts, trial_comes_last};
use serde::{Deserialize, Serialize};
use std::fmt;

/// More placements than any puzzle has.
const MOST_SINGLES: f64 = 81.0;

/// What is asked of the rules that solve a puzzle. Each list in the order of the rules' numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Filters {
    /// Rules of which each is used at least once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<Rule>,
    /// Rules of which none is used. Where trial is among them, the rules solve the puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<Rule>,
    /// The rules solve the puzzle, and none that is used is heavier, by the paper's weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rule: Option<Rule>,
    /// Rules without each of which the ladder no longer solves the puzzle: see [`Need`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub need: Vec<Rule>,
}

/// Why no puzzle passes some filters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The scheme's ladder lacks the rule.
    #[error("{asked} {} asks for a rule that scheme {scheme} doesn't use; its rules are {known}", .rule.name())]
    NotInOrder {
        /// `require` or `need`.
        asked: &'static str,
        /// The rule.
        rule: Rule,
        /// The scheme.
        scheme: String,
        /// The rules there are.
        known: String,
    },
    /// A rule is asked for and forbidden.
    #[error("{asked} {0} and forbid {0} contradict each other", .rule.name())]
    Forbidden {
        /// `require` or `need`.
        asked: &'static str,
        /// The rule.
        rule: Rule,
    },
    /// A rule is asked for that is heavier than the heaviest allowed.
    #[error(
        "{asked} {} asks for a rule heavier than max-rule {} ({} and {} by the paper's weights)",
        .rule.name(), .most.name(), .rule.default_weight(), .most.default_weight()
    )]
    TooHeavy {
        /// `require` or `need`.
        asked: &'static str,
        /// The rule.
        rule: Rule,
        /// The heaviest allowed.
        most: Rule,
    },
    /// What needs another rule than trial is solved without a trial.
    #[error("{asked} trial and need {} contradict each other: what needs another rule than trial is solved without trial", .rule.name())]
    TrialBeside {
        /// `require` or `need`.
        asked: &'static str,
        /// The other rule.
        rule: Rule,
    },
    /// A level is wanted that no puzzle which passes can be of.
    #[error(
        "no puzzle of level {level} (scheme {scheme}) passes these filters: {reason}; name the levels wanted with --level NAME=N"
    )]
    EmptyLevel {
        /// The level's name.
        level: String,
        /// The scheme.
        scheme: String,
        /// Where the values of those that pass lie.
        reason: String,
    },
}

/// Why a puzzle doesn't pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// A required rule is not used.
    Unused(Rule),
    /// A forbidden rule is used.
    Forbidden(Rule),
    /// A rule is used that is heavier than the heaviest allowed.
    Heavier {
        /// What is used.
        used: Rule,
        /// The heaviest allowed.
        most: Rule,
    },
    /// The rules don't solve it.
    Unsolved,
    /// It can be solved without a rule that should be needed, or not even with it.
    NotNeeded(Rule),
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unused(rule) => write!(f, "does not use {}, which is required", rule.name()),
            Self::Forbidden(rule) => write!(f, "uses {}, which is forbidden", rule.name()),
            Self::Heavier { used, most } => {
                write!(f, "uses {}, heavier than {}", used.name(), most.name())
            }
            Self::Unsolved => f.write_str("is not solved by the rules"),
            Self::NotNeeded(rule) => write!(f, "does not need {}", rule.name()),
        }
    }
}

/// Where the measured values of puzzles that pass can lie.
struct Reach {
    least: f64,
    most: f64,
    /// Whether what the rules don't solve may pass: it is of the last level.
    unsolved: bool,
}

impl Filters {
    /// These filters, each list sorted and without repeats.
    pub fn new(
        mut require: Vec<Rule>,
        mut forbid: Vec<Rule>,
        max_rule: Option<Rule>,
        mut need: Vec<Rule>,
    ) -> Self {
        for list in [&mut require, &mut forbid, &mut need] {
            list.sort_unstable();
            list.dedup();
        }
        Self {
            require,
            forbid,
            max_rule,
            need,
        }
    }

    /// Whether everything passes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the filters contradict one another or the scheme's ladder.
    ///
    /// # Errors
    /// The first contradiction found.
    pub fn check(&self, scheme: &Scheme) -> Result<(), FilterError> {
        let order = &scheme.preset.order;
        for (asked, rule) in self.asked() {
            if !order.contains(&rule) {
                let known: Vec<&str> = order.iter().map(|rule| rule.name()).collect();
                return Err(FilterError::NotInOrder {
                    asked,
                    rule,
                    scheme: scheme.name.clone(),
                    known: known.join(", "),
                });
            }
            if self.forbid.contains(&rule) {
                return Err(FilterError::Forbidden { asked, rule });
            }
            if let Some(most) = self.max_rule.filter(|&most| is_heavier(rule, most)) {
                return Err(FilterError::TooHeavy { asked, rule, most });
            }
        }
        let other = self.need.iter().find(|&&rule| rule != Rule::Trial);
        let trial = self.asked().find(|&(asked, rule)| {
            rule == Rule::Trial && (asked == "need" || trial_comes_last(&scheme.preset))
        });
        match (other, trial) {
            (Some(&rule), Some((asked, _))) => Err(FilterError::TrialBeside { asked, rule }),
            _ => Ok(()),
        }
    }

    /// Whether puzzles that pass can be of this level, as far as that can be told from the rules
    /// alone: only D and the hardest rule follow from them.
    ///
    /// # Errors
    /// [`FilterError::EmptyLevel`] if none can.
    pub fn check_level(&self, scheme: &Scheme, level: Level) -> Result<(), FilterError> {
        let Some(reach) = self.reach(scheme) else {
            return Ok(());
        };
        let solved = scheme.cut(reach.least) <= level && level <= scheme.cut(reach.most);
        if solved || (reach.unsolved && level == scheme.cut(f64::INFINITY)) {
            return Ok(());
        }
        let what = match scheme.by {
            Measure::D => "D",
            _ => "the weight of their hardest rule",
        };
        let reason = if scheme.cut(reach.least) > level {
            format!("{what} is at least {}", shown(reach.least))
        } else {
            format!("{what} is at most {}", shown(reach.most))
        };
        Err(FilterError::EmptyLevel {
            level: scheme.level_name(level).to_owned(),
            scheme: scheme.name.clone(),
            reason,
        })
    }

    /// What is asked for, with the name of the filter.
    fn asked(&self) -> impl Iterator<Item = (&'static str, Rule)> + '_ {
        let require = self.require.iter().map(|&rule| ("require", rule));
        require.chain(self.need.iter().map(|&rule| ("need", rule)))
    }

    fn allows(&self, rule: Rule) -> bool {
        !self.forbid.contains(&rule) && self.max_rule.is_none_or(|most| !is_heavier(rule, most))
    }

    /// Whether only what the rules solve passes.
    fn wants_solved(&self) -> bool {
        self.max_rule.is_some() || !self.need.is_empty() || self.forbid.contains(&Rule::Trial)
    }

    /// The rules that every puzzle which passes has used.
    fn surely_used(&self, preset: &Preset) -> Vec<Rule> {
        let early_trial = !trial_comes_last(preset);
        self.asked()
            .filter(|&(asked, rule)| asked == "require" || rule == Rule::Trial || !early_trial)
            .map(|(_, rule)| rule)
            .collect()
    }

    fn reach(&self, scheme: &Scheme) -> Option<Reach> {
        let preset = &scheme.preset;
        let mut used = self.surely_used(preset);
        used.sort_unstable();
        used.dedup();
        let (least, most) = match scheme.by {
            Measure::D => (self.least_d(preset, &used), self.most_d(preset)),
            Measure::HardestRule => {
                let weight = |rule: &Rule| rule.default_weight();
                let allowed = preset.order.iter().filter(|&&rule| self.allows(rule));
                (
                    used.iter().map(weight).fold(0.0, f64::max),
                    allowed.map(weight).fold(0.0, f64::max),
                )
            }
            _ => return None,
        };
        Some(Reach {
            least,
            most,
            unsolved: !self.wants_solved(),
        })
    }

    /// D is least where each rule that must be used counts once beside as many singles as there can
    /// be, or none, or where the lightest other rule outnumbers everything.
    fn least_d(&self, preset: &Preset, used: &[Rule]) -> f64 {
        let weight = |rule: Rule| preset.weights[rule.index()];
        let singles = [Rule::NakedSingle, Rule::HiddenSingle];
        let single = weight(singles[0]).min(weight(singles[1]));
        let others = used.iter().filter(|rule| !singles.contains(rule));
        let (count, sum) = others.fold((0.0, 0.0), |(count, sum), &rule| {
            (count + 1.0, sum + weight(rule))
        });
        let beside = |n: f64| (n * single + sum) / (n + count);
        let mut least = if count == 0.0 {
            single
        } else {
            beside(MOST_SINGLES).min(beside(0.0))
        };
        for &rule in preset.order.iter().chain(&preset.trial_rules) {
            if !singles.contains(&rule) && (self.allows(rule) || preset.count_hits.contains(&rule))
            {
                least = least.min(weight(rule));
            }
        }
        least.sqrt()
    }

    /// D is at most the greatest weight that is counted. A rule is looked for only where all those
    /// before it in the ladder fail, so behind the last one allowed nothing counts.
    fn most_d(&self, preset: &Preset) -> f64 {
        let last = preset.order.iter().rposition(|&rule| self.allows(rule));
        let looked_for = last.map_or(&[][..], |last| &preset.order[..=last]);
        let counts = |rule: &Rule| self.allows(*rule) || preset.count_hits.contains(rule);
        let mut counted: Vec<Rule> = looked_for.iter().copied().filter(counts).collect();
        if counted.contains(&Rule::Trial) && preset.trial_counts == TrialCounts::Steps {
            counted.extend(&preset.trial_rules);
        }
        counted.push(Rule::NakedSingle);
        let weights = counted.iter().map(|&rule| match rule {
            Rule::HiddenSingle if preset.merge_singles => preset.weights[0],
            rule => preset.weights[rule.index()],
        });
        // Nothing counted is D = 1.
        weights.fold(1.0, f64::max).sqrt()
    }
}

fn is_heavier(rule: Rule, than: Rule) -> bool {
    rule.default_weight() > than.default_weight()
}

fn shown(value: f64) -> String {
    format!("{value:.2}").trim_end_matches(".00").to_owned()
}

/// Filters made ready for one ladder.
#[derive(Debug, Clone)]
pub struct Sieve {
    filters: Filters,
    needs: Vec<Need>,
}

impl Sieve {
    /// A sieve for puzzles rated by this preset.
    pub fn new(filters: &Filters, preset: &Preset) -> Self {
        let needs = filters.need.iter().map(|&rule| Need::of(rule, preset));
        Self {
            filters: filters.clone(),
            needs: needs.collect(),
        }
    }

    /// The first reason why the puzzle with this rating and canonical form doesn't pass; `None` if
    /// it does. What costs most is asked last.
    pub fn lack(&self, rating: &Rating, form: &Canonical) -> Option<Lack> {
        let filters = &self.filters;
        let used = |rule: &Rule| rating.used[rule.index()] > 0;
        if filters.wants_solved() && !rating.solved {
            return Some(Lack::Unsolved);
        }
        if let Some(&rule) = filters.require.iter().find(|&rule| !used(rule)) {
            return Some(Lack::Unused(rule));
        }
        if let Some(&rule) = filters.forbid.iter().find(|&rule| used(rule)) {
            return Some(Lack::Forbidden(rule));
        }
        if let (Some(most), Some(used)) = (filters.max_rule, rating.hardest())
            && is_heavier(used, most)
        {
            return Some(Lack::Heavier { used, most });
        }
        let needless = self.needs.iter().find(|need| !need.holds(form, rating));
        needless.map(|need| Lack::NotNeeded(need.rule()))
    }

    /// Whether the puzzle passes.
    pub fn passes(&self, rating: &Rating, form: &Canonical) -> bool {
        self.lack(rating, form).is_none()
    }
}

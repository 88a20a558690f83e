//! Defines filters: the requirements that a job's puzzles must meet, other than appearance and level.
//!
//! Filters that look at ratings are joined into one [`Condition`]. No rating shows whether a puzzle needs a rule
//! ([`Need`]) or a technique, so these filters are tested separately.
//!
//! Filters by rules count the steps that actually placed or removed something (`used`). The scheme's counts may
//! include patterns without effect.
//!
//! Filters that no puzzle can pass are refused before any work is done:
//! [`PuzzleRequirements`](super::PuzzleRequirements).

use super::condition::ConditionNode;
use super::lexer::Comparison;
use super::technique_need::TechniqueNeed;
use super::{Condition, Field, Subject, TechniqueFilters};
use crate::bucket::Scheme;
use crate::grid::Canonical;
use crate::rate::techniques::Technique;
use crate::rate::{Extra, Need, Preset, Rule};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The filters of a job; lists of rules are sorted in the order of the rules' numbers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Filters {
    /// Rules that must each be used at least once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<Rule>,
    /// Rules that must not be used. If trial and error is forbidden, the other rules must solve the puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<Rule>,
    /// The hardest rule that is allowed, by the weights of Wu 2012. This rule and the easier rules must solve the
    /// puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rule: Option<Rule>,
    /// Rules that the puzzle must need: without such a rule, the ladder no longer solves the puzzle; see [`Need`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub need: Vec<Rule>,
    /// The filters by techniques.
    #[serde(skip_serializing_if = "TechniqueFilters::is_empty")]
    pub techniques: TechniqueFilters,
    /// The condition after `--where`.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// The reason why a puzzle does not pass the filters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lack {
    /// The condition with this text does not hold.
    Unmet(String),
    /// The puzzle does not need this rule, although it should: the puzzle can be solved without the rule, or can't be
    /// solved even with the rule.
    NotNeeded(Rule),
    /// The puzzle does not need this technique, although it should. The puzzle can be solved without the technique,
    /// can't be solved even with the technique, or has no known solving path.
    NoNeed(Technique),
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unmet(part) => write!(f, "breaks {part}"),
            Self::NotNeeded(rule) => write!(f, "does not need {}", rule.name()),
            Self::NoNeed(technique) => write!(f, "does not need {}", technique.key()),
        }
    }
}

impl Filters {
    /// Creates filters from these lists of rules. Sorts each list, and removes repeats from it.
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
            techniques: TechniqueFilters::default(),
            condition: None,
        }
    }

    /// Returns whether there are no filters, so that every puzzle passes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Joins all filters into one condition. The condition can't say that a puzzle needs a rule or a technique;
    /// [`PreparedFilters`] check this separately.
    pub fn condition(&self) -> Condition {
        let compare = |field, sign, value| ConditionNode::Compare(field, sign, value);
        let used = |sign| move |&rule: &Rule| compare(Field::Used(rule), sign, 0.0);
        let wants_solved =
            self.max_rule.is_some() || !self.need.is_empty() || self.forbid.contains(&Rule::Trial);
        let solved = wants_solved.then(|| compare(Field::Solved, Comparison::Equal, 1.0));
        let most = self.max_rule.map(Rule::default_weight);
        let most = most.map(|most| compare(Field::Hardest, Comparison::AtMost, most));
        let parts = solved.into_iter();
        let parts = parts.chain(self.require.iter().map(used(Comparison::More)));
        let parts = parts.chain(self.forbid.iter().map(used(Comparison::Equal)));
        let techniques = self.techniques.nodes();
        let more = self.condition.iter().map(|it| it.node().clone());
        Condition::all(parts.chain(most).chain(techniques).chain(more).collect())
    }
}

/// Filters prepared for testing puzzles that one scheme rates.
#[derive(Debug, Clone)]
pub struct PreparedFilters {
    condition: Condition,
    needs: Vec<Need>,
    technique_needs: Vec<TechniqueNeed>,
}

impl PreparedFilters {
    /// Prepares filters for puzzles that this scheme rates.
    pub fn of(filters: &Filters, scheme: &Scheme) -> Self {
        let prover = |&technique: &Technique| TechniqueNeed::of(technique, scheme);
        let needs = filters.techniques.need.iter().map(prover);
        Self {
            technique_needs: needs.collect(),
            ..Self::new(filters, &scheme.preset)
        }
    }

    /// Prepares filters for puzzles that this preset rates. These filters don't check that a puzzle needs
    /// techniques.
    pub fn new(filters: &Filters, preset: &Preset) -> Self {
        let needs = filters.need.iter().map(|&rule| Need::of(rule, preset));
        Self {
            condition: filters.condition(),
            needs: needs.collect(),
            technique_needs: Vec::new(),
        }
    }

    /// Returns the ratings that the filters use and that are made only on request.
    pub fn extras(&self) -> Vec<Extra> {
        self.condition.extras()
    }

    /// Returns whether the puzzle with this canonical form passes the filters; `None` if the answer depends on ratings
    /// that are not known yet. The most costly check comes last.
    pub fn decide(&self, subject: &Subject<'_>, form: &Canonical) -> Option<bool> {
        let decided = self.condition.decide(subject);
        if decided == Some(false) || self.needless(subject, form).is_some() {
            return Some(false);
        }
        match decided {
            Some(true) if self.needless_technique(subject, form).is_some() => Some(false),
            decided => decided,
        }
    }

    /// Returns whether the puzzle meets the filters' condition and needs each technique in the list
    /// [`TechniqueFilters::need`]. The rules in [`Filters::need`] are not checked.
    pub fn holds(&self, subject: &Subject<'_>, form: &Canonical) -> bool {
        self.condition.holds(subject) && self.needless_technique(subject, form).is_none()
    }

    /// Returns whether the puzzle passes all filters.
    pub fn passes(&self, subject: &Subject<'_>, form: &Canonical) -> bool {
        self.decide(subject, form) == Some(true)
    }

    /// Returns the first reason why the puzzle does not pass the filters; `None` if it passes.
    pub fn lack(&self, subject: &Subject<'_>, form: &Canonical) -> Option<Lack> {
        let unmet = self.condition.unmet(subject).map(Lack::Unmet);
        let unmet = unmet.or_else(|| self.needless(subject, form).map(Lack::NotNeeded));
        unmet.or_else(|| self.needless_technique(subject, form).map(Lack::NoNeed))
    }

    /// Returns the first technique that the puzzle should need, but does not need; `None` if there is none. A
    /// puzzle without a rating by techniques counts as one that needs no technique.
    fn needless_technique(&self, subject: &Subject<'_>, form: &Canonical) -> Option<Technique> {
        let path = subject.ratings.techniques;
        let mut needs = self.technique_needs.iter();
        let needless = needs.find(|need| !path.is_some_and(|path| need.holds(form, &path)));
        needless.map(|need| need.technique)
    }

    /// Returns the first rule that the puzzle should need, but does not need; `None` if there is none.
    fn needless(&self, subject: &Subject<'_>, form: &Canonical) -> Option<Rule> {
        let mut needs = self.needs.iter();
        let needless = needs.find(|need| !need.holds(form, &subject.ratings.ladder));
        needless.map(Need::rule)
    }
}

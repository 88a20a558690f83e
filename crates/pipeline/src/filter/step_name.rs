//! Reads the names of rules (of Wu 2012) and techniques that `--require` and similar options accept.
//!
//! Some names, such as `x-wing`, belong to a rule and to a technique. They mean the rule, unless the scheme's
//! levels come from techniques. `techniques.x-wing` always means the technique.

use crate::bucket::Scheme;
use crate::rate::techniques::Technique;
use crate::rate::{Rule, nearest};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::str::FromStr;

/// The prefix of a name that means a technique and not a rule.
pub(super) const PREFIX: &str = "techniques.";

/// The name of a rule, of a technique, or of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepName {
    /// A rule.
    Rule(Rule),
    /// A rule, or a technique of the same name if the scheme rates by techniques.
    Both(Rule, Technique),
    /// A technique.
    Technique(Technique),
}

/// The error for a text that names neither a rule nor a technique.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule or technique is called {text:?}; the nearest is {nearest}")]
pub struct UnknownStep {
    text: String,
    nearest: &'static str,
}

impl StepName {
    /// Returns what the name means in this scheme: a rule as `Ok`, or a technique as `Err`.
    pub fn in_scheme(self, scheme: &Scheme) -> Result<Rule, Technique> {
        match self {
            Self::Both(_, technique) if scheme.by.is_by_technique() => Err(technique),
            Self::Rule(rule) | Self::Both(rule, _) => Ok(rule),
            Self::Technique(technique) => Err(technique),
        }
    }
}

impl FromStr for StepName {
    type Err = UnknownStep;

    /// Reads the name of a rule or a technique; a name after `techniques.` must be the name of a technique.
    fn from_str(text: &str) -> Result<Self, UnknownStep> {
        let technique = text.trim().strip_prefix(PREFIX);
        let rule = text.parse().ok().filter(|_| technique.is_none());
        let name = technique.unwrap_or(text);
        match (rule, name.parse().ok()) {
            (Some(rule), Some(technique)) => Ok(Self::Both(rule, technique)),
            (Some(rule), None) => Ok(Self::Rule(rule)),
            (None, Some(technique)) => Ok(Self::Technique(technique)),
            (None, None) => Err(unknown(name)),
        }
    }
}

fn unknown(name: &str) -> UnknownStep {
    let names = |it: Technique| it.aliases().iter().copied().chain([it.key()]);
    let rules = |rule: Rule| rule.aliases().iter().copied().chain([rule.name()]);
    let rules = Rule::ALL.into_iter().flat_map(rules);
    let known = rules.chain(Technique::all().flat_map(names));
    UnknownStep {
        nearest: nearest(&name.to_ascii_lowercase(), known),
        text: name.to_owned(),
    }
}

impl Serialize for StepName {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Rule(rule) => rule.serialize(out),
            Self::Both(rule, technique) if rule.name().parse() == Ok(*technique) => {
                rule.serialize(out)
            }
            Self::Both(_, technique) => technique.serialize(out),
            Self::Technique(technique) => {
                out.collect_str(&format_args!("{PREFIX}{}", technique.key()))
            }
        }
    }
}

impl<'de> Deserialize<'de> for StepName {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

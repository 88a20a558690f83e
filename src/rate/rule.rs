//! The one table of rules: number, name, title and weight (paper 1, section 2). Names in options,
//! help, JSON and job files all derive from it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A rule of the ladder, in the paper's numbering. The paper names the WXYZ-wing in its
/// introduction without numbering it; here it comes last and is off unless a preset asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A blank with one candidate takes it.
    NakedSingle,
    /// A digit with one place in a house takes it.
    HiddenSingle,
    /// Two cells of a house that hold two digits between them keep these from its other cells.
    NakedPair,
    /// Two digits with two places in a house keep the other digits from these.
    HiddenPair,
    /// Three cells of a house that hold three digits between them.
    NakedTriplet,
    /// Three digits with three places in a house.
    HiddenTriplet,
    /// Four cells of a house that hold four digits between them.
    NakedQuad,
    /// Four digits with four places in a house.
    HiddenQuad,
    /// A digit whose places in one house all lie in another leaves the other's remaining cells.
    IntersectionRemoval,
    /// A digit's places in two rows lie in two columns, or the other way round.
    XWing,
    /// A digit's places in three rows lie in three columns, or the other way round.
    Swordfish,
    /// A pivot of candidates XY that sees wings XZ and YZ: what sees both wings is not Z.
    XyWing,
    /// A pivot of candidates XYZ that sees wings XZ and YZ: what sees all three is not Z.
    XyzWing,
    /// A digit is tried in a cell of two candidates: it leads to the solution or to a
    /// contradiction.
    Trial,
    /// A pivot of candidates WXYZ that sees wings WZ, XZ and YZ: what sees all four is not Z.
    WxyzWing,
}

/// How many rules there are, the WXYZ-wing included.
pub const RULES: usize = 15;

/// One count for each rule, by [`Rule::index`].
pub type RuleCounts = [u32; RULES];

/// What a rule does, as far as the ladder cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleKind {
    /// It places digits.
    Placing,
    /// It takes candidates away.
    Removing,
    /// It tries a digit and sees what follows.
    Trying,
}

struct Row {
    rule: Rule,
    name: &'static str,
    title: &'static str,
    weight: f64,
    kind: RuleKind,
}

#[rustfmt::skip]
const TABLE: [Row; RULES] = {
    use Rule::*;
    use RuleKind::*;
    const fn row(rule: Rule, name: &'static str, title: &'static str, weight: f64, kind: RuleKind) -> Row {
        Row { rule, name, title, weight, kind }
    }
    [
        row(NakedSingle,         "naked-single",         "naked single",            1.0, Placing),
        row(HiddenSingle,        "hidden-single",        "hidden single",           5.0, Placing),
        row(NakedPair,           "naked-pair",           "naked pair",             10.0, Removing),
        row(HiddenPair,          "hidden-pair",          "hidden pair",            15.0, Removing),
        row(NakedTriplet,        "naked-triplet",        "naked triplet",          20.0, Removing),
        row(HiddenTriplet,       "hidden-triplet",       "hidden triplet",         25.0, Removing),
        row(NakedQuad,           "naked-quad",           "naked quad",             30.0, Removing),
        row(HiddenQuad,          "hidden-quad",          "hidden quad",            35.0, Removing),
        row(IntersectionRemoval, "intersection-removal", "intersection removal",   40.0, Removing),
        row(XWing,               "x-wing",               "X-wing",                500.0, Removing),
        row(Swordfish,           "swordfish",            "swordfish",            1000.0, Removing),
        row(XyWing,              "xy-wing",              "XY-wing",              3000.0, Removing),
        row(XyzWing,             "xyz-wing",             "XYZ-wing",             5000.0, Removing),
        row(Trial,               "trial",                "trial",                8000.0, Trying),
        row(WxyzWing,            "wxyz-wing",            "WXYZ-wing",            6500.0, Removing),
    ]
};

impl Rule {
    /// All rules, by number: the paper's fourteen, then the WXYZ-wing.
    pub const ALL: [Self; RULES] = {
        let mut all = [Self::NakedSingle; RULES];
        let mut n = 0;
        while n < RULES {
            all[n] = TABLE[n].rule;
            n += 1;
        }
        all
    };

    /// The rule's place in a table of counts or weights, 0 to 14.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The paper's number of the rule, 1 to 14; 15 for the WXYZ-wing.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The name in options, job files and JSON: `naked-pair`.
    pub const fn name(self) -> &'static str {
        TABLE[self.index()].name
    }

    /// The name in a sentence: `naked pair`, `XY-wing`.
    pub const fn title(self) -> &'static str {
        TABLE[self.index()].title
    }

    /// The paper's weight; for the WXYZ-wing one between the XYZ-wing's and the trial's.
    pub const fn default_weight(self) -> f64 {
        TABLE[self.index()].weight
    }

    /// Whether it places, removes or tries.
    pub const fn kind(self) -> RuleKind {
        TABLE[self.index()].kind
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}

/// A text that names no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule is called {text:?}; the nearest is {nearest}")]
pub struct UnknownRule {
    text: String,
    nearest: &'static str,
}

impl FromStr for Rule {
    type Err = UnknownRule;

    /// Takes the rule's [`name`](Rule::name).
    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        let named = Self::ALL.into_iter().find(|rule| rule.name() == text);
        named.ok_or_else(|| UnknownRule {
            text: text.to_owned(),
            nearest: crate::rate::nearest(text, Self::ALL.map(Self::name)),
        })
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_numbers() {
        for (n, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(rule.index(), n);
            assert_eq!(rule.name().parse(), Ok(rule));
        }
    }
}

//! The table of rules: number, name, title and weight (Wu 2012, section 2), other names, and
//! effect. Names in options, help, JSON and job files all come from this table.

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A rule of the ladder, with the numbering of Wu 2012. The WXYZ-wing, which the paper names in its introduction
/// without a number, comes last. It is used only if a preset includes it.
///
/// ```
/// use sudoku_engine::Rule;
/// assert_eq!("x-wing".parse(), Ok(Rule::XWing));
/// assert_eq!((Rule::XWing.number(), Rule::XWing.title()), (10, "X-wing"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A blank with only one candidate gets this digit.
    NakedSingle,
    /// A digit with only one place in a house is placed there.
    HiddenSingle,
    /// Two cells of a house have only two candidates between them: the two digits are removed from the other cells of
    /// the house.
    NakedPair,
    /// Two digits have only two places in a house between them: the other digits are removed from these places.
    HiddenPair,
    /// Three cells of a house have only three candidates between them: the three digits are removed from the other
    /// cells of the house.
    NakedTriplet,
    /// Three digits have only three places in a house between them: the other digits are removed from these places.
    HiddenTriplet,
    /// Four cells of a house have only four candidates between them: the four digits are removed from the other cells
    /// of the house.
    NakedQuad,
    /// Four digits have only four places in a house between them: the other digits are removed from these places.
    HiddenQuad,
    /// A digit's places in one house all lie in another house: the digit is removed from the rest of that other house.
    IntersectionRemoval,
    /// A digit's places in two rows lie in two columns: the digit is removed from the rest of these columns.
    /// Likewise with rows and columns exchanged.
    XWing,
    /// A digit's places in three rows lie in three columns: the digit is removed from the rest of these columns.
    /// Likewise with rows and columns exchanged.
    Swordfish,
    /// A pivot with candidates XY sees wings with XZ and YZ: a cell that sees both wings can't be Z.
    XyWing,
    /// A pivot with candidates XYZ sees wings with XZ and YZ: a cell that sees all three cells can't be Z.
    XyzWing,
    /// A digit is tried in a cell with two candidates, and leads to the solution or to a
    /// contradiction.
    Trial,
    /// A pivot with candidates WXYZ sees wings with WZ, XZ and YZ: a cell that sees all four cells can't be Z.
    WxyzWing,
}

/// The number of rules, including the WXYZ-wing.
pub const RULES: usize = 15;

/// One count for each rule, at the index that [`Rule::index`] returns.
pub type RuleCounts = [u32; RULES];

/// The kind of effect that a rule has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleKind {
    /// A rule that places digits.
    Placing,
    /// A rule that removes candidates.
    Removing,
    /// A rule that tries a digit and follows its consequences.
    Trying,
}

struct RuleRow {
    rule: Rule,
    name: &'static str,
    title: &'static str,
    weight: f64,
    kind: RuleKind,
    aliases: &'static [&'static str],
    about: &'static str,
}

#[rustfmt::skip]
const TABLE: [RuleRow; RULES] = {
    use Rule::*;
    use RuleKind::*;
    [
        RuleRow { rule: NakedSingle, name: "naked-single", title: "naked single", weight: 1.0, kind: Placing,
            aliases: &["sole-candidate", "single-candidate"],
            about: "a blank with only one candidate takes this digit" },
        RuleRow { rule: HiddenSingle, name: "hidden-single", title: "hidden single", weight: 5.0, kind: Placing,
            aliases: &["unique-candidate", "single-position"],
            about: "a digit with only one place in a house goes there" },
        RuleRow { rule: NakedPair, name: "naked-pair", title: "naked pair", weight: 10.0, kind: Removing,
            aliases: &["pair", "naked-double"],
            about: "two cells of a house hold only the same two digits" },
        RuleRow { rule: HiddenPair, name: "hidden-pair", title: "hidden pair", weight: 15.0, kind: Removing,
            aliases: &["hidden-double"],
            about: "two digits have only the same two places in a house" },
        RuleRow { rule: NakedTriplet, name: "naked-triplet", title: "naked triplet", weight: 20.0, kind: Removing,
            aliases: &["naked-triple", "triple", "triplet"],
            about: "three cells of a house hold only three digits in all" },
        RuleRow { rule: HiddenTriplet, name: "hidden-triplet", title: "hidden triplet", weight: 25.0, kind: Removing,
            aliases: &["hidden-triple"],
            about: "three digits have only three places in a house in all" },
        RuleRow { rule: NakedQuad, name: "naked-quad", title: "naked quad", weight: 30.0, kind: Removing,
            aliases: &["naked-quadruple", "quad", "quadruple"],
            about: "four cells of a house hold only four digits in all" },
        RuleRow { rule: HiddenQuad, name: "hidden-quad", title: "hidden quad", weight: 35.0, kind: Removing,
            aliases: &["hidden-quadruple"],
            about: "four digits have only four places in a house in all" },
        RuleRow { rule: IntersectionRemoval, name: "intersection-removal", title: "intersection removal", weight: 40.0, kind: Removing,
            aliases: &["intersection", "locked-candidates", "locked-candidate", "pointing", "claiming", "box-line", "box-line-reduction"],
            about: "all places of a digit in a box lie in one line, or all its places in a line lie in one box" },
        RuleRow { rule: XWing, name: "x-wing", title: "X-wing", weight: 500.0, kind: Removing,
            aliases: &["xwing"],
            about: "the places of a digit in two rows lie in two columns, or its places in two columns lie in two rows" },
        RuleRow { rule: Swordfish, name: "swordfish", title: "swordfish", weight: 1000.0, kind: Removing,
            aliases: &["sword-fish"],
            about: "the places of a digit in three rows lie in three columns, or its places in three columns lie in three rows" },
        RuleRow { rule: XyWing, name: "xy-wing", title: "XY-wing", weight: 3000.0, kind: Removing,
            aliases: &["xywing", "y-wing"],
            about: "a pivot with the candidates XY sees wings with XZ and YZ: a cell that sees both wings is not Z" },
        RuleRow { rule: XyzWing, name: "xyz-wing", title: "XYZ-wing", weight: 5000.0, kind: Removing,
            aliases: &["xyzwing"],
            about: "a pivot with the candidates XYZ sees wings with XZ and YZ: a cell that sees all three is not Z" },
        RuleRow { rule: Trial, name: "trial", title: "trial", weight: 8000.0, kind: Trying,
            aliases: &["trial-and-error", "bifurcation", "guess", "guessing", "nishio"],
            about: "one of a cell's two candidates is tried, until the solution or a contradiction is reached" },
        RuleRow { rule: WxyzWing, name: "wxyz-wing", title: "WXYZ-wing", weight: 6500.0, kind: Removing,
            aliases: &["wxyzwing"],
            about: "a pivot with the candidates WXYZ sees wings with WZ, XZ and YZ: a cell that sees all four is not Z; used only in schemes that name it" },
    ]
};

impl Rule {
    /// All rules, in the order of their numbers: the fourteen of Wu 2012, then the WXYZ-wing.
    pub const ALL: [Self; RULES] = {
        let mut all = [Self::NakedSingle; RULES];
        let mut n = 0;
        while n < RULES {
            all[n] = TABLE[n].rule;
            n += 1;
        }
        all
    };

    /// Returns the rule's index in a table of counts or weights, 0 to 14.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the rule's number in Wu 2012, 1 to 14, or 15 for the WXYZ-wing.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the rule's name in options, job files and JSON, such as `naked-pair`.
    pub const fn name(self) -> &'static str {
        TABLE[self.index()].name
    }

    /// Returns the rule's name as it is written in the middle of a sentence, such as `naked pair` or `XY-wing`.
    pub const fn title(self) -> &'static str {
        TABLE[self.index()].title
    }

    /// Returns the rule's other names, which can be parsed as well.
    pub const fn aliases(self) -> &'static [&'static str] {
        TABLE[self.index()].aliases
    }

    /// Returns a one-line description of the rule.
    pub const fn about(self) -> &'static str {
        TABLE[self.index()].about
    }

    /// Returns the rule's weight in Wu 2012. The WXYZ-wing has a weight between the weights of the XYZ-wing and the
    /// trial.
    pub const fn default_weight(self) -> f64 {
        TABLE[self.index()].weight
    }

    /// Returns the kind of the rule.
    pub const fn kind(self) -> RuleKind {
        TABLE[self.index()].kind
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}

/// The error for an unknown rule name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule is called {text:?}; the nearest is {nearest}")]
pub struct UnknownRule {
    text: String,
    nearest: &'static str,
}

impl FromStr for Rule {
    type Err = UnknownRule;

    /// Reads the rule's [`name`](Rule::name) or one of its [`aliases`](Rule::aliases). Upper and lower case are treated
    /// alike, and words may be separated by hyphens, spaces or underscores.
    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        let name = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        let named = TABLE
            .iter()
            .find(|row| row.name == name || row.aliases.contains(&name.as_str()));
        named.map(|row| row.rule).ok_or_else(|| {
            let names = TABLE
                .iter()
                .flat_map(|row| row.aliases.iter().copied().chain([row.name]));
            UnknownRule {
                text: text.to_owned(),
                nearest: crate::rate::nearest(&name, names),
            }
        })
    }
}

#[cfg(feature = "serde")]
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

#[cfg(feature = "serde")]
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
            let names = rule.aliases().iter().copied();
            for name in names.chain([rule.name(), rule.title()]) {
                assert_eq!(name.parse(), Ok(rule));
            }
        }
    }
}

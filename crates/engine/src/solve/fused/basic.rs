//! Sets of basic human rules, which searches apply before they guess.

use std::fmt;
use std::ops::BitOr;
use std::str::FromStr;

/// A set of basic rules. Naked singles are in every set except [`BOX_SINGLES`](Self::BOX_SINGLES).
///
/// Four sets have names; each has all rules of the set before it:
///
/// | name | rules |
/// |---|---|
/// | `singles` | naked and hidden singles; with this set, Stuart's level is the size of the smallest *backdoor* |
/// | `locked` | also locked candidates: pointing and claiming |
/// | `pairs` | also naked and hidden pairs: the set of Jiang 2018 |
/// | `quads` | also naked and hidden triples and quads: Stuart's own set |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BasicSet(u16);

impl BasicSet {
    /// Naked singles: a blank with only one candidate gets this digit.
    pub const NAKED_SINGLES: Self = Self(0);
    /// Hidden singles: a digit with only one place in a house is placed there.
    pub const HIDDEN_SINGLES: Self = Self(1);
    /// Pointing: if all places of a digit in a box lie in one line, the digit is removed from the rest of the line.
    pub const POINTING: Self = Self(1 << 1);
    /// Claiming: if all places of a digit in a line lie in one box, the digit is removed from the rest of the box.
    pub const CLAIMING: Self = Self(1 << 2);
    /// Naked pairs: if two cells of a house have the same two candidates, these are removed from the other cells of the
    /// house.
    pub const NAKED_PAIRS: Self = Self(1 << 3);
    /// Hidden pairs: if two digits have the same two places in a house, all other candidates are removed from these two
    /// cells.
    pub const HIDDEN_PAIRS: Self = Self(1 << 4);
    /// Naked triples: like naked pairs, with three cells and three digits.
    pub const NAKED_TRIPLES: Self = Self(1 << 5);
    /// Hidden triples: like hidden pairs, with three digits and three cells.
    pub const HIDDEN_TRIPLES: Self = Self(1 << 6);
    /// Naked quads: like naked pairs, with four cells and four digits.
    pub const NAKED_QUADS: Self = Self(1 << 7);
    /// Hidden quads: like hidden pairs, with four digits and four cells.
    pub const HIDDEN_QUADS: Self = Self(1 << 8);

    /// Only hidden singles in boxes and in other regions that are not lines. This set has no other rule, not even naked
    /// singles.
    pub const BOX_SINGLES: Self = Self(1 << 9);

    /// The set named `singles`.
    pub const SINGLES: Self = Self::HIDDEN_SINGLES;
    /// The set named `locked`.
    pub const LOCKED: Self = Self(0b111);
    /// The set named `pairs`, which Jiang 2018 uses.
    pub const PAIRS: Self = Self(0b1_1111);
    /// The set named `quads`, which Stuart uses.
    pub const QUADS: Self = Self(0b1_1111_1111);

    /// The named sets, each with its name.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("singles", Self::SINGLES),
        ("locked", Self::LOCKED),
        ("pairs", Self::PAIRS),
        ("quads", Self::QUADS),
    ];

    /// Returns whether this set has all rules of the other set. Naked singles have no bit of their own, so they are
    /// not compared.
    #[inline]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether the set places naked singles.
    #[inline]
    pub(super) const fn places_naked(self) -> bool {
        self.0 < Self::BOX_SINGLES.0
    }

    /// Returns whether the set places hidden singles in boxes or, with `is_line`, in lines.
    #[inline]
    pub(super) const fn places_hidden(self, is_line: bool) -> bool {
        self.has(Self::HIDDEN_SINGLES) || !is_line && self.has(Self::BOX_SINGLES)
    }

    /// Returns the set with only the rule for naked (or hidden) subsets of this size, 2 to 4. For other sizes, returns
    /// the set with naked singles only.
    pub(super) const fn subsets(size: usize, hidden: bool) -> Self {
        match size {
            2..=4 => Self(1 << (2 * size - 1 + hidden as usize)),
            _ => Self::NAKED_SINGLES,
        }
    }
}

impl BitOr for BasicSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The error for a name that no set of basic rules has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no set of basic rules is called {0:?}; there are singles, locked, pairs, quads")]
pub struct UnknownBasicSet(String);

impl FromStr for BasicSet {
    type Err = UnknownBasicSet;

    fn from_str(text: &str) -> Result<Self, UnknownBasicSet> {
        let found = Self::NAMED.into_iter().find(|(name, _)| *name == text);
        let (_, set) = found.ok_or_else(|| UnknownBasicSet(text.to_owned()))?;
        Ok(set)
    }
}

/// Writes the name of the set, or the names of its rules if the set has no name.
impl fmt::Display for BasicSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const RULES: [&str; 9] = [
            "hidden singles",
            "pointing",
            "claiming",
            "naked pairs",
            "hidden pairs",
            "naked triples",
            "hidden triples",
            "naked quads",
            "hidden quads",
        ];
        if let Some((name, _)) = Self::NAMED.into_iter().find(|(_, set)| set == self) {
            return f.pad(name);
        }
        if *self == Self::BOX_SINGLES {
            return f.pad("hidden singles of boxes only");
        }
        let mut said = "naked singles".to_owned();
        for (bit, rule) in RULES.into_iter().enumerate() {
            if self.0 >> bit & 1 == 1 {
                said = format!("{said}, {rule}");
            }
        }
        f.pad(&said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_names_and_rules() {
        for (name, set) in BasicSet::NAMED {
            assert_eq!(name.parse(), Ok(set));
            assert_eq!(set.to_string(), name);
        }
        let odd = BasicSet::POINTING | BasicSet::subsets(3, true);
        assert_eq!(odd.to_string(), "naked singles, pointing, hidden triples");
        assert_eq!(
            BasicSet::BOX_SINGLES.to_string(),
            "hidden singles of boxes only"
        );
        assert!(!BasicSet::BOX_SINGLES.places_naked() && BasicSet::QUADS.places_naked());
        assert!(!BasicSet::BOX_SINGLES.places_hidden(true));
        assert!(BasicSet::QUADS.has(BasicSet::subsets(4, false)));
        assert!(!BasicSet::PAIRS.has(BasicSet::subsets(3, false)));
        assert!(BasicSet::PAIRS.has(BasicSet::subsets(2, true)));
        assert!("pears".parse::<BasicSet>().is_err());
    }
}

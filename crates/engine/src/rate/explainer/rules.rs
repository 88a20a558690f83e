//! The rules by which closures are followed, and which can continue a closure made by others. SE 1.2.1,
//! sections 7 and 8.

/// The rules of closures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Candidates that are off leave the working grid.
    pub dynamic: bool,
    /// Only links of one digit are followed.
    pub nishio: bool,
    /// The techniques that are tried once no link leads further.
    pub inside: Inside,
}

impl Rules {
    /// Returns whether a closure by `other` can be continued by these rules instead of starting again.
    pub(super) fn go_on_from(self, other: Self) -> bool {
        let beginnings: &[Inside] = match self.inside {
            Inside::Nothing => &[],
            Inside::Patterns => &[Inside::Nothing],
            Inside::Chains => &[Inside::Nothing, Inside::Patterns],
            Inside::Multiple => &[Inside::Nothing, Inside::Patterns, Inside::Chains],
            Inside::Dynamic => &[Inside::Nothing, Inside::Patterns],
            Inside::Nested => &[Inside::Nothing, Inside::Patterns, Inside::Dynamic],
        };
        self.dynamic && other.dynamic && !other.nishio && beginnings.contains(&other.inside)
    }
}

/// The techniques inside a dynamic closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Inside {
    /// None.
    Nothing,
    /// Locking, hidden pairs, naked pairs and X-wings.
    Patterns,
    /// Those of [`Self::Patterns`], then cycles and forcing chains.
    Chains,
    /// Those of [`Self::Chains`], then multiple chains.
    Multiple,
    /// Patterns, then dynamic chains.
    Dynamic,
    /// Those of [`Self::Dynamic`], then dynamic chains with forcing chains inside.
    Nested,
}

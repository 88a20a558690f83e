//! The rules by which closures are followed, and which of them go on where others end. SE 1.2.1,
//! sections 7 and 8.

/// The rules of closures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rules {
    /// Candidates that are off leave the working grid.
    pub dynamic: bool,
    /// Only links of one digit are followed.
    pub nishio: bool,
    /// The techniques that follow when nothing else does any more.
    pub inside: Inside,
}

impl Rules {
    /// Returns whether closures by other rules are the beginnings of those by these.
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
    /// These, then cycles and forcing chains.
    Chains,
    /// These, then multiple chains.
    Multiple,
    /// Patterns, then dynamic chains.
    Dynamic,
    /// These, then dynamic chains with forcing chains inside.
    Nested,
}

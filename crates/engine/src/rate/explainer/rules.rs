//! The rules for computing a closure: everything that follows from an assumption.
//! Source: docs/se-specification.md, sections 7 and 8, hint producers 23 to 30.
//!
//! A closure that was computed by simpler rules can often be continued by richer ones.

use super::links::LinkKind;

/// The rules for finding everything that follows from an assumption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SeRules {
    /// `true` if candidates that are off (false under the assumption) are removed from a working copy of the
    /// candidates.
    pub dynamic: bool,
    /// `true` if only links of one digit are followed.
    pub nishio: bool,
    /// The techniques that are tried once no link leads any further.
    pub inside: SeInside,
}

impl SeRules {
    /// Returns the kind of link that is followed from an assumption.
    pub(super) const fn link_kind(self) -> LinkKind {
        match self.nishio {
            true => LinkKind::X,
            false => LinkKind::Xy,
        }
    }

    /// Returns whether these rules can continue a closure that the rules `other` computed, so that it need not be
    /// computed from the start.
    pub(super) fn go_on_from(self, other: Self) -> bool {
        let beginnings: &[SeInside] = match self.inside {
            SeInside::Nothing => &[],
            SeInside::Patterns => &[SeInside::Nothing],
            SeInside::Chains => &[SeInside::Nothing, SeInside::Patterns],
            SeInside::Multiple => &[SeInside::Nothing, SeInside::Patterns, SeInside::Chains],
            SeInside::Dynamic => &[SeInside::Nothing, SeInside::Patterns],
            SeInside::Nested => &[SeInside::Nothing, SeInside::Patterns, SeInside::Dynamic],
        };
        self.dynamic && other.dynamic && !other.nishio && beginnings.contains(&other.inside)
    }
}

/// The techniques that are tried while all consequences of an assumption are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SeInside {
    /// No techniques.
    Nothing,
    /// Locking, hidden pairs, naked pairs and X-wings.
    Patterns,
    /// The techniques of [`Self::Patterns`], then cycles and forcing chains.
    Chains,
    /// The techniques of [`Self::Chains`], then multiple chains.
    Multiple,
    /// The techniques of [`Self::Patterns`], then dynamic chains.
    Dynamic,
    /// The techniques of [`Self::Dynamic`], then dynamic chains with forcing chains inside.
    Nested,
}

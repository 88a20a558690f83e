//! A set of techniques in the bits of one number.

use super::technique::Technique;

/// A set of techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TechniqueSet(u64);

impl TechniqueSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns whether the technique is in the set.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 == 1
    }

    /// Returns the set with this technique added.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u32)
    }
}

impl FromIterator<Technique> for TechniqueSet {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Self {
        techniques.into_iter().fold(Self::EMPTY, Self::with)
    }
}

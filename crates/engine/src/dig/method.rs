//! The methods of digging, by name.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A method of choosing the clues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum DigMethod {
    /// Clues are removed one by one (or orbit by orbit) as long as there is only one solution.
    #[default]
    OneByOne,
    /// Huang 2015: random placements of a few clues in every row are tried until one has exactly one solution.
    RowLimited,
}

impl DigMethod {
    /// The methods, in the order in which listings show them.
    pub const ALL: [Self; 2] = [Self::OneByOne, Self::RowLimited];

    /// Returns the name used in options and job files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneByOne => "one-by-one",
            Self::RowLimited => "row-limited",
        }
    }

    /// Returns whether this is the method that a plan has by default.
    #[cfg(feature = "serde")]
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for DigMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of a digging method.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no digging method is called {0:?}; there are one-by-one, row-limited")]
pub struct UnknownDigMethod(String);

impl FromStr for DigMethod {
    type Err = UnknownDigMethod;

    fn from_str(text: &str) -> Result<Self, UnknownDigMethod> {
        let found = Self::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| UnknownDigMethod(text.to_owned()))
    }
}

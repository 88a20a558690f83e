//! An estimated solving time, in tenths of a minute.

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};
use std::fmt;

/// A time in tenths of a minute.
///
/// ```
/// use sudoku_engine::Minutes;
/// let time = Minutes::from_tenths(72);
/// assert_eq!((time.value(), time.to_string()), (7.2, "7.2".to_owned()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Minutes(u32);

impl Minutes {
    /// Makes a time of this many tenths of a minute.
    pub const fn from_tenths(tenths: u32) -> Self {
        Self(tenths)
    }

    /// Returns the time in tenths of a minute.
    pub const fn tenths(self) -> u32 {
        self.0
    }

    /// Returns the time in minutes.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

#[cfg(feature = "serde")]
impl Serialize for Minutes {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_f64(self.value())
    }
}

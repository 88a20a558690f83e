//! The versions of records: which ratings one has room for, and its size.
//!
//! A pack has records of one version, the first that has room for the ratings its job asks for, so
//! that jobs that ask for nothing new go on to give the bytes that they always gave.

use crate::rate::Extra;

/// Number of bytes of a record of version 1.
pub const RECORD_BYTES: usize = 332;

/// The version of a pack's records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RecordVersion {
    /// 332 bytes: the ladder of rules, the measures of the clues, Stuart's, QQWing's and HoDoKu's
    /// ratings, and minutes.
    #[default]
    One,
    /// 472 bytes: those of version 1, then Sudoku Explainer's rating, and that by the ladder of techniques.
    Two,
}

impl RecordVersion {
    /// All versions.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Returns the version for records with these ratings on request.
    pub fn of(extras: &[Extra]) -> Self {
        match tables_of(extras).next() {
            Some(_) => Self::Two,
            None => Self::One,
        }
    }

    /// Returns the version whose records have this number of bytes.
    pub fn of_size(bytes: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.bytes() == bytes)
    }

    /// Returns the version of so many records that have this number of bytes together.
    pub fn of_records(count: u64, bytes: usize) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|it| count.checked_mul(it.bytes() as u64) == Some(bytes as u64))
    }

    /// Returns the number of the version, which is also that of the pack's format.
    pub const fn number(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// Returns the number of bytes of a record.
    pub const fn bytes(self) -> usize {
        match self {
            Self::One => RECORD_BYTES,
            Self::Two => 472,
        }
    }
}

/// Returns the tables of those ratings that version 1 has no room for.
pub fn tables_of(extras: &[Extra]) -> impl Iterator<Item = &'static str> {
    extras.iter().filter_map(|extra| match extra {
        Extra::Se(table) => Some(table.name()),
        Extra::Techniques => Some("techniques"),
        Extra::Stuart | Extra::Qqwing | Extra::Hodoku | Extra::Time => None,
    })
}

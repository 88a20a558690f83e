//! The versions of records: for each version, the ratings that a record has room for, and the size of a record.
//!
//! A pack has records of one version: the first that has room for the ratings that its job asks for. So
//! jobs that ask for nothing new still give the same bytes as before.

use crate::rate::Extra;

/// The number of bytes in a record of version 1.
pub const RECORD_BYTES: usize = 332;

/// The number of bytes that come before the boards in the record of a layout other than 9×9.
pub(super) const LAYOUT_HEADER: usize = 160;

/// A version of the records in packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RecordVersion {
    /// 332 bytes, with the rating by the ladder of rules, the freedom and the grade, the ratings of Stuart, QQWing and
    /// HoDoKu, and the estimated solving time.
    #[default]
    One,
    /// 472 bytes: the bytes of version 1, then Sudoku Explainer's rating and the rating by the ladder of
    /// techniques.
    Two,
    /// 160 bytes, then two or three bytes for each cell. This version is for layouts other than 9×9.
    Layout {
        /// The number of cells of the layout.
        cells: u16,
        /// `true` if each puzzle has its own features, such as regions. They are stored in a third byte for each cell.
        has_features: bool,
    },
}

impl RecordVersion {
    /// The versions for 9×9 puzzles.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Returns the version of 9×9 records with room for these ratings: version 2 if Sudoku Explainer or the
    /// technique ladder is among them, otherwise version 1.
    pub fn of(extras: &[Extra]) -> Self {
        match tables_of(extras).next() {
            Some(_) => Self::Two,
            None => Self::One,
        }
    }

    /// Returns the version for 9×9 puzzles whose records have this number of bytes; `None` if there is no such version.
    pub fn of_size(bytes: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.bytes() == bytes)
    }

    /// Returns the number of the version, which is also the number of the pack's format.
    pub const fn number(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Layout { .. } => 3,
        }
    }

    /// Returns the position of the level in a record, as the number of bytes before it.
    pub const fn level_at(self) -> usize {
        match self {
            Self::One | Self::Two => 170,
            Self::Layout { .. } => 8,
        }
    }

    /// Returns the position of the id in a record, as the number of bytes before it.
    pub const fn id_at(self) -> usize {
        match self {
            Self::One | Self::Two => 300,
            Self::Layout { .. } => 142,
        }
    }

    /// Returns the number of bytes in a record.
    pub const fn bytes(self) -> usize {
        match self {
            Self::One => RECORD_BYTES,
            Self::Two => 472,
            Self::Layout {
                cells,
                has_features,
            } => LAYOUT_HEADER + (2 + has_features as usize) * cells as usize,
        }
    }
}

/// Returns a name for each of these ratings that version 1 has no room for. A rating by Sudoku Explainer is named
/// after the release of that program, such as `se-1.2.1`. The rating by the technique ladder has the name
/// `techniques`.
pub fn tables_of(extras: &[Extra]) -> impl Iterator<Item = &'static str> {
    extras.iter().filter_map(|extra| match extra {
        Extra::Se(table) => Some(table.name()),
        Extra::Techniques => Some("techniques"),
        Extra::Stuart | Extra::Qqwing | Extra::Hodoku | Extra::Time => None,
    })
}

//! Defines a puzzle of a pack of any layout, for callers that read packs of 9×9 and of other layouts side by side.

use crate::bucket::Level;
use crate::grid::PuzzleId;
use crate::record::{LayoutRecord, PackedPuzzle, Record, RecordError, RecordVersion};

/// A record of a 9×9 puzzle or of a puzzle of another layout. The length of a record in bytes distinguishes the two
/// kinds, since no 9×9 record is as long as a record of another layout.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyRecord {
    /// The record of a 9×9 puzzle.
    Nine(Box<Record>),
    /// The record of a puzzle of another layout.
    Layout(Box<LayoutRecord>),
}

impl PackedPuzzle for AnyRecord {
    fn number(&self) -> u64 {
        match self {
            Self::Nine(record) => record.number(),
            Self::Layout(record) => record.number(),
        }
    }

    fn numbered(self, number: u64) -> Self {
        match self {
            Self::Nine(record) => Self::Nine(Box::new(record.numbered(number))),
            Self::Layout(record) => Self::Layout(Box::new(record.numbered(number))),
        }
    }

    fn id(&self) -> PuzzleId {
        match self {
            Self::Nine(record) => record.id(),
            Self::Layout(record) => record.id(),
        }
    }

    fn level(&self) -> Level {
        match self {
            Self::Nine(record) => record.level(),
            Self::Layout(record) => record.level(),
        }
    }

    fn clue_count(&self) -> usize {
        match self {
            Self::Nine(record) => record.clue_count(),
            Self::Layout(record) => record.clue_count(),
        }
    }

    fn difficulty(&self) -> f64 {
        match self {
            Self::Nine(record) => record.difficulty(),
            Self::Layout(record) => record.difficulty(),
        }
    }

    fn line(&self) -> Vec<u8> {
        match self {
            Self::Nine(record) => record.line(),
            Self::Layout(record) => record.line(),
        }
    }

    fn version(&self) -> RecordVersion {
        match self {
            Self::Nine(record) => PackedPuzzle::version(&**record),
            Self::Layout(record) => record.version(),
        }
    }

    fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<(), RecordError> {
        match self {
            Self::Nine(record) => PackedPuzzle::encode_into(&**record, bytes),
            Self::Layout(record) => record.encode_into(bytes),
        }
    }

    fn decode(bytes: &[u8]) -> Result<Self, RecordError> {
        match RecordVersion::of_size(bytes.len()) {
            Some(_) => <Record as PackedPuzzle>::decode(bytes)
                .map(Box::new)
                .map(Self::Nine),
            None => LayoutRecord::decode(bytes).map(Box::new).map(Self::Layout),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_record_of_a_layout_has_the_size_of_one_of_nine() {
        for side in 4..=25_u16 {
            for has_features in [false, true] {
                let cells = side * side;
                let version = RecordVersion::Layout {
                    cells,
                    has_features,
                };
                assert_eq!(RecordVersion::of_size(version.bytes()), None, "{side}");
            }
        }
    }
}

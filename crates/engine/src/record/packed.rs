//! The trait through which a pack reads and writes its puzzles, whatever their layout.

use super::error::RecordError;
use super::fields::Record;
use super::version::RecordVersion;
use crate::bucket::Level;
use crate::grid::{PuzzleId, text};
use std::fmt::Debug;

/// A puzzle of a pack, of any layout, with its number, level, id and encoded bytes.
pub trait PackedPuzzle: Clone + Debug + Send + Sync + Sized {
    /// Returns the number from which the puzzle was made.
    fn number(&self) -> u64;

    /// Returns the same puzzle with another number.
    #[must_use]
    fn numbered(self, number: u64) -> Self;

    /// Returns the id that the puzzle shares with all its turned and relabelled forms.
    fn id(&self) -> PuzzleId;

    /// Returns the level under which the puzzle is packed.
    fn level(&self) -> Level;

    /// Returns the number of clues.
    fn clue_count(&self) -> usize;

    /// Returns the difficulty that statistics use. For 9×9, this is the difficulty D. For other layouts, it is the
    /// score by the technique ladder, or 0 if the ladder doesn't solve the puzzle.
    fn difficulty(&self) -> f64;

    /// Returns the puzzle as a line of a list of puzzles, without the line end.
    fn line(&self) -> Vec<u8>;

    /// Returns the version of the puzzle's record.
    fn version(&self) -> RecordVersion;

    /// Appends the record's bytes to `bytes`.
    ///
    /// # Errors
    /// No error is known to occur. Any error of the encoder is returned.
    fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<(), RecordError>;

    /// Decodes a record from its bytes.
    ///
    /// # Errors
    /// If the bytes are not a record of this layout, or a value is not possible.
    fn decode(bytes: &[u8]) -> Result<Self, RecordError>;
}

impl PackedPuzzle for Record {
    fn number(&self) -> u64 {
        self.number
    }

    fn numbered(self, number: u64) -> Self {
        Self { number, ..self }
    }

    fn id(&self) -> PuzzleId {
        self.id
    }

    fn level(&self) -> Level {
        self.level
    }

    fn clue_count(&self) -> usize {
        self.puzzle.clue_count()
    }

    fn difficulty(&self) -> f64 {
        self.ratings.ladder.difficulty
    }

    fn line(&self) -> Vec<u8> {
        text::line_bytes(&self.puzzle, b'0').to_vec()
    }

    fn version(&self) -> RecordVersion {
        Self::version(self)
    }

    fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<(), RecordError> {
        Self::encode_into(self, bytes)
    }

    fn decode(bytes: &[u8]) -> Result<Self, RecordError> {
        Self::decode(bytes)
    }
}

//! One kept puzzle with all that is known about it, and its 316 bytes on disk.
//!
//! Every record has the same size, so that any language reads one with a fixed list of fields and
//! the n-th of a frame lies at n × 316:
//!
//! ```text
//! byte    0 number  8 puzzle  89 solution  170 level  171 flags  172 rules  232 used
//!       292 D     300 id     316
//! ```

use super::codec::{self, CodecError};
use crate::bucket::Level;
use crate::grid::{Board, Cell, Digit, PuzzleId, SIDE};
use crate::rate::{Rating, RuleCounts};
use serde::{Deserialize, Serialize};

/// How many bytes a record takes.
pub const RECORD_BYTES: usize = 316;

/// One puzzle of a pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The candidate's number: with the job's seed it makes the puzzle again.
    pub number: u64,
    /// The puzzle.
    pub puzzle: Board,
    /// Its only solution.
    pub solution: Board,
    /// What names it, however it is turned or relabelled.
    pub id: PuzzleId,
    /// The level it was packed under.
    pub level: Level,
    /// What the ladder found out.
    pub rating: Rating,
}

/// Why bytes are no record.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// They have another size than a record.
    #[error("{0}")]
    Codec(#[from] CodecError),
    /// A cell of the puzzle holds no digit from 0 to 9, or one of the solution none from 1 to 9.
    #[error("{cell} of the {board} holds {value}")]
    Cell {
        /// `puzzle` or `solution`.
        board: &'static str,
        /// The cell.
        cell: Cell,
        /// What it holds.
        value: u8,
    },
    /// No level has this number.
    #[error("level {0} is none from 1 to 5")]
    Level(u8),
    /// A flag that has no meaning is set.
    #[error("flags {0:#04x} have no meaning")]
    Flags(u8),
    /// D is negative or no finite number.
    #[error("D is {0}")]
    Difficulty(f64),
}

const SOLVED: u8 = 1;

/// A record as it lies on disk. Nine rows of nine have the bytes of 81 cells in reading order, and
/// serde knows arrays up to 32 only.
#[derive(Debug, Serialize, Deserialize)]
struct Wire {
    number: u64,
    puzzle: [[u8; SIDE]; SIDE],
    solution: [[u8; SIDE]; SIDE],
    level: u8,
    flags: u8,
    rules: RuleCounts,
    used: RuleCounts,
    difficulty: f64,
    id: [u8; 16],
}

impl Record {
    /// Appends the record's [`RECORD_BYTES`] bytes to `bytes`.
    ///
    /// # Errors
    /// None are known; the codec's are passed on.
    pub fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<(), RecordError> {
        let wire = Wire {
            number: self.number,
            puzzle: rows(&self.puzzle),
            solution: rows(&self.solution),
            level: self.level.number(),
            flags: if self.rating.solved { SOLVED } else { 0 },
            rules: self.rating.rules,
            used: self.rating.used,
            difficulty: self.rating.difficulty,
            id: *self.id.bytes(),
        };
        Ok(codec::encode_into(&wire, bytes)?)
    }

    /// The record that these bytes are. Every field is in its range then; whether the solution is
    /// one and the rating true is for `verify` to say.
    ///
    /// # Errors
    /// If they are not [`RECORD_BYTES`], or a field is out of its range.
    pub fn decode(bytes: &[u8]) -> Result<Self, RecordError> {
        let wire: Wire = codec::decode(bytes)?;
        if wire.flags & !SOLVED != 0 {
            return Err(RecordError::Flags(wire.flags));
        }
        if !wire.difficulty.is_finite() || wire.difficulty < 0.0 {
            return Err(RecordError::Difficulty(wire.difficulty));
        }
        Ok(Self {
            number: wire.number,
            puzzle: board("puzzle", 0, wire.puzzle)?,
            solution: board("solution", 1, wire.solution)?,
            id: PuzzleId::from_bytes(wire.id),
            level: Level::from_number(wire.level).ok_or(RecordError::Level(wire.level))?,
            rating: Rating {
                rules: wire.rules,
                used: wire.used,
                difficulty: wire.difficulty,
                solved: wire.flags & SOLVED != 0,
            },
        })
    }
}

fn rows(board: &Board) -> [[u8; SIDE]; SIDE] {
    std::array::from_fn(|row| std::array::from_fn(|column| board.values()[row * SIDE + column]))
}

fn board(name: &'static str, least: u8, rows: [[u8; SIDE]; SIDE]) -> Result<Board, RecordError> {
    let mut board = Board::EMPTY;
    for (cell, &value) in Cell::all().zip(rows.as_flattened()) {
        if !(least..=9).contains(&value) {
            return Err(RecordError::Cell {
                board: name,
                cell,
                value,
            });
        }
        board.set(cell, Digit::new(value));
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CELLS;
    use proptest::prelude::*;

    prop_compose! {
        fn wires()(
            number: u64,
            cells in proptest::collection::vec(1u8..=9, CELLS),
            level in 1u8..=5,
            flags in 0u8..=1,
            rules: RuleCounts,
            used: RuleCounts,
            difficulty in 0.0..1e9,
            id: [u8; 16],
        ) -> Wire {
            let cells: [[u8; SIDE]; SIDE] =
                std::array::from_fn(|row| std::array::from_fn(|column| cells[row * SIDE + column]));
            let (puzzle, solution) = (cells.map(|row| row.map(|v| v % 9)), cells);
            Wire { number, puzzle, solution, level, flags, rules, used, difficulty, id }
        }
    }

    proptest! {
        #[test]
        fn another_crate_gives_the_same_bytes(w in wires()) {
            let mut bytes = Vec::new();
            codec::encode_into(&w, &mut bytes).unwrap();
            prop_assert_eq!(bytes.len(), RECORD_BYTES);
            let fields = (
                w.number, w.puzzle, w.solution, w.level, w.flags, w.rules, w.used, w.difficulty, w.id,
            );
            prop_assert_eq!(&bytes, &wincode::serialize(&fields).unwrap());
        }

        #[test]
        fn a_record_comes_back(w in wires()) {
            let (mut bytes, mut again) = (Vec::new(), Vec::new());
            codec::encode_into(&w, &mut bytes).unwrap();
            Record::decode(&bytes).unwrap().encode_into(&mut again).unwrap();
            prop_assert_eq!(bytes, again);
        }
    }

    #[test]
    fn fields_out_of_range_are_refused() {
        let wire = Wire {
            number: 7,
            puzzle: [[0; SIDE]; SIDE],
            solution: [[9; SIDE]; SIDE],
            level: 1,
            flags: 0,
            rules: [1; 15],
            used: [1; 15],
            difficulty: 1.5,
            id: [0; 16],
        };
        let mut good = Vec::new();
        codec::encode_into(&wire, &mut good).unwrap();
        let with = |at: usize, bytes: &[u8]| {
            let mut bad = good.clone();
            bad[at..at + bytes.len()].copy_from_slice(bytes);
            Record::decode(&bad)
                .map(|_| ())
                .map_err(|error| error.to_string())
        };
        assert_eq!(with(0, &[7]), Ok(()));
        let refused = [
            with(8 + 80, &[10]),
            with(89, &[0]),
            with(170, &[0]),
            with(170, &[6]),
            with(171, &[2]),
            with(292, &f64::NAN.to_le_bytes()),
            with(292, &(-1.0f64).to_le_bytes()),
            Record::decode(&good[1..])
                .map(|_| ())
                .map_err(|error| error.to_string()),
        ];
        let refused: Vec<String> = refused.into_iter().map(Result::unwrap_err).collect();
        insta::assert_snapshot!(refused.join("\n"), @r"
        r9c9 of the puzzle holds 10
        r1c1 of the solution holds 0
        level 0 is none from 1 to 5
        level 6 is none from 1 to 5
        flags 0x02 have no meaning
        D is NaN
        D is -1
        io error: unexpected end of file
        ");
    }
}

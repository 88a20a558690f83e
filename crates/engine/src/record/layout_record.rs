//! A pack's record of a puzzle of a layout other than 9×9, and its encoding. All records of a pack have the same
//! size.
//!
//! ```text
//! byte    0 number   8 level   9 zero  10 score  14 counts  142 id  158 zero  160 puzzle  160 + n solution
//!         160 + 2n features, if each puzzle of the layout has its own
//! ```
//!
//! n is the number of cells. Features are regions and marks, [a byte for each cell](CellFeatures::bytes). Counts
//! are the numbers of steps of each technique, 16 bits each, in the order of `factory list techniques`. The pack's
//! job, not the record, names the layout.

use super::error::RecordError;
use super::packed::PackedPuzzle;
use super::version::{LAYOUT_HEADER, RecordVersion};
use crate::bucket::Level;
use crate::grid::text::{Alphabet, shaped_line};
use crate::grid::{CellFeatures, PuzzleId, Shape, ShapedBoard};
use crate::layouts::LayoutPuzzle;
use crate::rate::HodokuLevel;
use crate::rate::techniques::{TECHNIQUES, Technique, TechniquePath, TechniqueRating};

/// The position of the score in a record, as the number of bytes before it.
const SCORE: usize = 10;
const COUNTS: usize = 14;
const ID: usize = 142;
/// The number of technique counts for which a record has room.
const ROOM: usize = 64;

/// A pack's record of a puzzle of a layout other than 9×9.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutRecord {
    /// The number from which the puzzle was made. Together with the job's seed, it reproduces the puzzle.
    pub number: u64,
    /// The puzzle with its solution, its id, its level and the result of solving it by techniques.
    pub made: LayoutPuzzle,
}

impl LayoutRecord {
    /// Returns the puzzle and its solution as boards with boxes of this shape; `None` if boards of this shape have
    /// another number of cells.
    pub fn boards(&self, shape: Shape) -> Option<[ShapedBoard; 2]> {
        let board = |values: &[u8]| ShapedBoard::from_values(shape, values.to_vec());
        Some([board(&self.made.givens)?, board(&self.made.solution)?])
    }
}

impl PackedPuzzle for LayoutRecord {
    fn number(&self) -> u64 {
        self.number
    }

    fn numbered(self, number: u64) -> Self {
        Self { number, ..self }
    }

    fn id(&self) -> PuzzleId {
        self.made.id
    }

    fn level(&self) -> Level {
        self.made.level
    }

    fn clue_count(&self) -> usize {
        self.made.givens.iter().filter(|&&value| value != 0).count()
    }

    fn difficulty(&self) -> f64 {
        self.made
            .path
            .rating
            .map_or(0.0, |rating| rating.score.into())
    }

    fn line(&self) -> Vec<u8> {
        let shape = Shape::of_side(self.made.givens.len().isqrt());
        let boards = shape.and_then(|shape| self.boards(shape));
        let Some([puzzle, _]) = boards else {
            return Vec::new();
        };
        let puzzle = shaped_line(&puzzle, Alphabet::One);
        self.made.features.line(puzzle).into_bytes()
    }

    fn version(&self) -> RecordVersion {
        RecordVersion::Layout {
            cells: self.made.givens.len() as u16,
            has_features: self.made.features != CellFeatures::NONE,
        }
    }

    fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<(), RecordError> {
        let LayoutPuzzle {
            givens,
            solution,
            features,
            id,
            path,
            level,
        } = &self.made;
        let begin = bytes.len();
        bytes.extend(self.number.to_le_bytes());
        bytes.extend([level.number(), 0]);
        let score = path.rating.map_or(0, |rating| rating.score);
        bytes.extend(score.to_le_bytes());
        let room = [0; ROOM - TECHNIQUES];
        for &count in path.counts.iter().chain(&room) {
            bytes.extend(u16::try_from(count).unwrap_or(u16::MAX).to_le_bytes());
        }
        bytes.extend(id.bytes());
        bytes.resize(begin + LAYOUT_HEADER, 0);
        bytes.extend(givens);
        bytes.extend(solution);
        bytes.extend(features.bytes());
        Ok(())
    }

    fn decode(bytes: &[u8]) -> Result<Self, RecordError> {
        let boards = bytes.get(LAYOUT_HEADER..).unwrap_or_default();
        // No number is both twice a square and three times a square.
        let lists = [2, 3].map(|lists| (lists, (boards.len() / lists).isqrt()));
        let fits = |&(lists, side): &(usize, usize)| boards.len() == lists * side * side;
        let Some((_, side)) = lists.into_iter().find(fits).filter(|&(_, side)| side >= 4) else {
            return Err(RecordError::Size(bytes.len()));
        };
        let field = |place: usize| u16::from_le_bytes([bytes[place], bytes[place + 1]]);
        let mut counts = [0; TECHNIQUES];
        for (n, count) in counts.iter_mut().enumerate() {
            *count = field(COUNTS + 2 * n).into();
        }
        let unknown = [
            &bytes[9..10],
            &bytes[COUNTS + 2 * TECHNIQUES..ID],
            &bytes[158..LAYOUT_HEADER],
        ];
        if unknown
            .iter()
            .any(|bytes| bytes.iter().any(|&byte| byte != 0))
        {
            return Err(RecordError::Later);
        }
        let (givens, boards) = boards.split_at(side * side);
        let (solution, features) = boards.split_at(side * side);
        let fits = |value: &u8| usize::from(*value) <= side;
        if !givens.iter().all(fits) || !solution.iter().all(|value| fits(value) && *value > 0) {
            return Err(RecordError::Digit(side));
        }
        let features = CellFeatures::from_bytes(features).ok_or(RecordError::Features)?;
        let score = u32::from(field(SCORE)) | u32::from(field(SCORE + 2)) << 16;
        let mut id = [0; 16];
        id.copy_from_slice(&bytes[ID..ID + 16]);
        let mut number = [0; 8];
        number.copy_from_slice(&bytes[..8]);
        Ok(Self {
            number: u64::from_le_bytes(number),
            made: LayoutPuzzle {
                givens: givens.to_vec(),
                solution: solution.to_vec(),
                features,
                id: PuzzleId::from_bytes(id),
                level: Level::try_from(bytes[8])?,
                path: TechniquePath {
                    rating: Some(rating(&counts, score)),
                    counts,
                    blanks: 0,
                },
            },
        })
    }
}

/// Returns the score together with the level, as in HoDoKu. `counts` has the number of steps of each technique. The
/// level is that of the hardest technique used, or a higher one if the score is too high for that level.
fn rating(counts: &[u32; TECHNIQUES], score: u32) -> TechniqueRating {
    let used = Technique::all();
    let used = used.filter(|technique| counts[technique.index()] > 0);
    let hardest = used.map(Technique::level).max();
    let level = hardest.unwrap_or(HodokuLevel::Easy).raised_by(score);
    TechniqueRating { score, level }
}

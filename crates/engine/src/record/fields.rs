//! A record: one puzzle of a pack with all its data, and its encoding in 332 bytes.
//!
//! Every record of a pack has the same size, so any language can read a record with a fixed list of fields. A pack
//! stores its records in frames, which are blocks of records with checksums. In the payload of a frame, record n
//! (counted from 0) starts at byte n × 332. Version 2 has 140 [more](super::later_ratings) bytes:
//!
//! ```text
//! byte    0 number   8 puzzle  89 solution  170 level  171 flags  172 rules  232 used
//!       292 D      300 id     316 ratings   332
//! ```

use super::codec;
use super::error::RecordError;
use super::later_ratings::{LaterRatings, NOT_RATED};
use super::version::{RECORD_BYTES, RecordVersion};
use crate::bucket::Level;
use crate::grid::{Board, Cell, Digit, PuzzleId, SIDE};
use crate::rate::looks::Grade;
use crate::rate::{
    Guesses, HodokuLevel, HodokuRating, Looks, Minutes, QqwingLevel, Rating, Ratings, Rule,
    RuleCounts,
};
use serde::{Deserialize, Serialize};

/// One puzzle of a pack: its number, solution, id, level and ratings. The file of a pack stores records in frames. The
/// code for frames is not part of this crate; `docs/pack-format.md` describes every byte.
///
/// ```
/// use sudoku_engine::rate::Raters;
/// use sudoku_engine::{Board, Canonical, Level, Preset, Record, solve};
///
/// let puzzle: Board = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
///     .parse()?;
/// let solution = solve(&puzzle, 2).first.ok_or("no solution")?;
/// let form = Canonical::of(&puzzle, &solution);
/// let record = Record {
///     number: 0,
///     puzzle,
///     solution,
///     id: form.id(),
///     level: Level::try_from(5)?,
///     ratings: Raters::new(&Preset::default(), &[]).rate(&form),
/// };
/// let mut bytes = Vec::new();
/// record.encode_into(&mut bytes)?;
/// assert_eq!(bytes.len(), 332);
/// assert_eq!(Record::decode(&bytes)?, record);
///
/// bytes[8] = 10;
/// let refused = Record::decode(&bytes).unwrap_err();
/// assert_eq!(refused.to_string(), "r1c1 of the puzzle holds 10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The number from which the puzzle was made. Together with the job's seed, it reproduces the puzzle.
    pub number: u64,
    /// The puzzle.
    pub puzzle: Board,
    /// The puzzle's only solution.
    pub solution: Board,
    /// The id that the puzzle shares with all its turned and relabelled forms.
    pub id: PuzzleId,
    /// The level under which the puzzle was packed.
    pub level: Level,
    /// The puzzle's ratings, including the extra ratings that were requested.
    pub ratings: Ratings,
}

/// The flag that is set if the rules of the ladder solve the puzzle.
const SOLVED: u8 = 1;
/// The flag that is set if the puzzle's HoDoKu score includes no trial and error.
const BY_TECHNIQUE: u8 = 2;
/// The value that is stored instead of the minutes if these were not requested.
const NOT_TIMED: u32 = u32::MAX;

/// A record in the form in which it is stored. A board is stored as nine rows of nine bytes, since serde supports only
/// arrays of up to 32 entries. The resulting bytes are the 81 cells in reading order.
#[derive(Debug, Serialize, Deserialize)]
struct WireRecord {
    number: u64,
    puzzle: [[u8; SIDE]; SIDE],
    solution: [[u8; SIDE]; SIDE],
    level: u8,
    flags: u8,
    rules: RuleCounts,
    used: RuleCounts,
    difficulty: f64,
    id: [u8; 16],
    extra: WireRatings,
}

/// The ratings of a record's version 1 in the form in which they are stored, without the rating by the ladder of
/// rules.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct WireRatings {
    freedom: u16,
    /// The grade, 1 for A to 9 for I.
    grade: u8,
    /// The number of the hardest rule that was used; 0 if none was used.
    hardest: u8,
    stuart: u8,
    backdoor: u8,
    qqwing: u8,
    hodoku_level: u8,
    hodoku_score: u32,
    /// The time that people need, in tenths of a minute.
    minutes: u32,
}

impl Record {
    /// Returns the lowest version that has room for all ratings of this record.
    pub const fn version(&self) -> RecordVersion {
        match (self.ratings.se, self.ratings.techniques) {
            (None, None) => RecordVersion::One,
            _ => RecordVersion::Two,
        }
    }

    /// Appends the record's bytes to `bytes`, in the version that [`Self::version`] returns.
    ///
    /// # Errors
    /// No error is known to occur. Any error of the codec is returned.
    pub fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<(), RecordError> {
        let wire = WireRecord {
            number: self.number,
            puzzle: rows(&self.puzzle),
            solution: rows(&self.solution),
            level: self.level.number(),
            flags: flags(&self.ratings),
            rules: self.ratings.ladder.rules,
            used: self.ratings.ladder.used,
            difficulty: self.ratings.ladder.difficulty,
            id: *self.id.bytes(),
            extra: WireRatings::of(&self.ratings),
        };
        codec::encode_into(&wire, bytes)?;
        if self.version() == RecordVersion::Two {
            codec::encode_into(&LaterRatings::of(&self.ratings), bytes)?;
        }
        Ok(())
    }

    /// Decodes a record of version 1 or 2, and checks that every field is in its range. Only the command `verify`
    /// checks that the solution is the only one and that the ratings are right.
    ///
    /// # Errors
    /// If the bytes are not a record of version 1 or 2, a field is out of its range, or stored values contradict
    /// each other.
    pub fn decode(bytes: &[u8]) -> Result<Self, RecordError> {
        let (first, later) = match RecordVersion::of_size(bytes.len()) {
            Some(RecordVersion::Two) => bytes.split_at(RECORD_BYTES),
            Some(RecordVersion::One) => (bytes, [].as_slice()),
            _ => return Err(RecordError::Size(bytes.len())),
        };
        let later = match later {
            [] => LaterRatings::NONE,
            later => codec::decode(later)?,
        };
        let (se, techniques) = (later.se()?, later.techniques()?);
        let wire: WireRecord = codec::decode(first)?;
        if wire.flags & !(SOLVED | BY_TECHNIQUE) != 0 {
            return Err(RecordError::Flags(wire.flags));
        }
        if !wire.difficulty.is_finite() || wire.difficulty < 0.0 {
            return Err(RecordError::Difficulty(wire.difficulty));
        }
        let puzzle = board("puzzle", 0, wire.puzzle)?;
        let ladder = Rating {
            rules: wire.rules,
            used: wire.used,
            difficulty: wire.difficulty,
            solved: wire.flags & SOLVED != 0,
        };
        Ok(Self {
            number: wire.number,
            puzzle,
            solution: board("solution", 1, wire.solution)?,
            id: PuzzleId::from_bytes(wire.id),
            level: Level::try_from(wire.level)?,
            ratings: Ratings {
                se,
                techniques,
                ..wire.extra.ratings(&puzzle, ladder, wire.flags)?
            },
        })
    }
}

impl WireRatings {
    fn of(ratings: &Ratings) -> Self {
        Self {
            freedom: ratings.looks.freedom,
            grade: grade_number(ratings.looks.grade),
            hardest: rule_number(&ratings.ladder),
            stuart: ratings.guesses.map_or(NOT_RATED, |it| it.stuart),
            backdoor: ratings.guesses.map_or(NOT_RATED, |it| it.backdoor),
            qqwing: ratings.qqwing.map_or(NOT_RATED, |level| level as u8),
            hodoku_level: ratings.hodoku.map_or(NOT_RATED, |it| it.level as u8),
            hodoku_score: ratings.hodoku.map_or(0, |it| it.score),
            minutes: ratings.minutes.map_or(NOT_TIMED, Minutes::tenths),
        }
    }

    /// Returns the ratings of a puzzle. Some of the stored ratings follow from other data, and are stored for programs
    /// that don't compute them. If one of these disagrees with the other data, returns an error.
    fn ratings(self, puzzle: &Board, ladder: Rating, flags: u8) -> Result<Ratings, RecordError> {
        let looks = Looks::of(puzzle);
        let derived = [
            ("freedom", self.freedom, looks.freedom),
            ("grade", self.grade.into(), grade_number(looks.grade).into()),
            ("hardest", self.hardest.into(), rule_number(&ladder).into()),
        ];
        for (rating, packed, found) in derived {
            if packed != found {
                return Err(RecordError::Derived {
                    rating,
                    packed,
                    found,
                });
            }
        }
        Ok(Ratings {
            looks,
            guesses: self.guesses()?,
            qqwing: level_of(self.qqwing, &QqwingLevel::ALL, "qqwing")?,
            hodoku: self.hodoku(flags)?,
            minutes: (self.minutes != NOT_TIMED).then(|| Minutes::from_tenths(self.minutes)),
            se: None,
            techniques: None,
            ladder,
        })
    }

    fn guesses(self) -> Result<Option<Guesses>, RecordError> {
        let (stuart, backdoor) = (self.stuart, self.backdoor);
        if (stuart, backdoor) == (NOT_RATED, NOT_RATED) {
            return Ok(None);
        }
        for (rating, packed) in [("stuart", stuart), ("backdoor", backdoor)] {
            if packed > Guesses::MANY {
                return Err(RecordError::Extra { rating, packed });
            }
        }
        Ok(Some(Guesses { stuart, backdoor }))
    }

    fn hodoku(self, flags: u8) -> Result<Option<HodokuRating>, RecordError> {
        let level = level_of(self.hodoku_level, &HodokuLevel::ALL, "hodoku level")?;
        let by_technique = flags & BY_TECHNIQUE != 0;
        if level.is_none() && (by_technique || self.hodoku_score != 0) {
            return Err(RecordError::Flags(flags));
        }
        Ok(level.map(|level| HodokuRating {
            score: self.hodoku_score,
            level,
            by_technique,
        }))
    }
}

fn flags(ratings: &Ratings) -> u8 {
    let by_technique = ratings.hodoku.is_some_and(|it| it.by_technique);
    let flag = |holds: bool, bit: u8| if holds { bit } else { 0 };
    flag(ratings.ladder.solved, SOLVED) | flag(by_technique, BY_TECHNIQUE)
}

/// Returns the level with the stored index `packed` in `all`; `Ok(None)` if the puzzle was not rated. Any other
/// index is an error, which names the rating.
fn level_of<L: Copy>(
    packed: u8,
    all: &[L],
    rating: &'static str,
) -> Result<Option<L>, RecordError> {
    match all.get(usize::from(packed)) {
        Some(&level) => Ok(Some(level)),
        None if packed == NOT_RATED => Ok(None),
        None => Err(RecordError::Extra { rating, packed }),
    }
}

fn grade_number(grade: Grade) -> u8 {
    grade.index() as u8 + 1
}

fn rule_number(ladder: &Rating) -> u8 {
    ladder.hardest().map_or(0, Rule::number)
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

    const NO_RATINGS: WireRatings = WireRatings {
        freedom: 0,
        grade: 0,
        hardest: 0,
        stuart: NOT_RATED,
        backdoor: NOT_RATED,
        qqwing: NOT_RATED,
        hodoku_level: NOT_RATED,
        hodoku_score: 0,
        minutes: NOT_TIMED,
    };

    impl WireRecord {
        /// Computes those fields that follow from other fields.
        fn derive(&mut self) {
            let looks = Looks::of(&board("puzzle", 0, self.puzzle).unwrap());
            self.extra.freedom = looks.freedom;
            self.extra.grade = grade_number(looks.grade);
            let by_weight = |rule: &Rule| rule.default_weight() as u32;
            let used = Rule::ALL
                .into_iter()
                .filter(|rule| self.used[rule.index()] > 0);
            self.extra.hardest = used.max_by_key(by_weight).map_or(0, Rule::number);
        }
    }

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
            guesses in proptest::option::of((0u8..=4, 0u8..=4)),
            others in proptest::option::of((0u8..=4, 0u8..=4)),
            score: u32,
            minutes: u32,
        ) -> WireRecord {
            let cells: [[u8; SIDE]; SIDE] =
                std::array::from_fn(|row| std::array::from_fn(|column| cells[row * SIDE + column]));
            let (stuart, backdoor) = guesses.unwrap_or((NOT_RATED, NOT_RATED));
            let (qqwing, hodoku_level) = others.unwrap_or((NOT_RATED, NOT_RATED));
            let hodoku_score = if others.is_some() { score } else { 0 };
            let extra =
                WireRatings { stuart, backdoor, qqwing, hodoku_level, hodoku_score, minutes, ..NO_RATINGS };
            let (puzzle, solution) = (cells.map(|row| row.map(|v| v % 9)), cells);
            let mut wire =
                WireRecord { number, puzzle, solution, level, flags, rules, used, difficulty, id, extra };
            wire.derive();
            wire
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
                (w.extra.freedom, w.extra.grade, w.extra.hardest, w.extra.stuart, w.extra.backdoor),
                (w.extra.qqwing, w.extra.hodoku_level, w.extra.hodoku_score, w.extra.minutes),
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

    /// Returns the bytes of a record in which every field is in its range.
    fn good() -> Vec<u8> {
        let mut wire = WireRecord {
            number: 7,
            puzzle: [[0; SIDE]; SIDE],
            solution: [[9; SIDE]; SIDE],
            level: 1,
            flags: 0,
            rules: [1; 15],
            used: [1; 15],
            difficulty: 1.5,
            id: [0; 16],
            extra: NO_RATINGS,
        };
        wire.derive();
        let mut good = Vec::new();
        codec::encode_into(&wire, &mut good).unwrap();
        good
    }

    #[test]
    fn fields_out_of_range_are_refused() {
        let good = good();
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
            with(170, &[10]),
            with(171, &[2]),
            with(292, &f64::NAN.to_le_bytes()),
            with(292, &(-1.0f64).to_le_bytes()),
            with(316, &[1, 0]),
            with(318, &[1]),
            with(319, &[1]),
            with(320, &[5, 0]),
            with(321, &[0]),
            with(322, &[5]),
            with(323, &[5]),
            with(324, &[1]),
            with(171, &[4]),
            Record::decode(&good[1..])
                .map(|_| ())
                .map_err(|error| error.to_string()),
        ];
        let refused: Vec<String> = refused.into_iter().map(Result::unwrap_err).collect();
        insta::assert_snapshot!(refused.join("\n"), @"
        r9c9 of the puzzle holds 10
        r1c1 of the solution holds 0
        there is no level 0: levels are 1 to 9
        there is no level 10: levels are 1 to 9
        flags 0x02 have no meaning
        D is NaN
        D is -1
        freedom is 2106, not 1
        grade is 9, not 1
        hardest is 14, not 1
        stuart is 5, which is impossible
        stuart is 255, which is impossible
        qqwing is 5, which is impossible
        hodoku level is 5, which is impossible
        flags 0x00 have no meaning
        flags 0x04 have no meaning
        331 bytes are no record
        ");
    }
}

//! Defines the faults of a pack. Each fault is shown in one line, with its file and its record.

use crate::bucket::Level;
use crate::dig::Symmetry;
use crate::filter::Lack;
use crate::grid::{Cell, House, PuzzleId};
use crate::pack::{ManifestProblem, with_causes};
use crate::rate::{Rating, Ratings, Rule};
use std::error::Error;
use std::fmt;
use std::path::PathBuf;

/// A fault that verification found, with its place. It is displayed in one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The file or folder with the fault.
    pub file: PathBuf,
    /// The record with the fault; `None` if the fault concerns the whole file.
    pub record: Option<RecordPlace>,
    /// The fault.
    pub problem: PackProblem,
}

/// The place of a record in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordPlace {
    /// The record's place in its file, counted from 1; the record's puzzle has the same line number in the `.sdm`
    /// file.
    pub place: u64,
    /// The number of the candidate puzzle from which the record was made.
    pub number: u64,
}

/// The fault of a file or a record.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PackProblem {
    /// A file or folder, or part of a file, can't be read.
    #[error("{0}")]
    Unreadable(String),
    /// The folder was named twice on the command line.
    #[error("was given twice; it is checked only once")]
    GivenTwice,
    /// The manifest has changed since it was written, or has a format that this program can't read.
    #[error("{0}")]
    Manifest(#[from] ManifestProblem),
    /// The manifest makes a claim that contradicts the manifest's other claims or its job.
    #[error("claims {claim}, which cannot be true: {reason}")]
    Claim {
        /// The claim of the manifest.
        claim: String,
        /// The reason why the claim cannot be true.
        reason: String,
    },
    /// The files that the manifest lists are not exactly the files of the job's levels, in their order.
    #[error("lists other files than those of the levels of its job, or in another order")]
    Listing,
    /// A file that the manifest lists is missing.
    #[error("is listed in the manifest and missing")]
    Missing,
    /// The folder contains a file that is not part of the pack.
    #[error("does not belong to the pack")]
    Foreign,
    /// The size of a file differs from the size in the manifest.
    #[error("has {found} bytes, the manifest says {listed}")]
    Size {
        /// The size in the manifest, in bytes.
        listed: u64,
        /// The actual size in bytes.
        found: u64,
    },
    /// The hash of a file differs from the hash in the manifest.
    #[error("was changed after the pack was written: its BLAKE3 is not that of the manifest")]
    Hash,
    /// The number of records of a level differs from the number in the manifest.
    #[error("holds {found} records, the manifest says {claimed}")]
    Made {
        /// The number of records that the manifest claims.
        claimed: u64,
        /// The actual number of records.
        found: u64,
    },
    /// The number of a record is not above the number of the previous record.
    #[error("comes after number {after}: numbers must ascend")]
    Order {
        /// The number of the previous record.
        after: u64,
    },
    /// A record's number is too large: the run did not use a candidate puzzle with this number.
    #[error("has a number that is not among the {numbers} candidates used")]
    Number {
        /// The number of candidate puzzles that the run used.
        numbers: u64,
    },
    /// Another record of the pack has the same number.
    #[error("has the number of another record of this pack")]
    NumberTwice,
    /// A record is in the file of another level.
    #[error("is of level {level} and does not belong in this file")]
    File {
        /// The record's level.
        level: Level,
    },
    /// The solution is not a full grid: a cell is empty, or a house has a digit twice.
    #[error("its solution is not a full grid")]
    NoGrid,
    /// The solution does not contain all givens: the cell of a given has a different digit.
    #[error("its solution does not agree with the puzzle")]
    NoSolution,
    /// A puzzle has several solutions.
    #[error("has a second solution")]
    NotUnique,
    /// A search of bounded effort could not decide whether the puzzle has a second solution.
    #[error("was not proved: a search of bounded effort did not end")]
    NotProved,
    /// The regions or marks of a puzzle are not those that its layout requires.
    #[error("does not have the regions or marks that its layout asks for")]
    Features,
    /// The layout's extra rules are not needed: the puzzle has only one solution even without them.
    #[error("does not need the extra rules of its layout: it has one solution without them")]
    RulesNotNeeded,
    /// The recorded techniques of a puzzle of a layout other than 9×9 differ from the techniques that solve the puzzle.
    /// For 9×9, the technique ratings are compared instead ([`PackProblem::Rating`]).
    #[error("takes other techniques than it records")]
    Path,
    /// The recorded level of a puzzle is not the level that the puzzle's rating gives.
    #[error("was packed as {packed}, its rating makes it {rated}")]
    Level {
        /// The recorded level.
        packed: Level,
        /// The level that the puzzle's rating gives.
        rated: Level,
    },
    /// The job's scheme has no level for the puzzle's rating.
    #[error("was packed as {packed}, the job's scheme has no level for its rating")]
    NoLevel {
        /// The recorded level.
        packed: Level,
    },
    /// The recorded rating differs from the rating computed again.
    #[error("its rating is not that of the job's scheme: {}", .0)]
    Rating(RatingDifference),
    /// A puzzle's number of clues is outside the job's range.
    #[error("has {clues} clues, the job wants {min} to {max}")]
    Clues {
        /// The puzzle's number of clues.
        clues: usize,
        /// The minimum that the job wants.
        min: u8,
        /// The maximum that the job wants.
        max: u8,
    },
    /// The number of clues in a row or box is outside the job's range.
    #[error("{house} has {clues} clues, the job wants {min} to {max} in every {}", house.kind())]
    HouseClues {
        /// The row or box.
        house: House,
        /// The number of clues in the row or box.
        clues: usize,
        /// The minimum that the job wants.
        min: u8,
        /// The maximum that the job wants.
        max: u8,
    },
    /// The pattern of the clues lacks the symmetry that the job wants.
    #[error("its clues lack the symmetry that the job wants, {0}")]
    Symmetry(Symmetry),
    /// A puzzle does not pass the job's filters.
    #[error("does not pass the job's filters: it {0}")]
    Filter(Lack),
    /// The cells with clues are not those that the job's pattern marks.
    #[error("its clues are not those that the job's pattern marks")]
    Pattern,
    /// The clues have more or fewer different digits than the job wants.
    #[error("gives {digits} different digits, the job wants {wanted}")]
    Digits {
        /// The number of different digits among the clues.
        digits: usize,
        /// The number of different digits that the job wants.
        wanted: u8,
    },
    /// A clue is not needed: without it, the puzzle still has only one solution, although the job wants minimal
    /// puzzles.
    #[error("has a clue that is not needed, at {0}, and the job wants minimal puzzles")]
    NotMinimal(Cell),
    /// The recorded id is not the id of the puzzle.
    #[error("its id is {found}, which is not the recorded one")]
    Id {
        /// The id that belongs to the puzzle.
        found: PuzzleId,
    },
    /// The second opinion on a puzzle, which is the result of the crate `oracle`, differs from the puzzle's record.
    #[cfg(feature = "thorough")]
    #[error("the second opinion on {field} is {found}, not {packed}")]
    SecondOpinion {
        /// The name of the first field that differs.
        field: String,
        /// The recorded value.
        packed: String,
        /// The value that the second opinion gives.
        found: String,
    },
    /// A puzzle occurs more than once, in the same pack or in two packs.
    #[error("is the same puzzle as record {place} of {}", file.display())]
    Repeat {
        /// The file with an earlier occurrence.
        file: PathBuf,
        /// The place of the earlier occurrence in that file, from 1.
        place: u64,
    },
    /// The job gives no puzzle when the candidate with the record's number is made again.
    #[error("is not of the job: its seed gives no puzzle at this number")]
    NoCandidate,
    /// The job gives another puzzle or other ratings when the candidate with the record's number is made again.
    #[error("is not of the job: its seed gives another puzzle or other ratings at this number")]
    OtherCandidate,
    /// A puzzle that the job makes is missing from the pack, and no quota, repeat, ledger or other pack explains
    /// why.
    #[error(
        "lacks candidate {number}: the job's seed gives a puzzle of level {level} there, and neither a quota nor a repeat kept it out"
    )]
    Lacking {
        /// The number of the missing candidate puzzle.
        number: u64,
        /// The name of the missing puzzle's level in the scheme.
        level: String,
    },
    /// A line of an `.sdm` file does not match the record's puzzle.
    #[error("line {line} is not the puzzle of record {line} of the level's .pack file")]
    Line {
        /// The line, from 1.
        line: u64,
    },
    /// An `.sdm` file has more lines than there are records of its level.
    #[error("goes on after line {lines}, the last of the level's records")]
    MoreLines {
        /// The number of records, which is also the expected number of lines.
        lines: u64,
    },
}

/// The first difference between a recorded rating and the correct rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RatingDifference {
    /// One of the two ratings says that the rules reach the solution, and the other says that they don't.
    Solved {
        /// `true` if the correct rating, computed again, says that the rules reach the solution.
        rated: bool,
    },
    /// The two values of the difficulty D differ.
    Difficulty {
        /// The recorded value.
        packed: f64,
        /// The correct value.
        rated: f64,
    },
    /// The two values of a rating made on request differ; a value is `None` if the rating is missing.
    Extra {
        /// The name of the rating.
        rating: &'static str,
        /// The recorded value.
        packed: Option<u32>,
        /// The correct value.
        rated: Option<u32>,
    },
    /// The two ratings have different counts for a rule.
    Count {
        /// The list that holds the count: `rules` or `used`.
        counts: &'static str,
        /// The rule whose counts differ.
        rule: Rule,
        /// The recorded value.
        packed: u32,
        /// The correct value.
        rated: u32,
    },
}

impl RatingDifference {
    /// Returns the first difference between a recorded rating and the correct rating; `None` if the ratings are equal.
    /// The difficulty D must be equal bit for bit.
    pub(super) fn between(packed: &Ratings, rated: &Ratings) -> Option<Self> {
        Self::of_ladders(&packed.ladder, &rated.ladder).or_else(|| {
            let both = packed.extras().into_iter().zip(rated.extras());
            both.filter(|(packed, rated)| packed != rated)
                .map(|((rating, packed), (_, rated))| Self::Extra {
                    rating,
                    packed,
                    rated,
                })
                .next()
        })
    }

    fn of_ladders(packed: &Rating, rated: &Rating) -> Option<Self> {
        if packed.solved != rated.solved {
            return Some(Self::Solved {
                rated: rated.solved,
            });
        }
        if packed.difficulty.to_bits() != rated.difficulty.to_bits() {
            return Some(Self::Difficulty {
                packed: packed.difficulty,
                rated: rated.difficulty,
            });
        }
        let both = [
            ("rules", &packed.rules, &rated.rules),
            ("used", &packed.used, &rated.used),
        ];
        both.into_iter().find_map(|(counts, packed, rated)| {
            let both = Rule::ALL.into_iter().zip(packed.iter().zip(rated));
            both.filter(|(_, (packed, rated))| packed != rated)
                .map(|(rule, (&packed, &rated))| Self::Count {
                    counts,
                    rule,
                    packed,
                    rated,
                })
                .next()
        })
    }
}

impl fmt::Display for RatingDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solved { rated: true } => f.write_str("the rules do reach the solution"),
            Self::Solved { rated: false } => f.write_str("the rules do not reach the solution"),
            Self::Difficulty { packed, rated } => write!(f, "D is {rated}, not {packed}"),
            Self::Extra {
                rating,
                packed,
                rated,
            } => {
                let shown =
                    |it: &Option<u32>| it.map_or_else(|| "none".to_owned(), |it| it.to_string());
                write!(f, "{rating} is {}, not {}", shown(rated), shown(packed))
            }
            Self::Count {
                counts,
                rule,
                packed,
                rated,
            } => write!(f, "{rule} in {counts} is {rated}, not {packed}"),
        }
    }
}

impl PackProblem {
    /// Turns an error and its causes into a problem with a one-line text.
    pub(super) fn unreadable(error: &dyn Error) -> Self {
        Self::Unreadable(with_causes(error))
    }
}

/// Displays a finding in one line. Characters of file names and manifests that would break the line or control a
/// terminal are shown as a replacement character.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = match self.record {
            Some(RecordPlace { place, number }) => format!("record {place} (number {number}): "),
            None => String::new(),
        };
        let line = format!("{}: {record}{}", self.file.display(), self.problem);
        f.write_str(&line.replace(char::is_control, "\u{FFFD}"))
    }
}

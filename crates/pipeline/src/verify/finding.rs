//! The faults of a pack, each in one line: the file, the record, the fault.

use crate::bucket::Level;
use crate::dig::Symmetry;
use crate::filter::Lack;
use crate::grid::{Cell, House, PuzzleId};
use crate::pack::ManifestProblem;
use crate::rate::{Rating, Ratings, Rule};
use std::error::Error;
use std::fmt;
use std::path::PathBuf;

/// A single fault with its place. It is shown in one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The file or folder in which it is.
    pub file: PathBuf,
    /// The record, where it is one.
    pub record: Option<RecordPlace>,
    /// The fault.
    pub problem: PackProblem,
}

/// The place of a record in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordPlace {
    /// Its place in the file, counted from 1; also its line in the `.sdm` file.
    pub place: u64,
    /// The number of its candidate.
    pub number: u64,
}

/// A fault of a file or a record.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PackProblem {
    /// A file or folder cannot be read, or its frames cannot.
    #[error("{0}")]
    Unreadable(String),
    /// The folder was named twice.
    #[error("was given twice; it is looked at once")]
    GivenTwice,
    /// The manifest is not as it was written.
    #[error("{0}")]
    Manifest(#[from] ManifestProblem),
    /// The manifest contradicts itself or its job.
    #[error("claims {claim}, which cannot be true: {reason}")]
    Claim {
        /// The claim.
        claim: String,
        /// The reason why it cannot be.
        reason: String,
    },
    /// The manifest lists other files than those of the job's levels.
    #[error("lists other files than those of the levels of its job, or in another order")]
    Listing,
    /// A listed file is not there.
    #[error("is listed in the manifest and missing")]
    Missing,
    /// A file is there that the manifest does not list.
    #[error("does not belong to the pack")]
    Foreign,
    /// A file has another size than listed.
    #[error("has {found} bytes, the manifest says {listed}")]
    Size {
        /// Bytes by the manifest.
        listed: u64,
        /// Bytes there are.
        found: u64,
    },
    /// A file has another hash than listed.
    #[error("was changed after the pack was written: its BLAKE3 is not that of the manifest")]
    Hash,
    /// A level has other than the claimed number of records.
    #[error("holds {found} records, the manifest says {claimed}")]
    Made {
        /// Records by the manifest.
        claimed: u64,
        /// Records there are.
        found: u64,
    },
    /// A record has no greater number than the one before.
    #[error("comes after number {after}: numbers must ascend")]
    Order {
        /// The number of the record before.
        after: u64,
    },
    /// A record has a number that the run never used.
    #[error("has a number that is not among the {numbers} candidates used")]
    Number {
        /// Number of candidates used.
        numbers: u64,
    },
    /// Another record of the pack has the same number.
    #[error("has the number of another record of this pack")]
    NumberTwice,
    /// A record is in the file of another level.
    #[error("is of level {level} and does not belong into this file")]
    File {
        /// The record's level.
        level: Level,
    },
    /// A solution has a digit twice in a house.
    #[error("its solution is no full grid")]
    NoGrid,
    /// A solution has another digit than the puzzle in some cell.
    #[error("its solution does not agree with the puzzle")]
    NoSolution,
    /// A puzzle has several solutions.
    #[error("has another solution besides its own")]
    NotUnique,
    /// A record has another level than its rating.
    #[error("was packed as {packed}, its rating makes it {rated}")]
    Level {
        /// The recorded level.
        packed: Level,
        /// The true level.
        rated: Level,
    },
    /// A record's rating is one that the job's scheme has no level for.
    #[error("was packed as {packed}, the job's scheme has no level for its rating")]
    NoLevel {
        /// The recorded level.
        packed: Level,
    },
    /// A record has another rating than the puzzle.
    #[error("its rating is not that of the job's scheme: {}", .0)]
    Rating(RatingDifference),
    /// A puzzle has fewer or more clues than the job wants.
    #[error("has {clues} clues, the job wants {min} to {max}")]
    Clues {
        /// Number of clues that the puzzle has.
        clues: usize,
        /// The fewest wanted.
        min: u8,
        /// The most wanted.
        max: u8,
    },
    /// A row or box has fewer or more clues than the job wants.
    #[error("{house} has {clues} clues, the job wants {min} to {max} in every {}", house.kind())]
    HouseClues {
        /// The row or box.
        house: House,
        /// Number of clues that it has.
        clues: usize,
        /// The fewest wanted.
        min: u8,
        /// The most wanted.
        max: u8,
    },
    /// The cells with clues are not as symmetric as the job wants.
    #[error("its clues lack the symmetry that the job wants, {0}")]
    Symmetry(Symmetry),
    /// A puzzle lacks what the job's filters ask.
    #[error("does not pass the job's filters: it {0}")]
    Filter(Lack),
    /// Other cells have clues than the job's pattern marks.
    #[error("its clues are not those that the job's pattern marks")]
    Pattern,
    /// A puzzle gives fewer or more different digits than the job wants.
    #[error("gives {digits} different digits, the job wants {wanted}")]
    Digits {
        /// Number of digits that it gives.
        digits: usize,
        /// Number of digits that are wanted.
        wanted: u8,
    },
    /// A clue can be removed, and the job wants minimal puzzles.
    #[error("has a clue that is not needed, at {0}, and the job wants minimal puzzles")]
    NotMinimal(Cell),
    /// A puzzle has another id than recorded.
    #[error("its id is {found}, which is not the recorded one")]
    Id {
        /// The id of its canonical form.
        found: PuzzleId,
    },
    /// A puzzle was met before, in this pack or another.
    #[error("is the same puzzle as record {place} of {}", file.display())]
    Repeat {
        /// The file that holds it.
        file: PathBuf,
        /// Its place there, from 1.
        place: u64,
    },
    /// The job makes no puzzle at a record's number.
    #[error("is not of the job: its seed gives no puzzle at this number")]
    NoCandidate,
    /// The job makes another puzzle at a record's number, or one with other ratings.
    #[error("is not of the job: its seed gives another puzzle or other ratings at this number")]
    OtherCandidate,
    /// A puzzle that the job makes is not in the pack, and nothing kept it out.
    #[error(
        "lacks candidate {number}: the job's seed gives a puzzle of level {level} there, and neither a quota nor a repeat kept it out"
    )]
    Lacking {
        /// The candidate's number.
        number: u64,
        /// The scheme's name of its level.
        level: String,
    },
    /// A line of an `.sdm` file is not the record's puzzle.
    #[error("line {line} is not the puzzle of record {line} of the level's .pack file")]
    Line {
        /// The line, from 1.
        line: u64,
    },
    /// An `.sdm` file has more lines than there are records.
    #[error("goes on after line {lines}, the last of the level's records")]
    MoreLines {
        /// Number of lines that there should be.
        lines: u64,
    },
}

/// The first difference between a recorded rating and the true one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RatingDifference {
    /// One says that the rules reach the solution, the other that they don't.
    Solved {
        /// The true value.
        rated: bool,
    },
    /// D.
    Difficulty {
        /// The recorded value.
        packed: f64,
        /// The true value.
        rated: f64,
    },
    /// A rating made on request only; `None` where it is lacking.
    Extra {
        /// The rating.
        rating: &'static str,
        /// The recorded value.
        packed: Option<u32>,
        /// The true value.
        rated: Option<u32>,
    },
    /// A count of `rules`, or of `used`.
    Count {
        /// `rules` or `used`.
        counts: &'static str,
        /// The rule that is counted.
        rule: Rule,
        /// The recorded value.
        packed: u32,
        /// The true value.
        rated: u32,
    },
}

impl RatingDifference {
    /// Returns the first difference; `None` if there is none. D must have the same bits.
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
    /// Turns an error with all its causes into a problem of one line.
    pub(super) fn unreadable(error: &dyn Error) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            text = format!("{text}: {error}");
            cause = error.source();
        }
        Self::Unreadable(text)
    }
}

/// Displays a finding. File names and manifests may hold anything: characters that would break the
/// line or control a terminal are shown as a replacement character.
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

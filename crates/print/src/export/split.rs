//! Divides puzzles among files by shares, such as 98 % for training and 2 % for tests.
//!
//! The canonical form of a puzzle's solution decides into which file the puzzle goes. So puzzles with the same
//! solution, even if turned or relabelled, go into the same file in every run and every pack. Otherwise, a program
//! could learn the solutions of the test puzzles from the training puzzles.

use crate::grid::{Board, Canonical, text};
use std::str::FromStr;

/// The files into which puzzles are split, each with its share of the puzzles.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// The names of the files with their shares, which sum to 1.
    parts: Vec<(String, f64)>,
}

impl Split {
    /// Returns the names of the split's parts, in the order in which the user gave them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the index of the part, from 0, for the puzzles with this solution.
    ///
    /// # Panics
    /// If `solution` is not a full grid.
    pub fn part(&self, solution: &Board) -> usize {
        let form = Canonical::of(solution, solution);
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"sudoku-factory split 1");
        hasher.update(&text::line_bytes(&form.solution, b'0'));
        let mut first = [0; 8];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        // A number from 0 to 1 holds 53 bits exactly.
        let place = (u64::from_le_bytes(first) >> 11) as f64 / (1u64 << 53) as f64;
        let mut end = 0.0;
        let found = self.parts.iter().position(|(_, share)| {
            end += share;
            place < end
        });
        found.unwrap_or(self.parts.len() - 1)
    }
}

/// The error for a text that is not a split.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SplitError {
    /// A part of the text is not in the form NAME=SHARE, with a share above 0 and at most 1.
    #[error("{0:?} is not NAME=SHARE, such as train=0.98")]
    Part(String),
    /// A name is empty, or contains characters other than letters, digits, `-` and `_`.
    #[error("{0:?} cannot name a part: use letters, digits, - and _")]
    Name(String),
    /// Two parts have the same name, apart from upper and lower case.
    #[error("{0} occurs twice")]
    Twice(String),
    /// The shares do not sum to 1.
    #[error("the shares sum to {0}, not to 1")]
    Sum(f64),
}

/// Reads names and shares, separated by commas.
///
/// ```
/// use factory_print::export::Split;
/// let split: Split = "train=.98,test=.02".parse()?;
/// assert_eq!(split.names().collect::<Vec<_>>(), ["train", "test"]);
/// assert!("train=.98,test=.2".parse::<Split>().is_err());
/// # Ok::<(), factory_print::export::SplitError>(())
/// ```
impl FromStr for Split {
    type Err = SplitError;

    fn from_str(text: &str) -> Result<Self, SplitError> {
        let mut parts: Vec<(String, f64)> = Vec::new();
        for part in text.split(',') {
            let named = part
                .split_once('=')
                .map(|(name, share)| (name.trim(), share.trim().parse()));
            let (name, share) = match named {
                Some((name, Ok(share))) if share > 0.0 && share <= 1.0 => (name, share),
                _ => return Err(SplitError::Part(part.to_owned())),
            };
            let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            if name.is_empty() || !name.chars().all(fits) {
                return Err(SplitError::Name(name.to_owned()));
            }
            if parts
                .iter()
                .any(|(known, _)| known.eq_ignore_ascii_case(name))
            {
                return Err(SplitError::Twice(name.to_owned()));
            }
            parts.push((name.to_owned(), share));
        }
        let sum: f64 = parts.iter().map(|(_, share)| share).sum();
        if (sum - 1.0).abs() > 1e-6 {
            return Err(SplitError::Sum((sum * 1e6).round() / 1e6));
        }
        Ok(Self { parts })
    }
}

//! The regions of a jigsaw puzzle: n connected regions of n cells each, which take the place of the boxes.
//!
//! In text, regions have one letter for each cell, and the cells of a region have the same letter. Regions are
//! numbered in the order of their first cells, whatever the letters are.

use super::text::Alphabet;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The regions of a board, with the number of the region of each cell; displayed as one line of letters, and parsed
/// from n lines of n letters or digits, or from one line.
///
/// ```
/// use sudoku_engine::grid::Regions;
/// let regions: Regions = "AAABBB\nACCCBB\nAADCBE\nFDDCCE\nFFDDDE\nFFFEEE".parse()?;
/// assert_eq!((regions.side(), regions.of_cell(8)), (6, 2));
/// assert_eq!(regions.members()[1], [3, 4, 5, 10, 11, 16]);
/// # Ok::<(), sudoku_engine::grid::RegionsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Regions {
    side: u8,
    /// The region of each cell, from 0.
    of_cell: Box<[u8]>,
}

/// The error for a drawing whose regions can't be used for a jigsaw puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegionsError {
    /// The number of cells in the text is not a square, or is too small or too large.
    #[error("{0} cells are no square board: expected n lines of n letters, with n from 4 to 25")]
    Cells(usize),
    /// The text has fewer or more lines than the board has rows.
    #[error("{lines} lines of {side} letters are no board: expected {side} lines")]
    Lines {
        /// The number of lines.
        lines: usize,
        /// The number of letters in the first line.
        side: usize,
    },
    /// A line is longer or shorter than the first line.
    #[error("line {line} has {length} letters, and line 1 has {side}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The number of letters in that line.
        length: usize,
        /// The number of letters in the first line.
        side: usize,
    },
    /// The character for a cell is neither a letter nor a digit.
    #[error("{cell} holds {symbol:?}: regions are named by letters and digits")]
    Symbol {
        /// The name of the cell.
        cell: String,
        /// The character.
        symbol: char,
    },
    /// A region has more cells than a row.
    #[error(
        "region {region} has too many cells: {cell} is its cell {count}, and each region has {side}"
    )]
    TooMany {
        /// The letter of the region.
        region: char,
        /// The name of the first cell beyond the allowed number of cells.
        cell: String,
        /// The number of cells of the region up to and including this cell.
        count: usize,
        /// The number of cells of every region.
        side: usize,
    },
    /// A region has fewer cells than a row.
    #[error(
        "region {region}, which begins at {cell}, has too few cells: {count}, and each region has {side}"
    )]
    TooFew {
        /// The letter of the region.
        region: char,
        /// The name of the region's first cell.
        cell: String,
        /// The number of the region's cells.
        count: usize,
        /// The number of cells of every region.
        side: usize,
    },
    /// A region is not connected.
    #[error("region {region} is not connected: no path within it leads from {from} to {to}")]
    Parted {
        /// The letter of the region.
        region: char,
        /// The name of the region's first cell.
        from: String,
        /// The name of a cell of the region that can't be reached from its first cell.
        to: String,
    },
    /// A region is a whole row or column, and so adds nothing.
    #[error("region {region}, which begins at {cell}, is a whole row or column")]
    Straight {
        /// The letter of the region.
        region: char,
        /// The name of the region's first cell.
        cell: String,
    },
}

impl Regions {
    /// Makes the regions from one character for each cell, in reading order; cells with the same character form a
    /// region.
    ///
    /// # Errors
    /// [`RegionsError`] unless there are n connected regions of n cells each, with n from 4 to 25, and none of
    /// them is a row or column.
    pub fn from_letters(letters: &[char]) -> Result<Self, RegionsError> {
        let side = letters.len().isqrt();
        if !(4..=25).contains(&side) || side * side != letters.len() {
            return Err(RegionsError::Cells(letters.len()));
        }
        let mut known: Vec<(char, Vec<usize>)> = Vec::new();
        let mut of_cell = Vec::with_capacity(letters.len());
        for (cell, &letter) in letters.iter().enumerate() {
            let place = known.iter().position(|(it, _)| *it == letter);
            let place = place.unwrap_or(known.len());
            if place == known.len() {
                known.push((letter, Vec::new()));
            }
            let members = &mut known[place].1;
            members.push(cell);
            if members.len() > side {
                return Err(RegionsError::TooMany {
                    region: letter,
                    cell: name(cell, side),
                    count: members.len(),
                    side,
                });
            }
            of_cell.push(place as u8);
        }
        for (region, members) in &known {
            check(*region, members, side)?;
        }
        Ok(Self {
            side: side as u8,
            of_cell: of_cell.into(),
        })
    }

    /// Returns the number of cells in a row, which is also the number of regions.
    pub const fn side(&self) -> usize {
        self.side as usize
    }

    /// Returns the number of the region of a cell, from 0.
    #[inline]
    pub fn of_cell(&self, cell: usize) -> usize {
        self.of_cell[cell].into()
    }

    /// Returns the number of the region of each cell.
    pub fn cells(&self) -> &[u8] {
        &self.of_cell
    }

    /// Returns the cells of each region in reading order.
    pub fn members(&self) -> Vec<Vec<u16>> {
        let mut members = vec![Vec::with_capacity(self.side()); self.side()];
        for (cell, &region) in (0..).zip(&self.of_cell) {
            members[usize::from(region)].push(cell);
        }
        members
    }
}

/// Checks the cells of one region.
fn check(region: char, members: &[usize], side: usize) -> Result<(), RegionsError> {
    let cell = || name(members[0], side);
    if members.len() < side {
        return Err(RegionsError::TooFew {
            region,
            cell: cell(),
            count: members.len(),
            side,
        });
    }
    if let Some(lost) = unreached(members, side) {
        return Err(RegionsError::Parted {
            region,
            from: cell(),
            to: name(lost, side),
        });
    }
    let is_straight = |line: fn(usize, usize) -> usize| {
        let mut cells = members.iter();
        cells.all(|&it| line(it, side) == line(members[0], side))
    };
    match is_straight(|cell, side| cell / side) || is_straight(|cell, side| cell % side) {
        true => Err(RegionsError::Straight {
            region,
            cell: cell(),
        }),
        false => Ok(()),
    }
}

/// Returns the first cell of `members` (at most 32 cells) that no path within these cells joins to `members[0]`; `None`
/// if all are connected.
pub(crate) fn unreached(members: &[usize], side: usize) -> Option<usize> {
    let is_beside = |one: usize, other: usize| {
        let is_in_row = one / side == other / side && one.abs_diff(other) == 1;
        is_in_row || one.abs_diff(other) == side
    };
    let (mut reached, mut waiting) = (1_u32, 1_u32);
    while waiting != 0 {
        let from = members[waiting.trailing_zeros() as usize];
        waiting &= waiting - 1;
        for (place, &cell) in members.iter().enumerate() {
            if reached >> place & 1 == 0 && is_beside(from, cell) {
                reached |= 1 << place;
                waiting |= 1 << place;
            }
        }
    }
    let lost = (0..members.len()).find(|place| reached >> place & 1 == 0);
    lost.map(|place| members[place])
}

/// Returns the name of a cell, such as `r3c4`.
fn name(cell: usize, side: usize) -> String {
    format!("r{}c{}", cell / side + 1, cell % side + 1)
}

impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.of_cell.iter();
        let line: String = letters
            .map(|&region| Alphabet::Letters.symbol(region + 1))
            .collect();
        f.pad(&line)
    }
}

impl FromStr for Regions {
    type Err = RegionsError;

    fn from_str(text: &str) -> Result<Self, RegionsError> {
        let lines: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.trim().chars().collect::<Vec<char>>())
            .filter(|line| !line.is_empty())
            .collect();
        let letters = lines.concat();
        let side = match lines.as_slice() {
            [line] => line.len().isqrt(),
            _ => lines.first().map_or(0, Vec::len),
        };
        if lines.len() > 1 {
            let uneven = (1..).zip(&lines).find(|(_, it)| it.len() != side);
            if let Some((line, letters)) = uneven {
                let length = letters.len();
                return Err(RegionsError::Line { line, length, side });
            }
            if lines.len() != side {
                let lines = lines.len();
                return Err(RegionsError::Lines { lines, side });
            }
        }
        let odd = letters.iter().position(|it| !it.is_ascii_alphanumeric());
        if let Some(cell) = odd {
            return Err(RegionsError::Symbol {
                cell: name(cell, side.max(1)),
                symbol: letters[cell],
            });
        }
        Self::from_letters(&letters)
    }
}

impl TryFrom<String> for Regions {
    type Error = RegionsError;

    fn try_from(text: String) -> Result<Self, RegionsError> {
        text.parse()
    }
}

impl From<Regions> for String {
    fn from(regions: Regions) -> Self {
        regions.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIX: &str = "AAABBB\nACCCBB\nAADCBE\nFDDCCE\nFFDDDE\nFFFEEE";

    #[test]
    fn a_drawing_comes_back_whatever_its_letters() {
        let regions: Regions = SIX.parse().unwrap();
        assert_eq!(regions.to_string(), SIX.replace('\n', ""));
        assert_eq!(regions.to_string().parse(), Ok(regions.clone()));
        let renamed = SIX.replace('A', "7").replace('F', "a");
        assert_eq!(renamed.parse(), Ok(regions));
    }

    #[test]
    fn what_is_no_drawing_is_said_with_its_cell() {
        let said = |text: &str| text.parse::<Regions>().unwrap_err().to_string();
        insta::assert_snapshot!(said("AAB"), @"3 cells are no square board: expected n lines of n letters, with n from 4 to 25");
        insta::assert_snapshot!(said(""), @"0 cells are no square board: expected n lines of n letters, with n from 4 to 25");
        insta::assert_snapshot!(said(&SIX.replace("FFFEEE", "FFFEE")), @"line 6 has 5 letters, and line 1 has 6");
        insta::assert_snapshot!(said("AAABBB\nAAABBB"), @"2 lines of 6 letters are no board: expected 6 lines");
        insta::assert_snapshot!(said(&SIX.replace("FFDDDE", "FFD.DE")), @"r5c4 holds '.': regions are named by letters and digits");
        insta::assert_snapshot!(said(&SIX.replace("FFDDDE", "FFFDDE")), @"region F has too many cells: r6c3 is its cell 7, and each region has 6");
        insta::assert_snapshot!(said(&SIX.replace("AAABBB", "XAABBB")), @"region X, which begins at r1c1, has too few cells: 1, and each region has 6");
        insta::assert_snapshot!(said(&SIX.replace("AAABBB", "AABABB").replace("ACCCBB", "BCCCAB")), @"region A is not connected: no path within it leads from r1c1 to r1c4");
        insta::assert_snapshot!(said("AAAAAABBBBBBCCCCCCDDDDDDEEEEEEFFFFFF"), @"region A, which begins at r1c1, is a whole row or column");
    }
}

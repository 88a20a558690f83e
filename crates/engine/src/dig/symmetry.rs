//! The symmetries of a puzzle's clues, and the orbits of each symmetry: the sets of cells that are blanked together.

use crate::grid::{CELLS, CellSet, SIDE};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A symmetry of the cells with clues, which decides which cells are blanked together.
///
/// ```
/// use sudoku_engine::Symmetry;
/// assert_eq!("rotate180".parse(), Ok(Symmetry::Rotate180));
/// // The centre alone, and forty pairs.
/// assert_eq!(Symmetry::Rotate180.orbits().len(), 41);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Symmetry {
    /// No symmetry: every cell is blanked alone.
    None,
    /// A half turn, as in most newspapers.
    Rotate180,
    /// A quarter turn.
    Rotate90,
    /// Left and right are mirror images.
    MirrorHorizontal,
    /// Top and bottom are mirror images.
    MirrorVertical,
    /// A reflection in the diagonal from the top left.
    Diagonal,
    /// A reflection in the diagonal from the top right.
    AntiDiagonal,
    /// All eight turns and mirror images of the square.
    Full,
}

impl Symmetry {
    /// The symmetries, in the order in which listings show them.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::Rotate180,
        Self::Rotate90,
        Self::MirrorHorizontal,
        Self::MirrorVertical,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::Full,
    ];

    /// Returns the name used in options and job files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rotate180 => "rotate180",
            Self::Rotate90 => "rotate90",
            Self::MirrorHorizontal => "mirror-horizontal",
            Self::MirrorVertical => "mirror-vertical",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
            Self::Full => "full",
        }
    }

    /// Returns the orbits (the sets of cells that are blanked together), in the order of their
    /// first cells. Each cell is in exactly one orbit.
    pub fn orbits(self) -> &'static [CellSet] {
        let table = &ORBITS[self as usize];
        &table.sets[..table.count]
    }

    /// Returns whether a puzzle with this symmetry can have this many clues, that is, whether some of the orbits have
    /// this many cells in total.
    ///
    /// ```
    /// use sudoku_engine::dig::Symmetry;
    /// assert!(Symmetry::Rotate90.reaches(25) && !Symmetry::Rotate90.reaches(26));
    /// ```
    pub fn reaches(self, clues: u8) -> bool {
        let sums = self
            .orbits()
            .iter()
            .fold(1u128, |sums, orbit| sums | sums << orbit.len());
        usize::from(clues) <= CELLS && sums >> clues & 1 == 1
    }

    /// Returns the cells to which two moves of the symmetry take the cell in this row and column. All other moves
    /// of the symmetry are combinations of these two. If a single move is enough, it is used twice.
    const fn images(self, row: usize, column: usize) -> [(usize, usize); 2] {
        let (below, right) = (SIDE - 1 - row, SIDE - 1 - column);
        match self {
            Self::None => [(row, column); 2],
            Self::Rotate180 => [(below, right); 2],
            Self::Rotate90 => [(column, below); 2],
            Self::MirrorHorizontal => [(row, right); 2],
            Self::MirrorVertical => [(below, column); 2],
            Self::Diagonal => [(column, row); 2],
            Self::AntiDiagonal => [(right, below); 2],
            Self::Full => [(column, row), (row, right)],
        }
    }
}

struct Orbits {
    sets: [CellSet; CELLS],
    count: usize,
}

static ORBITS: [Orbits; 8] = {
    const NONE: Orbits = Orbits {
        sets: [CellSet::EMPTY; CELLS],
        count: 0,
    };
    let mut tables = [NONE; 8];
    let mut index = 0;
    while index < tables.len() {
        tables[index] = orbits_of(Symmetry::ALL[index]);
        index += 1;
    }
    tables
};

const fn orbits_of(symmetry: Symmetry) -> Orbits {
    let mut table = Orbits {
        sets: [CellSet::EMPTY; CELLS],
        count: 0,
    };
    let mut met = 0u128;
    let mut first = 0;
    while first < CELLS {
        if met >> first & 1 == 0 {
            let orbit = orbit_of(symmetry, first);
            met |= orbit;
            table.sets[table.count] = CellSet::from_bits(orbit);
            table.count += 1;
        }
        first += 1;
    }
    table
}

/// Returns the orbit of a cell under a symmetry, one bit for each cell. Images are added until there are no new
/// ones.
const fn orbit_of(symmetry: Symmetry, first: usize) -> u128 {
    let (mut orbit, mut before) = (1u128 << first, 0);
    while orbit != before {
        before = orbit;
        let mut rest = before;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let [one, other] = symmetry.images(cell / SIDE, cell % SIDE);
            orbit |= 1 << (one.0 * SIDE + one.1) | 1 << (other.0 * SIDE + other.1);
        }
    }
    orbit
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of a symmetry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no symmetry is called {0:?}; there are none, rotate180, rotate90, mirror-horizontal, mirror-vertical, diagonal, anti-diagonal, full"
)]
pub struct UnknownSymmetry(String);

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(text: &str) -> Result<Self, UnknownSymmetry> {
        let found = Self::ALL
            .into_iter()
            .find(|symmetry| symmetry.name() == text);
        found.ok_or_else(|| UnknownSymmetry(text.to_owned()))
    }
}

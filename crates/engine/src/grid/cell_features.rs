//! The features that a puzzle can have besides its clues: the regions of a jigsaw puzzle, and marks for even and
//! odd digits.
//!
//! Written as bytes, the features take one byte for each cell. The lower five bits are the number of the cell's
//! region, and the next two are the cell's mark.

use super::{ExtraRule, Layout, Regions};

/// The mark of a cell that says which digits the cell may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Parity {
    /// The digit is odd; the mark is a circle.
    Odd,
    /// The digit is even; the mark is a square.
    Even,
}

impl Parity {
    /// Returns the parity of a digit.
    pub const fn of(digit: u8) -> Self {
        match digit % 2 {
            0 => Self::Even,
            _ => Self::Odd,
        }
    }

    /// Returns the letter of the mark in a text, `e` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Self::Odd => 'o',
            Self::Even => 'e',
        }
    }
}

/// The regions and the marks of a puzzle, if the puzzle has any.
///
/// ```
/// use sudoku_engine::grid::{CellFeatures, Parity};
/// let marks: Vec<Option<Parity>> = (1..=16).map(|n| (n == 2).then_some(Parity::of(n))).collect();
/// let features = CellFeatures::new(None, Some(marks));
/// assert_eq!(features.marks_line().as_deref(), Some(".e.............."));
/// assert_eq!(CellFeatures::from_bytes(&features.bytes()), Some(features));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CellFeatures {
    regions: Option<Regions>,
    /// The mark of each cell; `None` if no cell has a mark.
    marks: Option<Box<[Option<Parity>]>>,
}

/// The mask for the bits of a byte that hold the number of a region.
const REGION: u8 = 31;
const ODD: u8 = 1 << 5;
const EVEN: u8 = 1 << 6;

impl CellFeatures {
    /// The features of a puzzle that has neither regions nor marks of its own.
    pub const NONE: Self = Self {
        regions: None,
        marks: None,
    };

    /// Makes the features from regions and the marks of all cells in reading order.
    pub fn new(regions: Option<Regions>, marks: Option<Vec<Option<Parity>>>) -> Self {
        let marks = marks.filter(|marks| marks.iter().any(Option::is_some));
        Self {
            regions,
            marks: marks.map(Into::into),
        }
    }

    /// Returns the regions, if the puzzle has its own.
    pub const fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// Returns whether any cell has a mark.
    pub const fn has_marks(&self) -> bool {
        self.marks.is_some()
    }

    /// Returns the mark of a cell.
    #[inline]
    pub fn mark(&self, cell: usize) -> Option<Parity> {
        self.marks.as_ref()?.get(cell).copied().flatten()
    }

    /// Returns the marks as a line: `o` for odd, `e` for even, a dot for no mark; `None` without marks.
    pub fn marks_line(&self) -> Option<String> {
        let letter = |mark: &Option<Parity>| mark.map_or('.', Parity::letter);
        let marks = self.marks.as_ref()?;
        Some(marks.iter().map(letter).collect())
    }

    /// Returns the features as the words that follow the puzzle on its line: first the regions, then the marks.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let regions = self.regions.as_ref().map(ToString::to_string);
        regions.into_iter().chain(self.marks_line())
    }

    /// Returns the line of a puzzle: the puzzle, then its regions and its marks, each after a space.
    pub fn line(&self, puzzle: String) -> String {
        let words: Vec<String> = std::iter::once(puzzle).chain(self.words()).collect();
        words.join(" ")
    }

    /// Reads marks from a line as [`CellFeatures::marks_line`] writes it, or in capital letters; `None` if the line
    /// has other characters.
    pub fn marks_of(line: &str) -> Option<Vec<Option<Parity>>> {
        let mark = |letter: char| match letter.to_ascii_lowercase() {
            'o' => Some(Some(Parity::Odd)),
            'e' => Some(Some(Parity::Even)),
            '.' => Some(None),
            _ => None,
        };
        line.chars().map(mark).collect()
    }

    /// Returns only the features that puzzles of the layout can have. Features of a board of another size are also
    /// dropped.
    #[must_use]
    pub fn of_layout(self, layout: Layout) -> Self {
        let fits =
            |regions: &Regions| layout.has(ExtraRule::Jigsaw) && regions.side() == layout.side();
        let has_marks = layout.has(ExtraRule::EvenOdd);
        Self {
            regions: self.regions.filter(fits),
            marks: self
                .marks
                .filter(|marks| has_marks && marks.len() == layout.cells()),
        }
    }

    /// Returns whether these are features of a puzzle of this layout: regions if the layout is a jigsaw, at least one
    /// mark if the layout marks even and odd digits, and nothing else.
    pub fn fits(&self, layout: Layout) -> bool {
        let wants = |rule| layout.has(rule);
        self.regions.is_some() == wants(ExtraRule::Jigsaw)
            && self.marks.is_some() == wants(ExtraRule::EvenOdd)
            && self.clone().of_layout(layout) == *self
    }

    /// Returns the features as bytes, one for each cell; no bytes if there are no features.
    pub fn bytes(&self) -> Vec<u8> {
        let cells = match (&self.regions, &self.marks) {
            (Some(regions), _) => regions.cells().len(),
            (None, marks) => marks.as_ref().map_or(0, |marks| marks.len()),
        };
        let region = |cell| self.regions.as_ref().map_or(0, |it| it.cells()[cell]);
        let mark = |cell| match self.mark(cell) {
            None => 0,
            Some(Parity::Odd) => ODD,
            Some(Parity::Even) => EVEN,
        };
        (0..cells).map(|cell| region(cell) | mark(cell)).collect()
    }

    /// Reads features from bytes, one byte per cell; `None` if the bytes don't describe regions and marks.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mark = |&byte: &u8| match byte & !REGION {
            0 => Some(None),
            ODD => Some(Some(Parity::Odd)),
            EVEN => Some(Some(Parity::Even)),
            _ => None,
        };
        let marks: Vec<Option<Parity>> = bytes.iter().map(mark).collect::<Option<_>>()?;
        let numbers = bytes.iter().map(|byte| byte & REGION);
        let regions = match numbers.clone().any(|number| number > 0) {
            false => None,
            true => {
                let letters: Vec<char> = numbers.clone().map(|it| char::from(b'A' + it)).collect();
                let regions = Regions::from_letters(&letters).ok()?;
                // Another numbering of the same regions would be another record of the same puzzle.
                let is_numbered = numbers.eq(regions.cells().iter().copied());
                Some(regions).filter(|_| is_numbered)?.into()
            }
        };
        Some(Self::new(regions, Some(marks)))
    }
}

//! The limits of five levels of a whole number.

/// The greatest values of levels 1 to 4, ascending. All greater values have level 5; values below
/// the paper's range have level 1.
///
/// ```
/// use sudoku_engine::rate::looks::BLANKS;
/// assert_eq!([40, 45, 46, 60, 61, 81].map(|blanks| BLANKS.level(blanks)), [1, 1, 2, 4, 5, 5]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits([u16; 4]);

impl Limits {
    /// Makes limits that end levels 1 to 4 at these values.
    pub(super) const fn new(ends: [u16; 4]) -> Self {
        Self(ends)
    }

    /// Returns the greatest values of levels 1 to 4.
    pub const fn ends(self) -> [u16; 4] {
        self.0
    }

    /// Returns the level of a value, 1 to 5.
    #[inline]
    pub fn level(self, value: u16) -> u8 {
        self.0
            .iter()
            .fold(1, |level, &end| level + u8::from(value > end))
    }
}

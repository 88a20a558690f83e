//! A digit, and a set of digits in nine bits.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A digit from 1 to 9.
///
/// ```
/// use sudoku_engine::Digit;
/// let seven = Digit::new(7).expect("1 to 9");
/// assert_eq!((seven.value(), seven.index()), (7, 6));
/// assert_eq!(Digit::new(0), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Digit(u8);

impl Digit {
    /// Makes the digit with this value; `None` unless the value is 1 to 9.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        if value >= 1 && value <= 9 {
            Some(Self(value))
        } else {
            None
        }
    }

    /// Makes the digit with this index, 0 to 8, in a table of digits: the inverse of
    /// [`Digit::index`].
    ///
    /// # Panics
    /// If `index` is 9 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 9, "digit places run from 0 to 8");
        Self(index as u8 + 1)
    }

    /// Returns the digits 1 to 9, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (1..=9).map(Self)
    }

    /// Returns the value, 1 to 9.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// Returns the digit's index in a table, 0 to 8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u8> for Digit {
    type Error = String;

    fn try_from(value: u8) -> Result<Self, Self::Error> {
        Self::new(value).ok_or_else(|| format!("digits run from 1 to 9, not {value}"))
    }
}

impl From<Digit> for u8 {
    fn from(digit: Digit) -> Self {
        digit.0
    }
}

/// A set of digits: bit 0 is the digit 1, bit 8 the digit 9. `a | b` is the union, `a & b` the
/// intersection, `a - b` the digits that are in `a` only.
///
/// ```
/// use sudoku_engine::{Digit, DigitSet};
/// let odd: DigitSet = Digit::all().filter(|digit| digit.value() % 2 == 1).collect();
/// assert_eq!(odd.len(), 5);
/// assert_eq!(DigitSet::ALL.difference(odd).first(), Digit::new(2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DigitSet(u16);

/// The number of digits in every possible set. If the program is built for processors that may lack an instruction
/// to count bits, a lookup is faster than counting.
static LENGTHS: [u8; 512] = {
    let mut table = [0; 512];
    let mut bits = 0_usize;
    while bits < 512 {
        table[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    table
};

impl DigitSet {
    /// The set without digits.
    pub const EMPTY: Self = Self(0);
    /// The set of all nine digits.
    pub const ALL: Self = Self(0x1FF);

    /// Makes the set with these nine bits; higher bits are dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x1FF)
    }

    /// Returns the set as nine bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Makes a set of one digit.
    #[inline]
    pub const fn of(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// Counts the digits.
    #[inline]
    pub const fn len(self) -> usize {
        LENGTHS[self.0 as usize] as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the digit is in the set.
    #[inline]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Returns the set with a digit added.
    #[inline]
    #[must_use]
    pub const fn with(self, digit: Digit) -> Self {
        Self(self.0 | 1 << digit.index())
    }

    /// Returns the set with a digit removed.
    #[inline]
    #[must_use]
    pub const fn without(self, digit: Digit) -> Self {
        Self(self.0 & !(1 << digit.index()))
    }

    /// Returns the digits in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the digits in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the digits in this set and not in the other.
    #[inline]
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the smallest digit; `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Digit> {
        if self.0 == 0 {
            None
        } else {
            Some(Digit(self.0.trailing_zeros() as u8 + 1))
        }
    }

    /// Returns the largest digit; `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Digit> {
        if self.0 == 0 {
            None
        } else {
            Some(Digit(self.0.ilog2() as u8 + 1))
        }
    }

    /// Returns the only digit of the set; `None` if the set is empty or has several digits.
    #[inline]
    pub const fn single(self) -> Option<Digit> {
        if self.0.is_power_of_two() {
            self.first()
        } else {
            None
        }
    }
}

impl BitOr for DigitSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitAnd for DigitSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl Sub for DigitSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl BitOrAssign for DigitSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for DigitSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl SubAssign for DigitSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl Iterator for DigitSet {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let digit = self.first()?;
        self.0 &= self.0 - 1;
        Some(digit)
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, Self::with)
    }
}

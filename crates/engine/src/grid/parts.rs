//! Traits for the parts of a [`Geometry`](super::Geometry): cells, digits and houses, sets of these, sets of small
//! numbers, and tables.
//!
//! Each trait has only what the techniques use. The traits for sets include operators such as `|`, so that generic
//! code looks like code for one board size.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Index, IndexMut, Not, Sub, SubAssign};

/// A cell, digit or house: a number with its own type.
pub trait Ordinal: Copy + Debug + Ord + Hash {
    /// Returns the number, from 0, which is the index in a table.
    fn index(self) -> usize;
}

/// A set of cells or digits that is small enough to be copied. As an iterator it returns its members in
/// ascending order; `a | b` is the union, `a & b` the intersection, `a - b` the members that are in `a`
/// only.
pub trait Set:
    Copy
    + Debug
    + Eq
    + BitOr<Output = Self>
    + BitAnd<Output = Self>
    + Sub<Output = Self>
    + BitOrAssign
    + BitAndAssign
    + SubAssign
    + Iterator<Item: Ordinal>
    + FromIterator<<Self as Iterator>::Item>
{
    /// The set without members.
    const EMPTY: Self;

    /// Makes the set of one member.
    fn of(member: Self::Item) -> Self;

    /// Counts the members.
    fn len(self) -> usize;

    /// Returns the members of the set that come after `member`, which need not be in the set itself.
    #[must_use]
    fn after(self, member: Self::Item) -> Self;

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the set contains this member.
    #[inline]
    fn contains(self, member: Self::Item) -> bool {
        !(self & Self::of(member)).is_empty()
    }

    /// Returns whether every member is in the other set.
    #[inline]
    fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Returns whether the sets share no member.
    #[inline]
    fn is_disjoint(self, other: Self) -> bool {
        (self & other).is_empty()
    }

    /// Returns the set with a member added.
    #[inline]
    #[must_use]
    fn with(self, member: Self::Item) -> Self {
        self | Self::of(member)
    }

    /// Returns the set with a member removed.
    #[inline]
    #[must_use]
    fn without(self, member: Self::Item) -> Self {
        self - Self::of(member)
    }

    /// Returns the members of either set.
    #[inline]
    #[must_use]
    fn union(self, other: Self) -> Self {
        self | other
    }

    /// Returns the members of both sets.
    #[inline]
    #[must_use]
    fn intersection(self, other: Self) -> Self {
        self & other
    }

    /// Returns the members of this set that are not in the other.
    #[inline]
    #[must_use]
    fn difference(self, other: Self) -> Self {
        self - other
    }

    /// Returns the first member; `None` if the set is empty.
    #[inline]
    fn first(mut self) -> Option<Self::Item> {
        self.next()
    }

    /// Returns the only member; `None` if the set is empty or has several members.
    #[inline]
    fn single(mut self) -> Option<Self::Item> {
        self.next().filter(|_| self.is_empty())
    }
}

/// A set of small numbers in the bits of one unsigned integer: the places of a house, the numbers of digits,
/// or the houses of one kind.
pub trait NumberSet:
    Copy
    + Debug
    + Eq
    + BitOr<Output = Self>
    + BitAnd<Output = Self>
    + Not<Output = Self>
    + BitOrAssign
    + BitAndAssign
{
    /// The set without numbers.
    const NONE: Self;

    /// Makes the set of one number.
    fn of(n: usize) -> Self;

    /// Counts the numbers.
    fn count_ones(self) -> u32;

    /// Returns the smallest number in the set; for the empty set, a number that is too large to be in any set.
    fn trailing_zeros(self) -> u32;

    /// Returns the largest number in the set.
    ///
    /// # Panics
    /// If the set is empty.
    fn ilog2(self) -> u32;

    /// Returns whether there is exactly one number.
    fn is_power_of_two(self) -> bool;

    /// Returns the set without its smallest number.
    #[must_use]
    fn without_first(self) -> Self;

    /// Returns the subset of `whole` that comes before this one when subsets are ordered as binary numbers;
    /// for the empty set, `whole` itself.
    #[must_use]
    fn previous_subset(self, whole: Self) -> Self;

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns whether `n` is in the set.
    #[inline]
    fn contains(self, n: usize) -> bool {
        !(self & Self::of(n)).is_empty()
    }

    /// Returns the numbers, ascending.
    #[inline]
    fn ones(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let n = (!self.is_empty()).then(|| self.trailing_zeros() as usize)?;
            self = self.without_first();
            Some(n)
        })
    }
}

macro_rules! numbers_in_words {
    ($($word:ty),*) => {$(
        impl NumberSet for $word {
            const NONE: Self = 0;

            #[inline]
            fn of(n: usize) -> Self {
                1 << n
            }

            #[inline]
            fn count_ones(self) -> u32 {
                Self::count_ones(self)
            }

            #[inline]
            fn trailing_zeros(self) -> u32 {
                Self::trailing_zeros(self)
            }

            #[inline]
            fn ilog2(self) -> u32 {
                Self::ilog2(self)
            }

            #[inline]
            fn is_power_of_two(self) -> bool {
                Self::is_power_of_two(self)
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn previous_subset(self, whole: Self) -> Self {
                self.wrapping_sub(1) & whole
            }
        }
    )*};
}

numbers_in_words!(u16, u32, u64, u128);

/// An entry of a [`Table`].
pub trait TableEntry: Copy + Debug + Eq {}

impl<T: Copy + Debug + Eq> TableEntry for T {}

/// A table with an entry for each cell, digit or house, indexed by its number.
pub trait Table<T>: TableEntry + Index<usize, Output = T> + IndexMut<usize> {
    /// Makes a table of equal entries.
    fn filled(entry: T) -> Self;

    /// Returns the entries in order; there may be more entries than the geometry has cells, digits or houses.
    fn as_slice(&self) -> &[T];
}

impl<T: TableEntry, const N: usize> Table<T> for [T; N] {
    #[inline]
    fn filled(entry: T) -> Self {
        [entry; N]
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        self
    }
}

//! The part of a board where a rule must search.

use super::fields::{self, ByHouse};
use crate::grid::{Digit, DigitSet, HOUSES, House};

/// A set of houses and a set of digits. Candidates of these digits were removed in these houses, so rules must
/// search there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scope {
    houses: u32,
    digits: u32,
}

impl Scope {
    /// The empty scope.
    pub(super) const NONE: Self = Self {
        houses: 0,
        digits: 0,
    };

    /// The scope with all houses and all digits.
    pub(super) const ALL: Self = Self {
        houses: (1 << 27) - 1,
        digits: 0x1FF,
    };

    /// Makes the scope with the houses that contain any of these cells, and with these digits (as bits).
    #[inline]
    pub(super) fn around(cells: &ByHouse, digits: u32) -> Self {
        Self {
            houses: fields::houses_of(cells.map(fields::filled)),
            digits,
        }
    }

    /// Returns the houses of the scope, as bits.
    #[inline]
    pub(super) const fn houses(self) -> u32 {
        self.houses
    }

    /// Returns the houses of the scope, in the order of their numbers.
    #[inline]
    pub(crate) fn each_house(self) -> impl Iterator<Item = House> {
        let mut houses = self.houses;
        std::iter::from_fn(move || {
            let house = House::new(houses.trailing_zeros() as usize)?;
            houses &= houses - 1;
            Some(house)
        })
    }

    /// Calls `visit` for each pair of a house and a digit, digit by digit. `houses` lists, for each digit, the houses
    /// to visit, as bits; houses outside the scope are left out.
    #[inline]
    pub(crate) fn by_digit(self, houses: &[u32; 9], mut visit: impl FnMut(House, Digit)) {
        for digit in self.digits() {
            let found = self.within(houses[digit.index()]);
            found.each_house().for_each(|house| visit(house, digit));
        }
    }

    /// Calls `visit` for each pair of a house and a digit, house by house. `houses` lists, for each digit, the houses
    /// to visit, as bits; houses outside the scope are left out.
    #[inline]
    pub(crate) fn by_house(self, houses: &[u32; 9], mut visit: impl FnMut(House, Digit)) {
        let mut digits = [0u16; HOUSES];
        let mut any = 0;
        for (n, &houses) in houses.iter().enumerate() {
            any |= houses;
            for house in self.within(houses).each_house() {
                digits[house.index()] |= 1 << n;
            }
        }
        for house in self.within(any).each_house() {
            DigitSet::from_bits(digits[house.index()]).for_each(|digit| visit(house, digit));
        }
    }

    /// Returns the digits of the scope.
    #[inline]
    pub(crate) fn digits(self) -> DigitSet {
        DigitSet::from_bits(self.digits as u16)
    }

    /// Returns this scope, limited to the houses that are also in the set `houses` (given as bits).
    #[inline]
    #[must_use]
    pub(crate) const fn within(mut self, houses: u32) -> Self {
        self.houses &= houses;
        self
    }

    /// Returns the scope with the houses and digits that are in at least one of the two scopes.
    #[inline]
    #[must_use]
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            houses: self.houses | other.houses,
            digits: self.digits | other.digits,
        }
    }
}

//! A move, with the candidates as they were before it. The links, premises and texts of a step are made from this
//! data.

use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet, House};
use crate::rate::techniques::{Move, Role};

/// A move, together with the candidates before the move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene<'a> {
    pub it: &'a Move,
    pub candidates: &'a Candidates,
}

impl Scene<'_> {
    /// Returns the pattern's cells with this role.
    pub(super) fn cells(&self, role: Role) -> CellSet {
        let cells = self.it.pattern.cells.iter();
        cells.filter(|it| it.1 == role).map(|it| it.0).collect()
    }

    /// Returns the cells of the pattern, whatever their role.
    pub(super) fn all_cells(&self) -> CellSet {
        self.it.pattern.cells.iter().map(|it| it.0).collect()
    }

    /// Returns the pattern's houses with this role.
    pub(super) fn houses(&self, role: Role) -> impl Iterator<Item = House> + Clone {
        let houses = self.it.pattern.houses.iter();
        houses
            .filter(move |it| it.1 == role)
            .map(|it| it.0)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Returns the cells of those candidates of the pattern that have this role.
    pub(super) fn marked(&self, role: Role) -> CellSet {
        let marks = self.it.pattern.candidates.iter();
        marks
            .filter(|it| it.1 == role)
            .map(|it| it.0.cell)
            .collect()
    }

    /// Returns the digits of those candidates of the pattern that have this role.
    pub(super) fn marked_digits(&self, role: Role) -> DigitSet {
        let marks = self.it.pattern.candidates.iter();
        marks
            .filter(|it| it.1 == role)
            .map(|it| it.0.digit)
            .collect()
    }

    /// Returns the digits of the candidates that the move removes.
    pub(super) fn removed_digits(&self) -> DigitSet {
        self.it.removes.iter().map(|mark| mark.digit).collect()
    }

    /// Returns the cells in which the move removes a candidate or places a digit.
    pub(super) fn targets(&self) -> CellSet {
        let marks = self.it.removes.iter().chain(&self.it.sets);
        marks.map(|mark| mark.cell).collect()
    }

    pub(super) fn of_cell(&self, cell: Cell) -> DigitSet {
        self.candidates.of_cell(cell)
    }

    /// Returns the digits that are candidates of at least one of these cells.
    pub(super) fn union(&self, cells: CellSet) -> DigitSet {
        cells.fold(DigitSet::EMPTY, |all, cell| all.union(self.of_cell(cell)))
    }

    /// Returns the places of a digit in a house.
    pub(super) fn within(&self, digit: Digit, house: House) -> CellSet {
        self.candidates.of_digit(digit) & house.cells()
    }

    /// Returns the move's almost locked sets, ordered by the numbers in their roles.
    pub(super) fn locked_sets(&self) -> Vec<CellSet> {
        let sets = (0..=u8::MAX).map(|n| self.cells(Role::LockedSet(n)));
        sets.take_while(|cells| !cells.is_empty()).collect()
    }

    /// Returns the cells of the coloured candidates: one set of cells for each colour.
    pub(super) fn colours(&self) -> Vec<CellSet> {
        let sets = (0..4).map(|n| self.marked(Role::Colour(n)) | self.cells(Role::Colour(n)));
        sets.take_while(|cells| !cells.is_empty()).collect()
    }
}

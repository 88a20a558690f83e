//! A table of bits that is read and written row by row.

use crate::rate::techniques::chains::Ones;

/// A row of `64 * W` bits, in words of 64 bits.
pub(super) type Row<const W: usize> = [u64; W];

/// A table of bits, as a list of rows.
#[derive(Debug, Clone)]
pub(super) struct Rows<const W: usize>(Vec<Row<W>>);

impl<const W: usize> Rows<W> {
    pub(super) fn new(rows: usize) -> Self {
        Self(vec![[0; W]; rows])
    }

    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.0[row][column / 64] |= 1 << (column % 64);
    }

    pub(super) fn contains(&self, row: usize, column: usize) -> bool {
        has(&self.0[row], column)
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &Row<W> {
        &self.0[row]
    }

    /// Sets, in the row with number `row`, every bit that is set in `more`.
    #[inline]
    pub(super) fn add(&mut self, row: usize, more: &Row<W>) {
        add(&mut self.0[row], more);
    }

    /// Returns the numbers of the bits that are set in a row, ascending.
    pub(super) fn iter(&self, row: usize) -> impl Iterator<Item = usize> {
        ones(self.0[row])
    }
}

/// Returns whether bit `column` of a row is set.
#[inline]
pub(super) fn has<const W: usize>(row: &Row<W>, column: usize) -> bool {
    row[column / 64] >> (column % 64) & 1 == 1
}

/// Sets in `row` every bit that is set in `more`.
#[inline]
pub(super) fn add<const W: usize>(row: &mut Row<W>, more: &Row<W>) {
    for (word, more) in row.iter_mut().zip(more) {
        *word |= more;
    }
}

/// Clears the bits of a row that are set in the row `less`.
#[inline]
pub(super) fn drop_from<const W: usize>(row: &mut Row<W>, less: &Row<W>) {
    for (word, less) in row.iter_mut().zip(less) {
        *word &= !less;
    }
}

/// Returns the row without the bits whose numbers are below `from`.
#[inline]
pub(super) fn from<const W: usize>(mut row: Row<W>, from: usize) -> Row<W> {
    row[..from / 64].fill(0);
    if let Some(word) = row.get_mut(from / 64) {
        *word &= u64::MAX << (from % 64);
    }
    row
}

/// Returns, in ascending order, the numbers of the bits that are set in a row, without numbers below `start`.
pub(super) fn ones_from<const W: usize>(row: Row<W>, start: usize) -> impl Iterator<Item = usize> {
    ones(from(row, start))
}

/// Returns the bits that are set in both rows.
#[inline]
pub(super) fn both<const W: usize>(one: &Row<W>, two: &Row<W>) -> Row<W> {
    let mut shared = *one;
    for (word, other) in shared.iter_mut().zip(two) {
        *word &= other;
    }
    shared
}

/// Returns whether no bit of a row is set.
#[inline]
pub(super) fn is_empty<const W: usize>(row: &Row<W>) -> bool {
    row.iter().fold(0, |all, word| all | word) == 0
}

/// Returns whether any bit is set in both rows.
#[inline]
pub(super) fn meet<const W: usize>(one: &Row<W>, two: &Row<W>) -> bool {
    let shared = one.iter().zip(two).fold(0, |shared, (a, b)| shared | a & b);
    shared != 0
}

/// Returns the numbers of the bits that are set in a row, ascending.
pub(super) fn ones<const W: usize>(row: Row<W>) -> Ones<W> {
    Ones::of(row)
}

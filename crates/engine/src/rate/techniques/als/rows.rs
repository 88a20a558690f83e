//! A table of bits, row by row.

/// The words of a row.
const WORDS: usize = 6;
/// The bits of a row: the most sets that are looked at. Digs have 230 in the mean and 350 at most.
pub(super) const COLUMNS: usize = 64 * WORDS;

type Row = [u64; WORDS];

/// Rows of bits.
#[derive(Debug, Clone)]
pub(super) struct Rows(Vec<Row>);

impl Rows {
    pub(super) fn new(rows: usize) -> Self {
        Self(vec![[0; WORDS]; rows])
    }

    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.0[row][column / 64] |= 1 << (column % 64);
    }

    pub(super) fn remove(&mut self, row: usize, column: usize) {
        self.0[row][column / 64] &= !(1 << (column % 64));
    }

    pub(super) fn contains(&self, row: usize, column: usize) -> bool {
        self.0[row][column / 64] >> (column % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self, row: usize) -> bool {
        self.0[row] == [0; WORDS]
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &Row {
        &self.0[row]
    }

    /// Adds bits to a row.
    #[inline]
    pub(super) fn add(&mut self, row: usize, more: &Row) {
        for (word, more) in self.0[row].iter_mut().zip(more) {
            *word |= more;
        }
    }

    /// Keeps only these bits of a row.
    pub(super) fn keep(&mut self, row: usize, kept: &Row) {
        for (word, kept) in self.0[row].iter_mut().zip(kept) {
            *word &= kept;
        }
    }

    /// Drops bits of a row.
    pub(super) fn drop(&mut self, row: usize, less: &Row) {
        for (word, less) in self.0[row].iter_mut().zip(less) {
            *word &= !less;
        }
    }

    pub(super) fn clear_all(&mut self) {
        self.0.fill([0; WORDS]);
    }

    /// Returns the bits of a row, ascending.
    pub(super) fn iter(&self, row: usize) -> impl Iterator<Item = usize> {
        ones(self.0[row])
    }
}

/// Returns the bits that two rows share.
#[inline]
pub(super) fn both(one: &Row, two: &Row) -> Row {
    let mut shared = *one;
    for (word, other) in shared.iter_mut().zip(two) {
        *word &= other;
    }
    shared
}

/// Returns whether two rows share a bit.
#[inline]
pub(super) fn meet(one: &Row, two: &Row) -> bool {
    let shared = one.iter().zip(two).fold(0, |shared, (a, b)| shared | a & b);
    shared != 0
}

/// Returns the bits of a row, ascending.
pub(super) fn ones(row: Row) -> impl Iterator<Item = usize> {
    row.into_iter().enumerate().flat_map(|(n, mut bits)| {
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(64 * n + bit)
        })
    })
}

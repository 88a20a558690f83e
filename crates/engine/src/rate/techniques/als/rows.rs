//! A table of bits, row by row.

/// Rows of as many bits each as there are sets.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Self {
            words,
            bits: vec![0; rows * words],
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.row_mut(row)[column / 64] |= 1 << (column % 64);
    }

    pub(super) fn contains(&self, row: usize, column: usize) -> bool {
        self.row(row)[column / 64] >> (column % 64) & 1 == 1
    }

    /// Adds the bits of a row of another table.
    pub(super) fn add_from(&mut self, row: usize, other: &Self, from: usize) {
        for (word, more) in self.row_mut(row).iter_mut().zip(other.row(from)) {
            *word |= more;
        }
    }

    /// Keeps the bits that a row of another table has, too.
    pub(super) fn keep_from(&mut self, row: usize, other: &Self, from: usize) {
        for (word, kept) in self.row_mut(row).iter_mut().zip(other.row(from)) {
            *word &= kept;
        }
    }

    /// Drops the bits that a row of another table has.
    pub(super) fn drop_from(&mut self, row: usize, other: &Self, from: usize) {
        for (word, less) in self.row_mut(row).iter_mut().zip(other.row(from)) {
            *word &= !less;
        }
    }

    /// Returns whether a row has a bit that a row of another table has, too.
    pub(super) fn meets(&self, row: usize, other: &Self, from: usize) -> bool {
        let words = self.row(row).iter().zip(other.row(from));
        words.into_iter().any(|(a, b)| a & b != 0)
    }

    /// Empties a row.
    pub(super) fn clear(&mut self, row: usize) {
        self.row_mut(row).fill(0);
    }

    /// Returns the bits of a row, ascending.
    pub(super) fn iter(&self, row: usize) -> impl Iterator<Item = usize> {
        self.iter_words(row, |_, word| word)
    }

    /// Returns the bits that a row shares with a row of another table, ascending.
    pub(super) fn iter_both<'a>(
        &'a self,
        row: usize,
        other: &'a Self,
        from: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        self.iter_words(row, move |n, word| word & other.row(from)[n])
    }

    fn iter_words<'a>(
        &'a self,
        row: usize,
        word: impl Fn(usize, u64) -> u64 + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        let words = self.row(row).iter().enumerate();
        words.flat_map(move |(n, &bits)| {
            let mut bits = word(n, bits);
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(64 * n + bit)
            })
        })
    }
}

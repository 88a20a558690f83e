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

    /// Adds the bits that the same row of one table and a row of another share.
    pub(super) fn add_shared(&mut self, row: usize, one: &Self, two: &Self, from: usize) {
        let shared = one.row(row).iter().zip(two.row(from));
        for (word, (a, b)) in self.row_mut(row).iter_mut().zip(shared) {
            *word |= a & b;
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

    pub(super) fn remove(&mut self, row: usize, column: usize) {
        self.row_mut(row)[column / 64] &= !(1 << (column % 64));
    }

    pub(super) fn is_empty(&self, row: usize) -> bool {
        self.row(row).iter().all(|&word| word == 0)
    }

    /// Adds the bits of another row.
    pub(super) fn add_row(&mut self, row: usize, other: usize) {
        for n in 0..self.words {
            self.bits[row * self.words + n] |= self.bits[other * self.words + n];
        }
    }

    /// Drops the bits of another row.
    pub(super) fn drop_row(&mut self, row: usize, other: usize) {
        for n in 0..self.words {
            self.bits[row * self.words + n] &= !self.bits[other * self.words + n];
        }
    }

    /// Adds the bits that two other rows share.
    pub(super) fn add_both(&mut self, row: usize, one: usize, two: usize) {
        for n in 0..self.words {
            let both = self.bits[one * self.words + n] & self.bits[two * self.words + n];
            self.bits[row * self.words + n] |= both;
        }
    }

    /// Returns whether a row has a bit that a row of another table has, too.
    pub(super) fn meets(&self, row: usize, other: &Self, from: usize) -> bool {
        let mut words = self.row(row).iter().zip(other.row(from));
        words.any(|(a, b)| a & b != 0)
    }

    pub(super) fn clear_all(&mut self) {
        self.bits.fill(0);
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

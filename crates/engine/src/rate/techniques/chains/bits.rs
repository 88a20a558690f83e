//! A set of chain nodes in `64 * W` bits.

/// A set of numbers below `64 * W`, one bit for each number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rate::techniques) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(in crate::rate::techniques) const EMPTY: Self = Self([0; W]);

    #[inline]
    pub(in crate::rate::techniques) fn insert(&mut self, n: usize) {
        self.0[n / 64] |= 1 << (n % 64);
    }

    #[inline]
    pub(in crate::rate::techniques) fn remove(&mut self, n: usize) {
        self.0[n / 64] &= !(1 << (n % 64));
    }

    #[inline]
    pub(in crate::rate::techniques) fn contains(&self, n: usize) -> bool {
        self.0[n / 64] >> (n % 64) & 1 == 1
    }

    #[inline]
    pub(in crate::rate::techniques) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(in crate::rate::techniques) fn add(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    #[inline]
    pub(in crate::rate::techniques) fn subtract(&mut self, other: &Self) {
        for (word, less) in self.0.iter_mut().zip(&other.0) {
            *word &= !less;
        }
    }

    #[inline]
    pub(in crate::rate::techniques) fn contains_all(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| b & !a == 0)
    }

    #[inline]
    pub(in crate::rate::techniques) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    #[inline]
    pub(in crate::rate::techniques) fn and(mut self, other: &Self) -> Self {
        for (word, kept) in self.0.iter_mut().zip(&other.0) {
            *word &= kept;
        }
        self
    }

    /// Returns the set without the numbers below `n`.
    #[inline]
    pub(in crate::rate::techniques) fn from(mut self, n: usize) -> Self {
        self.0[..n / 64].fill(0);
        self.0[n / 64] &= u64::MAX << (n % 64);
        self
    }

    /// Returns the numbers in the set, ascending.
    #[inline]
    pub(in crate::rate::techniques) fn iter(self) -> Ones<W> {
        Ones::of(self.0)
    }
}

/// An iterator over the numbers of the bits that are set, ascending.
pub(in crate::rate::techniques) struct Ones<const W: usize> {
    words: [u64; W],
    /// The index of the current word.
    n: usize,
    /// The bits of the current word that are still to be returned.
    word: u64,
}

impl<const W: usize> Ones<W> {
    #[inline]
    pub(in crate::rate::techniques) fn of(words: [u64; W]) -> Self {
        let word = words[0];
        Self { words, n: 0, word }
    }
}

impl<const W: usize> Iterator for Ones<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.n += 1;
            self.word = *self.words.get(self.n)?;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(64 * self.n + bit)
    }
}

//! The links between candidates, in the order in which Sudoku Explainer follows them. SE 1.2.1,
//! section 6.1.
//!
//! Candidates are numbered in the order of the searches: cells in reading order, digits ascending.
//! *Weak* links lead from a candidate that is on to those that it turns off: the others of its cell,
//! then its digit in the peers. *Strong* links lead from one that is off to those that it turns on:
//! the other of two candidates of its cell, then the other of two places in box, row and column.

use super::order;
use crate::grid::{CELLS, Candidates, Cell, Digit};
use crate::rate::Mark;

/// The number of a candidate that is not there.
pub(super) const NONE: u16 = u16::MAX;

/// All links of a position.
#[derive(Debug, Clone)]
pub(super) struct Links {
    marks: Vec<Mark>,
    numbers: [u16; CELLS * 9],
    weak: Vec<u16>,
    /// The place of each candidate's first weak link, and of the first of its digit.
    starts: Vec<(u32, u32)>,
    strong: Vec<[u16; 4]>,
}

/// The kinds of link that a search follows: of one digit (X), within cells (Y), or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    X,
    Y,
    Xy,
}

impl Links {
    /// Finds the links of a position.
    pub(super) fn of(candidates: &Candidates) -> Self {
        let mut links = Self {
            marks: Vec::with_capacity(320),
            numbers: [NONE; CELLS * 9],
            weak: Vec::with_capacity(4096),
            starts: Vec::with_capacity(321),
            strong: Vec::with_capacity(320),
        };
        for cell in candidates.blanks() {
            for digit in candidates.of_cell(cell) {
                links.numbers[cell.index() * 9 + digit.index()] = links.marks.len() as u16;
                links.marks.push(Mark { cell, digit });
            }
        }
        for n in 0..links.marks.len() {
            links.add_weak(candidates, n);
            links.add_strong(candidates, n);
        }
        let end = links.weak.len() as u32;
        links.starts.push((end, end));
        links
    }

    fn add_weak(&mut self, candidates: &Candidates, n: usize) {
        let Mark { cell, digit } = self.marks[n];
        let start = self.weak.len() as u32;
        for other in candidates.of_cell(cell).without(digit) {
            self.weak.push(self.number(cell, other));
        }
        let of_digit = self.weak.len() as u32;
        let holders = candidates.of_digit(digit);
        let peers = order::peers(cell).filter(|&peer| holders.contains(peer));
        for peer in peers {
            let number = self.number(peer, digit);
            self.weak.push(number);
        }
        self.starts.push((start, of_digit));
    }

    fn add_strong(&mut self, candidates: &Candidates, n: usize) {
        let Mark { cell, digit } = self.marks[n];
        let mut strong = [NONE; 4];
        let held = candidates.of_cell(cell);
        if held.len() == 2
            && let Some(other) = held.without(digit).first()
        {
            strong[0] = self.number(cell, other);
        }
        let holders = candidates.of_digit(digit);
        for (place, house) in order::houses_of(cell).into_iter().enumerate() {
            if let Some(other) = (holders & house.cells()).without(cell).single() {
                strong[place + 1] = self.number(other, digit);
            }
        }
        self.strong.push(strong);
    }

    /// Lists all hops of this kind.
    pub(super) fn hops(&self, kind: Kind) -> Hops {
        Hops::of(self, kind)
    }

    /// Returns how many candidates there are.
    pub(super) const fn len(&self) -> usize {
        self.marks.len()
    }

    /// Returns a candidate's number.
    #[inline]
    pub(super) const fn number(&self, cell: Cell, digit: Digit) -> u16 {
        self.numbers[cell.index() * 9 + digit.index()]
    }

    /// Returns the candidate of a number.
    #[inline]
    pub(super) fn mark(&self, number: u16) -> Mark {
        self.marks[usize::from(number)]
    }

    /// Returns the candidates that this one turns off, by this kind of link.
    #[inline]
    pub(super) fn weak(&self, number: u16, kind: Kind) -> &[u16] {
        let n = usize::from(number);
        let (start, of_digit) = self.starts[n];
        let from = if kind == Kind::X { of_digit } else { start };
        &self.weak[from as usize..self.starts[n + 1].0 as usize]
    }

    /// Returns the candidates that turn on if this one is off, by this kind of link; [`NONE`] where
    /// there is no such link.
    #[inline]
    pub(super) fn strong(&self, number: u16, kind: Kind) -> &[u16] {
        let strong = &self.strong[usize::from(number)];
        match kind {
            Kind::X => &strong[1..],
            Kind::Y => &strong[..1],
            Kind::Xy => strong,
        }
    }
}

/// All hops of one kind of link: from a candidate that is on, over one that it turns off, to one
/// that this turns on. They are listed in the order of the search and, to find distances quickly,
/// as sets of candidates.
#[derive(Debug)]
pub(super) struct Hops {
    list: Vec<(u16, u16)>,
    starts: Vec<u32>,
    words: usize,
    /// The candidates that each turns off.
    weak: Vec<u64>,
    /// The candidates that turn on by a hop from each.
    next: Vec<u64>,
    /// The candidates from which a hop turns each on.
    before: Vec<u64>,
    /// The candidates that turn on if each is off.
    strong: Vec<u64>,
}

impl Hops {
    fn of(links: &Links, kind: Kind) -> Self {
        let count = links.len();
        let words = count.div_ceil(64);
        let mut hops = Self {
            list: Vec::with_capacity(16 * count),
            starts: Vec::with_capacity(count + 1),
            words,
            weak: vec![0; count * words],
            next: vec![0; count * words],
            before: vec![0; count * words],
            strong: vec![0; count * words],
        };
        for number in 0..count {
            hops.starts.push(hops.list.len() as u32);
            let number = number as u16;
            let add = |set: &mut [u64], of: u16, member: u16| {
                set[usize::from(of) * words + usize::from(member) / 64] |= 1 << (member % 64);
            };
            for &on in links.strong(number, kind).iter().filter(|&&on| on != NONE) {
                add(&mut hops.strong, number, on);
            }
            for &off in links.weak(number, kind) {
                add(&mut hops.weak, number, off);
                for &on in links.strong(off, kind).iter().filter(|&&on| on != NONE) {
                    hops.list.push((off, on));
                    add(&mut hops.next, number, on);
                    add(&mut hops.before, on, number);
                }
            }
        }
        hops.starts.push(hops.list.len() as u32);
        hops
    }

    /// Returns the hops from a candidate: over which one, to which one.
    #[inline]
    pub(super) fn from(&self, number: u16) -> &[(u16, u16)] {
        let n = usize::from(number);
        &self.list[self.starts[n] as usize..self.starts[n + 1] as usize]
    }

    /// Returns the least numbers of hops from a candidate that is on until it turns itself off and
    /// until it turns itself on (by two hops at least), neither above `most`.
    pub(super) fn distances(
        &self,
        start: u16,
        most: usize,
        reach: &mut Reach,
    ) -> [Option<usize>; 2] {
        let own = self.row(start);
        let (mut to_off, mut to_on) = (None, None);
        reach.begin(self.words);
        reach.met[usize::from(start) / 64] |= 1 << (start % 64);
        reach.layer.copy_from_slice(&reach.met);
        for hops in 0..=most {
            if to_off.is_none() && meet(&reach.layer, &self.weak[own.clone()]) {
                to_off = Some(hops);
            }
            if hops > 0 && to_on.is_none() && meet(&reach.layer, &self.before[own.clone()]) {
                to_on = Some(hops + 1);
            }
            if to_off.is_some() && to_on.is_some() || !reach.step(&self.next) {
                break;
            }
        }
        [to_off, to_on]
    }

    /// Returns the least number of hops between two ons on the way from a candidate that is off to
    /// itself on, if it is not above `most`.
    pub(super) fn distance_from_off(
        &self,
        start: u16,
        most: usize,
        reach: &mut Reach,
    ) -> Option<usize> {
        let own = self.row(start);
        reach.begin(self.words);
        reach.met.copy_from_slice(&self.strong[own.clone()]);
        reach.layer.copy_from_slice(&self.strong[own.clone()]);
        for hops in 0..=most {
            if meet(&reach.layer, &self.before[own.clone()]) {
                return Some(hops);
            }
            if !reach.step(&self.next) {
                break;
            }
        }
        None
    }

    fn row(&self, number: u16) -> std::ops::Range<usize> {
        let first = usize::from(number) * self.words;
        first..first + self.words
    }
}

fn meet(one: &[u64], two: &[u64]) -> bool {
    one.iter().zip(two).any(|(one, two)| one & two != 0)
}

/// The candidates that a search by sets has met, and those of its last step.
#[derive(Debug, Default)]
pub(super) struct Reach {
    met: Vec<u64>,
    layer: Vec<u64>,
    next: Vec<u64>,
}

impl Reach {
    fn begin(&mut self, words: usize) {
        for set in [&mut self.met, &mut self.layer, &mut self.next] {
            set.clear();
            set.resize(words, 0);
        }
    }

    /// Goes on by one hop, and returns `false` if that meets nothing new.
    fn step(&mut self, hops: &[u64]) -> bool {
        let words = self.met.len();
        self.next.fill(0);
        for (word, &bits) in self.layer.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let number = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let targets = &hops[number * words..][..words];
                for (next, target) in self.next.iter_mut().zip(targets) {
                    *next |= target;
                }
            }
        }
        let mut is_new = false;
        for ((layer, next), met) in self.layer.iter_mut().zip(&self.next).zip(&mut self.met) {
            *layer = next & !*met;
            *met |= next;
            is_new |= *layer != 0;
        }
        is_new
    }
}

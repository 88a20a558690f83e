//! Lists the links between candidates, in the order in which Sudoku Explainer follows them.
//! Source: docs/se-specification.md, section 6.1.
//!
//! Candidates are numbered by cell in reading order, then by digit. A *weak* link leads from a candidate that is
//! on (true) to one that it turns off (false). A *strong* link leads from a candidate that is off to one that it
//! turns on: the only other candidate of the cell, or the digit's only other place in a house. Links within the
//! cell come first, then those in the box, the row and the column.

use super::order;
use crate::grid::{CELLS, Candidates, Cell, Digit};
use crate::rate::Mark;

/// The value that is stored instead of a candidate's number where there is no candidate.
pub(super) const NONE: u16 = u16::MAX;

/// All links of a position.
#[derive(Debug, Clone)]
pub(super) struct Links {
    marks: Vec<Mark>,
    numbers: [u16; CELLS * 9],
    weak: Vec<u16>,
    /// For each candidate, two indices in `weak`: where its weak links begin, and where its weak links to the same
    /// digit begin.
    starts: Vec<(u32, u32)>,
    strong: Vec<[u16; 4]>,
}

/// The kinds of links that a search follows: links of one digit (X), links within cells (Y), or both kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkKind {
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
        let peers = order::peers_in(cell, holders);
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

    /// Lists the hops (a weak link, then a strong link) from a candidate, in the order of the search. Each hop is a
    /// pair: the candidate in between, and the candidate at the end of the hop.
    pub(super) fn hops_from(
        &self,
        number: u16,
        kind: LinkKind,
    ) -> impl Iterator<Item = (u16, u16)> {
        self.weak(number, kind).iter().flat_map(move |&off| {
            let ons = self.strong(off, kind).iter().filter(|&&on| on != NONE);
            ons.map(move |&on| (off, on))
        })
    }

    /// Returns the number of candidates.
    pub(super) const fn len(&self) -> usize {
        self.marks.len()
    }

    /// Returns a candidate's number; [`NONE`] if the cell does not have the candidate.
    #[inline]
    pub(super) const fn number(&self, cell: Cell, digit: Digit) -> u16 {
        self.numbers[cell.index() * 9 + digit.index()]
    }

    /// Returns the candidate with this number.
    #[inline]
    pub(super) fn mark(&self, number: u16) -> Mark {
        self.marks[usize::from(number)]
    }

    /// Returns the candidates that links of this kind turn off (make false) if this candidate is on (true).
    #[inline]
    pub(super) fn weak(&self, number: u16, kind: LinkKind) -> &[u16] {
        let n = usize::from(number);
        let (start, of_digit) = self.starts[n];
        let from = if kind == LinkKind::X { of_digit } else { start };
        &self.weak[from as usize..self.starts[n + 1].0 as usize]
    }

    /// Returns the candidates that links of this kind turn on (make true) if this candidate is off (false). An
    /// entry is [`NONE`] where there is no such link.
    #[inline]
    pub(super) fn strong(&self, number: u16, kind: LinkKind) -> &[u16] {
        let strong = &self.strong[usize::from(number)];
        match kind {
            LinkKind::X => &strong[1..],
            LinkKind::Y => &strong[..1],
            LinkKind::Xy => strong,
        }
    }
}

/// A set of candidates: one bit for each candidate number.
type CandidateBits<const WORDS: usize> = [u64; WORDS];

/// All hops of one kind of link, as lists in the order of the search, and as sets of candidates to find distances
/// quickly. A hop is a weak link, then a strong link. If the candidate at its start is on, the candidate in between
/// is off and the candidate at its end is on.
#[derive(Debug)]
pub(super) struct HopTable<const WORDS: usize> {
    list: Vec<(u16, u16)>,
    starts: Vec<u32>,
    /// For each candidate, the candidates that are off if this candidate is on.
    weak: Vec<CandidateBits<WORDS>>,
    /// For each candidate, the candidates that are on if this candidate is off.
    strong: Vec<CandidateBits<WORDS>>,
    /// For each candidate, the candidates at the ends of all hops that start from it.
    next: Vec<CandidateBits<WORDS>>,
}

impl<const WORDS: usize> HopTable<WORDS> {
    /// Lists all hops over this kind of link.
    pub(super) fn of(links: &Links, kind: LinkKind) -> Self {
        let numbers = 0..links.len() as u16;
        let mut hops = Self {
            list: Vec::with_capacity(16 * links.len()),
            starts: Vec::with_capacity(links.len() + 1),
            weak: Vec::with_capacity(links.len()),
            strong: Vec::with_capacity(links.len()),
            next: Vec::with_capacity(links.len()),
        };
        for number in numbers.clone() {
            let ons = links.strong(number, kind).iter();
            hops.strong.push(set(ons.filter(|&&on| on != NONE)));
        }
        for number in numbers {
            hops.starts.push(hops.list.len() as u32);
            hops.list.extend(links.hops_from(number, kind));
            let offs = links.weak(number, kind);
            hops.weak.push(set(offs.iter()));
            hops.next.push(union(offs.iter(), &hops.strong));
        }
        hops.starts.push(hops.list.len() as u32);
        hops
    }

    /// Returns the hops from a candidate, each as the candidate in between and the candidate at its end.
    #[inline]
    pub(super) fn from(&self, number: u16) -> &[(u16, u16)] {
        let n = usize::from(number);
        &self.list[self.starts[n] as usize..self.starts[n + 1] as usize]
    }

    /// Returns the candidates from which one hop turns this candidate on. Links hold in both directions, so a table of
    /// the links from candidates also serves for the links to them.
    fn before(&self, links: &Links, (kind, number): (LinkKind, u16)) -> CandidateBits<WORDS> {
        let offs = links.strong(number, kind).iter();
        union(offs.filter(|&&off| off != NONE), &self.weak)
    }

    /// Returns the lengths, in hops, of two shortest chains from a candidate that is on back to this candidate. The
    /// first chain ends with a further weak link, which turns the candidate off. The second chain has at least two
    /// hops and turns the candidate on again. The first length is `None` if it is above `most`, the second if it is
    /// above `most + 1`.
    pub(super) fn distances(
        &self,
        links: &Links,
        start: (LinkKind, u16),
        most: usize,
    ) -> [Option<usize>; 2] {
        let before = self.before(links, start);
        let turned_off = &self.weak[usize::from(start.1)];
        let (mut to_off, mut to_on) = (None, None);
        let mut reach = Reach::begin(set([start.1].iter()));
        for hops in 0..=most {
            if to_off.is_none() && meet(&reach.layer, turned_off) {
                to_off = Some(hops);
            }
            if hops > 0 && to_on.is_none() && meet(&reach.layer, &before) {
                to_on = Some(hops + 1);
            }
            if to_off.is_some() && to_on.is_some() || !reach.step(&self.next) {
                break;
            }
        }
        [to_off, to_on]
    }

    /// Returns the length of the shortest chain that begins with a candidate off and ends with the same candidate
    /// on. The chain begins with a strong link, and hops follow. The length is the number of these hops, not counting
    /// the last one. `None` if the length is above `most`.
    pub(super) fn distance_from_off(
        &self,
        links: &Links,
        start: (LinkKind, u16),
        most: usize,
    ) -> Option<usize> {
        let before = self.before(links, start);
        let mut reach = Reach::begin(self.strong[usize::from(start.1)]);
        for hops in 0..=most {
            if meet(&reach.layer, &before) {
                return Some(hops);
            }
            if !reach.step(&self.next) {
                break;
            }
        }
        None
    }
}

fn set<'a, const WORDS: usize>(members: impl Iterator<Item = &'a u16>) -> CandidateBits<WORDS> {
    let mut set = [0; WORDS];
    for &member in members {
        set[usize::from(member / 64)] |= 1 << (member % 64);
    }
    set
}

/// Returns the union of the sets at these indices of `sets`.
#[inline]
fn union<'a, const WORDS: usize>(
    numbers: impl Iterator<Item = &'a u16>,
    sets: &[CandidateBits<WORDS>],
) -> CandidateBits<WORDS> {
    numbers.fold([0; WORDS], |all, &number| {
        let more = &sets[usize::from(number)];
        std::array::from_fn(|word| all[word] | more[word])
    })
}

fn meet<const WORDS: usize>(one: &CandidateBits<WORDS>, two: &CandidateBits<WORDS>) -> bool {
    (0..WORDS).fold(0, |met, word| met | one[word] & two[word]) != 0
}

/// The candidates that a search has reached, and those that its last step added, as sets.
struct Reach<const WORDS: usize> {
    met: CandidateBits<WORDS>,
    layer: CandidateBits<WORDS>,
}

impl<const WORDS: usize> Reach<WORDS> {
    const fn begin(from: CandidateBits<WORDS>) -> Self {
        Self {
            met: from,
            layer: from,
        }
    }

    /// Goes one hop further, and returns `false` if this hop reaches no new candidates.
    #[inline]
    fn step(&mut self, hops: &[CandidateBits<WORDS>]) -> bool {
        let mut next = [0; WORDS];
        for (word, &bits) in self.layer.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let targets = &hops[word * 64 + left.trailing_zeros() as usize];
                left &= left - 1;
                (0..WORDS).for_each(|word| next[word] |= targets[word]);
            }
        }
        self.layer = std::array::from_fn(|word| next[word] & !self.met[word]);
        (0..WORDS).for_each(|word| self.met[word] |= next[word]);
        self.layer != [0; WORDS]
    }
}

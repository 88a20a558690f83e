//! Finds two, three or four joined strong links of one digit (rated 4.0 to 4.3, 5.4 to 5.7, 5.8 to 6.1):
//! skyscrapers, kites, empty rectangles and longer patterns. SE 1.18.1 only.
//!
//! The patterns, and the choice among several, were worked out from the steps that the original program prints.
//! Source: docs/se-specification.md, section 10.

use super::hint::{SeHint, SeTechnique, removals};
use super::order;
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet, House};
use std::cmp::Reverse;

/// A house in which a digit's places form two parts, one of which holds the digit.
struct StrongLink {
    /// The two parts; each is one cell, or the digit's places where a box and a line cross.
    parts: [CellSet; 2],
    /// For each part, the cells that see every cell of the part.
    seen: [CellSet; 2],
    kind: StrongLinkKind,
    is_grouped: bool,
    house: House,
}

/// The kind of house of a strong link; the variants are in the order of the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StrongLinkKind {
    Box,
    Row,
    Column,
}

/// A strong link in a chain of strong links, with the number (0 or 1) of the part that comes first in the chain.
#[derive(Clone, Copy)]
struct LinkStep {
    link: usize,
    first: usize,
}

/// The sort key of a hint; the hint with the lowest key is applied. Hints with a lower rating come first, then those
/// with more removals; hints that are equal in both are sorted by the kinds of their links, the digit and the houses.
type Rank = (u32, Reverse<usize>, Vec<StrongLinkKind>, Digit, Vec<usize>);

/// Finds the hint with `count` strong links (2 to 4) that comes first by [`Rank`].
pub(super) fn strong_links(
    candidates: &Candidates,
    changed: DigitSet,
    count: usize,
) -> Option<SeHint> {
    let mut least: Option<(Rank, SeHint)> = None;
    for digit in changed {
        let links = links_of(candidates, digit);
        let mut paths = Paths {
            candidates,
            digit,
            links: &links,
            count,
            steps: Vec::new(),
            least: &mut least,
        };
        paths.go_on(CellSet::EMPTY);
    }
    Some(least?.1)
}

/// The depth-first search for chains of strong links of a digit.
struct Paths<'a> {
    candidates: &'a Candidates,
    digit: Digit,
    links: &'a [StrongLink],
    count: usize,
    steps: Vec<LinkStep>,
    least: &'a mut Option<(Rank, SeHint)>,
}

impl Paths<'_> {
    /// Adds each strong link that can follow the last strong link of the chain. `met` has the cells of the chain so
    /// far.
    fn go_on(&mut self, met: CellSet) {
        if self.steps.len() == self.count {
            self.end(met);
            return;
        }
        for (number, link) in self.links.iter().enumerate() {
            let [one, two] = link.parts;
            if !(one | two).is_disjoint(met) {
                continue;
            }
            for first in 0..2 {
                if self
                    .last()
                    .is_none_or(|seen| link.parts[first].is_subset(seen))
                {
                    self.steps.push(LinkStep {
                        link: number,
                        first,
                    });
                    self.go_on(met | one | two);
                    self.steps.pop();
                }
            }
        }
    }

    /// Returns the cells that see all cells of the last part of the chain; `None` if the chain is empty.
    fn last(&self) -> Option<CellSet> {
        let last = self.steps.last()?;
        Some(self.links[last.link].seen[1 - last.first])
    }

    /// Keeps the hint of a complete chain if it comes before the best hint so far.
    fn end(&mut self, met: CellSet) {
        let links = || self.steps.iter().map(|step| &self.links[step.link]);
        let seen = |step: &LinkStep, last: usize| self.links[step.link].seen[step.first ^ last];
        let (start, end) = (self.steps[0], self.steps[self.count - 1]);
        let is_loop = self.links[start.link].parts[start.first].is_subset(seen(&end, 1));
        let mut losing = seen(&start, 0) & seen(&end, 1);
        if is_loop && self.count > 2 {
            for pair in self.steps.windows(2) {
                losing |= seen(&pair[0], 1) & seen(&pair[1], 0);
            }
            losing -= met;
        }
        losing &= self.candidates.of_digit(self.digit);
        if losing.is_empty() {
            return;
        }
        let kinds: Vec<StrongLinkKind> = links().map(|link| link.kind).collect();
        let tenths = 40 + BASES[self.count - 2] + more(&kinds, links().any(|it| it.is_grouped));
        let houses: Vec<House> = links().map(|link| link.house).collect();
        let numbers = houses.iter().map(|house| house.number()).collect();
        let rank = (tenths, Reverse(losing.len()), kinds, self.digit, numbers);
        if self.least.as_ref().is_some_and(|(least, _)| *least <= rank) {
            return;
        }
        let digits = DigitSet::of(self.digit);
        let technique = match self.count {
            2 => SeTechnique::TwoStrongLinks,
            3 => SeTechnique::ThreeStrongLinks,
            _ => SeTechnique::FourStrongLinks,
        };
        let losing = removals(self.candidates, losing, digits);
        let hint = SeHint::removing(technique, f64::from(tenths) / 10.0, losing);
        *self.least = Some((rank, hint.at(&houses[..2], self.cells(), digits)));
    }

    /// Lists the cells of the chain in chain order.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.steps.iter().flat_map(|step| {
            let parts = self.links[step.link].parts;
            parts[step.first].chain(parts[1 - step.first] - parts[step.first])
        })
    }
}

/// The base ratings for two, three and four strong links, in tenths above 4.0.
const BASES: [u32; 3] = [0, 14, 18];

/// Returns the number of tenths that the kinds of house add to the rating: from 0 for parallel lines to 3 for a link
/// with a group of cells.
fn more(kinds: &[StrongLinkKind], is_grouped: bool) -> u32 {
    let has = |kind| kinds.contains(&kind);
    match [
        StrongLinkKind::Box,
        StrongLinkKind::Row,
        StrongLinkKind::Column,
    ]
    .map(has)
    {
        _ if is_grouped => 3,
        [true, true, true] => 2,
        [false, _, false] | [false, false, _] => 0,
        _ => 1,
    }
}

/// Lists the strong links of a digit: first boxes, then rows, then columns.
fn links_of(candidates: &Candidates, digit: Digit) -> Vec<StrongLink> {
    let holders = candidates.of_digit(digit);
    let mut links = Vec::new();
    let mut add = |house: House, kind, parts: [CellSet; 2]| {
        links.push(StrongLink {
            parts,
            seen: parts.map(common_peers),
            kind,
            is_grouped: parts.iter().any(|part| part.len() > 1),
            house,
        });
    };
    for house in order::boxes() {
        let places = holders & house.cells();
        if let [Some(one), Some(two), None] = first_three(places) {
            add(house, StrongLinkKind::Box, [one, two].map(CellSet::of));
        } else {
            for parts in crosses(places) {
                add(house, StrongLinkKind::Box, parts);
            }
        }
    }
    let lines = order::rows().map(|it| (it, StrongLinkKind::Row));
    for (house, kind) in lines.chain(order::columns().map(|it| (it, StrongLinkKind::Column))) {
        let places = holders & house.cells();
        if let [Some(one), Some(two), None] = first_three(places) {
            add(house, kind, [one, two].map(CellSet::of));
        } else if let Some(parts) = halves(places) {
            add(house, kind, parts);
        }
    }
    links
}

fn first_three(mut cells: CellSet) -> [Option<Cell>; 3] {
    std::array::from_fn(|_| cells.next())
}

/// Splits the places of a line into two parts by box; `None` unless the places lie in exactly two boxes.
fn halves(places: CellSet) -> Option<[CellSet; 2]> {
    let mut rest = places;
    let one = places & House::of_box(rest.next()?.box_index()).cells();
    let other = (places - one).next()?;
    let two = places & House::of_box(other.box_index()).cells();
    (one | two == places).then_some([one, two])
}

/// Lists the pairs of lines that together hold all these places of a box, where neither line alone holds all of them.
fn crosses(places: CellSet) -> impl Iterator<Item = [CellSet; 2]> {
    let parts = |lines: &mut dyn Iterator<Item = House>| -> Vec<CellSet> {
        let met = lines.map(|line| places & line.cells());
        met.filter(|part| !part.is_empty()).collect()
    };
    let (rows, columns) = (parts(&mut order::rows()), parts(&mut order::columns()));
    let mut pairs = Vec::new();
    for (n, &row) in rows.iter().enumerate() {
        pairs.extend(columns.iter().map(|&column| [row, column]));
        pairs.extend(rows[n + 1..].iter().map(|&other| [row, other]));
    }
    for (n, &column) in columns.iter().enumerate() {
        pairs.extend(columns[n + 1..].iter().map(|&other| [column, other]));
    }
    pairs.into_iter().filter(move |&[one, two]| {
        one | two == places && !(one - two).is_empty() && !(two - one).is_empty()
    })
}

/// Returns the cells that see all of these cells.
fn common_peers(cells: CellSet) -> CellSet {
    cells.fold(CellSet::ALL, |seen, cell| seen & cell.peers())
}

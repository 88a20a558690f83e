//! Finds X-wings (rated 3.2), swordfish (3.8) and jellyfish (5.2).
//! Source: docs/se-specification.md, section 3, hint producers 8, 11 and 17.

use super::hint::{SeHint, SeTechnique, removals};
use super::order;
use crate::grid::{Candidates, CellSet, Digit, DigitSet, House};

/// A fish: two to four parallel lines in which all places of a digit lie in the same number of crossing lines.
#[derive(Clone, Copy)]
pub(super) struct Fish {
    pub digit: Digit,
    /// All cells of the base lines.
    pub base: CellSet,
    /// All cells of the crossing lines.
    pub cover: CellSet,
    first_base: House,
    first_cover: House,
}

/// A function that returns the nth line of a kind: the nth row or the nth column.
type FishLines = fn(usize) -> House;

/// The kinds of base lines and cover lines, in the order of the search.
const KINDS: [[FishLines; 2]; 2] = [[House::column, House::row], [House::row, House::column]];

/// Finds the first fish of this size, 2 to 4, that removes candidates. Only the digits in `changed` are tried.
pub(super) fn fish(candidates: &Candidates, changed: DigitSet, size: usize) -> Option<SeHint> {
    let (technique, number) = match size {
        2 => (SeTechnique::XWing, 3.2),
        3 => (SeTechnique::Swordfish, 3.8),
        _ => (SeTechnique::Jellyfish, 5.2),
    };
    visit(candidates, changed, size, |fish| {
        let losing = fish.losing(candidates);
        if losing.is_empty() {
            return None;
        }
        let digits = DigitSet::of(fish.digit);
        let hint = SeHint::removing(technique, number, removals(candidates, losing, digits));
        let places = candidates.of_digit(fish.digit) & fish.base;
        Some(hint.at(&[fish.first_base, fish.first_cover], places, digits))
    })
}

/// Lists all X-wings that remove candidates.
pub(super) fn all_x_wings(candidates: &Candidates) -> Vec<Fish> {
    let mut found = Vec::new();
    visit(candidates, DigitSet::ALL, 2, |fish| {
        if !fish.losing(candidates).is_empty() {
            found.push(fish);
        }
        None::<()>
    });
    found
}

/// Calls `find` with each fish of this size, for all changed digits, until `find` returns something.
fn visit<T>(
    candidates: &Candidates,
    changed: DigitSet,
    size: usize,
    mut find: impl FnMut(Fish) -> Option<T>,
) -> Option<T> {
    for [bases, covers] in KINDS {
        let fitting: [u16; 9] =
            std::array::from_fn(|digit| match changed.contains(Digit::from_index(digit)) {
                true => fitting_lines(candidates, size, bases, digit),
                false => 0,
            });
        let any = fitting.iter().fold(0, |any, lines| any | lines);
        for &mask in order::subsets(size).iter().filter(|&mask| mask & !any == 0) {
            for digit in Digit::all() {
                if mask & !fitting[digit.index()] != 0 {
                    continue;
                }
                let lines = DigitSet::from_bits(mask);
                let union = lines.fold(0, |union, line| {
                    union | candidates.places(bases(line.index()))[digit.index()]
                });
                if DigitSet::from_bits(union).len() != size {
                    continue;
                }
                let crossing = DigitSet::from_bits(union);
                let fish = Fish {
                    digit,
                    base: cells_of(lines, bases),
                    cover: cells_of(crossing, covers),
                    first_base: bases(mask.trailing_zeros() as usize),
                    first_cover: covers(union.trailing_zeros() as usize),
                };
                if let Some(found) = find(fish) {
                    return Some(found);
                }
            }
        }
    }
    None
}

/// Returns, as bits, the lines of the kind `bases` in which a digit (from 0) has two to `size` places; no lines if
/// the digit has places in fewer than `2 * size` lines.
fn fitting_lines(
    candidates: &Candidates,
    size: usize,
    bases: fn(usize) -> House,
    digit: usize,
) -> u16 {
    let counts: [usize; 9] = std::array::from_fn(|line| {
        DigitSet::from_bits(candidates.places(bases(line))[digit]).len()
    });
    if counts.iter().filter(|&&count| count > 0).count() < 2 * size {
        return 0;
    }
    let fits = |line: &usize| (2..=size).contains(&counts[*line]);
    (0..9).filter(fits).fold(0, |lines, n| lines | 1 << n)
}

fn cells_of(lines: DigitSet, kind: fn(usize) -> House) -> CellSet {
    lines.fold(CellSet::EMPTY, |cells, line| {
        cells | kind(line.index()).cells()
    })
}

impl Fish {
    /// Returns the cells that lose the digit of the fish.
    pub(super) fn losing(self, candidates: &Candidates) -> CellSet {
        (candidates.of_digit(self.digit) & self.cover) - self.base
    }
}

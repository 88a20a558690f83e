//! Finds simple colours and multi-colours: the strong links of a digit connect its cells into sets. The cells of a
//! set get two colours alternately, so that one of the two colours is true.

use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::single_digit::StrongLinks;
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, Ordinal, Set, Table};

/// The cells of each of the two colours in a set of cells that are connected by strong links.
type Colours<G> = [<G as Geometry>::Cells; 2];

/// Returns the cells that see at least one of these cells.
fn seen_by<G: Geometry>(g: G, cells: G::Cells) -> G::Cells {
    cells.fold(G::Cells::EMPTY, |all, cell| all | g.peers(cell))
}

/// Colours all sets of cells that are connected by strong links of this digit. Sets in which a cell would get both
/// colours are left out.
fn colour<G: Geometry>(links: &StrongLinks<G>, digit: G::Digit) -> Vec<Colours<G>> {
    let mut next = G::PerCell::filled(G::Cells::EMPTY);
    let mut linked = G::Cells::EMPTY;
    for pair in links.of(digit).all() {
        let [a, b] = pair.ends;
        next[a.index()] |= G::Cells::of(b);
        next[b.index()] |= G::Cells::of(a);
        linked |= G::Cells::of(a).with(b);
    }
    let mut sets = Vec::new();
    while let Some(start) = linked.first() {
        let mut colours = [G::Cells::of(start), G::Cells::EMPTY];
        let mut frontier = G::Cells::of(start);
        let mut side = 0;
        while !frontier.is_empty() {
            side = 1 - side;
            let reached = frontier.fold(G::Cells::EMPTY, |all, cell: G::Cell| {
                all | next[cell.index()]
            });
            frontier = reached - colours[side];
            colours[side] |= reached;
        }
        linked -= colours[0] | colours[1];
        if colours[0].is_disjoint(colours[1]) {
            sets.push(colours);
        }
    }
    sets
}

fn pattern<G: Geometry>(digit: G::Digit, sets: &[Colours<G>]) -> Pattern<G> {
    let mut pattern = Pattern::of_digit(digit);
    for (n, cells) in sets.iter().flatten().enumerate() {
        pattern = pattern.marks(digit, *cells, Role::Colour(n as u8));
    }
    pattern
}

/// Finds the removals of simple colours, which use one set of cells with two colours.
pub(super) fn simple<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    digits: G::Digits,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    for digit in digits {
        for set in colour(links, digit) {
            for side in set {
                if side
                    .into_iter()
                    .any(|cell| !(g.peers(cell) & side).is_empty())
                {
                    let effect = Effect::removing(digit, side);
                    finds.take(Technique::ColourWrap, effect, || pattern(digit, &[set]))?;
                }
            }
            let [a, b] = set;
            let removed = (state.of_digit(digit) & seen_by(g, a) & seen_by(g, b)) - a - b;
            let effect = Effect::removing(digit, removed);
            finds.take(Technique::ColourTrap, effect, || pattern(digit, &[set]))?;
        }
    }
    Search::Continue(())
}

/// Finds the removals of multi-colours, which use two sets of cells with two colours each.
pub(super) fn multi<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    digits: G::Digits,
    finds: &mut FindCollector<G>,
) -> Search {
    for digit in digits {
        let sets = colour(links, digit);
        for (i, &one) in sets.iter().enumerate() {
            for (j, &two) in sets.iter().enumerate() {
                if i != j {
                    multi_of(state, digit, one, two, finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

fn multi_of<G: Geometry>(
    state: &State<G>,
    digit: G::Digit,
    one: Colours<G>,
    two: Colours<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    for (a, other_a) in [(one[0], one[1]), (one[1], one[0])] {
        let seen = seen_by(g, a);
        let meets = two.map(|side| !side.is_disjoint(seen));
        if meets == [true, true] {
            let effect = Effect::removing(digit, a);
            finds.take(Technique::MultiColours2, effect, || {
                pattern(digit, &[one, two])
            })?;
        }
        for (met, other_b) in [(meets[0], two[1]), (meets[1], two[0])] {
            if met {
                let cells = state.of_digit(digit) & seen_by(g, other_a) & seen_by(g, other_b);
                let coloured = one[0] | one[1] | two[0] | two[1];
                let effect = Effect::removing(digit, cells - coloured);
                finds.take(Technique::MultiColours1, effect, || {
                    pattern(digit, &[one, two])
                })?;
            }
        }
    }
    Search::Continue(())
}

//! Finds remote pairs: chains of cells with the same two candidates, which hold the two digits alternately.

use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, Ordinal, Set, Table};

/// Finds remote pairs: chains of four or more cells with the same two candidates, where each cell sees the next.
pub(super) fn remote_pair<G: Geometry>(state: &State<G>, finds: &mut FindCollector<G>) -> Search {
    let g = state.geometry();
    let bivalue = state.bivalue();
    for start in bivalue {
        let digits = state.of_cell(start);
        let same = digits.fold(bivalue, |same, digit| same & state.of_digit(digit));
        if same.len() < 4 {
            continue;
        }
        let mut before = G::PerCell::filled(start);
        let mut reached = G::Cells::of(start);
        let mut frontier = reached;
        let mut length = 1;
        while !frontier.is_empty() {
            let mut next = G::Cells::EMPTY;
            for cell in frontier {
                for new in (g.peers(cell) & same) - reached - next {
                    before[new.index()] = cell;
                    next |= G::Cells::of(new);
                }
            }
            reached |= next;
            frontier = next;
            length += 1;
            // Cells that are an odd number of links apart form a chain of an even number of cells.
            if length < 4 || length % 2 == 1 {
                continue;
            }
            for end in next.filter(|&end| end > start) {
                let chain = walk::<G>(&before, start, end);
                report(state, &chain, finds)?;
            }
        }
    }
    Search::Continue(())
}

fn walk<G: Geometry>(before: &G::PerCell<G::Cell>, start: G::Cell, end: G::Cell) -> Vec<G::Cell> {
    let mut chain = vec![end];
    let mut cell = end;
    while cell != start {
        cell = before[cell.index()];
        chain.push(cell);
    }
    chain.reverse();
    chain
}

fn report<G: Geometry>(
    state: &State<G>,
    chain: &[G::Cell],
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    let cells: G::Cells = chain.iter().copied().collect();
    let Some(&start) = chain.first() else {
        return Search::Continue(());
    };
    let digits = state.of_cell(start);
    let mut seen = G::Cells::EMPTY;
    for (n, one) in chain.iter().enumerate() {
        for two in chain.iter().skip(n + 3).step_by(2) {
            seen |= g.peers(*one) & g.peers(*two);
        }
    }
    let mut effect = Effect::none();
    for digit in digits {
        effect.remove(digit, (seen & state.of_digit(digit)) - cells);
    }
    let sum = || chain.iter().map(|cell| cell.index() as u32).sum();
    finds.take_ranked(
        Technique::RemotePair,
        effect,
        chain.len() as u32,
        sum,
        || {
            let (even, odd): (Vec<_>, Vec<_>) =
                chain.iter().enumerate().partition(|(n, _)| n % 2 == 0);
            let side =
                |cells: Vec<(usize, &G::Cell)>| cells.into_iter().map(|(_, &cell)| cell).collect();
            Pattern::of_digits(digits)
                .cells(side(even), Role::Colour(0))
                .cells(side(odd), Role::Colour(1))
        },
    )
}

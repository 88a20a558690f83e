//! Finds forcing nets, in which a fact may follow from several earlier facts together. Each branch places all
//! singles that it finds, and ends after four rounds of them, as in HoDoKu.

use super::chains::{PatternSource, search};
use super::closure::{Closure, Consequences, Premise};
use crate::grid::{Candidates, Changes, Geometry, NumberSet, Ordinal, Set, Table};
use crate::rate::techniques::find::{FindCollector, Search};
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// The maximum number of rounds. It limits how often a branch of a net places singles, and how often the
/// consequences of consequences are added.
const ROUNDS: usize = 4;

/// A branch of a net: the candidates that are left after its premise has been followed, and the digits placed on the
/// way.
struct Branch<G: Geometry> {
    candidates: Candidates<G>,
    placed: G::PerDigit<G::Cells>,
    broken: bool,
}

impl<G: Geometry> Branch<G> {
    /// Makes the branch for the premise that a candidate is true (`holds`), or that it is false.
    fn of(state: &State<G>, cell: G::Cell, digit: G::Digit, holds: bool) -> Self {
        let g = state.geometry();
        let mut branch = Self {
            candidates: state.candidates.clone(),
            placed: G::PerDigit::filled(G::Cells::EMPTY),
            broken: false,
        };
        if holds {
            branch.place(cell, digit);
        } else {
            branch.candidates.remove(cell, digit);
        }
        for _ in 0..ROUNDS {
            branch.broken |= branch.candidates.is_broken_in(Changes::all(g));
            if branch.broken || !branch.place_singles() {
                break;
            }
        }
        branch.broken |= branch.candidates.is_broken_in(Changes::all(g));
        branch
    }

    fn place(&mut self, cell: G::Cell, digit: G::Digit) {
        self.candidates.place(cell, digit);
        self.placed[digit.index()] |= G::Cells::of(cell);
    }

    /// Places all current singles; returns whether there were any.
    fn place_singles(&mut self) -> bool {
        let mut singles = Vec::new();
        for cell in self.candidates.with_count(1) {
            singles.extend(
                self.candidates
                    .of_cell(cell)
                    .single()
                    .map(|digit| (cell, digit)),
            );
        }
        let g = self.candidates.geometry();
        for house in g.houses() {
            for digit in g.digits() {
                let places = self.candidates.places(house)[digit.index()];
                if places.is_power_of_two() {
                    singles.extend(g.cells_at(house, places).first().map(|cell| (cell, digit)));
                }
            }
        }
        for &(cell, digit) in &singles {
            if self.candidates.of_cell(cell).contains(digit) {
                self.place(cell, digit);
            }
        }
        !singles.is_empty()
    }
}

/// Finds contradictions and verities by nets. First searches the consequences of each branch. While more results
/// are wanted, adds what follows from these consequences and searches again, at most `ROUNDS` times.
pub(in crate::rate::techniques) fn forcing_nets<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    in_closure::<G, 4>(state, links, finds)
        .or_else(|| in_closure::<G, 8>(state, links, finds))
        .or_else(|| in_closure::<G, 19>(state, links, finds))
        .unwrap_or(Search::Continue(()))
}

/// Searches the consequences of all candidates, with bit sets for up to `64 * W` nodes; returns `None` if there are
/// more nodes.
fn in_closure<G: Geometry, const W: usize>(
    state: &State<G>,
    links: &StrongLinks<G>,
    finds: &mut FindCollector<G>,
) -> Option<Search> {
    let closure = Closure::<G, W>::of(state, links)?;
    Some(search_nets(state, closure, finds))
}

fn search_nets<G: Geometry, const W: usize>(
    state: &State<G>,
    mut closure: Closure<G, W>,
    finds: &mut FindCollector<G>,
) -> Search {
    let names = [
        Technique::ForcingNetContradiction,
        Technique::ForcingNetVerity,
    ];
    let mut source = PatternSource::of(Some(state));
    for node in 0..closure.candidates {
        for on in [true, false] {
            let premise = Premise { node, on };
            let consequences = follow(state, &closure, premise);
            closure.consequences_mut(premise).add(&consequences);
        }
    }
    search(&closure, names, &mut source, finds)?;
    for _ in 0..ROUNDS {
        if !finds.wants_more() || !closure.expand() {
            break;
        }
        search(&closure, names, &mut source, finds)?;
    }
    Search::Continue(())
}

/// Returns the placements and removals in the branch of a premise. If the branch contradicts itself, returns the
/// premise's node as both true and false.
fn follow<G: Geometry, const W: usize>(
    state: &State<G>,
    closure: &Closure<G, W>,
    premise: Premise,
) -> Consequences<W> {
    let mut consequences = Consequences::NOTHING;
    let node = closure.graph.nodes[premise.node];
    let Some(cell) = node.cells.single() else {
        return consequences;
    };
    let branch = Branch::of(state, cell, node.digit, premise.on);
    if branch.broken {
        consequences.on.insert(premise.node);
        consequences.off.insert(premise.node);
        return consequences;
    }
    for digit in state.geometry().digits() {
        let placed = branch.placed[digit.index()];
        let removed = state.of_digit(digit) - branch.candidates.of_digit(digit) - placed;
        for (cells, bits) in [
            (placed, &mut consequences.on),
            (removed, &mut consequences.off),
        ] {
            for number in cells.filter_map(|cell| closure.graph.known(cell, digit)) {
                bits.insert(number);
            }
        }
    }
    consequences
}

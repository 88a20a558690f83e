//! Forcing nets: a branch places all singles that it opens, so that a step may have several premises.
//! A branch ends after four rounds of singles, as in HoDoKu.

use super::chains::{Story, search};
use super::closure::{Closure, Follows, Premise};
use crate::grid::{Candidates, Cell, CellSet, Changes, Digit, House, cells_at};
use crate::rate::techniques::find::{Finds, Search};
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// The most rounds of singles in a branch.
const ROUNDS: usize = 4;

/// A branch: the candidates after its premise has been followed up.
struct Branch {
    candidates: Candidates,
    placed: [CellSet; 9],
    broken: bool,
}

impl Branch {
    /// Follows a candidate up that is assumed to be true, or false.
    fn of(state: &State, cell: Cell, digit: Digit, holds: bool) -> Self {
        let mut branch = Self {
            candidates: state.candidates.clone(),
            placed: [CellSet::EMPTY; 9],
            broken: false,
        };
        if holds {
            branch.place(cell, digit);
        } else {
            branch.candidates.remove(cell, digit);
        }
        for _ in 0..ROUNDS {
            branch.broken |= branch.candidates.is_broken_in(Changes::ALL);
            if branch.broken || !branch.place_singles() {
                break;
            }
        }
        branch.broken |= branch.candidates.is_broken_in(Changes::ALL);
        branch
    }

    fn place(&mut self, cell: Cell, digit: Digit) {
        self.candidates.place(cell, digit);
        self.placed[digit.index()] |= CellSet::of(cell);
    }

    /// Places the singles that there are now; returns whether there was one.
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
        for house in House::all() {
            for (digit, &places) in Digit::all().zip(self.candidates.places(house)) {
                if places.is_power_of_two() {
                    singles.extend(cells_at(house, places).first().map(|cell| (cell, digit)));
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

/// Finds contradictions and verities by nets: first those of the branches themselves, then those of
/// branches that take what follows from each of their own ends.
pub(in crate::rate::techniques) fn forcing_nets<const P: bool>(
    state: &State,
    links: &StrongLinks,
    finds: &mut Finds<P>,
) -> Search {
    in_closure::<4, P>(state, links, finds)
        .or_else(|| in_closure::<8, P>(state, links, finds))
        .or_else(|| in_closure::<19, P>(state, links, finds))
        .unwrap_or(Search::Continue(()))
}

/// Searches a closure with at most `64 * W` nodes as forcing chains do.
fn in_closure<const W: usize, const P: bool>(
    state: &State,
    links: &StrongLinks,
    finds: &mut Finds<P>,
) -> Option<Search> {
    let closure = Closure::<W>::of(state, links)?;
    Some(search_nets(state, closure, finds))
}

fn search_nets<const W: usize, const P: bool>(
    state: &State,
    mut closure: Closure<W>,
    finds: &mut Finds<P>,
) -> Search {
    let names = [
        Technique::ForcingNetContradiction,
        Technique::ForcingNetVerity,
    ];
    let mut story = Story::of_net(state);
    for node in 0..closure.candidates {
        for on in [true, false] {
            let premise = Premise { node, on };
            let follows = follow(state, &closure, premise);
            closure.follows_mut(premise).add(&follows);
        }
    }
    search(&closure, names, &mut story, finds)?;
    for _ in 0..ROUNDS {
        if !finds.wants_more() || !closure.expand() {
            break;
        }
        search(&closure, names, &mut story, finds)?;
    }
    Search::Continue(())
}

/// Returns what a branch places and removes; a branch that breaks contradicts its premise.
fn follow<const W: usize>(state: &State, closure: &Closure<W>, premise: Premise) -> Follows<W> {
    let mut follows = Follows::NOTHING;
    let node = closure.graph.nodes[premise.node];
    let Some(cell) = node.cells.single() else {
        return follows;
    };
    let branch = Branch::of(state, cell, node.digit, premise.on);
    if branch.broken {
        follows.on.insert(premise.node);
        follows.off.insert(premise.node);
        return follows;
    }
    for digit in Digit::all() {
        let placed = branch.placed[digit.index()];
        let removed = state.of_digit(digit) - branch.candidates.of_digit(digit) - placed;
        for (cells, bits) in [(placed, &mut follows.on), (removed, &mut follows.off)] {
            for number in cells.filter_map(|cell| closure.graph.known(cell, digit)) {
                bits.insert(number);
            }
        }
    }
    follows
}

//! Works out the proof of a forcing net: the facts that lead from a premise to the end, each with its reasons.
//!
//! The search only knows what follows, not why. So the facts are derived again, round by round, when a pattern is
//! kept. Facts that the end doesn't need are left out.

use super::closure::Premise;
use crate::grid::{Geometry, Ordinal, Set, Table};
use crate::rate::techniques::find::{ChainNode, Link};
use crate::rate::techniques::state::State;
use crate::rate::{Mark, MarkOf};

/// The number for a fact that has not been found.
const UNKNOWN: usize = usize::MAX;

/// A fact in a branch of a net: a node is true, or a node is false. The facts from which it follows are listed,
/// too.
struct Fact<G: Geometry> {
    node: ChainNode<G>,
    on: bool,
    /// The numbers of the facts from which this fact follows.
    because: Vec<usize>,
}

/// The facts of a branch of a net, in the order in which they are found.
struct Derivation<'a, G: Geometry> {
    state: &'a State<G>,
    choices: Vec<Vec<MarkOf<G>>>,
    facts: Vec<Fact<G>>,
    /// For each digit, the cells that still have the digit as a candidate in the branch.
    left: G::PerDigit<G::Cells>,
    /// For each possible fact, at the index that [`known_place`] returns, the number of the fact; `UNKNOWN` if it has
    /// not been found.
    known: Vec<usize>,
    /// The number of facts whose direct consequences `spread()` has already added; they are the first ones in `facts`.
    spread: usize,
}

/// Follows a premise until the fact `end` or a contradiction is reached, and returns the links on the way. If `end`
/// is `None`, only a contradiction ends the search. A link comes after the links that lead to its start.
///
/// Singles that don't depend on the premise get no links. (A ladder places such singles before it tries nets.) If
/// the puzzle has no solution, the result may be empty, because the contradiction may not depend on the premise.
pub(super) fn derive<G: Geometry>(
    state: &State<G>,
    (node, on): (ChainNode<G>, bool),
    end: Option<(ChainNode<G>, bool)>,
) -> Vec<Link<G>> {
    let mut all = Derivation::of(state);
    all.learn(node, on, Vec::new());
    loop {
        all.spread();
        let reached = end.map_or(UNKNOWN, |(node, on)| all.number(node, on));
        let needed = if reached == UNKNOWN {
            all.clash()
        } else {
            Some(all.needed(&[reached]))
        };
        if let Some(needed) = needed {
            return all.links(&needed);
        }
        if !all.place_singles() && !all.lock() {
            return Vec::new();
        }
    }
}

impl<'a, G: Geometry> Derivation<'a, G> {
    fn of(state: &'a State<G>) -> Self {
        let mut left = G::PerDigit::filled(G::Cells::EMPTY);
        for digit in state.geometry().digits() {
            left[digit.index()] = state.of_digit(digit);
        }
        Self {
            state,
            choices: choices(state),
            facts: Vec::new(),
            left,
            known: vec![UNKNOWN; 2 * G::DIGITS * G::CELLS],
            spread: 0,
        }
    }

    /// Returns the number of the fact that a candidate is true (`on`) or that it is false; `UNKNOWN` if the fact
    /// has not been found, or if the node is a group.
    fn number(&self, node: ChainNode<G>, on: bool) -> usize {
        let cell = node.cells.single();
        cell.map_or(UNKNOWN, |cell| {
            self.known[known_place::<G>(node.digit, cell, on)]
        })
    }

    fn learn(&mut self, node: ChainNode<G>, on: bool, because: Vec<usize>) {
        if let Some(cell) = node.cells.single() {
            let known = &mut self.known[known_place::<G>(node.digit, cell, on)];
            if *known != UNKNOWN {
                return;
            }
            *known = self.facts.len();
            if !on {
                self.left[node.digit.index()] -= node.cells;
            }
        } else if self.facts.iter().any(|fact| fact.node == node) {
            return;
        }
        self.facts.push(Fact { node, on, because });
    }

    /// Adds the facts that follow from true nodes. Candidates of the same digit that see all cells of a true node
    /// are false. If the node is a single candidate, the other candidates of its cell are false, too.
    fn spread(&mut self) {
        while let Some(fact) = self.facts.get(self.spread) {
            let (node, number) = (fact.node, self.spread);
            self.spread += 1;
            if !fact.on {
                continue;
            }
            let all = self.left[node.digit.index()];
            let g = self.state.geometry();
            let seen = node.cells.fold(all, |seen, cell| seen & g.peers(cell));
            for cell in seen {
                self.learn(one(cell, node.digit), false, vec![number]);
            }
            if let Some(cell) = node.cells.single() {
                for digit in self.of_cell(cell).without(node.digit) {
                    self.learn(one(cell, digit), false, vec![number]);
                }
            }
        }
    }

    fn of_cell(&self, cell: G::Cell) -> G::Digits {
        let is_left = |digit: &G::Digit| self.left[digit.index()].contains(cell);
        self.state.of_cell(cell).filter(is_left).collect()
    }

    /// Returns the numbers of the known facts that make any of these candidates false.
    fn out(&self, marks: impl Iterator<Item = MarkOf<G>>) -> Vec<usize> {
        let numbers = marks.map(|it| self.known[known_place::<G>(it.digit, it.cell, false)]);
        numbers.filter(|&number| number != UNKNOWN).collect()
    }

    /// Adds the current singles as facts, each with as few reasons as possible. Returns whether there were any singles.
    fn place_singles(&mut self) -> bool {
        let mut singles: Vec<(ChainNode<G>, Vec<usize>)> = Vec::new();
        let mut add = |node: ChainNode<G>, because: Vec<usize>| {
            let same = singles.iter_mut().find(|it| it.0 == node);
            match same {
                Some(same) if same.1.len() <= because.len() => {}
                Some(same) => same.1 = because,
                None => singles.push((node, because)),
            }
        };
        for choice in &self.choices {
            let left = |it: &&MarkOf<G>| self.left[it.digit.index()].contains(it.cell);
            let mut open = choice.iter().filter(left);
            let (Some(&Mark { cell, digit }), None) = (open.next(), open.next()) else {
                continue;
            };
            if self.known[known_place::<G>(digit, cell, true)] == UNKNOWN {
                add(one(cell, digit), self.out(choice.iter().copied()));
            }
        }
        let is_any = !singles.is_empty();
        for (node, because) in singles {
            self.learn(node, true, because);
        }
        is_any
    }

    /// Adds the facts that follow from locked candidates: a digit must be in one of the cells where two houses cross.
    /// Adds only facts that remove a candidate, and returns whether there were any.
    fn lock(&mut self) -> bool {
        let g = self.state.geometry();
        let mut groups: Vec<(ChainNode<G>, Vec<usize>)> = Vec::new();
        for one in g.houses() {
            let crossings = g.crossings(one).filter(|it| it.other > one);
            for (crossing, digit) in
                crossings.flat_map(|it| g.digits().map(move |digit| (it, digit)))
            {
                let shared = g.cells_at(one, crossing.places);
                for (house, other) in [(one, crossing.other), (crossing.other, one)] {
                    let left = self.left[digit.index()];
                    let cells = left & g.cells_of(house);
                    let is_locked = cells.is_subset(shared) && cells.len() > 1;
                    if is_locked && !(left & g.cells_of(other)).is_subset(shared) {
                        let places = self.state.within(digit, house);
                        let because = self.out(places.map(|cell| Mark { cell, digit }));
                        groups.push((ChainNode { cells, digit }, because));
                    }
                }
            }
        }
        groups.retain(|it| !it.1.is_empty());
        let before = self.facts.len();
        for (node, because) in groups {
            self.learn(node, true, because);
        }
        self.facts.len() > before
    }

    /// Returns the numbers of the facts that lead to a contradiction; `None` if there is no contradiction. If there are
    /// several contradictions, returns the facts for the one that needs the fewest.
    fn clash(&self) -> Option<Vec<usize>> {
        let is_out = |it: &MarkOf<G>| !self.left[it.digit.index()].contains(it.cell);
        let broken = self
            .choices
            .iter()
            .filter(|choice| choice.iter().all(is_out));
        let needed = broken.map(|choice| self.needed(&self.out(choice.iter().copied())));
        needed.min_by_key(Vec::len)
    }

    /// Returns the numbers of the facts `ends` and of all facts from which these follow, in ascending order.
    fn needed(&self, ends: &[usize]) -> Vec<usize> {
        let mut is_needed = vec![false; self.facts.len()];
        let mut stack = ends.to_vec();
        while let Some(number) = stack.pop() {
            if !std::mem::replace(&mut is_needed[number], true) {
                stack.extend(&self.facts[number].because);
            }
        }
        (0..self.facts.len()).filter(|&n| is_needed[n]).collect()
    }

    fn links(&self, needed: &[usize]) -> Vec<Link<G>> {
        let facts = needed.iter().map(|&number| &self.facts[number]);
        let links = facts.flat_map(|fact| {
            let reasons = fact.because.iter();
            reasons.map(|&reason| Link {
                from: self.facts[reason].node,
                to: fact.node,
                strong: fact.on,
            })
        });
        links.collect()
    }
}

/// Returns the index of a fact in a list of all possible facts. The fact is that a candidate is true (`on`) or that
/// it is false.
fn known_place<G: Geometry>(digit: G::Digit, cell: G::Cell, on: bool) -> usize {
    (usize::from(on) * G::DIGITS + digit.index()) * G::CELLS + cell.index()
}

fn one<G: Geometry>(cell: G::Cell, digit: G::Digit) -> ChainNode<G> {
    let cells = G::Cells::of(cell);
    ChainNode { cells, digit }
}

/// Lists the sets in which at least one candidate must be true: the candidates of each cell, and the places of each
/// digit in each house.
fn choices<G: Geometry>(state: &State<G>) -> Vec<Vec<MarkOf<G>>> {
    let g = state.geometry();
    let of_cell = |cell: G::Cell| -> Vec<MarkOf<G>> {
        let digits = state.of_cell(cell);
        digits.map(|digit| Mark { cell, digit }).collect()
    };
    let of_house = |house: G::House, digit: G::Digit| -> Vec<MarkOf<G>> {
        let places = state.within(digit, house);
        places.map(|cell| Mark { cell, digit }).collect()
    };
    let cells = state.candidates.blanks().map(of_cell);
    let houses = g
        .houses()
        .flat_map(move |house| g.digits().map(move |digit| of_house(house, digit)));
    let all = cells.chain(houses);
    all.filter(|choice| !choice.is_empty()).collect()
}

/// Returns the node of a premise, and whether the premise is that this node is true.
pub(super) fn assumed<G: Geometry>(
    nodes: &[ChainNode<G>],
    premise: Premise,
) -> (ChainNode<G>, bool) {
    (nodes[premise.node], premise.on)
}

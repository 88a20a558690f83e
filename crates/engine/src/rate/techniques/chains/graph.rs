//! The graph of chains: nodes with strong links, and which become true when one is true.

use super::bits::Bits;
use crate::grid::{Cell, CellSet, Digit, House};
use crate::rate::techniques::find::ChainNode;
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;

/// A graph with at most `64 * W` nodes.
#[derive(Debug, Clone)]
pub(in crate::rate::techniques) struct Graph<const W: usize> {
    pub nodes: Vec<ChainNode>,
    /// The nodes that are true when a node is false.
    pub strong: Vec<Bits<W>>,
    /// The nodes with strong links that are false when a node is true.
    pub weak: Vec<Bits<W>>,
    /// The nodes that are true when a node is true, by one weak and one strong link.
    pub next: Vec<Bits<W>>,
    /// The candidates of its digit that see a node.
    pub seen: Vec<CellSet>,
    /// By cell: the nodes that are a candidate of the cell.
    at: Vec<Bits<W>>,
    /// By cell: the nodes whose digit is a candidate of the cell that sees them.
    seeing: Vec<Bits<W>>,
    /// By digit: the nodes.
    of_digit: [Bits<W>; 9],
    /// The numbers of candidates, by digit and cell.
    numbers: Vec<u16>,
}

const NONE: u16 = u16::MAX;
/// Few graphs have more nodes.
const USUAL: usize = 192;

impl<const W: usize> Default for Graph<W> {
    fn default() -> Self {
        Self {
            nodes: Vec::with_capacity(USUAL),
            strong: Vec::with_capacity(USUAL),
            weak: Vec::with_capacity(USUAL),
            next: Vec::with_capacity(USUAL),
            seen: Vec::with_capacity(USUAL),
            at: Vec::new(),
            seeing: Vec::new(),
            of_digit: [Bits::EMPTY; 9],
            numbers: vec![NONE; 9 * 81],
        }
    }
}

impl<const W: usize> Graph<W> {
    /// Empties the graph.
    pub(in crate::rate::techniques) fn clear(&mut self) {
        for node in &self.nodes {
            if let Some(cell) = node.cells.single() {
                self.numbers[node.digit.index() * 81 + cell.index()] = NONE;
            }
        }
        self.nodes.clear();
        self.strong.clear();
        self.weak.clear();
        self.next.clear();
        self.seen.clear();
    }

    /// Returns the number of a candidate, which becomes a node if it is none; `None` if the graph is full.
    fn number(&mut self, cell: Cell, digit: Digit) -> Option<usize> {
        let index = digit.index() * 81 + cell.index();
        if self.numbers[index] == NONE {
            let new = self.add(ChainNode {
                cells: CellSet::of(cell),
                digit,
            })?;
            self.numbers[index] = new as u16;
        }
        Some(self.numbers[index].into())
    }

    /// Returns the number of a candidate if it is a node.
    pub(in crate::rate::techniques) fn known(&self, cell: Cell, digit: Digit) -> Option<usize> {
        let number = self.numbers[digit.index() * 81 + cell.index()];
        (number != NONE).then_some(number.into())
    }

    /// Adds a node.
    fn add(&mut self, node: ChainNode) -> Option<usize> {
        if self.nodes.len() == 64 * W {
            return None;
        }
        self.nodes.push(node);
        self.strong.push(Bits::EMPTY);
        Some(self.nodes.len() - 1)
    }

    /// Returns the number of a node, which is added if it is new; groups are sought from `first` on.
    pub(in crate::rate::techniques) fn number_of(
        &mut self,
        node: ChainNode,
        first: usize,
    ) -> Option<usize> {
        match node.cells.single() {
            Some(cell) => self.number(cell, node.digit),
            None => {
                let known = self.nodes[first..].iter().position(|other| *other == node);
                known.map_or_else(|| self.add(node), |n| Some(first + n))
            }
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        self.strong[a].insert(b);
        self.strong[b].insert(a);
    }

    /// Adds a strong link between two nodes, of which groups are sought from `first` on; returns `None` if
    /// the graph is full.
    pub(in crate::rate::techniques) fn link(
        &mut self,
        a: ChainNode,
        b: ChainNode,
        first: usize,
    ) -> Option<()> {
        let (a, b) = (self.number_of(a, first)?, self.number_of(b, first)?);
        self.join(a, b);
        Some(())
    }

    /// Adds the strong links of one digit in houses.
    pub(in crate::rate::techniques) fn link_houses(
        &mut self,
        links: &StrongLinks,
        digit: Digit,
    ) -> Option<()> {
        for pair in links.of(digit).all() {
            let [a, b] = pair.ends;
            let (a, b) = (self.number(a, digit)?, self.number(b, digit)?);
            self.join(a, b);
        }
        Some(())
    }

    /// Adds the strong links inside cells of two candidates.
    pub(in crate::rate::techniques) fn link_cells(&mut self, state: &State) -> Option<()> {
        for cell in state.bivalue() {
            let mut digits = state.of_cell(cell);
            if let (Some(a), Some(b)) = (digits.next(), digits.next()) {
                let (a, b) = (self.number(cell, a)?, self.number(cell, b)?);
                self.join(a, b);
            }
        }
        Some(())
    }

    /// Computes weak links and what follows from them, once all strong links are there. `in_cells`: two
    /// digits of one cell are weakly linked, too.
    pub(in crate::rate::techniques) fn close(&mut self, state: &State, in_cells: bool) {
        self.of_digit = [Bits::EMPTY; 9];
        let mut sets = NodeSets::<W> {
            within: [Bits::EMPTY; 27],
            holding: [Bits::EMPTY; 81],
        };
        for (n, node) in self.nodes.iter().enumerate() {
            self.of_digit[node.digit.index()].insert(n);
            sets.add(n, node.cells);
        }
        if in_cells {
            self.list_cells(state, &sets);
        }
        for (n, &ChainNode { cells, digit }) in self.nodes.iter().enumerate() {
            let mut weak = sets.seen_from(cells, &self.of_digit[digit.index()]);
            if let Some(cell) = cells.single().filter(|_| in_cells) {
                weak.add(&self.at[cell.index()]);
                weak.remove(n);
            }
            self.weak.push(weak);
            self.seen.push(common_peers(cells) & state.of_digit(digit));
        }
        for n in 0..self.nodes.len() {
            let mut next = Bits::EMPTY;
            for false_node in self.weak[n].iter() {
                next.add(&self.strong[false_node]);
            }
            next.remove(n);
            self.next.push(next);
        }
    }
}

impl<const W: usize> Graph<W> {
    /// Lists the nodes that are a candidate of each cell, and those that each cell sees.
    fn list_cells(&mut self, state: &State, sets: &NodeSets<W>) {
        self.at = vec![Bits::EMPTY; 81];
        self.seeing = vec![Bits::EMPTY; 81];
        for (n, node) in self.nodes.iter().enumerate() {
            if let Some(cell) = node.cells.single() {
                self.at[cell.index()].insert(n);
            }
        }
        for cell in state.candidates.blanks() {
            let mut of_digits = Bits::EMPTY;
            for digit in state.of_cell(cell) {
                of_digits.add(&self.of_digit[digit.index()]);
            }
            self.seeing[cell.index()] = sets.seen_from(CellSet::of(cell), &of_digits);
        }
    }

    /// Returns the nodes from a start on with the same digit that some candidate sees together with it.
    pub(super) fn equal_ends(&self, start: usize) -> Bits<W> {
        let mut ends = Bits::EMPTY;
        let equal = self.of_digit[self.nodes[start].digit.index()];
        for end in equal.from(start).iter() {
            if !self.seen[start].is_disjoint(self.seen[end]) {
                ends.insert(end);
            }
        }
        ends
    }

    /// Returns the nodes from a start on that a chain from there could be of use for: the start itself,
    /// nodes that are linked weakly, those with the same digit that some candidate sees together with it,
    /// and those of another digit of which one end has a candidate that the other sees. Cells must be
    /// linked, too.
    pub(super) fn ends(&self, start: usize) -> Bits<W> {
        let node = self.nodes[start];
        let (mut others, mut equal) = (Bits::EMPTY, Bits::EMPTY);
        for cell in self.seen[start] {
            others.add(&self.at[cell.index()]);
            equal.add(&self.seeing[cell.index()]);
        }
        if let Some(cell) = node.cells.single() {
            others.add(&self.seeing[cell.index()]);
        }
        let of_digit = &self.of_digit[node.digit.index()];
        others.subtract(of_digit);
        others.add(&equal.and(of_digit));
        others.add(&self.weak[start]);
        others.insert(start);
        others.from(start)
    }
}

/// Sets of nodes by where they are. Cells that see all cells of a node are in a house with it.
struct NodeSets<const W: usize> {
    /// By house: the nodes all of whose cells lie there.
    within: [Bits<W>; 27],
    /// By cell: the nodes of which it is a cell.
    holding: [Bits<W>; 81],
}

impl<const W: usize> NodeSets<W> {
    fn add(&mut self, n: usize, cells: CellSet) {
        for house in houses(cells) {
            self.within[house.index()].insert(n);
        }
        for cell in cells {
            self.holding[cell.index()].insert(n);
        }
    }

    /// Returns those of some nodes that the cells of a node see.
    fn seen_from(&self, cells: CellSet, nodes: &Bits<W>) -> Bits<W> {
        let mut seen = Bits::EMPTY;
        for house in houses(cells) {
            seen.add(&self.within[house.index()]);
        }
        for cell in cells {
            seen.subtract(&self.holding[cell.index()]);
        }
        seen.and(nodes)
    }
}

/// Returns the houses that hold all cells of a node.
fn houses(cells: CellSet) -> impl Iterator<Item = House> {
    let is_cell = cells.single().is_some();
    let houses = cells.first().map_or([House::row(0); 3], Cell::houses);
    let holds = move |house: &House| is_cell || cells.is_subset(house.cells());
    houses.into_iter().filter(holds)
}

/// Returns the cells that see every cell of a node.
pub(in crate::rate::techniques) fn common_peers(cells: CellSet) -> CellSet {
    cells.fold(CellSet::ALL, |seen, cell| seen & cell.peers())
}

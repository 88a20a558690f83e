//! The graph in which chains are searched. Its nodes are candidates and groups of cells, joined by strong and weak
//! links.

use super::bits::Bits;
use crate::grid::{Geometry, Ordinal, Set, Table};
use crate::rate::techniques::find::ChainNode;
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;

/// A graph of chain nodes and their links, with at most `64 * W` nodes.
#[derive(Debug, Clone)]
pub(in crate::rate::techniques) struct Graph<G: Geometry, const W: usize> {
    pub nodes: Vec<ChainNode<G>>,
    /// For each node, the nodes to which it has a strong link: they are true if the node is false.
    pub strong: Vec<Bits<W>>,
    /// For each node, the nodes to which it has a weak link: they are false if the node is true.
    pub weak: Vec<Bits<W>>,
    /// For each node, the nodes that are true if the node is true, after one weak and one strong link.
    pub next: Vec<Bits<W>>,
    /// For each node, the cells that see all cells of the node and have the node's digit as a candidate.
    pub seen: Vec<G::Cells>,
    /// For each cell, the nodes that are a single candidate of the cell.
    at: Vec<Bits<W>>,
    /// For each cell, the nodes that the cell sees and whose digit is a candidate of the cell.
    seeing: Vec<Bits<W>>,
    /// The nodes of each digit.
    of_digit: G::PerDigit<Bits<W>>,
    /// The numbers of the nodes that are single candidates, by digit and cell.
    numbers: Vec<u16>,
}

const NONE: u16 = u16::MAX;
/// The number of nodes for which memory is reserved at first. Few graphs have more nodes.
const USUAL: usize = 192;

impl<G: Geometry, const W: usize> Default for Graph<G, W> {
    fn default() -> Self {
        Self {
            nodes: Vec::with_capacity(USUAL),
            strong: Vec::with_capacity(USUAL),
            weak: Vec::with_capacity(USUAL),
            next: Vec::with_capacity(USUAL),
            seen: Vec::with_capacity(USUAL),
            at: Vec::new(),
            seeing: Vec::new(),
            of_digit: G::PerDigit::filled(Bits::EMPTY),
            numbers: vec![NONE; G::DIGITS * G::CELLS],
        }
    }
}

impl<G: Geometry, const W: usize> Graph<G, W> {
    /// Removes all nodes and links.
    pub(in crate::rate::techniques) fn clear(&mut self) {
        for node in &self.nodes {
            if let Some(cell) = node.cells.single() {
                self.numbers[node.digit.index() * G::CELLS + cell.index()] = NONE;
            }
        }
        self.nodes.clear();
        self.strong.clear();
        self.weak.clear();
        self.next.clear();
        self.seen.clear();
    }

    /// Returns the node number of a candidate, and adds the candidate as a node if it isn't one yet. `None` if the
    /// graph is full.
    fn number(&mut self, cell: G::Cell, digit: G::Digit) -> Option<usize> {
        let index = digit.index() * G::CELLS + cell.index();
        if self.numbers[index] == NONE {
            let new = self.add(ChainNode {
                cells: G::Cells::of(cell),
                digit,
            })?;
            self.numbers[index] = new as u16;
        }
        Some(self.numbers[index].into())
    }

    /// Returns the node number of a candidate; `None` if the candidate is not a node.
    pub(in crate::rate::techniques) fn known(
        &self,
        cell: G::Cell,
        digit: G::Digit,
    ) -> Option<usize> {
        let number = self.numbers[digit.index() * G::CELLS + cell.index()];
        (number != NONE).then_some(number.into())
    }

    /// Adds a node and returns its number; `None` if the graph is full.
    fn add(&mut self, node: ChainNode<G>) -> Option<usize> {
        if self.nodes.len() == 64 * W {
            return None;
        }
        self.nodes.push(node);
        self.strong.push(Bits::EMPTY);
        Some(self.nodes.len() - 1)
    }

    /// Returns the number of a node, and adds the node if it is new. `None` if the graph is full. A group of cells is
    /// looked for only among the nodes with numbers from `first` upwards.
    pub(in crate::rate::techniques) fn number_of(
        &mut self,
        node: ChainNode<G>,
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

    /// Adds a strong link between two nodes; returns `None` if the graph is full. A group of cells is looked for only
    /// among the nodes with numbers from `first` upwards.
    pub(in crate::rate::techniques) fn link(
        &mut self,
        a: ChainNode<G>,
        b: ChainNode<G>,
        first: usize,
    ) -> Option<()> {
        let (a, b) = (self.number_of(a, first)?, self.number_of(b, first)?);
        self.join(a, b);
        Some(())
    }

    /// Adds the strong links of one digit in all houses; returns `None` if the graph is full.
    pub(in crate::rate::techniques) fn link_houses(
        &mut self,
        links: &StrongLinks<G>,
        digit: G::Digit,
    ) -> Option<()> {
        for pair in links.of(digit).all() {
            let [a, b] = pair.ends;
            let (a, b) = (self.number(a, digit)?, self.number(b, digit)?);
            self.join(a, b);
        }
        Some(())
    }

    /// Adds the strong links inside cells with two candidates; returns `None` if the graph is full.
    pub(in crate::rate::techniques) fn link_cells(&mut self, state: &State<G>) -> Option<()> {
        for cell in state.bivalue() {
            let mut digits = state.of_cell(cell);
            if let (Some(a), Some(b)) = (digits.next(), digits.next()) {
                let (a, b) = (self.number(cell, a)?, self.number(cell, b)?);
                self.join(a, b);
            }
        }
        Some(())
    }

    /// Completes the graph after all strong links have been added: computes the weak links, and the lists that
    /// depend on the links. With `in_cells`, two digits of one cell are also weakly linked.
    pub(in crate::rate::techniques) fn close(&mut self, state: &State<G>, in_cells: bool) {
        let g = state.geometry();
        self.of_digit = G::PerDigit::filled(Bits::EMPTY);
        let mut sets = NodeSets::<G, W> {
            geometry: g,
            within: G::PerHouse::filled(Bits::EMPTY),
            holding: G::PerCell::filled(Bits::EMPTY),
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
            self.seen
                .push(common_peers(g, cells) & state.of_digit(digit));
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

impl<G: Geometry, const W: usize> Graph<G, W> {
    /// Lists, for each cell, the nodes that are a single candidate of the cell, and the nodes that the cell sees.
    fn list_cells(&mut self, state: &State<G>, sets: &NodeSets<G, W>) {
        self.at = vec![Bits::EMPTY; G::CELLS];
        self.seeing = vec![Bits::EMPTY; G::CELLS];
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
            self.seeing[cell.index()] = sets.seen_from(G::Cells::of(cell), &of_digits);
        }
    }

    /// Returns the nodes at which a chain from `start` can end if it is to remove the digit of `start`. Such a node
    /// has the same digit, and some candidate sees both ends. Nodes with numbers below `start` are left out.
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

    /// Returns the nodes, numbered `start` or higher, to which a useful chain from `start` can lead. These are
    /// `start` itself, the nodes with a weak link to `start`, and the nodes that could remove a candidate together
    /// with `start`:
    ///
    /// - a node of the same digit, if some candidate sees both nodes
    /// - a node of another digit, if the cell of one node sees the other node and has the other node's digit as a
    ///   candidate
    ///
    /// The weak links within cells must have been computed, too.
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

/// The nodes by house and by cell, used to find the nodes that given cells see. Cells see a node if some house
/// contains the whole node and all these cells.
struct NodeSets<G: Geometry, const W: usize> {
    geometry: G,
    /// For each house, the nodes whose cells all lie in the house.
    within: G::PerHouse<Bits<W>>,
    /// For each cell, the nodes that contain the cell.
    holding: G::PerCell<Bits<W>>,
}

impl<G: Geometry, const W: usize> NodeSets<G, W> {
    fn add(&mut self, n: usize, cells: G::Cells) {
        each_house(self.geometry, cells, |house| {
            self.within[house.index()].insert(n);
        });
        for cell in cells {
            self.holding[cell.index()].insert(n);
        }
    }

    /// Returns those nodes of the set `nodes` that these cells see.
    fn seen_from(&self, cells: G::Cells, nodes: &Bits<W>) -> Bits<W> {
        let mut seen = Bits::EMPTY;
        each_house(self.geometry, cells, |house| {
            seen.add(&self.within[house.index()]);
        });
        for cell in cells {
            seen.subtract(&self.holding[cell.index()]);
        }
        seen.and(nodes)
    }
}

/// Calls `found` for each house that contains all of these cells.
#[inline]
fn each_house<G: Geometry>(g: G, cells: G::Cells, mut found: impl FnMut(G::House)) {
    let is_cell = cells.single().is_some();
    let Some(cell) = cells.first() else { return };
    for house in g.houses_of(cell) {
        if is_cell || cells.is_subset(g.cells_of(house)) {
            found(house);
        }
    }
}

/// Returns the cells that see all of these cells.
pub(in crate::rate::techniques) fn common_peers<G: Geometry>(g: G, cells: G::Cells) -> G::Cells {
    cells.fold(g.all_cells(), |seen, cell| seen & g.peers(cell))
}

//! The graph of chains: nodes with strong links, and which become true when one is true.

use super::bits::Bits;
use crate::grid::{Cell, CellSet, Digit};
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
        let mut groups = [Bits::<W>::EMPTY; 9];
        self.of_digit = [Bits::EMPTY; 9];
        if in_cells {
            self.at = vec![Bits::EMPTY; 81];
            self.seeing = vec![Bits::EMPTY; 81];
        }
        for (n, node) in self.nodes.iter().enumerate() {
            self.of_digit[node.digit.index()].insert(n);
            match node.cells.single() {
                Some(cell) if in_cells => self.at[cell.index()].insert(n),
                Some(_) => (),
                None => groups[node.digit.index()].insert(n),
            }
        }
        for n in 0..self.nodes.len() {
            let ChainNode { cells, digit } = self.nodes[n];
            let seen = common_peers(cells) & state.of_digit(digit);
            self.seen.push(seen);
            if in_cells {
                for cell in seen {
                    self.seeing[cell.index()].insert(n);
                }
            }
            let mut weak = Bits::EMPTY;
            for cell in seen {
                if let Some(number) = self.known(cell, digit) {
                    weak.insert(number);
                }
            }
            for group in groups[digit.index()].iter() {
                if self.nodes[group].cells.is_subset(seen) {
                    weak.insert(group);
                }
            }
            if let Some(cell) = cells.single().filter(|_| in_cells) {
                for other in state.of_cell(cell).without(digit) {
                    if let Some(number) = self.known(cell, other) {
                        weak.insert(number);
                    }
                }
            }
            self.weak.push(weak);
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

/// Returns the cells that see every cell of a node.
pub(in crate::rate::techniques) fn common_peers(cells: CellSet) -> CellSet {
    cells.fold(CellSet::ALL, |seen, cell| seen & cell.peers())
}

//! The steps by which Sudoku Explainer solves a puzzle, with all the data needed to replay, read and draw the
//! steps.

use super::hint::{SeHint, SeTechnique, tenths};
use crate::grid::{Cell, DigitSet, House, Transform};
use crate::rate::Mark;
#[cfg(feature = "serde")]
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;

/// One hint that Sudoku Explainer applies.
///
/// It is displayed in one line: `4.2 XY-wing 1,4,7 in r5c4 r5c6 r4c8: r4c6≠7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeStep {
    /// The technique.
    pub technique: SeTechnique,
    /// The hint's rating, in tenths.
    pub tenths: u8,
    /// The houses of the pattern. Locked candidates list the base and the cover; a fish lists one base line and
    /// one cover line. A chain of strong links lists the houses of its first two links.
    pub houses: Vec<House>,
    /// The cells of the pattern. An XY-wing or XYZ-wing lists its pivot first. A longer wing lists its cell with
    /// two candidates last. A loop lists its cells in loop order.
    pub cells: Vec<Cell>,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The digits that are placed. The candidates that a placed digit removes are not listed.
    pub placements: Vec<Mark>,
    /// The candidates that are removed, in reading order.
    pub eliminations: Vec<Mark>,
    /// The chains that lead to the result: one from each assumption, or the two chains of a contradiction. Empty
    /// for techniques without chains.
    pub chains: Vec<SeChain>,
}

/// A chain from an assumption to its end; causes come before their effects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeChain {
    /// The nodes; the first is the assumption, the last is the end.
    pub nodes: Vec<SeNode>,
    /// `true` if the end leads back to the assumption, so that every link holds in both directions.
    pub closed: bool,
}

/// A candidate that is on or off in a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeNode {
    /// The candidate.
    pub mark: Mark,
    /// `true` if the candidate is on, that is, its digit is in its cell; `false` if it is off.
    pub on: bool,
    /// The indices of the node's direct causes in [`SeChain::nodes`]; empty for the assumption.
    pub causes: Vec<usize>,
    /// The house in which the node's digit has no other place left, if the node is on for this reason. `None` for
    /// other nodes, and for all nodes outside dynamic chains.
    pub house: Option<House>,
}

impl SeStep {
    pub(super) fn new(hint: SeHint, chains: Vec<SeChain>) -> Self {
        let mut eliminations = hint.removals;
        eliminations.sort_unstable();
        let nodes = || chains.iter().flat_map(|chain| &chain.nodes);
        let (mut cells, mut digits) = (hint.cells, hint.digits);
        for node in nodes() {
            digits = digits.with(node.mark.digit);
            if !cells.contains(&node.mark.cell) {
                cells.push(node.mark.cell);
            }
        }
        if cells.is_empty() {
            cells.extend(hint.placement.map(|mark| mark.cell));
        }
        Self {
            technique: hint.technique,
            tenths: tenths(hint.number),
            houses: hint.houses.into_iter().flatten().collect(),
            cells,
            digits,
            placements: hint.placement.into_iter().collect(),
            eliminations,
            chains,
        }
    }

    /// Returns this step, turned and relabelled as `transform` turns and relabels the board.
    #[must_use]
    pub fn moved(mut self, transform: &Transform) -> Self {
        let move_mark = |mark: &mut Mark| {
            mark.cell = transform.cell(mark.cell);
            mark.digit = transform.digit(mark.digit);
        };
        self.placements.iter_mut().for_each(move_mark);
        self.eliminations.iter_mut().for_each(move_mark);
        self.eliminations.sort_unstable();
        for chain in &mut self.chains {
            for node in &mut chain.nodes {
                move_mark(&mut node.mark);
            }
        }
        let nodes = self.chains.iter_mut().flat_map(|chain| &mut chain.nodes);
        let of_nodes = nodes.filter_map(|node| node.house.as_mut());
        for house in self.houses.iter_mut().chain(of_nodes) {
            *house = transform.house(*house);
        }
        for cell in &mut self.cells {
            *cell = transform.cell(*cell);
        }
        self.digits = self.digits.map(|digit| transform.digit(digit)).collect();
        self
    }
}

impl fmt::Display for SeStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tenths, .. } = self;
        write!(
            f,
            "{}.{} {}",
            tenths / 10,
            tenths % 10,
            self.technique.name()
        )?;
        let list = |items: Vec<String>, separator| items.join(separator);
        if !self.digits.is_empty() {
            write!(
                f,
                " {}",
                list(self.digits.map(|it| it.to_string()).collect(), ",")
            )?;
        }
        let cells = self.cells.iter().map(Cell::to_string).collect();
        write!(f, " in {}", list(cells, " "))?;
        if !self.houses.is_empty() {
            let houses = self.houses.iter().map(House::to_string).collect();
            write!(f, " ({})", list(houses, ", "))?;
        }
        let marks = |marks: &[Mark], sign| {
            let text = |mark: &Mark| format!("{}{sign}{}", mark.cell, mark.digit);
            marks.iter().map(text).collect::<Vec<_>>()
        };
        let mut results = marks(&self.placements, "=");
        results.extend(marks(&self.eliminations, "≠"));
        write!(f, ": {}", list(results, ", "))
    }
}

/// Displays a chain by its links: `r1c2=4 → r1c5≠4 → r7c5=4`. A node with any other cause than the node before it
/// is shown after a semicolon, with all its causes: `; r1c2=4 + r3c2≠4 → r5c2=1`.
impl fmt::Display for SeChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, node) in self.nodes.iter().enumerate() {
            let follows_last = node.causes.len() == 1 && node.causes[0] + 1 == place;
            let causes = node
                .causes
                .iter()
                .map(|&cause| self.nodes[cause].to_string());
            match place {
                0 => {}
                _ if follows_last => f.write_str(" → ")?,
                _ => write!(f, "; {} → ", causes.collect::<Vec<_>>().join(" + "))?,
            }
            write!(f, "{node}")?;
        }
        f.write_str(if self.closed { " → the start" } else { "" })
    }
}

impl fmt::Display for SeNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.on { "=" } else { "≠" };
        write!(f, "{}{sign}{}", self.mark.cell, self.mark.digit)
    }
}

#[cfg(feature = "serde")]
impl Serialize for SeStep {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let names: Vec<String> = self.cells.iter().map(Cell::to_string).collect();
        let houses: Vec<String> = self.houses.iter().map(House::to_string).collect();
        let mut object = out.serialize_struct("SeStep", 10)?;
        object.serialize_field("technique", self.technique.name())?;
        object.serialize_field("number", &(f64::from(self.tenths) / 10.0))?;
        object.serialize_field("houses", &houses)?;
        object.serialize_field("cells", &self.cells)?;
        object.serialize_field("cell_names", &names)?;
        object.serialize_field("digits", &self.digits.collect::<Vec<_>>())?;
        object.serialize_field("placements", &self.placements)?;
        object.serialize_field("eliminations", &self.eliminations)?;
        object.serialize_field("chains", &self.chains)?;
        object.serialize_field("text", &self.to_string())?;
        object.end()
    }
}

#[cfg(feature = "serde")]
impl Serialize for SeChain {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_struct("SeChain", 3)?;
        object.serialize_field("closed", &self.closed)?;
        object.serialize_field("nodes", &self.nodes)?;
        object.serialize_field("text", &self.to_string())?;
        object.end()
    }
}

#[cfg(feature = "serde")]
impl Serialize for SeNode {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_struct("SeNode", 5)?;
        object.serialize_field("cell", &self.mark.cell)?;
        object.serialize_field("name", &self.mark.cell.to_string())?;
        object.serialize_field("digit", &self.mark.digit)?;
        object.serialize_field("on", &self.on)?;
        object.serialize_field("causes", &self.causes)?;
        object.end()
    }
}

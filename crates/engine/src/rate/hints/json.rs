//! Writes the parts of a step as JSON: houses, cells, candidates and links. Houses and cells have a number for
//! programs and a name for readers. `docs/steps.md` describes the form.

use super::link::{ExplainedLink, LinkReason};
use super::parts::{StepCandidate, StepCell, StepHouse, name};
use crate::grid::{Cell, CellSet, House};
use crate::rate::techniques::ChainNode;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A house that is written to JSON with its kind, number and name.
struct NamedHouse(House);

impl Serialize for NamedHouse {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_struct("House", 3)?;
        object.serialize_field("kind", &self.0.kind().to_string())?;
        object.serialize_field("index", &self.0.number())?;
        object.serialize_field("name", &self.0.to_string())?;
        object.end()
    }
}

impl Serialize for StepHouse {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_struct("StepHouse", 4)?;
        object.serialize_field("kind", &self.house.kind().to_string())?;
        object.serialize_field("index", &self.house.number())?;
        object.serialize_field("name", &self.house.to_string())?;
        object.serialize_field("role", &name(self.role))?;
        object.end()
    }
}

impl Serialize for StepCell {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_struct("StepCell", 5)?;
        object.serialize_field("cell", &self.cell)?;
        object.serialize_field("name", &self.cell.to_string())?;
        object.serialize_field("role", &self.role.name())?;
        object.serialize_field("colour", &self.role.colour())?;
        object.serialize_field("candidates", &self.candidates)?;
        object.end()
    }
}

impl Serialize for StepCandidate {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_struct("StepCandidate", 5)?;
        object.serialize_field("cell", &self.cell)?;
        object.serialize_field("name", &self.cell.to_string())?;
        object.serialize_field("digit", &self.digit)?;
        object.serialize_field("role", &self.role.name())?;
        object.serialize_field("colour", &self.colour)?;
        object.end()
    }
}

/// A node of a chain that is written to JSON with the numbers and names of its cells.
struct NamedNode(ChainNode);

impl Serialize for NamedNode {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let cells: Vec<Cell> = self.0.cells.collect();
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        let mut object = out.serialize_struct("Node", 3)?;
        object.serialize_field("cells", &cells)?;
        object.serialize_field("names", &names)?;
        object.serialize_field("digit", &self.0.digit)?;
        object.end()
    }
}

/// An almost locked set that is written to JSON with the numbers and names of its cells.
struct NamedSet(CellSet);

impl Serialize for NamedSet {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let cells: Vec<Cell> = self.0.collect();
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        let mut object = out.serialize_struct("Set", 2)?;
        object.serialize_field("cells", &cells)?;
        object.serialize_field("names", &names)?;
        object.end()
    }
}

impl Serialize for LinkReason {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_struct("LinkReason", 1)?;
        match self {
            Self::Cell(cell) => object.serialize_field("cell", cell)?,
            Self::House(house) => object.serialize_field("house", &NamedHouse(*house))?,
            Self::Set(cells) => object.serialize_field("set", &NamedSet(*cells))?,
            Self::Restricted(digit) => object.serialize_field("restricted", digit)?,
        }
        object.end()
    }
}

impl Serialize for ExplainedLink {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let kind = match (self.link.strong, self.is_joint) {
            (_, true) => "joint",
            (true, false) => "strong",
            (false, false) => "weak",
        };
        let mut object = out.serialize_struct("Link", 5)?;
        object.serialize_field("chain", &self.chain)?;
        object.serialize_field("from", &NamedNode(self.link.from))?;
        object.serialize_field("to", &NamedNode(self.link.to))?;
        object.serialize_field("kind", kind)?;
        object.serialize_field("why", &self.why)?;
        object.end()
    }
}

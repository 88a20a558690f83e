//! The parts of a step in JSON: houses, cells, candidates and links, each with a number for programs and a
//! name for people.

use super::link::{ExplainedLink, LinkReason};
use crate::grid::{Cell, CellSet, Digit, House};
use crate::rate::techniques::{ChainNode, Role};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use std::borrow::Cow;

/// The role of a cell or candidate in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepRole {
    /// Part of the pattern, with this role.
    Part(Role),
    /// A cell outside the pattern that is set or loses a candidate.
    Target,
    /// A candidate that is removed.
    Removed,
    /// A candidate that is placed.
    Set,
}

impl StepRole {
    /// Returns the name in JSON, which never changes.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Part(role) => return name(role),
            Self::Target => "target",
            Self::Removed => "removed",
            Self::Set => "set",
        })
    }

    /// Returns the colour's letter: `A` or `a` for the two colours of the first connected set, `B` or `b` for the
    /// two colours of the second.
    pub const fn colour(self) -> Option<char> {
        match self {
            Self::Part(Role::Colour(n)) => Some(['A', 'a', 'B', 'b'][n as usize % 4]),
            _ => None,
        }
    }
}

fn name(role: Role) -> Cow<'static, str> {
    Cow::Borrowed(match role {
        Role::Pattern => "pattern",
        Role::Base => "base",
        Role::Cover => "cover",
        Role::Fin => "fin",
        Role::Pivot => "pivot",
        Role::Wing => "wing",
        Role::Link => "link",
        Role::Floor => "floor",
        Role::Roof => "roof",
        Role::Extra => "extra",
        Role::Box => "box",
        Role::Line => "line",
        Role::Colour(_) => "colour",
        Role::LockedSet(n) => {
            return Cow::Owned(format!("als-{}", char::from(b'a' + n % 26)));
        }
    })
}

/// A house of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepHouse {
    /// The house.
    pub house: House,
    /// The role of the house.
    pub role: Role,
}

/// A cell that takes part in a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepCell {
    /// The cell.
    pub cell: Cell,
    /// The role of the cell.
    pub role: StepRole,
    /// The cell's candidates before the step, ascending.
    pub candidates: Vec<Digit>,
}

/// A candidate of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepCandidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// The role of the candidate.
    pub role: StepRole,
    /// The colour: `A` or `a`, `B` or `b`. If a chain is followed from its start, candidates of colour `A` are true
    /// and candidates of colour `a` are false.
    pub colour: Option<char>,
}

/// A house that JSON shows with its kind, number and name.
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

/// A node of a chain that JSON shows with the numbers and names of its cells.
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

/// An almost locked set that JSON shows with the numbers and names of its cells.
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

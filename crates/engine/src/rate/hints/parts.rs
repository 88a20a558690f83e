//! The parts of a step: houses, cells and candidates, each with its role.

use crate::grid::{Cell, Digit, House};
use crate::rate::techniques::Role;
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

/// Returns the name of a role in JSON, which never changes.
pub(super) fn name(role: Role) -> Cow<'static, str> {
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

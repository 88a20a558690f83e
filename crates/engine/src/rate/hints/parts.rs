//! The parts of a step: houses, cells and candidates, each with its role.

use crate::grid::{Cell, Digit, House};
use crate::rate::techniques::Role;
use std::borrow::Cow;

/// The role that a cell or candidate plays in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepRole {
    /// A part of the pattern, with its role in the pattern.
    Part(Role),
    /// A cell outside the pattern that gets a digit or loses a candidate.
    Target,
    /// A candidate that is removed.
    Removed,
    /// A candidate that is placed.
    Set,
}

impl StepRole {
    /// Returns the name that the role has in JSON. These names never change.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Part(role) => return name(role),
            Self::Target => "target",
            Self::Removed => "removed",
            Self::Set => "set",
        })
    }

    /// Returns the letter of the role's colour. `A` and `a` are the two colours of the first set of linked cells, `B`
    /// and `b` those of the second. `None` if the role is not a colour.
    pub const fn colour(self) -> Option<char> {
        match self {
            Self::Part(Role::Colour(n)) => Some(['A', 'a', 'B', 'b'][n as usize % 4]),
            _ => None,
        }
    }
}

/// Returns the name that a role has in JSON. These names never change.
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

/// A house that takes part in a step, with its role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepHouse {
    /// The house.
    pub house: House,
    /// The role of the house.
    pub role: Role,
}

/// A cell that takes part in a step, with its role and its candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepCell {
    /// The cell.
    pub cell: Cell,
    /// The role of the cell.
    pub role: StepRole,
    /// The cell's candidates before the step, ascending.
    pub candidates: Vec<Digit>,
}

/// A candidate that takes part in a step, with its role and colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepCandidate {
    /// The cell that has the candidate.
    pub cell: Cell,
    /// The digit of the candidate.
    pub digit: Digit,
    /// The role of the candidate.
    pub role: StepRole,
    /// The colour: `A`, `a`, `B` or `b`; `None` if the candidate has no colour. In a chain, the assumption at its
    /// start makes candidates of colour `A` true and candidates of colour `a` false.
    pub colour: Option<char>,
}

//! The state of the ledger that a job runs against: the published puzzles that the job must not repeat.
//!
//! A ledger only grows, pack by pack. So its number of packs identifies a state, and a digest proves that the
//! packs are still the same.
//!
//! A job usually has one state. It gets another in two cases: another job has meanwhile published some of the same
//! puzzles, or the job extends a pack. Each state applies to candidate puzzles from number `from` on.

use serde::{Deserialize, Serialize};

/// The states of the ledger that a job's candidate puzzles are checked against. Usually this is a single state; a
/// later state applies only from a certain candidate on. Empty if the job uses no ledger.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerSnapshot {
    /// The states of the ledger, sorted by the first candidate puzzle that each state applies to.
    pub states: Vec<LedgerState>,
    /// The packs that the job continues, by their numbers in the ledger. The job's pack includes the puzzles of these
    /// packs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<u64>,
}

/// A state of a ledger: the packs and puzzles that the ledger held at a certain time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerState {
    /// The number of the first candidate puzzle that this state applies to.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: u64,
    /// The number of packs in the ledger.
    pub packs: u64,
    /// The number of puzzles in the ledger.
    pub puzzles: u64,
    /// The digest of the packs in the ledger, as 32 hexadecimal digits.
    pub digest: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // what serde asks for
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl LedgerSnapshot {
    /// Returns whether the job uses no ledger.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the ledger state against which candidate puzzle `number` is checked; `None` if no state applies to this
    /// candidate.
    pub fn at(&self, number: u64) -> Option<&LedgerState> {
        self.states.iter().rev().find(|it| it.from <= number)
    }
}

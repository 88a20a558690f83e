//! The state of the ledger that a job runs against: what it must not make again.
//!
//! A ledger only grows, pack by pack, so a state is the number of its packs, and the digest proves
//! that they are the same ones. A job names a second state where another job had published some of
//! its puzzles in the meantime, or where it extends a pack: from that candidate on it knows more.

use serde::{Deserialize, Serialize};

/// The published puzzles that a job must not make again; empty where it uses no ledger.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerSnapshot {
    /// The states, in the order of the candidates from which they hold.
    pub states: Vec<LedgerState>,
    /// Packs of the ledger that the job continues: it holds their puzzles, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<u64>,
}

/// A state of a ledger: its packs and puzzles up to a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerState {
    /// The first candidate that it holds for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: u64,
    /// Number of packs that the ledger held.
    pub packs: u64,
    /// Number of puzzles that it held.
    pub puzzles: u64,
    /// The digest of these packs, 32 hexadecimal digits.
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

    /// Returns the state that candidate `number` runs against.
    pub fn at(&self, number: u64) -> Option<&LedgerState> {
        self.states.iter().rev().find(|it| it.from <= number)
    }
}

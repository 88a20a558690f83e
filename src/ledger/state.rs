//! The state of a ledger: its numbers of packs and puzzles, and a digest. Each new pack is hashed together with
//! the digest before it.

use crate::config::LedgerState;
use crate::grid::PuzzleId;

const DOMAIN: &[u8] = b"sudoku-factory ledger 1";

/// The state of a ledger: how many packs and puzzles it has, and the digest of its packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Head {
    /// The number of packs in the ledger.
    pub packs: u64,
    /// The number of entries in the ledger.
    pub puzzles: u64,
    /// The digest of all packs; zero before the first pack.
    pub digest: [u8; 16],
}

impl Head {
    /// Returns the state of the ledger after one more pack, whose puzzle ids have the digest `ids`.
    pub fn with_pack(&self, name: &str, puzzles: u64, ids: &[u8; 16]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(DOMAIN);
        hasher.update(&self.digest);
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update(ids);
        Self {
            packs: self.packs + 1,
            puzzles: self.puzzles + puzzles,
            digest: first_half(&hasher),
        }
    }

    /// Returns the state of the ledger in the form that a job records. `from` is the number of the job's first
    /// candidate puzzle that is checked against this state.
    pub fn named(&self, from: u64) -> LedgerState {
        LedgerState {
            from,
            packs: self.packs,
            puzzles: self.puzzles,
            digest: hex(&self.digest),
        }
    }
}

/// Returns the digest of puzzle ids, which depends on their order. The ids of a pack must be in ascending order,
/// and the ids of a shipment in the order of their numbers.
pub fn ids_digest<'a>(ids: impl Iterator<Item = &'a PuzzleId>) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(DOMAIN);
    ids.for_each(|id| {
        hasher.update(id.bytes());
    });
    first_half(&hasher)
}

/// Returns the digest of a text, such as the settings of a job.
pub fn text_digest(text: &str) -> String {
    hex(&blake3::hash(text.as_bytes()).as_bytes()[..16])
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn first_half(hasher: &blake3::Hasher) -> [u8; 16] {
    let mut half = [0; 16];
    half.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    half
}

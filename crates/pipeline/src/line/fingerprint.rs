//! Computes a checksum over the puzzles of small fixed jobs, which shows whether a change of the code alters
//! puzzles.

use super::candidate::Maker;
use super::tally::StageTimes;
use crate::bucket::Scheme;
use crate::config::{Job, LedgerSnapshot};
use crate::create::Method;
use crate::dig::{ClueRange, Plan, Symmetry};
use crate::filter::Filters;
use crate::grid::text::line_bytes;
use crate::layouts::Distinct;

/// The seed of the jobs that [`fingerprint`] runs. Its value does not matter, but it must never change.
const SEED: u64 = 2012;

/// Returns a checksum of sixteen hexadecimal digits over every puzzle, solution, count, difficulty D and level of a few
/// jobs that never change. Together these jobs use three methods for full grids, three schemes, symmetric digs and a
/// clue range.
pub fn fingerprint() -> String {
    let minimal = plan(Symmetry::None, None);
    let printed = plan(Symmetry::Rotate180, Some(ClueRange { min: 24, max: 30 }));
    let las_vegas = Method::LasVegas { seed_cells: 11 };
    let jobs = [
        (Method::Diagonal, minimal, "wu", 500),
        (Method::Diagonal, minimal, "wu-strict", 100),
        (las_vegas, minimal, "wu-literal", 100),
        (las_vegas, printed, "wu", 100),
        (Method::Diagonal, plan(Symmetry::Full, None), "wu", 50),
        (Method::DiagonalAll, minimal, "wu", 2),
    ];
    let mut hash = blake3::Hasher::new();
    for (create, dig, scheme, count) in jobs {
        let Ok(scheme) = Scheme::named(scheme) else {
            continue;
        };
        add(&mut hash, &job(create, dig, scheme), count);
    }
    hash.finalize().to_hex()[..16].to_owned()
}

fn plan(symmetry: Symmetry, clues: Option<ClueRange>) -> Plan {
    Plan {
        symmetry,
        clues,
        ..Plan::default()
    }
}

fn job(create: Method, dig: Plan, scheme: Scheme) -> Job {
    Job {
        seed: SEED,
        count: None,
        quotas: None,
        exhaust: false,
        create,
        dig,
        source: None,
        scheme,
        ratings: Vec::new(),
        filters: Filters::default(),
        mix: Vec::new(),
        part: None,
        ledger: LedgerSnapshot::default(),
        layout: None,
        regions: None,
        distinct: Distinct::Form,
    }
}

fn add(hash: &mut blake3::Hasher, job: &Job, count: u64) {
    let maker = Maker::new(job);
    let mut times = StageTimes::default();
    for k in 0..count {
        let candidate = maker.make(k, &mut times);
        hash.update(&candidate.attempts.to_le_bytes());
        let Ok(record) = candidate.made else {
            continue;
        };
        hash.update(&line_bytes(&record.puzzle, b'0'));
        hash.update(&line_bytes(&record.solution, b'0'));
        let ladder = &record.ratings.ladder;
        for count in ladder.rules.iter().chain(&ladder.used) {
            hash.update(&count.to_le_bytes());
        }
        hash.update(&ladder.difficulty.to_bits().to_le_bytes());
        hash.update(&[record.level.number(), ladder.solved.into()]);
    }
}

//! Reads and writes `plan.json`, the plan of a run that is divided into shards. It states the job, the number of
//! shards, and the version of the program that makes the shards. A plan must never change, because every shard
//! names its plan by the plan's BLAKE3 digest.
//!
//! Shard i of n has the candidates from ⌊count·i/n⌋ up to the first candidate of shard i+1. File systems are slow
//! with folders of a million files. So the files of many shards are divided among folders: `shards/0017` holds the
//! shards 17,000 to 17,999.

use super::SHARDS;
use super::error::ShardError;
use super::store::Store;
use crate::config::{Job, RunSpec, SeedPolicy};
use crate::line::{self, PublishedIndex};
use crate::pack::ALGORITHM;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::OnceLock;

/// The name of the file with a run's plan.
pub const PLAN_FILE: &str = "plan.json";
/// The maximum number of shards in a plan.
pub const MOST_SHARDS: u64 = 10_000_000;

/// The maximum number of shards for which a new plan puts all files in one folder. Plans of earlier versions have one
/// folder for any number of shards.
const MOST_IN_ONE_FOLDER: u64 = 10_000;
/// The number of shards in each folder of a plan that divides its shards among folders.
const PER_FOLDER: NonZeroU64 = NonZeroU64::new(1000).unwrap();

/// The word in the name of a plan's staging folder. The name of a shard's staging folder has the shard's index
/// instead of this word.
const WORK: &str = "plan";

const SCHEMA: u32 = 1;
/// The maximum length of a plan in bytes. The job in it takes a few kilobytes.
const MOST_BYTES: u64 = 1 << 20;
/// The number of candidate puzzles of a plan's job that are covered by the plan's fingerprint.
const PROBES: u64 = 8;

/// The plan of a run that is divided into shards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardPlan {
    /// The version of the plan's format; currently always 1.
    pub schema: u32,
    /// The version of the program that made the plan.
    pub program: String,
    /// The number of the algorithm that makes candidate puzzles.
    pub algorithm: u32,
    /// Sixteen hexadecimal digits that change when the bytes of a candidate puzzle change. This fingerprint covers the
    /// fixed jobs of `factory fingerprint` and eight candidates of the plan's job.
    pub fingerprint: String,
    /// The number of shards of the run.
    pub shards: u64,
    /// The number of shards in each folder below the folder `shards`; `None` if all shards are directly in that
    /// folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shards_per_folder: Option<NonZeroU64>,
    /// The job of the run, with its seed and its number of candidate puzzles.
    pub job: Job,
}

/// The result of planning a run.
#[derive(Debug)]
pub struct PlanResult {
    /// The plan of the run.
    pub plan: ShardPlan,
    /// `true` if the plan existed before.
    pub was_there: bool,
}

/// A run that is divided into shards: its plan and its storage.
pub struct Run<'a> {
    /// The storage of the plan and the shards.
    pub store: &'a dyn Store,
    /// The plan of the run.
    pub plan: ShardPlan,
    /// The BLAKE3 digest of the plan's bytes, in hexadecimal digits.
    pub digest: String,
}

/// Plans a job that is divided into `shards` shards. If the same plan exists, nothing changes. If `spec` has no
/// given seed, the seed is that of an existing plan, or else a random one. A plan also names a state of the ledger.
/// A new plan takes this state from `spec`. An existing plan keeps its state if the ledger `published` was once in
/// that state.
///
/// # Errors
/// If the job has no number of candidate puzzles, has fewer candidate puzzles than shards, has a time limit or
/// reads its puzzles from a list, if there are no shards or more than [`MOST_SHARDS`], if the run has another plan
/// or a damaged one, or if the storage fails.
pub fn plan(
    store: &dyn Store,
    spec: &RunSpec,
    shards: u64,
    published: Option<&dyn PublishedIndex>,
) -> Result<PlanResult, ShardError> {
    let mut job = spec.job.clone();
    check_shards(spec, shards)?;
    let there = match Run::open(store) {
        Err(ShardError::NoPlan { .. }) => None,
        other => Some(other?.plan),
    };
    if let (Some(plan), Some(published)) = (&there, published)
        && !plan.job.ledger.is_empty()
        && published.run_against(&plan.job.ledger).is_ok()
    {
        job.ledger = plan.job.ledger.clone();
    }
    if spec.run.seed_of_date {
        job.seed = SeedPolicy::of_date(line::date_of(&spec.run));
    } else if !spec.seed_is_given {
        job.seed = match &there {
            Some(plan) => plan.job.seed,
            None => line::drawn_seed()?,
        };
    }
    let plan = ShardPlan {
        schema: SCHEMA,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        algorithm: ALGORITHM,
        // A different job is a different plan, whatever the program.
        fingerprint: match &there {
            Some(plan) if plan.shards != shards || plan.job != job => String::new(),
            _ => fingerprint(&job),
        },
        shards,
        // Shards of a plan that exists stay where they are.
        shards_per_folder: match &there {
            Some(plan) => plan.shards_per_folder,
            None => (shards > MOST_IN_ONE_FOLDER).then_some(PER_FOLDER),
        },
        job,
    };
    let was_there = there.is_some();
    match was_there {
        // A kill may have left the file from which the plan was renamed.
        true => store.clear(WORK),
        false => write(store, &plan)?,
    }
    // The plan is read again, because somebody may have planned at the same moment; the last plan
    // counts.
    let there = Run::open(store)?.plan;
    match difference(&there, &plan) {
        None => Ok(PlanResult { plan, was_there }),
        Some(difference) => Err(ShardError::AnotherPlan {
            place: store.place(PLAN_FILE),
            difference,
        }),
    }
}

fn check_shards(spec: &RunSpec, shards: u64) -> Result<(), ShardError> {
    let refuse = |what: &str| Err(ShardError::NoShards(what.to_owned()));
    if !spec.from.is_empty() {
        return refuse("a plan makes puzzles: --from takes given ones and belongs to factory make");
    }
    if spec.run.timeout.is_some() {
        return refuse("a plan has no --timeout: its count says where it ends");
    }
    let Some(count) = spec.job.count else {
        return refuse("a plan needs --count N: shards are ranges of candidates");
    };
    if shards == 0 || shards > count || shards > MOST_SHARDS {
        let most = count.min(MOST_SHARDS);
        let what = format!("{shards} shards of {count} candidates: there can be 1 to {most}");
        return Err(ShardError::NoShards(what));
    }
    Ok(())
}

fn write(store: &dyn Store, plan: &ShardPlan) -> Result<(), ShardError> {
    let publish = || -> io::Result<()> {
        let mut file = store.aside(WORK)?;
        let text = serde_json::to_string_pretty(plan)? + "\n";
        file.write_all(text.as_bytes())?;
        store.publish(&file, PLAN_FILE)
    };
    publish().map_err(|source| ShardError::of_storage(store.place(PLAN_FILE), source))
}

/// Returns the name of the part in which two plans differ, or `None` if the plans are equal.
fn difference(there: &ShardPlan, asked: &ShardPlan) -> Option<&'static str> {
    let job = |count, seed| Job {
        count,
        seed,
        ..asked.job.clone()
    };
    let ledger = |of: &Job| Job {
        ledger: of.ledger.clone(),
        ..asked.job.clone()
    };
    let (then, now) = (&there.job, &asked.job);
    if there == asked {
        None
    } else if there.shards != asked.shards {
        Some("another number of shards")
    } else if *then == job(then.count, now.seed) && then.count != now.count {
        Some("another --count")
    } else if *then == job(now.count, then.seed) && then.seed != now.seed {
        Some("another --seed")
    } else if *then == ledger(&there.job) {
        Some("another state of the ledger")
    } else if then != now {
        Some("another job")
    } else {
        Some("another program made it")
    }
}

/// Returns the [fingerprint](ShardPlan::fingerprint) of a plan with this job.
fn fingerprint(job: &Job) -> String {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    let mut hash = blake3::Hasher::new();
    hash.update(PROGRAM.get_or_init(line::fingerprint).as_bytes());
    let count = job.count.unwrap_or(PROBES);
    let place = |probe| (u128::from(count) * u128::from(probe) / u128::from(PROBES)) as u64;
    for candidate in line::remake(job, (0..PROBES.min(count)).map(place)) {
        hash.update(&candidate.attempts.to_le_bytes());
        match candidate.made {
            Ok((_, bytes)) => hash.update(&bytes),
            Err(lost) => hash.update(&[lost as u8]),
        };
    }
    hash.finalize().to_hex()[..16].to_owned()
}

impl ShardPlan {
    /// Returns the number of candidate puzzles of the plan's job.
    pub fn count(&self) -> u64 {
        self.job.count.unwrap_or(0)
    }

    /// Returns the numbers of the candidate puzzles of the shard with this index.
    pub fn range(&self, index: u64) -> Range<u64> {
        let border = |index: u64| {
            let place = u128::from(self.count()) * u128::from(index) / u128::from(self.shards);
            place as u64
        };
        border(index)..border(index + 1)
    }

    /// Returns the index of the shard that makes the candidate puzzle with this number.
    pub fn index_of(&self, number: u64) -> u64 {
        let places = (u128::from(number) + 1) * u128::from(self.shards);
        (places.div_ceil(u128::from(self.count().max(1))) - 1) as u64
    }

    /// Returns the number of folders for the shards' files.
    pub(super) fn folders(&self) -> u64 {
        self.shards_per_folder
            .map_or(1, |per| self.shards.div_ceil(per.get()))
    }

    /// Returns the number of the folder for the file of the shard with this index.
    pub(super) fn folder_of(&self, index: u64) -> u64 {
        self.shards_per_folder.map_or(0, |per| index / per)
    }

    /// Returns the indices of the shards whose files belong in the folder with this number.
    pub(super) fn indices_in(&self, folder: u64) -> Range<u64> {
        let per = self.shards_per_folder.map_or(self.shards, NonZeroU64::get);
        let first = folder.saturating_mul(per).min(self.shards);
        first..first.saturating_add(per).min(self.shards)
    }

    /// Returns the path of the folder with this number in the storage.
    pub(super) fn folder_path(&self, folder: u64) -> String {
        match self.shards_per_folder {
            Some(_) => format!("{SHARDS}/{folder:04}"),
            None => SHARDS.to_owned(),
        }
    }

    /// Returns the version and fingerprint of the program that made the plan.
    pub(super) fn maker(&self) -> String {
        format!("{} ({})", self.program, self.fingerprint)
    }
}

impl<'a> Run<'a> {
    /// Reads the plan of the run in this storage.
    ///
    /// # Errors
    /// If the plan is missing, damaged, or can't be read.
    pub fn open(store: &'a dyn Store) -> Result<Self, ShardError> {
        let bytes = read(store)?;
        // The problem may quote the file, with line breaks and codes that control a terminal.
        let refuse = |problem: String| ShardError::PlanDamaged {
            place: store.place(PLAN_FILE),
            problem: problem.replace(char::is_control, "\u{FFFD}"),
        };
        let plan: ShardPlan =
            serde_json::from_slice(&bytes).map_err(|error| refuse(error.to_string()))?;
        let scheme = plan.job.scheme.check();
        scheme.map_err(|error| refuse(error.to_string()))?;
        if plan.schema != SCHEMA {
            return Err(refuse(format!("it has format {}", plan.schema)));
        }
        let can_be =
            plan.job.source.is_none() && (1..=plan.count().min(MOST_SHARDS)).contains(&plan.shards);
        if !can_be {
            return Err(refuse("its shards don't fit its job".to_owned()));
        }
        Ok(Self {
            store,
            plan,
            digest: blake3::hash(&bytes).to_string(),
        })
    }

    /// Checks that this program has the version and fingerprint of the program that made the plan.
    ///
    /// # Errors
    /// [`ShardError::OtherProgram`] if this program differs, because it could make different puzzles.
    pub fn check_program(&self) -> Result<(), ShardError> {
        let own = ShardPlan {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            algorithm: ALGORITHM,
            fingerprint: fingerprint(&self.plan.job),
            ..self.plan.clone()
        };
        if own == self.plan {
            return Ok(());
        }
        Err(ShardError::OtherProgram {
            place: self.store.place(PLAN_FILE),
            then: self.plan.maker(),
            now: own.maker(),
        })
    }

    /// Checks that this command names a ledger (`is_there`) exactly if the plan was made with a ledger.
    ///
    /// # Errors
    /// [`ShardError::NoLedger`] or [`ShardError::NotCounted`] if the command and the plan disagree.
    pub fn check_ledger(&self, is_there: bool) -> Result<(), ShardError> {
        let place = || self.store.place(PLAN_FILE);
        match (self.plan.job.ledger.states.first(), is_there) {
            (Some(state), false) => Err(ShardError::NoLedger {
                place: place(),
                puzzles: state.puzzles,
            }),
            (None, true) => Err(ShardError::NotCounted { place: place() }),
            _ => Ok(()),
        }
    }

    /// Checks that the plan in the storage is still the plan that was read.
    ///
    /// # Errors
    /// [`ShardError::PlanChanged`] if the plan has changed; other errors if the plan is missing or can't be read.
    pub fn check_unchanged(&self) -> Result<(), ShardError> {
        if blake3::hash(&read(self.store)?).to_string() == self.digest {
            return Ok(());
        }
        Err(ShardError::PlanChanged {
            place: self.store.place(PLAN_FILE),
        })
    }

    /// Returns the error for a store that failed when this file was accessed.
    pub(super) fn fails(&self, name: &str, source: io::Error) -> ShardError {
        ShardError::of_storage(self.store.place(name), source)
    }
}

fn read(store: &dyn Store) -> Result<Vec<u8>, ShardError> {
    let place = || store.place(PLAN_FILE);
    let mut bytes = Vec::new();
    let read = store
        .open(PLAN_FILE)
        .and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(ShardError::NoPlan { place: place() })
        }
        Err(source) => Err(ShardError::of_storage(place(), source)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn ranges_tile_and_every_number_finds_its_shard() {
        let asked = Settings {
            count: Some(1000),
            ..Settings::default()
        };
        let spec = asked
            .over(Settings::defaults().unwrap())
            .run_spec()
            .unwrap();
        for (count, shards) in [
            (1000, 1),
            (1000, 3),
            (1000, 97),
            (97, 97),
            (u64::MAX, 1_000_000),
        ] {
            let plan = ShardPlan {
                schema: SCHEMA,
                program: String::new(),
                algorithm: ALGORITHM,
                fingerprint: String::new(),
                shards,
                shards_per_folder: (shards > 3).then_some(PER_FOLDER),
                job: Job {
                    count: Some(count),
                    ..spec.job.clone()
                },
            };
            let mut next = 0;
            for index in 0..shards {
                let range = plan.range(index);
                assert!(range.start == next && range.end > next, "shard {index}");
                assert_eq!(plan.index_of(range.start), index);
                assert_eq!(plan.index_of(range.end - 1), index);
                assert!(plan.indices_in(plan.folder_of(index)).contains(&index));
                next = range.end;
            }
            assert_eq!(next, count);
            let last = plan.folders() - 1;
            assert_eq!(plan.indices_in(last).end, shards);
        }
    }
}

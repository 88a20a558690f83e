//! Lists the obstacles to the server's work, for example a full disk, a ledger that another process holds, or
//! an empty stock. The log has one line when an obstacle begins and one when it ends. `/readyz` fails as long
//! as there is an obstacle.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tracing::{info, warn};

/// The time after which `forget_old` removes `Damaged` and `NotRecorded`, counted from when they were last seen.
const FORGET_AFTER: Duration = Duration::from_secs(60);

/// A condition that causes jobs, or takes (requests for puzzles to hand out), to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// The disk of the packs or the ledger is full.
    DiskFull,
    /// Another process holds the ledger.
    Locked,
    /// The ledger or a pack is damaged.
    Damaged,
    /// A take (a request for puzzles to hand out) can't be recorded, for a reason that no other obstacle covers.
    NotRecorded,
    /// The queue of jobs can't be written to the disk.
    QueueNotWritten,
    /// The stock has no puzzle that can be taken.
    NoStock,
}

impl Obstacle {
    /// All obstacles.
    pub const ALL: [Self; 6] = [
        Self::DiskFull,
        Self::Locked,
        Self::Damaged,
        Self::NotRecorded,
        Self::QueueNotWritten,
        Self::NoStock,
    ];

    /// Returns the name of the obstacle in JSON, in the log and in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DiskFull => "disk-full",
            Self::Locked => "locked",
            Self::Damaged => "damaged",
            Self::NotRecorded => "not-recorded",
            Self::QueueNotWritten => "queue-not-written",
            Self::NoStock => "no-stock",
        }
    }
}

/// The description of an obstacle, the time when it began, and the time when it was last seen.
#[derive(Debug)]
struct ObstacleState {
    said: String,
    since: Instant,
    seen: Instant,
}

/// The obstacles to the server's work that are present now.
#[derive(Debug, Default)]
pub struct Health {
    present: Mutex<BTreeMap<Obstacle, ObstacleState>>,
    last_take: Mutex<Option<Instant>>,
}

impl Health {
    /// Records that an obstacle is present; `said` describes it in one line. If the obstacle is already present,
    /// its old description is kept.
    pub fn begin(&self, obstacle: Obstacle, said: &str) {
        let now = Instant::now();
        let mut present = lock(&self.present);
        if let Some(known) = present.get_mut(&obstacle) {
            known.seen = now;
            return;
        }
        warn!(cause = obstacle.name(), error = said, "not ready");
        let said = said.to_owned();
        let (since, seen) = (now, now);
        present.insert(obstacle, ObstacleState { said, since, seen });
    }

    /// Records that an obstacle is absent or has ended.
    pub fn end(&self, obstacle: Obstacle) {
        let mut present = lock(&self.present);
        if let Some(over) = present.remove(&obstacle) {
            let seconds = over.since.elapsed().as_secs_f64();
            let is_ready = present.is_empty();
            info!(cause = obstacle.name(), seconds, is_ready, "it is over");
        }
    }

    /// Records that an obstacle is present if `said` is a text, or that it is absent if `said` is `None`.
    pub fn set(&self, obstacle: Obstacle, said: Option<&str>) {
        match said {
            Some(said) => self.begin(obstacle, said),
            None => self.end(obstacle),
        }
    }

    /// Removes [`Damaged`](Obstacle::Damaged) and [`NotRecorded`](Obstacle::NotRecorded) if they were last seen
    /// more than a minute ago, because the server's checks don't notice when these two obstacles end.
    pub fn forget_old(&self) {
        for obstacle in [Obstacle::Damaged, Obstacle::NotRecorded] {
            let is_old = |it: &ObstacleState| it.seen.elapsed() >= FORGET_AFTER;
            if lock(&self.present).get(&obstacle).is_some_and(is_old) {
                self.end(obstacle);
            }
        }
    }

    /// Notes that a take (a request for puzzles to hand out) was just recorded in the ledger. Removes all obstacles
    /// that would have prevented the take.
    pub fn note_take(&self) {
        *lock(&self.last_take) = Some(Instant::now());
        if lock(&self.present).is_empty() {
            return;
        }
        for obstacle in [
            Obstacle::DiskFull,
            Obstacle::Locked,
            Obstacle::Damaged,
            Obstacle::NotRecorded,
        ] {
            self.end(obstacle);
        }
    }

    /// Returns whether a take (a request for puzzles to hand out) was recorded in the ledger less than `time` ago.
    pub fn has_taken_within(&self, time: Duration) -> bool {
        lock(&self.last_take).is_some_and(|it| it.elapsed() < time)
    }

    /// Returns whether this obstacle is present.
    pub fn has(&self, obstacle: Obstacle) -> bool {
        lock(&self.present).contains_key(&obstacle)
    }

    /// Returns the present obstacles, each with its description in one line.
    pub fn obstacles(&self) -> Vec<(Obstacle, String)> {
        let present = lock(&self.present);
        let said = present.iter().map(|(name, it)| (*name, it.said.clone()));
        said.collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

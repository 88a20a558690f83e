//! Looks for obstacles to the server's work every second, in a thread of its own. It checks the disk, the ledger
//! and the stock. Every ten seconds the thread counts the stock again, because other commands may have published
//! packs or shipped puzzles.

use super::error::DaemonError;
use super::health::{Health, Obstacle};
use super::job_queue::JobQueue;
use super::shelf::Inventory;
use crate::disk;
use crate::line::free_space;
use crate::stock::{Stock, StockError, StockFault, chain};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tracing::{info, warn};

/// The time between two checks of the disk, the ledger and the stock.
const LOOK: Duration = Duration::from_secs(1);
/// The number of checks between two counts of the stock.
const RECOUNT: u32 = 10;
/// The number of free bytes below which the disk counts as full. The ledger's write-ahead log can grow by this much
/// between two checkpoints.
const LEAST_FREE: u64 = 1 << 20;

/// The thread that watches the disk, the ledger and the stock.
pub struct HealthWatch {
    thread: JoinHandle<()>,
    is_over: Arc<AtomicBool>,
}

impl HealthWatch {
    /// Starts the thread that watches the disk, the ledger and the stock. `output` is the folder that contains the
    /// packs.
    ///
    /// # Errors
    /// If the operating system can't start a thread.
    pub fn begin(stock: Arc<Stock>, queue: JobQueue, output: &Path) -> Result<Self, DaemonError> {
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let mut parts = ServerParts {
            stock,
            queue,
            output: output.to_owned(),
            troubles: BTreeSet::new(),
        };
        let watch = move || {
            for number in 0_u32.. {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                parts.look();
                if number % RECOUNT == 0 {
                    parts.recount();
                }
                thread::park_timeout(LOOK);
            }
        };
        let thread = thread::Builder::new().name("watch".to_owned()).spawn(watch);
        let thread = thread.map_err(|source| DaemonError::System {
            what: "start a thread".to_owned(),
            source,
        })?;
        Ok(Self { thread, is_over })
    }

    /// Asks the thread to end, and returns at once.
    pub fn end(self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
    }
}

/// The parts of the server that the thread checks.
struct ServerParts {
    stock: Arc<Stock>,
    queue: JobQueue,
    output: PathBuf,
    /// Descriptions of the packs that could not be read at the last count, each in one line.
    troubles: BTreeSet<String>,
}

impl ServerParts {
    fn look(&self) {
        let health = self.queue.health();
        look_at_disk(health, &self.output, self.stock.ledger());
        look_at_ledger(health, || self.stock.probe());
        health.forget_old();
        let is_empty = self.stock.free().iter().all(|level| level.free == 0);
        let said = is_empty.then_some("no puzzle of any level is in stock");
        health.set(Obstacle::NoStock, said);
    }

    /// Counts the puzzles in stock. Logs one line when a pack is first found unreadable, and one line when the pack can
    /// be read again.
    fn recount(&mut self) {
        if let Err(trouble) = Inventory::refresh(&*self.stock) {
            warn!(error = trouble, "the stock can't be counted");
            return;
        }
        let now: BTreeSet<String> = self.stock.troubles().into_iter().collect();
        for new in now.difference(&self.troubles) {
            warn!(error = new, "a pack can't be read: it is left out");
        }
        for over in self.troubles.difference(&now) {
            info!(error = over, "it is over");
        }
        self.troubles = now;
    }
}

/// Records whether the disk is full. After a write has failed because of a full disk, only a successful write shows
/// that there is room again, because the number of free bytes ignores disk quotas.
fn look_at_disk(health: &Health, output: &Path, ledger: &Path) {
    let folders = [output, disk::folder_of(ledger)];
    let free = folders.into_iter().filter_map(free_space).min();
    match free {
        Some(free) if free < LEAST_FREE => {
            let said = format!(
                "only {free} bytes are free on the disk of the packs or the ledger: make room"
            );
            health.begin(Obstacle::DiskFull, &said);
        }
        _ if health.has(Obstacle::DiskFull) => {
            let probe = disk::folder_of(ledger).join(".probe");
            let written = disk::write(&probe, &vec![0; LEAST_FREE as usize]);
            drop(std::fs::remove_file(&probe));
            if written.is_ok() {
                health.end(Obstacle::DiskFull);
            }
        }
        _ => {}
    }
}

/// Records whether the ledger can be written to, which `probe` tests. If puzzles were taken successfully within the
/// last second, the check is skipped.
fn look_at_ledger(health: &Health, probe: impl FnOnce() -> Result<(), StockError>) {
    if health.has_taken_within(LOOK) {
        return;
    }
    match probe() {
        Ok(()) => health.end(Obstacle::Locked),
        Err(StockError::Closed) => {}
        Err(error) => health.begin(StockFault::of(&error).into(), &chain(&error)),
    }
}

impl From<StockFault> for Obstacle {
    fn from(fault: StockFault) -> Self {
        match fault {
            StockFault::DiskFull => Self::DiskFull,
            StockFault::Locked => Self::Locked,
            StockFault::Damaged => Self::Damaged,
            StockFault::Other => Self::NotRecorded,
        }
    }
}

//! The queue of jobs. It also holds the state of the shelves and the next runs of schedules. The supervisor, which
//! starts the jobs, writes the queue. The HTTP server reads it, and adds and cancels jobs.
//!
//! Readers can wait for changes of the queue with [`JobQueue::changes`]. Changes are announced at most five times
//! a second.

use super::clock::Clock;
use super::health::Health;
use super::job_table::{
    Check, EndedJob, JobEntry, JobRefusal, JobTable, JobWork, MOST_SHOWN, MOST_WAITING, QueuedJob,
    TakenJob,
};
use super::memory::SavedJobs;
use super::records::JobRecord;
use super::view::{Cause, JobState, JobView, NextRun, ShelfView};
use crate::config::{ConfigError, Job, Settings};
use crate::line::Tally;
use crate::stock::StockFault;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The minimum time between two announcements of changes of the queue.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// The queue of jobs, with the state of shelves and schedules. All copies share one queue.
#[derive(Clone)]
pub struct JobQueue(Arc<QueueState>);

struct QueueState {
    clock: Arc<dyn Clock>,
    check: Mutex<Check>,
    health: Health,
    table: Mutex<JobTable>,
    bell: Condvar,
    raised: watch::Sender<u64>,
    /// The numbers of two changes of the queue: the last change that is saved on the disk, and the last
    /// change that could not be saved, with the reason.
    kept: watch::Sender<(u64, u64, StockFault)>,
}

impl fmt::Debug for JobQueue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("JobQueue").finish_non_exhaustive()
    }
}

/// The methods that read the queue and add jobs.
impl JobQueue {
    /// Returns an empty queue. `check` validates requests for jobs.
    pub fn new(clock: Arc<dyn Clock>, check: Check) -> Self {
        Self(Arc::new(QueueState {
            clock,
            check: Mutex::new(check),
            health: Health::default(),
            table: Mutex::new(JobTable::default()),
            bell: Condvar::new(),
            raised: watch::Sender::new(0),
            kept: watch::Sender::new((0, 0, StockFault::Other)),
        }))
    }

    /// Returns the jobs, newest first, at most a hundred.
    pub fn jobs(&self) -> Vec<JobView> {
        let table = self.table();
        table
            .jobs
            .iter()
            .rev()
            .take(MOST_SHOWN)
            .map(JobEntry::view)
            .collect()
    }

    /// Returns the job with this number, or `None` if there is no such job.
    pub fn job(&self, id: u64) -> Option<JobView> {
        self.table().find(id).map(JobEntry::view)
    }

    /// Adds a job to the queue, if its settings are valid. Returns the job's number.
    ///
    /// # Errors
    /// A [`JobRefusal`] that says why the job is refused.
    pub fn submit(&self, asked: Settings) -> Result<u64, JobRefusal> {
        let check = Arc::clone(&lock(&self.0.check));
        let has_seed = asked.seed.is_some() || asked.seed_policy.is_some();
        let work = check(asked)?;
        let seed_is_drawn = !has_seed && work.settings.seed.is_some();
        let mut table = self.table();
        let is_waiting = |entry: &&JobEntry| entry.view.state == JobState::Waiting;
        if table.is_stopping {
            return Err(JobRefusal::Stopping);
        }
        if table.jobs.iter().filter(is_waiting).count() >= MOST_WAITING {
            return Err(JobRefusal::Full);
        }
        if table.has_rival(&work, seed_is_drawn) {
            return Err(JobRefusal::NameTaken(work.name));
        }
        let now = self.now();
        let added = table.add(work, now);
        let id = added.map_err(|error| JobRefusal::Invalid(error.to_string()))?;
        self.changed(table);
        Ok(id)
    }

    /// Removes a waiting job from the queue, or stops a running job and keeps its journal. Returns
    /// whether there was such a job.
    pub fn cancel(&self, id: u64) -> bool {
        let now = self.now();
        let mut table = self.table();
        let Some(entry) = table.find_mut(id) else {
            return false;
        };
        match entry.view.state {
            JobState::Waiting => {
                entry.view.state = JobState::Stopped;
                entry.view.ended = Some(now);
                table.record(id);
            }
            JobState::Running => {
                entry.is_unwanted = true;
                entry.stop.terminate();
            }
            _ => return false,
        }
        self.changed(table);
        true
    }

    /// Waits until the present state of the queue is saved on the disk.
    ///
    /// # Errors
    /// The reason why the queue can't be saved, such as a full disk.
    pub async fn wait_until_kept(&self) -> Result<(), StockFault> {
        let change = self.table().change;
        let mut kept = self.0.kept.subscribe();
        let reached = kept
            .wait_for(|(written, refused, _)| *written.max(refused) >= change)
            .await;
        match reached.as_deref() {
            Ok((written, ..)) if *written >= change => Ok(()),
            Ok((.., fault)) => Err(*fault),
            Err(_) => Err(StockFault::Other),
        }
    }

    /// Returns a receiver of a number that grows when the queue changes. The number grows at most five times a second,
    /// so one step may cover several changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.raised.subscribe()
    }

    /// Returns the obstacles to the server's work.
    pub fn health(&self) -> &Health {
        &self.0.health
    }

    /// Returns whether the server has started, which means that its configuration is read and its stock is
    /// known.
    pub fn is_ready(&self) -> bool {
        self.table().is_ready
    }

    /// Returns whether the server is about to shut down.
    pub fn is_stopping(&self) -> bool {
        self.table().is_stopping
    }

    /// Returns the shelves, in the order of the configuration.
    pub fn shelves(&self) -> Vec<ShelfView> {
        self.table().shelves.clone()
    }

    /// Returns the records of ended jobs: one for each schedule, one for each shelf, and one for all requested jobs
    /// together.
    pub fn records(&self) -> BTreeMap<(Cause, String), JobRecord> {
        self.table().records.clone()
    }

    /// Returns the next run of each schedule, in the order of the configuration.
    pub fn next_runs(&self) -> Vec<NextRun> {
        self.table().next_runs.clone()
    }
}

/// The methods with which the supervisor changes the queue.
impl JobQueue {
    /// Replaces the function that validates requests for jobs.
    pub fn set_check(&self, check: Check) {
        *lock(&self.0.check) = check;
    }

    /// Adds a job of a schedule or shelf to the queue. Returns the job's number.
    ///
    /// # Errors
    /// If the job's settings are not valid.
    pub fn add(&self, work: JobWork) -> Result<u64, ConfigError> {
        let now = self.now();
        let mut table = self.table();
        let id = table.add(work, now)?;
        self.changed(table);
        Ok(id)
    }

    /// Adds an unfinished job of an earlier process to the queue, under its old number. New jobs get larger
    /// numbers.
    ///
    /// # Errors
    /// If the job's settings are no longer valid.
    pub fn restore(&self, job: QueuedJob) -> Result<(), ConfigError> {
        let id = job.id;
        let mut table = self.table();
        table.jobs.push(JobEntry::new(job)?);
        table.jobs.sort_by_key(|entry| entry.view.id);
        table.next_id = table.next_id.max(id.saturating_add(1));
        self.changed(table);
        Ok(())
    }

    /// Returns the number that the next job gets.
    pub fn next_id(&self) -> u64 {
        self.table().next_id
    }

    /// Reserves all numbers below `id`, so that no new job gets one of them.
    pub fn count_from(&self, id: u64) {
        let mut table = self.table();
        table.next_id = table.next_id.max(id);
    }

    /// Takes from the queue the job that has waited longest, so that it can run. Returns `None` if no job waits.
    pub fn take(&self) -> Option<TakenJob> {
        let now = self.now();
        let mut table = self.table();
        let is_waiting = |entry: &&mut JobEntry| entry.view.state == JobState::Waiting;
        let entry = table.jobs.iter_mut().find(is_waiting)?;
        entry.view.state = JobState::Running;
        entry.view.started = Some(now);
        entry.begun = Some(Instant::now());
        let taken = TakenJob {
            job: entry.job.clone(),
            stop: entry.stop.clone(),
        };
        self.changed(table);
        Some(taken)
    }

    /// Adds the ended jobs and the job records that an earlier process saved. Jobs that this release can't
    /// read are left out.
    pub fn restore_past(&self, ended: &[Value], records: Vec<(Cause, String, JobRecord)>) {
        let mut table = self.table();
        for kept in ended {
            let Ok(EndedJob { view, work }) = EndedJob::deserialize(kept) else {
                continue;
            };
            let (id, queued) = (view.id, view.queued.clone());
            if let Ok(entry) = JobEntry::new(QueuedJob { id, queued, work }) {
                table.jobs.push(JobEntry { view, ..entry });
            }
        }
        table.jobs.sort_by_key(|entry| entry.view.id);
        let records = records.into_iter();
        table.records = records
            .map(|(cause, name, it)| ((cause, name), it))
            .collect();
        self.changed(table);
    }

    /// Returns the jobs and records to save for a later process, and the number of the last change of the
    /// queue.
    pub fn past(&self) -> (SavedJobs, u64) {
        let table = self.table();
        let (mut jobs, mut ended) = (Vec::new(), Vec::new());
        for entry in &table.jobs {
            let kept = match entry.view.state.has_ended() {
                true => serde_json::to_value(EndedJob {
                    view: entry.view.clone(),
                    work: entry.job.work.clone(),
                }),
                false => serde_json::to_value(&entry.job),
            };
            match kept {
                Ok(kept) if entry.view.state.has_ended() => ended.push(kept),
                Ok(kept) if !entry.is_unwanted => jobs.push(kept),
                _ => {}
            }
        }
        let records = table.records.iter();
        let records = records.map(|((cause, name), it)| (*cause, name.clone(), it.clone()));
        let kept = SavedJobs {
            next_id: table.next_id,
            jobs,
            ended,
            records: records.collect(),
        };
        (kept, table.change)
    }

    /// Returns the newest job of a schedule or shelf, with the job's date and settings; `None` if there is no such job.
    pub fn last_of(&self, cause: Cause, name: &str) -> Option<(JobView, JobWork)> {
        let table = self.table();
        let mut newest = table.jobs.iter().rev();
        let last = newest.find(|it| it.view.cause == cause && it.view.name == name)?;
        Some((last.view(), last.job.work.clone()))
    }

    /// Returns the jobs that haven't ended, oldest first, except for running jobs that were cancelled.
    pub fn unfinished(&self) -> Vec<QueuedJob> {
        let table = self.table();
        let open = |entry: &&JobEntry| !entry.view.state.has_ended() && !entry.is_unwanted;
        let jobs = table.jobs.iter().filter(open);
        jobs.map(|entry| entry.job.clone()).collect()
    }

    /// Records that the queue is saved on the disk up to the change with this number, or why the queue can't be saved.
    pub fn set_kept(&self, change: u64, written: Result<(), StockFault>) {
        self.0.kept.send_modify(|kept| match written {
            Ok(()) => kept.0 = change,
            Err(fault) => (kept.1, kept.2) = (change, fault),
        });
    }

    /// Records the progress of a job.
    pub fn advance(&self, id: u64, job: &Job, tally: &Tally) {
        let mut table = self.table();
        if let Some(entry) = table.find_mut(id) {
            entry.advance(job, tally);
        }
        self.changed_quietly(table);
    }

    /// Records the end of a job. The function `ended` updates the job's state as clients see it.
    pub fn end(&self, id: u64, ended: impl FnOnce(&mut JobView)) {
        let now = self.now();
        let mut table = self.table();
        if let Some(entry) = table.find_mut(id) {
            entry.view = entry.view();
            entry.begun = None;
            entry.view.ended = Some(now);
            ended(&mut entry.view);
            table.record(id);
        }
        self.changed(table);
    }

    /// Sets the state of the shelves.
    pub fn set_shelves(&self, shelves: Vec<ShelfView>) {
        let mut table = self.table();
        if table.shelves != shelves {
            table.shelves = shelves;
            self.changed_quietly(table);
        }
    }

    /// Sets the next runs of the schedules.
    pub fn set_next_runs(&self, next_runs: Vec<NextRun>) {
        let mut table = self.table();
        if table.next_runs != next_runs {
            table.next_runs = next_runs;
            self.changed_quietly(table);
        }
    }

    /// Records that the server has started.
    pub fn set_ready(&self) {
        let mut table = self.table();
        table.is_ready = true;
        self.changed_quietly(table);
    }

    /// Records that the server is about to shut down, and stops all running jobs. The journals of the jobs are kept.
    pub fn stop(&self) {
        let mut table = self.table();
        table.is_stopping = true;
        let is_running = |entry: &&JobEntry| entry.view.state == JobState::Running;
        let running = table.jobs.iter().filter(is_running);
        running.for_each(|entry| entry.stop.terminate());
        // Requests after the last write are refused, because they may be lost.
        self.set_kept(u64::MAX, Err(StockFault::Other));
        self.changed(table);
    }

    /// Waits until the queue has changed, but at most for the time `at_most`.
    pub fn wait(&self, at_most: Duration) {
        let table = self.table();
        let waited = self
            .0
            .bell
            .wait_timeout_while(table, at_most, |table| !table.has_rung);
        let (mut table, _) = waited.unwrap_or_else(PoisonError::into_inner);
        table.has_rung = false;
    }

    /// Wakes the supervisor's thread, which waits for changes of the queue.
    pub fn ring(&self) {
        self.table().has_rung = true;
        self.0.bell.notify_all();
    }

    /// Announces changes that were held back because they came less than 200 ms after others. The supervisor
    /// calls this a few times a second.
    pub fn settle(&self) {
        self.tell(self.table());
    }

    /// Announces a change of the queue to readers and to the supervisor.
    fn changed(&self, mut table: MutexGuard<'_, JobTable>) {
        table.change += 1;
        table.has_rung = true;
        self.0.bell.notify_all();
        self.changed_quietly(table);
    }

    /// Announces a change of the queue to readers, but not to the supervisor.
    fn changed_quietly(&self, mut table: MutexGuard<'_, JobTable>) {
        table.has_changed = true;
        self.tell(table);
    }

    fn tell(&self, mut table: MutexGuard<'_, JobTable>) {
        let is_time = table.told.is_none_or(|told| told.elapsed() >= TELL_EVERY);
        if table.has_changed && is_time {
            table.has_changed = false;
            table.told = Some(Instant::now());
            drop(table);
            self.0.raised.send_modify(|number| *number += 1);
        }
    }

    fn table(&self) -> MutexGuard<'_, JobTable> {
        lock(&self.0.table)
    }

    fn now(&self) -> String {
        self.0.clock.now().to_string()
    }
}

/// Locks a mutex, even after a thread panicked while it held the lock. The content is still consistent, because no
/// panic can interrupt a change halfway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;

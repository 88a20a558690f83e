//! The table of jobs and shelves: which jobs wait, run and have run, the state of the shelves, and
//! the next runs of schedules. The supervisor writes it; HTTP reads it and adds jobs to it.
//!
//! To follow it, a reader waits for a number that grows when something changed, at most five times
//! a second however fast jobs run.

use super::clock::Clock;
use super::job_table::{Check, Entry, JobTable, MOST_SHOWN, QueuedJob, Taken, Work};
use super::view::{JobView, NextRun, ShelfView, State};
use crate::config::{ConfigError, Job, Settings};
use crate::line::Tally;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The most jobs on request that may wait.
const MOST_WAITING: usize = 16;
/// The shortest time between two notices of a change.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// The reason why a job was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The settings are wrong, or set what only the configuration may.
    #[error("{0}")]
    Invalid(String),
    /// Too many jobs wait.
    #[error("{MOST_WAITING} jobs wait already: try again when some are done")]
    Full,
    /// The daemon is about to end.
    #[error("the daemon is stopping")]
    Stopping,
}

/// The table of jobs and shelves. Copies share one table.
#[derive(Clone)]
pub struct JobQueue(Arc<Inner>);

struct Inner {
    clock: Arc<dyn Clock>,
    check: Mutex<Check>,
    table: Mutex<JobTable>,
    bell: Condvar,
    raised: watch::Sender<u64>,
    /// The last change of the queue that is on the disk, and the last that could not be written.
    kept: watch::Sender<(u64, u64)>,
}

impl fmt::Debug for JobQueue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("JobQueue").finish_non_exhaustive()
    }
}

/// The methods for those who read it and add jobs.
impl JobQueue {
    /// Returns an empty table. Requests for jobs are checked by `check`.
    pub fn new(clock: Arc<dyn Clock>, check: Check) -> Self {
        Self(Arc::new(Inner {
            clock,
            check: Mutex::new(check),
            table: Mutex::new(JobTable::default()),
            bell: Condvar::new(),
            raised: watch::Sender::new(0),
            kept: watch::Sender::new((0, 0)),
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
            .map(Entry::view)
            .collect()
    }

    /// Returns one job.
    pub fn job(&self, id: u64) -> Option<JobView> {
        self.table().find(id).map(Entry::view)
    }

    /// Adds a job to the queue, if its settings are valid. Returns its number.
    ///
    /// # Errors
    /// [`Refused`] says why not.
    pub fn submit(&self, asked: Settings) -> Result<u64, Refused> {
        let check = Arc::clone(&lock(&self.0.check));
        let work = check(asked).map_err(Refused::Invalid)?;
        let mut table = self.table();
        let is_waiting = |entry: &&Entry| entry.view.state == State::Waiting;
        if table.is_stopping {
            return Err(Refused::Stopping);
        }
        if table.jobs.iter().filter(is_waiting).count() >= MOST_WAITING {
            return Err(Refused::Full);
        }
        let now = self.now();
        let added = table.add(work, now);
        let id = added.map_err(|error| Refused::Invalid(error.to_string()))?;
        self.changed(table);
        Ok(id)
    }

    /// Removes a waiting job from the queue, or stops one that runs, whose journal stays. Returns
    /// whether there was such a job.
    pub fn cancel(&self, id: u64) -> bool {
        let now = self.now();
        let mut table = self.table();
        let Some(entry) = table.find_mut(id) else {
            return false;
        };
        match entry.view.state {
            State::Waiting => {
                entry.view.state = State::Stopped;
                entry.view.ended = Some(now);
            }
            State::Running => {
                entry.is_unwanted = true;
                entry.stop.terminate();
            }
            _ => return false,
        }
        self.changed(table);
        true
    }

    /// Waits until the present queue is on the disk. Returns whether it is: a full disk may refuse
    /// it.
    pub async fn is_kept(&self) -> bool {
        let change = self.table().change;
        let mut kept = self.0.kept.subscribe();
        let is_over = |&(written, refused): &(u64, u64)| written.max(refused) >= change;
        let reached = kept.wait_for(is_over).await;
        reached.is_ok_and(|it| it.0 >= change)
    }

    /// Returns a number that grows when something changed, at most five times a second.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.raised.subscribe()
    }

    /// Returns whether the daemon is at work: its configuration is read and its stock is known.
    pub fn is_ready(&self) -> bool {
        self.table().is_ready
    }

    /// Returns whether the daemon is about to end.
    pub fn is_stopping(&self) -> bool {
        self.table().is_stopping
    }

    /// Returns the shelves, in the order of the configuration.
    pub fn shelves(&self) -> Vec<ShelfView> {
        self.table().shelves.clone()
    }

    /// Returns the next run of each schedule, in the order of the configuration.
    pub fn next_runs(&self) -> Vec<NextRun> {
        self.table().next_runs.clone()
    }
}

/// The methods for the supervisor.
impl JobQueue {
    /// Replaces the check of requests for jobs.
    pub fn set_check(&self, check: Check) {
        *lock(&self.0.check) = check;
    }

    /// Adds work of the daemon itself to the queue. Returns its number.
    ///
    /// # Errors
    /// If its settings make no job.
    pub fn add(&self, work: Work) -> Result<u64, ConfigError> {
        let now = self.now();
        let mut table = self.table();
        let id = table.add(work, now)?;
        self.changed(table);
        Ok(id)
    }

    /// Adds a job of an earlier process to the queue, under its old number, which is not used
    /// again, nor are those below.
    ///
    /// # Errors
    /// If its settings make no job any more.
    pub fn restore(&self, job: QueuedJob) -> Result<(), ConfigError> {
        let id = job.id;
        let mut table = self.table();
        table.jobs.push(Entry::new(job)?);
        table.jobs.sort_by_key(|entry| entry.view.id);
        table.next_id = table.next_id.max(id.saturating_add(1));
        self.changed(table);
        Ok(())
    }

    /// Returns the number that the next job gets.
    pub fn next_id(&self) -> u64 {
        self.table().next_id
    }

    /// Reserves the numbers below this one, which are not used any more.
    pub fn count_from(&self, id: u64) {
        let mut table = self.table();
        table.next_id = table.next_id.max(id);
    }

    /// Takes the job that has waited longest, to be run now.
    pub fn take(&self) -> Option<Taken> {
        let now = self.now();
        let mut table = self.table();
        let is_waiting = |entry: &&mut Entry| entry.view.state == State::Waiting;
        let entry = table.jobs.iter_mut().find(is_waiting)?;
        entry.view.state = State::Running;
        entry.view.started = Some(now);
        entry.begun = Some(Instant::now());
        let taken = Taken {
            job: entry.job.clone(),
            stop: entry.stop.clone(),
        };
        self.changed(table);
        Some(taken)
    }

    /// Returns the jobs that haven't ended, oldest first, and the number of the last change to the
    /// queue.
    pub fn unfinished(&self) -> (Vec<QueuedJob>, u64) {
        let table = self.table();
        let open = |entry: &&Entry| !entry.view.state.has_ended() && !entry.is_unwanted;
        let jobs = table.jobs.iter().filter(open);
        (jobs.map(|entry| entry.job.clone()).collect(), table.change)
    }

    /// Notes that the queue up to a change was to be written to the disk, and whether that
    /// succeeded.
    pub fn set_kept(&self, change: u64, is_written: bool) {
        self.0.kept.send_modify(|(written, refused)| {
            *if is_written { written } else { refused } = change;
        });
    }

    /// Notes the progress of a job.
    pub fn advance(&self, id: u64, job: &Job, tally: &Tally) {
        let mut table = self.table();
        if let Some(entry) = table.find_mut(id) {
            entry.advance(job, tally);
        }
        self.changed_quietly(table);
    }

    /// Notes the end of a job: `ended` changes its view.
    pub fn end(&self, id: u64, ended: impl FnOnce(&mut JobView)) {
        let now = self.now();
        let mut table = self.table();
        if let Some(entry) = table.find_mut(id) {
            entry.view = entry.view();
            entry.begun = None;
            entry.view.ended = Some(now);
            ended(&mut entry.view);
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

    /// Notes that the daemon is at work.
    pub fn set_ready(&self) {
        let mut table = self.table();
        table.is_ready = true;
        self.changed_quietly(table);
    }

    /// Notes that the daemon is about to end, and stops all jobs that run; their journals stay.
    pub fn stop(&self) {
        let mut table = self.table();
        table.is_stopping = true;
        let is_running = |entry: &&Entry| entry.view.state == State::Running;
        let running = table.jobs.iter().filter(is_running);
        running.for_each(|entry| entry.stop.terminate());
        // Requests since the queue was last written are answered that they may be lost.
        self.set_kept(u64::MAX, false);
        self.changed(table);
    }

    /// Waits until the queue has changed, or for this long.
    pub fn wait(&self, at_most: Duration) {
        let table = self.table();
        let waited = self
            .0
            .bell
            .wait_timeout_while(table, at_most, |table| !table.has_rung);
        let (mut table, _) = waited.unwrap_or_else(PoisonError::into_inner);
        table.has_rung = false;
    }

    /// Wakes the thread that waits.
    pub fn ring(&self) {
        self.table().has_rung = true;
        self.0.bell.notify_all();
    }

    /// Announces changes that came too soon after others; to be called a few times a second.
    pub fn settle(&self) {
        self.tell(self.table());
    }

    /// Announces a change to readers and to the supervisor.
    fn changed(&self, mut table: MutexGuard<'_, JobTable>) {
        table.change += 1;
        table.has_rung = true;
        self.0.bell.notify_all();
        self.changed_quietly(table);
    }

    /// Announces a change to readers, and not to the supervisor.
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

/// Locks the table, also after a thread panicked with it: no change spans two statements that can
/// fail, so that its state is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::clock::SetClock;
    use super::super::view::Cause;
    use super::*;
    use jiff::civil::Date;

    fn queue() -> JobQueue {
        let check = |asked: Settings| {
            let settings = asked.over(Settings::defaults().unwrap());
            let spec = settings.clone().run_spec().map_err(|it| it.to_string())?;
            Ok(Work {
                name: spec.run.name,
                cause: Cause::Asked,
                date: Date::default(),
                settings,
            })
        };
        JobQueue::new(Arc::new(SetClock::default()), Arc::new(check))
    }

    fn job_request() -> Settings {
        Settings {
            per_level: Some(20),
            count: Some(900),
            ..Settings::default()
        }
    }

    #[test]
    fn a_job_goes_its_way() {
        let queue = queue();
        let id = queue.submit(job_request()).unwrap();
        assert_eq!(queue.job(id).unwrap().state, State::Waiting);
        let taken = queue.take().unwrap();
        assert_eq!((taken.job.id, queue.take().is_some()), (id, false));
        let job = taken.job.work.run_spec().unwrap().job;
        let tally = Tally {
            used: 640,
            kept: [20, 20, 7, 0, 0, 0, 0, 0, 0],
            ..Tally::default()
        };
        queue.advance(id, &job, &tally);
        let view = queue.job(id).unwrap();
        assert_eq!((view.state, view.candidates), (State::Running, 640));
        assert_eq!((view.levels[2].wanted, view.levels[2].made), (Some(20), 7));
        queue.end(id, |view| {
            view.state = State::Done;
            view.exit = Some(0);
        });
        let view = queue.job(id).unwrap();
        assert_eq!(view.ended.as_deref(), Some("1970-01-01T00:00:00Z"));
        assert!(queue.unfinished().0.is_empty());
        let json = serde_json::to_value(&view).unwrap();
        assert_eq!(json["id"], "1");
        assert_eq!(json["state"], "done");
        assert_eq!(json["levels"][2]["made"], 7);
    }

    #[test]
    fn requests_that_make_no_sense_are_refused() {
        let queue = queue();
        let nothing = queue.submit(Settings::default());
        assert!(matches!(nothing, Err(Refused::Invalid(why)) if why.contains("when to end")));
        for _ in 0..MOST_WAITING {
            queue.submit(job_request()).unwrap();
        }
        assert_eq!(queue.submit(job_request()), Err(Refused::Full));
        queue.stop();
        assert_eq!(queue.submit(job_request()), Err(Refused::Stopping));
        assert!(queue.is_stopping());
    }

    #[test]
    fn what_waits_is_taken_away_and_what_runs_is_stopped() {
        let queue = queue();
        let (first, second) = (
            queue.submit(job_request()).unwrap(),
            queue.submit(job_request()).unwrap(),
        );
        let taken = queue.take().unwrap();
        assert!(taken.stop.cause().is_none());
        assert!(queue.cancel(first) && queue.cancel(second));
        assert!(taken.stop.cause().is_some());
        assert_eq!(queue.job(second).unwrap().state, State::Stopped);
        assert!(queue.take().is_none());
        assert!(!queue.cancel(second) && !queue.cancel(99));
    }

    #[test]
    fn old_jobs_leave_and_numbers_stay() {
        let queue = queue();
        let check = Arc::clone(&lock(&queue.0.check));
        let work = check(job_request()).unwrap();
        let job = QueuedJob {
            id: 41,
            queued: Some("then".to_owned()),
            work,
        };
        queue.restore(job).unwrap();
        queue.take().unwrap();
        for _ in 0..2 * MOST_SHOWN {
            let id = queue.submit(job_request()).unwrap();
            queue.cancel(id);
        }
        let jobs = queue.jobs();
        assert_eq!(jobs.len(), MOST_SHOWN);
        assert_eq!(jobs[0].id, 41 + 2 * MOST_SHOWN as u64);
        // One at work is never dropped.
        assert_eq!(jobs.last().unwrap().id, 41);
    }

    #[test]
    fn changes_are_told_and_not_too_often() {
        let queue = queue();
        let seen = queue.changes();
        let start = Instant::now();
        let id = queue.submit(job_request()).unwrap();
        let job = queue.take().unwrap().job.work.run_spec().unwrap().job;
        for _ in 0..1000 {
            queue.advance(id, &job, &Tally::default());
        }
        let most = 2 + start.elapsed().as_millis() / TELL_EVERY.as_millis();
        assert!(u128::from(*seen.borrow()) <= most);
        std::thread::sleep(TELL_EVERY);
        queue.settle();
        let told = *seen.borrow();
        assert!(!queue.table().has_changed);
        queue.settle();
        assert_eq!(*seen.borrow(), told);
    }
}

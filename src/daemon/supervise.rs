//! The supervisor: it checks the clock, the shelves and the queue several times a second, and starts jobs.
//! The supervisor does nothing slow itself, so systemd's watchdog can rely on it.

mod shelves;

use super::clock::Clock;
use super::config::{DaemonPlan, PlannedJob};
use super::error::{DaemonError, in_one_line};
use super::health::Obstacle;
use super::job_queue::JobQueue;
use super::job_settings::JobSettingsError;
use super::job_table::{Check, JobRefusal, JobWork, QueuedJob};
use super::memory::{Memory, ServedTime};
use super::runner::{self, ExitCode};
use super::schedule::Timetable;
use super::shelf::{Inventory, RetryPause};
use super::view::{Cause, JobState, NextRun};
use crate::config::Settings;
use crate::disk::FolderLock;
use crate::stock::StockFault;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tracing::{error, info, warn};

/// The name of the file with the saved state of the server.
const MEMORY: &str = "queue.json";

/// The supervisor, which is the part of the server that adds jobs to the queue and starts them.
pub struct Supervisor {
    clock: Arc<dyn Clock>,
    plan: DaemonPlan,
    queue: JobQueue,
    inventory: Arc<dyn Inventory>,
    exit_code: ExitCode,
    memory: PathBuf,
    /// The state that was last saved to the disk: the number of the queue's last change, and the time up to which each
    /// schedule was handled.
    written: Option<(u64, BTreeMap<String, ServedTime>)>,
    /// The pattern and the timetable of each schedule, by the schedule's name.
    timetables: BTreeMap<String, (String, Timetable)>,
    /// The pause before the next job of each schedule or shelf whose last job failed or left the shelf low in stock.
    pauses: BTreeMap<(Cause, String), RetryPause>,
    /// The names of the shelves that had an unfinished job at the supervisor's last check.
    tended: BTreeSet<String>,
    /// The names of the shelves that were empty and got a job for their first few puzzles.
    begun: BTreeSet<String>,
    at_work: Vec<JoinHandle<()>>,
    _lock: FolderLock,
}

impl Supervisor {
    /// Returns a supervisor that continues where an earlier process ended, with the unfinished jobs of that
    /// process in the queue again.
    ///
    /// # Errors
    /// If the saved state can't be read.
    pub fn new(
        plan: DaemonPlan,
        clock: Arc<dyn Clock>,
        inventory: Arc<dyn Inventory>,
        lock: FolderLock,
        exit_code: ExitCode,
    ) -> Result<Self, DaemonError> {
        let memory = lock.file(MEMORY);
        let Memory { table, served, .. } = Memory::read(&memory)?;
        let queue = JobQueue::new(Arc::clone(&clock), check(&plan));
        queue.count_from(table.next_id);
        for kept in table.jobs {
            restore(&queue, &kept);
        }
        queue.restore_past(&table.ended, table.records);
        let mut supervisor = Self {
            clock,
            plan,
            queue,
            inventory,
            exit_code,
            memory,
            written: None,
            timetables: BTreeMap::new(),
            pauses: BTreeMap::new(),
            tended: BTreeSet::new(),
            begun: BTreeSet::new(),
            at_work: Vec::new(),
            _lock: lock,
        };
        supervisor.set_timetables(&served);
        supervisor.list_levels();
        Ok(supervisor)
    }

    /// Adds the levels of the server's 9×9 jobs to the levels that the stock lists. If the server has no such jobs,
    /// adds the default levels.
    fn list_levels(&self) {
        let of_schedules = self.plan.schedules.iter().map(|it| &it.settings);
        let of_shelves = self.plan.shelves.iter().map(|it| &it.settings);
        let mut schemes: Vec<_> = of_schedules
            .chain(of_shelves)
            .filter(|settings| settings.layout.is_none())
            .filter_map(|settings| settings.scheme().ok())
            .collect();
        if schemes.is_empty() {
            let usual = Settings::defaults().and_then(|it| it.scheme());
            schemes.extend(usual);
        }
        schemes.iter().for_each(|it| self.inventory.list(it));
    }

    /// Returns the queue of jobs.
    pub fn queue(&self) -> &JobQueue {
        &self.queue
    }

    /// Returns the clock of the supervisor.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Checks the schedules, the shelves and the queue once, and starts jobs that wait.
    pub fn turn(&mut self) {
        self.call_schedules();
        self.retry_schedules();
        self.fill_shelves();
        // Jobs start only after they are saved, so that they start again after a kill.
        if self.remember() {
            self.start_jobs();
        }
        self.show_next_runs();
        self.queue.settle();
    }

    /// Takes over a new configuration.
    ///
    /// # Errors
    /// [`DaemonError::Fixed`] if the new configuration changes a setting that can't change while the server runs. In
    /// this case, the supervisor keeps the old configuration.
    pub fn adopt(&mut self, plan: DaemonPlan) -> Result<(), DaemonError> {
        let (old, new) = (&self.plan.job_settings, &plan.job_settings);
        if old.output != new.output {
            return Err(DaemonError::Fixed("output"));
        }
        if old.ledger != new.ledger {
            return Err(DaemonError::Fixed("ledger"));
        }
        let listen = |plan: &DaemonPlan| plan.http.as_ref().map(|it| it.settings.listen);
        if listen(&self.plan) != listen(&plan) {
            return Err(DaemonError::Fixed("[http] listen"));
        }
        self.queue.set_check(check(&plan));
        let served = self.served();
        self.plan = plan;
        self.set_timetables(&served);
        self.list_levels();
        self.pauses.clear();
        self.queue.ring();
        Ok(())
    }

    /// Ends the supervisor: saves the unfinished jobs, stops the running jobs, and waits at most `at_most` for
    /// their journals. A job that needs longer loses nothing, because it continues from its journal at the next
    /// start.
    pub fn end(mut self, at_most: Duration) {
        self.remember();
        self.queue.stop();
        let deadline = Instant::now() + at_most;
        while self.at_work.iter().any(|it| !it.is_finished()) {
            if Instant::now() >= deadline {
                warn!("a job is still writing: it continues from its journal at the next start");
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        self.queue.settle();
    }

    /// Returns a short status text for systemd.
    pub fn status(&self) -> String {
        let jobs = self.queue.jobs();
        let count = |state: JobState| jobs.iter().filter(|job| job.state == state).count();
        let (running, waiting) = (count(JobState::Running), count(JobState::Waiting));
        format!("{running} running, {waiting} waiting")
    }

    fn call_schedules(&mut self) {
        let now = self.clock.now();
        for planned in self.plan.schedules.clone() {
            let Some((_, timetable)) = self.timetables.get_mut(&planned.name) else {
                continue;
            };
            let Some(due) = timetable.due(now) else {
                continue;
            };
            let PlannedJob { name, settings, .. } = planned;
            if self.open_job(Cause::Schedule, &name).is_some() {
                warn!(name, due = %due, "due, but its last job has not ended yet: skipped");
                continue;
            }
            info!(name, due = %due, "due");
            self.add(&name, Cause::Schedule, settings, due.date());
        }
    }

    /// Returns the state of the unfinished job of a schedule or a shelf, or `None` if there is no such job.
    fn open_job(&self, cause: Cause, name: &str) -> Option<JobState> {
        let jobs = self.queue.jobs();
        let open = jobs
            .iter()
            .find(|job| job.cause == cause && job.name == name && !job.state.has_ended());
        open.map(|job| job.state)
    }

    fn add(&mut self, name: &str, cause: Cause, settings: Settings, date: Date) {
        let work = self.plan.job_settings.work(name, cause, settings, date);
        self.add_work(name, work);
    }

    fn add_work(&self, name: &str, work: Result<JobWork, JobSettingsError>) {
        if let Err(failure) = work.and_then(|work| Ok(self.queue.add(work)?)) {
            error!(
                name,
                error = in_one_line(&failure),
                "the job can't be created"
            );
        }
    }

    fn start_jobs(&mut self) {
        self.at_work.retain(|thread| !thread.is_finished());
        while self.at_work.len() < self.plan.jobs_at_once {
            let Some(taken) = self.queue.take() else {
                return;
            };
            let (queue, inventory) = (self.queue.clone(), Arc::clone(&self.inventory));
            let exit_code = self.exit_code;
            let id = taken.job.id;
            let thread = std::thread::Builder::new().name(format!("job {id}"));
            let begun = thread.spawn(move || runner::run(&queue, &taken, &*inventory, exit_code));
            match begun {
                Ok(thread) => self.at_work.push(thread),
                Err(refused) => runner::failed(
                    &self.queue,
                    id,
                    (self.exit_code)(&refused),
                    format!("can't start a thread: {refused}"),
                ),
            }
        }
    }

    fn show_next_runs(&self) {
        let now = self.clock.now();
        let next = self.plan.schedules.iter().filter_map(|planned| {
            let (_, timetable) = self.timetables.get(&planned.name)?;
            let at = timetable.next(now)?;
            Some(NextRun {
                name: planned.name.clone(),
                at: at.strftime("%FT%T%:z").to_string(),
            })
        });
        self.queue.set_next_runs(next.collect());
    }

    /// Writes the state of the server to the disk if it has changed. Returns whether the present state is on
    /// the disk.
    fn remember(&mut self) -> bool {
        let (past, change) = self.queue.past();
        let now = (change, self.served());
        if self.written.as_ref() != Some(&now) {
            let memory = Memory::new(past, now.1.clone());
            match memory.write(&self.memory) {
                Ok(()) => self.written = Some(now),
                Err(failure) => {
                    // Every turn tries again, but the log reports the failure once.
                    let said = format!(
                        "the queue can't be written to the disk: {}",
                        in_one_line(&failure)
                    );
                    let health = self.queue.health();
                    health.begin(Obstacle::QueueNotWritten, &said);
                    self.queue.set_kept(change, Err(StockFault::of(&failure)));
                    return false;
                }
            }
        }
        self.queue.health().end(Obstacle::QueueNotWritten);
        self.queue.set_kept(change, Ok(()));
        true
    }

    fn served(&self) -> BTreeMap<String, ServedTime> {
        let served = self.timetables.iter().map(|(name, (when, timetable))| {
            let served = ServedTime {
                when: when.clone(),
                until: timetable.served(),
            };
            (name.clone(), served)
        });
        served.collect()
    }

    /// Makes the timetables of the configured schedules. The timetable of a schedule that is new or has a new pattern
    /// begins now, so that no earlier time becomes due.
    fn set_timetables(&mut self, served: &BTreeMap<String, ServedTime>) {
        let now = self.clock.now();
        let timetable = |planned: &PlannedJob| {
            let past = served
                .get(&planned.name)
                .filter(|it| it.when == planned.when);
            let until: Timestamp = past.map_or(now, |it| it.until);
            let timetable = Timetable::new(planned.schedule.clone(), until);
            (planned.name.clone(), (planned.when.clone(), timetable))
        };
        self.timetables = self.plan.schedules.iter().map(timetable).collect();
    }
}

/// Returns the function that validates requests for jobs.
fn check(plan: &DaemonPlan) -> Check {
    let job_settings = plan.job_settings.clone();
    let rules = plan.http.as_ref();
    let most = rules.map_or(u64::MAX, |it| it.settings.job_puzzles);
    Arc::new(move |asked: Settings| -> Result<JobWork, JobRefusal> {
        job_settings
            .asked(asked, most)
            .map_err(|error| match error {
                JobSettingsError::NameTaken(name) => JobRefusal::NameTaken(name),
                other => JobRefusal::Invalid(in_one_line(&other)),
            })
    })
}

fn restore(queue: &JobQueue, kept: &Value) {
    let restored = QueuedJob::deserialize(kept)
        .map_err(|error| error.to_string())
        .and_then(|job| queue.restore(job).map_err(|error| error.to_string()));
    let (id, name) = (kept["id"].as_u64(), kept["name"].as_str());
    match restored {
        Ok(()) => info!(job = id, name, "started earlier, and goes on"),
        Err(error) => error!(
            job = id,
            error, "started earlier, but its settings are not valid any more"
        ),
    }
}

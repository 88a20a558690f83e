//! Starts jobs that fill low shelves, and repeats scheduled jobs that failed for a temporary reason. A
//! repeated job has the same settings and seed, so it continues from its journal.

use super::super::job_table::JobWork;
use super::super::shelf::Shelf;
use super::super::view::{Cause, JobState, JobView, ShelfState};
use super::Supervisor;
use crate::config::Settings;
use crate::exit::Exit;
use std::fs;
use std::path::PathBuf;
use tracing::{info, warn};

impl Supervisor {
    /// Repeats scheduled jobs that failed for a temporary reason, such as a full disk, after a pause that
    /// doubles each time.
    pub(super) fn retry_schedules(&mut self) {
        let now = self.clock.now();
        for planned in self.plan.schedules.clone() {
            let key = (Cause::Schedule, planned.name);
            let last = self.queue.last_of(key.0, &key.1);
            let Some((view, work)) = last.filter(|(view, _)| is_passing(view)) else {
                // A job that still runs may fail again, so the pauses last until it has ended.
                if self.open_job(key.0, &key.1).is_none() {
                    self.pauses.remove(&key);
                }
                continue;
            };
            let rest = self.pauses.entry(key.clone()).or_default();
            if rest.of != Some(view.id) {
                rest.begin(now);
                rest.of = Some(view.id);
            }
            let is_on = rest.is_on(now);
            if !is_on {
                info!(job = view.id, name = key.1, "the job is tried again");
                self.add_work(&key.1, Ok(work));
            }
        }
    }

    /// Adds a job to the queue for each shelf that has a level low in stock, unless the shelf has an unfinished job
    /// or is paused. Also updates the state of every shelf, as clients see it.
    pub(super) fn fill_shelves(&mut self) {
        let mut views = Vec::new();
        for shelf in self.plan.shelves.clone() {
            let stock = self.inventory.free(&shelf.scheme);
            let is_first = !self.begun.contains(&shelf.name);
            let first = shelf.first_request(&stock).filter(|_| is_first);
            let is_first = first.is_some();
            let request = first.or_else(|| shelf.job_request(&stock));
            let state = self.tend(&shelf, request, is_first);
            views.push(shelf.view(&stock, state));
        }
        self.queue.set_shelves(views);
    }

    /// Adds a job to the queue for a shelf, unless the shelf has an unfinished job or is paused. `request` has the
    /// settings of the job, or is `None` if no level is low in stock. The shelf's last job is continued instead if it
    /// has similar settings and was stopped or failed for a temporary reason. Returns the state of the shelf.
    fn tend(&mut self, shelf: &Shelf, request: Option<Settings>, is_first: bool) -> ShelfState {
        let now = self.clock.now();
        let name = &shelf.name;
        let key = (Cause::Shelf, name.clone());
        if let Some(state) = self.open_job(Cause::Shelf, name) {
            self.tended.insert(name.clone());
            return match state {
                JobState::Running => ShelfState::Making,
                _ => ShelfState::Low,
            };
        }
        let had_job = self.tended.remove(name);
        let Some(request) = request else {
            self.pauses.remove(&key);
            self.begun.remove(name);
            return ShelfState::Stocked;
        };
        let last = self.queue.last_of(Cause::Shelf, name);
        let was_first = last.as_ref().is_some_and(|(_, work)| work.is_first);
        let has_failed = |state: JobState| matches!(state, JobState::Failed | JobState::Stopped);
        let failed = last.filter(|(view, _)| has_failed(view.state));
        let rest = self.pauses.entry(key).or_default();
        if had_job && (failed.is_some() || !was_first) {
            warn!(name, "its job has ended, but the shelf is still low");
            rest.begin(now);
        }
        if rest.is_on(now) {
            return ShelfState::Resting;
        }
        self.tended.insert(name.clone());
        if let Some((view, work)) = failed {
            let is_final = view.state == JobState::Failed && !is_passing(&view);
            if !is_final && is_alike(&work.settings, &request) {
                info!(job = view.id, name, "the job continues");
                self.add_work(name, Ok(work));
                return ShelfState::Low;
            }
            self.remove_journal(&work);
        }
        let wanted = request.level.iter();
        let wanted: Vec<String> = wanted.map(|(level, n)| format!("{level} {n}")).collect();
        info!(name, wanted = wanted.join(", "), "low");
        if is_first {
            self.begun.insert(name.clone());
        }
        let date = self.plan.job_settings.today();
        let work = self
            .plan
            .job_settings
            .work(name, Cause::Shelf, request, date);
        let work = work.map(|work| JobWork {
            is_first,
            keep: shelf.keep,
            ..work
        });
        self.add_work(name, work);
        ShelfState::Low
    }

    /// Logs in one line the unfinished packs in the output folder that belong to no job. Such packs are kept, because
    /// they may belong to commands that run alongside the server.
    pub fn name_unfinished(&self) {
        let queue = &self.queue;
        let open = queue.unfinished().into_iter().map(|job| job.work);
        let schedules = self.plan.schedules.iter();
        let schedules = schedules.filter_map(|it| queue.last_of(Cause::Schedule, &it.name));
        let shelves = self.plan.shelves.iter();
        let shelves = shelves.filter_map(|it| queue.last_of(Cause::Shelf, &it.name));
        let last = schedules.chain(shelves).map(|(_, work)| work);
        let own: Vec<PathBuf> = open.chain(last).filter_map(|it| journal_of(&it)).collect();
        let Ok(folders) = fs::read_dir(&self.plan.job_settings.output) else {
            return;
        };
        let folders = folders.flatten().map(|entry| entry.path());
        let is_unfinished = |it: &PathBuf| it.extension().is_some_and(|it| it == "part");
        let others = folders.filter(|it| is_unfinished(it) && it.is_dir() && !own.contains(it));
        let mut names: Vec<String> = others.map(|it| it.display().to_string()).collect();
        if !names.is_empty() {
            names.sort_unstable();
            let folders = names.join(", ");
            warn!(
                folders,
                "unfinished packs that belong to no job: run their command again, or remove them"
            );
        }
    }

    /// Removes the journal of a job that will not continue. No later job would use this journal, because the
    /// shelf's next job has a different seed.
    fn remove_journal(&self, work: &JobWork) {
        let Some(part) = journal_of(work) else {
            return;
        };
        if part.is_dir() {
            let journal = part.display().to_string();
            match fs::remove_dir_all(&part) {
                Ok(()) => info!(journal, "removed: its job failed and will not continue"),
                Err(error) => warn!(journal, %error, "can't be removed"),
            }
        }
    }
}

/// Returns the folder of a job's journal, or `None` if the job's settings are no longer valid.
fn journal_of(work: &JobWork) -> Option<PathBuf> {
    let spec = work.run_spec().ok()?;
    let name = spec.run.name.replace("{seed}", &spec.job.seed.to_string());
    let name = name.replace("{date}", &work.date.to_string());
    Some(spec.run.out.join(format!("{name}.part")))
}

/// Returns whether a job failed for a temporary reason, such as a full disk or a locked ledger.
fn is_passing(job: &JobView) -> bool {
    job.state == JobState::Failed && job.exit == Some(Exit::TryAgain.code())
}

/// Returns whether two jobs differ only in their seeds, their time limits and their numbers of puzzles.
fn is_alike(one: &Settings, other: &Settings) -> bool {
    let other = other.clone();
    Settings {
        level: other.level.clone(),
        seed: other.seed,
        seed_policy: other.seed_policy,
        timeout: other.timeout,
        ..one.clone()
    } == other
}

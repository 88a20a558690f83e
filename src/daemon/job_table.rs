//! The content of the table of jobs: jobs with their work, and what else is shown.

use super::view::{Cause, JobView, LevelView, NextRun, ShelfView, State};
use crate::config::{Job, Order, Settings};
use crate::line::{StopWatch, Tally};
use std::time::Instant;

/// The most jobs that are shown.
pub(super) const MOST_SHOWN: usize = 100;

/// A job to be done, checked.
#[derive(Debug, Clone)]
pub struct Work {
    /// Its name in the table.
    pub name: String,
    /// The cause of the job.
    pub cause: Cause,
    /// The job and the settings of its run.
    pub order: Order,
    /// The settings that the order was made from, with all layers; they survive a restart.
    pub settings: Settings,
}

/// The state of the table.
pub(super) struct JobTable {
    /// The jobs, oldest first.
    pub(super) jobs: Vec<Entry>,
    pub(super) next_id: u64,
    pub(super) shelves: Vec<ShelfView>,
    pub(super) next_runs: Vec<NextRun>,
    pub(super) is_ready: bool,
    pub(super) is_stopping: bool,
    /// Number of changes of the queue.
    pub(super) change: u64,
    /// `true` if the supervisor should look at the queue.
    pub(super) has_rung: bool,
    pub(super) has_changed: bool,
    pub(super) told: Option<Instant>,
}

/// A job in the table.
pub(super) struct Entry {
    pub(super) view: JobView,
    pub(super) work: Work,
    pub(super) stop: StopWatch,
    /// `true` if it was cancelled while it ran: a kill before it has ended doesn't bring it back.
    pub(super) is_unwanted: bool,
    pub(super) begun: Option<Instant>,
    /// The time and number of candidates when it was first seen running in this process.
    pub(super) pace_from: Option<(Instant, u64)>,
}

impl Default for JobTable {
    fn default() -> Self {
        Self {
            jobs: Vec::new(),
            next_id: 1,
            shelves: Vec::new(),
            next_runs: Vec::new(),
            is_ready: false,
            is_stopping: false,
            change: 0,
            has_rung: false,
            has_changed: false,
            told: None,
        }
    }
}

impl JobTable {
    pub(super) fn add(&mut self, work: Work, now: String) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.jobs.push(Entry::new(id, work, Some(now)));
        while self.jobs.len() > MOST_SHOWN {
            let ended = |entry: &Entry| entry.view.state.has_ended();
            match self.jobs.iter().position(ended) {
                Some(oldest) => drop(self.jobs.remove(oldest)),
                None => break,
            }
        }
        id
    }

    pub(super) fn find(&self, id: u64) -> Option<&Entry> {
        self.jobs.iter().find(|entry| entry.view.id == id)
    }

    pub(super) fn find_mut(&mut self, id: u64) -> Option<&mut Entry> {
        self.jobs.iter_mut().find(|entry| entry.view.id == id)
    }
}

impl Entry {
    pub(super) fn new(id: u64, work: Work, queued: Option<String>) -> Self {
        let job = &work.order.job;
        let view = JobView {
            id,
            name: work.name.clone(),
            cause: work.cause,
            state: State::Waiting,
            pack: None,
            candidates: 0,
            count: job.most_candidates(),
            levels: LevelView::of(job, &Tally::default()),
            per_second: 0.0,
            seconds: 0.0,
            queued,
            started: None,
            ended: None,
            exit: None,
            error: None,
        };
        Self {
            view,
            work,
            stop: StopWatch::default(),
            is_unwanted: false,
            begun: None,
            pace_from: None,
        }
    }

    pub(super) fn view(&self) -> JobView {
        let mut view = self.view.clone();
        if let Some(begun) = self.begun {
            view.seconds = begun.elapsed().as_secs_f64();
        }
        view
    }

    pub(super) fn advance(&mut self, job: &Job, tally: &Tally) {
        let (since, from) = *self.pace_from.get_or_insert((Instant::now(), tally.used));
        let seconds = since.elapsed().as_secs_f64();
        // The first tenth of a second says nothing.
        if seconds > 0.1 {
            self.view.per_second = tally.used.saturating_sub(from) as f64 / seconds;
        }
        self.view.candidates = tally.used;
        self.view.levels = LevelView::of(job, tally);
    }
}

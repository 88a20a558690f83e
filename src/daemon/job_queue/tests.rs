//! Tests the queue of jobs by itself: the states of a job, the refusals of jobs, and the announcements of
//! changes.

use super::super::clock::SetClock;
use super::super::view::Cause;
use super::*;
use jiff::civil::Date;

fn queue() -> JobQueue {
    let check = |asked: Settings| {
        let settings = asked.over(Settings::defaults().unwrap());
        let spec = settings
            .clone()
            .run_spec()
            .map_err(|it| JobRefusal::Invalid(it.to_string()))?;
        Ok(JobWork {
            name: spec.run.name,
            cause: Cause::Asked,
            date: Date::default(),
            settings,
            is_first: false,
            keep: None,
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
    assert_eq!(queue.job(id).unwrap().state, JobState::Waiting);
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
    assert_eq!((view.state, view.candidates), (JobState::Running, 640));
    assert_eq!((view.levels[2].wanted, view.levels[2].made), (Some(20), 7));
    queue.end(id, |view| {
        view.state = JobState::Done;
        view.exit = Some(0);
    });
    let view = queue.job(id).unwrap();
    assert_eq!(view.ended.as_deref(), Some("1970-01-01T00:00:00Z"));
    assert!(queue.unfinished().is_empty());
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(json["id"], "1");
    assert_eq!(json["state"], "done");
    assert_eq!(json["levels"][2]["made"], 7);
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let queue = queue();
    let nothing = queue.submit(Settings::default());
    assert!(matches!(nothing, Err(JobRefusal::Invalid(why)) if why.contains("when to end")));
    for _ in 0..MOST_WAITING {
        queue.submit(job_request()).unwrap();
    }
    assert_eq!(queue.submit(job_request()), Err(JobRefusal::Full));
    queue.stop();
    assert_eq!(queue.submit(job_request()), Err(JobRefusal::Stopping));
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
    assert_eq!(queue.job(second).unwrap().state, JobState::Stopped);
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
    // A running job is never dropped.
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

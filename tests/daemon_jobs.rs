//! Tests jobs of the server that failed or ended, and packs of which no puzzle is left in stock.

use crate::daemon::{NIGHTLY, Shop, ended};
use std::fs;
use std::path::Path;
use sudoku_factory::config::Settings;
use sudoku_factory::daemon::{Cause, JobRefusal, JobState};
use sudoku_factory::stock::{LevelRequest, Request};

const SHELF: &str = "[[shelf]]\nname = \"web\"\nleast = 2\nmost = 3\n";
const NOON: &str = "2026-11-21T12:00:00Z";

/// Makes the ledger look like an older copy, so that the next job fails when it opens the ledger.
fn spoil(ledger: &Path) {
    fs::write(
        ledger.with_extension("sqlite.last"),
        format!("{:020}\n", 9_999_999),
    )
    .unwrap();
}

fn mend(ledger: &Path) {
    fs::remove_file(ledger.with_extension("sqlite.last")).unwrap();
}

#[test]
fn a_night_that_found_the_disk_full_is_tried_again() {
    let mut shop = Shop::with_exit(NIGHTLY, "2026-10-24T20:00:00Z", |_| 75);
    let ledger = shop.output().join("ledger.sqlite");
    shop.supervisor.turn();
    spoil(&ledger);
    shop.set_clock("2026-10-25T00:30:00Z");
    shop.until(|queue| queue.jobs().iter().any(|job| job.state == JobState::Failed));
    shop.supervisor.turn();
    assert_eq!(shop.queue().jobs().len(), 1);
    // A minute, then two.
    shop.set_clock("2026-10-25T00:31:01Z");
    shop.until(|queue| queue.jobs().len() == 2 && ended(&queue.jobs()));
    shop.supervisor.turn();
    shop.set_clock("2026-10-25T00:32:02Z");
    shop.supervisor.turn();
    assert_eq!(shop.queue().jobs().len(), 2);
    mend(&ledger);
    shop.set_clock("2026-10-25T00:33:05Z");
    shop.until(|queue| queue.jobs().len() == 3 && ended(&queue.jobs()));
    let job = &shop.queue().jobs()[0];
    assert_eq!(
        (job.state, job.pack.as_deref()),
        (JobState::Done, Some("n-2026-10-25"))
    );
    let records = shop.queue().records();
    let record = &records[&(Cause::Schedule, "night".to_owned())];
    assert_eq!(
        (
            record.ended[&JobState::Failed],
            record.ended[&JobState::Done]
        ),
        (2, 1)
    );
    assert_eq!(record.exit, Some(0));
}

/// A job that failed because of wrong settings or data is not tried again, because only a person can correct
/// these.
#[test]
fn a_night_that_failed_for_good_is_not_tried_again() {
    let mut shop = Shop::with_exit(NIGHTLY, "2026-10-24T20:00:00Z", |_| 65);
    shop.supervisor.turn();
    spoil(&shop.output().join("ledger.sqlite"));
    shop.set_clock("2026-10-25T00:30:00Z");
    shop.until(|queue| queue.jobs().iter().any(|job| job.state == JobState::Failed));
    shop.set_clock("2026-10-25T03:30:00Z");
    shop.supervisor.turn();
    assert_eq!(shop.queue().jobs().len(), 1);
}

#[test]
fn a_shelf_carries_its_failed_job_on() {
    let mut shop = Shop::with_exit(SHELF, NOON, |_| 75);
    let ledger = shop.output().join("ledger.sqlite");
    spoil(&ledger);
    shop.until(|queue| queue.jobs().iter().any(|job| job.state == JobState::Failed));
    let (_, failed) = shop.queue().last_of(Cause::Shelf, "web").unwrap();
    mend(&ledger);
    shop.supervisor.turn();
    // Over a restart, too.
    let mut shop = shop.started_again();
    shop.until(|queue| queue.jobs().len() == 2 && ended(&queue.jobs()));
    let (view, work) = shop.queue().last_of(Cause::Shelf, "web").unwrap();
    assert_eq!((view.state, &work), (JobState::Done, &failed));
    let seed = failed.settings.seed.unwrap();
    assert_eq!(view.pack, Some(format!("web-{seed}")));
}

#[test]
fn the_journal_of_a_job_that_failed_for_good_is_removed() {
    let mut shop = Shop::with_exit(SHELF, NOON, |_| 65);
    let ledger = shop.output().join("ledger.sqlite");
    spoil(&ledger);
    shop.until(|queue| queue.jobs().iter().any(|job| job.state == JobState::Failed));
    let (_, failed) = shop.queue().last_of(Cause::Shelf, "web").unwrap();
    let seed = failed.settings.seed.unwrap();
    let part = shop.output().join(format!("web-{seed}.part"));
    fs::create_dir(&part).unwrap();
    fs::write(part.join("journal"), "half").unwrap();
    mend(&ledger);
    shop.supervisor.turn();
    shop.set_clock("2026-11-21T12:01:01Z");
    shop.until(|queue| queue.jobs().len() == 2 && ended(&queue.jobs()));
    let (view, work) = shop.queue().last_of(Cause::Shelf, "web").unwrap();
    assert_eq!(view.state, JobState::Done);
    assert_ne!(work.settings.seed, failed.settings.seed);
    assert!(!part.exists());
}

#[test]
fn jobs_that_have_ended_outlive_the_process() {
    let mut shop = Shop::with_exit(SHELF, NOON, |_| 1);
    shop.until(|queue| !queue.jobs().is_empty() && ended(&queue.jobs()));
    shop.supervisor.turn();
    let (jobs, records) = (shop.queue().jobs(), shop.queue().records());
    assert_eq!(jobs[0].state, JobState::Done);
    let mut shop = shop.started_again();
    assert_eq!(shop.queue().jobs(), jobs);
    assert_eq!(shop.queue().records(), records);
    shop.supervisor.turn();
    assert_eq!(shop.queue().next_id(), 2);
}

#[test]
fn an_empty_shelf_has_its_first_puzzles_at_once() {
    let shelf = "[[shelf]]\nname = \"web\"\nleast = 40\nmost = 60\nfirst = 1\n";
    let mut shop = Shop::with_exit(shelf, NOON, |_| 1);
    shop.until(|queue| queue.jobs().len() == 2 && ended(&queue.jobs()));
    let jobs = shop.queue().jobs();
    let wanted = |at: usize| jobs[at].levels.iter().filter_map(|it| it.wanted).max();
    // The shelf had no pause between the two.
    assert_eq!(wanted(1), Some(1));
    assert!(wanted(0) >= Some(59));
}

#[test]
fn packs_of_which_nothing_is_left_are_deleted() {
    let shelf = format!("{SHELF}keep = 1\n");
    let mut shop = Shop::with_exit(&shelf, NOON, |_| 1);
    let stock = shop.stock.clone();
    let level = |number: u64| LevelRequest {
        scheme: None,
        level: number.to_string(),
        n: 3,
    };
    for round in 1..=3 {
        let packs = |shop: &Shop| shop.stock.library().packs().len();
        shop.until(|queue| queue.jobs().len() == round && ended(&queue.jobs()));
        // The supervisor sees the shelf full: otherwise it rests, as if the job had not been enough.
        shop.supervisor.turn();
        stock.refresh().unwrap();
        // The newest stays, and what has something left.
        assert_eq!(packs(&shop), 1 + usize::from(round == 3));
        // Of the second pack one level stays.
        if round < 3 {
            for number in round as u64..=5 {
                let key = format!("{round} {number}");
                let client = "shop".to_owned();
                let asked = level(number);
                let quota = None;
                let request = Request {
                    client,
                    key,
                    asked,
                    quota,
                };
                stock.take(request).unwrap();
            }
        }
    }
    let jobs = shop.queue().jobs();
    assert!(jobs.iter().all(|job| job.state == JobState::Done));
    let is_there = |at: usize| shop.output().join(jobs[at].pack.as_ref().unwrap()).exists();
    assert!(is_there(0) && is_there(1) && !is_there(2));
}

/// A cancelled job goes on, with the seed that was drawn for it, if the same job is requested.
#[test]
fn a_cancelled_job_goes_on_when_it_is_requested() {
    let mut shop = Shop::open("", NOON);
    let queue = shop.queue();
    let ask = |text: &str| queue.submit(Settings::from_toml(text, "a test").unwrap());
    let long = "count = 4000000\nname = \"long\"\nexhaust = true\nper-level = 1";
    let first = ask(long).unwrap();
    let part = shop.output().join("long.part");
    shop.until(|shop| shop.job(first).is_some_and(|it| it.candidates > 0) && part.exists());
    let taken = Err(JobRefusal::NameTaken("long".to_owned()));
    assert_eq!(ask(long), taken);
    let seed = queue.job(first).unwrap().seed;
    queue.cancel(first);
    shop.until(|shop| {
        shop.job(first)
            .is_some_and(|it| it.state == JobState::Stopped)
    });
    assert_eq!(ask("count = 40\nname = \"long\""), taken);
    let again = ask(long).unwrap();
    assert_eq!(queue.job(again).unwrap().seed, seed);
    shop.until(|shop| shop.job(again).is_some_and(|it| it.candidates > 0));
    queue.cancel(again);
    shop.until(|shop| {
        shop.job(again)
            .is_some_and(|it| it.state == JobState::Stopped)
    });
}

/// A job that makes several packs lists the names of all of them.
#[test]
fn a_job_lists_its_packs() {
    let mut shop = Shop::open("", NOON);
    let queue = shop.queue();
    let ask = |text: &str| queue.submit(Settings::from_toml(text, "a test").unwrap());
    let one = ask("count = 40\nname = \"one\"").unwrap();
    let two = ask("count = 200\nname = \"two\"\npacks = 2\nper-level = 1").unwrap();
    shop.until(|shop| {
        [one, two]
            .iter()
            .all(|id| shop.job(*id).is_some_and(|it| it.state.has_ended()))
    });
    let packs = |id| queue.job(id).unwrap().packs;
    assert_eq!(packs(one), ["one"]);
    assert_eq!(packs(two), ["two-001", "two-002"]);
    for name in packs(two) {
        assert!(shop.output().join(name).join("pack.json").is_file());
    }
}

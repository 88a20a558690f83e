//! Tests the server inside the test's own process: schedules and shelves, with a clock that the test sets.

use crate::factory::run_in;
use jiff::{SignedDuration, Timestamp};
use std::fs;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};
use sudoku_factory::config::Settings;
use sudoku_factory::daemon::{
    Cause, DaemonError, DaemonPlan, ExitCode, Inventory, JobQueue, JobRefusal, JobState, JobView,
    SetClock, ShelfState, Supervisor, lock_output,
};
use sudoku_factory::pack::Pack;
use sudoku_factory::stock::{Stock, StockFault};

/// The maximum time that a test waits. Even an overloaded machine needs less.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A server inside the test's process, whose clock stands still until a test sets it.
pub struct Shop {
    pub folder: tempfile::TempDir,
    pub clock: SetClock,
    pub stock: Arc<Stock>,
    pub supervisor: Supervisor,
}

pub fn configure(folder: &Path, entries: &str) -> PathBuf {
    let path = folder.join("daemon.toml");
    let output = folder.join("output");
    let head = format!("output = {output:?}\nzone = \"Europe/Berlin\"\nthreads = 1\n");
    fs::write(&path, head + entries).unwrap();
    path
}

fn supervisor(config: &Path, clock: &SetClock, stock: &Arc<Stock>, exit: ExitCode) -> Supervisor {
    let plan = DaemonPlan::read(config, Arc::new(clock.clone())).unwrap();
    let lock = lock_output(stock.library().output()).unwrap();
    let inventory: Arc<dyn Inventory> = Arc::clone(stock) as Arc<dyn Inventory>;
    Supervisor::new(plan, Arc::new(clock.clone()), inventory, lock, exit).unwrap()
}

impl Shop {
    pub fn open(entries: &str, time: &str) -> Self {
        Self::with_exit(entries, time, |_| 1)
    }

    /// Starts a server whose failing jobs have the exit codes that `exit` returns.
    pub fn with_exit(entries: &str, time: &str, exit: ExitCode) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = SetClock::at(time.parse().unwrap());
        let config = configure(folder.path(), entries);
        let output = folder.path().join("output");
        let stock = Arc::new(Stock::open(&output, &output.join("ledger.sqlite")).unwrap());
        let supervisor = supervisor(&config, &clock, &stock, exit);
        Self {
            folder,
            clock,
            stock,
            supervisor,
        }
    }

    /// Ends the server, and starts the next one in the same folder.
    pub fn started_again(self) -> Self {
        let Self {
            folder,
            clock,
            stock,
            supervisor: old,
        } = self;
        old.end(PATIENCE);
        let config = folder.path().join("daemon.toml");
        let supervisor = supervisor(&config, &clock, &stock, |_| 1);
        Self {
            folder,
            clock,
            stock,
            supervisor,
        }
    }

    pub fn output(&self) -> PathBuf {
        self.folder.path().join("output")
    }

    pub fn queue(&self) -> JobQueue {
        self.supervisor.queue().clone()
    }

    /// Lets the supervisor take turns until `is_so` returns `true` for its queue.
    pub fn until(&mut self, is_so: impl Fn(&JobQueue) -> bool) {
        let start = Instant::now();
        let queue = self.queue();
        loop {
            self.supervisor.turn();
            if is_so(&queue) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{:#?}", queue.jobs());
            queue.wait(Duration::from_millis(20));
        }
    }

    pub fn set_clock(&self, time: &str) {
        self.clock.set(time.parse().unwrap());
    }
}

pub fn ended(jobs: &[JobView]) -> bool {
    jobs.iter().all(|job| job.state.has_ended())
}

pub const NIGHTLY: &str = "[[schedule]]\nname = \"night\"\ncron = \"30 2 * * *\"\nmake = { count = 300, per-level = 2, name = \"n-{date}\", seed-policy = \"date\" }\n";

#[test]
fn nights_come_and_go_and_summer_time_ends() {
    let mut shop = Shop::open(NIGHTLY, "2026-10-24T20:00:00Z");
    let queue = shop.queue();
    shop.supervisor.turn();
    assert!(queue.jobs().is_empty());
    assert_eq!(queue.next_runs()[0].at, "2026-10-25T02:30:00+02:00");
    // Half past two comes twice; an hour and more passes between two looks.
    for time in [
        "2026-10-25T00:30:00Z",
        "2026-10-25T01:30:00Z",
        "2026-10-25T02:45:00Z",
    ] {
        shop.set_clock(time);
        shop.until(|queue| ended(&queue.jobs()));
    }
    // Set back, and forward over two nights.
    shop.set_clock("2026-10-24T23:00:00Z");
    shop.until(|queue| ended(&queue.jobs()));
    shop.set_clock("2026-10-27T12:00:00Z");
    shop.until(|queue| ended(&queue.jobs()));
    let jobs = queue.jobs();
    let packs: Vec<_> = jobs.iter().rev().map(|job| job.pack.as_deref()).collect();
    assert_eq!(packs, [Some("n-2026-10-25"), Some("n-2026-10-27")]);
    assert!(
        jobs.iter()
            .all(|job| job.cause == Cause::Schedule && job.name == "night")
    );
    let pack = Pack::open(&shop.output().join("n-2026-10-25")).unwrap();
    assert_eq!(pack.manifest().job.seed, 20_261_025);
    assert_eq!(queue.next_runs()[0].at, "2026-10-28T02:30:00+01:00");
}

#[test]
fn a_low_shelf_is_filled_and_then_left_alone() {
    let shelf = "[[shelf]]\nname = \"web\"\nleast = 3\nmost = 5\nlevel = { very-hard = { least = 1, most = 2 } }\n";
    let mut shop = Shop::open(shelf, "2026-11-21T12:00:00Z");
    let queue = shop.queue();
    shop.until(|queue| {
        queue
            .shelves()
            .iter()
            .all(|it| it.state == ShelfState::Stocked)
    });
    let shelves = queue.shelves();
    let stock: Vec<u64> = shelves[0].levels.iter().map(|level| level.stock).collect();
    assert_eq!(stock, [5, 5, 5, 5, 2]);
    let jobs = queue.jobs();
    assert_eq!(
        (jobs.len(), jobs[0].state, jobs[0].exit),
        (1, JobState::Done, Some(0))
    );
    let name = jobs[0].pack.clone().unwrap();
    let pack = Pack::open(&shop.output().join(&name)).unwrap();
    assert_eq!(name, format!("web-{}", pack.manifest().job.seed));
    // Nothing is low: nothing is made.
    shop.supervisor.turn();
    assert_eq!(queue.jobs().len(), 1);
    assert!(shop.stock.free().iter().any(|it| it.free == 5));
}

#[test]
fn what_a_shelf_cannot_have_is_not_tried_without_end() {
    // Whatever seed is drawn, four candidates are too few for three of each of five levels.
    let shelf = "[[shelf]]\nname = \"web\"\nleast = 3\nmost = 5\nmake = { count = 4 }\n";
    let mut shop = Shop::open(shelf, "2026-11-21T12:00:00Z");
    shop.until(|queue| {
        queue
            .shelves()
            .iter()
            .any(|it| it.state == ShelfState::Resting)
    });
    let jobs = shop.queue().jobs();
    assert_eq!(
        (jobs.len(), jobs[0].state, jobs[0].exit),
        (1, JobState::Short, Some(3))
    );
}

#[test]
fn a_new_configuration_holds_and_some_of_it_cannot_change() {
    let mut shop = Shop::open(NIGHTLY, "2026-11-21T12:00:00Z");
    let read = |shop: &Shop, path: &Path| DaemonPlan::read(path, Arc::new(shop.clock.clone()));
    let later = NIGHTLY.replace("30 2", "0 23");
    let path = configure(shop.folder.path(), &later);
    let plan = read(&shop, &path).unwrap();
    shop.supervisor.adopt(plan).unwrap();
    shop.supervisor.turn();
    assert_eq!(shop.queue().next_runs()[0].at, "2026-11-21T23:00:00+01:00");
    let text = fs::read_to_string(&path)
        .unwrap()
        .replace("/output\"", "/other\"");
    fs::write(&path, text).unwrap();
    let refused = shop.supervisor.adopt(read(&shop, &path).unwrap());
    assert!(matches!(refused, Err(DaemonError::Fixed("output"))));
    shop.supervisor.turn();
    assert_eq!(shop.queue().next_runs().len(), 1);
}

fn refused(folder: &Path, entries: &str, words: &[&str]) {
    configure(folder, entries);
    let said = run_in(folder, "daemon --check --config daemon.toml").expect(2);
    said.complains(words);
}

#[test]
fn settings_of_http_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (http, words) in [
        ("rate = -5", ["line 5, [http] rate", "from 0 to 4294967295"]),
        ("rate = 0", ["daemon.toml, [http]", "rate = 0"]),
        (
            "proxies = [\"here\"]",
            ["line 5, [http] proxies", "IP address"],
        ),
        (
            "listen = \"0.0.0.0:80\"",
            ["daemon.toml, [http]", "tokens = "],
        ),
        ("tokens = \"none\"", ["daemon.toml, [http]", "none"]),
        (
            "hosts = [\"http://x/\"]",
            ["daemon.toml, [http]", "without scheme"],
        ),
        (
            "play = [\"**\"]",
            ["daemon.toml, [http]", "can't be the name of a pack"],
        ),
    ] {
        refused(folder.path(), &format!("[http] # who\n{http}"), &words);
    }
}

#[test]
fn configurations_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |entries: &str, words: &[&str]| refused(folder.path(), entries, words);
    let schedule = |more: &str| format!("[[schedule]]\nname = \"a\"\ncron = \"0 3 * * *\"\n{more}");
    let shelf = |more: &str| format!("[[shelf]]\nname = \"a\"\nleast = 1\nmost = 2\n{more}");
    refused(
        "shelfs = 3",
        &["daemon.toml, line 4", "did you mean `shelf`?"],
    );
    refused(
        &schedule(""),
        &["schedule \"a\"", "nothing says when to end"],
    );
    refused(
        &schedule("make = { count = 1, out = \"x\" }"),
        &["out is for the command"],
    );
    refused(
        &schedule("make = { count = 1, from = [\"x\"] }"),
        &["from is for the command"],
    );
    refused(
        &schedule("zone = \"Berlin\"\nmake = { count = 1 }"),
        &["Europe/Berlin"],
    );
    refused(
        &schedule("job = \"none.toml\""),
        &["daemon.toml, schedule \"a\"", "none.toml"],
    );
    refused(
        &schedule("make = { count = 1, from = \"x\" }"),
        &["line 7, [[schedule]] from", "expected a list"],
    );
    refused(
        "[[schedule]]\nname = \"a\"\ncron = \"0 3 * *\"",
        &["five fields"],
    );
    // The second night would find the first one's pack.
    refused(
        &schedule("make = { count = 1, name = \"fix\" }"),
        &["schedule \"a\"", "put {date} or {seed} into name"],
    );
    let twice = schedule("make = { count = 1 }\n").repeat(2);
    refused(&twice, &["another schedule has the same name"]);
    refused(&shelf("make = { seed = 3 }"), &["shelf \"a\"", "seed"]);
    refused(&shelf("make = { per-level = 3 }"), &["least and most say"]);
    refused(
        &shelf("level = { heavy = { least = 1, most = 2 } }"),
        &["heavy"],
    );
    refused("jobs-at-once = 0", &["jobs-at-once", "between 1 and 64"]);
    run_in(folder.path(), "daemon --config missing.toml")
        .expect(2)
        .complains(&["missing.toml"]);
}

/// A requested job is refused at once if another job or pack has its name, because the job would fail later.
#[test]
fn a_name_goes_to_one_job_on_request() {
    let mut shop = Shop::open("[http]\njob-puzzles = 50\n", "2026-11-21T12:00:00Z");
    let queue = shop.queue();
    let ask = |text: &str| queue.submit(Settings::from_toml(text, "a test").unwrap());
    let one = "count = 40\nname = \"one\"\nseed = \"1\"";
    let first = ask(one).unwrap();
    // The same again is no other pack.
    let again = ask(one).unwrap();
    let other = || ask("count = 40\nname = \"one\"\nseed = \"2\"");
    let taken = Err(JobRefusal::NameTaken("one".to_owned()));
    assert_eq!(other(), taken);
    shop.until(|shop| {
        [first, again]
            .iter()
            .all(|id| shop.job(*id).is_some_and(|it| it.state == JobState::Done))
    });
    assert_eq!(other(), taken);
    assert_eq!(ask("count = 40\nname = \"one\""), taken);
    assert!(ask(one).is_ok());
    for (text, many) in [
        ("count = 51", 51_u64),
        ("per-level = \"1e12\"", 5_000_000_000_000_u64),
    ] {
        let refused = ask(text).unwrap_err().to_string();
        assert!(
            refused.contains(&format!("up to {many} puzzles")),
            "{refused}"
        );
    }
    assert!(ask("count = 1000\nper-level = 10").is_ok());
    assert!(ask("count = 9\nlayout = \"6x6\"").is_ok());
    for text in [
        "count = 9\nshape = \"3x2\"",
        "count = 9\nlayout = \"6x6\"\nclues = \"9..12\"",
        "count = 9\nlayout = \"7x7\"",
    ] {
        let refused = ask(text).unwrap_err().to_string();
        let said = ["give --layout, too", "9x9 only", "no board of 7x7"];
        assert!(said.iter().any(|it| refused.contains(it)), "{refused}");
    }
}

/// A request for a job is answered only when the job is saved on the disk, where it survives a kill.
#[test]
fn a_request_is_promised_when_it_outlives_a_kill() {
    let mut shop = Shop::open("", "2026-11-21T12:00:00Z");
    let queue = shop.queue();
    let file = shop.output().join(".daemon/queue.json");
    let mut request = || {
        let settings = Settings::from_toml("count = 300\nper-level = 2", "a test").unwrap();
        let id = queue.submit(settings).unwrap();
        let mut kept = pin!(queue.wait_until_kept());
        let mut look = || kept.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert_eq!(look(), Poll::Pending, "promised before it was written down");
        shop.supervisor.turn();
        (id, look() == Poll::Ready(Ok(())))
    };
    let written = || fs::read_to_string(&file).unwrap();
    let (first, is_kept) = request();
    assert!(is_kept && written().contains(&format!("\"id\": {first},")));
    // No file can take the place of a folder.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let (_, is_kept) = request();
    assert!(!is_kept && file.is_dir());
    fs::remove_dir(&file).unwrap();
    let (third, is_kept) = request();
    assert!(is_kept && written().contains(&format!("\"id\": {third},")));
    // What comes when the daemon ends is not promised.
    queue.cancel(third);
    queue.stop();
    let kept = pin!(queue.wait_until_kept()).poll(&mut Context::from_waker(Waker::noop()));
    assert_eq!(kept, Poll::Ready(Err(StockFault::Other)));
}

#[test]
fn unfinished_jobs_are_in_the_queue_of_the_next_process() {
    let shelf = "[[shelf]]\nname = \"web\"\nleast = 3\nmost = 5\n";
    let mut shop = Shop::open(&format!("{shelf}{NIGHTLY}"), "2026-11-21T12:00:00Z");
    let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
    shop.clock.set(now + SignedDuration::from_hours(24));
    // One job at a time: the other waits when the process ends.
    shop.supervisor.turn();
    let open = |queue: &JobQueue| -> Vec<(u64, String)> {
        let jobs = queue.unfinished().into_iter();
        jobs.map(|job| (job.id, job.work.name)).collect()
    };
    let before = open(&shop.queue());
    assert_eq!(before.len(), 2);
    let mut shop = shop.started_again();
    assert_eq!(open(&shop.queue()), before);
    shop.until(|queue| ended(&queue.jobs()));
    let jobs = shop.queue().jobs();
    assert_eq!(jobs.len(), 2);
    assert!(jobs.iter().all(|job| job.state == JobState::Done));
    // The night that was due, not the one in which it was made.
    assert!(shop.output().join("n-2026-11-22").is_dir());
}

//! The daemon: schedules and shelves by a clock that is set, and the process with its signals.

use crate::factory::{factory, run_in};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};
use sudoku_factory::config::Settings;
use sudoku_factory::daemon::{
    Cause, DaemonError, ExitCode, Inventory, JobQueue, JobView, Plan, SetClock, ShelfState, State,
    Supervisor, lock_output,
};
use sudoku_factory::pack::Pack;
use sudoku_factory::stock::Stock;

/// Longer than any machine stalls.
const PATIENCE: Duration = Duration::from_secs(120);

/// A daemon in this process, whose clock stands until it is set.
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
    let plan = Plan::read(config, Arc::new(clock.clone())).unwrap();
    let lock = lock_output(stock.library().output()).unwrap();
    let inventory: Arc<dyn Inventory> = Arc::clone(stock) as Arc<dyn Inventory>;
    Supervisor::new(plan, Arc::new(clock.clone()), inventory, lock, exit).unwrap()
}

impl Shop {
    fn open(entries: &str, time: &str) -> Self {
        Self::with_exit(entries, time, |_| 1)
    }

    /// One whose failing jobs have these exit codes.
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

    /// The same folder with the next process.
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

    /// Turns until something is so.
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
        (1, State::Done, Some(0))
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
    let shelf = "[[shelf]]\nname = \"web\"\nleast = 3\nmost = 5\nmake = { count = 20 }\n";
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
        (1, State::Short, Some(3))
    );
}

#[test]
fn a_new_configuration_holds_and_some_of_it_cannot_change() {
    let mut shop = Shop::open(NIGHTLY, "2026-11-21T12:00:00Z");
    let read = |shop: &Shop, path: &Path| Plan::read(path, Arc::new(shop.clock.clone()));
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

#[test]
fn configurations_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |entries: &str, words: &[&str]| {
        configure(folder.path(), entries);
        run_in(folder.path(), "daemon --check --config daemon.toml")
            .expect(2)
            .complains(words);
    };
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
    refused(&schedule("job = \"none.toml\""), &["none.toml"]);
    refused(
        "[[schedule]]\nname = \"a\"\ncron = \"0 3 * *\"",
        &["five fields"],
    );
    let twice = schedule("make = { count = 1 }\n").repeat(2);
    refused(&twice, &["another has the same name"]);
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

/// A daemon in a process of its own.
pub struct Process {
    pub child: Child,
    log: Receiver<Value>,
}

impl Process {
    pub fn start(folder: &Path, set: impl FnOnce(&mut Command)) -> Self {
        let mut command = factory();
        command
            .current_dir(folder)
            .args(["daemon", "--config", "daemon.toml"]);
        command.stderr(Stdio::piped());
        set(&mut command);
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (told, log) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let line: Value =
                    serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?} is no JSON"));
                if told.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, log }
    }

    /// Waits for a line of the log.
    pub fn says(&self, message: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        let mut said = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.log.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("it never said {message:?}, but {said:?}"));
            said.push(line.to_string());
            if line["message"]
                .as_str()
                .is_some_and(|it| it.contains(message))
            {
                return line;
            }
        }
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }

    pub fn ends(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

/// A test that fails leaves no daemon behind.
impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Waits until an unfinished run has written so much of its journal.
fn journal_grows(output: &Path, beyond: u64) -> PathBuf {
    let start = Instant::now();
    loop {
        let entries = fs::read_dir(output).into_iter().flatten();
        let parts = entries.map(|entry| entry.unwrap().path());
        for part in parts.filter(|path| path.extension().is_some_and(|it| it == "part")) {
            if fs::metadata(part.join("journal")).is_ok_and(|it| it.len() > beyond) {
                return part;
            }
        }
        assert!(start.elapsed() < PATIENCE, "no journal");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A shelf that takes a quarter of an hour and more to fill.
const LONG: &str = "[[shelf]]\nname = \"web\"\nleast = 0\nmost = 0\nlevel.very-hard = { least = 300000, most = 300000 }\n";

#[test]
fn signals_end_and_reload_it_and_its_jobs_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("output");
    let config = configure(folder.path(), LONG);
    let daemon = Process::start(folder.path(), |_| ());
    daemon.says("ready");
    let begun = daemon.says("job begins");
    let part = journal_grows(&output, 4_000);
    // Nobody else works in its folder.
    run_in(folder.path(), "daemon --config daemon.toml")
        .expect(75)
        .complains(&["another daemon", &daemon.child.id().to_string()]);
    // A bad configuration leaves the old one, a good one holds.
    fs::write(&config, "output = 3").unwrap();
    daemon.signal("-HUP");
    let said = daemon.says("the old one stays");
    assert!(
        said["error"]
            .as_str()
            .unwrap()
            .contains("daemon.toml, line 1")
    );
    configure(folder.path(), &format!("{LONG}\n{NIGHTLY}"));
    daemon.signal("-HUP");
    daemon.says("configuration read again");
    daemon.signal("-TERM");
    let ended = daemon.says("job ended");
    assert_eq!(ended["state"], "stopped");
    assert_eq!(daemon.ends(), Some(0));
    assert!(part.join("journal").is_file());
    // Killed in the midst of it, it goes on as well.
    for signal in ["-KILL", "-TERM"] {
        let daemon = Process::start(folder.path(), |_| ());
        assert_eq!(daemon.says("goes on")["job"], begun["job"]);
        daemon.says("carrying on the unfinished run");
        daemon.signal(signal);
        daemon.ends();
    }
    assert_eq!(journal_grows(&output, 4_000), part);
}

#[test]
fn a_job_that_was_killed_has_the_bytes_of_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("output");
    let shelf = "[[shelf]]\nname = \"web\"\nleast = 1200\nmost = 1200\nmake = { symmetry = \"rotate180\" }\n";
    configure(folder.path(), shelf);
    let killed = Process::start(folder.path(), |_| ());
    journal_grows(&output, 500_000);
    killed.signal("-KILL");
    assert_eq!(killed.ends(), None);
    let daemon = Process::start(folder.path(), |_| ());
    daemon.says("carrying on the unfinished run");
    let ended = daemon.says("job ended");
    daemon.signal("-TERM");
    assert_eq!(daemon.ends(), Some(0));
    let name = ended["pack"].as_str().unwrap();
    let seed = name.strip_prefix("web-").unwrap();
    let calm = tempfile::tempdir().unwrap();
    let job = format!(
        "--per-level 1200 --symmetry rotate180 --seed {seed} --name {name} --ledger output/ledger.sqlite -q"
    );
    run_in(calm.path(), &job).expect(0);
    let bytes = |output: &Path| crate::factory::bytes_of(&output.join(name));
    assert!(bytes(&output) == bytes(&calm.path().join("output")));
    run_in(folder.path(), "ledger check").expect(0);
    let packs = fs::read_dir(&output)
        .unwrap()
        .map(|it| it.unwrap().file_name());
    let packs = packs.filter(|it| it.to_string_lossy().starts_with("web-"));
    assert_eq!(packs.count(), 1);
}

#[test]
fn systemd_is_told() {
    let folder = tempfile::tempdir().unwrap();
    configure(folder.path(), "");
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let told = |word: &str| {
        let mut bytes = [0; 4096];
        loop {
            let length = match socket.recv(&mut bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                length => length.expect(word),
            };
            let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
            if text.lines().any(|line| line == word) {
                return text;
            }
        }
    };
    let daemon = Process::start(folder.path(), |command| {
        command
            .env("NOTIFY_SOCKET", &path)
            .env("WATCHDOG_USEC", "900000");
    });
    assert!(told("READY=1").contains("STATUS=0 at work, 0 waiting"));
    told("WATCHDOG=1");
    told("WATCHDOG=1");
    daemon.signal("-HUP");
    assert!(told("RELOADING=1").contains("MONOTONIC_USEC="));
    told("READY=1");
    daemon.signal("-TERM");
    told("STOPPING=1");
    assert_eq!(daemon.ends(), Some(0));
}

/// Whoever asked for a job is answered no sooner.
#[test]
fn a_request_is_promised_when_it_outlives_a_kill() {
    let mut shop = Shop::open("", "2026-11-21T12:00:00Z");
    let queue = shop.queue();
    let file = shop.output().join(".daemon/queue.json");
    let mut request = || {
        let settings = Settings::from_toml("count = 300\nper-level = 2", "a test").unwrap();
        let id = queue.submit(settings).unwrap();
        let mut kept = pin!(queue.is_kept());
        let mut look = || kept.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert_eq!(look(), Poll::Pending, "promised before it was written down");
        shop.supervisor.turn();
        (id, look() == Poll::Ready(true))
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
    let kept = pin!(queue.is_kept()).poll(&mut Context::from_waker(Waker::noop()));
    assert_eq!(kept, Poll::Ready(false));
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
    assert!(jobs.iter().all(|job| job.state == State::Done));
    // The night that was due, not the one in which it was made.
    assert!(shop.output().join("n-2026-11-22").is_dir());
}

pub const SECRET: &str = "abcdefghijklmnop1234";

/// Asks a daemon, and gives the status and the answer.
pub fn ask(address: &str, secret: &str, head: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "{head} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {secret}\r\nIdempotency-Key: {length}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    // A page that is no JSON has no fields.
    (status, serde_json::from_str(body).unwrap_or_default())
}

/// Nothing can be taken before the first job has ended.
fn becomes_ready(daemon: &Process, address: &str) {
    let (status, cause) = ask(address, SECRET, "GET /readyz", "");
    if status != 200 {
        let cause = (&cause["code"], &cause["causes"][0]["code"]);
        let is_starting = cause.0 == "starting";
        assert!(is_starting || cause.1 == "no-stock", "{cause:?}");
    }
    assert_eq!(daemon.says("job ended")["state"], "done");
    assert_eq!(daemon.says("it is over")["cause"], "no-stock");
    assert_eq!(ask(address, SECRET, "GET /readyz", "").0, 200);
}

#[test]
fn the_whole_shop_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = "[[shelf]]\nname = \"web\"\nleast = 2\nmost = 3\nlevel.very-hard = { least = 0, most = 0 }\n";
    let http = "[http]\nlisten = \"127.0.0.1:0\"\ntokens = \"tokens\"\n";
    let write_tokens = |text: &str| fs::write(folder.path().join("tokens"), text).unwrap();
    write_tokens(&format!("shop {SECRET} take,jobs"));
    configure(folder.path(), &format!("{http}{shelf}"));
    let daemon = Process::start(folder.path(), |_| ());
    let address = daemon.says("listening")["address"]
        .as_str()
        .unwrap()
        .to_owned();
    daemon.says("ready");
    assert_eq!(ask(&address, SECRET, "GET /", "").0, 200);
    becomes_ready(&daemon, &address);
    // What is taken is made again.
    let request = "{\"level\":\"hard\",\"n\":2}";
    let (status, taken) = ask(&address, SECRET, "POST /api/v1/puzzles/take", request);
    assert_eq!(
        (status, taken["puzzles"].as_array().unwrap().len()),
        (200, 2)
    );
    assert_eq!(daemon.says("low")["wanted"], "hard 2");
    assert_eq!(daemon.says("job ended")["state"], "done");
    // A job that is asked for, and cancelled.
    let request = "{\"level\":{\"very-hard\":300000},\"name\":\"big-{seed}\"}";
    let (status, job) = ask(&address, SECRET, "POST /api/v1/jobs", request);
    assert_eq!(status, 201, "{job}");
    daemon.says("job begins");
    let path = format!("DELETE /api/v1/jobs/{}", job["id"].as_str().unwrap());
    assert_eq!(ask(&address, SECRET, &path, "").0, 200);
    assert_eq!(daemon.says("job ended")["state"], "stopped");
    // Tokens are read again; those that make no sense are not taken.
    write_tokens("short x");
    daemon.signal("-HUP");
    daemon.says("the old one stays");
    assert_eq!(ask(&address, SECRET, &path, "").0, 409);
    write_tokens("shop zyxwvutsrqponmlk9876 take,jobs");
    daemon.signal("-HUP");
    daemon.says("configuration read again");
    assert_eq!(ask(&address, SECRET, &path, "").0, 401);
    // Nobody else has the address.
    let config = http.replace(
        ":0\"",
        &format!(":{}\"", address.rsplit(':').next().unwrap()),
    );
    let other = tempfile::tempdir().unwrap();
    fs::copy(folder.path().join("tokens"), other.path().join("tokens")).unwrap();
    configure(other.path(), &config);
    run_in(other.path(), "daemon --config daemon.toml")
        .expect(1)
        .complains(&["listen at", &address]);
    daemon.signal("-TERM");
    assert_eq!(daemon.ends(), Some(0));
    let queue = fs::read_to_string(folder.path().join("output/.daemon/queue.json")).unwrap();
    let queue: Value = serde_json::from_str(&queue).unwrap();
    assert_eq!(
        queue["jobs"],
        serde_json::json!([]),
        "what was cancelled stays so"
    );
}

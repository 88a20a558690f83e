//! Tests the server in a process of its own: signals, kills, systemd, and taking puzzles over HTTP.

use crate::daemon::{NIGHTLY, PATIENCE, configure};
use crate::factory::{factory, run_in};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A server in a process of its own, with the lines of its log.
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

    /// Waits for a line of the log that contains this message, and returns the line.
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

/// Kills the server at the end of a test, even if the test has failed.
impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Waits until the journal of an unfinished run has more than `beyond` bytes.
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

/// The configuration of a shelf that takes at least a quarter of an hour to fill.
const LONG: &str = "[[shelf]]\nname = \"web\"\nleast = 0\nmost = 0\nlevel.very-hard = { least = 300000, most = 300000 }\n";

#[test]
fn signals_end_and_reload_it_and_its_jobs_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("output");
    let config = configure(folder.path(), LONG);
    let daemon = Process::start(folder.path(), |_| ());
    let begun = daemon.says("job begins");
    let part = journal_grows(&output, 4_000);
    // Nobody else works in its folder.
    run_in(folder.path(), "daemon --config daemon.toml")
        .expect(75)
        .complains(&["another server", &daemon.child.id().to_string()]);
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
fn unfinished_packs_that_no_job_carries_on_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("output");
    fs::create_dir_all(output.join("web-17.part")).unwrap();
    fs::create_dir_all(output.join("older.part")).unwrap();
    configure(folder.path(), NIGHTLY);
    let daemon = Process::start(folder.path(), |_| ());
    let said = daemon.says("belong to no job");
    let folders = said["folders"].as_str().unwrap();
    let [older, web] = ["older.part", "web-17.part"].map(|it| folders.find(it).unwrap());
    assert!(older < web && output.join("web-17.part").is_dir(), "{said}");
    daemon.says("started");
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
    assert!(told("READY=1").contains("STATUS=0 running, 0 waiting"));
    told("WATCHDOG=1");
    told("WATCHDOG=1");
    daemon.signal("-HUP");
    assert!(told("RELOADING=1").contains("MONOTONIC_USEC="));
    told("READY=1");
    daemon.signal("-TERM");
    told("STOPPING=1");
    assert_eq!(daemon.ends(), Some(0));
}

pub const SECRET: &str = "abcdefghijklmnop1234";

/// Sends a request to a server, and returns the status and the body of the answer.
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

/// Asserts that a server becomes ready when its first job has ended, and not before.
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
    daemon.says("started");
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

//! Measures how the HTTP server hands out puzzles of its stock under load.
//!
//! A fixed number of requests per second is sent: four to look at puzzles for each request to take one. Every
//! answer is read. The benchmark fails if an answer is an error or a puzzle is taken twice.
//!
//! ```text
//! cargo bench --bench http                                   30 s at 5,000 a second
//! cargo bench --bench http -- --rate 20000 --seconds 5
//! cargo bench --bench http -- --rate 8000 --seconds 10 --connections 128 --takes 1    takes only
//! cargo bench --bench http -- --at 127.0.0.1:8321 --token FILE   a daemon that runs already
//! cargo bench --bench http -- --serve FOLDER                 serves a folder of packs, for tests
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use sudoku_factory::daemon::http::{HttpSettings, Parts, Rules, serve};
use sudoku_factory::daemon::{JobQueue, JobRefusal, SystemClock};
use sudoku_factory::stock::Stock;
use tokio::net::TcpListener;
use tokio::sync::watch;

const SECRET: &str = "a-secret-of-the-load-test";

struct LevelRequest {
    rate: u64,
    seconds: u64,
    connections: u64,
    /// The number of requests for each puzzle taken: one in this many requests takes a puzzle, and the others only
    /// look at puzzles.
    takes: u64,
    at: Option<SocketAddr>,
    secret: String,
    serve: Option<PathBuf>,
}

fn asked() -> LevelRequest {
    let mut asked = LevelRequest {
        rate: 5000,
        seconds: 30,
        connections: 32,
        takes: 5,
        at: None,
        secret: SECRET.to_owned(),
        serve: None,
    };
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("a value behind each option");
        match word.as_str() {
            "--rate" => asked.rate = value().parse().expect("a rate"),
            "--seconds" => asked.seconds = value().parse().expect("seconds"),
            "--connections" => asked.connections = value().parse().expect("a number"),
            "--takes" => asked.takes = value().parse().expect("a number"),
            "--at" => asked.at = Some(value().parse().expect("an address")),
            "--token" => {
                let text = std::fs::read_to_string(value()).expect("a file of tokens");
                asked.secret = text.split_whitespace().nth(1).expect("a token").to_owned();
            }
            "--serve" => asked.serve = Some(value().into()),
            other => panic!("no option {other}"),
        }
    }
    asked
}

fn main() {
    let asked = asked();
    let folder = tempfile::tempdir().expect("a folder");
    let (address, runtime) = match (&asked.at, &asked.serve) {
        (Some(at), _) => (*at, None),
        (None, Some(output)) => served(output, folder.path()),
        (None, None) => {
            let output = folder.path().join("output");
            make(&output, asked.rate * asked.seconds / asked.takes);
            served(&output, folder.path())
        }
    };
    if asked.serve.is_some() {
        println!("{address} {SECRET}");
        std::thread::sleep(Duration::from_secs(asked.seconds));
        return;
    }
    let is_good = load(&asked, address);
    drop(runtime);
    if !is_good {
        std::process::exit(1);
    }
}

/// Makes packs with at least this number of puzzles, and their ledger, in the folder `output`.
fn make(output: &Path, puzzles: u64) {
    let made = Command::new(env!("CARGO_BIN_EXE_factory"))
        .args(["--quiet", "--seed", "1", "--out"])
        .arg(output)
        .arg("--ledger")
        .arg(output.join("ledger.sqlite"))
        .args(["--count", &(puzzles * 3 / 2 + 2000).to_string()])
        .status();
    assert!(made.expect("the program starts").success());
}

/// Starts a server for the packs in `output`, in this process; its file of tokens is written to `folder`. Returns
/// the server's address and its runtime, which must be kept while the server is used.
fn served(output: &Path, folder: &Path) -> (SocketAddr, Option<tokio::runtime::Runtime>) {
    let tokens = folder.join("tokens");
    std::fs::write(&tokens, format!("load {SECRET} take,jobs\n")).expect("a file of tokens");
    let settings = HttpSettings {
        tokens: Some(tokens),
        rate: 1_000_000,
        header_seconds: 3,
        body_seconds: 3,
        ..HttpSettings::default()
    };
    let rules = Rules::new(settings).expect("settings that make sense");
    let (_, rules) = watch::channel(Arc::new(rules));
    let stock = Stock::open(output, &output.join("ledger.sqlite")).expect("a stock");
    let queue = JobQueue::new(
        Arc::new(SystemClock),
        Arc::new(|_| Err(JobRefusal::Stopping)),
    );
    queue.set_ready();
    let parts = Parts {
        queue,
        stock: Arc::new(stock),
        output: output.to_owned(),
        rules,
    };
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"));
    let listener = listener.expect("a port");
    let address = listener.local_addr().expect("its address");
    runtime.spawn(serve(parts, listener, std::future::pending()));
    (address, Some(runtime))
}

/// A client's connection, which is kept open between requests.
struct Client(BufReader<TcpStream>);

impl Client {
    fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        Self(BufReader::new(stream))
    }

    /// Sends a request, and returns the status and the body of the answer.
    fn ask(&mut self, request: &str) -> (u16, String) {
        self.0
            .get_mut()
            .write_all(request.as_bytes())
            .expect("a request");
        let mut line = String::new();
        self.0.read_line(&mut line).expect("an answer");
        let status = line.split(' ').nth(1).and_then(|it| it.parse().ok());
        let mut length = 0;
        while line.trim_end() != "" {
            line.clear();
            self.0.read_line(&mut line).expect("a header");
            let lower = line.to_ascii_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).expect("a body");
        (status.unwrap_or(0), String::from_utf8(body).expect("UTF-8"))
    }
}

fn ids(body: &str) -> impl Iterator<Item = &str> {
    body.match_indices("\"id\":\"")
        .map(|(at, it)| &body[at + it.len()..][..32])
}

/// Returns the levels in stock with their numbers of puzzles, the level with the most puzzles first.
fn levels(client: &mut Client) -> Vec<(String, u64)> {
    let (status, body) = client.ask("GET /api/v1/stock HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(status, 200, "{body}");
    let stock: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    let levels = stock["levels"].as_array().expect("levels").iter();
    let mut levels: Vec<(String, u64)> = levels
        .map(|it| {
            (
                it["level_name"].as_str().expect("a name").to_owned(),
                it["free"].as_u64().expect("a count"),
            )
        })
        .collect();
    levels.sort_by_key(|level| std::cmp::Reverse(level.1));
    levels
}

/// Sends the requests of client `number`, until all clients together have sent the whole load. The clients share
/// `next`, the number of the next request. Returns the waiting times in seconds, the answers with errors, and the
/// ids of the puzzles that the client took.
fn part(
    asked: &LevelRequest,
    address: SocketAddr,
    number: u64,
    levels: &[(String, u64)],
    next: &AtomicU64,
) -> (Vec<f64>, Vec<String>, Vec<String>) {
    let mut client = Client::new(address);
    let all: u64 = levels.iter().map(|it| it.1).sum();
    let begun = Instant::now();
    let (mut waits, mut errors, mut taken) = (Vec::new(), Vec::new(), Vec::new());
    let count = asked.rate * asked.seconds;
    loop {
        let n = next.fetch_add(1, Ordering::Relaxed);
        if n >= count {
            return (waits, errors, taken);
        }
        let due = Duration::from_secs_f64(n as f64 / asked.rate as f64);
        std::thread::sleep(due.saturating_sub(begun.elapsed()));
        // Levels are asked for as much of as there is.
        let mut at = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % all;
        let level = levels.iter().find(|it| {
            let is_it = at < it.1;
            at = at.saturating_sub(it.1);
            is_it
        });
        let level = &level.expect("a level").0;
        let request = match n % asked.takes {
            0 => {
                let (secret, body) = (&asked.secret, format!("{{\"level\":\"{level}\",\"n\":1}}"));
                format!(
                    "POST /api/v1/puzzles/take HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\nIdempotency-Key: {number}-{n}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                    body.len()
                )
            }
            _ => format!(
                "GET /api/v1/puzzles?level={level}&n=10 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            ),
        };
        let asked_at = Instant::now();
        let (status, body) = client.ask(&request);
        waits.push(asked_at.elapsed().as_secs_f64());
        match (status, n % asked.takes) {
            (200, 0) => taken.extend(ids(&body).map(str::to_owned)),
            (200, _) => {}
            _ => errors.push(format!("{status}: {body}")),
        }
    }
}

fn load(asked: &LevelRequest, address: SocketAddr) -> bool {
    let levels = levels(&mut Client::new(address));
    let next = AtomicU64::new(0);
    let begun = Instant::now();
    let parts: Vec<_> = std::thread::scope(|scope| {
        let (levels, next) = (&levels, &next);
        let start = |number| scope.spawn(move || part(asked, address, number, levels, next));
        let parts: Vec<_> = (0..asked.connections).map(start).collect();
        parts
            .into_iter()
            .map(|it| it.join().expect("a client"))
            .collect()
    });
    let seconds = begun.elapsed().as_secs_f64();
    let mut waits: Vec<f64> = parts.iter().flat_map(|it| it.0.iter().copied()).collect();
    waits.sort_by(f64::total_cmp);
    let errors: Vec<&String> = parts.iter().flat_map(|it| &it.1).collect();
    let taken: Vec<&String> = parts.iter().flat_map(|it| &it.2).collect();
    let different = taken.iter().collect::<HashSet<_>>().len();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize] * 1000.0;
    println!(
        "{} requests in {seconds:.1} s, {:.0} a second; {} errors; {} puzzles taken, {different} different; \
         waits: half {:.2} ms, 99 % {:.2} ms, longest {:.1} ms",
        waits.len(),
        waits.len() as f64 / seconds,
        errors.len(),
        taken.len(),
        at(0.5),
        at(0.99),
        at(1.0),
    );
    for error in errors.iter().take(3) {
        println!("{error}");
    }
    errors.is_empty() && different == taken.len() && !taken.is_empty()
}

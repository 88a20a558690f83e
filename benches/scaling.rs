//! Measures the whole program: its throughput by the number of threads, and its memory use by the number of
//! candidates. Prints the figures and draws charts of them into `docs/performance/` (`cargo bench --bench
//! scaling`). The memory is the peak that Linux reports for a process; on other systems it is left out.

#![allow(clippy::expect_used, clippy::print_stdout)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use sudoku_factory::chart::{self, ChartLine, Labels, Scale, Series};

/// Number of candidates of each run whose throughput is measured.
const CANDIDATES: u64 = 60_000;
const RUNS: usize = 5;
/// The numbers of candidates of the runs whose memory is measured.
const COUNTS: [u64; 4] = [10_000, 30_000, 100_000, 300_000];

/// The duration of a run in seconds, and its peak memory use in MB, or 0 if the peak is not known.
struct Ran {
    seconds: f64,
    memory: f64,
}

fn ran(arguments: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_factory"))
        .args(arguments.split_whitespace())
        .args(["--seed", "1", "--quiet", "--out"])
        .arg(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut memory = 0.0;
    while child.try_wait().expect("a child of ours").is_none() {
        memory = greatest_memory(child.id()).unwrap_or(memory);
        std::thread::sleep(Duration::from_millis(1));
    }
    Ran {
        seconds: start.elapsed().as_secs_f64(),
        memory,
    }
}

/// Returns the peak resident memory of a process so far, in MB.
fn greatest_memory(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

/// Returns the candidates per second of the whole program on this number of threads, as the median of several
/// runs.
fn throughput(threads: usize) -> f64 {
    let arguments = format!("--count {CANDIDATES} --per-level 1000 --exhaust --threads {threads}");
    let mut seconds: Vec<f64> = (0..RUNS).map(|_| ran(&arguments).seconds).collect();
    seconds.sort_by(f64::total_cmp);
    CANDIDATES as f64 / seconds[RUNS / 2]
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/performance");
    fs::create_dir_all(&folder).expect("docs can be written");
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let rates: Vec<(usize, f64)> = (1..=2 * processors)
        .map(|threads| (threads, throughput(threads)))
        .collect();
    for (threads, rate) in &rates {
        let gain = rate / rates[0].1;
        println!("{threads:>7} threads  {rate:>8.0} candidates/s  × {gain:.2}");
    }
    let names: Vec<String> = rates
        .iter()
        .map(|(threads, _)| threads.to_string())
        .collect();
    let thousands: Vec<f64> = rates.iter().map(|(_, rate)| rate / 1000.0).collect();
    let drawn = chart::bars(
        &Labels {
            title: &format!("Thousand candidates a second, {processors} processors"),
            description: "Throughput of the whole program, packs written, against threads",
            x: "threads",
            y: "thousand a second",
        },
        &names.iter().map(String::as_str).collect::<Vec<_>>(),
        &[Series {
            name: "the whole program, packs written",
            values: &thousands,
        }],
    );
    fs::write(folder.join("threads.svg"), drawn).expect("docs can be written");
    let kept = memory("all kept", "");
    let quotas = memory("500 of each level kept", "--per-level 500 --exhaust");
    let drawn = chart::lines(
        &Labels {
            title: "Memory of the whole program",
            description: "Greatest resident memory in MB against candidates made",
            x: "thousand candidates",
            y: "MB",
        },
        &[
            ChartLine {
                name: "all kept",
                points: &kept,
            },
            ChartLine {
                name: "500 of each level kept",
                points: &quotas,
            },
        ],
        Scale::Linear,
    );
    fs::write(folder.join("memory.svg"), drawn).expect("docs can be written");
}

/// Runs the program with these arguments for each of [`COUNTS`]. Returns two numbers for each run: the candidates
/// in thousands, and the peak memory use in MB.
fn memory(name: &str, arguments: &str) -> Vec<(f64, f64)> {
    COUNTS
        .map(|count| {
            let megabytes = ran(&format!("--count {count} {arguments}")).memory;
            println!("{count:>7} candidates, {name:<25} {megabytes:>5.1} MB");
            (count as f64 / 1000.0, megabytes)
        })
        .to_vec()
}

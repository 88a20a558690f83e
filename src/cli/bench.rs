//! `factory bench`: measures how fast this machine is; by default this takes ten seconds.

use super::errors::UsageError;
use super::{Exit, make};
use crate::config::{Settings, check_threads, values};
use crate::line::progress::{grouped, tell};
use crate::speed::{self, Speed};
use anyhow::Context;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// The help text about `--backend`. Every command has this option, but it matters only for measurements.
const AFTER_HELP: &str = "\
--backend NAME or FACTORY_BACKEND selects the vector instructions of the search, here and in every command:
portable, sse2, avx2 or avx512 (default: the best that this processor has)";

/// The arguments of `factory bench`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct BenchArgs {
    /// Job file whose puzzles are made for the measurement [default: the default settings]
    #[arg(long, value_name = "FILE", env = "FACTORY_JOB")]
    job: Option<PathBuf>,
    /// Total measuring time, such as 10s or 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = values::duration)]
    time: Duration,
    /// Largest number of threads to measure [default: one per processor]
    #[arg(long, value_name = "N", env = "FACTORY_THREADS")]
    threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Measures the speed of this machine and prints it.
pub fn run(args: &BenchArgs) -> anyhow::Result<Exit> {
    let most = match args.threads {
        Some(threads) => check_threads(threads).map(|()| threads)?,
        None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    // A job needs a limit, though no pack is made here.
    let asked = Settings {
        count: Some(1),
        ..Settings::default()
    };
    let job = asked.over(make::files_and_defaults(args.job.as_deref(), None)?);
    let job = job.run_spec()?.job;
    if let Some(layout) = job.layout {
        let said = format!("bench measures 9x9 only, and this job makes {layout}");
        return Err(UsageError(said).into());
    }
    if !args.json {
        let seconds = args.time.as_secs_f64();
        tell(format_args!(
            "measuring for about {seconds:.0} s; leave the machine alone meanwhile"
        ));
    }
    let speed = speed::measure(&job, args.time, most).context("cannot start the threads")?;
    let text = if args.json {
        format!("{}\n", as_json(&speed))
    } else {
        as_text(&speed)
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

fn as_text(speed: &Speed) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(vec!["one thread", "each", "a second"]);
    for figure in &speed.single {
        let each = format!("{:.2} µs", 1e6 * figure.seconds);
        let a_second = grouped((1.0 / figure.seconds) as u64);
        table.add_row(vec![figure.work.clone(), each, a_second]);
    }
    for (threads, rate) in &speed.threads {
        let threads = match threads {
            1 => "the line on 1 thread".to_owned(),
            many => format!("the line on {many} threads"),
        };
        let each = format!("{:.2} µs", 1e6 / rate);
        table.add_row(vec![threads, each, grouped(*rate as u64)]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!(
        "{}\n\nThe judge is asked {:.1} times for a minimal puzzle; naively it would be 81 times.\n\
         factory {} on {}, the judge with {}\n",
        table.trim_fmt(),
        speed.judge_calls,
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        speed.back_end,
    )
}

fn as_json(speed: &Speed) -> Value {
    let single = speed.single.iter();
    let threads = speed.threads.iter();
    json!({
        "schema": 1,
        "version": env!("CARGO_PKG_VERSION"),
        "architecture": std::env::consts::ARCH,
        "back_end": speed.back_end,
        "judge_calls": speed.judge_calls,
        "single": single
            .map(|figure| json!({ "work": figure.work, "seconds": figure.seconds }))
            .collect::<Vec<_>>(),
        "threads": threads
            .map(|(threads, rate)| json!({ "threads": threads, "candidates_per_second": rate }))
            .collect::<Vec<_>>(),
    })
}

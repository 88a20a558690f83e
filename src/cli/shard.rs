//! `factory shard`: makes one shard of a planned run. The index of the shard is an option, or comes from the batch
//! system.

use super::Exit;
use crate::config::check_threads;
use crate::line::StopCause;
use crate::line::progress::{grouped, tell};
use crate::shard::{
    DEFAULT_ALLOWANCE, INDEX_SOURCES, Run, ShardError, ShardRequest, ShardResult, make, read_index,
    store_of,
};
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args};
use serde_json::json;
use std::io::{self, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The time between two lines that report progress.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// The run, and the shard to make.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true))]
pub struct ShardArgs {
    /// Folder of the run, with the plan that `factory plan` wrote: a path, or a URL such as file:///path
    #[arg(long = "run", value_name = "DIR", env = "FACTORY_RUN")]
    place: String,
    /// Index of the shard, counted from 0
    #[arg(long, value_name = "I", group = "which")]
    index: Option<u64>,
    /// Batch system whose environment variable holds the shard's index; job arrays of Slurm and PBS must begin at 0
    #[arg(long, value_name = "ENGINE", group = "which", value_parser = PossibleValuesParser::new(INDEX_SOURCES.map(|it| it.name)))]
    index_from: Option<String>,
    /// Environment variable that holds the shard's index, counted from 0
    #[arg(long, value_name = "NAME", group = "which")]
    index_from_env: Option<String>,
    /// Number to add to the shard's index, for runs with more shards than one job array allows
    #[arg(long, value_name = "N", default_value_t = 0)]
    index_offset: u64,
    /// Number of spare puzzles to keep per level, to replace repeats; `factory merge` says if more spare puzzles are
    /// needed
    #[arg(long, value_name = "N", default_value_t = DEFAULT_ALLOWANCE)]
    allowance: u64,
    /// Worker threads [default: one per processor]
    #[arg(long, value_name = "N", env = "FACTORY_THREADS")]
    threads: Option<usize>,
    /// Print the closing report as one JSON object
    #[arg(long)]
    json: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

impl ShardArgs {
    fn index(&self) -> Result<u64, ShardError> {
        let known = |name: &str| INDEX_SOURCES.into_iter().find(|it| it.name == name);
        let engine = self.index_from.as_deref().and_then(known);
        let variable = match (engine, &self.index_from_env) {
            (Some(engine), _) => Some((engine.variable, engine.first)),
            (None, Some(name)) => Some((name.as_str(), 0)),
            (None, None) => None,
        };
        let index = match variable {
            Some((name, first)) => {
                let value = std::env::var_os(name);
                let value = value.map(|it| it.to_string_lossy().into_owned());
                read_index(name, first, value.as_deref())?
            }
            None => self.index.unwrap_or(0),
        };
        Ok(index.saturating_add(self.index_offset))
    }
}

/// Makes a shard, publishes it, and prints the closing report.
pub fn run(args: &ShardArgs) -> anyhow::Result<Exit> {
    if let Some(threads) = args.threads {
        check_threads(threads)?;
    }
    let index = args.index()?;
    let store = store_of(&args.place)?;
    let run = Run::open(store.as_ref())?;
    let started = Instant::now();
    let request = ShardRequest {
        index,
        allowance: args.allowance,
        threads: args.threads,
    };
    let mut progress = ShardProgress::new(args.quiet, index, started);
    let made = make(&run, &request, |tally| {
        progress.advance(tally.used, &run.plan.range(index));
    })?;
    if let ShardResult::Stopped(reason) = made {
        if !args.quiet {
            tell(format_args!(
                "shard {index}: interrupted, nothing was published: the same command starts it again"
            ));
        }
        return Ok(match reason {
            StopCause::Terminate => Exit::Terminated,
            StopCause::Interrupt | StopCause::Timeout => Exit::Interrupted,
        });
    }
    // The shard is published, so a report that nobody reads is no error.
    drop(io::stdout().write_all(report(args, &run, index, &made, started).as_bytes()));
    Ok(Exit::Done)
}

/// The progress of a shard, printed on standard error every ten seconds.
struct ShardProgress {
    quiet: bool,
    index: u64,
    started: Instant,
    told: Instant,
}

impl ShardProgress {
    fn new(quiet: bool, index: u64, started: Instant) -> Self {
        Self {
            quiet,
            index,
            started,
            told: started,
        }
    }

    fn advance(&mut self, used: u64, range: &Range<u64>) {
        if self.quiet || self.told.elapsed() < LOG_EVERY {
            return;
        }
        self.told = Instant::now();
        let done = used - range.start;
        let rate = done as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        tell(format_args!(
            "shard {}: {} of {} candidates, {}/s",
            self.index,
            grouped(done),
            grouped(range.end - range.start),
            grouped(rate as u64)
        ));
    }
}

/// Returns the closing report of a shard, as JSON with `--json`, otherwise as text. The report is empty if the shard
/// was stopped; the text is also empty with `--quiet`.
fn report(
    args: &ShardArgs,
    run: &Run<'_>,
    index: u64,
    made: &ShardResult,
    started: Instant,
) -> String {
    let (name, records) = match made {
        ShardResult::Published { name, records } => (name, Some(*records)),
        ShardResult::WasThere(name) => (name, None),
        ShardResult::Stopped(_) => return String::new(),
    };
    let place = run.place_of(name);
    let candidates = name.range.end - name.range.start;
    if args.json {
        let told = json!({
            "schema": 1,
            "shard": index,
            "first": name.range.start,
            "end": name.range.end,
            "file": place,
            "already_made": records.is_none(),
            "kept": records,
            "seconds": started.elapsed().as_secs_f64(),
        });
        told.to_string() + "\n"
    } else if args.quiet {
        String::new()
    } else {
        let state = records.map_or_else(
            || "already made".to_owned(),
            |records| format!("{} puzzles kept", grouped(records)),
        );
        format!(
            "shard {index}: {} candidates, {state}: {place}\n",
            grouped(candidates)
        )
    }
}

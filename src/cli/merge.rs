//! `factory merge`: merges the shards of a run into its pack.

use super::Exit;
use super::make::tell_outcome;
use crate::config::{RunOptions, check_name, values};
use crate::ledger::{Ledger, LedgerCreation};
use crate::line::PublishedIndex;
use crate::shard::{DEFAULT_SPOT_CHECKS, MergeRequest, Run, merge, store_of};
use clap::Args;
use jiff::civil::Date;
use std::path::PathBuf;
use std::time::Duration;

/// The run, and where its pack goes.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Folder of the run, with its plan and shards: a path, or a URL such as file:///path
    #[arg(long = "run", value_name = "DIR", env = "FACTORY_RUN")]
    place: String,
    /// Folder that holds the packs
    #[arg(
        long,
        value_name = "DIR",
        env = "FACTORY_OUT",
        default_value = "output"
    )]
    out: PathBuf,
    /// Name of the pack's folder; may contain {date} and {seed}
    #[arg(
        long,
        value_name = "NAME",
        env = "FACTORY_NAME",
        default_value = "sudoku-{seed}"
    )]
    name: String,
    /// Ledger that the plan was made with; the puzzles of the pack are recorded in it
    #[arg(long, value_name = "FILE", env = "FACTORY_LEDGER")]
    ledger: Option<PathBuf>,
    /// If another run has published one of the puzzles since the plan was made, use the next puzzle of its level
    /// instead of failing
    #[arg(long, requires = "ledger")]
    replace: bool,
    /// Date that --name {date} uses, such as 2026-11-21 [default: today]
    #[arg(long, value_name = "DATE", env = "FACTORY_DATE")]
    date: Option<Date>,
    /// Maximum time to wait for missing shards, such as 30s, 90m or 6h [default: don't wait]
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    wait: Option<Duration>,
    /// Spot check of each shard: make N of its puzzles and N random candidates of its range again, and compare them;
    /// 0 for no check
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SPOT_CHECKS, value_parser = values::count::<u32>)]
    spot_check: u32,
    /// Print the closing report as one JSON object
    #[arg(long)]
    json: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

/// Merges the shards of a run into its pack.
pub fn run(args: MergeArgs) -> anyhow::Result<Exit> {
    check_name(&args.name)?;
    let store = store_of(&args.place)?;
    let run = Run::open(store.as_ref())?;
    run.check_ledger(args.ledger.is_some())?;
    let ledger = args.ledger.as_deref();
    let ledger = ledger.map(|path| Ledger::open(path, LedgerCreation::Never));
    let ledger = ledger.transpose()?;
    let request = MergeRequest {
        options: RunOptions {
            threads: None,
            out: args.out,
            name: args.name,
            ledger: args.ledger,
            seed_of_date: false,
            date: args.date,
            keep: None,
            metrics_file: None,
            timeout: None,
            quiet: args.quiet,
        },
        spot_checks: args.spot_check,
        wait: args.wait.unwrap_or_default(),
        replaces: args.replace,
    };
    let published = ledger.as_ref().map(|it| it as &dyn PublishedIndex);
    let outcome = merge(&run, &request, published)?;
    tell_outcome(&outcome, run.plan.job.count, args.json, args.quiet, false)
}

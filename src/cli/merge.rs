//! `factory merge`: the shards of a run become its pack.

use super::Exit;
use super::make::tell_outcome;
use crate::config::{RunOptions, check_name, values};
use crate::ledger::{Begin, Ledger};
use crate::line::Past;
use crate::shard::{DEFAULT_SPOT_CHECKS, MergeRequest, Run, merge, store_of};
use clap::Args;
use jiff::civil::Date;
use std::path::PathBuf;
use std::time::Duration;

/// Which run, and where its pack goes.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The run's folder, with its plan and shards
    #[arg(long = "run", value_name = "URL", env = "FACTORY_RUN")]
    place: String,
    /// The folder that holds the packs
    #[arg(
        long,
        value_name = "DIR",
        env = "FACTORY_OUT",
        default_value = "output"
    )]
    out: PathBuf,
    /// The pack's folder; may hold {date} and {seed}
    #[arg(
        long,
        value_name = "NAME",
        env = "FACTORY_NAME",
        default_value = "sudoku-{seed}"
    )]
    name: String,
    /// The ledger that the plan counts against: the pack is recorded in it
    #[arg(long, value_name = "FILE", env = "FACTORY_LEDGER")]
    ledger: Option<PathBuf>,
    /// Where another run published puzzles of the pack since the plan, take the next candidates instead
    /// of refusing
    #[arg(long, requires = "ledger")]
    replace: bool,
    /// The night that {date} means, such as 2026-11-21 [default: today]
    #[arg(long, value_name = "DATE", env = "FACTORY_DATE")]
    date: Option<Date>,
    /// Wait so long for shards that are missing: 30s, 90m, 6h
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    wait: Option<Duration>,
    /// Puzzles, and as many numbers, of each shard that are made again and compared; 0 for none
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SPOT_CHECKS, value_parser = values::count::<u32>)]
    spot_check: u32,
    /// Print the closing report as one JSON object
    #[arg(long)]
    json: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Merges the shards.
pub fn run(args: MergeArgs) -> anyhow::Result<Exit> {
    check_name(&args.name)?;
    let store = store_of(&args.place)?;
    let run = Run::open(store.as_ref())?;
    run.check_ledger(args.ledger.is_some())?;
    let ledger = args.ledger.as_deref();
    let ledger = ledger.map(|path| Ledger::open(path, Begin::Never));
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
    let past = ledger.as_ref().map(|it| it as &dyn Past);
    let outcome = merge(&run, &request, past)?;
    tell_outcome(&outcome, run.plan.job.count, args.json, args.quiet, false)
}

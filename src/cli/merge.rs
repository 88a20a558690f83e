//! `factory merge`: merges the shards of a run into its pack.

use super::Exit;
use super::errors::UsageError;
use super::make::tell_outcome;
use crate::config::{RunOptions, check_name, values};
use crate::ledger::{Ledger, LedgerCreation};
use crate::line::PublishedIndex;
use crate::line::progress::{grouped, tell};
use crate::shard::{
    DEFAULT_ERROR_RATE, MergeRequest, Run, ShardPlan, SpotCheckSize, merge, store_of,
};
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
    /// Date for {date} in --name, such as 2026-11-21 [default: today]
    #[arg(long, value_name = "DATE", env = "FACTORY_DATE")]
    date: Option<Date>,
    /// Maximum time to wait for missing shards, such as 30s, 90m or 6h [default: don't wait]
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    wait: Option<Duration>,
    /// Spot check of each shard: remake N of its kept puzzles and N of all its candidates, and compare them with
    /// the shard; 0 for no check [default: 2 candidates, and the number of puzzles that --spot-check-rate 0.0001
    /// needs, but at most a twentieth of the shard's candidates; 2 candidates and 2 puzzles if puzzles are slow to
    /// make, as with patterns]
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    spot_check: Option<u64>,
    /// Share of wrong puzzles, such as 0.0001 for one in 10,000. The spot check remakes enough puzzles to find, with
    /// a probability of 99 %, a machine that gets this share of its puzzles wrong
    #[arg(long, value_name = "SHARE", conflicts_with = "spot_check", value_parser = error_rate)]
    spot_check_rate: Option<f64>,
    /// Number of machines that made the shards. With 40 machines, --spot-check-rate checks 40 times as many
    /// puzzles, enough to find a single faulty machine
    #[arg(long, value_name = "N", default_value_t = 1, requires = "spot_check_rate", value_parser = values::count::<u64>)]
    machines: u64,
    /// Print the closing report as one JSON object
    #[arg(long)]
    json: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

/// Reads the share of wrong puzzles that a spot check must be able to find, a number above 0 and below 1.
fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok();
    rate.filter(|rate| *rate > 0.0 && *rate < 1.0)
        .ok_or_else(|| format!("{text:?} is not a number above 0 and below 1, such as 0.0001"))
}

impl MergeArgs {
    fn spot_check_size(&self, plan: &ShardPlan) -> Result<SpotCheckSize, UsageError> {
        if self.machines == 0 {
            return Err(UsageError(
                "--machines is 0; it must be at least 1".to_owned(),
            ));
        }
        Ok(match (self.spot_check, self.spot_check_rate) {
            (Some(number), _) => SpotCheckSize::fixed(number),
            (None, Some(rate)) => SpotCheckSize::for_error_rate(plan, rate, self.machines),
            (None, None) => SpotCheckSize::default_for(plan),
        })
    }

    /// Reports on standard error how many puzzles and candidate puzzles of each shard are made again, and how likely
    /// this check is to find a faulty machine.
    fn tell_spot_check(&self, size: SpotCheckSize, plan: &ShardPlan) {
        if self.quiet || size.puzzles == 0 {
            return;
        }
        let rate = self.spot_check_rate.unwrap_or(DEFAULT_ERROR_RATE);
        let machine = match self.machines {
            1 => "a machine that made all shards".to_owned(),
            machines => format!("one of {} machines", grouped(machines)),
        };
        tell(format_args!(
            "spot check of each shard: {} of its puzzles and {} of its numbers; if {machine} gets a share of {rate} wrong, a merge of all shards finds it with a probability of {:.1} %",
            grouped(size.puzzles),
            grouped(size.numbers),
            100.0 * size.detection(plan, rate, self.machines),
        ));
    }
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
    let spot_check = args.spot_check_size(&run.plan)?;
    args.tell_spot_check(spot_check, &run.plan);
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
        spot_check,
        wait: args.wait.unwrap_or_default(),
        replaces: args.replace,
    };
    let published = ledger.as_ref().map(|it| it as &dyn PublishedIndex);
    let outcome = merge(&run, &request, published)?;
    let (count, ledger) = (run.plan.job.count, request.options.ledger.as_deref());
    tell_outcome(&outcome, count, ledger, args.json, args.quiet, false)
}

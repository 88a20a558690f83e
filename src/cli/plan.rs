//! `factory plan`: a job cut into shards, for engines to run.

use super::Exit;
use super::errors::UsageError;
use super::make::files_and_defaults;
use super::make_args::MakeArgs;
use crate::config::RunOptions;
use crate::line::progress::grouped;
use crate::shard::{PLAN_FILE, plan, store_of};
use clap::ArgMatches;
use clap::Args;
use clap::parser::ValueSource;
use serde_json::json;
use std::io::{self, Write};

/// What is made by whom.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The run's folder, which all machines see: a path or file:///path
    #[arg(long = "run", value_name = "URL", env = "FACTORY_RUN")]
    place: String,
    /// In how many shards it is made
    #[arg(long, value_name = "N", required_unless_present = "shard_size")]
    shards: Option<u64>,
    /// Or how many candidates a shard has at most; 5 to 15 minutes of work are best
    #[arg(long, value_name = "N", conflicts_with = "shards")]
    shard_size: Option<u64>,
    #[command(flatten)]
    make: MakeArgs,
}

/// What belongs to other commands.
const ELSEWHERE: [(&str, &str); 7] = [
    ("out", "factory merge"),
    ("name", "factory merge"),
    ("threads", "factory shard"),
    ("fresh", "factory make"),
    ("estimate", "factory make"),
    ("keep", "factory make"),
    ("metrics_file", "factory make"),
];

/// Plans.
pub fn run(args: PlanArgs, matches: Option<&ArgMatches>) -> anyhow::Result<Exit> {
    for (option, command) in ELSEWHERE {
        let typed = matches.and_then(|matches| matches.value_source(option));
        if typed == Some(ValueSource::CommandLine) {
            let what = format!("--{option} is no part of a plan: it belongs to {command}");
            return Err(UsageError(what).into());
        }
    }
    if args.make.refused().is_some() {
        let what = "--refused lists what --from refuses, which is no part of a plan";
        return Err(UsageError(what.to_owned()).into());
    }
    if args.make.given_format().is_some() {
        let what = "--from-format goes with --from, which is no part of a plan";
        return Err(UsageError(what.to_owned()).into());
    }
    let json = args.make.json();
    let below = files_and_defaults(args.make.job.as_deref(), args.make.profile.as_deref())?;
    let order = args.make.settings().over(below).order()?;
    check(&order.run)?;
    let shards = match (args.shards, args.shard_size) {
        (Some(shards), _) => shards,
        (None, Some(0)) => {
            return Err(UsageError("--shard-size is 0; it must be at least 1".to_owned()).into());
        }
        (None, size) => order.job.count.unwrap_or(1).div_ceil(size.unwrap_or(1)),
    };
    let store = store_of(&args.place)?;
    let planned = plan(store.as_ref(), &order, shards)?;
    let (job, place) = (&planned.plan.job, store.place(PLAN_FILE));
    let text = if json {
        let told = json!({
            "schema": 1,
            "plan": place,
            "already_planned": planned.was_there,
            "seed": job.seed.to_string(),
            "candidates": planned.plan.count(),
            "shards": shards,
            "fingerprint": planned.plan.fingerprint,
        });
        told.to_string() + "\n"
    } else if order.run.quiet {
        String::new()
    } else {
        let state = match planned.was_there {
            true => "already planned, the same",
            false => "planned",
        };
        format!(
            "{place}  ({}): {state}\n{} candidates in {} shards, 0 to {}, of {} candidates or one less\n",
            job.origin(),
            grouped(planned.plan.count()),
            grouped(shards),
            shards - 1,
            grouped(planned.plan.count().div_ceil(shards)),
        )
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

/// What a run has and a plan has not.
fn check(run: &RunOptions) -> Result<(), UsageError> {
    let what = if run.ledger.is_some() {
        "a plan knows no ledger: leave --ledger and `ledger` in the job file out, and have the merged \
         pack taken into it by factory ledger import"
    } else if run.seed_of_date {
        "a plan's seed can't be that of the date: give --seed-policy fixed --seed N"
    } else {
        return Ok(());
    };
    Err(UsageError(what.to_owned()))
}

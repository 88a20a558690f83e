//! `factory plan`: divides a job into shards, for a batch system to run.

use super::Exit;
use super::errors::UsageError;
use super::ledger::open_for_run;
use super::make::files_and_defaults;
use super::make_args::MakeArgs;
use crate::config::values;
use crate::import::ReadOptions;
use crate::line::PublishedIndex;
use crate::line::progress::grouped;
use crate::shard::{PLAN_FILE, PlanResult, plan, store_of};
use clap::ArgMatches;
use clap::Args;
use clap::parser::ValueSource;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The division of a job among shards.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// Folder of the run, which all machines can reach: a path, or a URL such as file:///path
    #[arg(long = "run", value_name = "DIR", env = "FACTORY_RUN")]
    place: String,
    /// Number of shards
    #[arg(long, value_name = "N", required_unless_present = "shard_size", value_parser = values::count::<u64>)]
    shards: Option<u64>,
    /// Maximum number of puzzles to make and rate per shard (kept or not), instead of a number of shards; shards of 5
    /// to 15 minutes of work are best
    #[arg(long, value_name = "N", conflicts_with = "shards", value_parser = values::count::<u64>)]
    shard_size: Option<u64>,
    #[command(flatten)]
    make: MakeArgs,
}

/// The options that a plan refuses, each with the command that accepts the option instead.
const ELSEWHERE: [(&str, &str); 7] = [
    ("out", "factory merge"),
    ("name", "factory merge"),
    ("threads", "factory shard"),
    ("fresh", "factory make"),
    ("estimate", "factory make"),
    ("keep", "factory make"),
    ("metrics_file", "factory make"),
];

/// Divides a job into shards, and writes the plan into the folder of the run.
pub fn run(args: PlanArgs, matches: Option<&ArgMatches>) -> anyhow::Result<Exit> {
    for (option, command) in ELSEWHERE {
        let typed = matches.and_then(|matches| matches.value_source(option));
        if typed == Some(ValueSource::CommandLine) {
            let what = format!(
                "--{} is not part of a plan: it belongs to {command}",
                option.replace('_', "-")
            );
            return Err(UsageError(what).into());
        }
    }
    if args.make.run.refused.is_some() {
        let what = "--refused lists what --from refuses, which is not part of a plan";
        return Err(UsageError(what.to_owned()).into());
    }
    if args.make.run.read.options() != ReadOptions::default() {
        let what = "--from-format and --lenient go with --from, which is not part of a plan";
        return Err(UsageError(what.to_owned()).into());
    }
    let json = args.make.run.json;
    let below = files_and_defaults(args.make.job.as_deref(), args.make.profile.as_deref())?;
    let date = args.make.run.date;
    let mut spec = args.make.settings().over(below).run_spec()?;
    spec.run.date = date;
    let shards = match (args.shards, args.shard_size) {
        (Some(shards), _) => shards,
        (None, Some(0)) => {
            return Err(UsageError("--shard-size is 0; it must be at least 1".to_owned()).into());
        }
        (None, size) => spec.job.count.unwrap_or(1).div_ceil(size.unwrap_or(1)),
    };
    let store = store_of(&args.place)?;
    let ledger = open_for_run(spec.run.ledger.as_deref())?;
    if let Some(ledger) = &ledger {
        spec.job.ledger.states = vec![ledger.head()?.named(0)];
    }
    let published = ledger.as_ref().map(|it| it as &dyn PublishedIndex);
    let planned = plan(store.as_ref(), &spec, shards, published)?;
    let text = match (json, spec.run.quiet) {
        (true, _) => as_json(&planned, &store.place(PLAN_FILE)).to_string() + "\n",
        (false, true) => String::new(),
        (false, false) => as_text(&planned, &store.place(PLAN_FILE)),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

fn as_json(planned: &PlanResult, place: &str) -> Value {
    let (plan, job) = (&planned.plan, &planned.plan.job);
    let state = job.ledger.states.first();
    json!({
        "schema": 1,
        "plan": place,
        "already_planned": planned.was_there,
        "seed": job.seed.to_string(),
        "candidates": plan.count(),
        "shards": plan.shards,
        "fingerprint": plan.fingerprint,
        "ledger": state.map(|it| json!({"packs": it.packs, "puzzles": it.puzzles})),
    })
}

fn as_text(planned: &PlanResult, place: &str) -> String {
    let (plan, job) = (&planned.plan, &planned.plan.job);
    let state = match planned.was_there {
        true => "already planned, the same",
        false => "planned",
    };
    let against = job.ledger.states.first().map_or_else(String::new, |it| {
        let packs = if it.packs == 1 { "pack" } else { "packs" };
        let (puzzles, number) = (grouped(it.puzzles), grouped(it.packs));
        format!(", against a ledger of {puzzles} puzzles in {number} {packs}")
    });
    let rest = match plan.count() % plan.shards {
        0 => "candidates each",
        _ => "candidates or one less",
    };
    format!(
        "{place}  ({}{against}): {state}\n{} candidates in {} shards, 0 to {}, of {} {rest}\n",
        job.origin(),
        grouped(plan.count()),
        grouped(plan.shards),
        plan.shards - 1,
        grouped(plan.count().div_ceil(plan.shards)),
    )
}

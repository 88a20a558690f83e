//! `factory status`: lists the published and the missing shards of a run.

use super::Exit;
use crate::line::progress::grouped;
use crate::shard::{Run, store_of};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};

/// The run to report on.
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Folder of the run: a path, or a URL such as file:///path
    #[arg(long = "run", value_name = "DIR", env = "FACTORY_RUN")]
    place: String,
    /// Print only the indices of the missing shards, in the form that job arrays take, such as 3,17,40-42
    #[arg(long)]
    missing: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "missing")]
    json: bool,
}

/// Prints the status of a run.
pub fn run(args: &StatusArgs) -> anyhow::Result<Exit> {
    let store = store_of(&args.place)?;
    let run = Run::open(store.as_ref())?;
    let survey = run.survey()?;
    let (missing, list) = (survey.missing(), survey.missing_list());
    let plan = &run.plan;
    let there = plan.shards - missing;
    let text = if args.missing {
        match list.as_str() {
            "" => String::new(),
            list => format!("{list}\n"),
        }
    } else if args.json {
        let told = json!({
            "schema": 1,
            "run": args.place,
            "plan": run.digest,
            "program": plan.program,
            "fingerprint": plan.fingerprint,
            "seed": plan.job.seed.to_string(),
            "candidates": plan.count(),
            "shards": plan.shards,
            "there": there,
            "missing": missing,
            "missing_list": list,
            "complete": missing == 0,
        });
        told.to_string() + "\n"
    } else {
        let rest = match missing {
            0 => "complete: factory merge makes the pack".to_owned(),
            number => format!("{} missing: {list}", grouped(number)),
        };
        format!(
            "{}  ({}, {} candidates): {} of {} shards published, {rest}\n",
            args.place,
            plan.job.origin(),
            grouped(plan.count()),
            grouped(there),
            grouped(plan.shards),
        )
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

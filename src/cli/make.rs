//! `factory make`, the main job: settings from all layers, one run, the closing report.

use super::Exit;
use super::make_args::MakeArgs;
use super::report;
use crate::bucket::Level;
use crate::config::Settings;
use crate::line::{self, End, Outcome, RunRequest, StopReason};
use anyhow::Context;
use std::io::Write;
use std::path::Path;

/// Defaults of one's own, read from the folder where the program is started.
const OWN_DEFAULTS: &str = "config/default.toml";

/// Makes a pack.
pub fn run(args: MakeArgs) -> anyhow::Result<Exit> {
    let (fresh, json) = (args.fresh(), args.json());
    let below = files_and_defaults(args.job.as_deref())?;
    let order = args.settings().over(below).order()?;
    let quiet = order.run.quiet;
    let outcome = line::run(&RunRequest {
        order,
        fresh,
        silent: quiet || json,
    })?;
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", report::json(&outcome))?;
    } else if !quiet {
        write!(out, "{}", report::table(&outcome))?;
    }
    out.flush().context("standard output")?;
    Ok(exit_of(&outcome))
}

/// The layers below the command line: job file over own defaults over built-in ones.
pub(super) fn files_and_defaults(job: Option<&Path>) -> anyhow::Result<Settings> {
    let mut settings = Settings::defaults()?;
    let own = Path::new(OWN_DEFAULTS);
    if own.is_file() {
        settings = Settings::from_file(own)?.over(settings);
    }
    if let Some(job) = job {
        settings = Settings::from_file(job)?.over(settings);
    }
    Ok(settings)
}

fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.end {
        End::Stopped(StopReason::Interrupt) => Exit::Interrupted,
        End::Stopped(StopReason::Terminate) => Exit::Terminated,
        _ => {
            for level in Level::ALL {
                if let Some(line) = report::shortage(outcome, level) {
                    eprintln!("factory: {line}");
                }
            }
            if outcome.is_short() {
                Exit::Short
            } else {
                Exit::Done
            }
        }
    }
}

//! `factory make`, the main job: settings from all layers, one run, the closing report.

use super::make_args::MakeArgs;
use super::report;
use super::{Cli, Exit};
use crate::config::{ConfigError, Settings};
use crate::line::progress::tell;
use crate::line::{self, End, Outcome, RunRequest, StopReason};
use anyhow::Context;
use clap::CommandFactory;
use std::io::{self, Write};
use std::path::Path;

/// Defaults of one's own, read from the folder where the program is started.
const OWN_DEFAULTS: &str = "config/default.toml";

/// Makes a pack. How it went decides the exit code, whether or not anybody reads the report.
pub fn run(args: MakeArgs) -> anyhow::Result<Exit> {
    let (fresh, json) = (args.fresh(), args.json());
    let below = files_and_defaults(args.job.as_deref(), args.profile.as_deref())?;
    let order = args.settings().over(below).order();
    if let Err(ConfigError::Endless) = order {
        // Whoever asks for nothing wants to know what there is to ask for.
        let help = Cli::command().render_help().to_string();
        drop(io::stderr().write_all(help.as_bytes()));
    }
    let order = order?;
    let quiet = order.run.quiet;
    let outcome = line::run(&RunRequest { order, fresh })?;
    let exit = exit_of(&outcome);
    if exit == Exit::Short {
        for line in report::shortages(&outcome) {
            tell(line);
        }
    }
    let text = match (json, quiet) {
        (true, _) => report::json(&outcome).to_string() + "\n",
        (false, true) => String::new(),
        (false, false) => report::table(&outcome),
    };
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("the pack is written, but the report cannot be")
        }
        _ => Ok(exit),
    }
}

/// The layers below the command line: job file over profile over own defaults over built-in ones.
/// The profile is the one given, or the one that the files name.
pub(super) fn files_and_defaults(
    job: Option<&Path>,
    profile: Option<&str>,
) -> anyhow::Result<Settings> {
    let mut settings = Settings::defaults()?;
    let own = Path::new(OWN_DEFAULTS);
    if own.is_file() {
        settings = Settings::from_file(own)?.over(settings);
    }
    let job = job.map(Settings::from_file).transpose()?;
    let of_files = job.as_ref().and_then(|job| job.profile.clone());
    let of_files = of_files.or_else(|| settings.profile.clone());
    if let Some(name) = profile.map(str::to_owned).or(of_files) {
        settings = Settings::profile(&name)?.over(settings);
    }
    Ok(match job {
        Some(job) => job.over(settings),
        None => settings,
    })
}

fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.end {
        End::Stopped(StopReason::Interrupt) => Exit::Interrupted,
        End::Stopped(StopReason::Terminate) => Exit::Terminated,
        _ if outcome.is_short() => Exit::Short,
        _ => Exit::Done,
    }
}

//! `factory make`, the main job: settings from all layers, one run, the closing report.

use super::estimate;
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
    let (fresh, json, estimate) = (args.fresh(), args.json(), args.estimate());
    let below = files_and_defaults(args.job.as_deref())?;
    let order = args.settings().over(below).order();
    if let Err(ConfigError::Endless) = order {
        // Whoever asks for nothing wants to know what there is to ask for.
        let help = Cli::command().render_help().to_string();
        drop(io::stderr().write_all(help.as_bytes()));
    }
    let order = order?;
    if let Some(time) = estimate {
        return estimate::run(&order, time, json);
    }
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

/// The layers below the command line: job file over own defaults over built-in ones.
pub(super) fn files_and_defaults(job: Option<&Path>) -> anyhow::Result<Settings> {
    let layers = layers(job)?.into_iter().map(|layer| layer.settings);
    Ok(layers.fold(Settings::default(), |below, layer| layer.over(below)))
}

/// Settings, and what people call the place that they come from.
pub(super) struct Layer {
    pub origin: String,
    pub settings: Settings,
}

/// The same layers apart, the lowest first.
pub(super) fn layers(job: Option<&Path>) -> anyhow::Result<Vec<Layer>> {
    let mut layers = vec![Layer {
        origin: "default".to_owned(),
        settings: Settings::defaults()?,
    }];
    let own = Path::new(OWN_DEFAULTS);
    for file in own.is_file().then_some(own).into_iter().chain(job) {
        layers.push(Layer {
            origin: file.display().to_string(),
            settings: Settings::from_file(file)?,
        });
    }
    Ok(layers)
}

fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.end {
        End::Stopped(StopReason::Interrupt) => Exit::Interrupted,
        End::Stopped(StopReason::Terminate) => Exit::Terminated,
        _ if outcome.is_short() => Exit::Short,
        _ => Exit::Done,
    }
}

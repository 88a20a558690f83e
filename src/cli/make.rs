//! `factory make`, the main job: settings from all layers, one run, the closing report.

use super::estimate;
use super::ledger::open_for_run;
use super::make_args::MakeArgs;
use super::{Exit, errors, input_list, metrics, packs_report, report};
use crate::config::{ConfigError, Order, RunOptions, Settings, layers};
use crate::ledger::Ledger;
use crate::line::progress::tell;
use crate::line::{self, End, InputList, Outcome, PublishedIndex, RunRequest, StopCause};
use anyhow::Context;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// Makes a pack. The result decides the exit code, even if the report can't be written. `program`
/// is the whole command line, whose help is printed where the options ask for nothing.
pub fn run(args: MakeArgs, program: fn() -> clap::Command) -> anyhow::Result<Exit> {
    let (fresh, json, estimate) = (args.fresh(), args.json(), args.estimate());
    let (refused, date) = (args.refused(), args.date());
    let reading = args.read_options();
    let below = files_and_defaults(args.job.as_deref(), args.profile.as_deref())?;
    let settings = args.settings().over(below);
    let notice = settings.overriding_scheme();
    let order = settings.order();
    if let Err(ConfigError::Endless) = order {
        // A command without any goal gets the help.
        let help = program().render_help().to_string();
        drop(io::stderr().write_all(help.as_bytes()));
    }
    let mut order = order?;
    if !order.run.quiet {
        notice.iter().for_each(tell);
    }
    if let Some(time) = estimate {
        return estimate::run(&order, time, json);
    }
    if order.from.is_empty() && !order.run.quiet {
        order.job.forecast().iter().for_each(tell);
    }
    order.run.date = date;
    let input = input_list::take(&mut order, reading, refused.as_deref())?;
    make(order, fresh, json, input)
}

/// Runs an order and reports to people, programs and the collector of metrics.
pub fn make(
    order: Order,
    fresh: bool,
    json: bool,
    input: Option<InputList>,
) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let RunOptions {
        out, metrics_file, ..
    } = order.run.clone();
    let mut night = Night {
        ledger: None,
        outcome: None,
    };
    let ended = night.pass(order, fresh, json, input);
    if let Some(file) = metrics_file {
        let exit = ended.as_ref().map_or_else(errors::exit_of, |exit| *exit);
        let run = metrics::Run {
            exit,
            outcome: night.outcome.as_ref(),
            out: &out,
            ledger: night.ledger.as_ref(),
            seconds: started.elapsed().as_secs_f64(),
        };
        let written = metrics::write(&file, &run);
        // What went wrong before is worse.
        if ended.is_ok() {
            written?;
        }
    }
    ended
}

/// The ledger and outcome of a run, for the metrics after its end.
struct Night {
    ledger: Option<Ledger>,
    outcome: Option<Outcome>,
}

impl Night {
    fn pass(
        &mut self,
        order: Order,
        fresh: bool,
        json: bool,
        input: Option<InputList>,
    ) -> anyhow::Result<Exit> {
        let count = order.job.count;
        let some_refused = input.as_ref().is_some_and(|it| !it.refused().is_empty());
        self.ledger = open_for_run(order.run.ledger.as_deref())?;
        let published = self.ledger.as_ref().map(|it| it as &dyn PublishedIndex);
        let request = RunRequest {
            order,
            fresh,
            input,
            hooks: None,
        };
        let mut outcome = line::run_beside(&request, published)?;
        let run = &request.order.run;
        // An unfinished run of an earlier night comes first, and then tonight's.
        let is_of_tonight =
            |outcome: &Outcome| line::of_tonight(run).is_none_or(|it| it == outcome.folder);
        if outcome.resumed_at.is_some() && !outcome.was_interrupted() && !is_of_tonight(&outcome) {
            report_on(&outcome, run.quiet, json)?;
            outcome = line::run_beside(&request, published)?;
        }
        let outcome = self.outcome.insert(outcome);
        let exit = tell_outcome(outcome, count, json, run.quiet, some_refused)?;
        if !outcome.was_interrupted() {
            retain(self.ledger.as_ref(), &request.order, &outcome.folder)?;
        }
        Ok(exit)
    }
}

/// Deletes packs that are older than those to be kept.
fn retain(
    ledger: Option<&Ledger>,
    Order { job, run, .. }: &Order,
    made: &Path,
) -> anyhow::Result<()> {
    let (Some(ledger), Some(keep)) = (ledger, run.keep) else {
        return Ok(());
    };
    for folder in ledger.retain(&run.out, &run.name, job.part.is_some(), keep, made)? {
        if !run.quiet {
            let folder = folder.display();
            tell(format_args!("{folder} deleted: the newest {keep} are kept"));
        }
    }
    Ok(())
}

/// Reports the end of a run.
pub(super) fn tell_outcome(
    outcome: &Outcome,
    count: Option<u64>,
    json: bool,
    quiet: bool,
    some_refused: bool,
) -> anyhow::Result<Exit> {
    let exit = match exit_of(outcome) {
        Exit::Done if some_refused => Exit::Short,
        exit => exit,
    };
    if exit == Exit::Short && outcome.is_short() {
        for line in report::shortages(outcome)
            .into_iter()
            .chain(packs_report::shortages(outcome))
        {
            tell(line);
        }
        if let Some(advice) = report::advice(outcome, count) {
            tell(advice);
        }
    }
    report_on(outcome, quiet, json)?;
    Ok(exit)
}

fn report_on(outcome: &Outcome, quiet: bool, json: bool) -> anyhow::Result<()> {
    let text = match (json, quiet) {
        (true, _) => report::json(outcome).to_string() + "\n",
        (false, true) => String::new(),
        (false, false) => report::table(outcome),
    };
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("the pack is written, but the report cannot be")
        }
        _ => Ok(()),
    }
}

/// Returns the layers below the command line: job file over profile over own defaults over built-in
/// ones.
pub(super) fn files_and_defaults(
    job: Option<&Path>,
    profile: Option<&str>,
) -> anyhow::Result<Settings> {
    let layers = layers(job, profile)?
        .into_iter()
        .map(|layer| layer.settings);
    Ok(layers.fold(Settings::default(), |below, layer| layer.over(below)))
}

fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.end {
        End::Stopped(StopCause::Interrupt) => Exit::Interrupted,
        End::Stopped(StopCause::Terminate) => Exit::Terminated,
        _ if outcome.is_short() => Exit::Short,
        _ => Exit::Done,
    }
}

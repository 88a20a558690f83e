//! `factory make`, the main job: makes packs and prints the closing report. Options override the job file, which
//! overrides the profile. The profile overrides the defaults.

use super::estimate;
use super::ledger::open_for_run;
use super::make_args::MakeArgs;
use super::{Exit, errors, input_list, metrics, packs_report, report};
use crate::config::{ConfigError, RunOptions, RunSpec, Settings, layers};
use crate::ledger::Ledger;
use crate::line::progress::tell;
use crate::line::{InputList, Outcome, RunRequest};
use crate::scheduled_run;
use anyhow::Context;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// Makes packs or, with `--estimate`, only estimates the time. `program` returns the definition of the command line,
/// whose help is printed if the options set neither a count nor a quota. The result of the run decides the exit code,
/// even if the reader of the report closes the pipe.
pub fn run(args: MakeArgs, program: fn() -> clap::Command) -> anyhow::Result<Exit> {
    let run = args.run.clone();
    let below = files_and_defaults(args.job.as_deref(), args.profile.as_deref())?;
    let settings = args.settings().over(below);
    let notice = settings.overriding_scheme();
    let spec = settings.run_spec();
    if let Err(ConfigError::Endless) = spec {
        // A command without a quota or count prints the help.
        let help = program().render_help().to_string();
        drop(io::stderr().write_all(help.as_bytes()));
    }
    let mut spec = spec?;
    if !spec.run.quiet {
        notice.iter().for_each(tell);
    }
    if let Some(time) = run.estimate {
        if let Some(layout) = spec.job.layout {
            let option = "estimate";
            return Err(ConfigError::NineOnly { option, layout }.into());
        }
        return estimate::run(&spec, time, run.json);
    }
    if spec.from.is_empty() && spec.job.layout.is_none() && !spec.run.quiet {
        spec.job.forecast().iter().for_each(tell);
    }
    spec.run.date = run.date;
    let input = input_list::take(&mut spec, run.read.options(), run.refused.as_deref())?;
    make(spec, run.fresh, run.json, input)
}

/// Runs a job, prints its closing report as text or JSON, and writes its metrics file, if `spec` names one. `fresh`
/// begins a new run beside an unfinished run of the job. `input` is the list of puzzles that `--from` names.
pub fn make(
    spec: RunSpec,
    fresh: bool,
    json: bool,
    input: Option<InputList>,
) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let request = RunRequest {
        spec,
        fresh,
        input,
        hooks: None,
    };
    let mut made = RunResult::default();
    let ended = made.run(&request, json);
    let run = &request.spec.run;
    if let Some(file) = &run.metrics_file {
        let exit = ended.as_ref().map_or_else(errors::exit_of, |exit| *exit);
        let metrics = metrics::ReportedRun {
            exit,
            outcome: made.outcome.as_ref(),
            out: &run.out,
            ledger: made.ledger.as_ref(),
            seconds: started.elapsed().as_secs_f64(),
        };
        let written = metrics::write(file, &metrics);
        // An earlier error matters more.
        if ended.is_ok() {
            written.context("what was made is published, but its metrics are not")?;
        }
    }
    ended
}

/// The ledger and the outcome of a run, for the metrics. The ledger is `None` if the run uses none or could not
/// open it. The outcome is `None` if the run itself failed.
#[derive(Default)]
struct RunResult {
    ledger: Option<Ledger>,
    outcome: Option<Outcome>,
}

impl RunResult {
    fn run(&mut self, request: &RunRequest, json: bool) -> anyhow::Result<Exit> {
        let RunOptions {
            ledger,
            keep,
            quiet,
            ..
        } = &request.spec.run;
        self.ledger = open_for_run(ledger.as_deref())?;
        let on_earlier = |outcome: &Outcome| report_on(outcome, *quiet, json);
        let run = scheduled_run::run(request, self.ledger.as_ref(), on_earlier)?;
        let outcome = self.outcome.insert(run.outcome);
        let input = request.input.as_ref();
        let some_refused = input.is_some_and(|it| !it.refused().is_empty());
        let (count, ledger) = (request.spec.job.count, ledger.as_deref());
        let exit = tell_outcome(outcome, count, ledger, json, *quiet, some_refused)?;
        for folder in run.pruned?.iter().filter(|_| !quiet) {
            let (folder, keep) = (folder.display(), keep.unwrap_or_default());
            tell(format_args!("{folder} deleted: the newest {keep} are kept"));
        }
        Ok(exit)
    }
}

/// Prints the closing report of a run and, if puzzles are missing, advice on how to continue. Returns the exit code.
/// `count` is the run's maximum number of candidates, and `ledger` the path of its ledger. `some_refused` makes the
/// result of a complete run [`Exit::Short`], because entries of its input were refused.
pub(super) fn tell_outcome(
    outcome: &Outcome,
    count: Option<u64>,
    ledger: Option<&Path>,
    json: bool,
    quiet: bool,
    some_refused: bool,
) -> anyhow::Result<Exit> {
    let exit = match Exit::of(outcome) {
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
        if let Some(advice) = report::advice(outcome, count, ledger) {
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

/// Returns the settings that the command line can override. The job file overrides the profile, which overrides the
/// user's defaults in config/default.toml, which override the built-in defaults.
pub(super) fn files_and_defaults(
    job: Option<&Path>,
    profile: Option<&str>,
) -> anyhow::Result<Settings> {
    let layers = layers(job, profile)?
        .into_iter()
        .map(|layer| layer.settings);
    Ok(layers.fold(Settings::default(), |below, layer| layer.over(below)))
}

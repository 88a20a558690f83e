//! `factory player fit`: estimates a player's rates from logs of games.

use super::super::Exit;
use super::super::errors::UsageError;
use super::super::file_set::write_whole;
use super::args::{BaseArg, FormName};
use super::puzzles::puzzle;
use crate::player::{Fit, Minimum, RateForm, RateGrid, Samples, three_grids};
use crate::rate::Rule;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// The logs to fit rates to, and the rules of the model.
#[derive(Debug, Args)]
pub struct FitArgs {
    /// Logs of games: CSV with the columns number (of the step), row, column, seconds and digit (optional), or
    /// JSON Lines with the same fields; - for standard input
    #[arg(required = true)]
    logs: Vec<PathBuf>,
    /// Puzzle to assume for games whose log does not name one: 81 characters, or a file, of which the first puzzle is
    /// used
    #[arg(long)]
    puzzle: Option<String>,
    #[command(flatten)]
    base: BaseArg,
    /// Rating rules that the modelled player uses, separated by commas and named as `factory rate --json` prints them
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "naked-single,hidden-single"
    )]
    logics: Vec<String>,
    /// Formula for the time of a step that can be made in several ways, each with its own rate
    #[arg(long, value_enum, default_value_t = FormName::Averaged)]
    form: FormName,
    /// Write the rates to a new file, which other commands read with --rates
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Replace the file named by --save if it exists
    #[arg(long, requires = "save")]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Fits rates to the logs, and prints the rates.
pub fn run(args: &FitArgs) -> anyhow::Result<Exit> {
    let logics = logics(&args.logics)?;
    let given = args.puzzle.as_deref().map(puzzle).transpose()?;
    let mut logs = Vec::new();
    for file in &args.logs {
        logs.extend(args.base.logs(file, given.as_ref().map(|it| &it.0))?);
    }
    let samples = Samples::of(&logs, &logics);
    let form = args.form.form();
    let fit = Fit::of(&samples, form).map_err(|error| UsageError(error.to_string()))?;
    let grids = match form {
        RateForm::Averaged => three_grids(&samples, RateGrid::PAPER),
        RateForm::Race => None,
    };
    let text = if args.json {
        format!("{}\n", object(&samples, &fit, grids.as_ref(), logs.len()))
    } else {
        table(&samples, &fit, grids.as_ref(), logs.len())
    };
    if let Some(file) = &args.save {
        write_whole(file, rates(&fit).as_bytes(), args.force)?;
    }
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

fn logics(names: &[String]) -> anyhow::Result<Vec<Rule>> {
    let mut logics = Vec::new();
    for name in names {
        let logic: Rule = name
            .parse()
            .map_err(|error| UsageError(format!("--logics: {error}")))?;
        if !logics.contains(&logic) {
            logics.push(logic);
        }
    }
    logics.sort_unstable();
    Ok(logics)
}

fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

fn table(samples: &Samples, fit: &Fit, grids: Option<&[Minimum; 3]>, logs: usize) -> String {
    let steps = counted(samples.steps.len(), "step");
    let mut text = format!("{steps} of {}", counted(logs, "game"));
    if samples.unexplained > 0 {
        text += &format!("; {} more no logic asked for explains", samples.unexplained);
    }
    text += &format!("\n\nmaximum likelihood, {} form\n", fit.form.name());
    for it in &fit.estimates {
        let rate = match it.error {
            Some(error) => format!("{:.5} ± {error:.5}", it.rate),
            None if it.rate == 0.0 => "0 (likeliest without)".to_owned(),
            None => format!("{:.5} (can't be told from another)", it.rate),
        };
        let mean = if it.rate > 0.0 {
            format!("1/λ {:8.4} s", 1.0 / it.rate)
        } else {
            String::new()
        };
        text += &format!(
            "  {:<20} λ {rate:<20} {mean:<14}   in {}\n",
            it.logic.title(),
            counted(it.steps, "step")
        );
    }
    if let (Some(grids), [a, b]) = (grids, samples.logics.as_slice()) {
        text += &format!(
            "\nthree grid searches for {} and {}\n",
            a.title(),
            b.title()
        );
        for (minimum, places) in grids.iter().zip(2..) {
            let [a, b] = minimum.rates;
            text += &format!("  λ {a:.places$} {b:.places$}   r {:.4}\n", minimum.r);
        }
    }
    text
}

fn object(
    samples: &Samples,
    fit: &Fit,
    grids: Option<&[Minimum; 3]>,
    logs: usize,
) -> serde_json::Value {
    let estimates = fit.estimates.iter().map(
        |it| json!({"logic": it.logic, "rate": it.rate, "error": it.error, "steps": it.steps}),
    );
    let grids = grids.map(|grids| {
        let minima = grids.iter().map(|it| json!({"rates": it.rates, "r": it.r}));
        minima.collect::<Vec<_>>()
    });
    json!({
        "schema": 1,
        "games": logs,
        "steps": samples.steps.len(),
        "unexplained": samples.unexplained,
        "form": fit.form,
        "estimates": estimates.collect::<Vec<_>>(),
        "log_likelihood": fit.log_likelihood,
        "grids": grids,
    })
}

/// Returns the text of a file with the rates, which `--rates` reads. Rules with a rate of 0 are left out.
fn rates(fit: &Fit) -> String {
    let mut text = format!("form = \"{}\"\n\n[rates]\n", fit.form.name());
    for it in fit.estimates.iter().filter(|it| it.rate > 0.0) {
        text += &format!("{} = {:?}\n", it.logic.name(), it.rate);
    }
    text
}

//! `factory config`: prints the complete settings of the job that `factory make` would run. The output is a job
//! file. A comment on each value names its source, such as an option.

use super::Exit;
use super::errors::UsageError;
use super::make_args::MakeArgs;
use crate::config::{ConfigError, Layer, Setting, Settings, effective, layers};
use clap::ArgMatches;
use clap::parser::ValueSource;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::Write;

/// The settings that the built-in defaults leave unset, each with the value or the behaviour that applies if the
/// setting is missing.
const UNSAID: [(&str, &str); 5] = [
    ("seed", "drawn when a run begins"),
    ("name", "sudoku-{seed}"),
    ("threads", "one per processor"),
    ("timeout", "none"),
    ("count", "until the quotas are full"),
];

/// Prints the settings that result from these options, the job file, the profile and the defaults.
pub fn run(args: MakeArgs, matches: Option<&ArgMatches>) -> anyhow::Result<Exit> {
    let json = args.run.json;
    let mut layers = layers(args.job.as_deref(), args.profile.as_deref())?;
    layers.push(Layer {
        origin: "flag".to_owned(),
        settings: args.settings(),
    });
    let (origins, said): (Vec<String>, Vec<Settings>) = layers
        .into_iter()
        .map(|it| (it.origin, it.settings))
        .unzip();
    let settings = effective(&said)?;
    let from = |setting: &Setting| {
        let is_top = setting.layer + 1 == origins.len();
        match matches.filter(|_| is_top) {
            Some(matches) => typed(setting, matches),
            None => origins[setting.layer].clone(),
        }
    };
    let whole = said
        .into_iter()
        .reduce(|below, layer| layer.over(below))
        .ok_or_else(|| UsageError("there are no settings".to_owned()))?;
    let endless = match whole.run_spec() {
        Err(error @ ConfigError::Endless) => Some(error),
        ordered => ordered.map(|_| None)?,
    };
    let text = if json {
        as_json(&settings, from).to_string() + "\n"
    } else {
        as_toml(&settings, from, endless.as_ref())
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

/// Returns the option or environment variable that set this setting, as a text such as `flag --count`. The setting
/// must not come from a file or from the defaults.
fn typed(setting: &Setting, matches: &ArgMatches) -> String {
    let key = setting.key.split('.').next().unwrap_or_default();
    match matches.value_source(&key.replace('-', "_")) {
        Some(ValueSource::EnvVariable) => {
            let name = key.replace('-', "_").to_ascii_uppercase();
            format!("environment, FACTORY_{name}")
        }
        _ => format!("flag --{key}"),
    }
}

fn as_toml(
    settings: &[Setting],
    from: impl Fn(&Setting) -> String,
    endless: Option<&ConfigError>,
) -> String {
    let lines: Vec<(String, String)> = settings
        .iter()
        .map(|setting| {
            (
                format!("{} = {}", setting.key, setting.value),
                from(setting),
            )
        })
        .collect();
    let width = lines.iter().map(|(line, _)| line.chars().count());
    let width = width.filter(|&width| width <= 40).max().unwrap_or(0);
    let mut text = String::new();
    for (line, from) in lines {
        let _ = writeln!(text, "{line:width$}  # {from}");
    }
    for (key, meaning) in UNSAID {
        if !settings.iter().any(|setting| setting.key == key) {
            let _ = writeln!(text, "# {key} is not set: {meaning}");
        }
    }
    if let Some(error) = endless {
        let _ = writeln!(text, "# this is not a job yet: {error}");
    }
    text
}

fn as_json(settings: &[Setting], from: impl Fn(&Setting) -> String) -> Value {
    let fields = settings.iter().map(|setting| {
        let value = json!({ "value": setting.value, "from": from(setting) });
        (setting.key.clone(), value)
    });
    json!({ "schema": 1, "settings": fields.collect::<Map<_, _>>() })
}

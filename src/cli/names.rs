//! `factory list`: prints the names that options and job files accept, one line each.

use super::Exit;
use super::make;
use crate::bucket::Scheme;
use crate::config::{self, Settings};
use crate::export::{EXPORT_FORMATS, ExportFormat};
use crate::import::Format;
use crate::line::progress::tell;
use crate::print::ShopPreset;
use crate::rate::techniques::Technique;
use crate::rate::{Passes, Rule, WingGeometry};
use clap::{Args, ValueEnum};
use comfy_table::{Table, presets};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// The kind of names to list.
#[derive(Debug, Args)]
pub struct NamesArgs {
    /// Kind of names to list
    kind: NameKind,
    /// Scheme whose levels are listed [default: wu]
    #[arg(long, value_name = "NAME", env = "FACTORY_SCHEME")]
    scheme: Option<String>,
    /// Job file whose schemes and ladders are also listed
    #[arg(long, value_name = "FILE", env = "FACTORY_JOB")]
    job: Option<PathBuf>,
    /// Print one JSON object per name
    #[arg(long)]
    json: bool,
}

/// The kinds of names that can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum NameKind {
    /// Rating rules, for --where, --require, --forbid, --max-rule and --need
    Rules,
    /// Levels of a scheme, for --level
    Levels,
    /// Techniques, for --where, --require, --forbid, --max-rule and --need
    Techniques,
    /// Technique ladders, for --ladder
    Ladders,
    /// Schemes, which define levels, for --scheme
    Schemes,
    /// Profiles, which are named settings, for --profile
    Profiles,
    /// Presets of print shops and other destinations, for `factory book --preset` and `factory preflight --preset`
    Presets,
    /// Formats, for `factory export --to` and `factory convert --to`
    Formats,
}

/// A name to list, with its aliases and a description.
#[derive(Default)]
struct NamedLine {
    name: String,
    aliases: Vec<String>,
    about: String,
    /// The additional fields of the JSON object for a technique; null for other names.
    facts: Value,
}

/// Prints a list of names.
pub fn run(args: &NamesArgs) -> anyhow::Result<Exit> {
    let asked = Settings {
        scheme: args.scheme.clone(),
        ..Settings::default()
    };
    let settings = asked.over(make::files_and_defaults(args.job.as_deref(), None)?);
    let mut exit = Exit::Done;
    let names = match args.kind {
        NameKind::Rules => Rule::ALL.map(rule).into(),
        NameKind::Techniques => Technique::all().map(technique).collect(),
        NameKind::Ladders => ladders(&settings),
        NameKind::Levels => levels(&settings.scheme()?),
        NameKind::Schemes => schemes(&settings, &mut exit),
        NameKind::Profiles => profiles(),
        NameKind::Presets => presets().into(),
        NameKind::Formats => formats(),
    };
    let mut text = String::new();
    if args.json {
        for NamedLine {
            name,
            aliases,
            about,
            facts,
        } in names
        {
            let mut line = json!({ "schema": 1, "name": name, "aliases": aliases, "about": about });
            if let (Value::Object(line), Value::Object(facts)) = (&mut line, facts) {
                line.extend(facts);
            }
            let _ = writeln!(text, "{line}");
        }
    } else {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        for it in names {
            let aliases = match it.aliases.is_empty() {
                true => String::new(),
                false => format!(" (also {})", it.aliases.join(", ")),
            };
            table.add_row(vec![it.name, it.about + &aliases]);
        }
        let _ = writeln!(text, "{}", table.trim_fmt());
    }
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(exit)
}

fn rule(rule: Rule) -> NamedLine {
    NamedLine {
        name: rule.name().to_owned(),
        aliases: rule.aliases().iter().map(|&it| it.to_owned()).collect(),
        about: format!("weight {}: {}", rule.default_weight(), rule.about()),
        ..NamedLine::default()
    }
}

fn technique(technique: Technique) -> NamedLine {
    let se = technique.explainer().map_or_else(String::new, |tenths| {
        format!(", SE {:.1}", f64::from(tenths) / 10.0)
    });
    let (score, level) = (technique.score(), technique.level());
    let about = technique.about();
    NamedLine {
        name: technique.key().to_owned(),
        aliases: technique
            .aliases()
            .iter()
            .map(|&it| it.to_owned())
            .collect(),
        about: format!("HoDoKu {score} ({level}){se}: {about}"),
        facts: json!({
            "title": technique.name(), "hodoku_place": technique.place(), "hodoku_score": score,
            "hodoku_level": level, "se": technique.explainer().map(|it| f64::from(it) / 10.0),
            "uniqueness": technique.rests_on_uniqueness(),
        }),
    }
}

fn ladders(settings: &Settings) -> Vec<NamedLine> {
    let named = |name: String| NamedLine {
        about: match (name.as_str(), Settings::ladder_file(&name)) {
            (own, _) if settings.ladders.contains_key(own) => "of the job file".to_owned(),
            (_, Some(file)) => format!("of {}", file.display()),
            ("people", None) => {
                "the order in which people look for techniques, points near HoDoKu's".to_owned()
            }
            (_, None) => "HoDoKu's order and points".to_owned(),
        },
        name,
        ..NamedLine::default()
    };
    settings.ladder_names().into_iter().map(named).collect()
}

fn levels(scheme: &Scheme) -> Vec<NamedLine> {
    let named = |level: crate::bucket::Level| NamedLine {
        name: scheme.level_name(level).to_owned(),
        aliases: vec![level.number().to_string()],
        about: scheme.range(level),
        ..NamedLine::default()
    };
    scheme.levels().map(named).collect()
}

/// Returns the names and descriptions of all schemes. A scheme whose file is wrong is reported and left out, and `exit`
/// is then set to [`Exit::Short`].
fn schemes(settings: &Settings, exit: &mut Exit) -> Vec<NamedLine> {
    let named = |name: String| -> anyhow::Result<NamedLine> {
        let asked = Settings {
            scheme: Some(name.clone()),
            schemes: settings.schemes.clone(),
            ..Settings::default()
        };
        let scheme = asked.scheme()?;
        Ok(NamedLine {
            about: about(&scheme),
            name,
            ..NamedLine::default()
        })
    };
    let found = settings.scheme_names().into_iter().map(named);
    let found = found.filter_map(|found| {
        found
            .inspect_err(|error| {
                tell(format_args!("{error:#}"));
                *exit = Exit::Short;
            })
            .ok()
    });
    found.collect()
}

/// Describes a scheme: the measure that it divides into levels, the names of the levels, and the value at which
/// each level begins (unless the levels have bands). Also names every way in which its preset interprets the rules
/// differently from the default.
fn about(scheme: &Scheme) -> String {
    let starts = scheme.levels.iter().skip(1).zip(&scheme.limits);
    let levels: Vec<String> = scheme
        .levels
        .first()
        .cloned()
        .into_iter()
        .chain(starts.map(|(level, limit)| format!("{level} {limit}")))
        .collect();
    let levels = match scheme.bands.is_empty() {
        true => levels,
        false => scheme.levels.clone(),
    };
    let preset = &scheme.preset;
    let readings = [
        (preset.passes == Passes::First, "one step at a time"),
        (
            !preset.merge_singles,
            "hidden singles counted apart from naked singles",
        ),
        (
            preset.wings == WingGeometry::Printed,
            "wings as the paper prints them",
        ),
    ];
    let said = readings.iter().filter(|(holds, _)| *holds);
    let readings: String = said.map(|(_, reading)| format!("; {reading}")).collect();
    let title = scheme.by.title();
    format!("{title}: {}{readings}", levels.join(", "))
}

fn profiles() -> Vec<NamedLine> {
    let named = |(name, about): (&str, &str)| NamedLine {
        name: name.to_owned(),
        about: about.to_owned(),
        ..NamedLine::default()
    };
    config::profiles().map(named).collect()
}

fn presets() -> [NamedLine; ShopPreset::ALL.len()] {
    ShopPreset::ALL.map(|preset| NamedLine {
        name: preset.shop().name.to_owned(),
        about: preset.about().to_owned(),
        ..NamedLine::default()
    })
}

fn formats() -> Vec<NamedLine> {
    let named = |format: &ExportFormat| NamedLine {
        name: format.name.to_owned(),
        aliases: Vec::new(),
        facts: Value::Null,
        about: match format.name.parse::<Format>() {
            Ok(_) => format!("{} (can also be read)", format.about),
            Err(_) => format.about.to_owned(),
        },
    };
    let mut known: Vec<NamedLine> = EXPORT_FORMATS.iter().map(named).collect();
    for format in Format::ALL {
        for name in format.names() {
            if known.iter().all(|it| it.name != *name) {
                known.push(NamedLine {
                    name: (*name).to_owned(),
                    about: format!("{} (can only be read)", format.entry()),
                    ..NamedLine::default()
                });
            }
        }
    }
    known
}

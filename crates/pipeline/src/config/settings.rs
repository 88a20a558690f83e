//! Defines one layer of settings.
//!
//! A layer overrides the layers below it. The order from the top is the command line, the environment, the job
//! file, the profile and the defaults. The result is checked and becomes a [`Job`](super::Job).

use super::values::{ClueText, NumberOrText};
use super::{ConfigError, LadderTable, MixTable, SchemeTable, SeedPolicy, Switch, values, written};
use crate::create::Method;
use crate::dig::{self, CluePattern, ClueRange, Symmetry, Uniqueness};
use crate::filter::StepName;
use crate::layouts::Distinct;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The maximum length in bytes of a text that a person wrote. Real job files are less than a hundredth as long.
const LONGEST_FILE: u64 = 1 << 20;

/// The maximum number of tries for a mix target if a higher layer of settings sets a pattern. Filling a pattern
/// takes as long as a hundred digs.
const MOST_FILLS: u32 = 10;

/// The defaults, as a job file that users can read and copy.
pub(super) const DEFAULTS: &str = include_str!("../../config/default.toml");

/// The settings of one layer, such as the defaults, a profile or a job file; `None` for settings that the layer does
/// not set. The keys have the names of the options.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct Settings {
    #[serde(deserialize_with = "amount")]
    pub count: Option<u64>,
    #[serde(deserialize_with = "amount")]
    pub per_level: Option<u64>,
    /// The number of packs to make.
    #[serde(deserialize_with = "amount")]
    pub packs: Option<u64>,
    /// Quotas of individual levels by name or number. They override `per_level`.
    #[serde(
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "amounts"
    )]
    pub level: BTreeMap<String, u64>,
    #[serde(deserialize_with = "seed", serialize_with = "written::seed")]
    pub seed: Option<u64>,
    /// The way in which each run of the job gets its seed.
    pub seed_policy: Option<SeedPolicy>,
    pub exhaust: Option<bool>,
    /// The name of a layout.
    pub layout: Option<String>,
    /// The shape of a box, as its rows and columns, such as `3x2`.
    pub shape: Option<String>,
    /// The file with the regions of all puzzles of a jigsaw layout.
    pub regions: Option<PathBuf>,
    /// The rule by which puzzles of a layout count as repeats.
    pub distinct: Option<Distinct>,
    #[serde(deserialize_with = "create", serialize_with = "written::create")]
    pub create: Option<Method>,
    pub seed_cells: Option<u8>,
    pub dig: Option<dig::DigMethod>,
    pub symmetry: Option<Symmetry>,
    #[serde(deserialize_with = "clues", serialize_with = "written::clues")]
    pub clues: Option<ClueRange>,
    #[serde(deserialize_with = "clues", serialize_with = "written::clues")]
    pub row_clues: Option<ClueRange>,
    #[serde(deserialize_with = "clues", serialize_with = "written::clues")]
    pub box_clues: Option<ClueRange>,
    pub uniqueness: Option<Uniqueness>,
    /// The pattern of the clues: the pattern itself, or the name of a file that holds it.
    #[serde(deserialize_with = "pattern")]
    pub pattern: Option<CluePattern>,
    pub digits: Option<u8>,
    pub minimal: Option<bool>,
    /// The mix: targets (clues and a level) for which candidate puzzles are made. Each candidate draws one target,
    /// which depends only on the seed and the candidate's number.
    pub mix: Option<Vec<MixTable>>,
    /// The name of a profile; see [`Settings::profile`].
    pub profile: Option<String>,
    pub scheme: Option<String>,
    /// Schemes that the file defines, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub schemes: BTreeMap<String, SchemeTable>,
    /// The names of the ratings to make on request (see [`Extra`](crate::rate::Extra)), or `all`.
    pub ratings: Option<Vec<String>>,
    /// The name of a technique ladder.
    pub ladder: Option<String>,
    /// Ladders that the file defines, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ladders: BTreeMap<String, LadderTable>,
    /// The switch for the techniques that rely on the puzzle having exactly one solution.
    pub uniqueness_techniques: Option<Switch>,
    pub require: Option<Vec<StepName>>,
    pub forbid: Option<Vec<StepName>>,
    #[serde(alias = "max-technique")]
    pub max_rule: Option<StepName>,
    pub need: Option<Vec<StepName>>,
    /// The condition that puzzles must meet, in the syntax of `--where`.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// Files of puzzles to use instead of making puzzles; `-` for standard input.
    pub from: Option<Vec<PathBuf>>,
    pub threads: Option<usize>,
    pub out: Option<PathBuf>,
    pub name: Option<String>,
    pub ledger: Option<PathBuf>,
    /// The number of packs to keep among the packs whose names fit the pattern in `name`.
    pub keep: Option<usize>,
    pub metrics_file: Option<PathBuf>,
    #[serde(deserialize_with = "timeout", serialize_with = "written::timeout")]
    pub timeout: Option<Duration>,
    pub quiet: Option<bool>,
}

impl Settings {
    /// Reads a job file.
    ///
    /// # Errors
    /// If the file can't be read, is not TOML, or holds an unknown key or a value of the wrong kind. The message names
    /// the file, the line and the nearest known key.
    pub fn from_file(path: &Path) -> Result<Self, ConfigError> {
        Self::from_toml(&read_text(path)?, &path.display().to_string())
    }

    /// Returns the compiled-in defaults.
    ///
    /// # Errors
    /// If the compiled-in text is not a valid job file. Tests check that it is valid.
    pub fn defaults() -> Result<Self, ConfigError> {
        Self::from_toml(DEFAULTS, "the built-in defaults")
    }

    /// Reads the text of a job file; error messages name `origin`.
    ///
    /// # Errors
    /// Same as [`Settings::from_file`].
    pub fn from_toml(text: &str, origin: &str) -> Result<Self, ConfigError> {
        read_toml(text, origin)
    }

    /// Lays these settings over those of `below`. A setting that is `None` in `self` keeps its value from `below`,
    /// unless another setting in `self` rules it out. For example, a pattern removes the symmetry and the clues of
    /// `below`, and `per_level` removes its quotas of individual levels.
    #[must_use]
    pub fn over(self, mut below: Self) -> Self {
        // A pattern fixes the places of the clues, and so their number and symmetry.
        if self.pattern.is_some() {
            (below.symmetry, below.clues) = (None, None);
        }
        self.seed_over(&mut below);
        let mix = self.mix_over(below.mix.take());
        // A number for every level in this layer replaces numbers for single levels in the layer below.
        let mut level = match self.per_level {
            Some(_) => BTreeMap::new(),
            None => below.level,
        };
        level.extend(self.level);
        Self {
            count: self.count.or(below.count),
            per_level: self.per_level.or(below.per_level),
            packs: self.packs.or(below.packs),
            level,
            seed: self.seed.or(below.seed),
            seed_policy: self.seed_policy.or(below.seed_policy),
            exhaust: self.exhaust.or(below.exhaust),
            layout: self.layout.or(below.layout),
            regions: self.regions.or(below.regions),
            shape: self.shape.or(below.shape),
            distinct: self.distinct.or(below.distinct),
            create: self.create.or(below.create),
            seed_cells: self.seed_cells.or(below.seed_cells),
            dig: self.dig.or(below.dig),
            symmetry: self.symmetry.or(below.symmetry),
            mix,
            clues: self.clues.or(below.clues),
            row_clues: self.row_clues.or(below.row_clues),
            box_clues: self.box_clues.or(below.box_clues),
            uniqueness: self.uniqueness.or(below.uniqueness),
            pattern: self.pattern.or(below.pattern),
            digits: self.digits.or(below.digits),
            minimal: self.minimal.or(below.minimal),
            profile: self.profile.or(below.profile),
            scheme: self.scheme.or(below.scheme),
            schemes: joined(below.schemes, self.schemes),
            ratings: self.ratings.or(below.ratings),
            ladder: self.ladder.or(below.ladder),
            ladders: joined(below.ladders, self.ladders),
            uniqueness_techniques: self.uniqueness_techniques.or(below.uniqueness_techniques),
            require: self.require.or(below.require),
            forbid: self.forbid.or(below.forbid),
            max_rule: self.max_rule.or(below.max_rule),
            need: self.need.or(below.need),
            condition: self.condition.or(below.condition),
            from: self.from.or(below.from),
            threads: self.threads.or(below.threads),
            out: self.out.or(below.out),
            name: self.name.or(below.name),
            ledger: self.ledger.or(below.ledger),
            keep: self.keep.or(below.keep),
            metrics_file: self.metrics_file.or(below.metrics_file),
            timeout: self.timeout.or(below.timeout),
            quiet: self.quiet.or(below.quiet),
        }
    }
}

impl Settings {
    /// Resolves a conflict with the layer below: a seed in this layer removes the seed policy of `below`; otherwise, a
    /// policy in this layer other than [`SeedPolicy::Fixed`] removes the seed of `below`.
    fn seed_over(&self, below: &mut Self) {
        if self.seed.is_some() {
            below.seed_policy = None;
        } else if self.seed_policy.is_some_and(|it| it != SeedPolicy::Fixed) {
            below.seed = None;
        }
    }

    /// Returns the targets of the mix in this layer. If this layer sets none, returns the targets of the layer below,
    /// adapted to this layer.
    fn mix_over(&self, below: Option<Vec<MixTable>>) -> Option<Vec<MixTable>> {
        let replaced = below.map(|targets| {
            let targets = targets.into_iter();
            targets.map(|target| self.over_target(target)).collect()
        });
        self.mix.clone().or(replaced)
    }

    /// Returns a target of a lower layer, adapted to this layer: without its clues if this layer sets clues or a
    /// pattern, without its level if this layer sets a scheme, and with at most [`MOST_FILLS`] tries if this layer sets
    /// a pattern.
    fn over_target(&self, below: MixTable) -> MixTable {
        let clues_are_said = self.clues.is_some() || self.pattern.is_some();
        MixTable {
            share: below.share,
            clues: below.clues.filter(|_| !clues_are_said),
            level: below.level.filter(|_| self.scheme.is_none()),
            tries: match self.pattern {
                Some(_) => below.tries.map(|tries| tries.min(MOST_FILLS)),
                None => below.tries,
            },
        }
    }
}

/// Joins the tables of two layers; a table of the upper layer replaces the table of the same name in the lower layer.
fn joined<T>(below: BTreeMap<String, T>, above: BTreeMap<String, T>) -> BTreeMap<String, T> {
    below.into_iter().chain(above).collect()
}

/// Reads the text of a settings file, or returns an error if it can't be read or is longer than 1 MiB.
pub(super) fn read_text(path: &Path) -> Result<String, ConfigError> {
    let text = File::open(path).and_then(read_short);
    text.map_err(|source| ConfigError::Unreadable {
        path: path.to_owned(),
        source,
    })
}

/// Reads a whole text that a person wrote, such as a settings file.
///
/// # Errors
/// If it can't be read, is not UTF-8, or is longer than 1 MiB.
pub fn read_short(source: impl Read) -> io::Result<String> {
    let mut text = String::new();
    source.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
    match text.len() as u64 > LONGEST_FILE {
        true => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "longer than 1 MiB",
        )),
        false => Ok(text),
    }
}

/// Reads the text of a settings file of any kind; error messages name `origin`.
///
/// # Errors
/// [`ConfigError::BadFile`] with the line, the key, and the nearest known key; [`ConfigError::Unreadable`] without the
/// feature `files`.
pub fn read_toml<T: DeserializeOwned>(text: &str, origin: &str) -> Result<T, ConfigError> {
    if cfg!(not(feature = "files")) {
        return Err(ConfigError::Unreadable {
            path: origin.into(),
            source: io::ErrorKind::Unsupported.into(),
        });
    }
    toml::from_str(text).map_err(|error| {
        let before = error
            .span()
            .map_or("", |span| &text[..span.start.min(text.len())]);
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        let written = message.split('`').nth(1).unwrap_or_default();
        let is_unknown = message.starts_with("unknown");
        let hint = is_unknown
            .then(|| values::nearest_quoted(written, &message))
            .flatten();
        ConfigError::BadFile {
            origin: origin.to_owned(),
            line: before.matches('\n').count() + 1,
            key: key_at_end(before)
                .filter(|_| !is_unknown)
                .map_or(String::new(), |key| format!(", {key}")),
            hint: hint.map_or(String::new(), |known| format!("; did you mean `{known}`?")),
            message: values::in_words(&message),
        }
    })
}

/// Returns the last key in the last line of a text, preceded by the header of the key's table; `None` if that line has
/// no key.
fn key_at_end(text: &str) -> Option<String> {
    let (before, line) = text.rsplit_once('\n').unwrap_or(("", text));
    let parts = line.split(['{', ',']);
    let mut keys = parts.filter_map(|part| Some(part.split_once('=')?.0.trim()));
    let key = keys.next_back().filter(|key| !key.is_empty())?;
    let lines = before.lines().rev();
    let mut headers = lines.filter_map(|line| line.split('#').next().map(str::trim));
    let header = headers.find(|line| line.starts_with('[') && line.ends_with(']'));
    Some(header.map_or(key.to_owned(), |header| format!("{header} {key}")))
}

/// A count in a file: a number, or a text in the form that options accept.
struct Amount(u64);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = NumberOrText::deserialize(input)?.text();
        values::count(&text)
            .map(Self)
            .map_err(serde::de::Error::custom)
    }
}

fn amount<'de, D: Deserializer<'de>>(input: D) -> Result<Option<u64>, D::Error> {
    Amount::deserialize(input).map(|amount| Some(amount.0))
}

fn amounts<'de, D: Deserializer<'de>>(input: D) -> Result<BTreeMap<String, u64>, D::Error> {
    let amounts = BTreeMap::<String, Amount>::deserialize(input)?.into_iter();
    Ok(amounts.map(|(level, amount)| (level, amount.0)).collect())
}

fn seed<'de, D: Deserializer<'de>>(input: D) -> Result<Option<u64>, D::Error> {
    let text = NumberOrText::deserialize(input)?.text();
    let expected =
        || serde::de::Error::custom(format!("{text:?} is not a seed: 0 to {}", u64::MAX));
    text.parse().map(Some).map_err(|_| expected())
}

fn create<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Method>, D::Error> {
    let text = String::deserialize(input)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

fn clues<'de, D: Deserializer<'de>>(input: D) -> Result<Option<ClueRange>, D::Error> {
    Ok(Some(ClueText::deserialize(input)?.0))
}

fn pattern<'de, D: Deserializer<'de>>(input: D) -> Result<Option<CluePattern>, D::Error> {
    let text = String::deserialize(input)?;
    values::pattern(&text)
        .map(Some)
        .map_err(serde::de::Error::custom)
}

fn timeout<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Duration>, D::Error> {
    let text = NumberOrText::deserialize(input)?.text();
    values::duration(&text)
        .map(Some)
        .map_err(serde::de::Error::custom)
}

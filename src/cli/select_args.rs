//! The options that choose puzzles of packs, which several commands share.

use super::errors::UsageError;
use crate::bucket::Scheme;
use crate::config::values;
use crate::filter::Condition;
use crate::grid::Layout;
use crate::line::progress::tell;
use crate::pack::Pack;
use crate::select::{Selection, SortOrder};
use clap::Args;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The selection of puzzles from packs.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Which puzzles")]
pub struct SelectArgs {
    /// Use only puzzles of this level (name or number)
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Use only puzzles that meet this condition, such as 'd<5 and used.x-wing>0 and clues>=26' (docs/selecting.md)
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Sort by d, clues, number or any other field of --where; several fields are separated by commas, and a minus
    /// sign, as in -d, sorts in descending order
    #[arg(long, value_name = "FIELDS", allow_hyphen_values = true)]
    sort: Option<String>,
    /// Number of puzzles to skip at the beginning
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    skip: Option<u64>,
    /// Maximum number of puzzles per level
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    per_level: Option<u64>,
    /// Maximum number of puzzles
    #[arg(long, value_name = "N", value_parser = values::count::<u64>)]
    pub limit: Option<u64>,
}

impl SelectArgs {
    /// Returns whether any option other than `--limit` is used. All these other options need packs.
    pub fn needs_packs(&self) -> bool {
        let Self {
            level,
            condition,
            sort,
            skip,
            per_level,
            limit: _,
        } = self;
        level.is_some()
            || condition.is_some()
            || sort.is_some()
            || skip.is_some()
            || per_level.is_some()
    }

    /// Returns whether `--sort` is used.
    pub const fn sorts(&self) -> bool {
        self.sort.is_some()
    }

    /// Returns the options as typed, by name.
    pub fn options(&self) -> BTreeMap<String, String> {
        let number = |number: Option<u64>| number.map(|it| it.to_string());
        let options = [
            ("level", self.level.clone()),
            ("where", self.condition.clone()),
            ("sort", self.sort.clone()),
            ("skip", number(self.skip)),
            ("per-level", number(self.per_level)),
            ("limit", number(self.limit)),
        ];
        let given = options.into_iter();
        given
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect()
    }

    /// Returns the selection that the options make from packs of this scheme.
    pub fn selection(&self, scheme: &Scheme) -> anyhow::Result<Selection> {
        let level = self.level.as_ref().map(|text| scheme.find_level(text));
        let level = level
            .transpose()
            .map_err(|error| UsageError(error.to_string()))?;
        let condition = self
            .condition
            .as_ref()
            .map(|text| Condition::parse(text, scheme))
            .transpose()
            .map_err(|error| UsageError(format!("--where, {error}")))?;
        let order = self
            .sort
            .as_ref()
            .map(|text| SortOrder::parse(text))
            .transpose()
            .map_err(|error| UsageError(format!("--sort, {error}")))?;
        for (option, value) in [("--per-level", self.per_level), ("--limit", self.limit)] {
            if value == Some(0) {
                return Err(UsageError(format!("{option} is 0; it must be at least 1")).into());
            }
        }
        Ok(Selection {
            level,
            condition,
            order,
            skip: self.skip.unwrap_or(0),
            per_level: self.per_level,
            limit: self.limit,
        })
    }
}

impl SelectArgs {
    /// Returns the selection that the options make from packs of a layout other than 9×9.
    pub fn layout_selection(&self, scheme: &Scheme, layout: Layout) -> anyhow::Result<Selection> {
        let options = [("where", &self.condition), ("sort", &self.sort)];
        let used = options.iter().find(|(_, value)| value.is_some());
        match used {
            None => self.selection(scheme),
            Some((option, _)) => Err(UsageError(format!(
                "--{option} is for 9x9 only; puzzles of {layout} are chosen by --level, --skip, --per-level and --limit"
            ))
            .into()),
        }
    }
}

/// Opens packs of one layout other than 9×9, and returns them with their layout and scheme. Returns `None` if there are
/// no folders, or if the first pack has 9×9 puzzles. Fails if the packs have different layouts.
pub fn open_of_layout(folders: &[PathBuf]) -> anyhow::Result<Option<(Vec<Pack>, Layout, Scheme)>> {
    let Some(first) = folders.first() else {
        return Ok(None);
    };
    let Some(layout) = Pack::open_any(first)?.manifest().job.layout else {
        return Ok(None);
    };
    let mut packs = Vec::with_capacity(folders.len());
    for folder in folders {
        let pack = Pack::open_any(folder)?;
        let other = pack.manifest().job.layout.unwrap_or(Layout::NINE);
        if other != layout {
            let (first, folder) = (first.display(), folder.display());
            let said =
                format!("{first} is of {layout} and {folder} of {other}: name packs of one layout");
            return Err(UsageError(said).into());
        }
        packs.push(pack);
    }
    let scheme = packs[0].manifest().job.scheme.clone();
    Ok(Some((packs, layout, scheme)))
}

/// Opens packs that are used together, and returns them with the scheme that all of them share. Fails if their schemes
/// differ, or if there are no folders.
pub fn open_alike(folders: &[PathBuf]) -> anyhow::Result<(Vec<Pack>, Scheme)> {
    let mut packs: Vec<Pack> = Vec::with_capacity(folders.len());
    for folder in folders {
        let pack = Pack::open(folder)?;
        if let Some(first) = packs.first() {
            let (one, other) = (&first.manifest().job.scheme, &pack.manifest().job.scheme);
            if !one.is_alike(other) {
                return Err(UsageError(format!(
                    "{} has scheme {} and {} another, {}: rate one of them again with factory --from {}/*.sdm --scheme NAME",
                    first.folder().display(),
                    one.name,
                    folder.display(),
                    other.name,
                    folder.display(),
                ))
                .into());
            }
        }
        packs.push(pack);
    }
    let schemes = || packs.iter().map(|pack| &pack.manifest().job.scheme);
    let climbed = schemes().find(|it| it.techniques.is_some());
    let scheme = climbed.or(schemes().next()).cloned();
    let nothing = || UsageError("name the folder of a pack".to_owned());
    Ok((packs, scheme.ok_or_else(nothing)?))
}

/// Reports every rating that a selection needs but at least one of the packs lacks. Each rating is reported only once.
pub fn tell_unrated(selection: &Selection, packs: &[Pack]) {
    let mut extras = Vec::new();
    extras.extend(selection.condition.iter().flat_map(Condition::extras));
    extras.extend(selection.order.iter().flat_map(SortOrder::extras));
    extras.sort_unstable();
    extras.dedup();
    for extra in extras {
        let lacks = |pack: &&Pack| !pack.manifest().job.ratings.contains(&extra);
        if let Some(pack) = packs.iter().find(lacks) {
            let name = extra.name();
            tell(format_args!(
                "{} was made without the {name} ratings: comparisons with them are false, and they come last in order (--ratings {name} makes them)",
                pack.folder().display()
            ));
        }
    }
}

/// Parses the value of an option. The values have the same names as in settings files.
pub(super) fn named<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    let name: serde::de::value::StrDeserializer<'_, serde::de::value::Error> =
        text.into_deserializer();
    T::deserialize(name).map_err(|error| error.to_string().replace('`', ""))
}

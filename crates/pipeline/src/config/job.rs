//! Defines a job: all settings that decide which puzzles a run makes.

use super::{LedgerSnapshot, MixTarget, Source};
use crate::bucket::{Quotas, Scheme};
use crate::filter::Filters;
use crate::grid::{Layout, Regions};
use crate::layouts::{Distinct, LayoutKit};
use crate::rate::Extra;
use crate::record::RecordVersion;
use crate::{create, dig};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// The maximum number of packs that one run makes.
pub const MOST_PACKS: u64 = 99_999;

/// All settings that a pack's bytes depend on. Threads, folders, timeouts and verbosity do not
/// belong to a job.
///
/// A serialized job with a source has neither `create` nor `dig`, since no puzzles are made. When the job is read,
/// these two fields get their default values.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Job {
    /// The seed of all random choices. In JSON it is a string, since many JSON readers lose digits
    /// of 64-bit numbers.
    #[serde(deserialize_with = "seed_text::deserialize")]
    pub seed: u64,
    /// The maximum number of candidate puzzles to make; `None` to continue until the quotas are full.
    pub count: Option<u64>,
    /// The number of puzzles wanted per level; `None` if any number of puzzles is kept.
    pub quotas: Option<Quotas>,
    /// `true` if the run continues up to `count` candidates even when every quota is full, to measure how often each
    /// level occurs.
    pub exhaust: bool,
    /// The method that makes full grids.
    #[serde(default = "no_way")]
    pub create: create::Method,
    /// The plan for digging puzzles out of the grids.
    #[serde(default)]
    pub dig: dig::Plan,
    /// The source of the puzzles; `None` if the job makes its puzzles.
    #[serde(default)]
    pub source: Option<Source>,
    /// The scheme that rates puzzles and turns ratings into levels.
    pub scheme: Scheme,
    /// The ratings made on request, sorted and without repeats. The settings name them, or the filters or the
    /// scheme [need](crate::bucket::Measure::extras) them.
    pub ratings: Vec<Extra>,
    /// The filters that puzzles must pass. The level and the look of a puzzle, such as its clues and symmetry, are not
    /// part of these filters.
    #[serde(default)]
    pub filters: Filters,
    /// The mix: targets (clues and a level) for which candidate puzzles are made. Each candidate draws one target,
    /// which depends only on the seed and the candidate's number. Empty if the job has no mix.
    #[serde(default)]
    pub mix: Vec<MixTarget>,
    /// The part of a run of several packs that this job covers: one pack, or all of them. `None` if the run makes a
    /// single pack.
    #[serde(default)]
    pub part: Option<PackShare>,
    /// The state of the ledger that the job's puzzles are checked against; empty without a ledger.
    #[serde(default)]
    pub ledger: LedgerSnapshot,
    /// The layout of the puzzles; `None` for 9×9 without further rules. A job of another layout has neither
    /// `create` nor `dig`, which only 9×9 supports.
    #[serde(default)]
    pub layout: Option<Layout>,
    /// The regions of all puzzles; `None` if the layout is not a jigsaw, or if regions are drawn for each puzzle.
    #[serde(default)]
    pub regions: Option<Regions>,
    /// The rule by which puzzles of a layout other than 9×9 count as repeats.
    #[serde(default)]
    pub distinct: Distinct,
}

/// The part of a run of several packs that a job covers: one pack, or all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackShare {
    /// The number of the pack, from 1; `None` in the job of the whole run, which has the quotas of all packs together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The number of packs, 1 to [`MOST_PACKS`].
    pub of: u64,
}

impl Job {
    /// Returns the version of the record format in the job's packs.
    pub fn record_version(&self) -> RecordVersion {
        match self.layout {
            None => RecordVersion::of(&self.ratings),
            Some(layout) => RecordVersion::Layout {
                cells: layout.cells() as u16,
                has_features: layout.has_features(),
            },
        }
    }

    /// Returns the kit (tables and scheme) of this layout, with the job's regions and its rule for repeats. The layout
    /// is a parameter, since a 9×9 job names no layout.
    pub fn kit(&self, layout: Layout) -> LayoutKit {
        LayoutKit::new(layout)
            .with_distinct(self.distinct)
            .with_regions(self.regions.clone())
    }

    /// Returns whether the job makes full grids by the Las Vegas method. This method fills random cells and then tries
    /// to complete the grid, which can fail.
    pub fn tries_patterns(&self) -> bool {
        matches!(self.create, create::Method::LasVegas { .. })
    }

    /// Returns the plans for digging the job's candidate puzzles: a single plan, or one per target of the
    /// mix.
    pub fn plans(&self) -> impl Iterator<Item = dig::Plan> {
        let plain = self.mix.is_empty().then_some(self.dig);
        let mixed = self.mix.iter().map(|target| target.plan(&self.dig));
        plain.into_iter().chain(mixed)
    }

    /// Returns whether both jobs are equal if their counts are ignored.
    pub fn is_but_for_count(&self, other: &Self) -> bool {
        let count = self.count;
        *self
            == Self {
                count,
                ..other.clone()
            }
    }

    /// Returns whether this job makes the same candidate puzzles as another job. Such jobs differ at most in their
    /// counts, quotas and ledgers.
    pub fn has_candidates_of(&self, other: &Self) -> bool {
        *self
            == Self {
                count: self.count,
                quotas: self.quotas.clone(),
                ledger: self.ledger.clone(),
                ..other.clone()
            }
    }

    /// Returns the maximum number of candidate puzzles: the job's count, or the number of entries in its list of
    /// puzzles if that number is smaller; `None` if only quotas end the job.
    pub fn most_candidates(&self) -> Option<u64> {
        let listed = match &self.source {
            Some(Source::List(list)) => Some(list.entries),
            _ => None,
        };
        match (self.count, listed) {
            (Some(count), Some(listed)) => Some(count.min(listed)),
            (count, listed) => count.or(listed),
        }
    }

    /// Returns the origin of all puzzles in a few words, such as `seed 7` or `from list.txt`.
    pub fn origin(&self) -> String {
        let names: Vec<&str> = match &self.source {
            None => return format!("seed {}", self.seed),
            Some(Source::List(list)) => list.names.iter().map(String::as_str).collect(),
            Some(Source::Packs(choice)) => choice.packs.iter().map(|it| it.name.as_str()).collect(),
        };
        match names.as_slice() {
            [first, .., last] if names.len() > 2 => {
                format!("from {first} to {last}, {} in all", names.len())
            }
            names => format!("from {}", names.join(" and ")),
        }
    }

    /// Returns the number of packs that a run of this job makes; `None` if the run makes a single
    /// pack.
    pub fn packs(&self) -> Option<u64> {
        self.part.map(|part| part.of)
    }

    /// Returns the job for one pack of this run, by the pack's number from 1, with the quotas of
    /// one pack. If the run makes a single pack, returns the job itself.
    #[must_use]
    pub fn of_part(&self, number: u64) -> Self {
        let Some(of) = self.packs() else {
            return self.clone();
        };
        let of = of.max(1);
        let levels = || self.scheme.levels();
        let share =
            |quotas: &Quotas| Quotas::new(levels().map(|level| quotas.of(level) / of).collect());
        Self {
            quotas: self.quotas.as_ref().map(share),
            part: Some(PackShare {
                number: Some(number),
                of,
            }),
            ..self.clone()
        }
    }
}

/// Returns the method that serves as a placeholder in a job that makes no grids.
const fn no_way() -> create::Method {
    create::Method::Diagonal
}

impl Serialize for Job {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        /// A seed that is written as a string.
        struct Seed(u64);

        impl Serialize for Seed {
            fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.collect_str(&self.0)
            }
        }

        // All fields are named, so that none can be forgotten here.
        let Self {
            seed,
            count,
            quotas,
            exhaust,
            create,
            dig,
            source,
            scheme,
            ratings,
            filters,
            mix,
            part,
            ledger,
            layout,
            regions,
            distinct,
        } = self;
        let mut job = out.serialize_struct("Job", 16)?;
        job.serialize_field("seed", &Seed(*seed))?;
        job.serialize_field("count", count)?;
        job.serialize_field("quotas", quotas)?;
        job.serialize_field("exhaust", exhaust)?;
        let mut sources = source.iter();
        sources.try_for_each(|it| job.serialize_field("source", it))?;
        if let Some(layout) = layout {
            job.serialize_field("layout", layout)?;
        } else if source.is_none() {
            job.serialize_field("create", create)?;
            job.serialize_field("dig", dig)?;
        }
        add(&mut job, "regions", regions, regions.is_some())?;
        add(&mut job, "distinct", distinct, *distinct != Distinct::Form)?;
        job.serialize_field("scheme", scheme)?;
        job.serialize_field("ratings", ratings)?;
        add(&mut job, "filters", filters, !filters.is_empty())?;
        add(&mut job, "mix", mix, !mix.is_empty())?;
        add(&mut job, "part", part, part.is_some())?;
        add(&mut job, "ledger", ledger, !ledger.is_empty())?;
        job.end()
    }
}

/// Writes a field of a job if `is_there` is true, and nothing otherwise.
fn add<S: SerializeStruct>(
    job: &mut S,
    name: &'static str,
    value: &impl Serialize,
    is_there: bool,
) -> Result<(), S::Error> {
    match is_there {
        true => job.serialize_field(name, value),
        false => Ok(()),
    }
}

mod seed_text {
    use serde::{Deserialize, Deserializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
        let text = String::deserialize(input)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

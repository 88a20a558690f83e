//! The options of the main job. [`MakeArgs::settings`] turns them into settings, which override those of the job
//! file, the profile and the defaults.

use super::filter_args::FilterArgs;
use super::inputs::ReadArgs;
use crate::config::{Distinct, SeedPolicy, Settings, values};
use crate::create::Method;
use crate::dig::{self, CluePattern, ClueRange, Symmetry, Uniqueness};
use clap::Args;
use jiff::civil::Date;
use std::path::PathBuf;
use std::time::Duration;

/// The number and kind of puzzles to make, and where they go.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What to make")]
pub struct MakeArgs {
    /// Maximum number of puzzles to make and rate (kept or not)
    #[arg(long, alias = "candidates", value_name = "N", env = "FACTORY_COUNT", value_parser = values::count::<u64>)]
    count: Option<u64>,
    /// Number of puzzles wanted per level; if no number of puzzles is set for any level, every puzzle made is kept
    #[arg(long, value_name = "N", env = "FACTORY_PER_LEVEL", value_parser = values::count::<u64>)]
    per_level: Option<u64>,
    /// Number of puzzles wanted of one level, such as hard=3000; the level is given by name or number. Overrides
    /// --per-level. For several levels, repeat the option or write easy=500,hard=3000
    #[arg(long, value_name = "LEVEL=N", env = "FACTORY_LEVEL", value_delimiter = ',', value_parser = values::level_quota)]
    level: Vec<(String, u64)>,
    /// Number of packs to make in one run, named NAME-001, NAME-002 …, each with as many puzzles per level as asked
    /// for; no puzzle is in two of the packs, and the packs are similar in difficulty (9x9 only)
    #[arg(long, value_name = "N", env = "FACTORY_PACKS", value_parser = values::count::<u64>)]
    packs: Option<u64>,
    /// Random seed [default: drawn from the system and recorded]
    #[arg(long, value_name = "N", env = "FACTORY_SEED")]
    seed: Option<u64>,
    /// Source of each run's seed: fixed (the seed of --seed), date (the same date gives the same pack) or entropy (a
    /// random seed, which is recorded) [default: fixed with --seed, otherwise entropy]
    #[arg(long, value_name = "POLICY", env = "FACTORY_SEED_POLICY")]
    seed_policy: Option<SeedPolicy>,
    /// Continue until --count is reached, even if all levels already have the puzzles wanted, to learn the share of
    /// each level
    #[arg(long, value_name = "BOOL", env = "FACTORY_EXHAUST", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    exhaust: Option<bool>,
    /// Layout of the puzzles: a size from 4x4 to 25x25, to which extra rules can be added with +: x (diagonals),
    /// windows, knight, king, jigsaw or even-odd, as in 9x9+x. The levels of layouts other than 9x9 are named after
    /// techniques (docs/layouts.md) [default: 9x9]
    #[arg(long, value_name = "NAME", env = "FACTORY_LAYOUT")]
    layout: Option<String>,
    /// Rows and columns of each box, such as 3x2 with --layout 6x6 [default: boxes as nearly square as possible; if not
    /// square, wider than tall]
    #[arg(long, value_name = "RxC", env = "FACTORY_SHAPE")]
    shape: Option<String>,
    /// File with the regions that all puzzles of a jigsaw layout share: n rows of n letters, one letter for each
    /// region [default: each puzzle has regions of its own]
    #[arg(long, value_name = "FILE", env = "FACTORY_REGIONS")]
    regions: Option<PathBuf>,
    /// Rule by which puzzles of a layout count as repeats: form (turned, mirrored, shuffled and relabelled copies are
    /// repeats) or drawing (only puzzles with the same clues in the same cells are repeats; useful for 4x4) [default:
    /// form]
    #[arg(long, value_name = "RULE", env = "FACTORY_DISTINCT")]
    distinct: Option<Distinct>,
    /// Puzzle files to rate and pack instead of making puzzles, in any supported format (- for standard input);
    /// puzzles that do not have exactly one solution are refused and listed
    #[arg(long, value_name = "FILE", env = "FACTORY_FROM", num_args = 1..)]
    from: Option<Vec<PathBuf>>,
    /// Named settings to start from: paper (the default settings), book (for printed books: symmetric puzzles without
    /// guesses), or NAME for the file config/profiles/NAME.toml (`factory list profiles`)
    #[arg(long, value_name = "NAME", env = "FACTORY_PROFILE")]
    pub(super) profile: Option<String>,
    /// Method of making full grids: diagonal (three random boxes, then a search), diagonal-all (a random
    /// completion of three random boxes), las-vegas (random cells, then a search), additive (clues are added until
    /// only one grid is possible) or lexical (a random form of the grid that comes first in lexical order)
    #[arg(long, value_name = "WAY", env = "FACTORY_CREATE")]
    create: Option<Method>,
    /// Number of random cells that the `las-vegas` method fills first [default: 11]
    #[arg(long, value_name = "N", env = "FACTORY_SEED_CELLS")]
    seed_cells: Option<u8>,
    /// Method of choosing clues: one-by-one (clues are removed one at a time), or row-limited (random choices of 2
    /// to 4 clues in every row are tried until the puzzle has one solution, as in Huang 2015). row-limited needs
    /// --clues, and is best with 26 clues or more
    #[arg(long, value_name = "WAY", env = "FACTORY_DIG")]
    dig: Option<dig::DigMethod>,
    /// Symmetry of the clues: none, rotate180, rotate90, mirror-horizontal (left and right), mirror-vertical (top and
    /// bottom), diagonal, anti-diagonal or full (all of these)
    #[arg(long, value_name = "KIND", env = "FACTORY_SYMMETRY")]
    symmetry: Option<Symmetry>,
    /// Number of clues to leave: a number such as 26, or a range such as 24..30, which includes both ends
    /// [default: dig until no clue can be removed]
    #[arg(long, value_name = "RANGE", env = "FACTORY_CLUES", value_parser = values::clue_range)]
    clues: Option<ClueRange>,
    /// Number of clues in every row, as a range such as 2..4: no row is dug below the minimum, and puzzles with a row
    /// above the maximum are dropped and counted
    #[arg(long, value_name = "RANGE", env = "FACTORY_ROW_CLUES", value_parser = values::clue_range)]
    row_clues: Option<ClueRange>,
    /// Number of clues in every box, as a range such as 2..5, applied like --row-clues
    #[arg(long, value_name = "RANGE", env = "FACTORY_BOX_CLUES", value_parser = values::clue_range)]
    box_clues: Option<ClueRange>,
    /// File with the cells that have clues: 81 characters, x for a clue and . for a blank, in one or nine lines, as
    /// in config/patterns/heart.txt. Full grids in which these clues do not give exactly one solution are dropped and
    /// counted
    #[arg(long, value_name = "FILE", env = "FACTORY_PATTERN", value_parser = values::pattern)]
    pattern: Option<CluePattern>,
    /// Number of different digits among the clues: with 8, one digit is never given
    #[arg(long, value_name = "N", env = "FACTORY_DIGITS")]
    digits: Option<u8>,
    /// Keep only minimal puzzles, which have several solutions if any clue is removed
    #[arg(long, value_name = "BOOL", env = "FACTORY_MINIMAL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    minimal: Option<bool>,
    /// Search that proves that a puzzle has only one solution: fast, or reverse (as in Huang 2015, about forty times
    /// slower); the puzzles are the same with both
    #[arg(long, value_name = "JUDGE", env = "FACTORY_UNIQUENESS")]
    uniqueness: Option<Uniqueness>,
    /// Scheme that defines the levels: wu, clues, stuart, hardest-rule or another scheme of docs/schemes.md, or a
    /// scheme that the job file defines
    #[arg(long, value_name = "NAME", env = "FACTORY_SCHEME")]
    scheme: Option<String>,
    /// Extra ratings to compute, separated by commas: stuart, qqwing, hodoku (approximate), time (solving time),
    /// techniques (by the technique ladder), se or se-1.18.1 (Sudoku Explainer 1.2.1 or 1.18.1); or all (all but
    /// se-1.18.1)
    #[arg(
        long,
        value_name = "NAMES",
        env = "FACTORY_RATINGS",
        value_delimiter = ','
    )]
    ratings: Option<Vec<String>>,
    #[command(flatten)]
    filters: FilterArgs,
    /// Job file (TOML) with any of these options as settings, such as per-level = 50 for --per-level 50;
    /// config/nightly.toml is an example
    #[arg(long, value_name = "FILE", env = "FACTORY_JOB")]
    pub(super) job: Option<PathBuf>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The options of a run that are not settings of its puzzles: threads, folders, ledger, date, limits and
/// reports.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "How to run")]
pub(super) struct RunArgs {
    /// Worker threads [default: one per processor]
    #[arg(long, value_name = "N", env = "FACTORY_THREADS")]
    threads: Option<usize>,
    /// Folder that holds the packs [default: output]
    #[arg(long, value_name = "DIR", env = "FACTORY_OUT")]
    out: Option<PathBuf>,
    /// Name of the pack's folder; may contain {date} and {seed} [default: sudoku-{seed}]
    #[arg(long, value_name = "NAME", env = "FACTORY_NAME")]
    name: Option<String>,
    /// Ledger of all published puzzles (docs/ledger.md): its puzzles are not published again, and this pack's puzzles
    /// are added to it; the file is created if it does not exist
    #[arg(long, value_name = "FILE", env = "FACTORY_LEDGER")]
    ledger: Option<PathBuf>,
    /// Date for {date} in --name and for the seed policy `date`, such as 2026-11-21 [default: today]
    #[arg(long, value_name = "DATE", env = "FACTORY_DATE")]
    pub(super) date: Option<Date>,
    /// Keep the packs of this --name with the newest N dates; older packs are deleted unless one of their puzzles
    /// was shipped (docs/nightly.md). Needs --ledger, and {date} in --name
    #[arg(long, value_name = "N", env = "FACTORY_KEEP")]
    keep: Option<usize>,
    /// File to write the run's metrics into, in the format that node_exporter reads; deploy/alerts.yml has example
    /// alerts
    #[arg(long, value_name = "FILE", env = "FACTORY_METRICS_FILE")]
    metrics_file: Option<PathBuf>,
    /// Stop after this time, such as 30s, 90m or 6h, and keep the puzzles made so far
    #[arg(long, value_name = "TIME", env = "FACTORY_TIMEOUT", value_parser = values::duration)]
    timeout: Option<Duration>,
    /// Sample the job for five seconds (or another time: --estimate=20s), print the estimated time for each
    /// level, and write nothing (9x9 only)
    #[arg(long, value_name = "TIME", num_args = 0..=1, require_equals = true, default_missing_value = "5s", value_parser = values::duration)]
    pub(super) estimate: Option<Duration>,
    /// Start a new run beside an unfinished run of the same job, instead of continuing the unfinished run
    #[arg(long)]
    pub(super) fresh: bool,
    #[command(flatten)]
    pub(super) read: ReadArgs,
    /// File for all entries that --from refuses; standard error lists only the first twenty
    #[arg(long, value_name = "FILE")]
    pub(super) refused: Option<PathBuf>,
    /// Print the closing report as one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Print only errors
    #[arg(long, short, value_name = "BOOL", env = "FACTORY_QUIET", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    quiet: Option<bool>,
}

impl MakeArgs {
    /// Returns these options as settings.
    pub fn settings(self) -> Settings {
        let run = self.run;
        Settings {
            count: self.count,
            per_level: self.per_level,
            packs: self.packs,
            level: self.level.into_iter().collect(),
            seed: self.seed,
            seed_policy: self.seed_policy,
            exhaust: self.exhaust,
            layout: self.layout,
            shape: self.shape,
            regions: self.regions,
            distinct: self.distinct,
            create: self.create,
            seed_cells: self.seed_cells,
            dig: self.dig,
            symmetry: self.symmetry,
            clues: self.clues,
            row_clues: self.row_clues,
            box_clues: self.box_clues,
            uniqueness: self.uniqueness,
            pattern: self.pattern,
            digits: self.digits,
            minimal: self.minimal,
            profile: self.profile,
            scheme: self.scheme,
            ratings: self.ratings,
            from: self.from,
            threads: run.threads,
            out: run.out,
            name: run.name,
            ledger: run.ledger,
            keep: run.keep,
            metrics_file: run.metrics_file,
            timeout: run.timeout,
            quiet: run.quiet,
            ..self.filters.settings()
        }
    }
}

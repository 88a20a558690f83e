//! Defines the errors for which a job is refused before it starts.

use super::{MOST_PACKS, MOST_TRIES};
use crate::bucket::{SchemeError, UnknownLevel, UnknownScheme};
use crate::create::Method;
use crate::dig::PlanError;
use crate::filter::{ImpossibleRequirements, SelectError};
use crate::grid::{Layout, LayoutError, RegionsError};
use crate::rate::techniques::Technique;
use std::path::PathBuf;

/// The maximum number of worker threads.
pub const MOST_THREADS: usize = 512;

/// The reason why settings do not form a valid job. Every error message is one line long.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A job file, profile or scheme file can't be read.
    #[error("cannot read the file {}", path.display())]
    Unreadable {
        /// The file that can't be read.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// The job file contains an unknown key or a value of the wrong kind.
    #[error("{origin}, line {line}{key}: {message}{hint}")]
    BadFile {
        /// The name of the file, or the name of another source of the text.
        origin: String,
        /// The line, counted from 1.
        line: usize,
        /// The key whose value is wrong, with a comma before it; empty if the key is unknown or can't be found.
        key: String,
        /// The problem with the text, in plain words.
        message: String,
        /// A suggestion with the nearest known name; empty if there is none.
        hint: String,
    },
    /// The settings name a layout that does not exist, or boxes that don't fit the layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A shape of boxes is set without a layout.
    #[error("--shape turns the boxes of a layout: give --layout, too, such as --layout 6x6")]
    ShapeAlone,
    /// A shape of boxes is set, and the layout names another shape.
    #[error("--shape {shape} contradicts --layout {layout}: leave out one of the shapes")]
    TwoShapes {
        /// The shape.
        shape: String,
        /// The name of the layout.
        layout: String,
    },
    /// No full grid of the layout was found within the limit of the search.
    #[error("no full grid of {0} was found within the effort that one may take: it may have none")]
    NoGrid(Layout),
    /// The rule for repeats is set without a layout.
    #[error(
        "--distinct drawing is for layouts other than 9x9: give --layout, too, such as --layout 4x4"
    )]
    DistinctAlone,
    /// A file of regions is set without a layout that has regions.
    #[error(
        "--regions draws the regions of a jigsaw: give a layout that has them, such as --layout 9x9+jigsaw"
    )]
    RegionsAlone,
    /// The text of a file is not a drawing of regions.
    #[error("{}: {error}", file.display())]
    Regions {
        /// The file of regions.
        file: PathBuf,
        /// The error in the file's text.
        error: RegionsError,
    },
    /// The regions in a file belong to a board whose size differs from the layout's.
    #[error("{} has the regions of {side}x{side}, not of {layout}", file.display())]
    RegionsSide {
        /// The file of regions.
        file: PathBuf,
        /// The side of the file's board.
        side: usize,
        /// The layout.
        layout: Layout,
    },
    /// No full grid of the regions of a file was found within the limit of the search.
    #[error("{}: no full grid has these regions, or none is found with bounded effort: draw them otherwise", .0.display())]
    NoGridOfRegions(PathBuf),
    /// A layout with further rules is so large that a search of bounded effort can't always prove that a puzzle has
    /// one solution.
    #[error(
        "{0} is too large to be proved by factory verify: layouts with further rules are made up to 12x12"
    )]
    LargeLayout(Layout),
    /// A setting that only 9×9 supports is used with another layout.
    #[error("--{option} is for 9x9 only, not for {layout}: leave one of them out")]
    NineOnly {
        /// The name of the option, without its dashes.
        option: &'static str,
        /// The layout.
        layout: Layout,
    },
    /// Neither a count nor a quota is set: the run would never end.
    #[error(
        "nothing says when to end: give --count N (candidates), --per-level N (puzzles wanted per level), --level NAME=N, or several of them"
    )]
    Endless,
    /// A setting says how to make puzzles, but the job reads its puzzles from files.
    #[error(
        "--from takes puzzles as they are: --{option}, from an option, the environment, the job or its profile, says how to make some, so leave one of them out (--scheme gives a profile's levels, and factory take --where picks by clues and ratings)"
    )]
    NothingToMake {
        /// The name of the option, without its dashes.
        option: &'static str,
    },
    /// An option that must be at least 1 is 0.
    #[error("{option} is 0; it must be at least 1")]
    Zero {
        /// The option's name.
        option: String,
    },
    /// The number of threads is above [`MOST_THREADS`].
    #[error("--threads {0} is more than {MOST_THREADS}; one per processor is best")]
    TooManyThreads(usize),
    /// The number of packs is above [`MOST_PACKS`], or so large that the quotas of all packs together exceed 64 bits.
    #[error(
        "--packs {0} is too many: at most {MOST_PACKS}, and all their puzzles must be countable"
    )]
    TooManyPacks(u64),
    /// `--exhaust` is set without `--count`.
    #[error("--exhaust goes on to --count, which is not given")]
    ExhaustWithoutCount,
    /// No scheme has this name.
    #[error("no scheme is called {name:?}; the schemes are {known}")]
    UnknownScheme {
        /// The requested name.
        name: String,
        /// The names of all known schemes.
        known: String,
    },
    /// A scheme's numbers contradict one another.
    #[error("scheme {name:?} makes no sense")]
    BadScheme {
        /// The name of the scheme.
        name: String,
        /// The error in the scheme.
        source: SchemeError,
    },
    /// No technique ladder has this name.
    #[error("no ladder is called {name:?}; the ladders are {known}")]
    UnknownLadder {
        /// The requested name.
        name: String,
        /// The names of all known ladders.
        known: String,
    },
    /// A technique ladder can't be used.
    #[error("ladder {name:?}: {problem}")]
    BadLadder {
        /// The name of the ladder.
        name: String,
        /// The problem with the ladder.
        problem: String,
    },
    /// A technique that every puzzle of the job must use is not in the ladder.
    #[error("ladder {ladder} does not have {}, so no puzzle takes it", .technique.key())]
    NotInLadder {
        /// The technique.
        technique: Technique,
        /// The name of the ladder.
        ladder: String,
    },
    /// A scheme file does not describe a valid scheme.
    #[error("{}", path.display())]
    SchemeFile {
        /// The scheme file.
        path: PathBuf,
        /// The error in the file.
        source: Box<ConfigError>,
    },
    /// No built-in scheme has the name in the key `like` of a scheme.
    #[error("scheme {name:?}: like takes a built-in scheme")]
    UnlikeAnything {
        /// The name of the scheme.
        name: String,
        /// The error about the value of `like`.
        source: UnknownScheme,
    },
    /// A quota is set for a level that the scheme does not have.
    #[error(transparent)]
    UnknownLevel(#[from] UnknownLevel),
    /// The seed policy contradicts the setting of the seed.
    #[error("seed-policy {policy:?} and {said}: leave one of them out")]
    SeedPolicy {
        /// The seed policy.
        policy: &'static str,
        /// The words `no seed` or `a seed`, for the message.
        said: &'static str,
    },
    /// `keep` is set, but the pack's name is not a pattern that identifies old packs, or there is no ledger to record
    /// which puzzles were shipped.
    #[error("keep deletes old packs: it needs {0}")]
    Keep(&'static str),
    /// The condition after `--where` can't be parsed.
    #[error("--where, {0}")]
    BadCondition(SelectError),
    /// No puzzle can pass the filters.
    #[error(transparent)]
    Impossible(#[from] ImpossibleRequirements),
    /// No puzzle of a certain level can pass the filters, and the job sets the same quota for every level.
    #[error("{0}; name the levels wanted with --level NAME=N")]
    ImpossibleOfEach(ImpossibleRequirements),
    /// A number is too large for TOML.
    #[error("these settings cannot be written as TOML: {0}")]
    NoToml(String),
    /// Ratings by both versions of the Sudoku Explainer table are requested.
    #[error("a puzzle has one rating of Sudoku Explainer: ask for se (SE 1.2.1) or for se-1.18.1")]
    TwoTables,
    /// No rating has this name.
    #[error("no rating is called {name:?}; the ratings are {known}, or all")]
    UnknownRating {
        /// The requested name.
        name: String,
        /// The names of all known ratings.
        known: String,
    },
    /// No profile has this name.
    #[error(
        "no profile is called {name:?}; the profiles are {known}, and those in config/profiles where you start the program"
    )]
    UnknownProfile {
        /// The requested name.
        name: String,
        /// The names of the built-in profiles.
        known: String,
    },
    /// A profile names another profile.
    #[error("profile {0:?} names a profile itself; only job files, the environment and flags do")]
    NestedProfile(String),
    /// A table `[[mix]]` has a share or a number of tries that is out of range.
    #[error("every [[mix]] needs a share of 1 or more, and 1 to {MOST_TRIES} tries")]
    BadMix,
    /// The dig plan contradicts itself, so no puzzle can be dug with it.
    #[error(transparent)]
    BadPlan(#[from] PlanError),
    /// The number of seed cells for the Las Vegas method is 0, or so large that random cells can rarely be completed
    /// to a grid.
    #[error("--seed-cells {0} is outside 1..{most}: with more random cells a pattern is rarely solvable", most = Method::MOST_SEED_CELLS)]
    SeedCells(u8),
    /// The pack's name is not allowed: it is not a plain folder name, or could be taken for an unfinished pack's
    /// name.
    #[error(
        "{name:?} cannot name a pack: it must be a single folder name of letters, digits, '-', '_' and '.', not starting with '.' or '-' and not ending in .part"
    )]
    BadName {
        /// The requested name.
        name: String,
    },
}

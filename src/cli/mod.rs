//! The command line: turns options into a job, and an error into one line and an exit code. Most commands have a
//! file of their own. Only this module uses clap and anyhow.

mod agree;
mod bench;
mod book;
mod book_puzzles;
mod calendar;
mod calendar_pages;
mod calendar_puzzles;
mod canon;
mod canon_layout;
mod config;
mod convert;
mod convert_layout;
mod cover;
mod cover_look;
mod daemon;
mod delivery;
mod environment;
mod errors;
mod estimate;
mod export;
mod export_layout;
mod extend;
mod features;
mod file_set;
mod filter_args;
mod fingerprint;
mod hint;
mod input_list;
mod inputs;
mod layout_list;
mod ledger;
mod ledger_text;
mod list;
mod make;
mod make_args;
mod merge;
mod metrics;
mod names;
mod pack_paths;
mod packs_report;
mod pairs;
mod picture_args;
mod plan;
mod player;
mod preflight;
mod puzzle_ids;
mod rate;
mod rate_layout;
mod rated_list;
mod report;
mod select_args;
mod series;
mod shard;
mod shells;
mod shipping;
mod show;
mod show_layout;
mod shuffle;
mod sign;
mod signatures;
mod solve;
mod stats;
mod stats_layout;
mod status;
mod study;
mod take;
mod technique_path;
mod verify;
mod words;

pub use crate::exit::Exit;
pub use errors::exit_of;
pub use puzzle_ids::PuzzleIds;

use crate::line::outlive_size_limit;
use crate::solve::search::BackEnd;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use make_args::MakeArgs;
use std::env;
use std::time::SystemTime;

/// Makes Sudoku puzzles by the hundred thousand, grades each one the way a person would solve it,
/// and writes balanced packs of five levels.
#[derive(Debug, Parser)]
#[command(
    name = "factory",
    version,
    args_conflicts_with_subcommands = true,
    after_help = AFTER_HELP,
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    make: MakeArgs,
    /// Vector instructions that the search uses: portable, sse2, avx2 or avx512 [default: the best that this
    /// processor has]
    #[arg(long, value_name = "NAME", env = "FACTORY_BACKEND", global = true, hide = true, value_parser = back_end)]
    backend: Option<BackEnd>,
}

/// Parses the name of a back end, and refuses a back end that this processor does not support.
fn back_end(name: &str) -> Result<BackEnd, String> {
    let names = || BackEnd::ALL.map(BackEnd::name).join(", ");
    let found = BackEnd::ALL.into_iter().find(|it| it.name() == name);
    let found = found.ok_or_else(|| format!("the back-ends are {}", names()))?;
    match found.is_here() {
        true => Ok(found),
        false => Err("this processor does not have it".to_owned()),
    }
}

const AFTER_HELP: &str = "\
Examples:
  factory --count 100000 --per-level 2000     the main job: five balanced levels
  factory --per-level 50 --symmetry rotate180 --seed 7
  factory verify output/sudoku-7              check every puzzle of a pack
  factory show output/sudoku-7 --level hard --limit 2
  factory rate --steps puzzles.txt            how a person solves each puzzle

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but puzzles are missing or inputs were refused;
4 verify found something wrong; 65 damaged or conflicting data; 66 shards are missing; 70 a bug;
75 try again later (disk full, locked); 130/143 interrupted: run the same command again to continue.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the main job, which makes packs of puzzles; the word `make` can be left out
    Make(MakeArgs),
    /// Rate puzzles: print the difficulty D, the level and how often each rating rule is used, or print the whole
    /// solving path
    Rate(rate::RateArgs),
    /// Give a hint for a puzzle or any state of play, from a nudge to a full explanation
    Hint(hint::HintArgs),
    /// Solve puzzles and count their solutions
    Solve(solve::SolveArgs),
    /// Print the canonical form and id that a puzzle shares with all its turned, shuffled and
    /// relabelled copies
    #[command(visible_alias = "canonicalize")]
    Canon(canon::CanonArgs),
    /// Make random copies of puzzles: turned, mirrored, shuffled and relabelled
    Shuffle(shuffle::ShuffleArgs),
    /// Write lists of puzzles in another format
    Convert(convert::ConvertArgs),
    /// Write packs in another format
    Export(export::ExportArgs),
    /// Make a print-ready book from the puzzles of packs
    Book(book::BookArgs),
    /// Make the cover of a book: back, spine and front on one sheet
    Cover(cover::CoverArgs),
    /// Make all volumes and covers of a series from its manifest
    Series(series::SeriesArgs),
    /// Make a newspaper's puzzle of the day: a page, a picture and a text for each date
    Calendar(calendar::CalendarArgs),
    /// Check a PDF against the requirements of a print shop
    Preflight(preflight::PreflightArgs),
    /// Check every puzzle of one or more packs
    Verify(verify::VerifyArgs),
    /// Sign packs with a secret key, or make a key pair; `verify --key` and minisign check the signatures
    Sign(sign::SignArgs),
    /// Draw puzzles, or summarize packs
    Show(show::ShowArgs),
    /// Make a new, longer version of a pack, the same as a single longer run would have made
    #[command(visible_alias = "continue")]
    Extend(extend::ExtendArgs),
    /// Copy chosen puzzles of packs into a new pack; the old packs stay as they are
    #[command(visible_alias = "select")]
    Take(take::TakeArgs),
    /// Count the puzzles of packs by level, difficulty, clues and techniques
    Stats(stats::StatsArgs),
    /// Query and maintain the record of published and shipped puzzles
    Ledger(ledger::LedgerArgs),
    /// Run the server, which runs scheduled jobs, keeps stocks of puzzles full and answers HTTP requests
    Daemon(daemon::DaemonArgs),
    /// List the names of rules, levels, schemes, formats and other things that options accept, one name per line
    List(names::NamesArgs),
    /// Print the settings that the main job would have with these options, and where each value comes from
    Config(MakeArgs),
    /// Compare two lists of ratings of the same puzzles
    #[command(visible_alias = "compare")]
    Agree(agree::AgreeArgs),
    /// Model a player: estimate solving times, or check whether a log comes from an honest game
    Player(player::PlayerArgs),
    /// Show the command that now makes the tables of the papers; in older releases, this command made them
    #[command(hide = true)]
    Study(study::StudyArgs),
    /// Measure how fast this machine is (by default for ten seconds)
    Bench(bench::BenchArgs),
    /// Divide a job into shards for many machines
    Plan(plan::PlanArgs),
    /// Make one shard of a planned run
    Shard(shard::ShardArgs),
    /// Merge all shards of a run into the pack that one process would have made
    Merge(merge::MergeArgs),
    /// List the finished and the missing shards of a run
    Status(status::StatusArgs),
    /// Print a checksum of the puzzles of a small fixed job; two versions of the program with equal checksums make
    /// equal puzzles
    Fingerprint,
    /// Print completions for a shell
    Completions(shells::CompletionsArgs),
    /// Print the manual page
    Man,
}

/// Runs the program with the arguments of the process, and returns its exit code. Every error is printed
/// before this function returns.
pub fn run() -> Exit {
    let checked = environment::check(&Cli::command())
        .and_then(|()| environment::check_clock(SystemTime::now()))
        .and_then(|()| Ok(outlive_size_limit()?));
    if let Err(error) = checked {
        return errors::report(&error);
    }
    let parsed = Cli::command()
        .try_get_matches_from(words::with_form_of_steps(env::args_os()))
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return errors::usage(&error),
    };
    if let Some(back_end) = cli.backend {
        back_end.choose();
    }
    let ended = match cli.command {
        None => make::run(cli.make, Cli::command),
        Some(Command::Make(args)) => make::run(args, Cli::command),
        Some(Command::Rate(args)) => rate_layout::run(&args),
        Some(Command::Hint(args)) => hint::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Canon(args)) => canon_layout::run(&args),
        Some(Command::Shuffle(args)) => shuffle::run(&args),
        Some(Command::Convert(args)) => convert_layout::run(&args),
        Some(Command::Export(args)) => export_layout::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Cover(args)) => cover::run(&args),
        Some(Command::Series(args)) => series::run(&args),
        Some(Command::Calendar(args)) => calendar::run(&args),
        Some(Command::Preflight(args)) => preflight::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Sign(args)) => sign::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Extend(args)) => extend::run(&args),
        Some(Command::Take(args)) => take::run(&args),
        Some(Command::Stats(args)) => stats_layout::run(&args),
        Some(Command::Ledger(args)) => ledger::run(&args),
        Some(Command::Daemon(args)) => daemon::run(&args),
        Some(Command::List(args)) => names::run(&args),
        Some(Command::Config(args)) => config::run(args, matches.subcommand_matches("config")),
        Some(Command::Agree(args)) => agree::run(&args),
        Some(Command::Player(args)) => player::run(&args),
        Some(Command::Study(args)) => study::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Plan(args)) => plan::run(args, matches.subcommand_matches("plan")),
        Some(Command::Shard(args)) => shard::run(&args),
        Some(Command::Merge(args)) => merge::run(args),
        Some(Command::Status(args)) => status::run(&args),
        Some(Command::Fingerprint) => fingerprint::run(),
        Some(Command::Completions(args)) => shells::completions(&args, &mut Cli::command()),
        Some(Command::Man) => shells::man(Cli::command()),
    };
    ended.unwrap_or_else(|error| errors::report(&error))
}

//! Contains all integration tests in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy.toml's leave is for test functions, not their helpers

use proptest::prelude::ProptestConfig;

/// Multiplies the cases of all properties: `FACTORY_CASES`, which `.ci/long` sets, or 1.
fn cases_times() -> u32 {
    let set = std::env::var("FACTORY_CASES");
    set.map_or(1, |times| times.parse().expect("FACTORY_CASES is a number"))
}

/// So many cases of a property, or as many times more as [`cases_times`] says.
fn cases(number: u32) -> ProptestConfig {
    ProptestConfig::with_cases(number * cases_times())
}

/// How far two ratings agree.
mod agreeing;
/// Boards of any size as text, and solving them.
mod any_size;
/// Rooms, imports, lengths of files and functions.
mod architecture;
/// Pages of books: no overlapping words, large print, and the contents of pages.
mod book_layout;
mod book_marks;
/// Canonical forms against brute force, known counts, whole collections.
mod canonical;
/// Circles of imports between files.
mod circles;
/// What people type and see.
mod commands;
/// Every command of the cookbook.
mod cookbook;
/// Covers of books.
mod covers;
/// Full grids: legal, random, stable.
mod creating;
/// Schedules and shelves by a clock that is set.
#[cfg(feature = "serve")]
mod daemon;
/// The server in an empty folder.
#[cfg(feature = "serve")]
mod daemon_first;
/// The obstacles that the server reports.
#[cfg(feature = "serve")]
mod daemon_health;
/// Failed jobs, ended jobs, and packs of which nothing is left.
#[cfg(feature = "serve")]
mod daemon_jobs;
/// The daemon's process: signals, kills, systemd, the shop.
#[cfg(feature = "serve")]
mod daemon_process;
/// SQLite databases, JSON documents, solving paths in little room.
mod databases;
/// Digs equal one-by-one removal; symmetry, clue ranges, both judges.
mod digging;
/// Figures and facts in documents, made again.
mod documents;
/// Sudoku Explainer's numbers, everywhere a rating can be.
mod explaining;
/// Which puzzles exports choose, and training sets.
mod export_choice;
/// Where exports are written: files, folders, links, full disks.
mod export_files;
/// Formats of other programs: what they say of a puzzle.
mod exporting;
/// Running the program and looking at what it says and writes.
mod factory;
/// Filters that nothing can pass.
mod filter_refusals;
/// Packs of puzzles that pass filters.
mod filtered_packs;
/// Which rules a puzzle must take, must not take, or cannot do without.
mod filters;
/// Packs and journals that older versions left.
mod formats;
/// Packs of puzzles that were made elsewhere or before.
mod from_anywhere;
mod front;
/// The four searches of Jiang 2018, and Stuart's levels.
mod fused;
/// Lists of names, the effective job, estimates, and words of warning.
mod helping;
/// Hints and steps of the human ladder.
mod hinting;
/// Every path, every refusal.
#[cfg(feature = "serve")]
mod http;
/// What clients may leave out, page through, keep, and find again.
#[cfg(feature = "serve")]
mod http_api;
/// Real connections: events, and slow clients that don't block others.
#[cfg(feature = "serve")]
mod http_connections;
/// Hints over HTTP.
#[cfg(feature = "serve")]
mod http_hints;
/// Limits, and who is beyond them.
#[cfg(feature = "serve")]
mod http_limits;
/// Rules and dashboard against the metrics that there are.
#[cfg(feature = "serve")]
mod http_metrics;
/// Packs over HTTP, and nothing else of the disk.
#[cfg(feature = "serve")]
mod http_packs;
/// Puzzles to play over HTTP.
#[cfg(feature = "serve")]
mod http_play;
/// Codes of problems, and what each refusal says.
#[cfg(feature = "serve")]
mod http_problems;
/// Formats of other programs, in: round trips, foreign files, hostile ones.
mod importing;
/// Settings from files, environment and flags.
mod job_files;
/// Remains of kills, existing files, standard output and devices.
mod kills;
/// Ratings by technique, ladders as data, and levels by bands.
mod ladders;
mod layouts;
/// Never the same puzzle twice, whatever is killed, damaged or run at once.
mod ledger;
/// Damaged ledgers, older copies, strange files.
mod ledger_damage;
/// Whatever becomes of the filter, what is known is known.
mod ledger_formats;
/// Every column of the database that can be compared with other data.
mod ledger_proof;
/// Shipped with the files that hold it, never twice, found again.
mod ledger_shipping;
/// Lists with something around their puzzles.
mod lenient;
/// Blanks, freedom, clue counts: the papers' numbers, and speed.
mod looks;
/// Patterns, digits, minimal puzzles: looks that are asked for.
mod looks_wanted;
/// Boxes, weeks and tables of calendars.
mod newspapers;
/// Seeds of nights, old packs, metrics.
mod nightly;
/// Words and fonts of the user's own in books and calendars.
mod own_words;
/// Frames, damaged and hostile files.
mod packing;
/// Several packs by one run.
mod packs;
/// Pages of the documentation and their tables.
mod pages;
/// Pictures in pairs, and style sheets.
mod pairs;
/// Puzzles and solutions as pictures of their own.
mod pictures;
/// The player of Wang 2009: its numbers, logs, simulated games, minutes.
mod player;
/// Pictures of packs, and how far levels overlap.
mod portraits;
/// Books and pictures: pages, shops, the reader.
mod printing;
/// Profiles, the scheme of people who print, steering.
mod profiles;
/// What lies beside packs, longer runs, puzzles made again.
mod proving;
/// QQWing's levels and HoDoKu's scores.
mod raters;
/// Worked examples, soundness, level shares, replayed paths.
mod rating;
/// Every command of the README, in its order.
mod readme;
/// Digs with limits for rows, and their layouts.
mod row_limits;
/// What a run says, and how it ends.
mod run_reports;
/// Same bytes for any threads, kills, full disks.
mod runs;
/// The SAT form says just what the puzzle says.
mod sat_form;
/// What schemes cut into which levels.
mod schemes;
/// Books for tablets and readers of EPUB.
mod screens;
/// Conditions, orders and counts; taking and counting what they choose.
mod selecting;
/// Series of volumes.
mod series;
/// Puzzle sets.
mod sets;
/// Shards on many machines, and a pack with the bytes of one process.
mod shards;
mod shards_ledger;
/// Shards that a merge refuses, and what it says.
mod shards_refused;
mod shards_stored;
/// Sizes and page counts that shops take, weeks, scripts that cannot be set.
mod shops;
/// Files under thirty lines, each with its reason.
mod short_files;
/// Puzzles turned, relabelled and known again.
mod shuffling;
/// Every judge against the naive oracle, and the puzzle sets.
mod solving;
/// The source of all crates, parsed.
mod source;
/// Puzzles looked at and taken, at most once, whatever is killed.
mod stock;
/// Kills while puzzles are handed out.
mod stock_kills;
/// A level's file that is another pack's: no reader uses it.
mod swapped;
/// Boards as text, in and out.
mod text_forms;
/// What verify must find.
mod verifying;
/// Pages that teach: worked puzzles, examples of techniques, hints.
mod worked;

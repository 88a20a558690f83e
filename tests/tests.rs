//! Contains all integration tests of the factory in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy.toml's leave is for test functions, not their helpers

use proptest::prelude::ProptestConfig;

/// Returns the factor for the number of cases of all property tests: `FACTORY_CASES`, which `.ci/long` sets, or
/// 1.
fn cases_times() -> u32 {
    let set = std::env::var("FACTORY_CASES");
    set.map_or(1, |times| times.parse().expect("FACTORY_CASES is a number"))
}

/// Returns the settings of a property test with this number of cases, multiplied by [`cases_times`].
fn cases(number: u32) -> ProptestConfig {
    ProptestConfig::with_cases(number * cases_times())
}

/// Measures of how far two ratings agree.
mod agreeing;
/// Boards of any size as text, and solving such boards.
mod any_size;
/// Rules of the source: imports between modules, and lengths of files and functions.
mod architecture;
/// Pages of books: no overlapping words, large print, and the contents of pages.
mod book_layout;
mod book_marks;
/// Canonical forms against brute force, against known numbers, and on whole collections.
mod canonical;
/// Cycles of imports between files.
mod circles;
/// The commands that people type, and the output that they see.
mod commands;
/// Every command of the cookbook.
mod cookbook;
/// Covers of books.
mod covers;
/// Full grids: they obey the rules, are random, and never change for a seed.
mod creating;
/// The server's schedules and shelves, with a clock that the test sets.
#[cfg(feature = "serve")]
mod daemon;
/// The server in an empty folder.
#[cfg(feature = "serve")]
mod daemon_first;
/// The obstacles that the server reports.
#[cfg(feature = "serve")]
mod daemon_health;
/// Jobs of the server that failed or ended, and packs of which no puzzle is left.
#[cfg(feature = "serve")]
mod daemon_jobs;
/// The server in its own process: signals, kills, systemd, taking puzzles over HTTP.
#[cfg(feature = "serve")]
mod daemon_process;
/// Exports as SQLite databases, JSON documents and solving paths; a large database is written with little memory.
mod databases;
/// The review of dependencies against manifests and lock files.
mod dependencies;
/// Digs against one-by-one removal, symmetry, ranges of clue counts, and both checks for a single solution.
mod digging;
/// Figures and facts in documents, computed again.
mod documents;
/// Sudoku Explainer's ratings in packs, outputs, conditions and sort orders.
mod explaining;
/// The choice of puzzles for an export, and training sets.
mod export_choice;
/// The places that exports are written to: files, folders, links, full disks.
mod export_files;
/// Exports in formats of other programs.
mod exporting;
/// Helpers that run the program and check its output.
mod factory;
/// Packs and lists of jigsaws, and of puzzles with marks for even and odd.
mod features;
/// Jigsaws and puzzles with even and odd cells in ledgers, shards, choices and calendars.
mod features_in_packs;
/// Filters that no puzzle can pass.
mod filter_refusals;
/// Packs of puzzles that pass their filters.
mod filtered_packs;
/// Filters by the rules that a puzzle must use, must not use, or needs.
mod filters;
/// Packs and journals of older versions.
mod formats;
/// Packs of puzzles that were made elsewhere or earlier.
mod from_anywhere;
mod front;
/// The four searches of Jiang 2018, and Stuart's levels.
mod fused;
/// Lists of names, the effective job, estimates, and warnings.
mod helping;
/// Hints and steps of the technique ladder.
mod hinting;
/// PDFs that claim or repeat too much.
mod hostile_pdfs;
/// Puzzles over HTTP: every path and every refusal.
#[cfg(feature = "serve")]
mod http;
/// Values that HTTP clients may leave out, pages of lists, copies that clients keep.
#[cfg(feature = "serve")]
mod http_api;
/// Real connections: events, and slow clients that don't block others.
#[cfg(feature = "serve")]
mod http_connections;
/// Hints over HTTP.
#[cfg(feature = "serve")]
mod http_hints;
/// Limits of the HTTP server, and clients that exceed them.
#[cfg(feature = "serve")]
mod http_limits;
/// Alert rules and dashboard against the metrics of the server.
#[cfg(feature = "serve")]
mod http_metrics;
/// Packs over HTTP, and no other files of the disk.
#[cfg(feature = "serve")]
mod http_packs;
/// Puzzles to play over HTTP.
#[cfg(feature = "serve")]
mod http_play;
/// Codes of problems, and the texts of refusals.
#[cfg(feature = "serve")]
mod http_problems;
/// Reading formats of other programs: exports that come back, foreign files, malicious files.
mod importing;
/// Settings from files, from the environment and from options.
mod job_files;
/// Remains of kills, existing files, standard output and devices.
mod kills;
/// Ratings by technique, ladders as data, and levels by bands.
mod ladders;
/// Calendars of layouts.
mod layout_calendars;
/// Ledgers of packs of layouts.
mod layout_ledger;
/// Lists and choices of puzzles of layouts.
mod layout_lists;
mod layout_output;
/// Packs of layouts on the server.
#[cfg(feature = "serve")]
mod layout_server;
/// Shards of jobs of layouts.
mod layout_shards;
mod layouts;
/// The ledger: no puzzle is published twice, in spite of kills, damage and simultaneous runs.
mod ledger;
/// Damaged ledgers, older copies, and files that are not ledgers.
mod ledger_damage;
/// Ledgers of every older format.
mod ledger_formats;
/// Every column of the database that can be compared with other data.
mod ledger_proof;
/// Records of shipped puzzles, written with the files that hold the puzzles.
mod ledger_shipping;
/// Lists with other text around their puzzles.
mod lenient;
/// Random sequences of commands in a folder with a ledger, compared with a model.
mod lives;
/// Blanks, freedom and clue counts, against the numbers in the sources.
mod looks;
/// Requests for patterns, digits and minimal puzzles.
mod looks_wanted;
/// Calendar pages for newspapers.
mod newspapers;
/// Jobs that run every night: seeds, old packs, metrics.
mod nightly;
/// Texts and fonts of the user's own in books and calendars.
mod own_words;
/// Packs as files: frames, damaged and malicious files.
mod packing;
/// Several packs from one run.
mod packs;
/// Readers of the documentation's pages and their tables.
mod pages;
/// Pairs of pictures, and style sheets.
mod pairs;
/// Puzzles and solutions as separate pictures.
mod pictures;
/// The player of Wang 2009: its numbers, logs, simulated games, minutes.
mod player;
/// Charts of packs, and the overlap of levels.
mod portraits;
/// Books and pictures: pages, print shops, the PDF reader.
mod printing;
/// Profiles, the scheme `logic`, and mixes.
mod profiles;
/// Files beside packs, longer runs, and puzzles that are made again.
mod proving;
/// QQWing's levels and HoDoKu's scores.
mod raters;
/// Ratings by Wu 2012: worked examples, soundness, level shares, replayed paths.
mod rating;
/// Every command in README.md and docs/commands.md, in order.
mod readme;
/// Digs with limits on the clues of each row, and layouts of the clues.
mod row_limits;
/// The messages of a run, and its exit codes.
mod run_reports;
/// Runs make the same bytes for any number of threads, after kills and after full disks.
mod runs;
/// The SAT form of a puzzle has exactly the puzzle's solutions.
mod sat_form;
/// Schemes, which divide ratings into levels.
mod schemes;
/// Books for tablets and EPUB readers.
mod screens;
/// Conditions, sort orders and counts, and commands that use the puzzles so chosen.
mod selecting;
/// Series of books in several volumes.
mod series;
/// Readers of the puzzle sets.
mod sets;
/// Shards that are made on many machines, and merged into the same pack as that of one process.
mod shards;
mod shards_checked;
mod shards_folders;
mod shards_ledger;
/// Shards that a merge refuses, and its messages.
mod shards_refused;
mod shards_stored;
/// Sizes and page counts that print shops accept, the levels of a week, and texts that can't be set.
mod shops;
/// Files shorter than thirty lines, each with a reason.
mod short_files;
/// Puzzles that are turned and relabelled, and recognized afterwards.
mod shuffling;
/// Signatures of packs, and keys.
mod signing;
/// Every judge against a naive reference solver, and on the puzzle sets.
mod solving;
/// The parsed source of all crates.
mod source;
/// Puzzles in stock: looked at any number of times, taken only once.
mod stock;
/// Kills of a process that hands out puzzles.
mod stock_kills;
/// A pack in which one level's file is that of another pack, which every command refuses.
mod swapped;
/// Pictures in place of digits.
mod symbols;
/// Reading and writing boards as text.
mod text_forms;
/// Second opinions on packs.
mod thorough;
/// The faults that `verify` must find.
mod verifying;
/// Pages that teach: worked puzzles, examples of techniques, hints.
mod worked;

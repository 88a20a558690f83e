//! All integration tests, in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy.toml's leave is for test functions, not their helpers

/// Rooms, imports, lengths of files and functions.
mod architecture;
/// Canonical forms against brute force, known counts, whole collections.
mod canonical;
/// What people type and see.
mod commands;
/// Full grids: legal, random, stable.
mod creating;
/// Digs equal one-by-one removal; symmetry, clue ranges, both judges.
mod digging;
/// Formats of other programs; canon, shuffle and convert.
mod exporting;
/// Running the program and looking at what it says and writes.
mod factory;
/// Settings from files, environment and flags.
mod job_files;
/// Frames, damaged and hostile files.
mod packing;
/// Ratings as other programs give them.
mod raters;
/// Worked examples, soundness, level shares, replayed paths.
mod rating;
/// Same bytes for any threads, kills, full disks.
mod runs;
/// Every judge against the naive oracle, and the puzzle sets.
mod solving;
/// Boards as text, in and out.
mod text_forms;
/// What verify must find.
mod verifying;

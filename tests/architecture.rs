//! The rooms and who may know whom, read from the source itself. When a better cut is found, the
//! table moves in the same change.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may import.
const ROOMS: &[(&str, &[&str])] = &[
    ("disk", &[]),
    ("seed", &[]),
    ("grid", &[]),
    ("import", &["grid"]),
    ("solve", &["grid"]),
    ("create", &["grid", "seed", "solve"]),
    ("dig", &["grid", "seed", "solve"]),
    ("rate", &["seed", "grid", "solve"]),
    ("bucket", &["grid", "dig", "rate"]),
    ("filter", &["grid", "dig", "rate", "bucket"]),
    (
        "config",
        &["seed", "grid", "create", "dig", "rate", "bucket", "filter"],
    ),
    (
        "pack",
        &["disk", "grid", "rate", "bucket", "config", "dig", "filter"],
    ),
    ("select", &["grid", "rate", "bucket", "filter", "pack"]),
    (
        "verify",
        &[
            "grid", "dig", "pack", "rate", "bucket", "filter", "config", "solve",
        ],
    ),
    (
        "line",
        &[
            "disk", "seed", "grid", "import", "solve", "create", "dig", "rate", "bucket", "filter",
            "config", "pack", "verify",
        ],
    ),
    ("ledger", &["disk", "grid", "config", "pack", "line"]),
    (
        "stock",
        &["disk", "grid", "bucket", "config", "pack", "ledger"],
    ),
    (
        "shard",
        &["disk", "seed", "bucket", "config", "pack", "line"],
    ),
    ("print", &["grid", "rate", "pack"]),
    ("export", &["grid", "rate", "pack", "print"]),
    ("player", &["seed", "grid", "solve", "rate"]),
    ("agreement", &[]),
    ("chart", &[]),
    ("stats", &["grid", "rate", "bucket", "pack", "chart"]),
    (
        "speed",
        &[
            "seed", "grid", "solve", "create", "dig", "rate", "config", "line",
        ],
    ),
    (
        "daemon",
        &[
            "disk", "grid", "dig", "solve", "rate", "bucket", "config", "pack", "select", "line",
            "ledger", "stock", "export", "print", "stats",
        ],
    ),
    (
        "cli",
        &[
            "agreement",
            "chart",
            "disk",
            "seed",
            "speed",
            "stats",
            "grid",
            "solve",
            "create",
            "dig",
            "rate",
            "bucket",
            "config",
            "pack",
            "verify",
            "line",
            "ledger",
            "shard",
            "import",
            "export",
            "select",
            "player",
            "print",
            "stock",
            "daemon",
            "filter",
        ],
    ),
];

/// Outside crates with the places that may name them.
const CRATES: &[(&str, &[&str])] = &[
    ("anyhow", &["cli", "papers/main"]),
    ("axum", &["daemon/http", "daemon/page"]),
    ("bincode", &["pack/codec"]),
    (
        "blake3",
        &[
            "seed",
            "grid",
            "pack",
            "line",
            "export/split",
            "verify",
            "ledger",
            "print/pdf",
            "shard",
            "stock",
            "daemon",
        ],
    ),
    ("clap", &["cli", "papers/main"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("comfy_table", &["cli"]),
    ("crc32fast", &["pack/frame", "print/png", "ledger"]),
    ("croner", &["daemon/schedule"]),
    ("crossbeam_channel", &["line"]),
    (
        "csv",
        &["export/tables", "import/loose_rows", "import/table"],
    ),
    // Their rooms have the names of modules here: `crate::pack`.
    ("factory_pipeline", &["lib", "papers"]),
    ("factory_print", &["lib", "papers"]),
    ("flate2", &["speed/famous", "print", "papers"]),
    ("getrandom", &["disk", "line"]),
    ("http_body", &["daemon/http"]),
    ("hyper", &["daemon/http"]),
    ("hyper_util", &["daemon/http"]),
    ("indicatif", &["line/progress"]),
    (
        "jiff",
        &[
            "config", "line", "ledger", "stock", "print", "daemon", "cli",
        ],
    ),
    ("lz_str", &["export/links", "import/links"]),
    ("object_store", &["shard/cloud"]),
    ("parquet", &["export/parquet_file"]),
    ("pdf_writer", &["print/pdf"]),
    ("qrcodegen", &["print"]),
    ("quick_xml", &["export/opensudoku", "import/opensudoku"]),
    ("rand_xoshiro", &["seed"]),
    ("rayon", &["line", "verify"]),
    // A database that is exported is one of SQLite's, as the ledger is.
    ("rusqlite", &["ledger", "export/sqlite"]),
    ("rustix", &["line/space", "ledger/schema"]),
    ("sd_notify", &["daemon/notify"]),
    ("serde", EVERYWHERE),
    (
        "serde_json",
        &[
            "pack",
            "line",
            "ledger",
            "import",
            "export",
            "player/log",
            "shard",
            "stock/takes",
            "daemon",
            "cli",
        ],
    ),
    ("sha1", &["export/exchange"]),
    ("signal_hook", &["line/stop", "daemon/signals"]),
    (
        "strsim",
        &[
            "rate/nearest",
            "config/values",
            "cli/environment",
            "pack/missing",
        ],
    ),
    ("subsetter", &["print/pdf"]),
    ("sudoku_engine", &["lib", "papers"]),
    // A database grows in a temporary file: it isn't written from its beginning to its end.
    ("tempfile", &["export/sqlite"]),
    ("thiserror", EVERYWHERE),
    ("tiny_skia", &["print/png"]),
    ("tokio", &["daemon", "shard/cloud"]),
    (
        "toml",
        &[
            "config/settings",
            "config/effective",
            "player/rates",
            "rate/minutes/model",
            "print",
        ],
    ),
    ("tower_service", &["daemon/http"]),
    ("tracing", &["daemon"]),
    ("tracing_subscriber", &["daemon/log"]),
    ("ttf_parser", &["print"]),
    ("unicode_script", &["print/scripts"]),
];

/// For crates that say how things are written and not what is done.
const EVERYWHERE: &[&str] = &[
    "disk", "seed", "grid", "import", "solve", "create", "dig", "rate", "bucket", "filter",
    "config", "pack", "verify", "line", "export", "cli", "select", "player", "ledger", "print",
    "shard", "stock", "daemon",
];

const LONGEST_FILE: usize = 500;
const LONGEST_FUNCTION: usize = 60;

/// A source file, with its path below `src` without the ending.
struct Source {
    place: String,
    text: String,
}

impl Source {
    fn room(&self) -> &str {
        self.place.split('/').next().unwrap_or_default()
    }

    /// The text up to the unit tests, which may use anything.
    fn product(&self) -> &str {
        self.text.split("#[cfg(test)]").next().unwrap_or_default()
    }
}

/// The crates of the workspace: the folder of the source, and what its files' places begin with.
const CRATE_FOLDERS: [(&str, &str); 5] = [
    ("crates/engine/src", ""),
    ("crates/pipeline/src", ""),
    ("crates/print/src", ""),
    ("src", ""),
    ("crates/papers/src", "papers/"),
];

fn sources() -> Vec<Source> {
    let folders = CRATE_FOLDERS.iter();
    folders
        .flat_map(|(folder, prefix)| sources_in(folder, prefix))
        .collect()
}

fn sources_in(folder: &str, prefix: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let place = |path: &Path| {
        let below = path.strip_prefix(&root).unwrap().with_extension("");
        format!("{prefix}{}", below.to_string_lossy().replace('\\', "/"))
    };
    files
        .iter()
        .map(|path| Source {
            place: place(path),
            text: fs::read_to_string(path).unwrap(),
        })
        .collect()
}

/// The names that follow `crate::` in code, the braces of `use crate::{a, b::c}` opened.
fn imported_rooms(code: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect()
    };
    for line in code.lines().filter(|l| !l.trim_start().starts_with("//")) {
        for (at, _) in line.match_indices("crate::") {
            let rest = &line[at + "crate::".len()..];
            if let Some(list) = rest.strip_prefix('{') {
                rooms.extend(list.split(',').map(|item| word(item.trim_start())));
            } else {
                rooms.insert(word(rest));
            }
        }
    }
    rooms.remove("");
    rooms
}

fn forbidden_imports(source: &Source) -> Vec<String> {
    let Some((room, allowed)) = ROOMS.iter().find(|(room, _)| *room == source.room()) else {
        return vec![format!(
            "{}: a room that the table does not list",
            source.place
        )];
    };
    imported_rooms(source.product())
        .into_iter()
        .filter(|import| import != room && !allowed.contains(&import.as_str()))
        .filter(|import| import.chars().next().is_some_and(char::is_lowercase))
        .map(|import| format!("{}: may not import {import}", source.place))
        .collect()
}

fn crates_outside_their_room(source: &Source) -> Vec<String> {
    let names = |text: &str, name: &str| {
        text.lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .any(|line| {
                line.contains(&format!("{name}::")) && !line.contains(&format!("_{name}::"))
            })
    };
    CRATES
        .iter()
        .filter(|(name, places)| {
            names(source.product(), name)
                && !places.iter().any(|place| {
                    source.place == *place || source.place.starts_with(&format!("{place}/"))
                })
        })
        .map(|(name, places)| format!("{}: {name} belongs in {places:?}", source.place))
        .collect()
}

/// Function lengths by indentation, which rustfmt makes reliable: from the line with `fn` to the
/// closing brace in the same column.
fn long_functions(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().collect();
    let is_function = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let function = words.iter().position(|word| *word == "fn");
        let before = ["pub", "pub(super)", "pub(crate)", "const", "unsafe"];
        function.is_some_and(|at| words[..at].iter().all(|word| before.contains(word)))
    };
    let mut long = Vec::new();
    for (start, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| is_function(line))
    {
        let indent = line.len() - line.trim_start().len();
        let closing = format!("{}}}", " ".repeat(indent));
        let length = lines[start..]
            .iter()
            .position(|l| **l == closing)
            .unwrap_or(0)
            + 1;
        if length > LONGEST_FUNCTION {
            long.push(format!(
                "{} line {}: {length} lines",
                source.place,
                start + 1
            ));
        }
    }
    long
}

#[test]
fn rooms_import_only_what_the_table_allows() {
    let inner = sources();
    let found: Vec<String> = inner
        .iter()
        .filter(|source| !["lib", "main", "papers"].contains(&source.room()))
        .flat_map(forbidden_imports)
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn outside_crates_stay_in_their_rooms() {
    let found: Vec<String> = sources()
        .iter()
        .flat_map(crates_outside_their_room)
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The dependencies of a manifest, as code names them.
fn dependencies(manifest: &str) -> Vec<String> {
    let from = manifest.split("[dependencies]").nth(1).unwrap();
    let section = from.split("\n[").next().unwrap();
    let lines = section.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| Some(line.split_once('=')?.0.trim().replace('-', "_")))
        .collect()
}

#[test]
fn every_dependency_has_its_row() {
    let manifests = [
        include_str!("../Cargo.toml"),
        include_str!("../crates/engine/Cargo.toml"),
        include_str!("../crates/pipeline/Cargo.toml"),
        include_str!("../crates/print/Cargo.toml"),
    ];
    let named: BTreeSet<String> = manifests.into_iter().flat_map(dependencies).collect();
    let listed: Vec<&str> = CRATES.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        Vec::from_iter(named),
        listed,
        "in the order of the alphabet"
    );
}

/// Others can depend on the engine without the factory's crates.
#[test]
fn the_engine_needs_few_crates() {
    let named = dependencies(include_str!("../crates/engine/Cargo.toml"));
    assert!(named.len() <= 8, "{named:?}");
}

#[test]
fn files_and_functions_can_be_seen_at_once() {
    let sources = sources();
    let mut found: Vec<String> = sources
        .iter()
        .map(|source| (source, source.text.lines().count()))
        .filter(|(_, lines)| *lines > LONGEST_FILE)
        .map(|(source, lines)| format!("{}: {lines} lines", source.place))
        .collect();
    found.extend(sources.iter().flat_map(long_functions));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_file_says_what_it_is() {
    let silent: Vec<String> = sources()
        .iter()
        .filter(|source| !source.text.starts_with("//!"))
        .map(|source| source.place.clone())
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn unsafe_code_stays_behind_its_fence() {
    let outside: Vec<String> = sources()
        .iter()
        .filter(|source| !source.place.starts_with("solve/simd"))
        .filter(|source| source.product().contains("unsafe "))
        .map(|source| source.place.clone())
        .collect();
    assert!(outside.is_empty(), "{outside:?}");
}

/// The checks above must be able to fail.
#[test]
fn offences_are_seen() {
    let offender = Source {
        place: "dig/offender".to_owned(),
        text: format!(
            "use crate::{{grid::Cell, line::Run}};\nuse rayon::prelude::*;\nfn long() {{\n{}}}\n",
            "    step();\n".repeat(LONGEST_FUNCTION)
        ),
    };
    assert_eq!(
        forbidden_imports(&offender),
        ["dig/offender: may not import line"]
    );
    assert_eq!(crates_outside_their_room(&offender).len(), 1);
    assert_eq!(long_functions(&offender).len(), 1);
}

//! Tests the rules for the source code by reading the source files. The main rule is a table of which modules may
//! import which others. If the modules are divided in a better way, this table must change, too.

use crate::source::{Source, sources};
use std::collections::{BTreeMap, BTreeSet};

/// Each module below `src` with the modules that it may import.
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
    ("layouts", &["grid", "seed", "solve", "rate", "bucket"]),
    ("record", &["grid", "rate", "bucket", "layouts"]),
    ("filter", &["grid", "dig", "rate", "bucket", "record"]),
    (
        "config",
        &[
            "seed", "grid", "create", "dig", "rate", "bucket", "filter", "record", "layouts",
        ],
    ),
    (
        "pack",
        &[
            "disk", "grid", "rate", "bucket", "record", "config", "dig", "filter",
        ],
    ),
    ("select", &["grid", "rate", "bucket", "filter", "pack"]),
    (
        "verify",
        &[
            "grid", "dig", "pack", "rate", "bucket", "filter", "config", "solve", "layouts",
        ],
    ),
    (
        "line",
        &[
            "disk", "seed", "grid", "import", "solve", "create", "dig", "rate", "bucket", "filter",
            "config", "pack", "verify", "layouts",
        ],
    ),
    ("exit", &["line"]),
    ("ledger", &["disk", "grid", "config", "pack", "line"]),
    ("scheduled_run", &["config", "ledger", "line"]),
    (
        "stock",
        &["disk", "grid", "bucket", "config", "pack", "ledger"],
    ),
    (
        "shard",
        &["disk", "seed", "bucket", "config", "pack", "line"],
    ),
    ("print", &["grid", "rate", "bucket", "pack"]),
    (
        "export",
        &["grid", "rate", "bucket", "pack", "select", "print"],
    ),
    ("player", &["seed", "grid", "solve", "rate"]),
    ("agreement", &[]),
    ("signing", &["pack"]),
    ("chart", &["print"]),
    (
        "stats",
        &["grid", "rate", "bucket", "pack", "print", "chart"],
    ),
    (
        "speed",
        &[
            "seed", "grid", "solve", "create", "dig", "rate", "config", "line",
        ],
    ),
    (
        "daemon",
        &[
            "disk",
            "grid",
            "dig",
            "solve",
            "rate",
            "bucket",
            "config",
            "pack",
            "select",
            "line",
            "exit",
            "ledger",
            "scheduled_run",
            "stock",
            "export",
            "print",
            "stats",
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
            "exit",
            "ledger",
            "scheduled_run",
            "shard",
            "import",
            "export",
            "select",
            "player",
            "print",
            "stock",
            "daemon",
            "filter",
            "layouts",
            "signing",
        ],
    ),
];

/// Each crate from outside the workspace, with the modules that may name it.
const CRATES: &[(&str, &[&str])] = &[
    ("anyhow", &["cli", "papers/main"]),
    ("axum", &["daemon/http", "daemon/page"]),
    ("bincode", &["record/codec"]),
    ("blake2b_simd", &["signing/key"]),
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
            "print/epub",
            "print/pdf",
            "shard",
            "daemon",
            "oracle",
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
        &[
            "export/layouts",
            "export/merge_table",
            "export/tables",
            "import/loose_rows",
            "import/table",
        ],
    ),
    ("ct_codecs", &["signing/key"]),
    // None of its code may check what it signed.
    ("ed25519_compact", &["signing/key"]),
    ("factory_bindings", &["web"]),
    // Their rooms have the names of modules here: `crate::pack`.
    ("factory_pipeline", &["lib", "papers", "bindings", "web"]),
    ("factory_print", &["lib", "papers"]),
    (
        "flate2",
        &["speed/famous", "print", "papers", "daemon/page"],
    ),
    ("getrandom", &["disk"]),
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
    ("minisign_verify", &["signing/check"]),
    ("object_store", &["shard/cloud"]),
    // None of its code may come to other uses than that of a second opinion.
    ("oracle", &["verify/second_opinion"]),
    ("parquet", &["export/parquet_file"]),
    ("pdf_writer", &["print/pdf"]),
    ("qrcodegen", &["print"]),
    (
        "quick_xml",
        &[
            "export/opensudoku",
            "import/opensudoku",
            "print/symbol_picture",
        ],
    ),
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
            "stock",
            "daemon",
            "cli",
            "bindings",
            "web",
        ],
    ),
    ("sha1", &["export/lines"]),
    ("signal_hook", &["line/stop", "line/sync", "daemon/signals"]),
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
    ("sudoku_engine", &["lib", "papers", "bindings", "web"]),
    // What the attributes of SVG mean.
    ("svgtypes", &["print/symbol_picture"]),
    // A database grows in a temporary file: it isn't written from its beginning to its end.
    ("tempfile", &["export/sqlite"]),
    ("thiserror", EVERYWHERE),
    ("tiny_skia", &["print/png", "print/symbol_picture"]),
    ("tokio", &["daemon", "shard/cloud"]),
    (
        "toml",
        &[
            "config/settings",
            "config/effective",
            "player/rates",
            "print",
        ],
    ),
    ("tower_http", &["daemon/http"]),
    ("tower_service", &["daemon/http"]),
    ("tracing", &["daemon"]),
    ("tracing_subscriber", &["daemon/log"]),
    ("ttf_parser", &["print"]),
    ("unicode_script", &["print/scripts"]),
    ("zip", &["print/epub"]),
];

/// The modules that may name `serde` and `thiserror`, which describe data and errors but do no work of their own.
const EVERYWHERE: &[&str] = &[
    "disk", "seed", "grid", "import", "solve", "layouts", "create", "dig", "rate", "record",
    "bucket", "filter", "config", "pack", "verify", "line", "export", "cli", "select", "player",
    "ledger", "print", "shard", "stock", "daemon", "bindings", "web",
];

const LONGEST_FILE: usize = 500;
const LONGEST_FUNCTION: usize = 60;

/// The only type name that may be defined more than once: one of its definitions is compiled, depending on the
/// processor.
const SHARED_NAME: &str = "Slot";

/// Returns the names of the modules below `crate` that a file imports.
fn imported_rooms(source: &Source) -> BTreeSet<&str> {
    let below = |path: &'_ Vec<String>| path.first().is_some_and(|name| name == "crate");
    let paths = source
        .code
        .paths
        .iter()
        .chain(source.code.handed_on.values());
    paths
        .filter(|path| below(path))
        .filter_map(|path| path.get(1).map(String::as_str))
        .filter(|name| name.starts_with(char::is_lowercase))
        .collect()
}

fn forbidden_imports(source: &Source) -> Vec<String> {
    let Some((room, allowed)) = ROOMS.iter().find(|(room, _)| *room == source.room()) else {
        return vec![format!(
            "{}: a room that the table does not list",
            source.place
        )];
    };
    imported_rooms(source)
        .into_iter()
        .filter(|import| import != room && !allowed.contains(import))
        .map(|import| format!("{}: may not import {import}", source.place))
        .collect()
}

fn crates_outside_their_room(source: &Source) -> Vec<String> {
    let paths = || {
        source
            .code
            .paths
            .iter()
            .chain(source.code.handed_on.values())
    };
    let names = |name: &str| paths().any(|path| path.len() > 1 && path[0] == name);
    CRATES
        .iter()
        .filter(|(name, places)| {
            names(name)
                && !places.iter().any(|place| {
                    source.place == *place || source.place.starts_with(&format!("{place}/"))
                })
        })
        .map(|(name, places)| format!("{}: {name} belongs in {places:?}", source.place))
        .collect()
}

fn long_functions(source: &Source) -> Vec<String> {
    let functions = source.code.functions.iter();
    let long = functions.filter(|(_, lines)| *lines > LONGEST_FUNCTION);
    long.map(|(start, lines)| format!("{} line {start}: {lines} lines", source.place))
        .collect()
}

#[test]
fn rooms_import_only_what_the_table_allows() {
    let found: Vec<String> = sources()
        .iter()
        .filter(|source| {
            !["lib", "main", "papers", "oracle", "bindings", "web"].contains(&source.room())
        })
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

/// The manifests of the packages that are published or shipped, except the Python package's.
pub const MANIFESTS: [&str; 7] = [
    include_str!("../Cargo.toml"),
    include_str!("../crates/engine/Cargo.toml"),
    include_str!("../crates/pipeline/Cargo.toml"),
    include_str!("../crates/print/Cargo.toml"),
    include_str!("../crates/oracle/Cargo.toml"),
    include_str!("../bindings/common/Cargo.toml"),
    include_str!("../bindings/web/Cargo.toml"),
];

/// Returns the dependencies in a manifest, as code names them.
fn dependencies(manifest: &str) -> Vec<String> {
    // Those of some targets only, too.
    let is_of_product = |section: &&str| {
        let head = section.lines().next().unwrap_or_default();
        head.ends_with("dependencies]") && !head.ends_with("dev-dependencies]")
    };
    let sections = manifest.split("\n[").filter(is_of_product);
    let lines = sections.flat_map(|section| section.lines().skip(1));
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once('=')?.0.trim().replace('-', "_")))
        .collect()
}

#[test]
fn every_dependency_has_its_row() {
    let named: BTreeSet<String> = MANIFESTS.into_iter().flat_map(dependencies).collect();
    let listed: Vec<&str> = CRATES.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        Vec::from_iter(named),
        listed,
        "in the order of the alphabet"
    );
}

/// The engine has at most eight dependencies, so that other programs can depend on it without the factory's
/// crates.
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
        .filter(|source| source.code.has_unsafe)
        .map(|source| source.place.clone())
        .collect();
    assert!(outside.is_empty(), "{outside:?}");
}

/// Returns the names that several types have, each with the files that define such a type.
fn shared_names(sources: &[Source]) -> BTreeMap<&str, Vec<&str>> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in sources {
        for name in &source.code.types {
            places.entry(name).or_default().push(&source.place);
        }
    }
    places.retain(|_, places| places.len() > 1);
    places
}

#[test]
fn no_two_types_share_a_name() {
    let mut found = shared_names(sources());
    assert!(found.remove(SHARED_NAME).is_some());
    assert!(found.is_empty(), "{found:#?}");
}

/// The checks of this file can fail: they find an offence against each rule.
#[test]
fn offences_are_seen() {
    let body = "    step();\n".repeat(LONGEST_FUNCTION);
    let text = format!(
        "use crate::{{\n    grid::Cell,\n    line::Run,\n}};\nuse rayon::prelude::*;\n\
         pub(in crate::dig) async fn long() {{\n{body}}}\n"
    );
    let offender = Source::new("engine", "dig/offender".to_owned(), Vec::new(), text);
    assert_eq!(
        forbidden_imports(&offender),
        ["dig/offender: may not import line"]
    );
    assert_eq!(crates_outside_their_room(&offender).len(), 1);
    assert_eq!(long_functions(&offender).len(), 1);
    let text = "mod inner { struct One; trait Two {} #[cfg(test)] mod tests { struct Two; } } \
                type One = u8; fn local() { struct Two; }";
    let twice = Source::new(
        "engine",
        "dig/twice".to_owned(),
        Vec::new(),
        text.to_owned(),
    );
    assert_eq!(
        shared_names(&[twice]),
        BTreeMap::from([("One", vec!["dig/twice"; 2])])
    );
}

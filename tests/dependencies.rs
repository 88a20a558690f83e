//! Tests that `docs/dependencies.md` reviews every external crate that a shipped crate uses. The page has a row
//! for each such crate, with the version of the lock file, and no other rows.

use crate::architecture::MANIFESTS;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = include_str!("../docs/dependencies.md");

/// Parses a manifest or a lock file.
fn parsed(text: &str) -> toml::Table {
    text.parse().unwrap()
}

/// Returns the crates that a manifest names and that are outside the workspace. Crates that only tests use are left
/// out.
fn outside(manifest: &toml::Table) -> BTreeSet<String> {
    let of_targets = manifest.get("target").and_then(toml::Value::as_table);
    let of_targets = of_targets.into_iter().flat_map(|targets| targets.values());
    let tables = of_targets
        .filter_map(toml::Value::as_table)
        .chain([manifest]);
    let lists = tables.flat_map(|table| {
        let kinds = ["dependencies", "build-dependencies"].into_iter();
        kinds.filter_map(|kind| table.get(kind)?.as_table())
    });
    let is_outside = |value: &toml::Value| value.get("path").is_none();
    let named = lists.flatten().filter(|(_, value)| is_outside(value));
    named.map(|(name, _)| name.clone()).collect()
}

/// Returns the versions of each crate in a lock file.
fn locked(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in parsed(text)["package"].as_array().unwrap() {
        let field = |name: &str| package[name].as_str().unwrap();
        // What follows the plus is a remark.
        let (version, _) = field("version")
            .split_once('+')
            .unwrap_or((field("version"), ""));
        let known = versions.entry(field("name").to_owned()).or_default();
        known.insert(version.to_owned());
    }
    versions
}

/// Returns the rows of the table in `docs/dependencies.md`: the cells of each row, by the name of the crate.
fn rows() -> BTreeMap<&'static str, Vec<&'static str>> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows = rows.map(|row| row.trim_end_matches(" |").split(" | ").collect::<Vec<_>>());
    rows.map(|cells| (cells[0].trim_end_matches('`'), cells[1..].to_vec()))
        .collect()
}

#[test]
fn every_direct_dependency_is_reviewed() {
    let python = include_str!("../bindings/python/Cargo.toml");
    let manifests = MANIFESTS.iter().chain([&python]);
    let named: BTreeSet<String> = manifests.flat_map(|it| outside(&parsed(it))).collect();
    let reviewed: BTreeSet<String> = rows().into_keys().map(str::to_owned).collect();
    let both = format!(
        "without a row: {:?}; without a use: {:?}",
        Vec::from_iter(named.difference(&reviewed)),
        Vec::from_iter(reviewed.difference(&named))
    );
    assert!(named == reviewed, "{both}");
    assert!(named.len() > 40 && named.contains("getrandom") && !named.contains("insta"));
}

#[test]
fn reviews_are_of_the_versions_in_use() {
    let mut versions = locked(include_str!("../Cargo.lock"));
    versions.extend(locked(include_str!("../bindings/python/Cargo.lock")).remove_entry("pyo3"));
    for (name, cells) in rows() {
        let version = cells[0];
        assert!(
            versions[name].contains(version),
            "{name} {version}: run .ci/dependencies"
        );
        assert_eq!(cells.len(), 8, "{name}");
        assert!(
            !cells.contains(&"?") && !cells.contains(&""),
            "{name}: a cell is empty"
        );
    }
}

/// The version of bincode is fixed, because 3.0.0 deliberately doesn't compile. A test of the engine checks that 1.3.3
/// writes records as the pack format says.
#[test]
fn bincode_is_pinned() {
    let engine = parsed(include_str!("../crates/engine/Cargo.toml"));
    assert_eq!(
        engine["dependencies"]["bincode"]["version"].as_str(),
        Some("=1.3.3")
    );
}

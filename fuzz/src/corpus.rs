//! Gives every first input of `fuzz/corpus` to its target once, without a fuzzer. The gate does this, since it takes
//! seconds and needs no instrumented build.

use std::fs;
use std::path::Path;

/// A fuzz target.
type Target = fn(&[u8]);

/// All targets, by the names of their folders in `fuzz/corpus`.
const TARGETS: [(&str, Target); 19] = [
    ("any_size", crate::any_size),
    ("book_files", crate::book_files),
    ("conditions", crate::conditions),
    ("formats", crate::formats),
    ("http", crate::http),
    ("ids", crate::ids),
    ("job", crate::job),
    ("journal", crate::journal),
    ("layouts", crate::layouts),
    ("manifest", crate::manifest),
    ("pack", crate::pack),
    ("pdf", crate::pdf),
    ("plan", crate::plan),
    ("player_log", crate::log),
    ("player_rates", crate::rates),
    ("shard", crate::shard),
    ("symbols", crate::symbols),
    ("takes", crate::takes),
    ("verify", crate::verify),
];

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .path()
                .file_stem()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn every_target_keeps_its_promises_on_its_first_inputs() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, target) in TARGETS {
        let folder = fuzz.join("corpus").join(name);
        let inputs = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut given = 0;
        for input in inputs {
            target(&fs::read(input.path()).unwrap());
            given += 1;
        }
        assert_ne!(given, 0, "{name} has no first inputs");
    }
}

#[test]
fn every_target_has_first_inputs() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = TARGETS.map(|(name, _)| name);
    for folder in ["corpus", "fuzz_targets"] {
        assert_eq!(names(&fuzz.join(folder)), known, "{folder}");
    }
}

//! Tests jobs that run every night: their seeds and dates, the deletion of old packs, and metrics.

use crate::factory::{Said, bytes_of, run_in, run_till_killed};
use std::fs;
use std::path::Path;
use sudoku_factory::pack::Pack;

const JOB: &str = "--count 900 --per-level 4 --name n-{date} --ledger output/ledger.sqlite -q";

fn night(folder: &Path, date: &str, more: &str) -> Said {
    run_in(
        folder,
        &format!("{JOB} --seed-policy date --date {date} {more}"),
    )
}

fn packs(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("output")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut packs: Vec<String> = names.filter(|name| !name.starts_with("ledger")).collect();
    packs.sort();
    packs
}

#[test]
fn the_same_night_gives_the_same_pack() {
    let [one, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for folder in [&one, &other] {
        let said = night(folder.path(), "2026-11-21", "").expect(0);
        assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
        night(folder.path(), "2026-11-22", "").expect(0);
    }
    let pack = |folder: &Path, name: &str| bytes_of(&folder.join("output").join(name));
    for name in ["n-2026-11-21", "n-2026-11-22"] {
        assert!(pack(one.path(), name) == pack(other.path(), name));
    }
    let made = Pack::open(&one.path().join("output/n-2026-11-21")).unwrap();
    assert_eq!(made.manifest().job.seed, 20_261_121);
    // The clock set back: the pack of that night is there.
    night(one.path(), "2026-11-21", "").expect(0);
    assert_eq!(packs(one.path()), ["n-2026-11-21", "n-2026-11-22"]);
    assert!(pack(one.path(), "n-2026-11-21") == pack(other.path(), "n-2026-11-21"));
}

#[test]
fn policies_say_what_they_lack() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &str, words: &[&str]| {
        run_in(folder.path(), &format!("--count 9 {arguments}"))
            .expect(2)
            .complains(words);
    };
    refused("--seed-policy fixed", &["fixed", "no seed"]);
    refused("--seed-policy entropy --seed 3", &["entropy", "a seed"]);
    refused("--seed-policy daily", &["fixed, date, entropy"]);
    refused("--keep 3 --name a", &["keep", "{date}"]);
    refused("--keep 3 --name n-{date}", &["keep", "a ledger"]);
    refused("--keep 0 --name n-{date}", &["keep is 0"]);
    // A seed on the command line says more than the policy of a file.
    fs::write(
        folder.path().join("job.toml"),
        "seed-policy = \"date\"\ncount = 9",
    )
    .unwrap();
    run_in(folder.path(), "--job job.toml --seed 3 -q").expect(0);
    assert_eq!(packs(folder.path()), ["sudoku-3"]);
}

#[test]
fn an_unfinished_night_comes_before_tonights() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 8000 --name n-{date} --seed-policy date --ledger output/ledger.sqlite";
    // Yesterday's run as a kill leaves it: a journal with a part of its candidates.
    let calm = tempfile::tempdir().unwrap();
    run_in(calm.path(), &format!("{job} --date 2026-11-20 -q")).expect(0);
    run_till_killed(folder.path(), &format!("{job} --date 2026-11-20 -q"), 4000);
    assert!(
        folder
            .path()
            .join("output/n-2026-11-20.part/journal")
            .exists()
    );
    let said = run_in(folder.path(), &format!("{job} --date 2026-11-21")).expect(0);
    assert!(said.err.contains("carrying on"), "{}", said.err);
    assert_eq!(packs(folder.path()), ["n-2026-11-20", "n-2026-11-21"]);
    let first = |folder: &Path| bytes_of(&folder.join("output/n-2026-11-20"));
    assert!(first(calm.path()) == first(folder.path()));
}

#[test]
fn old_packs_go_unless_something_of_them_was_shipped() {
    let folder = tempfile::tempdir().unwrap();
    for day in 1..=5 {
        night(folder.path(), &format!("2026-11-0{day}"), "").expect(0);
    }
    let output = folder.path().join("output");
    let ship = "export output/n-2026-11-01 --to sdm --level easy --ship book --out book.sdm";
    run_in(folder.path(), ship).expect(0);
    fs::write(output.join("n-2026-11-02/notes.txt"), "to be printed").unwrap();
    fs::create_dir(output.join("n-other")).unwrap();
    let said = run_in(
        folder.path(),
        &format!(
            "{} --seed-policy date --date 2026-11-06 --keep 2",
            JOB.replace(" -q", "")
        ),
    )
    .expect(0);
    for day in [3, 4] {
        let line = format!("output/n-2026-11-0{day} deleted: the newest 2 are kept");
        assert!(said.err.contains(&line), "{}", said.err);
    }
    let left = [
        "n-2026-11-01",
        "n-2026-11-02",
        "n-2026-11-05",
        "n-2026-11-06",
        "n-other",
    ];
    assert_eq!(packs(folder.path()), left);
    // A clock far ahead makes nothing old.
    night(folder.path(), "2036-01-01", "--keep 2").expect(0);
    assert!(packs(folder.path()).contains(&"n-2026-11-06".to_owned()));
    // And one far back deletes nothing that was made just now.
    night(folder.path(), "2016-01-01", "--keep 1").expect(0);
    assert!(packs(folder.path()).contains(&"n-2016-01-01".to_owned()));
    fs::remove_dir_all(output.join("n-2016-01-01")).unwrap();
    // What is gone stays known.
    let said = run_in(folder.path(), "ledger check").expect(0);
    assert!(
        said.out
            .contains("160 puzzles in 8 packs (3 there, 5 gone)"),
        "{}",
        said.out
    );
}

#[test]
fn nights_of_several_packs_are_counted_as_nights() {
    let folder = tempfile::tempdir().unwrap();
    night(folder.path(), "2026-11-01", "").expect(0);
    for day in 1..=3 {
        let several = "--packs 2 --keep 2";
        night(folder.path(), &format!("2026-11-0{day}"), several).expect(0);
    }
    let left = [
        "n-2026-11-01",
        "n-2026-11-02-001",
        "n-2026-11-02-002",
        "n-2026-11-03-001",
        "n-2026-11-03-002",
    ];
    assert_eq!(packs(folder.path()), left);
}

#[test]
fn metrics_tell_how_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nightly.prom");
    let value = |name: &str| -> Option<f64> {
        let text = fs::read_to_string(&file).unwrap();
        let line = text.lines().find(|line| line.starts_with(name))?.to_owned();
        line.rsplit(' ').next()?.parse().ok()
    };
    let short = "--metrics-file nightly.prom --level hard=10000";
    night(folder.path(), "2026-11-01", short).expect(3);
    assert_eq!(value("factory_exit_code{job_file=\"nightly\"}"), Some(3.0));
    assert_eq!(
        value("factory_kept{job_file=\"nightly\",level=\"easy\"}"),
        Some(4.0)
    );
    assert!(value("factory_short{job_file=\"nightly\",level=\"hard\"}") > Some(9000.0));
    assert!(value("factory_free_bytes") > Some(0.0));
    assert_eq!(value("factory_ledger_backup_age_seconds"), None);
    run_in(folder.path(), "ledger backup copy.sqlite").expect(0);
    let success = value("factory_last_success_timestamp_seconds").unwrap();
    assert!(success > 1.7e9);
    // A pack of another job is in the way.
    night(
        folder.path(),
        "2026-11-01",
        "--metrics-file nightly.prom --symmetry full",
    )
    .expect(2);
    assert_eq!(value("factory_exit_code"), Some(2.0));
    assert_eq!(
        value("factory_last_success_timestamp_seconds"),
        Some(success)
    );
    assert!(value("factory_ledger_backup_age_seconds") < Some(60.0));
}

#[test]
fn a_pack_is_whole_though_its_metrics_can_not_be_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    run_in(
        folder.path(),
        "--per-level 2 --count 200 --name p --quiet --metrics-file file/nightly.prom",
    )
    .expect(1)
    .complains(&["what was made is published", "file/nightly.prom"]);
    run_in(folder.path(), "verify output/p").expect(0);
}

//! Tests that the shards of a run, which many machines can make, merge into a pack with the same bytes as one process
//! makes.

use crate::factory::{bytes_of, factory, run_in};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use sudoku_factory::cli::{Exit, exit_of};
use sudoku_factory::config::{RunOptions, RunSpec, Settings};
use sudoku_factory::line::{self, RunRequest};
use sudoku_factory::seed::Generator;
use sudoku_factory::shard::{
    Folder, MergeRequest, Run, ShardError, ShardRequest, ShardResult, SpotCheckSize, Store, make,
    merge, plan,
};

pub const ALLOWANCE: u64 = 8;

/// Makes a shard of the run in a folder, and returns the path of the shard's file.
pub fn make_shard(folder: &Path, index: u64, allowance: u64, threads: usize) -> PathBuf {
    let store = Folder::new(folder);
    let run = Run::open(&store).unwrap();
    let request = ShardRequest {
        index,
        allowance,
        threads: Some(threads),
    };
    match make(&run, &request, |_| ()).unwrap() {
        ShardResult::Published { name, .. } | ShardResult::WasThere(name) => {
            run.place_of(&name).into()
        }
        ShardResult::Stopped(reason) => panic!("{reason:?}"),
    }
}

/// Returns the run that the text of a job file describes.
pub fn spec(text: &str) -> RunSpec {
    let settings = Settings::from_toml(text, "a test").unwrap();
    let below = Settings::defaults().unwrap();
    settings.over(below).run_spec().unwrap()
}

/// Plans the job in the text of a job file, as a run in a folder.
pub fn plan_in(folder: &Path, text: &str, shards: u64) {
    plan(&Folder::new(folder), &spec(text), shards, None).unwrap();
}

/// Returns the options of a run that makes the pack `merged` in the folder `out`.
pub fn options(out: &Path) -> RunOptions {
    RunOptions {
        threads: Some(2),
        out: out.to_owned(),
        name: "merged".to_owned(),
        quiet: true,
        ..spec("count = 1").run
    }
}

/// Makes the pack `out/merged` of a job in one process.
pub fn alone(out: &Path, text: &str) {
    let mut spec = spec(text);
    spec.run = options(out);
    let request = RunRequest {
        spec,
        fresh: false,
        input: None,
        hooks: None,
    };
    line::run(&request, None).unwrap();
}

/// Merges the run in a folder into the pack `out/merged`.
pub fn merge_into(folder: &Path, out: &Path, spot_checks: u64) -> Result<(), ShardError> {
    merge_store(&Folder::new(folder), out, spot_checks)
}

/// Merges the run in a store into the pack `out/merged`.
pub fn merge_store(store: &dyn Store, out: &Path, spot_checks: u64) -> Result<(), ShardError> {
    let request = MergeRequest {
        options: options(out),
        spot_check: SpotCheckSize::fixed(spot_checks),
        wait: Duration::ZERO,
        replaces: false,
    };
    merge(&Run::open(store)?, &request, None).map(drop)
}

/// Asserts that the program would end with this exit code for an error, and with one line that contains these
/// words.
pub fn refuses(error: ShardError, exit: Exit, words: &[&str]) {
    let error = anyhow::Error::from(error);
    let line = format!("{error:#}");
    assert_eq!(exit_of(&error), exit, "{line}");
    assert!(!line.contains('\n'), "{line}");
    for word in words {
        assert!(line.contains(word), "{word:?} is not in {line:?}");
    }
}

pub const TWO: &str = "count = 200\nper-level = 5\nseed = 21\nexhaust = true";

/// Plans a run of two shards below `at/run`, makes both shards, and returns their files.
pub fn two_shards(at: &Path) -> Vec<PathBuf> {
    plan_in(&at.join("run"), TWO, 2);
    let shards = (0..2).map(|index| make_shard(&at.join("run"), index, ALLOWANCE, 2));
    shards.collect()
}

/// Returns the files of all packs in a folder, with their bytes.
pub fn packs_of(out: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(out).unwrap();
    let mut packs: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    packs.sort();
    let files = packs.iter().flat_map(|pack| {
        let name = pack.file_name().unwrap().to_string_lossy().into_owned();
        let inside = move |(file, bytes)| (format!("{name}/{file}"), bytes);
        bytes_of(pack).into_iter().map(inside)
    });
    files.collect()
}

/// Each of several jobs makes the same pack in one process and in any number of shards, which are made in any
/// order, some twice or with a larger allowance, beside the remains of killed attempts.
#[test]
fn any_number_of_shards_makes_the_same_pack() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // Candidates that may take several tries come in small chunks: five in the one shard of a run.
    let mix = "[[mix]]\nshare = 1\ntries = 2\n[[mix]]\nshare = 1\nclues = \"26..30\"\n";
    let jobs = [
        ("all", format!("count = 200\nseed = 31\n{mix}")),
        (
            "full",
            format!("count = 400\nper-level = 12\nseed = 32\n{mix}"),
        ),
        (
            "exhaust",
            format!("count = 200\nper-level = 9\nseed = 33\nexhaust = true\n{mix}"),
        ),
        (
            "filtered",
            "count = 200\nseed = 34\nmax-rule = \"hidden-pair\"\n[level]\nhard = 3\n".to_owned(),
        ),
        (
            "ranges",
            "count = 200\nseed = 35\nclues = \"27..28\"\ncreate = \"las-vegas\"\n[level]\n1 = 4\n5 = 7\n"
                .to_owned(),
        ),
        (
            "packs",
            "count = 200\nper-level = 4\npacks = 3\nseed = 36".to_owned(),
        ),
    ];
    let mut rng = Generator::for_candidate(9, 9);
    for (name, job) in jobs {
        alone(&at.join(name), &job);
        // A start costs some milliseconds: two of them are cut into many.
        let many = ["full", "exhaust"].contains(&name).then_some(97);
        for shards in [1, 3, 8].into_iter().chain(many) {
            let run = at.join(format!("{name}-{shards}"));
            plan_in(&run, &job, shards);
            let mut spec: Vec<u64> = (0..shards).collect();
            rng.shuffle(&mut spec);
            for &index in &spec {
                make_shard(&run, index, ALLOWANCE, 2);
            }
            let twice = make_shard(&run, spec[0], ALLOWANCE, 1);
            make_shard(&run, spec[0], 2 * ALLOWANCE, 1);
            let half = fs::read(&twice).unwrap();
            fs::write(run.join("shards/.unfinished-x7"), &half[..half.len() / 2]).unwrap();
            let out = at.join(format!("{name}-{shards}-out"));
            merge_into(&run, &out, 1).unwrap_or_else(|error| panic!("{name} {shards}: {error}"));
            assert!(
                packs_of(&at.join(name)) == packs_of(&out),
                "{name} in {shards} shards"
            );
        }
    }
}

#[test]
fn threads_do_not_change_a_shard() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "count = 1200\nper-level = 30\nseed = 22";
    plan_in(&at.join("one"), job, 2);
    fs::create_dir(at.join("seven")).unwrap();
    fs::copy(at.join("one/plan.json"), at.join("seven/plan.json")).unwrap();
    let alone = make_shard(&at.join("one"), 1, ALLOWANCE, 1);
    let many = make_shard(&at.join("seven"), 1, ALLOWANCE, 7);
    assert_eq!(alone.file_name(), many.file_name());
    assert!(fs::read(alone).unwrap() == fs::read(many).unwrap());
}

#[test]
fn a_plan_never_changes() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--count 400 --per-level 5";
    let planned = run_in(at, &format!("plan --run run --shards 4 {job}")).expect(0);
    assert!(
        planned.out.contains("of 100 candidates each"),
        "{}",
        planned.out
    );
    let bytes = fs::read(at.join("run/plan.json")).unwrap();
    let again = run_in(at, &format!("plan --run run --shard-size 100 {job}")).expect(0);
    assert!(again.out.contains("already planned"), "{}", again.out);
    for (other, word) in [
        ("--shards 5 --count 400 --per-level 5", "number of shards"),
        ("--shards 4 --count 500 --per-level 5", "--count"),
        ("--shards 4 --count 400 --per-level 5 --seed 1", "--seed"),
        ("--shards 4 --count 400 --per-level 6", "another job"),
    ] {
        run_in(at, &format!("plan --run run {other}"))
            .expect(65)
            .complains(&["plan.json", word]);
    }
    assert!(bytes == fs::read(at.join("run/plan.json")).unwrap());
    for (wrong, word) in [
        ("--shards 4 --per-level 5", "--count"),
        ("--shards 0 --count 9", "0 shards"),
        ("--shards 10 --count 9", "10 shards"),
        ("--shard-size 0 --count 9", "--shard-size"),
        ("--count 9", "--shards"),
        ("--shards 1 --count 9 --from list.txt", "--from"),
        ("--shards 1 --count 9 --timeout 3s", "--timeout"),
        ("--shards 1 --count 9 --out elsewhere", "factory merge"),
        (
            "--shards 1 --count 9 --metrics-file m",
            "--metrics-file is not part",
        ),
    ] {
        run_in(at, &format!("plan --run other {wrong}"))
            .expect(2)
            .complains(&[word]);
    }
    let problem = match cfg!(feature = "cloud") {
        true => "names no bucket",
        false => "--features cloud",
    };
    run_in(at, "plan --run s3:///run --shards 1 --count 9")
        .expect(2)
        .complains(&["s3:///run", problem]);
    assert!(!at.join("other").exists());
}

#[test]
fn an_index_is_given_and_never_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    plan_in(&at.join("run"), "count = 60\nseed = 1", 3);
    let with = |arguments: &str, variables: &[(&str, &str)]| {
        let mut command = factory();
        command.current_dir(at).args(["shard", "--run", "run"]);
        command.args(arguments.split_whitespace());
        let output = command.envs(variables.iter().copied()).output().unwrap();
        let said = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            said(output.stdout),
            said(output.stderr),
        )
    };
    for (arguments, variables, word) in [
        ("", &[("SLURM_ARRAY_TASK_ID", "0")] as &[_], "--index"),
        ("--index 3", &[], "from 0 to 2"),
        ("--index 0 --index-from slurm", &[], "--index"),
        ("--index-from slurm", &[], "SLURM_ARRAY_TASK_ID"),
        (
            "--index-from slurm",
            &[("SLURM_ARRAY_TASK_ID", "3")],
            "from 0 to 2",
        ),
        (
            "--index-from sge",
            &[("SGE_TASK_ID", "undefined")],
            "SGE_TASK_ID",
        ),
        ("--index-from-env TASK", &[("TASK", "one")], "TASK"),
        ("--index-from nomad", &[], "slurm"),
    ] {
        let (code, _, err) = with(arguments, variables);
        assert_eq!(code, Some(2), "{arguments}: {err}");
        assert!(
            err.contains(word) && err.trim_end().lines().count() == 1,
            "{err}"
        );
    }
    for (arguments, variables, shard) in [
        ("--index-from lsf", [("LSB_JOBINDEX", "1")], "0-20."),
        (
            "--index-from-env TASK --index-offset 1",
            [("TASK", "0")],
            "20-40.",
        ),
    ] {
        let (code, out, err) = with(arguments, &variables);
        assert_eq!(code, Some(0), "{err}");
        assert!(out.contains(shard), "{out}");
    }
}

#[test]
fn a_shard_made_twice_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    plan_in(&at.join("run"), "count = 60\nseed = 1", 3);
    make_shard(&at.join("run"), 1, ALLOWANCE, 1);
    let again = run_in(at, "shard --run run --index 1").expect(0);
    assert!(again.out.contains("already made"), "{}", again.out);
    run_in(at, "shard --run nowhere --index 1")
        .expect(2)
        .complains(&["nowhere/plan.json", "factory plan"]);
}

/// A merge lists the missing shards, keeps what it has merged before, and needs no shards after all quotas are
/// filled.
#[test]
fn a_merge_carries_on_where_a_shard_was_missing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "count = 1200\nper-level = 50\nseed = 23";
    alone(&at.join("one"), job);
    plan_in(&at.join("run"), job, 12);
    let run = at.join("run");
    for index in [0, 1, 3, 4, 7] {
        make_shard(&run, index, ALLOWANCE, 2);
    }
    let said = run_in(at, "status --run run --missing").expect(0);
    assert_eq!(said.out, "2,5-6,8-11\n");
    let said = run_in(at, "merge --run run --out new --quiet").expect(66);
    said.complains(&["7 of 12", "2,5-6,8-11"]);
    // Killed while it waits, with two shards in its journal, as that one had.
    let journal = |out: &str| {
        let file = at.join(out).join("sudoku-23.part/journal");
        fs::metadata(file).map_or(0, |it| it.len())
    };
    let mut waiting = factory()
        .current_dir(at)
        .args(["merge", "--run", "run", "--wait", "5m"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while journal("output") < journal("new") && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(journal("output"), journal("new"));
    assert!(waiting.try_wait().unwrap().is_none());
    waiting.kill().unwrap();
    waiting.wait().unwrap();
    for index in [2, 5, 6, 8, 9] {
        make_shard(&run, index, ALLOWANCE, 2);
    }
    let said = run_in(at, "merge --run run").expect(0);
    assert!(said.err.contains("at candidate 200"), "{}", said.err);
    let output = at.join("output");
    assert!(bytes_of(&at.join("one/merged")) == bytes_of(&output.join("sudoku-23")));
    assert!(!output.join("sudoku-23.part").exists());
}

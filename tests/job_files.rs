//! Tests the settings of jobs from files, from the environment and from options.

use crate::factory::{factory, run_in};
use std::fs;
use sudoku_factory::bucket::Level;
use sudoku_factory::config::{RunSpec, Settings};
use sudoku_factory::create::Method;
use sudoku_factory::dig::{self, ClueRange, Symmetry};
use sudoku_factory::rate::Rule;

fn order(text: &str) -> Result<RunSpec, String> {
    let defaults = Settings::defaults().unwrap();
    let file = Settings::from_toml(text, "job.toml").map_err(|error| error.to_string())?;
    file.over(defaults).run_spec().map_err(|error| {
        let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
        format!("{error}{}", cause.unwrap_or_default())
    })
}

fn refusal(text: &str) -> String {
    let message = order(text).expect_err(text);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn the_files_that_come_with_the_program_are_read() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    let nightly = Settings::from_file(&root.join("nightly.toml")).unwrap();
    let order = nightly
        .over(Settings::defaults().unwrap())
        .run_spec()
        .unwrap();
    assert_eq!(order.job.count, Some(100_000));
    assert_eq!(order.job.wanted(Level::MODERATE), 2000);
    assert_eq!(order.job.dig.symmetry, Symmetry::Rotate180);
    assert!(order.run.seed_of_date);
    assert_eq!(order.run.name, "nightly-{date}");
    assert!(order.run.ledger.is_some());
    Settings::from_file(&root.join("default.toml")).unwrap();
}

#[test]
fn every_setting_can_stand_in_a_file() {
    let order = order(
        r#"
        count = 500
        per-level = 20
        seed = "18446744073709551615"
        exhaust = true
        create = "las-vegas"
        seed-cells = 9
        symmetry = "diagonal"
        clues = "24..30"
        row-clues = "1..6"
        box-clues = "0..7"
        dig = "one-by-one"
        uniqueness = "reverse"
        scheme = "wu-strict"
        threads = 3
        out = "elsewhere"
        name = "monday-{seed}"
        timeout = "1h 30m"
        quiet = true
        [level]
        hard = 50
        "#,
    )
    .unwrap();
    assert_eq!(order.job.seed, u64::MAX);
    assert_eq!(order.job.create, Method::LasVegas { seed_cells: 9 });
    assert_eq!(order.job.dig.clues, Some(ClueRange { min: 24, max: 30 }));
    assert_eq!(order.job.dig.row_clues, Some(ClueRange { min: 1, max: 6 }));
    assert_eq!(order.job.dig.box_clues, Some(ClueRange { min: 0, max: 7 }));
    assert_eq!(order.job.dig.method, dig::DigMethod::OneByOne);
    assert_eq!(order.job.scheme.name, "wu-strict");
    let wanted = order
        .job
        .scheme
        .levels()
        .map(|level| order.job.wanted(level));
    let wanted: Vec<u64> = wanted.collect();
    assert_eq!(wanted, [20, 20, 20, 50, 20]);
    assert_eq!(order.run.timeout.unwrap().as_secs(), 5400);
    assert_eq!(order.run.threads, Some(3));
}

#[test]
fn one_level_alone_leaves_the_others_at_nothing() {
    let order = order("[level]\nmoderate = 7").unwrap();
    let wanted = order
        .job
        .scheme
        .levels()
        .map(|level| order.job.wanted(level));
    let wanted: Vec<u64> = wanted.collect();
    assert_eq!(wanted, [0, 0, 7, 0, 0]);
    assert_eq!(order.job.count, None);
}

#[test]
fn a_scheme_of_ones_own_is_data() {
    let order = order(
        r#"
        count = 10
        scheme = "house"
        [schemes.house]
        weights = { x-wing = 400 }
        limits = [1.5, 2, 3, 4]
        order = ["naked-single", "hidden-single", "naked-pair", "x-wing", "trial"]
        merge-singles = false
        passes = "first"
        count-hits = []
        "#,
    );
    let scheme = match order {
        Ok(order) => order.job.scheme,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(scheme.name, "house");
    assert_eq!(scheme.preset.order.len(), 5);
    assert_eq!(scheme.preset.weights[Rule::XWing.index()], 400.0);
}

#[test]
fn nonsense_is_one_line_that_says_where() {
    let misspelt = refusal("count = 5\nper-levle = 3\n");
    assert!(
        misspelt.starts_with("job.toml, line 2: unknown field `per-levle`"),
        "{misspelt}"
    );
    assert!(
        misspelt.ends_with("did you mean `per-level`?"),
        "{misspelt}"
    );
    assert!(refusal("count = 5\nsymmetry = \"rotate90deg\"").contains("line 2"));
    assert!(refusal("count = 5\nsymmetry = \"rotate90deg\"").contains("`rotate90`?"));
    assert!(refusal("count = 5\nclues = \"some\"").contains("24..30"));
    assert!(refusal("count = 5\ntimeout = 30").contains("unit"));
    assert!(refusal("count = ").contains("line 1"));
    assert!(refusal("count = 0").contains("--count is 0"));
    assert!(refusal("per-level = 0").contains("--per-level is 0"));
    assert!(refusal("[level]\neasy = 0").contains("--level easy is 0"));
    assert!(refusal("[level]\nesay = 1").contains("easy"));
    assert!(refusal("count = 5\nthreads = 0").contains("--threads is 0"));
    assert!(refusal("").contains("nothing says when to end"));
    assert!(refusal("per-level = 5\nexhaust = true").contains("--count"));
    assert!(refusal("count = 5\nscheme = \"wx\"").contains("wu-strict"));
    assert!(
        refusal("count = 5\ncreate = \"las-vegas\"\nseed-cells = 0").contains("--seed-cells 0")
    );
    assert!(refusal("count = 5\nname = \"../x\"").contains("../x"));
    assert!(refusal("count = 5\nname = \"x.part\"").contains("x.part"));
    let unknown_rule = "count = 5\nscheme = \"a\"\n[schemes.a]\norder = [\"naked-singel\"]";
    assert!(
        refusal(unknown_rule).contains("naked-single"),
        "{}",
        refusal(unknown_rule)
    );
    let falling = "count = 5\nscheme = \"a\"\n[schemes.a]\nlimits = [2, 1, 3, 4]";
    assert!(refusal(falling).contains("ascend"), "{}", refusal(falling));
    assert!(refusal("count = 5\nclues = 16").contains("17"));
    assert!(refusal("count = 5\nclues = 27\nsymmetry = \"full\"").contains("27"));
    assert!(refusal("count = 5\nrow-clues = 1").contains("in every row"));
    assert!(
        refusal("count = 5\ndig = \"row-limited\"").contains("set clues to a range such as 26..28")
    );
    assert!(refusal("count = 5\ndig = \"row-limit\"").contains("`row-limited`?"));
}

#[test]
fn flags_beat_environment_beats_file_beats_default() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("config")).unwrap();
    fs::write(
        folder.path().join("config/default.toml"),
        "name = \"own\"\nseed = 4\n",
    )
    .unwrap();
    fs::write(
        folder.path().join("job.toml"),
        "seed = 1\ncount = 30\nquiet = true\n",
    )
    .unwrap();
    let made = |arguments: &str, seed: Option<&str>, name: &str| {
        let mut command = factory();
        command
            .current_dir(folder.path())
            .args(arguments.split_whitespace());
        if let Some(seed) = seed {
            command.env("FACTORY_SEED", seed);
        }
        assert!(command.args(["--name", name]).status().unwrap().success());
        let text = fs::read_to_string(folder.path().join("output").join(name).join("pack.json"));
        let manifest: serde_json::Value = serde_json::from_str(&text.unwrap()).unwrap();
        manifest["job"]["seed"].as_str().unwrap().to_owned()
    };
    assert_eq!(made("--job job.toml --seed 3", Some("2"), "flag"), "3");
    assert_eq!(made("--job job.toml", Some("2"), "environment"), "2");
    assert_eq!(made("--job job.toml", None, "file"), "1");
    assert_eq!(made("--count 30", None, "default"), "4");
    run_in(folder.path(), "--count 20").expect(0);
    assert!(folder.path().join("output/own/pack.json").exists());
}

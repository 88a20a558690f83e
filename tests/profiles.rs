//! Tests profiles, the scheme `logic`, and mixes (a mix sets the share of a run's candidates that are made for each
//! level). The puzzles of a level must need only rules that the level allows, and a candidate must depend only on the
//! job and its number.

use crate::factory::{bytes_of, run_in};
use crate::sets;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::{Level, Scheme};
use sudoku_factory::config::{Settings, profiles};
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::pack::{Disk, Pack, PackWriter, Record, Summary};
use sudoku_factory::rate::{Extra, Raters, Rule};
use sudoku_factory::solve::exact_cover;
use sudoku_factory::verify::{VerifyOptions, verify};

fn records(pack: &Pack, level: Level) -> Vec<Record> {
    pack.records(level).unwrap().map(Result::unwrap).collect()
}

/// Checks a pack of the profile with 12 puzzles of each level: their rules, symmetry, clues and mean scores.
fn check_book(folder: &Path) {
    let pack = Pack::open(folder).unwrap();
    let scheme = &pack.manifest().job.scheme;
    let raters = Raters::new(&Scheme::default().preset, &[Extra::Hodoku]);
    let mut means = Vec::new();
    for level in scheme.levels() {
        let made = records(&pack, level);
        assert_eq!(made.len(), 12, "{level}");
        let mut score = 0.0;
        for record in &made {
            let ladder = &record.ratings.ladder;
            assert!(ladder.solved && ladder.used[Rule::Trial.index()] == 0);
            let above = |rule: &Rule| !scheme.rules_of(level).contains(rule);
            let used = |rule: &Rule| ladder.used[rule.index()] > 0;
            assert_eq!(Rule::ALL.iter().find(|it| above(it) && used(it)), None);
            let clues = record.puzzle.clues();
            assert!(clues.into_iter().all(|cell| {
                let (row, column) = (8 - cell.row(), 8 - cell.column());
                clues.contains(sudoku_factory::grid::Cell::at(row, column))
            }));
            assert!(level != Level::EASY || (32..=40).contains(&clues.len()));
            let form = Canonical::of(&record.puzzle, &record.solution);
            score += f64::from(raters.rate(&form).hodoku.unwrap().score);
        }
        means.push(score / made.len() as f64);
    }
    // A dozen puzzles can't tell the last two levels apart by a score that spreads so widely; two
    // thousand do (docs/profiles.md).
    let [low @ .., hard, very_hard] = means.as_slice() else {
        panic!("{means:?}");
    };
    assert!(low.is_sorted(), "HoDoKu's mean scores: {means:?}");
    let highest = low.last().unwrap();
    assert!(
        hard.min(*very_hard) > *highest,
        "HoDoKu's mean scores: {means:?}"
    );
}

#[test]
fn a_classic_book_has_five_levels_and_each_keeps_to_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--profile classic --count 1000 --per-level 12 --seed 1 --quiet";
    run_in(folder.path(), &format!("{job} --threads 1 --out one")).expect(0);
    run_in(folder.path(), &format!("{job} --threads 3 --out three")).expect(0);
    let [one, three] = ["one", "three"].map(|out| folder.path().join(out).join("sudoku-1"));
    assert!(bytes_of(&one) == bytes_of(&three));
    check_book(&one);
    let report = verify(&[one], VerifyOptions::default(), &mut |_| ());
    assert_eq!((report.puzzles, report.findings), (60, vec![]));
}

/// A pack with a puzzle at an easier level than its own is refused, even if all sizes, sums, hashes and the seal
/// are correct.
#[test]
fn a_book_with_a_puzzle_in_an_easier_level_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--profile classic --per-level 2 --seed 3 --name honest --quiet";
    run_in(folder.path(), job).expect(0);
    let pack = Pack::open(&folder.path().join("output/honest")).unwrap();
    let manifest = pack.manifest();
    let levels = manifest.job.scheme.levels();
    let mut all: Vec<Record> = levels.flat_map(|level| records(&pack, level)).collect();
    all.sort_by_key(|record| record.number);
    let first = |wanted: Level| all.iter().position(|it| it.level == wanted).unwrap();
    let (moderate, hard) = (first(Level::MODERATE), first(Level::HARD));
    all[hard].level = Level::MODERATE;
    all[moderate].level = Level::HARD;
    let forged = folder.path().join("forged");
    let aside = folder.path().join("aside");
    let mut writer = PackWriter::create(Disk, &manifest.job, &aside, &forged).unwrap();
    for record in &all {
        writer.push(record).unwrap();
    }
    let summary = Summary {
        numbers: manifest.numbers,
        rated: std::array::from_fn(|level| manifest.levels.get(level).map_or(0, |it| it.rated)),
        dropped: manifest.dropped,
        las_vegas_attempts: None,
    };
    let run = serde_json::from_slice(&fs::read(pack.folder().join("run.json")).unwrap()).unwrap();
    writer.finish(&summary, &run).unwrap();
    let findings = |pack: &Path| {
        let report = verify(&[pack.to_owned()], VerifyOptions::default(), &mut |_| ());
        let findings = report.findings.iter().map(ToString::to_string);
        findings.collect::<Vec<String>>()
    };
    assert_eq!(findings(pack.folder()), Vec::<String>::new());
    let found = findings(&forged);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("was packed as level 3, its rating makes it level 4"),
        "{found:?}"
    );
}

/// Sudoku Explainer's mean rating of a sample grows with the levels of the scheme `logic`.
#[test]
fn what_sudoku_explainer_rates_harder_is_of_a_higher_level() {
    let mut scheme = Scheme::named("logic").unwrap();
    // Clues of easy puzzles are a matter of print, and this sample was made for other ends.
    scheme.level_clues.clear();
    let raters = Raters::new(&scheme.preset, &[]);
    let mut seen = HashSet::new();
    let mut ratings: Vec<Vec<f64>> = vec![Vec::new(); 5];
    for fields in sets::table("se-hodoku-rated.tsv.gz") {
        let puzzle: Board = fields[1].parse().unwrap();
        if !seen.insert(puzzle) {
            continue;
        }
        let solution = exact_cover::solve(&puzzle, 1).1.unwrap();
        let rated = raters.rate(&Canonical::of(&puzzle, &solution));
        if let Some(level) = scheme.level(&rated) {
            ratings[level.index()].push(fields[2].parse().unwrap());
        }
    }
    let mean = |ratings: &Vec<f64>| ratings.iter().sum::<f64>() / ratings.len() as f64;
    let means: Vec<f64> = ratings.iter().map(mean).collect();
    let counts: Vec<usize> = ratings.iter().map(Vec::len).collect();
    assert!(means.is_sorted(), "{means:?} of {counts:?}");
    let shown: Vec<String> = means.iter().map(|mean| format!("{mean:.2}")).collect();
    assert_eq!(
        shown,
        ["1.53", "2.53", "3.26", "3.67", "4.30"],
        "{counts:?}"
    );
}

#[test]
fn what_has_no_level_is_counted_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 300 --scheme logic --seed 3 --name none";
    let said = run_in(folder.path(), job).expect(0);
    let pack = Pack::open(&folder.path().join("output/none")).unwrap();
    let manifest = pack.manifest();
    let dropped = manifest.dropped.no_level;
    assert!(dropped > 100 && manifest.made() > 10, "{dropped}");
    assert_eq!(manifest.made() + dropped, 300);
    let line = format!("{dropped} puzzles got no level");
    assert!(said.out.contains(&line), "{}", said.out);
    let again = run_in(folder.path(), &format!("{job} --json")).expect(0);
    let report: serde_json::Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(report["no_level"], dropped);
    // A pack whose scheme has a level for everything can't have dropped any.
    let plain = "--count 20 --seed 3 --name plain --quiet";
    run_in(folder.path(), plain).expect(0);
    let text = fs::read_to_string(folder.path().join("output/plain/pack.json")).unwrap();
    assert!(!text.contains("no_level"));
}

#[test]
fn logic_has_no_level_for_guesses_nor_for_easy_puzzles_with_few_clues() {
    let folder = tempfile::tempdir().unwrap();
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    fs::write(folder.path().join("list"), format!("{easy}\n{hard}\n")).unwrap();
    let said = run_in(folder.path(), "rate list --scheme logic").expect(0);
    assert_eq!(said.out.matches("no level").count(), 2, "{}", said.out);
    let said = run_in(folder.path(), "rate list --scheme logic --json").expect(0);
    assert!(said.out.lines().all(|line| line.contains("\"level\":null")));
    fs::write(
        folder.path().join("own.toml"),
        "[schemes.own]\nlike = 'logic'\nlevel-clues = { easy = '30..40' }\n",
    )
    .unwrap();
    let said = run_in(folder.path(), "rate list --job own.toml --scheme own").expect(0);
    assert!(said.out.lines().next().unwrap().contains("  easy "));
}

#[test]
fn levels_know_their_rules() {
    let scheme = Scheme::named("logic").unwrap();
    let last = |level| *scheme.rules_of(level).last().unwrap();
    let last: Vec<Rule> = scheme.levels().map(last).collect();
    use Rule::*;
    assert_eq!(
        last,
        [HiddenSingle, HiddenPair, HiddenQuad, XyWing, WxyzWing]
    );
}

fn order(profile: &str, over: &str) -> Result<sudoku_factory::config::Job, String> {
    let said = |error: sudoku_factory::config::ConfigError| error.to_string();
    let job = Settings::from_toml(over, "job.toml").map_err(said)?;
    let below = Settings::profile(profile).map_err(said)?;
    let below = below.over(Settings::defaults().map_err(said)?);
    Ok(job.over(below).run_spec().map_err(said)?.job)
}

#[test]
fn profiles_lie_over_the_defaults_and_under_everything_else() {
    assert_eq!(
        profiles().map(|it| it.0).collect::<Vec<_>>(),
        ["paper", "book", "newspaper", "kids", "expert", "classic"]
    );
    let plain = Settings::from_toml("count = 5", "job.toml").unwrap();
    let plain = plain
        .over(Settings::defaults().unwrap())
        .run_spec()
        .unwrap();
    assert_eq!(order("paper", "count = 5").unwrap(), plain.job);
    for (name, scheme, targets) in [("classic", "logic", 5), ("book", "people", 2)] {
        let job = order(name, "count = 5").unwrap();
        assert_eq!((job.scheme.name.as_str(), job.mix.len()), (scheme, targets));
    }
    // Who says how many clues there are, or what levels are, means it.
    let clues = order("classic", "count = 5\nclues = '26..30'").unwrap();
    assert!(
        clues
            .mix
            .iter()
            .all(|aim| aim.clues.is_none() && aim.level.is_some())
    );
    let scheme = order("classic", "count = 5\nscheme = 'clues'").unwrap();
    assert!(
        scheme
            .mix
            .iter()
            .all(|aim| aim.level.is_none() && aim.tries == 1)
    );
    let refusal = order("bok", "count = 5").unwrap_err();
    assert!(refusal.contains("paper, book"), "{refusal}");
    let nothing = order("paper", "count = 5\n[[mix]]\nshare = 0").unwrap_err();
    assert!(nothing.contains("share"), "{nothing}");
    let level = order("book", "count = 5\n[[mix]]\nshare = 1\nlevel = 'odd'").unwrap_err();
    assert!(level.contains("odd"), "{level}");
}

#[test]
fn a_profile_of_ones_own_is_a_file_beside_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("config/profiles");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("evening.toml"), "count = 7\nsymmetry = 'full'\n").unwrap();
    fs::write(own.join("book.toml"), "count = 6\nmix = []\n").unwrap();
    fs::write(own.join("ring.toml"), "profile = 'book'\n").unwrap();
    let job = |name: &str| {
        let arguments = format!("--profile {name} --seed 1 --quiet --name {name}");
        run_in(folder.path(), &arguments).expect(0);
        let pack = Pack::open(&folder.path().join("output").join(name)).unwrap();
        pack.manifest().job.clone()
    };
    assert_eq!(job("evening").count, Some(7));
    let book = job("book");
    assert_eq!((book.count, book.mix.len()), (Some(6), 0));
    assert_eq!(book.scheme.name, "people");
    let nested = run_in(folder.path(), "--profile ring --count 1").expect(2);
    nested.complains(&["ring", "names a profile itself"]);
    let outside = run_in(folder.path(), "--profile ../profiles/evening --count 1").expect(2);
    outside.complains(&["no profile is called"]);
}

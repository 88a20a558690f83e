//! Tests Sudoku Explainer's ratings in packs of format 2, in every output, in conditions and in sort orders.

/// Sudoku Explainer's ratings in the output of `factory rate` and `factory agree`.
mod rate;

use crate::factory::{bytes_of, run_in};
use crate::sets;
use serde_json::Value;
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::{Level, Scheme};
use sudoku_factory::filter::{Condition, Subject};
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::pack::{
    FrameError, Manifest, Pack, Record, RecordReader, RecordVersion, RecordWriter,
};
use sudoku_factory::rate::explainer::{Er, SeRating, SeTable};
use sudoku_factory::rate::{Extra, Preset, Raters};
use sudoku_factory::select::SortOrder;
use sudoku_factory::solve::search;

/// The options of a job that makes a few puzzles of each level.
const JOB: &str = "--count 300 --per-level 3 --seed 11 --ratings se --quiet";

/// Returns the rows of the reference table: each a puzzle with its ER, EP and ED.
fn rows() -> impl Iterator<Item = (&'static str, [f64; 3])> {
    sets::table("se-1.2.1.tsv").map(|row| (row[1], [2, 3, 4].map(|n| row[n].parse().unwrap())))
}

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn numbers(of: &Value) -> [Option<f64>; 3] {
    ["se_er", "se_ep", "se_ed"].map(|name| of[name].as_f64())
}

/// Returns a record of a puzzle with this rating by Sudoku Explainer.
fn record(number: u64, se: Option<SeRating>) -> Record {
    let (puzzle, _) = rows().next().unwrap();
    let puzzle: Board = puzzle.parse().unwrap();
    let solution = search::solve(&puzzle, 1).first.unwrap();
    let form = Canonical::of(&puzzle, &solution);
    let mut ratings = Raters::new(&Preset::default(), &[]).rate(&form);
    ratings.se = se;
    Record {
        number,
        puzzle,
        solution,
        id: form.id(),
        level: Level::EASY,
        ratings,
    }
}

const fn exactly(er: u8) -> SeRating {
    SeRating {
        table: SeTable::V1_2_1,
        er: Er::Exactly(er),
        ep: Some(12),
        ed: Some(12),
    }
}

const BEYOND: SeRating = SeRating {
    table: SeTable::V1_2_1,
    er: Er::Above(94),
    ep: None,
    ed: Some(26),
};

#[test]
fn a_pack_holds_the_numbers_and_proves_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name se")).expect(0);
    let plain = JOB.replace(" --ratings se", "");
    run_in(at, &format!("{plain} --name plain")).expect(0);
    let [se, plain] =
        ["se", "plain"].map(|name| Pack::open(&at.join("output").join(name)).unwrap());
    assert_eq!((se.manifest().schema, plain.manifest().schema), (2, 1));
    assert_eq!(plain.manifest().record, None);
    let form = se.manifest().record.clone().unwrap();
    assert_eq!(
        (form.version, form.bytes, form.tables),
        (2, 472, vec!["se-1.2.1".to_owned()])
    );
    for level in se.manifest().job.scheme.levels() {
        let both = se
            .records(level)
            .unwrap()
            .zip(plain.records(level).unwrap());
        for (place, (rated, unrated)) in (1..).zip(both) {
            let (mut rated, unrated) = (rated.unwrap(), unrated.unwrap());
            assert_eq!(se.record_at(level, place).unwrap().as_ref(), Some(&rated));
            let found = se.record_of(level, rated.number).unwrap();
            assert_eq!(found, Some((place, rated.clone())));
            assert!(rated.ratings.se.take().is_some());
            assert_eq!(rated, unrated);
        }
    }
    run_in(at, "verify output/se output/plain --spot-check 5").expect(4);
    run_in(at, "verify output/se --spot-check 300").expect(0);
}

#[test]
fn a_wrong_number_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name p")).expect(0);
    let pack = Pack::open(&at.join("output/p")).unwrap();
    let mut manifest = pack.manifest().clone();
    let mut writer = RecordWriter::new(Vec::new(), RecordVersion::Two);
    for record in pack.records(Level::EASY).unwrap() {
        let mut record = record.unwrap();
        record.ratings.se = Some(SeRating {
            er: Er::Above(94),
            ..record.ratings.se.unwrap()
        });
        writer.push(&record).unwrap();
    }
    let bytes = writer.finish().unwrap();
    let entry = &mut manifest.files[0];
    (entry.bytes, entry.blake3) = (bytes.len() as u64, blake3::hash(&bytes).to_string());
    fs::write(at.join("output/p").join(&entry.name), &bytes).unwrap();
    fs::write(at.join("output/p/pack.json"), manifest.to_text().unwrap()).unwrap();
    let said = run_in(at, "verify output/p --spot-check 0").expect(4);
    let all = said.out + &said.err;
    assert!(all.contains("SE's ER"), "{all}");
}

#[test]
fn extending_sharding_and_taking_keep_the_version() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--count 40 --seed 11 --ratings se --quiet --name short").expect(0);
    run_in(at, "--count 90 --seed 11 --ratings se --quiet --name long").expect(0);
    run_in(at, "--count 90 --seed 12 --quiet --name old").expect(0);
    run_in(at, "extend output/short --count 90 --name longer --quiet").expect(0);
    let pack = |name: &str| bytes_of(&at.join("output").join(name));
    let records = |name: &str| {
        let mut files = pack(name);
        files.retain(|(name, _)| name != "pack.json");
        files
    };
    assert!(records("longer") == records("long"));
    let plan = "plan --run run --shards 3 --count 90 --seed 11 --ratings se";
    run_in(at, plan).expect(0);
    for index in 0..3 {
        run_in(at, &format!("shard --run run --index {index} --quiet")).expect(0);
    }
    run_in(at, "merge --run run --out merged --name long --quiet").expect(0);
    assert!(bytes_of(&at.join("merged/long")) == pack("long"));
    // What all packs have stays; packs of both versions give one of the first.
    run_in(at, "take output/long --name same --where se>=2 --quiet").expect(0);
    run_in(at, "take output/long output/old --name mixed --quiet").expect(0);
    let [same, mixed] =
        ["same", "mixed"].map(|name| Pack::open(&at.join("output").join(name)).unwrap());
    assert_eq!((same.manifest().schema, mixed.manifest().schema), (2, 1));
    assert!(same.manifest().made() > 0 && same.manifest().made() < 90);
    assert!(mixed.manifest().made() > 170);
    run_in(at, "verify output/same").expect(0);
    run_in(at, "verify output/mixed").expect(0);
}

#[test]
fn a_killed_run_carries_on_with_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--count 400 --seed 11 --ratings se --quiet --name p";
    // The file size is limited, so the journal is cut within a frame.
    crate::factory::run_till_killed(at, &format!("{job} --out cut"), 60);
    run_in(at, &format!("{job} --out cut")).expect(0);
    run_in(at, &format!("{job} --out whole")).expect(0);
    let pack = |out: &str| bytes_of(&at.join(out).join("p"));
    assert!(pack("cut") == pack("whole"));
}

#[test]
fn every_output_has_the_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name p")).expect(0);
    let shown = objects(&run_in(at, "show output/p --json").expect(0).out);
    assert!(
        shown
            .iter()
            .all(|it| it["se_table"] == "se-1.2.1" && it["se_er"].is_number())
    );
    let exported = objects(&run_in(at, "export output/p --to jsonl").expect(0).out);
    let csv = run_in(at, "export output/p --to csv").expect(0).out;
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let heads = csv.headers().unwrap().clone();
    let column = |name: &str| heads.iter().position(|it| it == name).unwrap();
    let places = ["se_er", "se_ep", "se_ed", "se_above"].map(column);
    run_in(at, "export output/p --to sqlite -o p.sqlite").expect(0);
    let database = rusqlite::Connection::open(at.join("p.sqlite")).unwrap();
    let mut asked = database
        .prepare("SELECT se_er, se_ep, se_ed, se_above FROM puzzles ORDER BY key")
        .unwrap();
    let in_sql: Vec<[Option<f64>; 4]> = asked
        .query_map([], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
        })
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(shown.len(), in_sql.len());
    for (((shown, exported), row), sql) in
        shown.iter().zip(&exported).zip(csv.records()).zip(in_sql)
    {
        let row = row.unwrap();
        let expected = numbers(shown);
        assert_eq!(numbers(exported), expected);
        assert_eq!(shown["se_above"], Value::Null);
        let in_row = places.map(|place| row[place].parse::<f64>().ok());
        assert_eq!((&in_row[..3], in_row[3]), (&expected[..], None));
        assert_eq!((&sql[..3], sql[3]), (&expected[..], None));
    }
    let drawn = run_in(at, "show output/p --limit 1").expect(0).out;
    assert!(drawn.contains("SE 1.2.1: ER "), "{drawn}");
    let said = run_in(at, "export output/p --to exchange -o bank.txt").expect(0);
    assert!(said.err.contains("1.18.1"), "{}", said.err);
    let bank = fs::read_to_string(at.join("bank.txt")).unwrap();
    assert!(bank.lines().all(|line| line.ends_with(" 00.0")));
}

#[test]
fn a_pack_has_the_numbers_of_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let later = JOB.replace("--ratings se", "--ratings se-1.18.1");
    run_in(at, &format!("{later} --name p")).expect(0);
    run_in(at, "verify output/p --spot-check 300").expect(0);
    let said = run_in(at, "export output/p --to exchange -o bank.txt").expect(0);
    assert!(said.err.contains("1.18.1"), "{}", said.err);
    let bank = fs::read_to_string(at.join("bank.txt")).unwrap();
    let exported = objects(&run_in(at, "export output/p --to jsonl").expect(0).out);
    assert_eq!(exported.len(), bank.lines().count());
    for (object, line) in exported.iter().zip(bank.lines()) {
        assert_eq!(object["se_table"], "se-1.18.1");
        let er = object["se_er"].as_f64().unwrap();
        assert!(
            line.len() == 99 && line.ends_with(&format!(" {er:04.1}")),
            "{line}"
        );
    }
    let told = run_in(at, "stats output/p").expect(0).out;
    assert!(told.contains("ER, SE 1.18.1"), "{told}");
    // What looks at ER takes the table that is asked for.
    let more = format!("{later} --name q --where se>=1.2 --scheme se");
    run_in(at, &more).expect(0);
    let tables = Pack::open(&at.join("output/q")).unwrap();
    let form = tables.manifest().record.clone().unwrap();
    assert_eq!(form.tables, ["se-1.18.1"]);
    run_in(at, "verify output/q").expect(0);
    let both = JOB.replace("--ratings se", "--ratings se,se-1.18.1");
    let said = run_in(at, &format!("{both} --name r")).expect(2);
    assert!(
        said.err.contains("se-1.18.1") && said.err.lines().count() == 1,
        "{}",
        said.err
    );
}

#[test]
fn statistics_count_each_number() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name p")).expect(0);
    let shown = objects(&run_in(at, "show output/p --json").expect(0).out);
    let told: Value =
        serde_json::from_str(&run_in(at, "stats output/p --json").expect(0).out).unwrap();
    for level in told["levels"].as_array().unwrap() {
        let of_level = shown.iter().filter(|it| it["level"] == level["level"]);
        for (number, puzzles) in level["se_er"]["counts"].as_object().unwrap() {
            let number: f64 = number.parse().unwrap();
            let counted = of_level.clone().filter(|it| it["se_er"] == number).count();
            assert_eq!(*puzzles, counted);
        }
        assert_eq!(level["se_er"]["table"], "se-1.2.1");
    }
    let said = run_in(at, "stats output/p --svg pictures").expect(0);
    assert!(said.out.contains("ER, SE 1.2.1"), "{}", said.out);
    let picture = fs::read_to_string(at.join("pictures/se.svg")).unwrap();
    assert!(picture.contains("SE 1.2.1") && !picture.contains("NaN"));
    // Numbers that are added are those that a pack has.
    let plain = JOB.replace(" --ratings se", "");
    run_in(at, &format!("{plain} --name plain")).expect(0);
    let added = run_in(at, "stats output/plain --ratings se --json")
        .expect(0)
        .out;
    let added: Value = serde_json::from_str(&added).unwrap();
    assert_eq!(added["levels"], told["levels"]);
}

#[test]
fn conditions_and_orders_know_the_numbers() {
    let scheme = Scheme::default();
    let holds = |text: &str, se| {
        Condition::parse(text, &scheme)
            .unwrap()
            .holds(&Subject::of(&record(1, se)))
    };
    for text in [
        "se>=7.1",
        "se_er>7",
        "se=7.1",
        "se<=7.1",
        "se_ep=1.2",
        "se_ed<1.5",
    ] {
        assert!(holds(text, Some(exactly(71))), "{text}");
        assert!(!holds(text, None), "{text}");
    }
    assert!(!holds("se>=7.2", Some(exactly(71))));
    // Beyond reach is above every number.
    assert!(holds(
        "se>=7.1 and se>9.4 and se>20 and se_ed=2.6",
        Some(BEYOND)
    ));
    for text in ["se<20", "se=9.4", "se_ep>0", "se_ep<99"] {
        assert!(!holds(text, Some(BEYOND)), "{text}");
    }
    for (text, expected) in [("se", [1, 2, 3, 4]), ("-se", [2, 1, 3, 4])] {
        let ratings = [Some(BEYOND), Some(exactly(71)), None, Some(exactly(15))];
        let mut records: Vec<Record> = [3, 2, 4, 1]
            .into_iter()
            .zip(ratings)
            .map(|(number, se)| record(number, se))
            .collect();
        let order = SortOrder::parse(text).unwrap();
        records.sort_by(|a, b| order.compare(a, b));
        assert_eq!(
            records.iter().map(|it| it.number).collect::<Vec<_>>(),
            expected
        );
    }
    assert_eq!(SortOrder::parse("se").unwrap().extras(), [Extra::SE]);
    let of = |se| Scheme::named("se").unwrap().level(&record(1, se).ratings);
    assert_eq!(of(Some(exactly(15))), Some(Level::EASY));
    assert_eq!(of(Some(exactly(71))), Some(Level::VERY_HARD));
    assert_eq!(of(Some(BEYOND)), Some(Level::VERY_HARD));
}

#[test]
fn what_is_beyond_reach_is_recorded_without_a_number() {
    let all = [record(0, Some(BEYOND)), record(1, Some(exactly(12)))];
    let mut writer = RecordWriter::new(Vec::new(), RecordVersion::Two);
    all.iter().for_each(|record| writer.push(record).unwrap());
    assert!(writer.push(&record(2, None)).is_err());
    let bytes = writer.finish().unwrap();
    let read: Result<Vec<Record>, FrameError> = RecordReader::new(bytes.as_slice()).collect();
    assert_eq!(read.unwrap(), all);
    assert_eq!(bytes[32 + 332..32 + 336], [255, 94, 255, 26]);
    assert_eq!(bytes[32 + 472 + 332..32 + 472 + 336], [12, 255, 12, 12]);
    let fields = sudoku_factory::pack::PuzzleFields::of_record(&all[0], &Scheme::default()).json();
    assert_eq!(
        (&fields["se_er"], fields["se_above"].as_f64()),
        (&Value::Null, Some(9.4))
    );
    // No other bytes are a record.
    let with = |at: usize, byte: u8| {
        let mut bad = bytes[32..32 + 472].to_vec();
        bad[at] = byte;
        Record::decode(&bad)
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(with(334, 90), Ok(()));
    for (at, byte) in [
        (332, 12),
        (333, 255),
        (334, 20),
        (335, 95),
        (336, 1),
        (340, 1),
        (467, 1),
        (468, 1),
        (469, 1),
        (471, 2),
    ] {
        assert!(with(at, byte).is_err(), "{at}: {byte}");
    }
    assert!(Record::decode(&bytes[32..32 + 471]).is_err());
}

#[test]
fn manifests_name_the_version_of_their_records() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &format!("{JOB} --name p")).expect(0);
    let text = fs::read_to_string(folder.path().join("output/p/pack.json")).unwrap();
    let (sealed, _) = text.split_once("  \"seal\"").unwrap();
    for (from, to) in [
        ("\"schema\": 2", "\"schema\": 1"),
        ("\"bytes\": 472", "\"bytes\": 332"),
        ("\"se-1.2.1\"", "\"se-1.18.1\""),
        ("      \"se\"\n", "      \"se-1.18.1\"\n"),
        ("      \"se\"\n", "      \"time\"\n"),
    ] {
        assert!(sealed.contains(from), "{from}");
        let changed = sealed.replacen(from, to, 1);
        let seal = blake3::hash(changed.as_bytes());
        let error =
            Manifest::from_text(format!("{changed}  \"seal\": \"{seal}\"\n}}\n").as_bytes());
        assert!(error.is_err(), "{to}");
    }
}

#[test]
fn a_pack_of_format_2_is_read_and_proven_for_ever() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/format-2/pack");
    let pack = Pack::open(&golden).unwrap();
    assert_eq!((pack.manifest().schema, pack.manifest().made()), (2, 15));
    let folder = tempfile::tempdir().unwrap();
    let path = golden.display();
    run_in(folder.path(), &format!("verify {path}")).expect(0);
    // It is what this program makes.
    run_in(folder.path(), &format!("{JOB} --name pack")).expect(0);
    assert!(bytes_of(&folder.path().join("output/pack")) == bytes_of(&golden));
}

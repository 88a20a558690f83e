//! Tests the measures of agreement between two ratings against their definitions and the table of Wu 2012, and
//! the command `factory agree`.

use crate::factory::run_in;
use crate::sets;
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;
use sudoku_factory::agreement::{Contingency, MEASURES};

/// Table 2 of Wu 2012 as the paper has it. Each column is for 100 puzzles, but the second sums to 101.
const PRINTED: [[u64; 5]; 5] = [
    [98, 0, 0, 0, 0],
    [1, 84, 38, 0, 0],
    [1, 16, 57, 7, 0],
    [0, 1, 2, 59, 46],
    [0, 0, 3, 34, 54],
];

fn measured(table: &Contingency) -> String {
    let lines = MEASURES.iter().map(|measure| {
        let value = (measure.of)(table).unwrap();
        format!("{} {value:.4}", measure.name)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn table_2_as_printed() {
    assert_snapshot!(measured(&Contingency::of_table(&PRINTED)), @r#"
    spearman 0.9194
    pearson 0.9183
    gamma 0.9393
    tau_b 0.8484
    somers_d 0.8462
    exact 0.7026
    within_one 0.9900
    kappa 0.6282
    quadratic_kappa 0.9175
    chi_squared 1037.6706
    degrees_of_freedom 16.0000
    contingency_c 0.8212
    contingency_c_share 0.9181
    cramer_v 0.7196
    lambda 0.6058
    pairs 501.0000
    "#);
}

/// With 15 in place of 16, the second column of the paper's table 2 sums to 100, and χ² is the 1039.40 that the
/// paper gives.
#[test]
fn table_2_corrected() {
    let mut table = PRINTED;
    table[2][1] = 15;
    assert_snapshot!(measured(&Contingency::of_table(&table)), @r#"
    spearman 0.9198
    pearson 0.9188
    gamma 0.9399
    tau_b 0.8493
    somers_d 0.8470
    exact 0.7040
    within_one 0.9900
    kappa 0.6300
    quadratic_kappa 0.9180
    chi_squared 1039.4017
    degrees_of_freedom 16.0000
    contingency_c 0.8217
    contingency_c_share 0.9187
    cramer_v 0.7209
    lambda 0.6074
    pairs 500.0000
    "#);
}

/// The measures of agreement, computed directly from their definitions by comparing every two pairs.
struct Plain {
    gamma: f64,
    tau_b: f64,
    somers_d: f64,
    spearman: f64,
}

fn plain(pairs: &[(f64, f64)]) -> Plain {
    let sign = |a: f64, b: f64| f64::from(u8::from(a > b)) - f64::from(u8::from(a < b));
    let [mut sum, mut both, mut rows, mut columns] = [0.0; 4];
    for (n, a) in pairs.iter().enumerate() {
        for b in &pairs[..n] {
            let (x, y) = (sign(a.0, b.0), sign(a.1, b.1));
            sum += x * y;
            both += (x * y).abs();
            rows += x.abs();
            columns += y.abs();
        }
    }
    let ranks = |value: fn(&(f64, f64)) -> f64| -> Vec<f64> {
        let rank = |one: f64| -> f64 {
            let below = pairs.iter().filter(|other| value(other) < one).count() as f64;
            let same = pairs.iter().filter(|other| value(other) == one).count() as f64;
            below + (same + 1.0) / 2.0
        };
        pairs.iter().map(|pair| rank(value(pair))).collect()
    };
    let (a, b) = (ranks(|pair| pair.0), ranks(|pair| pair.1));
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    Plain {
        gamma: sum / both,
        tau_b: sum / (rows * columns).sqrt(),
        somers_d: sum / columns,
        spearman: product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt(),
    }
}

fn near(found: Option<f64>, expected: f64) -> bool {
    match found {
        Some(value) => (value - expected).abs() < 1e-9,
        None => !expected.is_finite(),
    }
}

proptest! {
    #[test]
    fn measures_of_ranks_equal_their_definitions(
        pairs in prop::collection::vec((0..9i32, 0..7i32), 2..40),
    ) {
        let pairs: Vec<_> = pairs.into_iter().map(|(a, b)| (f64::from(a) / 2.0, f64::from(b))).collect();
        let table = Contingency::of_pairs(pairs.iter().copied());
        let plain = plain(&pairs);
        prop_assert!(near(table.gamma(), plain.gamma));
        prop_assert!(near(table.tau_b(), plain.tau_b));
        prop_assert!(near(table.somers_d(), plain.somers_d));
        prop_assert!(near(table.spearman(), plain.spearman));
        let turned = table.transposed();
        prop_assert!(near(turned.gamma(), plain.gamma));
        prop_assert_eq!(table.total(), pairs.len() as u64);
    }

    #[test]
    fn a_rating_agrees_with_itself(values in prop::collection::vec(1..6u8, 2..30)) {
        prop_assume!(values.iter().any(|value| *value != values[0]));
        let table = Contingency::of_pairs(values.iter().map(|&v| (f64::from(v), f64::from(v))));
        for name in ["spearman", "gamma", "tau_b", "exact", "kappa", "quadratic_kappa", "cramer_v"] {
            let measure = MEASURES.iter().find(|measure| measure.name == name).unwrap();
            prop_assert!(near((measure.of)(&table), 1.0), "{}", name);
        }
    }
}

const PUZZLES: [&str; 3] = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
];

fn write(folder: &Path, name: &str, lines: &[String]) {
    fs::write(folder.join(name), lines.join("\n") + "\n").unwrap();
}

/// Returns the rows of a list. Each row is one of [`PUZZLES`], followed by `between` and a value.
fn rows(between: &str, values: [&str; 3]) -> Vec<String> {
    let rows = PUZZLES.iter().zip(values);
    rows.map(|(puzzle, value)| format!("{puzzle}{between}{value}"))
        .collect()
}

fn object(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

/// The difficulty D agrees with Sudoku Explainer's ER, and the levels agree with HoDoKu's.
#[test]
fn d_agrees_with_other_raters() {
    let folder = tempfile::tempdir().unwrap();
    let text = sets::text("se-hodoku-rated.tsv.gz");
    let (_, names_and_rows) = text.split_once('\n').unwrap();
    fs::write(folder.path().join("theirs.tsv"), names_and_rows).unwrap();
    let rows = sets::table("se-hodoku-rated.tsv.gz");
    let puzzles: Vec<String> = rows.map(|row| row[1].to_owned()).collect();
    write(folder.path(), "puzzles.txt", &puzzles);
    let ours = run_in(folder.path(), "rate --json puzzles.txt")
        .expect(0)
        .out;
    fs::write(folder.path().join("ours.jsonl"), ours).unwrap();
    let said = run_in(
        folder.path(),
        "agree --json ours.jsonl theirs.tsv --left d --right SE_ER --left level --right HoDoKu_level",
    )
    .expect(0);
    assert_snapshot!(said.err, @"
    factory: ours.jsonl: 29 rows repeat a puzzle; the first of each counts
    factory: theirs.tsv: 29 rows repeat a puzzle; the first of each counts
    ");
    let found: Vec<Value> = said.out.lines().map(object).collect();
    assert_eq!(found[0]["pairs"], 1641);
    assert!(
        found[0]["spearman"].as_f64().unwrap() >= 0.90,
        "{}",
        found[0]
    );
    assert!(found[0]["kappa"].is_null(), "D's are no classes");
    assert!(found[1]["gamma"].as_f64().unwrap() >= 0.94, "{}", found[1]);
    assert_eq!(found[1]["degrees_of_freedom"], 16);
}

#[test]
fn lists_for_spreadsheets_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "all.txt", &rows("  ", ["1", "5", "5"]));
    write(
        at,
        "excel.csv",
        &[
            "\u{feff}\"puzzle\",\"level\"".to_owned(),
            format!("\"=\"\"{}\"\"\",\"1\"", PUZZLES[0]),
            format!("\"=\"\"{}\"\"\",\"5\"", PUZZLES[1]),
            format!("\"=\"\"{}\"\"\",\"NA\"", PUZZLES[2]),
        ],
    );
    let excel = run_in(at, "agree excel.csv excel.csv --left level --right level").expect(0);
    assert!(
        excel.out.contains("degrees of freedom                1\n"),
        "{}",
        excel.out
    );
    let some = run_in(at, "agree all.txt excel.csv --left 2 --right level")
        .expect(0)
        .out;
    assert!(some.contains("1 puzzles with a value only in A"), "{some}");
}

#[test]
fn lists_come_in_many_forms() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let with_head = |head: &str, rows: Vec<String>| -> Vec<String> {
        std::iter::once(head.to_owned()).chain(rows).collect()
    };
    write(
        at,
        "a.tsv",
        &with_head("#puzzle\tlevel", rows("\t", ["easy", "hard", "very-hard"])),
    );
    let quoted: Vec<String> = PUZZLES
        .iter()
        .zip(["1", "4", "5"])
        .map(|(puzzle, level)| format!("\"so, \"\"hard\"\"\",{level},{puzzle}"))
        .collect();
    write(at, "b.csv", &with_head("note,Level,Puzzle", quoted));
    write(at, "c.txt", &rows("  ", ["1", "4", "5"]));
    let lines = PUZZLES.iter().zip([1, 4, 5]);
    let lines: Vec<String> = lines
        .map(|(puzzle, level)| format!("{{\"puzzle\":\"{puzzle}\",\"level\":{level},\"d\":null}}"))
        .collect();
    write(at, "d.jsonl", &lines);
    for others in [
        "a.tsv b.csv",
        "b.csv d.jsonl",
        "d.jsonl a.tsv",
        "d.jsonl c.txt --left level --right 2",
    ] {
        let found = object(&run_in(at, &format!("agree --json {others}")).expect(0).out);
        assert_eq!(
            (&found["exact"], &found["pairs"]),
            (&1.0.into(), &3.into()),
            "{others}"
        );
    }
    assert_snapshot!(run_in(at, "agree a.tsv b.csv").expect(0).out, @r#"
    A: level of a.tsv
    B: level of b.csv

     Spearman's ρ                 1.0000
     Pearson's r                  1.0000
     Goodman–Kruskal γ            1.0000
     Kendall's τ-b                1.0000
     Somers' d of A by B          1.0000
     exact agreement              1.0000
     within one level             1.0000
     Cohen's κ                    1.0000
     quadratic κ                  1.0000
     χ²                                6
     degrees of freedom                4
     Pearson's C = √(χ²/(χ²+N))   0.8165
     C / largest possible C       1.0000
     Cramér's V                   1.0000
     Goodman–Kruskal λ of A by B  1.0000
     pairs                             3

          B 1  B 4  B 5
     A 1    1    0    0
     A 4    0    1    0
     A 5    0    0    1
    "#);
}

#[test]
fn bad_rows_cost_only_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut ours = rows("\t", ["1", "4", "5"]);
    ours.insert(0, "puzzle\tlevel".to_owned());
    ours.insert(2, format!("{}\t3", PUZZLES[0].replace('4', "k")));
    ours.insert(3, "1".to_owned());
    ours[4] = ours[4].replace("\t4", "\thard");
    write(at, "ours.tsv", &ours);
    let theirs = vec![
        format!("{{\"puzzle\":\"{}\",\"level\":2}}", PUZZLES[0]),
        "{ no object".to_owned(),
        "{\"line\":3,\"error\":\"line 3, column 7: expected a digit\"}".to_owned(),
        format!("{{\"puzzle\":\"{}\",\"level\":null}}", PUZZLES[1]),
        format!("{{\"puzzle\":\"{}\",\"level\":5}}", PUZZLES[2]),
    ];
    write(at, "theirs.jsonl", &theirs);
    let mut bytes = fs::read(at.join("ours.tsv")).unwrap();
    let misspelt = format!("{}\thrad\nnot UTF-8: ", PUZZLES[0].replace("5.3", "3.5"));
    bytes.extend(misspelt.bytes().chain([0xff, b'\n']));
    fs::write(at.join("ours.tsv"), bytes).unwrap();
    let said = run_in(at, "agree --json ours.tsv theirs.jsonl").expect(3);
    assert_snapshot!(said.err, @r#"
    factory: ours.tsv: line 3: no puzzle of 81 characters
    factory: ours.tsv: line 4: expected 2 fields, found 1
    factory: ours.tsv: line 7: "hrad" is not a known level
    factory: ours.tsv: line 8: expected 2 fields, found 1
    factory: theirs.jsonl: line 2: no JSON object
    factory: theirs.jsonl: line 3: line 3, column 7: expected a digit
        "#);
    let found = object(&said.out);
    assert_eq!(
        [&found["pairs"], &found["only_left"], &found["only_right"]],
        [2, 1, 0]
    );
    assert_eq!([&found["exact"], &found["within_one"]], [0.5, 1.0]);
}

#[test]
fn what_makes_no_sense_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut list = rows("\t", ["1", "soft", "5"]);
    list.insert(0, "puzzle\tlevel".to_owned());
    write(at, "list.tsv", &list);
    write(
        at,
        "other.txt",
        &[format!("{} 1", PUZZLES[0].replace('4', "9"))],
    );
    write(at, "empty.txt", &[]);
    let said = |arguments: &str, code| run_in(at, arguments).expect(code).err;
    assert_snapshot!(said("agree list.tsv list.tsv", 2), @r#"factory: list.tsv: column level holds words such as "soft"; say their order with --order"#);
    assert_snapshot!(said("agree list.tsv other.txt --left lvel --right 2", 2), @r#"factory: list.tsv has no values of lvel; its columns are puzzle, level"#);
    assert_snapshot!(said("agree list.tsv list.tsv --left level", 2), @r#"factory: 1 --left and 0 --right; they come in pairs"#);
    assert_snapshot!(said("agree list.tsv empty.txt --order 1,soft,5", 2), @r#"factory: empty.txt holds no puzzle"#);
    assert_snapshot!(said("agree list.tsv other.txt --left level --right 2 --order soft", 1), @r#"factory: no puzzle has a value in both lists"#);
    assert_snapshot!(said("agree list.tsv nowhere.txt", 1), @r#"factory: cannot read nowhere.txt: No such file or directory (os error 2)"#);
}

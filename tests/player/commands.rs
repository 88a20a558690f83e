//! `factory player` as people type it.

use super::FIG_3_5;
use crate::factory::run_in;
use std::path::Path;

fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

#[test]
fn fit_prints_the_papers_three_searches() {
    let said = run_in(data(), "player fit wang-appendix-a.csv").expect(0);
    insta::assert_snapshot!(said.out, @"
    51 steps of 1 game

    maximum likelihood, averaged form
      naked single         λ 0.09064 ± 0.06030    1/λ  11.0329 s   in 23 steps
      hidden single        λ 0.11685 ± 0.02020    1/λ   8.5578 s   in 50 steps

    three grid searches for naked single and hidden single
      λ 0.08 0.12   r 29.0853
      λ 0.090 0.117   r 0.0553
      λ 0.0904 0.1169   r 0.0056
    ");
    let folder = tempfile::tempdir().unwrap();
    let log = data().join("wang-appendix-a.csv");
    let save = format!("player fit {} --save me.toml --json", log.display());
    let said = run_in(folder.path(), &save).expect(0);
    assert!(said.out.contains("\"r\":0.005"), "{}", said.out);
    // What is there is not written over.
    let again = run_in(folder.path(), &save).expect(2);
    assert!(again.err.contains("me.toml is there already") && again.err.lines().count() == 1);
    let time = format!("player time {FIG_3_5} --rates me.toml --form bound");
    let said = run_in(folder.path(), &time).expect(0);
    assert!(said.out.contains("51 × hidden single"), "{}", said.out);
}

#[test]
fn times_are_told_by_form() {
    let said = |options: &str| {
        let time = format!("player time {FIG_3_5} {options}");
        let out = run_in(data(), &time).expect(0).out;
        out.lines().skip(1).collect::<Vec<_>>().join("\n")
    };
    let printed = said("--form averaged,bound");
    insta::assert_snapshot!(printed, @"
      averaged       7:34.3  ± 1:03.8    (454.3 s)
      lower bound    7:16.3              (436.27 s: 51 × hidden single)
    ");
    let foreign = said("--rates average --form averaged");
    assert!(
        foreign.contains("the rates are meant for race"),
        "{foreign}"
    );
    assert_eq!(said("").lines().count(), 3);
}

#[test]
fn a_log_is_checked_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let log = data().join("wang-appendix-a.csv");
    let check = format!(
        "player check {FIG_3_5} {} --games 299 --plot lr.svg",
        log.display()
    );
    let said = run_in(folder.path(), &check).expect(0);
    assert!(said.out.contains("nothing suspicious"), "{}", said.out);
    let svg = std::fs::read_to_string(folder.path().join("lr.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("Likelihood ratio"));
    // A plot is not written over unless that is asked for.
    let again = run_in(folder.path(), &check).expect(2);
    assert!(
        again.err.contains("lr.svg is there already"),
        "{}",
        again.err
    );
    run_in(folder.path(), &format!("{check} --force")).expect(0);
    let play = format!("player simulate {FIG_3_5} --kind shuffled --seed 3");
    let game = run_in(folder.path(), &play).expect(0);
    assert_eq!(game.out, run_in(folder.path(), &play).out);
    std::fs::write(folder.path().join("s.csv"), game.out).unwrap();
    let check = format!("player check {FIG_3_5} s.csv --games 299 --json");
    let said = run_in(folder.path(), &check).expect(4);
    assert!(said.out.contains("\"suspicions\":[\"unexplained\"]"));
    // Steps that no logic explains have no sign before their 0.
    let said = run_in(folder.path(), &check.replace(" --json", "")).expect(4);
    assert!(
        said.out.contains(" 0.0000  none of the player's"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("-0.0"), "{}", said.out);
}

#[test]
fn wrong_input_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("nine.csv", "1,2,9,5\n");
    write("empty.csv", "");
    write(
        "rates.toml",
        "form = \"race\"\n[rates]\nnaked-single = 1e300\n",
    );
    std::fs::write(folder.path().join("bytes.csv"), b"1,2,4,5\n\xff").unwrap();
    let said = |arguments: &str, code| {
        let err = run_in(folder.path(), arguments).expect(code).err;
        assert_eq!(err.lines().count(), 1, "{err}");
        err
    };
    let all = [
        said(&format!("player check {FIG_3_5} nine.csv"), 65),
        said(&format!("player check {FIG_3_5} empty.csv"), 65),
        said(&format!("player check {FIG_3_5} no.csv"), 1),
        said(&format!("player check {FIG_3_5} bytes.csv"), 65),
        said(&format!("player time {FIG_3_5} --rates rates.toml"), 2),
        said("player fit nine.csv", 65),
        said("player fit nine.csv --logics singles", 2),
        said(&format!("player time {}", &FIG_3_5[1..]), 2),
        said(&format!("player time {}", ".".repeat(81)), 65),
        said(&format!("player time {FIG_3_5} --rates no.toml"), 1),
        said(&format!("player time {FIG_3_5} --rates nine.csv"), 2),
        said(&format!("player check {FIG_3_5} nine.csv --games 9"), 2),
        said(
            &format!("player check {FIG_3_5} nine.csv --false-alarms 2"),
            2,
        ),
        said(
            &format!("player check {FIG_3_5} nine.csv --false-alarms 1e-300"),
            2,
        ),
    ];
    insta::assert_snapshot!(all.concat(), @r#"
    factory: nine.csv: line 1: column 9 is not in 0 to 8; is the log counted from 1 (--base 1)?
    factory: empty.csv: the log is empty: it holds no step
    factory: cannot read no.csv: No such file or directory (os error 2)
    factory: bytes.csv: line 2: this is no text in UTF-8
    factory: rates.toml: the rate of naked single is 1e300; a rate is a number from 1e-9 to 1e9, in steps a second
    factory: nine.csv: line 1: no puzzle is known: give it, or begin the log with `# puzzle …`
    factory: --logics: no rule is called "singles"; the nearest is triple
    factory: the puzzle has 80 characters, not 81
    factory: the puzzle: more than one solution
    factory: cannot read no.toml: No such file or directory (os error 2)
    factory: nine.csv: line 1: key with no value, expected `=`
    factory: --false-alarms 0.01 takes at least --games 299
    factory: --false-alarms 2.0 is no share between 0 and 1
    factory: --false-alarms 1e-300 is too rare for 1000000 games to show
    "#);
}

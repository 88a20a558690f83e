//! Tests `factory verify --thorough`: packs that the second opinion agrees with, packs in which one field of a
//! record is wrong, and commands that are refused.

use crate::factory::run_in;

#[cfg(not(feature = "thorough"))]
#[test]
fn a_build_without_second_opinions_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--per-level 2 --seed 1 -q --name p").expect(0);
    run_in(at, "verify output/p --thorough 5")
        .expect(2)
        .complains(&[
            "this build has no --thorough",
            "cargo build --profile dist --features thorough",
        ]);
    run_in(at, "verify output/p").expect(0);
}

#[cfg(feature = "thorough")]
mod built_in {
    use super::run_in;
    use crate::proving::reseal;
    use std::fs;
    use std::path::Path;
    use sudoku_factory::bucket::Level;
    use sudoku_factory::grid::{Board, PuzzleId};
    use sudoku_factory::pack::{Pack, Record, RecordVersion, RecordWriter, pack_file};
    use sudoku_factory::rate::Looks;

    #[test]
    fn sound_packs_of_many_schemes_are_sound() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let own = "count = 60\nscheme = 'own'\n[schemes.own]\nlike = 'wu'\n\
                   weights = { x-wing = 400.5 }\nlimits = [1.5, 5, 7, 12]\ntrial-counts = 'steps'\n";
        fs::write(at.join("own.toml"), own).unwrap();
        let jobs = [
            "--scheme wu --symmetry rotate180",
            "--scheme wu-strict",
            "--scheme wu-literal",
            "--scheme blanks --clues 17..41",
            "--scheme hardest-rule --ratings se",
            "--job own.toml",
        ];
        for (name, job) in ('a'..).zip(jobs) {
            run_in(at, &format!("{job} --count 60 --seed 5 -q --name {name}")).expect(0);
            let said = run_in(at, &format!("verify output/{name} --thorough 1000")).expect(0);
            let expected = "60 second opinions on their ratings: nothing wrong\n";
            assert!(said.out.ends_with(expected), "{job}: {}", said.out);
        }
        let said = run_in(at, "verify output/a output/b --thorough 7 --json").expect(0);
        let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(report["second_opinions"], 14);
        let other = "verify output/a --thorough 7 --thorough-seed 9";
        let said = run_in(at, other).expect(0);
        assert!(said.out.contains(" 7 second opinions "), "{}", said.out);
    }

    /// Changes the second record of the first level, and seals the pack again.
    fn falsify(pack: &Path, change: fn(&mut Record)) {
        let opened = Pack::open(pack).unwrap();
        let records = opened.records(Level::EASY).unwrap();
        let mut records: Vec<Record> = records.map(Result::unwrap).collect();
        change(&mut records[1]);
        let mut writer = RecordWriter::new(Vec::new(), RecordVersion::One);
        for record in &records {
            writer.push(record).unwrap();
        }
        let file = pack_file(&opened.manifest().job.scheme, Level::EASY);
        fs::write(pack.join(file), writer.finish().unwrap()).unwrap();
        reseal(pack, |_| ());
    }

    /// The name of a field in findings, and a function that makes the field wrong.
    type Falsified = (&'static str, fn(&mut Record));

    #[test]
    fn every_wrong_field_is_found() {
        let changes: [Falsified; 8] = [
            ("the id", |it| it.id = PuzzleId::from_bytes([7; 16])),
            ("naked single in rules", |it| {
                it.ratings.ladder.rules[0] += 1;
            }),
            ("hidden single in used", |it| it.ratings.ladder.used[1] += 1),
            ("D", |it| it.ratings.ladder.difficulty = 1.01),
            ("whether the rules reach the solution", |it| {
                it.ratings.ladder.solved = false;
            }),
            ("the level", |it| it.level = Level::HARD),
            ("the number of solutions", |it| {
                let kept: Vec<_> = it.puzzle.clues().into_iter().take(10).collect();
                it.puzzle = it.puzzle.keep(kept.into_iter().collect());
                it.ratings.looks = Looks::of(&it.puzzle);
            }),
            ("the solution", |it| {
                let mut values = *it.solution.values();
                values.swap(0, 1);
                it.solution = Board::from_values(values).unwrap();
            }),
        ];
        for (field, change) in changes {
            let folder = tempfile::tempdir().unwrap();
            let at = folder.path();
            run_in(at, "--per-level 3 --seed 1 -q --name p").expect(0);
            falsify(&at.join("output/p"), change);
            let said = run_in(at, "verify output/p --spot-check 0 --thorough 15").expect(4);
            let expected = format!("the second opinion on {field} is ");
            let names_it = |line: &str| line.contains("1-easy.pack: record 2 (number ");
            let mut lines = said.out.lines();
            let found = lines.any(|line| names_it(line) && line.contains(&expected));
            assert!(found, "{field}: {}", said.out);
        }
    }

    #[test]
    fn other_layouts_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        run_in(at, "--layout 6x6 --level singles=3 --seed 1 --name six -q").expect(0);
        run_in(at, "--per-level 2 --seed 1 -q --name nine").expect(0);
        run_in(at, "verify output/nine output/six --thorough 5")
            .expect(2)
            .complains(&["output/six", "6x6", "--thorough rates 9x9 puzzles only"]);
        run_in(at, "verify output/nine output/six").expect(0);
        run_in(at, "verify output/nine --thorough 5 --checksums").expect(2);
        run_in(at, "verify output/nine --thorough-seed 5").expect(2);
    }
}

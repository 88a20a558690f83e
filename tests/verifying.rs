//! Tests the faults that `verify` must find in packs.

mod content;
mod damage;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_factory::bucket::{MOST_LEVELS, Scheme};
use sudoku_factory::config::{Job, LedgerSnapshot};
use sudoku_factory::create::Method;
use sudoku_factory::dig::Plan;
use sudoku_factory::filter::Filters;
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::layouts::Distinct;
use sudoku_factory::pack::{
    Disk, DropCounts, Manifest, PackWriter, Record, RunInfo, StageSeconds, Summary,
};
use sudoku_factory::rate::Raters;
use sudoku_factory::solve::exact_cover;
use sudoku_factory::verify::{Report, VerifyOptions, verify};
use tempfile::TempDir;

/// Puzzles of several levels, all with one solution.
const PUZZLES: [&str; 8] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
    "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
    "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.",
    "6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....",
];

/// The parts that a pack is written from, which a test can falsify.
struct Forge {
    job: Job,
    summary: Summary,
    records: Vec<Record>,
}

impl Forge {
    /// Returns the parts of a correct pack, for which every candidate of the job was kept.
    fn honest() -> Self {
        let scheme = Scheme::default();
        let raters = Raters::new(&scheme.preset, &[]);
        let record = |(number, puzzle): (u64, &str)| {
            let puzzle: Board = puzzle.parse().unwrap();
            let solution = exact_cover::solve(&puzzle, 1).1.unwrap();
            let form = Canonical::of(&puzzle, &solution);
            let ratings = raters.rate(&form);
            Record {
                number,
                puzzle,
                solution,
                id: form.id(),
                level: scheme.level(&ratings).unwrap(),
                ratings,
            }
        };
        let records: Vec<Record> = (0..).zip(PUZZLES).map(record).collect();
        let mut rated = [0; MOST_LEVELS];
        for record in &records {
            rated[record.level.index()] += 1;
        }
        let job = Job {
            seed: 7,
            count: Some(PUZZLES.len() as u64),
            quotas: None,
            exhaust: false,
            create: Method::Diagonal,
            dig: Plan::default(),
            source: None,
            scheme,
            ratings: Vec::new(),
            filters: Filters::default(),
            mix: Vec::new(),
            part: None,
            ledger: LedgerSnapshot::default(),
            layout: None,
            regions: None,
            distinct: Distinct::Form,
        };
        let summary = Summary {
            numbers: PUZZLES.len() as u64,
            rated,
            dropped: DropCounts::default(),
            las_vegas_attempts: None,
        };
        Self {
            job,
            summary,
            records,
        }
    }

    fn write_to(&self, folder: &Path) {
        let aside = folder.with_extension("part");
        let mut writer = PackWriter::create(Disk, &self.job, &aside, folder).unwrap();
        for record in &self.records {
            writer.push(record).unwrap();
        }
        let run = RunInfo {
            started: String::new(),
            ended: String::new(),
            seconds: 1.0,
            threads: 1,
            candidates: 8,
            candidates_per_second: 8.0,
            stage_seconds: StageSeconds::default(),
        };
        writer.finish(&self.summary, &run).unwrap();
    }

    fn write(&self) -> Packs {
        let packs = Packs(tempfile::tempdir().unwrap());
        self.write_to(&packs.path("a"));
        packs
    }

    /// Writes the pack, and returns the faults that `verify` finds in it.
    fn findings(&self) -> String {
        self.write().findings()
    }
}

/// A folder of packs, of which the pack `a` is verified.
struct Packs(TempDir);

impl Packs {
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn verify(&self, names: &[&str], checksums_only: bool) -> Report {
        let packs: Vec<PathBuf> = names.iter().map(|name| self.path(name)).collect();
        verify(&packs, VerifyOptions { checksums_only }, &mut |_| ())
    }

    fn findings(&self) -> String {
        self.findings_of(&["a"])
    }

    /// Returns the faults that `verify` finds in these packs, one on each line, without the path of the folder.
    fn findings_of(&self, names: &[&str]) -> String {
        let prefix = format!("{}/", self.0.path().display());
        let said = self.verify(names, false).findings;
        let said: Vec<String> = said
            .iter()
            .map(|f| f.to_string().replace(&prefix, ""))
            .collect();
        assert!(said.iter().all(|line| !line.contains('\n')));
        said.join("\n")
    }

    fn edit(&self, file: &str, edit: impl FnOnce(&mut Vec<u8>)) {
        let path = self.path("a").join(file);
        let mut bytes = fs::read(&path).unwrap();
        edit(&mut bytes);
        fs::write(path, bytes).unwrap();
    }

    /// Changes the manifest of the pack `a` and seals it again, with the true sizes and hashes of the files.
    fn reseal(&self, edit: impl FnOnce(&mut Manifest)) {
        let path = self.path("a").join("pack.json");
        let mut manifest = Manifest::from_text(&fs::read(&path).unwrap()).unwrap();
        for file in &mut manifest.files {
            let bytes = fs::read(self.path("a").join(&file.name)).unwrap();
            file.bytes = bytes.len() as u64;
            file.blake3 = blake3::hash(&bytes).to_string();
        }
        edit(&mut manifest);
        fs::write(path, manifest.to_text().unwrap()).unwrap();
    }
}

#[test]
fn an_honest_pack_has_no_finding() {
    let packs = Forge::honest().write();
    let report = packs.verify(&["a"], false);
    assert_eq!(report.findings, []);
    assert_eq!((report.packs, report.puzzles), (1, 8));
    let quick = packs.verify(&["a"], true);
    assert_eq!((quick.findings.len(), quick.puzzles), (0, 0));
    fs::remove_file(packs.path("a").join("run.json")).unwrap();
    assert_eq!(packs.findings(), "");
}

#[test]
fn progress_ends_at_the_total() {
    let packs = Forge::honest().write();
    let mut heard = Vec::new();
    verify(
        &[packs.path("a")],
        VerifyOptions::default(),
        &mut |progress| {
            heard.push((progress.done, progress.total));
        },
    );
    assert!(heard.is_sorted());
    assert_eq!(heard.last(), Some(&(8, 8)));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut forge = Forge::honest();
    for record in &mut forge.records {
        record.ratings.ladder.difficulty += 1.0;
    }
    let packs = forge.write();
    let reports: BTreeMap<usize, Vec<String>> = [1, 2, 7]
        .into_iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let report = pool.install(|| packs.verify(&["a"], false));
            (
                threads,
                report.findings.iter().map(ToString::to_string).collect(),
            )
        })
        .collect();
    assert!(reports[&1].len() >= 8);
    assert!(reports.values().all(|findings| *findings == reports[&1]));
}

//! Tests the writing and reading of packs, and damaged and malicious files.

mod frames;
mod read_back;

use std::cell::Cell as Slot;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use sudoku_factory::bucket::{Level, Quotas, Scheme};
use sudoku_factory::config::{Job, LedgerSnapshot};
use sudoku_factory::create::Method;
use sudoku_factory::dig::Plan;
use sudoku_factory::filter::Filters;
use sudoku_factory::grid::{Board, PuzzleId};
use sudoku_factory::layouts::Distinct;
use sudoku_factory::pack::{
    Disk, DropCounts, Manifest, ManifestProblem, Pack, PackError, PackWriter, Record, RunInfo,
    StageSeconds, Storage, Summary,
};
use sudoku_factory::rate::{
    Extra, Guesses, HodokuLevel, HodokuRating, Looks, Minutes, Preset, QqwingLevel, Rating,
    Ratings, Rule,
};

const GRID: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Returns a record that has the right form, but ratings that no puzzle has.
fn record(number: u64, level: Level) -> Record {
    let solution: Board = GRID.parse().unwrap();
    let kept = solution
        .clues()
        .filter(|cell| !(cell.index() as u64 + number).is_multiple_of(3));
    let puzzle = solution.keep(kept.collect());
    Record {
        number,
        puzzle,
        solution,
        id: PuzzleId::from_bytes([number as u8; 16]),
        level,
        ratings: Ratings {
            looks: Looks::of(&puzzle),
            guesses: number.is_multiple_of(2).then_some(Guesses {
                stuart: 0,
                backdoor: (number % 5) as u8,
            }),
            qqwing: (number % 3 == 1).then_some(QqwingLevel::Easy),
            hodoku: (number % 4 == 1).then_some(HodokuRating {
                score: 1000 + number as u32,
                level: HodokuLevel::Unfair,
                by_technique: number % 8 == 1,
            }),
            minutes: (number % 3 == 2).then(|| Minutes::from_tenths(number as u32)),
            se: None,
            techniques: None,
            ladder: Rating {
                rules: [number as u32; 15],
                used: [0; 15],
                difficulty: 1.0 + number as f64 / 8.0,
                solved: !number.is_multiple_of(5),
            },
        },
    }
}

fn job() -> Job {
    Job {
        seed: u64::MAX,
        count: Some(1000),
        quotas: Some(Quotas::new(vec![9, 9, 9, 0, 9])),
        exhaust: false,
        create: Method::LasVegas { seed_cells: 11 },
        dig: Plan::default(),
        source: None,
        scheme: Scheme {
            name: "sample".to_owned(),
            preset: Preset {
                // 0.1 + 0.2 has no short decimal form: it must come back all the same.
                weights: [0.1 + 0.2; 15],
                ..Preset::default()
            },
            ..Scheme::default()
        },
        ratings: vec![Extra::Stuart],
        filters: Filters::new(vec![], vec![Rule::Trial], Some(Rule::XyWing), vec![]),
        mix: Vec::new(),
        part: None,
        ledger: LedgerSnapshot::default(),
        layout: None,
        regions: None,
        distinct: Distinct::Form,
    }
}

fn summary() -> Summary {
    Summary {
        numbers: 40,
        rated: [10, 10, 9, 4, 6, 0, 0, 0, 0],
        dropped: DropCounts {
            repeats: 2,
            out_of_range: 1,
            filtered: 1,
            refused: 0,
            no_level: 0,
        },
        las_vegas_attempts: Some(41),
    }
}

fn run_info(seconds: f64) -> RunInfo {
    RunInfo {
        started: "2026-11-20T22:00:00Z".to_owned(),
        ended: "2026-11-20T22:00:02Z".to_owned(),
        seconds,
        threads: 2,
        candidates: 40,
        candidates_per_second: 40.0 / seconds,
        stage_seconds: StageSeconds::default(),
    }
}

/// Returns records of levels 1, 2, 3 and 5, and none of level 4.
fn records() -> Vec<Record> {
    let level = |n: u64| {
        [
            Level::EASY,
            Level::FAIRLY_EASY,
            Level::MODERATE,
            Level::VERY_HARD,
        ][n as usize % 4]
    };
    (0..14).map(|n| record(2 * n + 1, level(n))).collect()
}

fn write_pack<S: Storage>(storage: S, folder: &Path, run: &RunInfo) -> Result<Manifest, PackError> {
    let mut writer =
        PackWriter::create(storage, &job(), &folder.join("aside"), &folder.join("pack"))?;
    for record in records() {
        writer.push(&record)?;
    }
    writer.finish(&summary(), run)
}

/// Returns the files in a folder with their bytes.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap()))
        .collect()
}

#[test]
fn a_pack_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = write_pack(Disk, folder.path(), &run_info(2.0)).unwrap();
    let pack = Pack::open(&folder.path().join("pack")).unwrap();
    assert_eq!(pack.manifest(), &manifest);
    assert_eq!(manifest.job, job());
    assert_eq!((manifest.made(), manifest.level(Level::HARD).made), (14, 0));
    assert_eq!(manifest.yield_of(Level::EASY), 0.25);
    let mut all: Vec<Record> = Vec::new();
    for level in manifest.job.scheme.levels() {
        let of_level: Vec<Record> = pack.records(level).unwrap().map(Result::unwrap).collect();
        let sdm = pack
            .folder()
            .join(sudoku_factory::pack::sdm_file(&manifest.job.scheme, level));
        let lines: Vec<String> = of_level
            .iter()
            .map(|record| record.puzzle.to_string().replace('.', "0") + "\n")
            .collect();
        assert_eq!(fs::read_to_string(sdm).unwrap(), lines.concat());
        assert!(of_level.iter().all(|record| record.level == level));
        all.extend(of_level);
    }
    all.sort_by_key(|record| record.number);
    assert_eq!(all, records());
    assert!(!folder.path().join("aside").exists());
}

#[test]
fn the_manifest_is_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    write_pack(Disk, folder.path(), &run_info(2.0)).unwrap();
    let text = fs::read_to_string(folder.path().join("pack/pack.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let documented = include_str!("../docs/pack-format.md");
    for (field, _) in json.as_object().unwrap() {
        assert!(documented.contains(&format!("| `{field}` |")), "{field}");
    }
    assert_eq!(json["job"]["seed"], u64::MAX.to_string());
    assert!(
        json["freedom"]
            .as_str()
            .unwrap()
            .contains("free of any claim")
    );
    insta::assert_snapshot!(serde_json::to_string(&json["levels"]).unwrap(), @r#"[{"level":"easy","made":4,"rated":10,"wanted":9},{"level":"fairly-easy","made":4,"rated":10,"wanted":9},{"level":"moderate","made":3,"rated":9,"wanted":9},{"level":"hard","made":0,"rated":4,"wanted":0},{"level":"very-hard","made":3,"rated":6,"wanted":9}]"#);
    let (sealed, _) = text.split_once("  \"seal\"").unwrap();
    assert_eq!(json["seal"], blake3::hash(sealed.as_bytes()).to_string());
}

#[test]
fn only_the_run_file_differs_from_run_to_run() {
    let [first, second] = [1.0, 2.0].map(|seconds| {
        let folder = tempfile::tempdir().unwrap();
        write_pack(Disk, folder.path(), &run_info(seconds)).unwrap();
        contents(&folder.path().join("pack"))
    });
    assert_eq!(first.len(), 12);
    let differing: Vec<_> = first
        .keys()
        .filter(|name| first[*name] != second[*name])
        .collect();
    assert_eq!(differing, [Path::new("run.json")]);
}

#[test]
fn any_change_of_a_manifest_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let text = write_pack(Disk, folder.path(), &run_info(2.0))
        .unwrap()
        .to_text()
        .unwrap();
    for bit in 0..8 * text.len() {
        let mut damaged = text.clone().into_bytes();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(Manifest::from_text(&damaged).is_err(), "bit {bit}");
    }
    for length in 0..text.len() {
        assert!(
            Manifest::from_text(&text.as_bytes()[..length]).is_err(),
            "{length} bytes"
        );
    }
}

/// Returns the text of a manifest in which `from` is replaced by `to`, with a new seal.
fn resealed(text: &str, from: &str, to: &str) -> String {
    let (sealed, _) = text.split_once("  \"seal\"").unwrap();
    assert!(sealed.contains(from));
    let sealed = sealed.replace(from, to);
    let seal = blake3::hash(sealed.as_bytes());
    format!("{sealed}  \"seal\": \"{seal}\"\n}}\n")
}

#[test]
fn a_later_manifest_is_read_as_far_as_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = write_pack(Disk, folder.path(), &run_info(2.0)).unwrap();
    let text = manifest.to_text().unwrap();
    let read = |from, to| Manifest::from_text(resealed(&text, from, to).as_bytes());
    let schema = "\"schema\": 1";
    assert_eq!(read(schema, "\"new\": [], \"schema\": 1"), Ok(manifest));
    // The name of a field may hold a line break; the message is one line all the same.
    let broken = read("\"exhaust\"", "\"exh\\naust\"")
        .unwrap_err()
        .to_string();
    assert!(broken.contains("exh\u{FFFD}aust"), "{broken}");
    assert_eq!(
        read(schema, "\"schema\": 4"),
        Err(ManifestProblem::Schema(4))
    );
    assert!(matches!(
        read(schema, "\"skema\": 1"),
        Err(ManifestProblem::Content(_))
    ));
    assert!(matches!(
        read("\"numbers\": 40", "\"numbers\": -1"),
        Err(ManifestProblem::Content(_))
    ));
}

#[test]
fn what_is_no_pack_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let opened = |path: &Path| Pack::open(path).unwrap_err();
    assert!(matches!(opened(folder.path()), PackError::NoPack { .. }));
    let file = folder.path().join("file");
    fs::write(&file, "no folder").unwrap();
    assert!(matches!(opened(&file), PackError::NoPack { .. }));
    let absent = folder.path().join("absent");
    assert!(matches!(opened(&absent), PackError::NoSuchPack { .. }));
    fs::write(folder.path().join("pack.json"), vec![b' '; 2 << 20]).unwrap();
    let said = opened(folder.path()).to_string();
    assert!(
        said.contains("pack.json: it is longer than any manifest"),
        "{said}"
    );
}

#[test]
fn records_out_of_order_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (aside, target) = (folder.path().join("aside"), folder.path().join("pack"));
    let mut writer = PackWriter::create(Disk, &job(), &aside, &target).unwrap();
    writer.push(&record(5, Level::EASY)).unwrap();
    for number in [5, 4] {
        let refused = writer.push(&record(number, Level::HARD));
        assert!(matches!(refused, Err(PackError::Order { after: 5, .. })));
    }
    drop(writer);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_stands_at_the_target_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (aside, target) = (folder.path().join("aside"), folder.path().join("pack"));
    let early = PackWriter::create(Disk, &job(), &aside, &target).unwrap();
    // Someone else is quicker, with a file and with a folder.
    fs::write(&target, "mine").unwrap();
    let refused = early.finish(&summary(), &run_info(1.0));
    assert!(matches!(refused, Err(PackError::TargetExists { .. })));
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
    assert!(!aside.exists());
    let refused = write_pack(Disk, folder.path(), &run_info(1.0));
    assert!(matches!(refused, Err(PackError::TargetExists { .. })));
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
}

#[test]
fn what_a_killed_run_left_is_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let aside = folder.path().join("aside");
    fs::create_dir(&aside).unwrap();
    fs::write(aside.join("1-easy.pack"), "half").unwrap();
    fs::write(aside.join("notes.txt"), "mine").unwrap();
    let refused = write_pack(Disk, folder.path(), &run_info(1.0));
    assert!(matches!(refused, Err(PackError::Write { path, .. }) if path == aside));
    assert_eq!(fs::read_to_string(aside.join("notes.txt")).unwrap(), "mine");
    fs::remove_file(aside.join("notes.txt")).unwrap();
    write_pack(Disk, folder.path(), &run_info(1.0)).unwrap();
    assert_eq!(contents(&folder.path().join("pack")).len(), 12);
}

/// A file system that has room for a limited number of bytes, and on which a limited number of calls succeed.
#[derive(Clone)]
struct Failing {
    room: Rc<Slot<u64>>,
    calls: Rc<Slot<u64>>,
}

impl Failing {
    fn new(room: u64, calls: u64) -> Self {
        Self {
            room: Rc::new(Slot::new(room)),
            calls: Rc::new(Slot::new(calls)),
        }
    }

    fn call(&self) -> io::Result<()> {
        let left = self
            .calls
            .get()
            .checked_sub(1)
            .ok_or(io::ErrorKind::StorageFull)?;
        self.calls.set(left);
        Ok(())
    }
}

struct FailingFile {
    file: File,
    room: Rc<Slot<u64>>,
}

impl Write for FailingFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let fits = buffer.len().min(self.room.get() as usize);
        if fits == 0 && !buffer.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.room.set(self.room.get() - fits as u64);
        self.file.write(&buffer[..fits])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Storage for Failing {
    type File = FailingFile;

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.call()?;
        Disk.create_folder(path)
    }

    fn create_file(&self, path: &Path) -> io::Result<FailingFile> {
        self.call()?;
        let file = Disk.create_file(path)?;
        let room = self.room.clone();
        Ok(FailingFile { file, room })
    }

    fn sync_file(&self, _: &FailingFile) -> io::Result<()> {
        self.call()
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.call()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call()?;
        Disk.rename(from, to)
    }
}

#[test]
fn a_disk_that_fills_at_any_byte_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let unlimited = Failing::new(u64::MAX, u64::MAX);
    write_pack(unlimited.clone(), folder.path(), &run_info(1.0)).unwrap();
    let bytes = u64::MAX - unlimited.room.get();
    let calls = u64::MAX - unlimited.calls.get();
    let rooms = (0..bytes).step_by(41).chain(bytes - 3..bytes);
    let starved = rooms.map(|room| Failing::new(room, u64::MAX));
    // Of the calls only the last fails too late: the pack is in its place by then.
    let refused = (0..calls - 1).map(|calls| Failing::new(u64::MAX, calls));
    for storage in starved.chain(refused) {
        let folder = tempfile::tempdir().unwrap();
        let error = write_pack(storage, folder.path(), &run_info(1.0)).unwrap_err();
        assert!(matches!(error, PackError::Write { source, .. }
            if source.kind() == io::ErrorKind::StorageFull));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
    let folder = tempfile::tempdir().unwrap();
    write_pack(Failing::new(bytes, calls), folder.path(), &run_info(1.0)).unwrap();
}

/// A file system on which somebody else makes the folder just before the pack is renamed.
struct Overtaken;

impl Storage for Overtaken {
    type File = File;

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        Disk.create_folder(path)
    }

    fn create_file(&self, path: &Path) -> io::Result<File> {
        Disk.create_file(path)
    }

    fn sync_file(&self, file: &File) -> io::Result<()> {
        Disk.sync_file(file)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        Disk.sync_folder(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir(to)?;
        fs::write(to.join("notes.txt"), "theirs")?;
        Disk.rename(from, to)
    }
}

#[test]
fn a_folder_made_in_the_meantime_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("pack");
    let refused = write_pack(Overtaken, folder.path(), &run_info(1.0));
    assert!(matches!(refused, Err(PackError::TargetExists { path }) if path == target));
    assert_eq!(
        fs::read_to_string(target.join("notes.txt")).unwrap(),
        "theirs"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

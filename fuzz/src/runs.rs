//! Targets for the files of a run: its journal, and the plan and the shards of a run on many machines.

use crate::{assert_one_line, repair, scratch};
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use sudoku_factory::config::{Job, RunSpec, Settings};
use sudoku_factory::disk::AtomicFile;
use sudoku_factory::line::{self, RunHooks, RunRequest, StopWatch, Tally};
use sudoku_factory::shard::{
    self, MergeRequest, PLAN_FILE, Run, SHARDS, ShardName, SpotCheckSize, Store,
};
use tempfile::TempDir;

/// The job of the journals and shards in the corpus.
const JOB: &str = "seed = 1\ncount = 24\nper-level = 2\nname = 'run'\nthreads = 1\nquiet = true\n";

/// The hooks that stop a run at once.
struct Stopped;

impl RunHooks for Stopped {
    fn advance(&self, _: &Job, _: &Tally) {}

    fn notice(&self, text: &str) {
        assert_one_line(&text);
    }

    fn stop(&self) -> StopWatch {
        let stop = StopWatch::default();
        stop.terminate();
        stop
    }
}

/// Returns the settings for a run of `JOB` in this folder.
fn spec(out: &Path) -> RunSpec {
    let settings = Settings::from_toml(JOB, "job.toml").expect("the job can be read");
    let settings = settings.over(Settings::defaults().expect("the defaults can be read"));
    let mut spec = settings.run_spec().expect("the job is sound");
    spec.run.out = out.to_owned();
    spec
}

/// Resumes an unfinished run with the input as its journal: first as it is, then with the job's header and correct
/// checksums.
pub fn journal(bytes: &[u8]) {
    static HEADER: OnceLock<Vec<u8>> = OnceLock::new();
    let header = HEADER.get_or_init(|| {
        let folder = scratch::folder();
        resume(folder.path(), None);
        let journal = fs::read(folder.path().join("run.part/journal"));
        let journal = journal.expect("a stopped run leaves a journal");
        let rest = repair::after_first_frame(&journal).len();
        journal[..journal.len() - rest].to_vec()
    });
    let repaired = repair::frames(repair::after_first_frame(bytes));
    for journal in [bytes.to_vec(), [header.as_slice(), &repaired].concat()] {
        let folder = scratch::folder();
        resume(folder.path(), Some(&journal));
    }
}

/// Runs [`JOB`] in the folder `out`, and stops the run at once. If `journal` is given, resumes an unfinished run
/// with this journal.
fn resume(out: &Path, journal: Option<&[u8]>) {
    let part = out.join("run.part");
    if let Some(journal) = journal {
        fs::create_dir(&part).expect("scratch can be written");
        fs::write(part.join("journal"), journal).expect("scratch can be written");
    }
    let request = RunRequest {
        spec: spec(out),
        fresh: false,
        input: None,
        hooks: Some(Arc::new(Stopped)),
    };
    if let Err(error) = line::run(&request, None) {
        assert_one_line(&error);
    }
}

/// A store in memory: a plan, and one shard.
struct Memory {
    plan: Vec<u8>,
    shard: Option<(String, Vec<u8>)>,
}

impl Store for Memory {
    fn list(&self, _: &str, visit: &mut dyn FnMut(&str)) -> io::Result<()> {
        self.shard.iter().for_each(|(name, _)| visit(name));
        Ok(())
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        let shard = self.shard.as_ref();
        let shard = shard.filter(|(shard, _)| name == format!("{SHARDS}/{shard}"));
        match (name, shard) {
            (PLAN_FILE, _) => Ok(Box::new(io::Cursor::new(self.plan.clone()))),
            (_, Some((_, bytes))) => Ok(Box::new(io::Cursor::new(bytes.clone()))),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn aside(&self, _: &str) -> io::Result<AtomicFile> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn clear(&self, _: &str) {}

    fn publish(&self, _: &AtomicFile, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn place(&self, name: &str) -> String {
        name.to_owned()
    }
}

/// Reads a plan, and checks the ranges of its shards.
pub fn plan(bytes: &[u8]) {
    let store = Memory {
        plan: bytes.to_vec(),
        shard: None,
    };
    let run = match Run::open(&store) {
        Err(error) => return assert_one_line(&error),
        Ok(run) => run,
    };
    let (plan, text) = (&run.plan, serde_json::to_vec(&run.plan));
    let again = serde_json::from_slice(&text.expect("a plan can be written"));
    assert_eq!(again.ok().as_ref(), Some(plan));
    let mut next = 0;
    for index in [0, plan.shards / 2, plan.shards - 1] {
        let range = plan.range(index);
        assert!(next <= range.start && range.start < range.end);
        assert_eq!(plan.index_of(range.start), index);
        assert_eq!(plan.index_of(range.end - 1), index);
        next = range.start;
    }
    assert_eq!(plan.range(plan.shards - 1).end, plan.count());
    let survey = run.survey().expect("an empty store can be listed");
    drop(survey);
}

/// Merges a run of one shard. The input is the shard's file: first as it is, then with its checksums repaired. In
/// both cases, the name of the shard contains the correct hash of its file.
pub fn shard(bytes: &[u8]) {
    static PLAN: OnceLock<(TempDir, Vec<u8>)> = OnceLock::new();
    let (folder, plan) = PLAN.get_or_init(|| {
        let folder = scratch::folder();
        let store = shard::Folder::new(folder.path());
        shard::plan(&store, &spec(folder.path()), 1, None).expect("the job can be planned");
        let plan = fs::read(folder.path().join(PLAN_FILE)).expect("a plan was written");
        (folder, plan)
    });
    for file in [bytes, &repair::frames(bytes)] {
        let name = ShardName::new(0..24, shard::DEFAULT_ALLOWANCE, &blake3::hash(file));
        let store = Memory {
            plan: plan.clone(),
            shard: Some((name.to_string(), file.to_vec())),
        };
        let run = Run::open(&store).expect("the plan is sound");
        let out = tempfile::tempdir_in(folder.path()).expect("scratch can be written");
        let request = MergeRequest {
            options: spec(out.path()).run,
            spot_check: SpotCheckSize::fixed(0),
            wait: Duration::ZERO,
            replaces: false,
        };
        if let Err(error) = shard::merge(&run, &request, None) {
            assert_one_line(&error);
        }
    }
}

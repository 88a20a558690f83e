//! Merges all shards of a run into a pack. The pipeline runs once, on the candidates from the shards' files, in
//! the order of their numbers.
//!
//! Each shard is read twice, so that no damaged data enters the journal. The first time, the whole shard is
//! checked: its bytes against its name, its header against the plan, and a few of its candidates against what this
//! machine makes. The second time, its chunks are used one by one. So memory holds only one chunk, however many
//! shards there are.

use super::allowance::DEFAULT_ALLOWANCE;
use super::error::ShardError;
use super::name::ShardName;
use super::plan::Run;
use super::read::{RawChunk, ReadError, ShardReader};
use super::spot_check::SpotCheck;
use super::spot_check_size::SpotCheckSize;
use super::survey::{FolderNames, Survey};
use crate::bucket::Level;
use crate::config::{RunOptions, RunSpec};
use crate::line::{
    self, Chunk, ChunkError, ChunkSource, Merge, MergeChunks, Outcome, PublishedIndex, RunRequest,
};
use crate::pack::{HashingReader, PackedPuzzle};
use crate::seed::Generator;
use std::io::{BufReader, Read};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The shortest pause between two searches for missing shards.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// The minimum pause between two searches, as a multiple of the time that a search takes, so that a search of a million
/// files doesn't keep the storage busy.
const PAUSE_PER_SEARCH: u32 = 5;

/// The settings of a merge of shards.
#[derive(Debug, Clone)]
pub struct MergeRequest {
    /// The folder of the pack, and the options of the run.
    pub options: RunOptions,
    /// The number of candidate puzzles that the spot check makes again for each shard.
    pub spot_check: SpotCheckSize,
    /// The maximum time to wait for missing shards.
    pub wait: Duration,
    /// `true` to replace puzzles of this run that another run has published since the plan was made. Each such puzzle
    /// is replaced by the next puzzle of the same level, as in a single run. `false` to fail if there is such a puzzle.
    pub replaces: bool,
}

/// Merges the shards of a run into a pack. The pack has the same bytes as if one process had made it. The merge
/// keeps a journal. If the process is killed or a shard is missing, the same request continues the merge later.
/// `published` is the ledger with which the plan was made, if there was one. Puzzles that this ledger had at that
/// time are left out, and the pack is recorded in the ledger in the same step that publishes it.
///
/// # Errors
/// If the plan was made with a ledger and `published` is `None`, or the reverse; if a needed shard is missing,
/// damaged, in conflict with another, made by another run or program, fails its spot check, or kept too few
/// puzzles; if this program is not the one that made the plan; and every error of [`line::run`].
///
/// # Panics
/// If a stage of the pipeline panics, which is a bug in that stage.
pub fn merge(
    run: &Run<'_>,
    request: &MergeRequest,
    published: Option<&dyn PublishedIndex>,
) -> Result<Outcome, ShardError> {
    run.check_ledger(published.is_some())?;
    // This check is fast, so it comes before the check of the program.
    let began = Instant::now();
    let survey = run.survey()?;
    let pause = LOOK_EVERY.max(began.elapsed() * PAUSE_PER_SEARCH);
    run.check_program()?;
    let spec = RunSpec {
        job: run.plan.job.clone(),
        seed_is_given: true,
        from: Vec::new(),
        run: request.options.clone(),
    };
    let mut source = ShardChunks {
        run,
        survey,
        names: None,
        looked: Instant::now(),
        pause,
        deadline: Instant::now().checked_add(request.wait),
        spot_check: request.spot_check,
        seed: line::drawn_seed()?,
        open: None,
    };
    let merge = Merge {
        chunks: match spec.job.layout {
            None => MergeChunks::Nine(&mut source),
            Some(_) => MergeChunks::Layout(&mut source),
        },
        replaces: request.replaces,
    };
    let request = RunRequest {
        spec,
        fresh: false,
        input: None,
        hooks: None,
    };
    Ok(line::merge(&request, published, merge)?)
}

/// A source of the chunks of all shards, in the order of the numbers of their candidate puzzles.
struct ShardChunks<'a> {
    run: &'a Run<'a>,
    survey: Survey,
    /// The names of the shards in the folder that was read last.
    names: Option<FolderNames>,
    looked: Instant,
    pause: Duration,
    /// The time when waiting for missing shards ends; `None` if it never ends.
    deadline: Option<Instant>,
    spot_check: SpotCheckSize,
    /// The seed of the spot checks, which must not be predictable.
    seed: u64,
    open: Option<(u64, ShardName, ChunkReader)>,
}

type ChunkReader = ShardReader<BufReader<Box<dyn Read>>>;

impl<T: PackedPuzzle> ChunkSource<T> for ShardChunks<'_> {
    fn next(&mut self, number: u64) -> Result<Option<Chunk<T>>, ChunkError> {
        let index = self.run.plan.index_of(number);
        if self.open.as_ref().is_none_or(|(open, ..)| *open != index) {
            self.open = None;
            let Some(name) = self.find(index)? else {
                return Ok(None);
            };
            let rng = Generator::for_equivalents(self.seed, index);
            prove(self.run, index, &name, self.spot_check, rng)?;
            let reader = open(self.run, index, &name)?;
            self.open = Some((index, name, reader));
        }
        Ok(Some(self.chunk_of(number)?))
    }

    fn too_few(&self, chunk: Range<u64>, level: Level) -> ChunkError {
        let index = self.run.plan.index_of(chunk.start);
        let name = self.run.find(index).ok().flatten();
        let allowance = name.map_or(0, |name| name.allowance);
        Box::new(ShardError::TooFew {
            index,
            level: self.run.plan.job.scheme.level_name(level).to_owned(),
            first: chunk.start,
            last: chunk.end - 1,
            allowance: allowance.max(DEFAULT_ALLOWANCE).saturating_mul(8),
        })
    }
}

impl ShardChunks<'_> {
    /// Returns the name of the shard with this index, or `None` while the merge should wait for missing shards.
    fn find(&mut self, index: u64) -> Result<Option<ShardName>, ShardError> {
        // If all shards are needed, a missing shard is reported before any work is done.
        let job = &self.run.plan.job;
        let needs_all = job.quotas.is_none() || job.exhaust;
        let lacks =
            |survey: &Survey| !survey.is_published(index) || (needs_all && survey.missing() > 0);
        if lacks(&self.survey) && self.looked.elapsed() >= self.pause {
            self.survey = self.run.survey()?;
            self.names = None;
            self.looked = Instant::now();
        }
        if !lacks(&self.survey) {
            return self.name_of(index).map(Some);
        }
        if self
            .deadline
            .is_none_or(|deadline| Instant::now() < deadline)
        {
            return Ok(None);
        }
        Err(ShardError::Missing {
            missing: self.survey.missing(),
            shards: self.run.plan.shards,
            list: self.survey.missing_list(),
        })
    }

    /// Returns the name of a published shard, from its folder. Returns an error if the file is gone. The names in
    /// the folder are kept in memory, because the next shard is usually in the same folder.
    fn name_of(&mut self, index: u64) -> Result<ShardName, ShardError> {
        let names = match self.names.take().filter(|it| it.covers(index)) {
            Some(names) => names,
            None => self.run.names_in(self.run.plan.folder_of(index))?,
        };
        let name = names.shard(index).cloned();
        self.names = Some(names);
        // Somebody has deleted the file since the survey.
        name.ok_or_else(|| ShardError::Missing {
            missing: 1,
            shards: self.run.plan.shards,
            list: index.to_string(),
        })
    }

    /// Returns the chunk of the open shard that contains the candidate puzzle with this number.
    fn chunk_of<T: PackedPuzzle>(&mut self, number: u64) -> Result<Chunk<T>, ShardError> {
        let Some((index, name, reader)) = &mut self.open else {
            return Err(gone(self.run, number));
        };
        let fails = |error| read_error(self.run, *index, name, error);
        loop {
            match reader.next().map_err(fails)? {
                Some(chunk) if chunk.end() <= number => {}
                Some(chunk) => return chunk.decode().map_err(fails),
                None => return Err(gone(self.run, number)),
            }
        }
    }
}

/// Returns the error for a verified shard that lacks one of its candidate puzzles, which should never happen.
fn gone(run: &Run<'_>, number: u64) -> ShardError {
    let index = run.plan.index_of(number);
    ShardError::Damaged {
        place: run.store.place(super::SHARDS),
        index,
        problem: format!("candidate {number} is gone"),
    }
}

/// Checks that the file of a shard has not changed since it was written, and that the shard belongs to this run's
/// plan.
///
/// # Errors
/// If the file has changed or can't be read, or the shard belongs to another plan or was made by another program.
pub(super) fn proven(run: &Run<'_>, index: u64, name: &ShardName) -> Result<(), ShardError> {
    let rng = Generator::for_equivalents(0, 0);
    prove(run, index, name, SpotCheckSize::fixed(0), rng)
}

/// Reads a whole shard and checks its bytes, its header, and a few of its candidate puzzles.
fn prove(
    run: &Run<'_>,
    index: u64,
    name: &ShardName,
    spot_check: SpotCheckSize,
    rng: Generator,
) -> Result<(), ShardError> {
    let fails = |error| read_error(run, index, name, error);
    let file = run.file_of(name);
    let source = run.store.open(&file);
    let source = source.map_err(|it| run.fails(&file, it))?;
    let mut hashed = HashingReader::new(BufReader::with_capacity(1 << 16, source));
    let version = run.plan.job.record_version();
    let mut spots = SpotCheck::new(spot_check, version, &name.range, rng);
    let mut reader = ShardReader::new(&mut hashed, version).map_err(fails)?;
    let header = reader.header().clone();
    while let Some(chunk) = reader.next().map_err(fails)? {
        RawChunk::records(&chunk).for_each(|record| spots.see(record));
    }
    let hash = hashed.hash();
    if ShardName::new(name.range.clone(), name.allowance, &hash) != *name {
        let problem = "its bytes do not match its name".to_owned();
        return Err(fails(ReadError::Damaged(problem)));
    }
    let place = || run.place_of(name);
    if header.plan != run.digest {
        return Err(ShardError::OfAnotherPlan {
            place: place(),
            index,
            found: header.plan.chars().take(16).collect(),
            plan: run.digest.chars().take(16).collect(),
        });
    }
    if header.program != run.plan.maker() {
        return Err(ShardError::OfAnotherProgram {
            place: place(),
            index,
            found: header.program,
            plan: run.plan.maker(),
        });
    }
    let named = (index, name.range.start, name.range.end, name.allowance);
    if (header.index, header.first, header.end, header.allowance) != named {
        let problem = "it holds a different shard than its name says".to_owned();
        return Err(fails(ReadError::Damaged(problem)));
    }
    let spots = spots.compare(&run.plan.job, name.allowance);
    spots.map_err(|(number, problem)| ShardError::SpotCheck {
        place: place(),
        index,
        number,
        problem,
    })
}

fn open(run: &Run<'_>, index: u64, name: &ShardName) -> Result<ChunkReader, ShardError> {
    let file = run.file_of(name);
    let source = run.store.open(&file);
    let source = source.map_err(|error| run.fails(&file, error))?;
    let source = BufReader::with_capacity(1 << 16, source);
    let reader = ShardReader::new(source, run.plan.job.record_version());
    reader.map_err(|error| read_error(run, index, name, error))
}

fn read_error(run: &Run<'_>, index: u64, name: &ShardName, error: ReadError) -> ShardError {
    match error {
        ReadError::Store(source) => run.fails(&run.file_of(name), source),
        ReadError::Damaged(problem) => ShardError::Damaged {
            place: run.place_of(name),
            index,
            problem,
        },
    }
}

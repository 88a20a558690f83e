//! Makes one shard from a range of candidate numbers. The finished file appears complete or not at all.
//!
//! A killed shard starts again from its beginning, because no journal is kept. A journal would need storage that the
//! next machine can reach, and a shard of the size that `docs/scale.md` advises takes only minutes.

use super::allowance::raised;
use super::error::ShardError;
use super::file::{FinishedShard, SCHEMA, ShardHeader, ShardWriter};
use super::merge::proven;
use super::name::ShardName;
use super::plan::Run;
use crate::line::{self, StopCause, Tally};

/// A request to make a shard: its index, and the settings for making it.
#[derive(Debug, Clone, Copy)]
pub struct ShardRequest {
    /// The index of the shard, from 0.
    pub index: u64,
    /// The number of puzzles of each level that the shard keeps beyond the quota, to replace repeats (puzzles that were
    /// made before).
    pub allowance: u64,
    /// The number of worker threads; `None` for the number of processors.
    pub threads: Option<usize>,
}

/// The result of a request to make a shard.
#[derive(Debug)]
pub enum ShardResult {
    /// The shard was made and published.
    Published {
        /// The name of the shard.
        name: ShardName,
        /// The number of puzzles that the shard keeps.
        records: u64,
    },
    /// The shard already existed and was complete.
    WasThere(ShardName),
    /// A signal stopped the work on the shard, and nothing was published.
    Stopped(StopCause),
}

/// Makes a shard and publishes it. After each block, the function `on_block` gets the counts over the shard's
/// candidate puzzles so far. In these counts, `used` is the number of the next candidate puzzle.
///
/// # Errors
/// If the plan has no such shard, the plan has changed, or another program made the plan. If an existing file of the
/// shard belongs to another plan or program, or the shard exists twice with different bytes. If no threads can be
/// started, or the storage fails.
///
/// # Panics
/// If a stage of the pipeline panics, which is a bug in that stage.
pub fn make(
    run: &Run<'_>,
    request: &ShardRequest,
    mut on_block: impl FnMut(&Tally),
) -> Result<ShardResult, ShardError> {
    let index = request.index;
    check_index(run, index)?;
    run.check_program()?;
    // If every candidate is kept, an allowance adds nothing.
    let mut allowance = match run.plan.job.quotas {
        Some(_) => request.allowance,
        None => 0,
    };
    if let Some(there) = run.find(index)?.filter(|it| it.allowance >= allowance) {
        match proven(run, index, &there) {
            Ok(()) => {
                run.store.clear(&index.to_string());
                return Ok(ShardResult::WasThere(there));
            }
            // The shard is made again with the same allowance, and replaces the damaged file.
            Err(ShardError::Damaged { .. }) => allowance = there.allowance,
            Err(error) => return Err(error),
        }
    }
    let range = run.plan.range(index);
    let header = ShardHeader {
        schema: SCHEMA,
        plan: run.digest.clone(),
        program: run.plan.maker(),
        index,
        first: range.start,
        end: range.end,
        allowance,
    };
    let job = raised(&run.plan.job, allowance);
    let fails = |source| run.fails(super::SHARDS, source);
    let aside = run.store.aside(&index.to_string()).map_err(fails)?;
    let mut writer = ShardWriter::new(aside, &header, line::chunk_of(&job)).map_err(fails)?;
    let stopped = line::make_range(&job, range.clone(), request.threads, |kept, tally| {
        on_block(tally);
        writer.add(&kept, tally).map_err(fails)
    })?;
    if let Some(reason) = stopped {
        return Ok(ShardResult::Stopped(reason));
    }
    let FinishedShard {
        file,
        hash,
        records,
    } = writer.finish().map_err(fails)?;
    run.check_unchanged()?;
    let name = ShardName::new(range, allowance, &hash);
    let place = run.file_of(&name);
    let published = run.store.publish(&file, &place);
    published.map_err(|source| run.fails(&place, source))?;
    Ok(ShardResult::Published { name, records })
}

fn check_index(run: &Run<'_>, index: u64) -> Result<(), ShardError> {
    let shards = run.plan.shards;
    if index < shards {
        return Ok(());
    }
    let last = shards - 1;
    let what = format!("there is no shard {index}: the plan has {shards}, from 0 to {last}");
    Err(ShardError::Index(what))
}

//! A shelf: the puzzles of one level in the order in which they are handed out. The first puzzles are read in
//! advance, so that people can look at them; of all other puzzles, only the places in packs are known.

use super::error::StockError;
use super::library::StockPack;
use crate::bucket::{Level, Scheme};
use crate::config::Job;
use crate::grid::{Layout, PuzzleId};
use crate::pack::{AnyRecord, PackError, PackedPuzzle};
use serde::{Deserialize, Serialize};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// The number of puzzles of a level that are read in advance, if the level has that many. This is also the maximum
/// number that a request can look at.
pub const AHEAD: usize = 100;

/// The scheme, the level and the number of puzzles that a request asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelRequest {
    /// The name of the scheme, if the request names one.
    pub scheme: Option<String>,
    /// The name or number of the level.
    pub level: String,
    /// The number of puzzles that the request asks for.
    pub n: u64,
}

/// A puzzle together with its pack, and its place in the file of its level.
#[derive(Debug, Clone)]
pub struct Item {
    /// The pack of the puzzle.
    pub pack: Arc<StockPack>,
    /// The place of the puzzle in the file of its level, counted from 1.
    pub place: u64,
    /// The puzzle as a record.
    pub record: AnyRecord,
}

/// The name of a shelf, which includes the scheme, because levels of different schemes can have the same name
/// and mean different things.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The layout; `None` for 9×9.
    pub layout: Option<Layout>,
    /// The name of the scheme. For a layout other than 9×9, this is the name of the layout, since each such layout has
    /// one scheme.
    pub scheme: String,
    /// The level.
    pub level: Level,
    /// The name of the level.
    pub name: String,
}

impl Label {
    /// Returns the name of the shelf for a level of a job's packs.
    pub fn of(job: &Job, level: Level) -> Self {
        let layout = job.layout;
        Self {
            layout,
            scheme: layout.map_or_else(|| job.scheme.name.clone(), |it| it.to_string()),
            level,
            name: job.scheme.level_name(level).to_owned(),
        }
    }
}

/// Puzzles of one level of a pack that wait to be handed out, in ascending order of their places.
#[derive(Debug)]
pub(super) struct PackRun {
    pub pack: Arc<StockPack>,
    pub spots: VecDeque<(PuzzleId, u32)>,
}

/// The waiting puzzles of one level, in the order in which they are handed out.
#[derive(Debug)]
pub(super) struct LevelQueue {
    pub label: Label,
    /// Puzzles that have been read and checked, which clients can look at.
    pub loaded: VecDeque<Arc<Item>>,
    pub waiting: VecDeque<PackRun>,
    /// The number of puzzles of the level that can be taken.
    pub free: u64,
    /// The number of the level's puzzles in existing packs that can be taken or have left the stock.
    pub all: u64,
}

impl LevelQueue {
    pub fn new(label: Label) -> Self {
        Self {
            label,
            loaded: VecDeque::new(),
            waiting: VecDeque::new(),
            free: 0,
            all: 0,
        }
    }

    /// Updates the number of puzzles that can be taken.
    pub fn count(&mut self) {
        let waiting: usize = self.waiting.iter().map(|run| run.spots.len()).sum();
        self.free = (self.loaded.len() + waiting) as u64;
    }

    /// Removes and returns the places of the next puzzles to be read: at most `most` places, all in one pack.
    /// Returns `None` if no puzzles are waiting.
    pub fn next_run(&mut self, most: usize) -> Option<PackRun> {
        while self.waiting.front()?.spots.is_empty() {
            self.waiting.pop_front();
        }
        let first = self.waiting.front_mut()?;
        let count = most.min(first.spots.len());
        Some(PackRun {
            pack: Arc::clone(&first.pack),
            spots: first.spots.drain(..count).collect(),
        })
    }

    /// Removes the puzzles for which `is_gone` returns `true`.
    pub fn drop_if(&mut self, is_gone: impl Fn(&StockPack, PuzzleId) -> bool) {
        self.loaded
            .retain(|item| !is_gone(&item.pack, item.record.id()));
        for run in &mut self.waiting {
            let pack = Arc::clone(&run.pack);
            run.spots.retain(|(id, _)| !is_gone(&pack, *id));
        }
        self.waiting.retain(|run| !run.spots.is_empty());
        self.count();
    }

    /// Removes puzzles that have been read. `gone` has their indices in `loaded`.
    pub fn drop_places(&mut self, gone: &HashSet<usize>) {
        let mut places = 0..;
        self.loaded
            .retain(|_| places.next().is_none_or(|place| !gone.contains(&place)));
        self.count();
    }

    /// Removes the first `count` puzzles of the shelf, which have been handed out.
    pub fn hand_out(&mut self, count: usize) {
        self.loaded.drain(..count);
        self.count();
    }
}

/// Reads the puzzles at the places in `run`. A puzzle whose id has changed is left out.
///
/// # Errors
/// If the pack can't be read.
pub(super) fn read(level: Level, run: &PackRun) -> Result<Vec<Arc<Item>>, PackError> {
    let Some((_, first)) = run.spots.front() else {
        return Ok(Vec::new());
    };
    let mut wanted = run.spots.iter().peekable();
    let mut items = Vec::with_capacity(run.spots.len());
    let first = u64::from(*first);
    for (place, record) in (first..).zip(run.pack.pack.puzzles_from::<AnyRecord>(level, first)?) {
        let Some((id, next)) = wanted.peek() else {
            break;
        };
        if u64::from(*next) != place {
            continue;
        }
        let record = record?;
        if record.id() == *id {
            items.push(Arc::new(Item {
                pack: Arc::clone(&run.pack),
                place,
                record,
            }));
        }
        wanted.next();
    }
    Ok(items)
}

/// Adds an empty shelf for each level of this 9×9 scheme, unless the level already has a shelf.
pub(super) fn list(shelves: &mut Vec<LevelQueue>, scheme: &Scheme) {
    for level in scheme.levels() {
        let label = Label {
            layout: None,
            scheme: scheme.name.clone(),
            level,
            name: scheme.level_name(level).to_owned(),
        };
        place_of(shelves, &label);
    }
}

/// Returns the index of the shelf with this name, and adds the shelf if it is missing.
pub(super) fn place_of(shelves: &mut Vec<LevelQueue>, label: &Label) -> usize {
    let at = shelves.iter().position(|it| it.label == *label);
    at.unwrap_or_else(|| {
        shelves.push(LevelQueue::new(label.clone()));
        shelves.len() - 1
    })
}

/// Returns the index of the shelf for a request's level, which is given by its name or number. If the request names no
/// scheme, all schemes are searched. If a scheme for 9×9 then has such a level, levels of other layouts are ignored. If
/// several levels are left, the one with puzzles in existing packs is chosen, or the first if none has puzzles. Returns
/// an error if there is no such level, or if several such levels have puzzles.
pub(super) fn find(shelves: &[LevelQueue], asked: &LevelRequest) -> Result<usize, StockError> {
    let number: Option<u8> = asked.level.parse().ok();
    let of_scheme: Vec<usize> = (0..shelves.len())
        .filter(|&at| {
            let scheme = &shelves[at].label.scheme;
            asked.scheme.as_ref().is_none_or(|it| it == scheme)
        })
        .collect();
    let is_meant = |&at: &usize| {
        let label = &shelves[at].label;
        label.name == asked.level || number == Some(label.level.number())
    };
    let mut meant: Vec<usize> = of_scheme.iter().copied().filter(is_meant).collect();
    let is_nine = |at: &usize| shelves[*at].label.layout.is_none();
    if asked.scheme.is_none() && meant.iter().any(is_nine) {
        meant.retain(is_nine);
    }
    let is_filled = |&at: &usize| shelves[at].all > 0;
    let filled: Vec<usize> = meant.iter().copied().filter(is_filled).collect();
    match (filled.as_slice(), meant.as_slice(), &asked.scheme) {
        ([only], ..) | ([], [only, ..], _) => Ok(*only),
        ([], [], Some(scheme)) if of_scheme.is_empty() => Err(StockError::UnknownScheme {
            text: scheme.clone(),
            known: listed(shelves.iter().map(|it| it.label.scheme.clone())),
        }),
        ([], [], _) => Err(StockError::UnknownLevel {
            text: asked.level.clone(),
            known: listed(of_scheme.iter().map(|&at| shelves[at].label.name.clone())),
        }),
        _ => Err(StockError::WhichScheme {
            text: asked.level.clone(),
            schemes: listed(filled.iter().map(|&at| shelves[at].label.scheme.clone())),
        }),
    }
}

fn listed(names: impl Iterator<Item = String>) -> String {
    let mut listed: Vec<String> = Vec::new();
    for name in names {
        if !listed.contains(&name) {
            listed.push(name);
        }
    }
    listed.join(", ")
}

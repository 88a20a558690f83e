//! Finds puzzles to be played on the web page. They are random puzzles, or a puzzle of the day that is the same
//! for everybody. They come from the packs that the settings name for playing. If no pack is named, puzzles that
//! were already shipped are used, so that nobody plays a puzzle that is about to be sold. Puzzles in stock are the
//! last resort.

use super::error::StockError;
use super::library::StockPack;
use super::shared::SharedState;
use super::shelf::{Item, Label, LevelRequest, find};
use super::sync::lock;
use crate::bucket::Level;
use crate::grid::PuzzleId;
use crate::ledger::Ledger;
use crate::pack::{AnyRecord, PackedPuzzle};
use std::sync::Arc;

/// A request for puzzles to play.
#[derive(Debug, Clone, Default)]
pub struct PlayRequest {
    /// The scheme of the level, if the request names one.
    pub scheme: Option<String>,
    /// The name or number of the level; `None` for the first level that has puzzles.
    pub level: Option<String>,
    /// The beginnings of the ids of puzzles that the request excludes.
    pub not: Vec<String>,
    /// The number of puzzles that the request asks for.
    pub n: usize,
    /// The number that decides where the search begins. It is random; for the puzzle of the day, it is a digest that
    /// depends on the day.
    pub start: [u8; 16],
    /// The beginning of a day (RFC 3339), for a puzzle of the day. Later shipments and later packs don't count, so
    /// that the puzzle stays the same all day. If all packs are later, the first pack counts.
    pub day: Option<String>,
    /// The names of packs to play from; a `*` at the end matches any ending.
    pub packs: Vec<String>,
}

/// The source of puzzles to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaySource {
    /// Packs that the settings name for playing.
    Packs,
    /// Puzzles that were already shipped.
    Shipped,
    /// Any puzzles in the packs.
    Stock,
}

/// The answer to a request for puzzles to play.
#[derive(Debug, Clone)]
pub struct PlayAnswer {
    /// The source that the puzzles come from.
    pub source: PlaySource,
    /// The puzzles to play; empty if no puzzle is left that the request allows.
    pub items: Vec<Item>,
}

impl PlayRequest {
    fn start(&self) -> u128 {
        u128::from_be_bytes(self.start)
    }

    fn wants(&self, id: PuzzleId) -> bool {
        let id = id.to_string();
        !self.not.iter().any(|first| id.starts_with(first.as_str()))
    }

    fn names(&self, pack: &str) -> bool {
        let is_named = |name: &String| match name.strip_suffix('*') {
            Some(beginning) => pack.starts_with(beginning),
            None => pack == name,
        };
        self.packs.iter().any(is_named)
    }
}

/// Finds the puzzles that the request asks for.
///
/// # Errors
/// If there is no such level, several schemes have it, or the ledger can't be read. Also if a pack of a level can't be
/// read, and no other pack has a puzzle of the level that the request allows.
pub(super) fn find_puzzles(
    shared: &SharedState,
    ledger: &Ledger,
    request: &PlayRequest,
) -> Result<PlayAnswer, StockError> {
    let finder = Finder {
        shared,
        ledger,
        request,
    };
    let sources: &[PlaySource] = match request.packs.is_empty() {
        true => &[PlaySource::Shipped, PlaySource::Stock],
        false => &[PlaySource::Packs],
    };
    let labels = finder.labels()?;
    for &source in sources {
        for label in &labels {
            let (items, has_any) = finder.of_level(source, label)?;
            // If the player has seen all shipped puzzles, those in stock stay in stock.
            if !items.is_empty() || (has_any && request.level.is_some()) {
                return Ok(PlayAnswer { source, items });
            }
        }
    }
    let source = sources[sources.len() - 1];
    let items = Vec::new();
    Ok(PlayAnswer { source, items })
}

/// Returns the level that a label names, or `None` if the pack's job doesn't have that level.
fn level_of(pack: &StockPack, label: &Label) -> Option<Level> {
    let job = &pack.pack.manifest().job;
    let level = job.scheme.levels().find(|level| *level == label.level)?;
    (Label::of(job, level) == *label).then_some(level)
}

/// A search for puzzles to play: the request, and the data that is searched.
struct Finder<'a> {
    shared: &'a SharedState,
    ledger: &'a Ledger,
    request: &'a PlayRequest,
}

impl Finder<'_> {
    /// Returns the requested level. If the request names no level, returns all levels that have puzzles, the easiest
    /// first. For the puzzle of the day, this list begins with a level that depends on the day.
    fn labels(&self) -> Result<Vec<Label>, StockError> {
        let shelves = lock(&self.shared.shelves);
        if let Some(level) = &self.request.level {
            let asked = LevelRequest {
                scheme: self.request.scheme.clone(),
                level: level.clone(),
                n: 1,
            };
            return Ok(vec![shelves[find(&shelves, &asked)?].label.clone()]);
        }
        let is_meant = |label: &Label| {
            let scheme = self.request.scheme.as_ref();
            // Without a scheme, puzzles are for the page, which plays 9×9.
            scheme.map_or(label.layout.is_none(), |it| *it == label.scheme)
        };
        let filled = shelves
            .iter()
            .filter(|it| it.all > 0 && is_meant(&it.label));
        let mut labels: Vec<Label> = filled.map(|it| it.label.clone()).collect();
        drop(shelves);
        if self.request.day.is_some() {
            let mut packs = self.shared.library.packs();
            packs.retain(|pack| {
                let is_meant = self.request.packs.is_empty() || self.request.names(&pack.name);
                is_meant && labels.iter().any(|it| level_of(pack, it).is_some())
            });
            let packs = self.of_day(packs);
            labels.retain(|label| packs.iter().any(|pack| level_of(pack, label).is_some()));
            labels.sort();
        }
        if self.request.day.is_some() && !labels.is_empty() {
            let turn = (self.request.start() >> 96) % labels.len() as u128;
            labels.rotate_left(usize::try_from(turn).unwrap_or(0));
        }
        Ok(labels)
    }

    /// Returns the packs of this source whose job has this level. The first pack is random; for the puzzle of the
    /// day, it depends on the day.
    fn packs(&self, source: PlaySource, label: &Label) -> Vec<(Arc<StockPack>, Level)> {
        let packs = self.shared.library.packs().into_iter();
        let packs = packs.filter(|it| source != PlaySource::Packs || self.request.names(&it.name));
        let packs = packs.filter(|it| level_of(it, label).is_some()).collect();
        let packs = self.of_day(packs).into_iter();
        let with_level = |pack: Arc<StockPack>| level_of(&pack, label).map(|level| (pack, level));
        let mut packs: Vec<(Arc<StockPack>, Level)> = packs.filter_map(with_level).collect();
        if !packs.is_empty() {
            let turn = (self.request.start() >> 64) % packs.len() as u128;
            packs.rotate_left(usize::try_from(turn).unwrap_or(0));
        }
        packs
    }

    /// Returns the packs that may contain the puzzle of the day: the packs that were published before the day began or,
    /// if there are none, the first pack that was published. So packs that are published during the day don't change
    /// the puzzle. Returns all packs if the request is not for a puzzle of the day.
    fn of_day(&self, mut packs: Vec<Arc<StockPack>>) -> Vec<Arc<StockPack>> {
        let Some(day) = &self.request.day else {
            return packs;
        };
        let first = packs.iter().map(|pack| pack.written()).min();
        packs.retain(|pack| {
            let written = pack.written();
            written < *day || first.as_ref() == Some(&written)
        });
        packs
    }

    /// Finds puzzles of a level that the request doesn't exclude. Also returns whether the level has any puzzles at
    /// all, even if the request excludes them.
    fn of_level(&self, source: PlaySource, label: &Label) -> Result<(Vec<Item>, bool), StockError> {
        let (mut items, mut has_any) = (Vec::new(), false);
        let mut unread = None;
        for (pack, level) in self.packs(source, label) {
            let found = match source {
                PlaySource::Shipped => self.shipped(&pack, level, &mut has_any),
                PlaySource::Packs | PlaySource::Stock => self.any(&pack, level, &mut has_any),
            };
            match found {
                Ok(found) => items.extend(found),
                // Other packs may have puzzles.
                Err(error @ StockError::Pack(_)) => unread = Some(error),
                Err(error) => return Err(error),
            }
            if items.len() >= self.request.n {
                items.truncate(self.request.n);
                break;
            }
        }
        match unread.filter(|_| items.is_empty()) {
            Some(error) => Err(error),
            None => Ok((items, has_any)),
        }
    }

    /// Finds puzzles in a pack that were shipped and that the request doesn't exclude. Sets `has_any` if the pack
    /// has any shipped puzzle of the level.
    fn shipped(
        &self,
        pack: &Arc<StockPack>,
        level: Level,
        has_any: &mut bool,
    ) -> Result<Vec<Item>, StockError> {
        let most = (self.request.n + self.request.not.len()) as u64;
        let day = self.request.day.as_deref();
        let (name, number) = (&pack.name, level.number());
        let after = |from, before| self.ledger.shipped_after(name, number, from, before, most);
        let start = PuzzleId::from_bytes(self.request.start);
        let first = PuzzleId::from_bytes([0; 16]);
        let mut ids = after(start, day)?;
        ids.extend(after(first, day)?);
        *has_any |= !ids.is_empty();
        let mut items: Vec<Item> = Vec::new();
        for id in ids.into_iter().filter(|id| self.request.wants(*id)) {
            if items.len() == self.request.n {
                break;
            }
            let known = self.ledger.look_up(id)?;
            let item = self.shared.puzzle(id, known.as_ref())?;
            let is_new = !items.iter().any(|it| it.record.id() == id);
            items.extend(item.filter(|_| is_new));
        }
        Ok(items)
    }

    /// Finds puzzles in a pack that are not retired and that the request doesn't exclude, whether they were shipped
    /// or not. Sets `has_any` if the pack has any puzzle of the level.
    fn any(
        &self,
        pack: &Arc<StockPack>,
        level: Level,
        has_any: &mut bool,
    ) -> Result<Vec<Item>, StockError> {
        let made = pack.pack.manifest().level(level).made;
        let mut items = Vec::new();
        if made == 0 {
            return Ok(items);
        }
        *has_any = true;
        let turn = u64::try_from(self.request.start() % u128::from(made)).unwrap_or(0);
        let ranges = [(turn + 1, made - turn), (1, turn)];
        for (first, count) in ranges.into_iter().filter(|(_, count)| *count > 0) {
            let records = pack.pack.puzzles_from::<AnyRecord>(level, first)?;
            for (place, record) in (first..first + count).zip(records) {
                if items.len() == self.request.n {
                    return Ok(items);
                }
                let record = record?;
                let is_wanted = self.request.wants(record.id());
                if is_wanted && !self.is_retired(record.id())? {
                    items.push(Item {
                        pack: Arc::clone(pack),
                        place,
                        record,
                    });
                }
            }
        }
        Ok(items)
    }

    fn is_retired(&self, id: PuzzleId) -> Result<bool, StockError> {
        let known = self.ledger.look_up(id)?;
        Ok(known.is_some_and(|it| it.retired.is_some()))
    }
}

//! Solves and rates a puzzle as Sudoku Explainer does. Techniques are tried in order until one finds a hint. One
//! hint is applied, and the search starts over with the first technique.
//! Source: docs/se-specification.md, sections 1, 2 and 9.2.

use super::chains::ChainSearch;
use super::closure::Base;
use super::explain::ChainSource;
use super::forcing;
use super::hint::{SeHint, tenths};
use super::links::Links;
use super::step::SeStep;
use super::table::{self, CandidateChanges, SeTable};
use super::{aligned, explain, inside, long_wings};
use crate::grid::{Board, Candidates, CellSet, Digit, DigitSet};
use std::fmt;

/// The maximum number of chain nodes that are followed for one puzzle. A puzzle that needs more is *beyond reach*: the
/// explainer gives up on it.
const MOST_WORK: u64 = 200_000_000;

/// The lowest number, in tenths, that [`Er::Above`] gets when the explainer gives up on a puzzle.
const BEYOND: u8 = 94;

/// A rater that rates puzzles as Sudoku Explainer does, by the table of release 1.2.1 unless another table is set.
///
/// Make one explainer for many puzzles, since it reuses its memory.
///
/// ```
/// use sudoku_engine::{Board, Explainer};
/// let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let (rating, steps) = Explainer::default().steps(&puzzle);
/// assert_eq!(rating.er.to_string(), "1.2");
/// assert_eq!(steps.len(), 51);
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
#[derive(Debug)]
pub struct Explainer {
    table: SeTable,
    search: ChainSearch,
    memory: forcing::ForcingMemory,
}

/// A puzzle's rating by Sudoku Explainer, in tenths.
///
/// ```
/// use sudoku_engine::{Board, Explainer};
/// let escargot: Board = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..".parse()?;
/// let rating = Explainer::default().rate(&escargot);
/// assert_eq!((rating.er.value(), rating.ep, rating.ed), (10.5, Some(12), Some(12)));
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeRating {
    /// The release of Sudoku Explainer whose table the numbers follow.
    pub table: SeTable,
    /// ER, the rating of the hardest hint.
    pub er: Er,
    /// EP ("pearl"), the rating of the hardest hint up to the first hint that places a digit. `None` for a full
    /// grid, or if the explainer gave up before the first placement.
    pub ep: Option<u8>,
    /// ED ("diamond"), the rating of the first hint. `None` for a full grid, or if the explainer gave up before
    /// the first hint.
    pub ed: Option<u8>,
}

/// The rating of the hardest hint, in tenths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Er {
    /// Exactly this rating.
    Exactly(u8),
    /// A rating above this number: the explainer gave up on the puzzle.
    Above(u8),
}

impl Er {
    /// Returns ER in tenths as a sort key: 255 if the explainer gave up on the puzzle.
    pub const fn ranked(self) -> u8 {
        match self {
            Self::Exactly(tenths) => tenths,
            Self::Above(_) => u8::MAX,
        }
    }

    /// Returns ER as a number; infinity if the explainer gave up on the puzzle.
    pub fn value(self) -> f64 {
        match self {
            Self::Exactly(tenths) => f64::from(tenths) / 10.0,
            Self::Above(_) => f64::INFINITY,
        }
    }
}

/// Displays ER as Sudoku Explainer prints it: `7.2`, or `> 9.4` if only a lower bound is known.
impl fmt::Display for Er {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, tenths) = match self {
            Self::Exactly(tenths) => ("", tenths),
            Self::Above(tenths) => ("> ", tenths),
        };
        write!(f, "{sign}{}.{}", tenths / 10, tenths % 10)
    }
}

impl Default for Explainer {
    /// Makes an explainer that gives up on a puzzle after about half a minute of work.
    fn default() -> Self {
        Self::with_effort(MOST_WORK)
    }
}

impl Explainer {
    /// Makes an explainer that gives up on a puzzle, as beyond reach, once it has followed this many nodes of chains.
    /// Five of the hardest known puzzles took 2 to 20 million nodes, at six to eight million a second.
    pub fn with_effort(nodes: u64) -> Self {
        Self {
            table: SeTable::default(),
            search: ChainSearch::default(),
            memory: forcing::ForcingMemory::with_effort(nodes),
        }
    }

    /// Returns the explainer, set to rate by this table.
    #[must_use]
    pub fn by(self, table: SeTable) -> Self {
        Self { table, ..self }
    }

    /// Rates a puzzle as it is given. The puzzle should have exactly one solution; otherwise the rating is meaningless.
    ///
    /// ```
    /// use sudoku_engine::rate::explainer::{Er, Explainer};
    /// let puzzle = "...49.56.4.....2.....6....3..9.216...2..........76..9..95....1.63.5......8...7...";
    /// let rating = Explainer::default().rate(&puzzle.parse()?);
    /// assert_eq!((rating.er, rating.ep, rating.ed), (Er::Exactly(72), Some(12), Some(12)));
    /// # Ok::<(), sudoku_engine::grid::text::TextError>(())
    /// ```
    pub fn rate(&mut self, puzzle: &Board) -> SeRating {
        self.walk(puzzle, |_, _| {})
    }

    /// Rates a puzzle like [`Self::rate`], and returns the applied hints, too.
    ///
    /// Unless the explainer gives up on the puzzle, the steps, replayed in order, fill the grid.
    pub fn steps(&mut self, puzzle: &Board) -> (SeRating, Vec<SeStep>) {
        let mut steps = Vec::new();
        let rating = self.walk(puzzle, |candidates, (hint, source)| {
            let chains = source.map(|it| explain::chains_of(candidates, it, inside::follow));
            steps.push(SeStep::new(hint.clone(), chains.unwrap_or_default()));
        });
        (rating, steps)
    }

    fn walk(
        &mut self,
        puzzle: &Board,
        mut tell: impl FnMut(&Candidates, &SourcedHint),
    ) -> SeRating {
        let mut candidates = Candidates::of(puzzle);
        let mut searches = SearchMemory::default();
        self.memory.work = 0;
        let mut hardest = 0.0_f64;
        let (mut first, mut first_placing) = (None, None);
        let mut is_beyond = false;
        while !candidates.blanks().is_empty() {
            let Some(found) = self.hint(&candidates, &mut searches) else {
                is_beyond = true;
                break;
            };
            tell(&candidates, &found);
            let (hint, _) = found;
            hardest = hardest.max(hint.number);
            first.get_or_insert(hardest);
            if hint.placement.is_some() {
                first_placing.get_or_insert(hardest);
            }
            hint.apply(&mut candidates);
        }
        let so_far = tenths(hardest);
        SeRating {
            table: self.table,
            er: match is_beyond {
                true => Er::Above(so_far.max(BEYOND)),
                false => Er::Exactly(so_far),
            },
            ep: first_placing.map(tenths),
            ed: first.map(tenths),
        }
    }

    /// Finds the next hint to apply. If the hint has chains, also returns the search that found the chains. `None`
    /// if no technique finds a hint within the effort limit.
    fn hint(
        &mut self,
        candidates: &Candidates,
        searches: &mut SearchMemory,
    ) -> Option<SourcedHint> {
        if let Some(hint) = searches.simple_hint(candidates, self.table) {
            return Some((hint, None));
        }
        let links = Links::of(candidates);
        self.memory.begin();
        if let Some((hint, found)) = self.search.find(candidates, &links) {
            return Some((hint, Some(ChainSource::Static(found))));
        }
        let wing = (self.table == SeTable::V1_18_1).then(|| {
            searches.ask(candidates, TUVWXYZ_WING, |it, _| {
                long_wings::long_wing(it, 6)
            })
        });
        let triplet = wing.flatten().or_else(|| {
            searches.ask(candidates, TRIPLET_EXCLUSION, |it, new| {
                aligned::triplet_exclusion(it, new.cells)
            })
        });
        if let Some(hint) = triplet {
            return Some((hint, None));
        }
        forcing::PRODUCERS
            .into_iter()
            .find_map(|(technique, least, rules)| {
                let base = Base {
                    candidates,
                    links: &links,
                    rules,
                    techniques: inside::follow,
                };
                let mut find =
                    |changed| forcing::find(base, (technique, least), changed, &mut self.memory);
                let found = match rules.nishio {
                    true => searches.ask(candidates, NISHIO, |_, new| find(new.digits)),
                    false => find(DigitSet::ALL),
                };
                found.map(|(hint, found)| (hint, Some(ChainSource::Closures(found))))
            })
    }
}

/// A hint and, if the hint has chains, the search that found the chains.
type SourcedHint = (SeHint, Option<ChainSource>);

/// The index of the TUVWXYZ-wing in [`SearchMemory`], after the techniques of [`table::SIMPLE`].
const TUVWXYZ_WING: usize = table::SIMPLE.len();
const TRIPLET_EXCLUSION: usize = TUVWXYZ_WING + 1;
const NISHIO: usize = TRIPLET_EXCLUSION + 1;

/// For each technique, the candidates as they were when the technique last found nothing. A later search can find
/// something only where candidates have changed since then.
struct SearchMemory {
    digits: [[CellSet; 9]; NISHIO + 1],
}

impl Default for SearchMemory {
    fn default() -> Self {
        Self {
            digits: [[CellSet::ALL; 9]; NISHIO + 1],
        }
    }
}

impl SearchMemory {
    /// Finds the first hint of the techniques that are tried before chains.
    fn simple_hint(&mut self, candidates: &Candidates, table: SeTable) -> Option<SeHint> {
        let all = table::SIMPLE.iter().enumerate();
        let mut asked = all.filter(|(_, it)| it.table.is_none_or(|only| only == table));
        asked.find_map(|(place, it)| self.ask(candidates, place, it.find))
    }

    /// Tries the technique with the index `place`: calls `find` with the cells and digits whose candidates have
    /// changed since the technique last found nothing. Returns what `find` returns.
    fn ask<T>(
        &mut self,
        candidates: &Candidates,
        place: usize,
        find: impl FnOnce(&Candidates, &CandidateChanges) -> Option<T>,
    ) -> Option<T> {
        let mut changed = CandidateChanges {
            cells: CellSet::EMPTY,
            digits: DigitSet::EMPTY,
        };
        for digit in Digit::all() {
            let lost = self.digits[place][digit.index()] - candidates.of_digit(digit);
            if !lost.is_empty() {
                changed.cells |= lost;
                changed.digits = changed.digits.with(digit);
            }
        }
        let hint = find(candidates, &changed);
        if hint.is_none() {
            self.digits[place] =
                std::array::from_fn(|index| candidates.of_digit(Digit::from_index(index)));
        }
        hint
    }
}

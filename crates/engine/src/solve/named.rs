//! All searches by name: the program's own, and those of Huang 2015 and Jiang 2018.

use super::backtrack::{self, SearchOrder};
use super::fused::{BasicSet, Effort, FusedRequest, Searcher, Solver, TieBreak};
use super::{exact_cover, search};
use crate::grid::{Shape, ShapedBoard};
use std::fmt;
use std::str::FromStr;

/// The searches that users can choose by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NamedSearch {
    /// The program's own fast search, which works on the whole board at once, as bits. It doesn't measure its cost.
    Fast,
    /// A search of Huang 2015: blanks in reading order, smallest digit first.
    Ascending,
    /// A search of Huang 2015: blanks in reading order, largest digit first.
    Descending,
    /// The reverse search of Huang 2015, corrected: both the ascending and the descending search run. If they find the
    /// same solution, it is the only one.
    Reverse,
    /// A search of Huang 2015: the blank with the fewest candidates first.
    Fewest,
    /// One of the four searches of Jiang 2018, which starts with the basic rules of that paper.
    Fused(Solver),
    /// Knuth's Algorithm X with dancing links.
    ExactCover,
}

/// The result of one of the named searches, and the cost of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The number of solutions found, at most the limit.
    pub count: usize,
    /// The first solution found; `None` if none was found.
    pub first: Option<ShapedBoard>,
    /// The cost; `None` if the search doesn't measure it.
    pub effort: Option<Effort>,
    /// `true` if the search gave up, so that there may be more solutions than it found.
    pub gave_up: bool,
}

/// The error for a board that is not 9×9, if the search works only on 9×9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the search {0} is for 9×9 only")]
pub struct NineOnly(pub NamedSearch);

/// The error for a text that is not the name of a search.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no search is called {0:?}; the searches are {names}", names = NamedSearch::ALL.map(NamedSearch::name).join(", "))]
pub struct UnknownSearch(String);

impl NamedSearch {
    /// All searches, in the order in which they are listed to users.
    pub const ALL: [Self; 10] = [
        Self::Fast,
        Self::Ascending,
        Self::Descending,
        Self::Reverse,
        Self::Fewest,
        Self::Fused(Solver::Fused),
        Self::Fused(Solver::SelectUpdate),
        Self::Fused(Solver::Update),
        Self::Fused(Solver::Select),
        Self::ExactCover,
    ];

    /// Returns the search's name, as users type it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Ascending => "ascending",
            Self::Descending => "descending",
            Self::Reverse => "reverse",
            Self::Fewest => "fewest",
            Self::Fused(Solver::Fused) => "fused",
            Self::Fused(Solver::SelectUpdate) => "plain-b",
            Self::Fused(Solver::Update) => "plain-c",
            Self::Fused(Solver::Select) => "plain-d",
            Self::ExactCover => "exact-cover",
        }
    }

    /// Returns the maximum number of solutions that the search can count; `None` if it can count up to any limit.
    pub const fn most_solutions(self) -> Option<usize> {
        match self {
            Self::Reverse => Some(2),
            _ => None,
        }
    }
}

impl fmt::Display for NamedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for NamedSearch {
    type Err = UnknownSearch;

    fn from_str(text: &str) -> Result<Self, UnknownSearch> {
        let found = Self::ALL.into_iter().find(|search| search.name() == text);
        found.ok_or_else(|| UnknownSearch(text.to_owned()))
    }
}

/// A named search on boards of one shape, which reuses the shape's tables.
///
/// ```
/// use sudoku_engine::grid::{Shape, ShapedBoard};
/// use sudoku_engine::solve::named::NamedSearcher;
/// let shape = Shape::new(2, 2)?;
/// let mut searcher = NamedSearcher::new("fewest".parse()?, shape)?;
/// let found = searcher.search(&ShapedBoard::empty(shape), 1000, None);
/// assert_eq!((found.count, found.gave_up), (288, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NamedSearcher {
    search: NamedSearch,
    fused: Option<Searcher>,
}

impl NamedSearcher {
    /// Makes a searcher that uses this search on boards of this shape.
    ///
    /// # Errors
    /// If the search works only on 9×9, and the shape is not 9×9.
    pub fn new(search: NamedSearch, shape: Shape) -> Result<Self, NineOnly> {
        let is_for_nine = matches!(search, NamedSearch::Fast | NamedSearch::ExactCover);
        if is_for_nine && shape != Shape::NINE {
            return Err(NineOnly(search));
        }
        let is_fused = matches!(search, NamedSearch::Fused(_));
        let fused = is_fused.then(|| Searcher::new(shape));
        Ok(Self { search, fused })
    }

    /// Returns the search that is used.
    pub const fn name(&self) -> NamedSearch {
        self.search
    }

    /// Counts the solutions of a puzzle of this shape up to `limit`; the reverse search counts at most two. Gives
    /// up after trying `most_tries` candidates (`None` is no limit); the fast search never gives up.
    pub fn search(
        &mut self,
        puzzle: &ShapedBoard,
        limit: usize,
        most_tries: Option<u64>,
    ) -> SearchResult {
        let found = match (self.search, &mut self.fused) {
            (NamedSearch::Fused(solver), Some(searcher)) => {
                let request = FusedRequest {
                    solver,
                    basic: BasicSet::PAIRS,
                    tie_break: TieBreak::First,
                    limit,
                    most_tries,
                    ..FusedRequest::default()
                };
                searcher.search(puzzle, &request)
            }
            (NamedSearch::Descending, _) => {
                backtrack::search(puzzle, SearchOrder::Descending, limit, most_tries)
            }
            (NamedSearch::Fewest, _) => {
                backtrack::search(puzzle, SearchOrder::Fewest, limit, most_tries)
            }
            (NamedSearch::Reverse, _) => return pair(puzzle, limit, most_tries),
            (NamedSearch::Fast, _) => return fast(puzzle, limit),
            (NamedSearch::ExactCover, _) => puzzle
                .nine()
                .map(|board| exact_cover::search(&board, limit, most_tries))
                .unwrap_or_default(),
            _ => backtrack::search(puzzle, SearchOrder::Ascending, limit, most_tries),
        };
        SearchResult {
            count: found.count,
            first: found.first,
            effort: Some(found.effort),
            gave_up: found.gave_up,
        }
    }
}

/// Finds the smallest and the largest solution, compared digit by digit in reading order. Counts one solution if the
/// two are equal, and two if they differ, but at most `limit`. The two searches together try at most `most_tries`
/// candidates.
fn pair(puzzle: &ShapedBoard, limit: usize, most_tries: Option<u64>) -> SearchResult {
    let most = limit.min(1);
    let least = backtrack::search(puzzle, SearchOrder::Ascending, most, most_tries);
    let left = most_tries.map(|most| most - least.effort.tries);
    let largest = backtrack::search(puzzle, SearchOrder::Descending, most, left);
    let differ = largest.first.is_some() && largest.first != least.first;
    SearchResult {
        count: (least.count + usize::from(differ)).min(limit),
        effort: Some(Effort {
            depth: least.effort.depth.max(largest.effort.depth),
            calls: least.effort.calls + largest.effort.calls,
            tries: least.effort.tries + largest.effort.tries,
            nodes: least.effort.nodes + largest.effort.nodes,
        }),
        first: least.first,
        gave_up: least.gave_up || largest.gave_up,
    }
}

fn fast(puzzle: &ShapedBoard, limit: usize) -> SearchResult {
    let board = puzzle.nine();
    let found = board.map(|board| search::solve(&board, limit));
    let first = found.and_then(|found| found.first);
    SearchResult {
        count: found.map_or(0, |found| found.count),
        first: first.as_ref().map(ShapedBoard::from),
        effort: None,
        gave_up: false,
    }
}

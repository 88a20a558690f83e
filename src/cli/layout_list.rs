//! Prints an answer for each puzzle of a list, for `rate --layout` and `canon --layout`. The puzzles have a layout
//! other than plain 9×9.

use super::Exit;
use super::features::RegionsArgs;
use super::list::{ListAnswer, ListArgs, answer_chosen, unsolvable};
use crate::grid::text::Alphabet;
use crate::grid::{Layout, LayoutForm, PuzzleId, ShapedBoard};
use crate::import::{self, LayoutListPuzzle};
use crate::layouts::{LayoutKit, PathSolver};
use crate::solve::fused::{FusedRequest, Searcher};
use std::sync::Mutex;

/// The maximum number of candidates that a search for solutions tries before it gives up.
const MOST_TRIES: u64 = 5_000_000;

/// The single solution of a puzzle, or the reason why the puzzle has none or may have several.
pub enum LayoutSolution {
    Only(ShapedBoard),
    /// The number of solutions that were found (at most two), and the reason why no single solution is known: the
    /// puzzle has none, it has more than one, or the search gave up.
    Other(usize, String),
}

/// A worker that finds the solutions and ids of puzzles of one layout, on one thread.
pub struct LayoutWorker<'a> {
    layout: Layout,
    searcher: Searcher,
    /// The search that ignores the layout's extra rules; `None` if the layout has no extra rules.
    plain: Option<Searcher>,
    form: LayoutForm<'a>,
    /// The solver that uses the whole technique ladder of the layout's scheme.
    pub solver: PathSolver<'a>,
}

impl<'a> LayoutWorker<'a> {
    /// Creates a worker for puzzles of the layout that `kit` belongs to.
    pub fn new(kit: &'a LayoutKit) -> Self {
        Self {
            layout: kit.layout(),
            searcher: Searcher::of_houses(kit.houses().clone()),
            plain: kit.plain_houses().map(Searcher::of_houses),
            form: LayoutForm::new(kit.houses()),
            solver: PathSolver::new(kit, &kit.scheme().ladder()),
        }
    }

    /// Returns the single solution of a puzzle. If the puzzle has no solution or more than one, or if the search gives
    /// up, returns the reason instead.
    pub fn solution(&mut self, puzzle: &ShapedBoard) -> LayoutSolution {
        let found = self.searcher.search(puzzle, &two_solutions());
        let why = match (found.first, found.count) {
            _ if found.gave_up => format!("gave up after {MOST_TRIES} tries"),
            (Some(solution), 1) => return LayoutSolution::Only(solution),
            (_, 0) => unsolvable(self.layout, puzzle, Alphabet::One),
            _ => "more than one solution".to_owned(),
        };
        LayoutSolution::Other(found.count, why)
    }

    /// Returns whether a puzzle has several solutions without the layout's extra rules. `None` if the layout has no
    /// extra rules, or if the search gives up before it finds a second solution.
    pub fn needs_rules(&mut self, puzzle: &ShapedBoard) -> Option<bool> {
        let found = self.plain.as_mut()?.search(puzzle, &two_solutions());
        (found.count > 1 || !found.gave_up).then_some(found.count > 1)
    }

    /// Returns the id of a puzzle; `solution` is the only solution of the puzzle.
    pub fn id(&mut self, puzzle: &ShapedBoard, solution: &ShapedBoard) -> PuzzleId {
        self.form.id(puzzle.values(), solution.values())
    }

    /// Returns the layout.
    pub const fn layout(&self) -> Layout {
        self.layout
    }
}

/// Prints answers to the puzzles of the input, in the order of the input. `answer` gets a worker and a puzzle, and
/// returns an answer and a value. The answer is printed only if `wanted` accepts this value.
pub fn answer_each_of<T: Send>(
    args: &ListArgs,
    regions: &RegionsArgs,
    kit: &LayoutKit,
    answer: impl Fn(&mut LayoutWorker<'_>, &LayoutListPuzzle) -> (ListAnswer, T) + Send + Sync,
    wanted: impl FnMut(T) -> bool,
) -> anyhow::Result<Exit> {
    let workers: Mutex<Vec<LayoutWorker<'_>>> = Mutex::default();
    let spare = || workers.lock().ok().and_then(|mut workers| workers.pop());
    let layout = kit.layout();
    let answer = |puzzle: &LayoutListPuzzle, _| {
        if layout.has_features() {
            let own = kit.with_features(puzzle.features.clone());
            return answer(&mut LayoutWorker::new(&own), puzzle);
        }
        let mut worker = spare().unwrap_or_else(|| LayoutWorker::new(kit));
        let answered = answer(&mut worker, puzzle);
        if let Ok(mut workers) = workers.lock() {
            workers.push(worker);
        }
        answered
    };
    let list = regions.list(layout)?;
    let puzzles = |reader| import::read_layout(reader, args.read.options(), list.clone());
    answer_chosen(args, 0, puzzles, answer, wanted)
}

/// Returns the request for a search that finds up to two solutions and gives up after [`MOST_TRIES`] tries.
fn two_solutions() -> FusedRequest {
    FusedRequest {
        limit: 2,
        most_tries: Some(MOST_TRIES),
        ..FusedRequest::default()
    }
}

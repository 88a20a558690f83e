//! Makes puzzles of a layout: fills a grid, digs a puzzle for the wanted level, rates the puzzle and computes its
//! id.
//!
//! Clues are removed in random order. A clue is removed if the basic rules of the level, which are quick, still
//! find its digit. If the level has techniques beyond the basic rules, the technique ladder decides on the other
//! clues. The ladder is slow, so it decides on up to twenty clues, and only until the puzzle has the wanted level.
//! On 4×4 the ladder decides on all clues.

use super::kit::{Distinct, LayoutKit, PathSolver};
use crate::bucket::Level;
use crate::grid::{CellFeatures, LayoutForm, PuzzleId, ShapedBoard};
use crate::rate::techniques::TechniquePath;
use crate::seed::Generator;
use crate::solve::fused::{BasicSet, FusedRequest, Searcher};

/// The maximum number of tries, per cell of the board, in one search for a full grid; after that many, a new search
/// begins.
const TRIES_A_CELL: u64 = 4;
/// The maximum number of searches for a full grid.
const MOST_GRIDS: u32 = 200;
/// The maximum number of tries in the search for a second solution without the extra rules.
const MOST_TRIES: u64 = 100_000;
/// The maximum number of clues per dig that the technique ladder tests for removal. Clues that a quick search
/// proves necessary are not counted. All further clues are tested by the basic rules alone, which is faster.
const MOST_JUDGED: usize = 20;

/// The maximum number of tries in the quick search for another solution, before the ladder decides on a clue.
const MOST_SCREENED: u64 = 30;

/// The maximum number of clues of a puzzle that a maker tries to replace by another clue.
const MOST_SWAPPED: usize = 6;

/// A puzzle of a layout with all that is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutPuzzle {
    /// The clues in reading order, 0 for a blank.
    pub givens: Vec<u8>,
    /// The solution in reading order.
    pub solution: Vec<u8>,
    /// The regions and marks of the puzzle, if it has them.
    pub features: CellFeatures,
    /// The id of the puzzle. Depending on the kit's rule, puzzles share an id if they are turned or relabelled copies
    /// of each other, or only if they show the same clues.
    pub id: PuzzleId,
    /// The techniques that solve the puzzle.
    pub path: TechniquePath,
    /// The level that follows from the techniques that solve the puzzle.
    pub level: Level,
}

/// A maker of puzzles of one layout, which also rates them; it works on one thread.
#[derive(Debug)]
pub struct LayoutMaker<'a> {
    kit: &'a LayoutKit,
    searcher: Searcher,
    /// The search by the rules of [`LayoutKit::plain_houses`]; `None` if no extra rule can be removed.
    plain: Option<Searcher>,
    form: LayoutForm<'a>,
    /// For each level, a solver with the techniques up to that level; `None` until the solver is first needed.
    solvers: Vec<Option<PathSolver<'a>>>,
}

/// The rules that decide which clues a dig for a level can remove.
#[derive(Clone, Copy)]
struct LevelRules {
    /// The basic rules of the easier levels; `None` if there are no easier levels.
    easier: Option<BasicSet>,
    /// The basic rules with which the dig begins. On boards of 6×6, these are the rules of the level: after a dig
    /// by easier rules, the rules of the level seldom remove another clue.
    first: BasicSet,
    /// The basic rules of the level.
    basic: BasicSet,
    /// `true` if the level has no techniques except the basic rules.
    is_whole: bool,
    /// The maximum number of digs of one grid.
    tries: u32,
    /// `true` if a puzzle that turns out too easy gets another clue in place of one of its clues.
    swaps: bool,
}

impl LevelRules {
    fn of(side: usize, level: Level) -> Self {
        let (pairs, singles) = (BasicSet::PAIRS, BasicSet::SINGLES);
        let easiest = |basic| Self {
            easier: None,
            first: basic,
            basic,
            is_whole: true,
            tries: 1,
            swaps: false,
        };
        let harder = |first, is_whole, tries| Self {
            easier: Some(singles),
            first,
            basic: pairs,
            is_whole,
            tries,
            swaps: side == 6 && is_whole,
        };
        match (side, level.number()) {
            (6, 1) => easiest(singles),
            // Of the digs that begin with singles, six times fewer reach these levels.
            (6, 2) => harder(pairs, true, 2),
            (6, _) => harder(pairs, false, 2),
            (_, 1) => easiest(BasicSet::BOX_SINGLES),
            (_, 2) => Self {
                easier: Some(BasicSet::BOX_SINGLES),
                ..easiest(singles)
            },
            (7..=10, number) => harder(singles, number == 3, 2),
            (_, number) => harder(singles, number == 3, 1),
        }
    }
}

impl<'a> LayoutMaker<'a> {
    /// Creates a maker of puzzles for this kit's layout.
    pub fn new(kit: &'a LayoutKit) -> Self {
        Self {
            kit,
            searcher: Searcher::of_houses(kit.houses().clone()),
            plain: kit.plain_houses().map(Searcher::of_houses),
            form: LayoutForm::new(kit.houses()),
            solvers: kit.scheme().levels().map(|_| None).collect(),
        }
    }

    /// Returns the kit.
    pub(super) const fn kit(&self) -> &'a LayoutKit {
        self.kit
    }

    /// Makes a full grid; `None` if none was found within the maximum number of tries.
    pub fn full_grid(&mut self, rng: &mut Generator) -> Option<Vec<u8>> {
        let most = TRIES_A_CELL * self.kit.layout().cells() as u64;
        let mut draw = |bound| rng.below(bound);
        (0..MOST_GRIDS).find_map(|_| self.searcher.random_grid(&mut draw, most))
    }

    /// Makes a puzzle for a level; the puzzle may turn out to have an easier level. `None` if no full grid was found,
    /// the ladder doesn't solve the puzzle, the puzzle doesn't need the layout's extra rules, or the layout's scheme
    /// lacks the level.
    pub fn make(&mut self, wanted: Level, rng: &mut Generator) -> Option<LayoutPuzzle> {
        if wanted.index() >= self.solvers.len() {
            return None;
        }
        let mut board = self.board(rng)?;
        let givens = board.dig(self, wanted, rng);
        board.rate(self, givens)
    }

    /// Removes clues from a full grid of the layout as long as the techniques of a level solve the puzzle. Returns
    /// the remaining clues, 0 for a blank. From 6×6 to 10×10, where puzzles seldom need hard techniques, a puzzle
    /// that turns out too easy can lead to a second dig.
    pub fn dig(&mut self, solution: &[u8], wanted: Level, rng: &mut Generator) -> Vec<u8> {
        let side = self.kit.layout().side();
        if side == 4 {
            return self.dig_by_ladder(solution, wanted, rng);
        }
        let rules = LevelRules::of(side, wanted);
        let mut puzzle = Vec::new();
        for _ in 0..rules.tries {
            let reached;
            (puzzle, reached) = self.dig_once(solution, wanted, rules, rng);
            if reached {
                break;
            }
        }
        puzzle
    }

    /// Removes clues in random order as long as the ladder up to a level solves the puzzle.
    fn dig_by_ladder(&mut self, solution: &[u8], wanted: Level, rng: &mut Generator) -> Vec<u8> {
        let mut puzzle = solution.to_vec();
        for cell in shuffled_clues(solution, rng) {
            puzzle[cell] = 0;
            if self.level_by(wanted, &puzzle).is_none() {
                puzzle[cell] = solution[cell];
            }
        }
        puzzle
    }

    /// Digs a puzzle once, and returns its clues. The second value is `true` if the puzzle needs a rule or technique
    /// that the easier levels don't have.
    fn dig_once(
        &mut self,
        solution: &[u8],
        wanted: Level,
        rules: LevelRules,
        rng: &mut Generator,
    ) -> (Vec<u8>, bool) {
        let mut order: Vec<usize> = (0..solution.len()).collect();
        rng.shuffle(&mut order);
        let mut clues = self.searcher.enough_clues(solution, &order, rules.first);
        rng.shuffle(&mut clues);
        let mut puzzle = vec![0; solution.len()];
        for &cell in &clues {
            puzzle[cell] = solution[cell];
        }
        let mut reached = false;
        let mut judged = if rules.is_whole { MOST_JUDGED } else { 0 };
        for cell in clues {
            puzzle[cell] = 0;
            if self.searcher.finds(&puzzle, cell, rules.first)
                || rules.basic != rules.first && self.searcher.finds(&puzzle, cell, rules.basic)
            {
                continue;
            }
            let clue = (cell, solution[cell]);
            let is_judged = judged < MOST_JUDGED
                && self
                    .searcher
                    .other_solution(&puzzle, clue, MOST_SCREENED)
                    .count
                    == 0;
            judged += usize::from(is_judged);
            let level = is_judged.then(|| self.level_by(wanted, &puzzle)).flatten();
            match level {
                // From here on the basic rules judge alone.
                Some(level) if level == wanted => (judged, reached) = (MOST_JUDGED, true),
                Some(_) => {}
                None => puzzle[cell] = solution[cell],
            }
        }
        if rules.is_whole {
            let solved_by_less = |easier| self.searcher.solves(&puzzle, easier);
            reached = !rules.easier.is_some_and(solved_by_less);
            if !reached && rules.swaps && self.swap_clue(&mut puzzle, solution, rules, rng) {
                self.remove_clues(&mut puzzle, solution, rules.basic, rng);
                reached = true;
            }
        }
        (puzzle, reached)
    }

    /// Replaces one clue by another, so that the rules of the level solve the puzzle and those of the easier levels
    /// don't. Returns `false` if no such replacement was found.
    fn swap_clue(
        &mut self,
        puzzle: &mut [u8],
        solution: &[u8],
        rules: LevelRules,
        rng: &mut Generator,
    ) -> bool {
        let Some(easier) = rules.easier else {
            return false;
        };
        for cell in shuffled_clues(puzzle, rng).into_iter().take(MOST_SWAPPED) {
            puzzle[cell] = 0;
            let clue = (cell, solution[cell]);
            let other = self
                .searcher
                .other_solution(puzzle, clue, MOST_SCREENED)
                .first;
            // Only a clue that this other solution contradicts can make the solution the only one.
            let differs = |&it: &usize| {
                let value = other.as_ref().map(|other| other.values()[it]);
                it != cell && value != Some(solution[it])
            };
            let cells = (0..puzzle.len()).filter(differs);
            let rules = [easier, rules.basic];
            if let Some(swapped) = self.searcher.clue_between(puzzle, solution, rules, cells) {
                puzzle[swapped] = solution[swapped];
                return true;
            }
            puzzle[cell] = solution[cell];
        }
        false
    }

    /// Removes clues in random order, each only if these basic rules find its digit again.
    fn remove_clues(
        &mut self,
        puzzle: &mut [u8],
        solution: &[u8],
        basic: BasicSet,
        rng: &mut Generator,
    ) {
        for cell in shuffled_clues(puzzle, rng) {
            puzzle[cell] = 0;
            if !self.searcher.finds(puzzle, cell, basic) {
                puzzle[cell] = solution[cell];
            }
        }
    }

    /// Returns the level of a puzzle; `None` if the techniques up to the level `wanted` don't solve it.
    fn level_by(&mut self, wanted: Level, puzzle: &[u8]) -> Option<Level> {
        let path = self.solver(wanted)?.path(puzzle);
        self.kit.scheme().path_level(&path)
    }

    /// Returns the solver with the techniques up to a level; `None` if the scheme has no such level.
    fn solver(&mut self, level: Level) -> Option<&mut PathSolver<'a>> {
        let kit = self.kit;
        let new = || PathSolver::new(kit, &kit.scheme().ladder_up_to(level));
        let solver = self.solvers.get_mut(level.index())?;
        Some(solver.get_or_insert_with(new))
    }

    /// Rates a puzzle, given with its only solution. `None` if the ladder doesn't solve the puzzle, or if the
    /// puzzle has one solution even without the layout's extra rules. If the puzzle has regions or marks of its
    /// own, the kit must [have them](LayoutKit::with_features).
    ///
    /// # Panics
    /// May panic unless `givens` and `solution` have one value for each cell of the layout, and no digit is too
    /// large.
    pub fn rate(&mut self, givens: Vec<u8>, solution: Vec<u8>) -> Option<LayoutPuzzle> {
        let hardest = self.kit.scheme().levels().last()?;
        let path = self.solver(hardest)?.path(&givens);
        let level = self.kit.scheme().path_level(&path)?;
        if !self.needs_extra_rules(&givens) {
            return None;
        }
        Some(LayoutPuzzle {
            id: match self.kit.distinct() {
                Distinct::Form => self.form.id(&givens, &solution),
                Distinct::Drawing => self.form.drawing_id(&givens),
            },
            givens,
            solution,
            features: self.kit.houses().features().clone(),
            path,
            level,
        })
    }

    /// Returns whether the givens have several solutions by the rules of [`LayoutKit::plain_houses`], that is, without
    /// the extra rules that every puzzle must need; `false` if [`MOST_TRIES`] tries find no second solution. Always
    /// `true` for a layout without such rules.
    fn needs_extra_rules(&mut self, givens: &[u8]) -> bool {
        let Some(plain) = &mut self.plain else {
            return true;
        };
        let board = ShapedBoard::from_values(plain.shape(), givens.to_vec());
        let request = FusedRequest {
            basic: BasicSet::LOCKED,
            most_tries: Some(MOST_TRIES),
            ..FusedRequest::default()
        };
        board.is_some_and(|board| plain.search(&board, &request).count > 1)
    }
}

/// Returns the cells with clues in random order.
fn shuffled_clues(puzzle: &[u8], rng: &mut Generator) -> Vec<usize> {
    let mut clues: Vec<usize> = (0..puzzle.len()).filter(|&it| puzzle[it] != 0).collect();
    rng.shuffle(&mut clues);
    clues
}

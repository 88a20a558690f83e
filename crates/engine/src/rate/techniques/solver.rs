//! Solves by a ladder: applies a step of the first technique that finds a step, and starts over with the first
//! technique.
//!
//! If a technique has several steps, the solver takes the same one as HoDoKu 2.3.2: usually the first one
//! found, but the best one for chains and a few other techniques.

use super::find::{FindCollector, FindSelection, Move};
use super::ladder::{Rung, TechniqueLadder};
use super::path::{TechniqueCounts, TechniquePath, TechniqueRating};
use super::search::{SharedResults, search, weight};
use super::singles;
use super::state::State;
use super::technique::{TECHNIQUES, Technique};
use super::technique_set::TechniqueSet;
use crate::grid::{Board, Cell, Digit, Geometry, Nine, Set};
use crate::rate::{HodokuLevel, Mark, MarkOf};

/// The maximum effort for one puzzle. If a puzzle needs more effort, it counts as not solved by the ladder.
///
/// The effort of one search is the number of candidates in the position, times a factor: 1 for patterns within a few
/// houses, 10 for chains, 50 for grouped chains, 100 for almost locked sets, 200 for chains of almost locked sets and
/// for forcing chains, and 1,000 for forcing nets. Searches for singles are free. The factors roughly follow the time
/// that the searches take. In nine of ten puzzles that take 100,000 units or more, a unit of effort takes 3 to 9 ns.
/// But the limit is not a time, so a result never depends on the speed of the machine. Of 20,000 minimal puzzles that
/// this program dug, 97 in 100 take less than 0.5 % of the limit, and the worst takes 15 %. The hardest known puzzles
/// take at most half of the limit.
pub const EFFORT_LIMIT: u64 = 20_000_000;

/// A group of techniques of a ladder that are searched for together.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// The first technique of the group.
    technique: Technique,
    techniques: TechniqueSet,
    keep: FindSelection,
    /// The step after which a search for this group last found nothing; 0 if that has not happened yet. The next
    /// search looks only at what has changed since then.
    since: u32,
    /// The technique of the group, if it is a kind of single; otherwise `None`.
    single: Option<Technique>,
}

/// A solver of puzzles by the techniques of a ladder. The effort for each puzzle is at most [`EFFORT_LIMIT`], unless
/// [another limit](TechniqueSolver::with_effort_limit) is set.
///
/// ```
/// use sudoku_engine::rate::{HodokuLevel, techniques::{TechniqueLadder, TechniqueSolver}};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let path = TechniqueSolver::new(&TechniqueLadder::hodoku()).solve(&puzzle, None);
/// let rating = path.rating.expect("singles solve it");
/// assert_eq!((rating.score, rating.level), (204, HodokuLevel::Easy));
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct TechniqueSolver<G: Geometry = Nine> {
    rungs: Vec<Rung>,
    points: TechniqueCounts,
    groups: Vec<Group>,
    effort: u64,
    effort_limit: u64,
    state: State<G>,
    shared: SharedResults<G>,
    /// The number of points above which a puzzle is given up.
    most: u32,
}

impl TechniqueSolver {
    /// Makes a solver of 9×9 puzzles with this ladder, which should have passed [`TechniqueLadder::check`].
    pub fn new(ladder: &TechniqueLadder) -> Self {
        Self::on(Nine, ladder)
    }

    /// Solves a puzzle, which should have exactly one solution, as far as the techniques of the ladder allow.
    ///
    /// # Panics
    /// In builds with debug assertions, if a solution is given and a step contradicts it.
    pub fn solve(&mut self, puzzle: &Board, solution: Option<&Board>) -> TechniquePath {
        self.climb::<false>(puzzle.givens(), answers(solution), &mut Vec::new())
    }

    /// Solves a puzzle like [`TechniqueSolver::solve`], and also returns the steps.
    pub fn solve_with_moves(
        &mut self,
        puzzle: &Board,
        solution: Option<&Board>,
    ) -> (TechniquePath, Vec<Move>) {
        let mut moves = Vec::new();
        let path = self.climb::<true>(puzzle.givens(), answers(solution), &mut moves);
        (path, moves)
    }
}

/// Returns a function that checks whether the solution has a digit in a cell. The function returns `None` if there is
/// no solution.
fn answers(solution: Option<&Board>) -> impl Fn(Cell, Digit) -> Option<bool> {
    move |cell, digit| solution.map(|solution| solution.get(cell) == Some(digit))
}

impl<G: Geometry> TechniqueSolver<G> {
    /// Makes a solver with this ladder for boards of this geometry.
    ///
    /// In a position with more than 1,216 candidates and groups, chains and nets are not searched for. In a
    /// position with more than 384 almost locked sets, only the first 384 are used. On boards of nine digits, no
    /// position is known to exceed these limits.
    pub fn on(geometry: G, ladder: &TechniqueLadder) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for rung in ladder.rungs() {
            let place = rung.technique.place();
            match groups.last_mut() {
                Some(group) if group.technique.place() == place => {
                    group.techniques = group.techniques.with(rung.technique);
                }
                _ => groups.push(Group {
                    technique: rung.technique,
                    techniques: TechniqueSet::EMPTY.with(rung.technique),
                    keep: keep(place),
                    since: 0,
                    single: Some(rung.technique).filter(|it| it.is_single()),
                }),
            }
        }
        let mut points = [0; TECHNIQUES];
        for rung in ladder.rungs() {
            points[rung.technique.index()] = rung.score;
        }
        Self {
            rungs: ladder.rungs().to_vec(),
            points,
            groups,
            effort: 0,
            effort_limit: EFFORT_LIMIT,
            state: State::new(geometry),
            shared: SharedResults::new(),
            most: u32::MAX,
        }
    }

    /// Returns the solver with a maximum number of points. A puzzle that takes more points is given up, as if the
    /// ladder could not solve it.
    #[must_use]
    pub fn up_to(self, most: u32) -> Self {
        Self { most, ..self }
    }

    /// Returns the solver with this maximum effort for each puzzle, in the units of [`EFFORT_LIMIT`].
    #[must_use]
    pub fn with_effort_limit(mut self, limit: u64) -> Self {
        self.effort_limit = limit;
        self
    }

    /// Returns the effort of the last puzzle, in the units of [`EFFORT_LIMIT`].
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Solves the puzzle with these givens, which must be in reading order, as far as the techniques of the ladder
    /// allow. Also returns the steps.
    pub fn solve_givens(
        &mut self,
        givens: &[(G::Cell, G::Digit)],
    ) -> (TechniquePath, Vec<Move<G>>) {
        let mut moves = Vec::new();
        let path = self.climb::<true>(givens.iter().copied(), |_, _| None, &mut moves);
        (path, moves)
    }

    /// Solves the puzzle with these givens like [`TechniqueSolver::solve_givens`], but doesn't return the steps.
    pub fn path_of(
        &mut self,
        givens: impl Iterator<Item = (G::Cell, G::Digit)> + Clone,
    ) -> TechniquePath {
        self.climb::<false>(givens, |_, _| None, &mut Vec::new())
    }

    fn climb<const MOVES: bool>(
        &mut self,
        givens: impl Iterator<Item = (G::Cell, G::Digit)> + Clone,
        answer: impl Fn(G::Cell, G::Digit) -> Option<bool>,
        moves: &mut Vec<Move<G>>,
    ) -> TechniquePath {
        self.state.begin(givens);
        self.shared.clear();
        self.effort = 0;
        for group in &mut self.groups {
            group.since = 0;
        }
        let mut counts = [0; TECHNIQUES];
        let mut score = 0;
        let mut finds = FindCollector::new(FindSelection::First, TechniqueSet::EMPTY, MOVES);
        while !self.state.is_solved() && score <= self.most {
            let Some(technique) = self.step::<MOVES>(&mut finds, &answer) else {
                break;
            };
            counts[technique.index()] += 1;
            score += self.points[technique.index()];
            if MOVES {
                moves.extend(finds.kept.pop().map(super::find::Find::into_move));
            }
        }
        let blanks = self.state.candidates.blanks().len();
        TechniquePath {
            counts,
            rating: (blanks == 0 && score <= self.most).then(|| self.rate(&counts, score)),
            blanks,
        }
    }

    /// Applies the first step that the ladder finds, and returns its technique. If `MOVES` is `true`, the step is
    /// also left in `finds`. `None` if no technique finds a step or the effort limit is reached.
    fn step<const MOVES: bool>(
        &mut self,
        finds: &mut FindCollector<G>,
        answer: &impl Fn(G::Cell, G::Digit) -> Option<bool>,
    ) -> Option<Technique> {
        for group in &mut self.groups {
            if let (false, Some(technique)) = (MOVES, group.single) {
                let Some((cell, digit)) = singles::next(&mut self.state, technique) else {
                    continue;
                };
                debug_assert_ne!(answer(cell, digit), Some(false));
                self.state.place(cell, digit);
                return Some(technique);
            }
            self.state.settle();
            let candidates = u64::from(self.state.counts().candidates);
            let effort = self.effort + candidates * weight(group.technique);
            if effort > self.effort_limit {
                return None;
            }
            self.effort = effort;
            finds.begin(group.keep, group.techniques);
            let _ = match group.single {
                Some(technique) => singles::find(&self.state, technique, finds),
                None => {
                    let Group {
                        technique, since, ..
                    } = *group;
                    search(technique, &self.state, since, &mut self.shared, finds)
                }
            };
            if let Some(find) = finds.kept.first() {
                debug_assert!(
                    find.effect.agrees_with(answer),
                    "{} contradicts the solution",
                    find.technique
                );
                self.state.apply(&find.effect);
                return Some(find.technique);
            }
            group.since = self.state.clock();
        }
        None
    }

    /// Returns the score and the level of a solution. The level is that of the hardest technique. As in HoDoKu, the
    /// level is higher if the score exceeds this level's maximum.
    fn rate(&self, counts: &TechniqueCounts, score: u32) -> TechniqueRating {
        let used = self.rungs.iter();
        let used = used.filter(|rung| counts[rung.technique.index()] > 0);
        let hardest = used.map(|rung| rung.level).max();
        let hardest = hardest.unwrap_or(HodokuLevel::Easy);
        TechniqueRating {
            score,
            level: hardest.raised_by(score),
        }
    }
}

/// Returns the choice that HoDoKu makes for the technique at this place in its table: the best or the first result.
fn keep(place: u16) -> FindSelection {
    let best = [
        Technique::RemotePair,
        Technique::TurbotFish,
        Technique::XChain,
        Technique::XyChain,
        Technique::Aic,
        Technique::GroupedAic,
        Technique::AlsChain,
        Technique::ForcingChainContradiction,
        Technique::ForcingNetContradiction,
    ];
    if best.into_iter().any(|technique| technique.place() == place) {
        FindSelection::Best
    } else {
        FindSelection::First
    }
}

/// Lists every step that a technique finds in a position. The digits on the board exclude some candidates.
/// `removed` lists all other candidates that have been removed.
///
/// ```
/// use sudoku_engine::rate::techniques::{Technique, all_moves};
/// let board = "8..............................................................................4.".parse()?;
/// assert!(all_moves(Technique::XWing, &board, &[]).is_empty());
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
pub fn all_moves(technique: Technique, board: &Board, removed: &[Mark]) -> Vec<Move> {
    let givens: Vec<(Cell, Digit)> = board.givens().collect();
    all_moves_on(Nine, technique, &givens, removed)
}

/// Lists every step that a technique finds in a position of any geometry. `givens` are all digits on the board, in
/// reading order. They exclude some candidates; `removed` lists all others that have been removed.
///
/// ```
/// use sudoku_engine::grid::{Cell, Digit, Nine};
/// use sudoku_engine::rate::techniques::{Technique, all_moves_on};
/// let givens: Vec<_> = Cell::all().zip(Digit::all().take(8)).collect();
/// let moves = all_moves_on(Nine, Technique::FullHouse, &givens, &[]);
/// assert_eq!(moves[0].sets[0].cell, Cell::at(0, 8));
/// ```
pub fn all_moves_on<G: Geometry>(
    geometry: G,
    technique: Technique,
    givens: &[(G::Cell, G::Digit)],
    removed: &[MarkOf<G>],
) -> Vec<Move<G>> {
    let mut state = State::new(geometry);
    state.begin(givens.iter().copied());
    for mark in removed {
        state.remove(mark.cell, mark.digit);
    }
    state.settle();
    let wanted = TechniqueSet::EMPTY.with(technique);
    let mut finds = FindCollector::new(FindSelection::All, wanted, true);
    let _ = match technique.is_single() {
        true => singles::find(&state, technique, &mut finds),
        false => search(technique, &state, 0, &mut SharedResults::new(), &mut finds),
    };
    let moves = finds.kept.into_iter().map(super::find::Find::into_move);
    moves.collect()
}

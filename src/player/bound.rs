//! Computes the lower bound of a puzzle's solving time (equation 2.10 of Wang 2009). It is the time of the
//! puzzle's fastest solving path.
//!
//! A solving path is a sequence of uses of rules that fills all blanks. Each use takes the rule's expected time. A
//! use usually fills one cell. A removal that turns a cell into a single also fills this cell, as in a
//! [`Path`](super::Path), unless its rule is faster than all filling rules. All removals remain in effect.
//!
//! The search uses the fastest filling rule as long as this rule can fill cells. No other rule fills a cell in
//! less time, and a filled cell only helps. After that, the search chooses one use of another rule, such as trial
//! and error.
//!
//! The choices are searched best first (A*). The estimated cost of a position is the sum of three times:
//!
//! - the time of the uses so far,
//! - the fastest filling rule's time for each blank left,
//! - the extra time of the slowest rule that the puzzle needs, until this rule or a slower one has been used.
//!
//! The search gives up after [`MOST_POSITIONS`] positions. In this case, the path that it has found may not be the
//! fastest, and the lowest estimated cost of the remaining positions is the proven bound.

use super::Player;
use super::paths::opened;
use crate::grid::{Board, Candidates, Cell, CellSet, Digit, House, cells_at};
use crate::rate::{Preset, RULES, Rater, Rule, RuleCounts, RuleKind};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

/// The maximum number of positions that the search expands. This many take about a second if the player knows all
/// rules.
const MOST_POSITIONS: usize = 2_000;
/// The relative difference above which two costs count as different. Smaller differences come from the rounding
/// of sums.
const ROUNDING: f64 = 1e-12;

/// The lower bound of a puzzle's solving time, with the fastest solving path that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    /// The number of uses of each rule on the fastest path that was found.
    pub used: RuleCounts,
    /// The sum of the expected times of all uses of rules on the fastest path that was found, in seconds.
    pub seconds: f64,
    /// The proven minimum time of all solving paths, in seconds. It is less than `seconds` only if the search ended
    /// before it could prove that no path is faster than the one found.
    pub at_least: f64,
    /// The number of blanks that are left when the player's rules lead no further; 0 if the rules solve the puzzle.
    pub left: usize,
}

impl Bound {
    /// Returns whether the path that was found is proven to be the fastest.
    pub fn is_proven(&self) -> bool {
        self.at_least >= self.seconds
    }
}

/// Returns the lower bound (Wang 2009, equation 2.10) of the puzzle with this unique solution: the
/// minimum time of its solving paths.
pub fn lower_bound(puzzle: &Board, solution: &Board, player: &Player) -> Bound {
    let mut logics = player.logics();
    logics.sort_by(|&a, &b| player.rate(b).total_cmp(&player.rate(a)));
    let filler = logics
        .iter()
        .copied()
        .find(|logic| logic.kind() != RuleKind::Removing);
    let mut search = BoundSearch {
        solution,
        player,
        filler,
        logics: &logics,
        finder: Rater::new(&Preset::default()),
        left: 0,
        hardest: None,
    };
    let mut best = search.plain_way(puzzle, &logics);
    search.left = best.blanks();
    search.hardest = (1..=logics.len())
        .find(|&known| search.plain_way(puzzle, &logics[..known]).blanks() == search.left)
        .map(|known| logics[known - 1]);
    let at_least = search.improve(puzzle, &mut best);
    let seconds = search.spent(&best);
    Bound {
        used: best.used,
        seconds,
        at_least: at_least.map_or(seconds, |open| open.min(seconds)),
        left: search.left,
    }
}

/// A position on a solving path: the candidates, and the uses of rules that led to the position.
#[derive(Clone)]
struct BoundPosition {
    candidates: Candidates,
    used: RuleCounts,
}

impl BoundPosition {
    fn blanks(&self) -> usize {
        self.candidates.blanks().len()
    }

    /// Returns the candidates of every cell, which decide how a solving path can continue.
    fn key(&self) -> Vec<u16> {
        let bits = Cell::all().map(|cell| self.candidates.of_cell(cell).bits());
        bits.collect()
    }
}

/// A position that the search has found but not yet expanded.
struct OpenPosition {
    cost: f64,
    /// The number of the position in order of discovery. Of two positions with the same cost, the lower number comes
    /// first.
    number: usize,
    position: BoundPosition,
}

impl Ord for OpenPosition {
    /// Compares positions in reverse order of cost, so that [`BinaryHeap`] returns the cheapest position first.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_cost = other.cost.total_cmp(&self.cost);
        by_cost.then_with(|| other.number.cmp(&self.number))
    }
}

impl PartialOrd for OpenPosition {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for OpenPosition {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OpenPosition {}

struct BoundSearch<'a> {
    solution: &'a Board,
    player: &'a Player,
    /// The player's rules, fastest first.
    logics: &'a [Rule],
    /// The fastest rule that fills cells; `None` if the player knows no such rule.
    filler: Option<Rule>,
    finder: Rater,
    /// The number of blanks that are left when no rule of the player applies any more.
    left: usize,
    /// The slowest rule that the puzzle needs: every solving path uses this rule or a slower one. `None` until the
    /// rule is known.
    hardest: Option<Rule>,
}

impl BoundSearch<'_> {
    fn seconds(&self, logic: Rule) -> f64 {
        1.0 / self.player.rate(logic)
    }

    /// Returns the minimum time to fill a cell, in seconds; 0 if no rule of the player fills cells.
    fn least(&self) -> f64 {
        self.filler.map_or(0.0, |logic| self.seconds(logic))
    }

    fn spent(&self, position: &BoundPosition) -> f64 {
        let uses = |logic: &Rule| f64::from(position.used[logic.index()]);
        let times = self.logics.iter();
        times.map(|logic| uses(logic) * self.seconds(*logic)).sum()
    }

    /// Returns a lower bound for the time of all solving paths through this position, in seconds.
    fn cost(&self, position: &BoundPosition) -> f64 {
        let cells = position.blanks().saturating_sub(self.left) as f64 * self.least();
        let hard = self.hardest.map_or(0.0, |logic| self.seconds(logic));
        let used = self
            .logics
            .iter()
            .any(|&logic| position.used[logic.index()] > 0 && self.seconds(logic) >= hard);
        let hard = if used {
            0.0
        } else {
            hard - hard.min(self.least())
        };
        self.spent(position) + cells + hard
    }

    /// Returns the last position of a plain solving path. The path fills cells with the fastest filling rule as
    /// long as possible. Then it makes the first step of the fastest rule among `logics` that applies, and fills
    /// cells again.
    fn plain_way(&self, puzzle: &Board, logics: &[Rule]) -> BoundPosition {
        let mut position = BoundPosition {
            candidates: Candidates::of(puzzle),
            used: [0; RULES],
        };
        loop {
            self.fill(&mut position);
            let mut uses = logics.iter();
            let next = uses.find_map(|&logic| self.uses(&position, logic).into_iter().next());
            match next {
                Some(next) => position = next,
                None => return position,
            }
        }
    }

    /// Searches for a faster path than `best`, and replaces `best` if one is found. If the search reaches its limit,
    /// returns the cost of the cheapest position that was not expanded. Returns `None` if the search is complete.
    fn improve(&self, puzzle: &Board, best: &mut BoundPosition) -> Option<f64> {
        let mut start = BoundPosition {
            candidates: Candidates::of(puzzle),
            used: [0; RULES],
        };
        self.fill(&mut start);
        let mut bound = self.spent(best);
        let mut cheapest = BTreeMap::from([(start.key(), self.spent(&start))]);
        let mut open = BinaryHeap::from([OpenPosition {
            cost: self.cost(&start),
            number: 0,
            position: start,
        }]);
        let (mut tried, mut number) = (0, 0);
        while let Some(next) = open.pop() {
            if next.cost >= bound * (1.0 - ROUNDING) {
                return None;
            }
            let spent = self.spent(&next.position);
            if cheapest
                .get(&next.position.key())
                .is_some_and(|&it| it < spent)
            {
                continue;
            }
            if tried == MOST_POSITIONS {
                return Some(next.cost);
            }
            tried += 1;
            for mut position in self
                .logics
                .iter()
                .flat_map(|&it| self.uses(&next.position, it))
            {
                self.fill(&mut position);
                let (cost, spent) = (self.cost(&position), self.spent(&position));
                let known = cheapest.entry(position.key()).or_insert(f64::INFINITY);
                if cost >= bound * (1.0 - ROUNDING) || spent >= *known {
                    continue;
                }
                *known = spent;
                if position.blanks() <= self.left {
                    bound = spent;
                    *best = position;
                } else {
                    number += 1;
                    open.push(OpenPosition {
                        cost,
                        number,
                        position,
                    });
                }
            }
        }
        None
    }

    /// Fills all cells that the fastest filling rule can fill.
    fn fill(&self, position: &mut BoundPosition) {
        let Some(filler) = self.filler else { return };
        loop {
            let mut cells = filled_by(filler, &position.candidates);
            if filler.kind() == RuleKind::Trying {
                cells = cells.first().into_iter().collect();
            }
            if cells.is_empty() {
                return;
            }
            for cell in cells {
                self.place(position, cell);
            }
            position.used[filler.index()] += cells.len() as u32;
        }
    }

    fn place(&self, position: &mut BoundPosition, cell: Cell) {
        if let Some(digit) = self.solution.get(cell) {
            position.candidates.place(cell, digit);
        }
    }

    /// Returns the positions that a single use of a rule leads to. A rule that fills cells leads to one position
    /// for each cell. Each step of a rule that removes candidates may turn cells into singles. The step leads to
    /// one position for each of these cells, with this cell filled. It leads to only one position, with no cell
    /// filled, if there are no such cells or if the rule is faster than all filling rules.
    fn uses(&self, before: &BoundPosition, logic: Rule) -> Vec<BoundPosition> {
        let mut used = before.clone();
        used.used[logic.index()] += 1;
        let filled = |position: &BoundPosition, cell| {
            let mut position = position.clone();
            self.place(&mut position, cell);
            position
        };
        if logic.kind() != RuleKind::Removing {
            let cells = filled_by(logic, &before.candidates);
            return cells.map(|cell| filled(&used, cell)).collect();
        }
        let mut after = Vec::new();
        for step in self.finder.find(logic, &before.candidates) {
            let mut removed = used.clone();
            for mark in &step.eliminations {
                removed.candidates.remove(mark.cell, mark.digit);
            }
            // A removal faster than every filling rule must not fill a cell here, or the cell would
            // cost less than the estimated minimum.
            let fills = self.seconds(logic) >= self.least();
            let cells = opened(&before.candidates, &step).into_iter();
            let cells = cells.map(|(cell, _)| filled(&removed, cell));
            let found = after.len();
            after.extend(cells.filter(|_| fills));
            if after.len() == found {
                after.push(removed);
            }
        }
        after
    }
}

/// Returns the cells that a rule fills; for trial and error, the cells with the fewest candidates.
fn filled_by(logic: Rule, candidates: &Candidates) -> CellSet {
    match logic {
        Rule::NakedSingle => candidates.with_count(1),
        Rule::HiddenSingle => hidden(candidates),
        _ => {
            let count = |cell: Cell| candidates.of_cell(cell).len();
            let fewest = candidates.blanks().map(count).min();
            let cells = candidates.blanks();
            cells.filter(|&cell| Some(count(cell)) == fewest).collect()
        }
    }
}

fn hidden(candidates: &Candidates) -> CellSet {
    let single = |(house, digit): (House, Digit)| {
        cells_at(house, candidates.places(house)[digit.index()]).single()
    };
    House::all()
        .flat_map(|house| Digit::all().map(move |digit| (house, digit)))
        .filter_map(single)
        .collect()
}

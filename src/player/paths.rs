//! Finds the paths of a state of play. A path is one way in which a rule leads to the next digit.
//!
//! - A naked single is one path.
//! - A hidden single is one path for each house in which it is hidden. Of fourteen interpretations tried, only
//!   this one gives the results of the grid searches in Wang 2009 to the last printed digit.
//! - A rule that removes candidates has a path to each cell that one use of the rule turns into a single. The
//!   paper has only singles.
//! - If there is no path so far, the eliminations of several steps are combined, the easiest first, until singles
//!   appear. Each cell with a single is a path of the hardest rule used.
//! - If there is still no path, and the player uses trial and error, each cell with the fewest candidates is one
//!   path.

use crate::grid::{Board, Candidates, Cell, CellSet, Digit, DigitSet, House, cells_at};
use crate::rate::{Preset, Rater, Rule, RuleKind, Step};

/// One way to find the next digit: a rule, and the cell and digit that the rule leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path {
    /// The cell that the path fills.
    pub cell: Cell,
    /// The digit that the path places.
    pub digit: Digit,
    /// The rule that the path uses.
    pub logic: Rule,
    /// The house in which a hidden single is hidden; `None` for other rules.
    pub house: Option<House>,
}

impl Path {
    const fn of(cell: Cell, digit: Digit, logic: Rule) -> Self {
        let house = None;
        Self {
            cell,
            digit,
            logic,
            house,
        }
    }
}

/// A state of a game: a board on which some blanks of the puzzle are filled with the digits of the solution.
///
/// ```
/// use sudoku_factory::{grid::Board, player::PlayState, rate::Rule};
/// let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
/// let paths = PlayState::new(&puzzle, &solution).paths(&[Rule::NakedSingle]);
/// assert_eq!(paths.len(), 4);
/// # Ok::<(), sudoku_factory::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlayState<'a> {
    candidates: Candidates,
    solution: &'a Board,
}

impl<'a> PlayState<'a> {
    /// Returns the state before the first step of a puzzle with this unique solution.
    pub fn new(puzzle: &Board, solution: &'a Board) -> Self {
        Self {
            candidates: Candidates::of(puzzle),
            solution,
        }
    }

    /// Returns the cells that are still blank in this state.
    pub fn blanks(&self) -> CellSet {
        self.candidates.blanks()
    }

    /// Returns the digit of a cell in the solution, or `None` if the cell is already filled.
    pub fn answer(&self, cell: Cell) -> Option<Digit> {
        let answer = self.solution.get(cell);
        answer.filter(|_| self.blanks().contains(cell))
    }

    /// Fills a blank with the digit of the solution. Does nothing if the cell is not blank.
    pub fn fill(&mut self, cell: Cell) {
        if let Some(digit) = self.answer(cell) {
            self.candidates.place(cell, digit);
        }
    }

    /// Removes all candidates of a blank except for `kept`; ignores cells that are not blank. Returns `false`,
    /// and removes nothing, if this would remove the digit of the solution.
    pub fn keep_candidates(&mut self, cell: Cell, kept: DigitSet) -> bool {
        let Some(answer) = self.answer(cell) else {
            return true;
        };
        if !kept.contains(answer) {
            return false;
        }
        for digit in self.candidates.of_cell(cell).difference(kept) {
            self.candidates.remove(cell, digit);
        }
        true
    }

    /// Returns the ways in which these rules lead to the next digit: first naked singles, then hidden singles, then
    /// the other rules in the order of their numbers. If no single step leads to a digit, the eliminations of
    /// several steps are combined until a digit follows. Trial and error is used only if this fails, too.
    pub fn paths(&self, logics: &[Rule]) -> Vec<Path> {
        let mut paths = Vec::new();
        if logics.contains(&Rule::NakedSingle) {
            naked(&self.candidates, &mut paths);
        }
        if logics.contains(&Rule::HiddenSingle) {
            hidden(&self.candidates, &mut paths);
        }
        let removing: Vec<Rule> = Rule::ALL
            .into_iter()
            .filter(|rule| rule.kind() == RuleKind::Removing && logics.contains(rule))
            .collect();
        if !removing.is_empty() {
            let finder = Rater::new(&Preset::default());
            for &rule in &removing {
                for step in finder.find(rule, &self.candidates) {
                    let opened = opened(&self.candidates, &step).into_iter();
                    paths.extend(opened.map(|(cell, digit)| Path::of(cell, digit, rule)));
                }
            }
            if paths.is_empty() {
                self.gathered(&removing, &finder, &mut paths);
            }
        }
        if paths.is_empty() && logics.contains(&Rule::Trial) {
            self.tried(&mut paths);
        }
        paths
    }

    fn gathered(&self, removing: &[Rule], finder: &Rater, paths: &mut Vec<Path>) {
        let mut candidates = self.candidates.clone();
        let mut hardest = 0;
        loop {
            let found = removing.iter().enumerate().find_map(|(place, &rule)| {
                let steps = finder.find(rule, &candidates);
                (!steps.is_empty()).then_some((place, steps))
            });
            let Some((place, steps)) = found else {
                return;
            };
            hardest = hardest.max(place);
            for mark in steps.iter().flat_map(|step| &step.eliminations) {
                candidates.remove(mark.cell, mark.digit);
            }
            naked(&candidates, paths);
            hidden(&candidates, paths);
            if !paths.is_empty() {
                paths.sort_by_key(|path| path.cell);
                paths.dedup_by_key(|path| path.cell);
                for path in paths {
                    (path.logic, path.house) = (removing[hardest], None);
                }
                return;
            }
        }
    }

    fn tried(&self, paths: &mut Vec<Path>) {
        let count = |cell: &Cell| self.candidates.of_cell(*cell).len();
        let fewest = self.blanks().map(|cell| count(&cell)).min();
        let cells = self.blanks().filter(|cell| Some(count(cell)) == fewest);
        paths
            .extend(cells.filter_map(|cell| Some(Path::of(cell, self.answer(cell)?, Rule::Trial))));
    }
}

fn naked(candidates: &Candidates, paths: &mut Vec<Path>) {
    paths.extend(candidates.with_count(1).filter_map(|cell| {
        let digit = candidates.of_cell(cell).single()?;
        Some(Path::of(cell, digit, Rule::NakedSingle))
    }));
}

fn hidden(candidates: &Candidates, paths: &mut Vec<Path>) {
    for house in House::all() {
        for (digit, &places) in Digit::all().zip(candidates.places(house)) {
            if let Some(cell) = cells_at(house, places).single() {
                let house = Some(house);
                let path = Path::of(cell, digit, Rule::HiddenSingle);
                paths.push(Path { house, ..path });
            }
        }
    }
}

/// Returns the cells that the eliminations of one step turn into singles, each cell once, with its digit.
pub(super) fn opened(candidates: &Candidates, step: &Step) -> Vec<(Cell, Digit)> {
    let mut found: Vec<(Cell, Digit)> = Vec::new();
    let mut open = |cell: Cell, digit: Digit| {
        if found.iter().all(|known| known.0 != cell) {
            found.push((cell, digit));
        }
    };
    for mark in &step.eliminations {
        let gone = step.eliminations.iter();
        let gone = gone.filter(|it| it.cell == mark.cell).map(|it| it.digit);
        let before = candidates.of_cell(mark.cell);
        let after = before.difference(gone.collect());
        if let (None, Some(digit)) = (before.single(), after.single()) {
            open(mark.cell, digit);
        }
        let gone = step.eliminations.iter();
        let gone = gone.filter(|it| it.digit == mark.digit).map(|it| it.cell);
        let gone: CellSet = gone.collect();
        for house in mark.cell.houses() {
            let before = cells_at(house, candidates.places(house)[mark.digit.index()]);
            if let (None, Some(cell)) = (before.single(), (before - gone).single()) {
                open(cell, mark.digit);
            }
        }
    }
    found
}

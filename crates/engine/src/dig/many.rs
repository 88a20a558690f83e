//! Runs several digs side by side, so that the judge can answer their questions in the lanes of one SIMD vector.
//! Within one dig, each question depends on the answer to the question before it. So the lanes can only be filled
//! with questions of different digs.

use super::carve::Carver;
use super::{Dug, Plan, PreparedDig, Uniqueness, dig_from, dug, prepare};
use crate::grid::{Board, CellSet};
use crate::seed::Generator;
use crate::solve::goal::SearchGoal;
use crate::solve::many::{Question, QuestionSource};
use crate::solve::search::{KnownGrid, answer_many};

/// A dig to be done together with other digs: the arguments of [`dig_from`].
#[derive(Debug, Clone)]
pub struct DigRequest {
    /// The full grid.
    pub solution: Board,
    /// The cells that have clues when the dig starts.
    pub start: CellSet,
    /// The plan.
    pub plan: Plan,
    /// The generator of the dig.
    pub rng: Generator,
}

/// Digs several puzzles at a time, and returns them in the order of the requests. Each is the puzzle that [`dig_from`]
/// would return; only the numbers of [checks](Dug::checks) may differ.
///
/// ```
/// use sudoku_engine::dig::{DigRequest, dig_from, dig_many};
/// use sudoku_engine::{Generator, Method, Plan, full_grid, grid::CellSet};
/// let request = |k| {
///     let mut rng = Generator::for_candidate(1, k);
///     let solution = full_grid(&Method::Diagonal, &mut rng).grid;
///     DigRequest { solution, start: CellSet::ALL, plan: Plan::MINIMAL, rng }
/// };
/// let many = dig_many((0..20).map(request));
/// let DigRequest { solution, start, plan, mut rng } = request(19);
/// assert_eq!(many[19].puzzle, dig_from(&solution, start, &plan, &mut rng).puzzle);
/// ```
pub fn dig_many(requests: impl Iterator<Item = DigRequest>) -> Vec<Dug> {
    let mut lanes = DigLanes {
        requests,
        open: Vec::new(),
        done: Vec::new(),
    };
    answer_many(&mut lanes);
    lanes.done.into_iter().flatten().collect()
}

/// The digs in progress, one in each lane of a solver that does several checks at a time.
struct DigLanes<I> {
    requests: I,
    /// The dig of each lane; `None` for a lane without a dig.
    open: Vec<Option<OpenDig>>,
    /// The results; `None` for digs in progress.
    done: Vec<Option<Dug>>,
}

/// A dig in progress.
struct OpenDig {
    /// The dig's index among all digs.
    place: usize,
    grid: KnownGrid,
    plan: Plan,
    carver: Box<Carver>,
}

impl<I: Iterator<Item = DigRequest>> DigLanes<I> {
    /// Starts the next dig whose checks a lane can do; `None` if no request is left. Requests before this dig that
    /// need no check or ask for [`Uniqueness::Reverse`] are finished at once.
    fn begin(&mut self) -> Option<OpenDig> {
        loop {
            let request = self.requests.next()?;
            let place = self.done.len();
            let DigRequest {
                solution,
                start,
                plan,
                mut rng,
            } = request;
            let prepared = match plan.uniqueness {
                Uniqueness::Fast => prepare(&solution, start, &plan, &mut rng),
                Uniqueness::Reverse => {
                    PreparedDig::Done(dig_from(&solution, start, &plan, &mut rng))
                }
            };
            match prepared {
                PreparedDig::Done(dug) => self.done.push(Some(dug)),
                PreparedDig::Open(carver) => {
                    self.done.push(None);
                    let grid = KnownGrid::new(&solution);
                    return Some(OpenDig {
                        place,
                        grid,
                        plan,
                        carver,
                    });
                }
            }
        }
    }
}

impl<I: Iterator<Item = DigRequest>> QuestionSource for DigLanes<I> {
    fn question(&mut self, lane: usize) -> Option<Question<'_>> {
        if self.open.len() <= lane {
            self.open.resize_with(lane + 1, || None);
        }
        let (before, after) = loop {
            if self.open[lane].is_none() {
                self.open[lane] = self.begin();
            }
            let dig = self.open[lane].as_mut()?;
            let before = dig.carver.clues();
            if let Some(after) = dig.carver.question() {
                break (before, after);
            }
            let (clues, checks) = (before, dig.carver.checks());
            self.done[dig.place] = Some(dug(dig.grid.grid(), &dig.plan, clues, checks));
            self.open[lane] = None;
        };
        let dig = self.open[lane].as_ref()?;
        Some(dig.grid.question((before - after).single(), after))
    }

    fn answer(&mut self, lane: usize, goal: &SearchGoal) {
        if let Some(dig) = self.open.get_mut(lane).and_then(Option::as_mut) {
            let other = goal.first_words();
            dig.carver.answer(other.map(|it| || dig.grid.cells_of(it)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::create::{Method, full_grid};
    use crate::dig::{ClueRange, DigMethod, Symmetry};

    fn plans() -> [Plan; 7] {
        let clues = |min, max| Some(ClueRange { min, max });
        [
            Plan::MINIMAL,
            Plan {
                symmetry: Symmetry::Rotate180,
                ..Plan::MINIMAL
            },
            Plan {
                clues: clues(28, 32),
                ..Plan::MINIMAL
            },
            Plan {
                digits: Some(8),
                minimal: true,
                ..Plan::MINIMAL
            },
            Plan {
                row_clues: clues(2, 4),
                box_clues: clues(1, 5),
                ..Plan::MINIMAL
            },
            Plan {
                uniqueness: Uniqueness::Reverse,
                clues: clues(30, 30),
                ..Plan::MINIMAL
            },
            Plan {
                method: DigMethod::RowLimited,
                clues: clues(30, 34),
                ..Plan::MINIMAL
            },
        ]
    }

    /// Digs puzzles by a mix of all kinds of plans, so that the lanes are at different stages of their digs.
    #[test]
    fn digs_side_by_side_are_those_one_by_one() {
        let plans = plans();
        let request = |k: usize| {
            let mut rng = Generator::for_candidate(3, k as u64);
            let method = match k % 3 {
                0 => Method::LasVegas { seed_cells: 11 },
                _ => Method::Diagonal,
            };
            let created = full_grid(&method, &mut rng);
            DigRequest {
                solution: created.grid,
                start: created.clues,
                plan: plans[k % plans.len()],
                rng,
            }
        };
        for count in [0, 1, 5, 150] {
            let many = dig_many((0..count).map(request));
            assert_eq!(many.len(), count);
            for (k, dug) in many.into_iter().enumerate() {
                let DigRequest {
                    solution,
                    start,
                    plan,
                    mut rng,
                } = request(k);
                let one = dig_from(&solution, start, &plan, &mut rng);
                assert_eq!(
                    (dug.puzzle, dug.solution, dug.in_range),
                    (one.puzzle, one.solution, one.in_range)
                );
            }
        }
    }
}

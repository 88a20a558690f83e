//! Tests the ladder of rules on real puzzles: it is sound, its steps can be replayed, and its ratings equal
//! those of a ladder without shortcuts.

use super::fresh;
use crate::sets;
use proptest::prelude::*;
use sudoku_factory::grid::{Board, CELLS, Candidates, Canonical, Cell, Digit, House};
use sudoku_factory::rate::{Mark, Passes, Preset, RULES, Rater, Rule, Step, TrialCounts};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::search;

/// Returns the named presets, and a preset that switches on everything that the named presets leave off.
fn presets() -> Vec<Preset> {
    let mut presets: Vec<Preset> = Preset::NAMES
        .map(|name| Preset::named(name).unwrap())
        .to_vec();
    let mut order = Preset::default().order;
    order.insert(13, Rule::WxyzWing);
    presets.push(Preset {
        trial_rules: order[..14].to_vec(),
        order,
        count_hits: Rule::ALL.to_vec(),
        trial_counts: TrialCounts::Steps,
        ..Preset::default()
    });
    presets
}

/// Checks the solving path of a puzzle. The steps must agree with the solution, remove only candidates that exist, and
/// be as many as the rating's `used` says. If the rating is marked as solved, the steps must lead to the solution.
/// Returns whether the rating has this mark.
fn check_path(rater: &Rater, puzzle: &Board, solution: &Board) -> bool {
    let (rating, steps) = rater.steps(puzzle, solution);
    assert_eq!(rating, rater.rate(puzzle, solution), "{puzzle}");
    let mut used = [0; RULES];
    let (mut board, mut candidates) = (*puzzle, Candidates::of(puzzle));
    for step in &steps {
        used[step.rule.index()] += 1;
        for mark in &step.placements {
            assert_eq!(
                solution.get(mark.cell),
                Some(mark.digit),
                "{puzzle}: {step}"
            );
        }
        for mark in &step.eliminations {
            assert_ne!(
                solution.get(mark.cell),
                Some(mark.digit),
                "{puzzle}: {step}"
            );
            let stands = candidates.of_cell(mark.cell).contains(mark.digit);
            assert!(stands, "{puzzle}: {step} removes nothing");
        }
        assert!(
            !(step.placements.is_empty() && step.eliminations.is_empty()),
            "{step}"
        );
        step.apply(&mut board, &mut candidates);
    }
    assert_eq!(used, rating.used, "{puzzle}");
    assert_eq!(board == *solution, rating.solved, "{puzzle}");
    assert!(solution.extends(&board));
    rating.solved
}

#[test]
fn paths_of_fresh_puzzles_lead_to_the_solution() {
    for preset in presets() {
        let rater = Rater::new(&preset);
        let solved = (0..1500).filter(|&k| {
            let (puzzle, solution) = fresh(3, k);
            check_path(&rater, &puzzle, &solution)
        });
        assert!(solved.count() > 1480);
    }
}

/// A trial that leads to the solution is marked as lucky, and places all digits that were left.
#[test]
fn a_lucky_trial_reaches_the_solution() {
    let rater = Rater::new(&Preset::default());
    let lucky = (0..500).find_map(|k| {
        let (puzzle, solution) = fresh(3, k);
        let last = rater.steps(&puzzle, &solution).1.pop()?;
        last.is_lucky().then_some(last)
    });
    let step = lucky.unwrap();
    let (cell, tried) = (step.cells[0], step.digits.first().unwrap());
    let told = format!("trial {tried} in {cell} leads to the solution: {cell}={tried}, ");
    assert!(step.to_string().starts_with(&told), "{step}");
    assert!(step.placements.len() > 1);
}

#[test]
fn paths_of_hard_puzzles_are_sound() {
    let rater = Rater::new(&Preset::default());
    let hard = [sets::boards("top95.txt"), sets::boards("magictour1465.txt")].concat();
    let solved = hard.iter().filter(|puzzle| {
        let solution = search::solve(puzzle, 1).first.unwrap();
        check_path(&rater, puzzle, &solution)
    });
    let solved = solved.count();
    assert!(
        (1..hard.len()).contains(&solved),
        "{solved} of {}",
        hard.len()
    );
}

/// A ladder of rules without shortcuts: every rule looks at the whole board in every turn, and every trial is
/// followed to its end.
#[derive(Clone)]
struct ByTheBook<'a> {
    rater: &'a Rater,
    board: Board,
    candidates: Candidates,
}

impl ByTheBook<'_> {
    /// Returns the steps of the first rule that finds any step.
    fn next_steps(&self, order: &[Rule]) -> Option<Vec<Step>> {
        order.iter().find_map(|&rule| {
            let steps = self.rater.find(rule, &self.candidates);
            if rule == Rule::Trial {
                let told = steps
                    .first()
                    .map(|step| (step.cells[0], step.digits.first().unwrap()));
                assert_eq!(told, self.first_that_decides(), "{}", self.board);
            }
            (!steps.is_empty()).then_some(steps)
        })
    }

    fn apply(&mut self, steps: &[Step]) {
        for step in steps {
            let can = |m: &Mark| self.candidates.of_cell(m.cell).contains(m.digit);
            // Where a trial goes wrong, one house may be told to take a digit twice.
            if step.placements.iter().all(can) {
                step.apply(&mut self.board, &mut self.candidates);
            }
        }
    }

    fn first_that_decides(&self) -> Option<(Cell, Digit)> {
        let candidates = &self.candidates;
        let pairs = Cell::all().filter(|&cell| candidates.of_cell(cell).len() == 2);
        let mut tries = pairs.flat_map(|cell| candidates.of_cell(cell).map(move |d| (cell, d)));
        tries.find(|&(cell, digit)| {
            let mut ahead = self.clone();
            ahead.board.set(cell, Some(digit));
            ahead.candidates.place(cell, digit);
            while !ahead.board.is_full_grid() && !ahead.is_broken() {
                let Some(steps) = ahead.next_steps(&self.rater.preset().trial_rules) else {
                    return false;
                };
                ahead.apply(&steps);
            }
            true
        })
    }

    fn is_broken(&self) -> bool {
        let holds = |cell, digit| {
            self.board.get(cell) == Some(digit) || self.candidates.of_cell(cell).contains(digit)
        };
        let dead = |cell| !Digit::all().any(|digit| holds(cell, digit));
        let homeless =
            |house: House| Digit::all().any(|digit| !house.cells().any(|cell| holds(cell, digit)));
        Cell::all().any(dead) || House::all().any(homeless)
    }
}

#[test]
fn shortcuts_change_nothing() {
    for preset in presets() {
        let rater = Rater::new(&preset);
        let mut trials = 0;
        for k in 0..200 {
            let (puzzle, solution) = fresh(4, k);
            // The form that is rated, so that both begin with the same cell.
            let Canonical {
                puzzle, solution, ..
            } = Canonical::of(&puzzle, &solution);
            let mut ladder = ByTheBook {
                rater: &rater,
                board: puzzle,
                candidates: Candidates::of(&puzzle),
            };
            let mut used = [0; RULES];
            while ladder.board != solution {
                let Some(mut steps) = ladder.next_steps(&preset.order) else {
                    break;
                };
                if preset.passes == Passes::First {
                    steps.truncate(1);
                }
                steps.iter().for_each(|step| used[step.rule.index()] += 1);
                ladder.apply(&steps);
            }
            assert_eq!(used, rater.rate(&puzzle, &solution).used, "{puzzle}");
            trials += used[Rule::Trial.index()];
        }
        assert!(trials > 50, "{trials} trials are too few to show anything");
    }
}

/// The consequences of a tried digit do not depend on the order of the rules with which they are found.
#[test]
fn a_trial_does_not_depend_on_the_order_of_its_rules() {
    let preset = Preset::default();
    let mut turned = preset.clone();
    turned.trial_rules[1..].reverse();
    let (rater, turned) = (Rater::new(&preset), Rater::new(&turned));
    for k in 0..1500 {
        let (puzzle, solution) = fresh(5, k);
        assert_eq!(
            rater.rate(&puzzle, &solution),
            turned.rate(&puzzle, &solution),
            "{puzzle}"
        );
    }
}

/// Returns a puzzle and its solution in a random equivalent form: rows and columns exchanged, digits renamed,
/// and possibly mirrored in the diagonal.
fn isomorph(boards: [Board; 2], rng: &mut Generator) -> [Board; 2] {
    let mut lines = || {
        let mut bands = [0, 1, 2];
        rng.shuffle(&mut bands);
        let lines = bands.map(|band| {
            let mut lines = [3 * band, 3 * band + 1, 3 * band + 2];
            rng.shuffle(&mut lines);
            lines
        });
        lines.concat()
    };
    let (rows, columns) = (lines(), lines());
    let mut names: Vec<u8> = (1..=9).collect();
    rng.shuffle(&mut names);
    let mirrored = rng.below(2) == 1;
    boards.map(|board| {
        let mut values = [0; CELLS];
        for (cell, digit) in board.givens() {
            let (row, column) = (rows[cell.row()], columns[cell.column()]);
            let (row, column) = if mirrored {
                (column, row)
            } else {
                (row, column)
            };
            values[Cell::at(row, column).index()] = names[digit.index()];
        }
        Board::from_values(values).unwrap()
    })
}

/// All forms of a puzzle have the same difficulty D and the same counts of rules.
#[test]
fn turned_puzzles_rate_alike() {
    let rater = Rater::new(&Preset::default());
    let mut rng = Generator::for_candidate(6, 0);
    let mut trials = 0;
    for k in 0..1000 {
        let (puzzle, solution) = fresh(6, k);
        let rating = rater.rate(&puzzle, &solution);
        trials += rating.rules[Rule::Trial.index()];
        for _ in 0..10 {
            let [puzzle, solution] = isomorph([puzzle, solution], &mut rng);
            assert_eq!(rater.rate(&puzzle, &solution), rating, "{puzzle}");
        }
    }
    assert!(trials > 200, "{trials} trials");
}

proptest! {
    /// The search for steps never panics, on any board.
    #[test]
    fn any_board_is_survived(values in proptest::collection::vec(0u8..10, CELLS), keep in 0u8..10) {
        let thinned = values.iter().enumerate().map(|(n, &v)| if n as u8 % 10 < keep { 0 } else { v });
        let values: Vec<u8> = thinned.collect();
        let board = Board::from_values(values.try_into().unwrap()).unwrap();
        let candidates = Candidates::of(&board);
        for preset in presets() {
            for rule in Rule::ALL {
                Rater::new(&preset).find(rule, &candidates);
            }
        }
    }
}

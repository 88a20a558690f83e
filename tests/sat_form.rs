//! Tests that the SAT form of a puzzle has exactly the puzzle's solutions.

use crate::exporting::{EASY, PUZZLE};
use sudoku_factory::export;
use sudoku_factory::grid::Board;
use sudoku_factory::solve::search;

/// A formula that is read exactly by the rules of the DIMACS format.
pub struct Formula {
    pub variables: usize,
    pub clauses: Vec<Vec<i32>>,
}

pub fn read_dimacs(text: &str) -> Formula {
    let mut lines = text.lines().skip_while(|line| line.starts_with('c'));
    let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    let (variables, announced): (usize, usize) =
        (header[2].parse().unwrap(), header[3].parse().unwrap());
    let numbers: Vec<i32> = lines
        .flat_map(str::split_ascii_whitespace)
        .map(|number| number.parse().unwrap())
        .collect();
    assert_eq!(numbers.last(), Some(&0));
    let clauses: Vec<Vec<i32>> = numbers
        .split(|&number| number == 0)
        .filter(|clause| !clause.is_empty())
        .map(<[i32]>::to_vec)
        .collect();
    assert_eq!(clauses.len(), announced);
    let known = |number: &i32| (1..=variables).contains(&(number.unsigned_abs() as usize));
    assert!(clauses.iter().flatten().all(known));
    Formula { variables, clauses }
}

impl Formula {
    fn of(puzzle: &Board) -> Self {
        let format = export::named("cnf").unwrap();
        let entry = export::ExportEntry::bare(1, puzzle);
        let bytes = export::PuzzleFile::of_one(format, &Default::default(), &entry).unwrap();
        read_dimacs(&String::from_utf8(bytes).unwrap())
    }

    /// Returns whether a full grid satisfies the formula.
    fn holds(&self, grid: &Board) -> bool {
        let stands = |variable: usize| {
            let (cell, digit) = ((variable - 1) / 9, (variable - 1) % 9 + 1);
            usize::from(grid.values()[cell]) == digit
        };
        let is_true = |&literal: &i32| stands(literal.unsigned_abs() as usize) == (literal > 0);
        self.clauses.iter().all(|clause| clause.iter().any(is_true))
    }

    /// Returns the values that unit propagation gives to the variables: 1 for true, −1 for false, and 0 for no value.
    /// The index of a value is the number of its variable.
    fn propagate(&self) -> Vec<i32> {
        let mut values = vec![0; self.variables + 1];
        loop {
            let mut learnt = false;
            for clause in &self.clauses {
                let value =
                    |&literal: &i32| values[literal.unsigned_abs() as usize] * literal.signum();
                let open: Vec<i32> = clause.iter().copied().filter(|l| value(l) == 0).collect();
                if let [only] = open[..]
                    && !clause.iter().any(|l| value(l) == 1)
                {
                    values[only.unsigned_abs() as usize] = only.signum();
                    learnt = true;
                }
            }
            if !learnt {
                return values;
            }
        }
    }
}

#[test]
fn the_only_model_of_a_puzzle_is_its_solution() {
    for line in [PUZZLE, EASY] {
        let puzzle: Board = line.parse().unwrap();
        let solution = search::solve(&puzzle, 2).first.unwrap();
        let formula = Formula::of(&puzzle);
        assert_eq!(formula.variables, 729);
        assert!(formula.holds(&solution));
        for place in 0..81 {
            let mut wrong = *solution.values();
            wrong[place] = wrong[place] % 9 + 1;
            assert!(!formula.holds(&Board::from_values(wrong).unwrap()));
            wrong[place] = 0;
            assert!(!formula.holds(&Board::from_values(wrong).unwrap()));
        }
    }
    // Another grid breaks nothing but the clues.
    let another = search::solve(&EASY.parse().unwrap(), 1).first.unwrap();
    assert!(!Formula::of(&PUZZLE.parse().unwrap()).holds(&another));
    assert!(Formula::of(&Board::EMPTY).holds(&another));
}

/// Unit propagation on the whole formula solves a puzzle that singles solve.
#[test]
fn singles_are_unit_propagation() {
    let puzzle: Board = EASY.parse().unwrap();
    let solution = search::solve(&puzzle, 1).first.unwrap();
    let values = Formula::of(&puzzle).propagate();
    for (cell, digit) in solution.givens() {
        assert_eq!(values[9 * cell.index() + usize::from(digit.value())], 1);
    }
    assert!(!values[1..].contains(&0));
}

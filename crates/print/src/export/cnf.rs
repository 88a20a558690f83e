//! The SAT form, as DIMACS text: satisfiable exactly if the puzzle has a solution, and a model is
//! one.
//!
//! After the *extended encoding* of Lynce and Ouaknine (*Sudoku as a SAT problem*, 2006), which
//! Wang 2009 cites: variable 81·row + 9·column + digit, all counted from 0 but the digit from 1, says
//! that the digit stands in the cell; every cell has at least and at most one digit, every digit at
//! least and at most one place in every house. Half of that would do, but with all of it unit
//! propagation finds every single. A pair of cells that share a line and a box is forbidden once.

use super::ExportEntry;
use crate::grid::{CELLS, Cell, Digit, House, SIDE};
use std::io::{self, Write};

/// The number of variables: 729.
const VARIABLES: usize = CELLS * SIDE;
/// At least one: digit in a cell, and place of a digit in a house.
const ALTERNATIVES: usize = 4 * CELLS;
/// At most one digit in a cell; at most one of two cells that see one another has a digit: each
/// cell sees twenty.
const EXCLUSIONS: usize = CELLS * 36 + SIDE * CELLS * 20 / 2;

/// Returns the variable that is true if a digit is in a cell.
fn variable(cell: Cell, digit: Digit) -> usize {
    SIDE * cell.index() + usize::from(digit.value())
}

/// Writes a puzzle as clauses.
pub(super) fn cnf(entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = entry.puzzle;
    let clauses = ALTERNATIVES + EXCLUSIONS + puzzle.clue_count();
    writeln!(out, "c Sudoku {puzzle}")?;
    writeln!(
        out,
        "c variable 81*row + 9*column + digit, rows and columns from 0, digits from 1"
    )?;
    writeln!(out, "p cnf {VARIABLES} {clauses}")?;
    for (cell, digit) in puzzle.givens() {
        writeln!(out, "{} 0", variable(cell, digit))?;
    }
    for cell in Cell::all() {
        any_of(out, Digit::all().map(|digit| variable(cell, digit)))?;
    }
    for house in House::all() {
        for digit in Digit::all() {
            any_of(out, house.cells().map(|cell| variable(cell, digit)))?;
        }
    }
    for cell in Cell::all() {
        for digit in Digit::all() {
            for other in Digit::all().filter(|&other| other > digit) {
                not_both(out, variable(cell, digit), variable(cell, other))?;
            }
            for peer in cell.peers().filter(|&peer| peer > cell) {
                not_both(out, variable(cell, digit), variable(peer, digit))?;
            }
        }
    }
    Ok(())
}

fn any_of(out: &mut dyn Write, variables: impl Iterator<Item = usize>) -> io::Result<()> {
    for variable in variables {
        write!(out, "{variable} ")?;
    }
    writeln!(out, "0")
}

fn not_both(out: &mut dyn Write, one: usize, other: usize) -> io::Result<()> {
    writeln!(out, "-{one} -{other} 0")
}

//! Writes a puzzle as a SAT problem in DIMACS text. Each model of the formula is a solution of the puzzle.
//!
//! The formula follows the *extended encoding* of Lynce and Ouaknine (*Sudoku as a SAT problem*, 2006), which Wang
//! 2009 cites. Variable 81·row + 9·column + digit, with rows and columns from 0 and digits from 1, says that the digit
//! is in the cell. Every cell has at least and at most one digit, and every digit has at least and at most one
//! place in every house. Half of these clauses would suffice. With all of them, unit propagation finds every naked
//! and hidden single.
//!
//! Two cells may share both a line and a box. The clause that they don't hold the same digit is still written only
//! once.

use super::ExportEntry;
use crate::grid::{CELLS, Cell, Digit, House, SIDE};
use std::io::{self, Write};

/// The number of variables: 729.
const VARIABLES: usize = CELLS * SIDE;
/// The number of clauses of the kind "at least one": each cell has a digit, and each digit has a place in each house.
const ALTERNATIVES: usize = 4 * CELLS;
/// The number of clauses of the kind "at most one": they exclude two digits in a cell, and the same digit in two cells
/// that see each other. Each cell sees twenty other cells.
const EXCLUSIONS: usize = CELLS * 36 + SIDE * CELLS * 20 / 2;

/// Returns the variable that is true if a digit is in a cell.
fn variable(cell: Cell, digit: Digit) -> usize {
    SIDE * cell.index() + usize::from(digit.value())
}

/// Writes a puzzle as clauses in conjunctive normal form.
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

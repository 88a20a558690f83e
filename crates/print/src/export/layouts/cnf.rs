//! Writes a puzzle of a layout as a SAT problem in DIMACS text, in the extended encoding of
//! [`cnf`](crate::export::cnf).
//!
//! Variable n·cell + digit, with cells from 0 in reading order and digits from 1 to n, says that the digit is in
//! the cell. Each cell has one digit, and each digit has one place in each house. No two cells that see each other
//! hold the same digit. A cell marked even or odd has no digit that its mark excludes.

use super::LayoutEntry;
use crate::grid::LayoutHouses;
use std::io::{self, Write};

/// Writes a puzzle as clauses in conjunctive normal form.
pub(super) fn cnf(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (layout, side) = (entry.layout, entry.layout.side());
    let houses = LayoutHouses::with_features(layout, entry.features.clone());
    let cells = layout.cells();
    let variable = |cell: usize, digit: usize| side * cell + digit;
    let pairs: usize = (0..cells)
        .map(|cell| houses.peers(cell).len())
        .sum::<usize>()
        / 2;
    let in_cells = cells * side * (side - 1) / 2;
    let alternatives = cells + houses.len() * side;
    let allowed = |cell: usize| houses.allowed(cell);
    let excluded = |cell: usize| {
        let allowed = allowed(cell);
        (0..side).filter(move |digit| allowed >> digit & 1 == 0)
    };
    let marked: Vec<(usize, usize)> = (0..cells)
        .flat_map(|cell| excluded(cell).map(move |digit| (cell, digit + 1)))
        .collect();
    let clues = entry.puzzle.clue_count();
    let clauses = alternatives + in_cells + pairs * side + marked.len() + clues;
    writeln!(
        out,
        "c Sudoku {layout} {}",
        entry.features.line(entry.line())
    )?;
    writeln!(
        out,
        "c variable {side}*cell + digit, cells from 0 in reading order, digits from 1"
    )?;
    writeln!(out, "p cnf {} {clauses}", cells * side)?;
    for (cell, digit) in entry.puzzle.givens() {
        writeln!(out, "{} 0", variable(cell, digit.into()))?;
    }
    for (cell, digit) in marked {
        writeln!(out, "-{} 0", variable(cell, digit))?;
    }
    at_least_one(&houses, out)?;
    at_most_one(&houses, out)
}

/// Writes the clauses which state that each cell has a digit, and that each digit has a place in each house.
fn at_least_one(houses: &LayoutHouses, out: &mut dyn Write) -> io::Result<()> {
    let (side, cells) = (houses.layout().side(), houses.layout().cells());
    let variable = |cell: usize, digit: usize| side * cell + digit;
    for cell in 0..cells {
        any_of(out, (1..=side).map(|digit| variable(cell, digit)))?;
    }
    for house in 0..houses.len() {
        for digit in 1..=side {
            let cells = houses.cells_of(house).iter();
            any_of(out, cells.map(|&cell| variable(cell.into(), digit)))?;
        }
    }
    Ok(())
}

/// Writes the clauses which state that no cell has two digits, and that no two peers have the same digit.
fn at_most_one(houses: &LayoutHouses, out: &mut dyn Write) -> io::Result<()> {
    let side = houses.layout().side();
    let variable = |cell: usize, digit: usize| side * cell + digit;
    for cell in 0..houses.layout().cells() {
        for digit in 1..=side {
            for other in digit + 1..=side {
                writeln!(
                    out,
                    "-{} -{} 0",
                    variable(cell, digit),
                    variable(cell, other)
                )?;
            }
            let later = houses.peers(cell).iter().map(|&peer| usize::from(peer));
            for peer in later.filter(|&peer| peer > cell) {
                writeln!(
                    out,
                    "-{} -{} 0",
                    variable(cell, digit),
                    variable(peer, digit)
                )?;
            }
        }
    }
    Ok(())
}

/// Writes the clause that at least one of these variables is true.
fn any_of(out: &mut dyn Write, variables: impl Iterator<Item = usize>) -> io::Result<()> {
    for variable in variables {
        write!(out, "{variable} ")?;
    }
    writeln!(out, "0")
}

//! Reads puzzles in the SAT form that `export` writes. Each clause with a single variable is a given. All other
//! clauses state the Sudoku rules, which are the same for all puzzles, and are skipped.

use super::{EntryProblem, Format, ImportItem};
use crate::grid::text::lines::TextLines;
use crate::grid::{CELLS, SIDE};
use std::io::{self, BufRead};

/// The maximum number of bytes of a clause: no clause has more than nine variables.
const LONGEST: usize = 256;

/// The puzzles of a text: one for each `p cnf` line.
pub(super) struct Formulas<R> {
    lines: TextLines<R>,
    /// The formula being read: its first line, and the values of the cells so far or an error.
    open: Option<Formula>,
    ended: bool,
}

type Formula = (u64, Result<[u8; CELLS], EntryProblem>);

impl<R: BufRead> Formulas<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            lines: TextLines::with_limit(source, LONGEST),
            open: None,
            ended: false,
        }
    }

    /// Reads the next formula to its end; `None` at the end of the text.
    fn step(&mut self) -> io::Result<Option<Formula>> {
        while let Some((number, bytes)) = self.lines.read()? {
            let text = bytes.ok().and_then(|bytes| std::str::from_utf8(bytes).ok());
            let text = text.map_or("?", str::trim);
            if text.is_empty() || text.starts_with('c') {
                continue;
            }
            if text.starts_with('p') {
                let is_ours = text.starts_with("p cnf 729 ");
                let values = is_ours.then_some([0; CELLS]);
                let begun = (number, values.ok_or(EntryProblem::Form(Format::Dimacs)));
                if let Some(whole) = self.open.replace(begun) {
                    return Ok(Some(whole));
                }
                continue;
            }
            let (_, values) = self
                .open
                .get_or_insert((number, Err(EntryProblem::Form(Format::Dimacs))));
            if let Ok(cells) = values
                && let Err(problem) = add(cells, text)
            {
                *values = Err(problem);
            }
        }
        self.ended = true;
        Ok(self.open.take())
    }
}

/// Sets the given that a clause with one variable states; longer clauses change nothing.
fn add(cells: &mut [u8; CELLS], clause: &str) -> Result<(), EntryProblem> {
    let mut numbers = clause.split_ascii_whitespace().map(str::parse::<i32>);
    let form = EntryProblem::Form(Format::Dimacs);
    let (Some(Ok(variable)), Some(Ok(next))) = (numbers.next(), numbers.next()) else {
        return Err(form);
    };
    if next != 0 {
        return Ok(());
    }
    let place = usize::try_from(variable - 1).map_err(|_| form.clone())?;
    let cell = cells.get_mut(place / SIDE).ok_or(form)?;
    let digit = (place % SIDE) as u8 + 1;
    if *cell != 0 && *cell != digit {
        return Err(EntryProblem::Notation(format!(
            "a cell is given as {cell} and as {digit}"
        )));
    }
    *cell = digit;
    Ok(())
}

impl<R: BufRead> Iterator for Formulas<R> {
    type Item = ImportItem;

    fn next(&mut self) -> Option<ImportItem> {
        if self.ended {
            return None;
        }
        match self.step() {
            Ok(found) => found.map(|(line, values)| {
                let board = values.and_then(|values| super::cells::board(values, CELLS));
                Ok((line, board.map_err(|problem| problem.at(line))))
            }),
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }
}

//! The game id of Simon Tatham's *Solo*: a letter for a run of blanks, `_` between neighbouring
//! digits.

use super::{Entry, Exporter};
use crate::grid::Board;
use std::io::{self, Write};

/// Ids of *Solo* 3×3.
#[derive(Debug, Clone, Copy)]
pub struct Sgt;

/// The most blanks that a letter encodes: the number of letters.
const MOST_BLANKS: usize = 26;

impl Exporter for Sgt {
    fn name(&self) -> &'static str {
        "sgt"
    }

    fn about(&self) -> &'static str {
        "game ids of Simon Tatham's Solo"
    }

    fn ending(&self) -> &'static str {
        "txt"
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "3x3:{}", sgt(entry.puzzle))
    }
}

fn sgt(puzzle: &Board) -> String {
    let mut id = String::new();
    let mut cells = puzzle.values().as_slice();
    while let Some((&cell, rest)) = cells.split_first() {
        if cell > 0 {
            if id.ends_with(|last: char| last.is_ascii_digit()) {
                id.push('_');
            }
            id.push(char::from(b'0' + cell));
            cells = rest;
        } else {
            let blanks = cells.iter().take_while(|&&cell| cell == 0);
            let blanks = blanks.take(MOST_BLANKS).count();
            id.push(char::from(b'a' + blanks as u8 - 1));
            cells = &cells[blanks..];
        }
    }
    id
}

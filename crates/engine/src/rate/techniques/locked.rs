//! Locked candidates: the places of a digit in a box all lie in a line, or those in a line in a box.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::nine::LINES;
use super::state::State;
use super::technique::Technique;
use crate::grid::{Digit, House};

/// By the places of a digit in a box: the lines of [`LINES`] in which they all lie.
static IN_LINES: [u8; 512] = {
    let mut table = [0; 512];
    let mut places = 1;
    while places < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[places] |= ((places as u16 & !LINES[line] == 0) as u8) << line;
            line += 1;
        }
        places += 1;
    }
    table
};

/// Returns the line of a box, by its number in [`LINES`], and the places of the line in the box.
fn crossing(of_box: usize, line: usize) -> (House, u16) {
    let (band, stack) = (of_box / 3, of_box % 3);
    if line < 3 {
        (House::row(band * 3 + line), 0b111 << (3 * stack))
    } else {
        (House::column(stack * 3 + line - 3), 0b111 << (3 * band))
    }
}

/// Finds digits whose places in a box lie in a line.
pub(super) fn pointing<const P: bool>(state: &State, since: u32, finds: &mut Finds<P>) -> Search {
    let changed = state.changed(since);
    for of_box in 0..9 {
        let house = House::of_box(of_box);
        if !changed.contains(house) {
            continue;
        }
        for (digit, &places) in Digit::all().zip(state.candidates.places(house)) {
            let mut lines = IN_LINES[usize::from(places)];
            while lines != 0 {
                let (line, within) = crossing(of_box, lines.trailing_zeros() as usize);
                lines &= lines - 1;
                if state.places(digit, line) & !within != 0 {
                    report(state, Technique::Pointing, digit, [house, line], finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Finds digits whose places in a line lie in a box.
pub(super) fn claiming<const P: bool>(state: &State, since: u32, finds: &mut Finds<P>) -> Search {
    let lines = state.changed(since).houses();
    for line in lines.take_while(|line| line.index() < 18) {
        let (by_row, number) = (line.index() < 9, line.number());
        for (digit, &places) in Digit::all().zip(state.candidates.places(line)) {
            // Of the lines of a box, the first three take the same places as the boxes of a line.
            let boxes = IN_LINES[usize::from(places)] & 0b111;
            if boxes == 0 {
                continue;
            }
            let n = boxes.trailing_zeros() as usize;
            let (of_box, within) = if by_row {
                (number / 3 * 3 + n, LINES[number % 3])
            } else {
                (n * 3 + number / 3, LINES[3 + number % 3])
            };
            let house = House::of_box(of_box);
            if state.places(digit, house) & !within != 0 {
                report(state, Technique::Claiming, digit, [line, house], finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Reports that the places of a digit in one house, which all lie in another, are the only ones there.
fn report<const P: bool>(
    state: &State,
    technique: Technique,
    digit: Digit,
    [from, to]: [House; 2],
    finds: &mut Finds<P>,
) -> Search {
    let rest = state.within(digit, to) - from.cells();
    finds.take(technique, Effect::removing(digit, rest), || {
        Pattern::of_digit(digit)
            .house(from, Role::Base)
            .house(to, Role::Cover)
            .marks(digit, state.within(digit, from), Role::Pattern)
    })
}

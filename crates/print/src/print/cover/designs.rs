//! Draws the designs of covers, which are the backgrounds behind the text, from the book's puzzles.

use super::{Cover, CoverDesign};
use crate::print::book::Puzzle;
use crate::print::canvas::{Ink, Rect};
use crate::print::fonts::Weight;
use crate::print::grid::{self, GridStyle, Square};
use crate::print::pen::{Align, Pen, Style};
use crate::print::symbols::PLAIN;

/// The inks of the text on each part of the background.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GroundInks {
    pub(super) front: Ink,
    pub(super) spine: Ink,
    pub(super) back: Ink,
}

const LIGHT: Ink = Ink(0.0);

impl Cover<'_> {
    pub(super) const fn inks(&self) -> GroundInks {
        match self.design {
            CoverDesign::Grid => GroundInks {
                front: LIGHT,
                spine: LIGHT,
                back: LIGHT,
            },
            CoverDesign::Mosaic => GroundInks {
                front: Ink::BLACK,
                spine: LIGHT,
                back: Ink::BLACK,
            },
            CoverDesign::Digits => GroundInks {
                front: Ink::BLACK,
                spine: Ink::BLACK,
                back: Ink::BLACK,
            },
        }
    }

    /// Draws the background of the whole sheet, including the bleed. `lower` is the area on the front below the
    /// text. The design's puzzles are drawn there, unless the cover has a picture.
    pub(super) fn ground(&self, pen: &mut Pen<'_>, lower: Rect) {
        let (width, height) = self.size();
        let bleed = self.book.job().shop.bleed;
        let sheet = Rect {
            x: -bleed,
            y: -bleed,
            width: width + 2.0 * bleed,
            height: height + 2.0 * bleed,
        };
        match self.design {
            CoverDesign::Grid => {
                pen.canvas.fill(&[sheet], Ink::BLACK);
                if self.picture.is_none() {
                    self.puzzle(pen, lower);
                }
            }
            CoverDesign::Mosaic => {
                pen.canvas.fill(&[sheet], LIGHT);
                if self.picture.is_none() {
                    self.mosaic(pen, lower, bleed);
                }
                let spine = Rect {
                    x: self.book.job().trim.width,
                    width: self.spine,
                    ..sheet
                };
                pen.canvas.fill(&[spine], Ink::BLACK);
            }
            CoverDesign::Digits => {
                pen.canvas.fill(&[sheet], LIGHT);
                if self.picture.is_none() {
                    self.digits(pen, lower, bleed);
                }
            }
        }
    }

    fn some(&self, n: usize) -> Option<&Puzzle> {
        let puzzles = self.book.puzzles();
        puzzles.get(n % puzzles.len().max(1))
    }

    /// Draws the book's first puzzle on a light square in the middle of an area, for the design `Grid`.
    fn puzzle(&self, pen: &mut Pen<'_>, area: Rect) {
        let Some(puzzle) = self.some(0) else { return };
        let size = area.width.min(area.height);
        let rim = size * 0.04;
        let (x, y) = (
            area.x + (area.width - size) / 2.0,
            area.y + (area.height - size) / 2.0,
        );
        pen.canvas.fill(
            &[Rect {
                x,
                y,
                width: size,
                height: size,
            }],
            LIGHT,
        );
        let square = Square {
            x: x + rim,
            y: y + rim,
            size: size - 2.0 * rim,
        };
        let content = puzzle.content(false);
        let look = GridStyle::of(square.size, self.book.job().shop.least_line);
        grid::draw(pen, square, &look, &content);
    }

    /// Draws the squares of the design `Mosaic` on the front, from the fold to the outer edge, in as many
    /// rows as fit.
    fn mosaic(&self, pen: &mut Pen<'_>, area: Rect, bleed: f64) {
        let trim = self.book.job().trim;
        let left = trim.width + self.spine;
        let side = self.book.job().largest_side;
        let cell = (trim.width + bleed) / side as f64;
        let bottom = self.bottom(area, bleed);
        let rows = ((bottom - area.y) / cell).floor() as usize;
        let top = bottom - rows as f64 * cell;
        let mut by_digit: Vec<Vec<Rect>> = vec![Vec::new(); side + 1];
        for row in 0..rows {
            let Some(puzzle) = self.some(row / side) else {
                return;
            };
            for column in 0..side {
                let (_, digit) = values_at(puzzle, row % side, column);
                by_digit[usize::from(digit)].push(Rect {
                    x: left + column as f64 * cell,
                    y: top + row as f64 * cell,
                    width: cell,
                    height: cell,
                });
            }
        }
        for (digit, rects) in by_digit.iter().enumerate().filter(|it| !it.1.is_empty()) {
            let share = digit as f64 / side as f64;
            pen.canvas.fill(rects, Ink(0.1 + 0.81 * share));
        }
    }

    /// Returns the y coordinate of the design's lower edge on the front. The edge lies above the author's name if there
    /// is one, and otherwise at the edge of the sheet.
    fn bottom(&self, area: Rect, bleed: f64) -> f64 {
        let job = self.book.job();
        match job.author {
            Some(_) => area.y + area.height,
            None => job.trim.height + bleed,
        }
    }

    /// Draws the digits of the design `Digits` on the front, in rows from the fold to the outer edge, with
    /// darker digits for clues.
    fn digits(&self, pen: &mut Pen<'_>, area: Rect, bleed: f64) {
        let trim = self.book.job().trim;
        let side = self.book.job().largest_side;
        let size = trim.width / side as f64;
        let bottom = self.bottom(area, bleed);
        let rows = ((bottom - area.y) / size).floor() as usize;
        for row in 0..rows {
            let Some(puzzle) = self.some(row / side) else {
                return;
            };
            for column in 0..side {
                let (clue, digit) = values_at(puzzle, row % side, column);
                let ink = match clue {
                    0 => Ink(0.3),
                    _ => Ink::BLACK,
                };
                let style = Style {
                    size: size * 0.95,
                    weight: Weight::Bold,
                    ink,
                };
                let at = (
                    trim.width + self.spine + (column as f64 + 0.5) * size,
                    area.y + (row as f64 + 0.85) * size,
                );
                let digit = PLAIN[usize::from(digit).saturating_sub(1)].to_string();
                pen.text(at, Align::Middle, style, &digit);
            }
        }
    }
}

/// Returns the clue and the solution's digit in a cell; the clue is 0 for an empty cell. Beyond its last row and its
/// last column, the puzzle is repeated.
fn values_at(puzzle: &Puzzle, row: usize, column: usize) -> (u8, u8) {
    let side = puzzle.layout.side();
    let place = row % side * side + column % side;
    let [clue, digit] = [&puzzle.puzzle, &puzzle.solution].map(|board| board.values()[place]);
    (clue, digit)
}

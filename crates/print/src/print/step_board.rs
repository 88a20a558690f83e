//! Draws one position of a solving path for paper, with the step that comes next.
//!
//! Books are printed in black and grey, so shapes replace colours. Grey squares and outlines mark the parts of the
//! step's pattern. A removed candidate is struck out, and a placed digit is white on black. Weak links are dashed.

use super::canvas::{GlyphRun, Ink, Rect, StraightLine};
use super::content::GridContent;
use super::fonts::{Fonts, Weight};
use super::grid::{self, GridStyle, Square};
use super::pen::{Align, Pen, Style};
use super::step_picture::{DrawnShape, shape_of};
use crate::grid::{Board, CELLS, Cell, Digit, DigitSet, House, HouseKind, SIDE};
use crate::rate::hints::{Family, Position, StepRole, TechniqueStep};
use crate::rate::techniques::{ChainNode, Link, Role};

/// The type size of candidates as a share of a cell.
const SMALL: f64 = 0.34;
/// The side of a candidate that is a picture, as a share of a cell; the pictures in a cell must not touch.
const SMALL_PICTURE: f64 = 0.29;
/// The distance between the middles of two neighbouring candidates in a cell, as a share of the cell's side.
const PITCH: f64 = 0.31;
/// Half the side of the square that marks a candidate of the pattern, as a share of the cell's side.
const REACH: f64 = 0.145;
/// The number of straight pieces that make up the line of a link, so that the line can be bent and dashed.
const BENDS: usize = 40;
/// The ink of the houses of a pattern.
const HOUSE: Ink = Ink(0.11);
/// The ink of the cells of a pattern.
const CELL: Ink = Ink(0.2);
/// The ink of the squares that mark candidates of a pattern.
const MARK: Ink = Ink(0.38);
/// The ink of candidates that have no part in the step.
const PALE: Ink = Ink(0.62);

type Place = (f64, f64);

/// A position of a solving path, with the step that comes next.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StepBoard {
    /// The clues, which are printed in bold.
    pub(super) givens: Board,
    /// All digits of the position.
    pub(super) board: Board,
    /// The candidates of each cell, if they are drawn.
    pub(super) candidates: Option<Box<[DigitSet; CELLS]>>,
    /// The step whose pattern is marked; `None` to mark nothing.
    pub(super) step: Option<TechniqueStep>,
}

impl StepBoard {
    /// Creates the picture of a position, with the step that comes next.
    pub(super) fn new(givens: &Board, position: &Position, step: &TechniqueStep) -> Self {
        let mut candidates = Box::new([DigitSet::EMPTY; CELLS]);
        for cell in position.candidates().blanks() {
            candidates[cell.index()] = position.candidates().of_cell(cell);
        }
        Self {
            givens: *givens,
            board: *position.board(),
            candidates: Some(candidates),
            step: Some(step.clone()),
        }
    }

    /// Returns the minimum size of a board, including its row and column numbers, at which candidates have the type
    /// size `least`.
    pub(super) fn least_size(fonts: &Fonts, least: f64) -> f64 {
        SIDE as f64 * least / small(fonts) + label_room(least) + 0.5
    }

    /// Draws the position with its upper left corner at a point. `least` is the minimum type size, and `least_line` the
    /// minimum width of lines.
    pub(super) fn draw(
        &self,
        pen: &mut Pen<'_>,
        (x, y): Place,
        size: f64,
        least: f64,
        least_line: f64,
    ) {
        let room = label_room(least);
        let frame = BoardFrame {
            square: Square {
                x: x + room,
                y: y + room,
                size: size - room,
            },
            line: least_line.max(0.75),
        };
        if let Some(step) = &self.step {
            frame.tint(pen, step);
            frame.shapes(pen, step);
        }
        let look = GridStyle::of(frame.square.size, least_line);
        // With a solution, clues are bold.
        let content = GridContent::of(&self.givens, Some(&self.givens));
        grid::draw(pen, frame.square, &look, &content);
        frame.digits(pen, &self.givens, &self.board);
        frame.labels(pen, least);
        if let Some(step) = &self.step {
            frame.links(pen, step);
        }
        self.candidates(pen, &frame);
    }

    /// Draws the candidates. The candidates of the step are bold, and those that the step removes are struck out.
    fn candidates(&self, pen: &mut Pen<'_>, frame: &BoardFrame) {
        let Some(candidates) = &self.candidates else {
            return;
        };
        let marked = self.step.as_ref().map_or(&[][..], |step| &step.candidates);
        let size = small(pen.fonts) * frame.cell();
        for cell in Cell::all() {
            for digit in candidates[cell.index()] {
                let known = marked
                    .iter()
                    .find(|it| it.cell == cell && it.digit == digit);
                let (weight, ink) = match known.map(|it| it.role) {
                    None => (Weight::Regular, PALE),
                    Some(StepRole::Set) => (Weight::Bold, Ink(0.0)),
                    Some(_) => (Weight::Bold, Ink::BLACK),
                };
                let at = frame.place(cell, digit);
                set_digit(pen, at, size, (weight, ink), digit);
            }
        }
        let removed = self.step.iter().flat_map(|step| &step.removes);
        let r = REACH * frame.cell();
        let strokes: Vec<StraightLine> = removed
            .map(|mark| {
                let (x, y) = frame.place(mark.cell, mark.digit);
                line((x - r, y + r), (x + r, y - r))
            })
            .collect();
        if !strokes.is_empty() {
            pen.canvas.lines(&strokes, frame.line.max(0.9), Ink::BLACK);
        }
    }
}

/// Returns the type size of candidates as a share of a cell; it is smaller if the symbols are pictures.
fn small(fonts: &Fonts) -> f64 {
    match fonts.pictures() {
        [] => SMALL,
        _ => SMALL_PICTURE,
    }
}

/// Returns the space, in points, for the row and column numbers at the edges of the grid; `least` is the type size.
fn label_room(least: f64) -> f64 {
    least + 3.5
}

const fn line(from: Place, to: Place) -> StraightLine {
    StraightLine { from, to }
}

/// Draws a digit with its middle at a point.
fn set_digit(
    pen: &mut Pen<'_>,
    middle: Place,
    size: f64,
    (weight, ink): (Weight, Ink),
    digit: Digit,
) {
    let (key, font, glyph, height) = pen.fonts.digit(weight, digit.value());
    pen.glyphs(&GlyphRun {
        at: (
            middle.0 - glyph.advance * size / 2.0,
            middle.1 + height * size,
        ),
        size,
        turned: false,
        ink,
        font: (key, font),
        glyphs: &[glyph],
    });
}

/// The grid's place, and the width of thin lines.
struct BoardFrame {
    square: Square,
    line: f64,
}

impl BoardFrame {
    fn cell(&self) -> f64 {
        self.square.size / SIDE as f64
    }

    fn middle(&self, cell: Cell) -> Place {
        let along = |n: usize| (n as f64 + 0.5) * self.cell();
        (
            self.square.x + along(cell.column()),
            self.square.y + along(cell.row()),
        )
    }

    fn place(&self, cell: Cell, digit: Digit) -> Place {
        let (x, y) = self.middle(cell);
        let offset = |n: usize| (n as f64 - 1.0) * PITCH * self.cell();
        (x + offset(digit.index() % 3), y + offset(digit.index() / 3))
    }

    /// Tints the houses of a step, except the cover houses of a fish and the houses of links. Then tints the cells
    /// of the step's pattern.
    fn tint(&self, pen: &mut Pen<'_>, step: &TechniqueStep) {
        let is_base = |role: Role| !matches!(role, Role::Cover | Role::Link);
        let houses = step.houses.iter().filter(|it| is_base(it.role));
        let houses: Vec<Rect> = houses.map(|it| self.house(it.house)).collect();
        let cells = step
            .cells
            .iter()
            .filter(|it| matches!(it.role, StepRole::Part(_)));
        let side = self.cell();
        let cells: Vec<Rect> = cells
            .map(|it| {
                let (x, y) = self.middle(it.cell);
                square(x, y, side / 2.0)
            })
            .collect();
        for (rects, ink) in [(houses, HOUSE), (cells, CELL)] {
            if !rects.is_empty() {
                pen.canvas.fill(&rects, ink);
            }
        }
    }

    fn house(&self, house: House) -> Rect {
        let (n, cell) = (house.number() as f64, self.cell());
        let Square { x, y, size } = self.square;
        let (x, y, width, height) = match house.kind() {
            HouseKind::Row => (x, y + n * cell, size, cell),
            HouseKind::Column => (x + n * cell, y, cell, size),
            HouseKind::Box => {
                let (row, column) = (house.number() / 3, house.number() % 3);
                let side = 3.0 * cell;
                (x + column as f64 * side, y + row as f64 * side, side, side)
            }
        };
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    /// Draws shapes on the candidates of a pattern, a different shape for each part of the pattern.
    fn shapes(&self, pen: &mut Pen<'_>, step: &TechniqueStep) {
        let r = REACH * self.cell();
        for it in &step.candidates {
            let (x, y) = self.place(it.cell, it.digit);
            let corners: &[Place] = match shape_of(it) {
                Some(DrawnShape::Circle) => {
                    pen.canvas.fill(&[square(x, y, r)], MARK);
                    continue;
                }
                Some(DrawnShape::Double) => {
                    pen.canvas.fill(&[square(x, y, r * 1.15)], Ink::BLACK);
                    continue;
                }
                Some(DrawnShape::Square) => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
                Some(DrawnShape::Diamond) => {
                    &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)]
                }
                Some(DrawnShape::Triangle) => &[(0.0, -1.4), (1.3, 0.95), (-1.3, 0.95)],
                Some(DrawnShape::Stroke) | None => continue,
            };
            let at = |n: usize| {
                let (dx, dy) = corners[n % corners.len()];
                (x + dx * r, y + dy * r)
            };
            let sides = (0..corners.len()).map(|n| line(at(n), at(n + 1)));
            pen.canvas
                .lines(&sides.collect::<Vec<_>>(), self.line, Ink::BLACK);
        }
    }

    /// Draws the digits of the board that are not clues, in regular weight. The clues, in bold, are drawn elsewhere.
    fn digits(&self, pen: &mut Pen<'_>, givens: &Board, board: &Board) {
        let size = pen.fonts.symbol_size(0.62 * self.cell(), self.cell());
        for (cell, digit) in board.givens() {
            let style = match givens.get(cell) {
                Some(_) => continue,
                None => (Weight::Regular, Ink(0.75)),
            };
            set_digit(pen, self.middle(cell), size, style, digit);
        }
    }

    /// Numbers the rows and columns.
    fn labels(&self, pen: &mut Pen<'_>, least: f64) {
        let style = Style::text(least).quiet();
        let (_, font) = pen.fonts.first(Weight::Regular);
        let half = font.cap_height * least / 2.0;
        let Square { x, y, .. } = self.square;
        // Large type has deep descenders, which must not reach into the grid.
        let above = y - 3.0 - (least - 7.0).max(0.0) * 0.1;
        for n in 0..SIDE {
            let along = (n as f64 + 0.5) * self.cell();
            let number = (n + 1).to_string();
            pen.text((x + along, above), Align::Middle, style, &number);
            let row = (x - 3.0, y + along + half);
            pen.text(row, Align::Right, style, &number);
        }
    }

    /// Draws the links of a step: strong links as solid lines, and weak links as dashed lines. If the links form a
    /// chain, each has an arrow at its end.
    fn links(&self, pen: &mut Pen<'_>, step: &TechniqueStep) {
        let has = |strong: bool| step.links.iter().any(|it| it.link.strong == strong);
        let is_chain = has(true) && has(false);
        let is_set = step.family == Family::AlmostLockedSet;
        for it in &step.links {
            let (from, to) = self.ends(it.link, is_set);
            let mut lines = self.bent(from, to, it.link.strong);
            if is_chain && let Some(last) = lines.last().copied() {
                lines.extend(arrow(last, self.cell() * 0.13));
            }
            if !lines.is_empty() {
                pen.canvas.lines(&lines, self.line, Ink(0.85));
            }
        }
    }

    /// Returns the two points that a link joins: the middles of its nodes. If `is_set` is `true`, as for almost
    /// locked sets, returns instead the two candidates, one of each node, that are nearest to each other.
    fn ends(&self, link: Link, is_set: bool) -> (Place, Place) {
        let places = |node: ChainNode| {
            node.cells
                .map(move |cell: Cell| self.place(cell, node.digit))
        };
        let middle = |node: ChainNode| {
            let count = node.cells.len().max(1) as f64;
            let sum = places(node).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
            (sum.0 / count, sum.1 / count)
        };
        let distance = |(one, other): &(Place, Place)| (one.0 - other.0).hypot(one.1 - other.1);
        let pairs =
            places(link.from).flat_map(|one| places(link.to).map(move |other| (one, other)));
        let nearest = pairs.min_by(|one, other| distance(one).total_cmp(&distance(other)));
        let middles = (middle(link.from), middle(link.to));
        nearest.filter(|_| is_set).unwrap_or(middles)
    }

    /// Returns the pieces of a line between two points, or none if the points are close together. The line is
    /// dashed if the link is weak. A long line is slightly bent, so that it does not cover what lies between the
    /// points.
    fn bent(&self, from: Place, to: Place, strong: bool) -> Vec<StraightLine> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (length, gap) = (dx.hypot(dy), 0.18 * self.cell());
        if length < 2.2 * gap {
            return Vec::new();
        }
        let bend = if length > 1.4 * self.cell() {
            0.09
        } else {
            0.0
        };
        let control = (
            f64::midpoint(from.0, to.0) - dy * bend,
            f64::midpoint(from.1, to.1) + dx * bend,
        );
        let curve = |t: f64| {
            let mix = |a: f64, b: f64, c: f64| {
                (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
            };
            (mix(from.0, control.0, to.0), mix(from.1, control.1, to.1))
        };
        // The parts of the curve that lie between the two candidates.
        let (first, last) = (gap / length, 1.0 - gap / length);
        let at = |n: usize| curve(first + (last - first) * n as f64 / BENDS as f64);
        let pieces = (0..BENDS).map(|n| line(at(n), at(n + 1)));
        // A dash and a gap of about a quarter of a cell.
        let dash = (BENDS as f64 * 0.13 * self.cell() / length).ceil().max(1.0) as usize;
        let is_drawn = |n: usize| strong || (n / dash).is_multiple_of(2) || n + 1 == BENDS;
        let drawn = pieces.enumerate().filter(|(n, _)| is_drawn(*n));
        drawn.map(|(_, piece)| piece).collect()
    }
}

fn square(x: f64, y: f64, half: f64) -> Rect {
    Rect {
        x: x - half,
        y: y - half,
        width: 2.0 * half,
        height: 2.0 * half,
    }
}

/// Returns the two strokes of an arrowhead, each of this length, at the end of `last`, the last piece of a line.
fn arrow(last: StraightLine, length: f64) -> [StraightLine; 2] {
    let (end, begin) = (last.to, last.from);
    let angle = (end.1 - begin.1).atan2(end.0 - begin.0);
    [0.45, -0.45].map(|turn| {
        let angle = angle + turn;
        line(
            end,
            (end.0 - length * angle.cos(), end.1 - length * angle.sin()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::pdf::{PdfFile, PdfMetadata};
    use crate::print::{PaperStock, PrintError, Sheet, ShopPreset, Standard, preflight};

    #[test]
    fn numbers_of_any_size_keep_clear_of_the_grid_at_any_place() {
        let fonts = Fonts::new(None).unwrap();
        let board = StepBoard {
            givens: Board::EMPTY,
            board: Board::EMPTY,
            candidates: None,
            step: None,
        };
        for least in [7.0, 16.0, 24.0] {
            let size = StepBoard::least_size(&fonts, least);
            let mut file = PdfFile::new(&fonts, Standard::Plain);
            for n in 0..40 {
                let at = 50.0 + 0.037 * f64::from(n);
                let sheet = Sheet::plain(size + 120.0, size + 120.0);
                file.page(&sheet, |canvas| {
                    let pen = &mut Pen {
                        canvas,
                        fonts: &fonts,
                    };
                    board.draw(pen, (at, at), size, least, 0.75);
                    Ok::<(), PrintError>(())
                })
                .unwrap();
            }
            let bytes = file.finish(&PdfMetadata::default()).unwrap();
            let report = preflight::check(&bytes, ShopPreset::Home, PaperStock::White).unwrap();
            assert_eq!(report.faults, [], "{least}");
        }
    }
}

//! One puzzle as a picture of its own.

use super::canvas::Canvas;
use super::fonts::Fonts;
use super::grid::{self, Look, Square};
use super::pdf::Sheet;
use super::pen::Pen;
use super::png::{Png, RESOLUTIONS};
use super::svg::Svg;
use super::{PrintError, paper};
use crate::grid::Board;

/// How long a side of the grid is: three inches.
const GRID: f64 = 3.0 * paper::INCH;
/// The paper around it.
const EDGE: f64 = 6.0;
/// No line is thinner, in points.
const THINNEST: f64 = 0.5;

const SHEET: Sheet = Sheet::plain(GRID + 2.0 * EDGE, GRID + 2.0 * EDGE);

fn draw(canvas: &mut dyn Canvas, fonts: &Fonts, puzzle: &Board, solution: Option<&Board>) {
    let square = Square {
        x: EDGE,
        y: EDGE,
        size: GRID,
    };
    let look = Look::of(GRID, THINNEST);
    grid::draw(&mut Pen { canvas, fonts }, square, &look, puzzle, solution);
}

/// A puzzle, or its solution, as an SVG file with a title and a description for screen readers.
pub fn svg(
    fonts: &Fonts,
    puzzle: &Board,
    solution: Option<&Board>,
    title: &str,
    description: &str,
) -> String {
    let mut svg = Svg::new();
    draw(&mut svg, fonts, puzzle, solution);
    svg.finish(&SHEET, fonts, title, description)
}

/// A puzzle, or its solution, as a PNG file of so many dots an inch.
///
/// # Errors
/// If the resolution is outside [`RESOLUTIONS`].
pub fn png(
    fonts: &Fonts,
    puzzle: &Board,
    solution: Option<&Board>,
    resolution: u32,
) -> Result<Vec<u8>, PrintError> {
    let known = RESOLUTIONS.contains(&resolution).then_some(resolution);
    let mut png = known
        .and_then(|resolution| Png::new(&SHEET, resolution))
        .ok_or_else(|| {
            let (least, most) = RESOLUTIONS.into_inner();
            PrintError::Impossible(format!(
                "{resolution} dots an inch are outside {least} to {most}"
            ))
        })?;
    draw(&mut png, fonts, puzzle, solution);
    Ok(png.finish())
}

//! Turns the shapes of an SVG file into paths (SVG 2, chapters 9 and 10).

use std::str::FromStr;
use svgtypes::{Length, LengthUnit, PointsParser, SimplePathSegment, SimplifyingPathParser};
use tiny_skia::{Path, PathBuilder, Rect};

/// The name and the value of an attribute.
pub(super) type SvgAttribute = (String, String);

/// The distance between an end of a quarter circle and the Bézier handle of that end, as a share of the radius.
const HANDLE: f32 = crate::print::canvas::HANDLE as f32;

/// Returns whether an element is a shape.
pub(super) fn is_shape(name: &str) -> bool {
    let shapes = [
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    ];
    shapes.contains(&name)
}

/// Returns the path of a shape; `None` for a shape without size.
///
/// # Errors
/// Returns the attribute that can't be read.
pub(super) fn path(name: &str, attributes: &[SvgAttribute]) -> Result<Option<Path>, String> {
    let text = |name: &str| {
        let mut all = attributes.iter();
        all.find_map(|(key, value)| (key == name).then_some(value.as_str()))
    };
    let side = |name: &str| text(name).map(|value| length(name, value)).transpose();
    let or_zero = |name: &str| side(name).map(Option::unwrap_or_default);
    let mut out = PathBuilder::new();
    match name {
        "path" => commands(text("d").unwrap_or_default(), &mut out)?,
        "rect" => {
            let (x, y) = (or_zero("x")?, or_zero("y")?);
            let (width, height) = (or_zero("width")?, or_zero("height")?);
            let (across, down) = (side("rx")?, side("ry")?);
            let rx = across.or(down).unwrap_or_default().min(width / 2.0);
            let ry = down.or(across).unwrap_or_default().min(height / 2.0);
            if let Some(rect) = Rect::from_xywh(x, y, width, height) {
                rectangle(rect, (rx, ry), &mut out);
            }
        }
        "circle" | "ellipse" => {
            let (x, y) = (or_zero("cx")?, or_zero("cy")?);
            let [across, down] = match name {
                "circle" => [or_zero("r")?; 2],
                _ => [or_zero("rx")?, or_zero("ry")?],
            };
            let oval = Rect::from_xywh(x - across, y - down, 2.0 * across, 2.0 * down);
            if let Some(oval) = oval.filter(|it| it.width() > 0.0 && it.height() > 0.0) {
                out.push_oval(oval);
            }
        }
        "line" => {
            out.move_to(or_zero("x1")?, or_zero("y1")?);
            out.line_to(or_zero("x2")?, or_zero("y2")?);
        }
        _ => {
            let points = PointsParser::from(text("points").unwrap_or_default());
            for (n, (x, y)) in points.enumerate() {
                match n {
                    0 => out.move_to(x as f32, y as f32),
                    _ => out.line_to(x as f32, y as f32),
                }
            }
            if name == "polygon" {
                out.close();
            }
        }
    }
    Ok(out.finish())
}

/// Reads the commands in the text of a path, and adds them to `out`.
fn commands(text: &str, out: &mut PathBuilder) -> Result<(), String> {
    for segment in SimplifyingPathParser::from(text) {
        let segment = segment.map_err(|error| format!("d can't be read: {error}"))?;
        match segment {
            SimplePathSegment::MoveTo { x, y } => out.move_to(x as f32, y as f32),
            SimplePathSegment::LineTo { x, y } => out.line_to(x as f32, y as f32),
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                out.quad_to(x1 as f32, y1 as f32, x as f32, y as f32);
            }
            SimplePathSegment::CurveTo {
                x1,
                y1,
                x2,
                y2,
                x,
                y,
            } => {
                let [x1, y1, x2, y2, x, y] = [x1, y1, x2, y2, x, y].map(|it| it as f32);
                out.cubic_to(x1, y1, x2, y2, x, y);
            }
            SimplePathSegment::ClosePath => out.close(),
        }
    }
    Ok(())
}

/// Adds a rectangle with round corners of these radii, starting at its upper left corner.
fn rectangle(rect: Rect, (rx, ry): (f32, f32), out: &mut PathBuilder) {
    if rx <= 0.0 || ry <= 0.0 {
        return out.push_rect(rect);
    }
    let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    // The distances of the handles from the corners.
    let (hx, hy) = (rx * (1.0 - HANDLE), ry * (1.0 - HANDLE));
    out.move_to(left + rx, top);
    out.line_to(right - rx, top);
    out.cubic_to(right - hx, top, right, top + hy, right, top + ry);
    out.line_to(right, bottom - ry);
    out.cubic_to(right, bottom - hy, right - hx, bottom, right - rx, bottom);
    out.line_to(left + rx, bottom);
    out.cubic_to(left + hx, bottom, left, bottom - hy, left, bottom - ry);
    out.line_to(left, top + ry);
    out.cubic_to(left, top + hy, left + hx, top, left + rx, top);
    out.close();
}

/// Reads a length, and converts it to user units (1/96 inch).
///
/// # Errors
/// If the value is not a length, or is relative to the type size or to the picture's size.
pub(super) fn length(name: &str, value: &str) -> Result<f32, String> {
    let unknown = || format!("{name} is {value}; write a number");
    let length = Length::from_str(value.trim()).map_err(|_| unknown())?;
    let unit = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Pt => 96.0 / 72.0,
        LengthUnit::Pc => 16.0,
        LengthUnit::Em | LengthUnit::Ex | LengthUnit::Percent => return Err(unknown()),
    };
    Ok((length.number * unit) as f32)
}

//! Reads a picture from an SVG file. The reader knows the part of SVG that drawings for printing need: paths and
//! basic shapes, groups and transforms, plain fills and strokes. Source: Scalable Vector Graphics (SVG) 2 (W3C).
//!
//! Anything else that can change the look of a drawing is refused, such as text, images, gradients, transparency
//! and scripts. The error names it. Titles, metadata, definitions and elements of drawing programs paint nothing,
//! and are skipped. Strokes become outlines, and colours become greys.

use super::picture::{PicturePart, SymbolPicture};
use super::svg_paint::PaintState;
use super::svg_shape::{self, SvgAttribute};
use crate::print::canvas::Ink;
use crate::print::outline::Segment;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use tiny_skia::{Path, PathSegment, Rect, Stroke, Transform};

/// The maximum depth of nested groups.
const DEEPEST: usize = 64;
/// The maximum number of lines and curves in a picture.
const MOST_SEGMENTS: usize = 40_000;
/// The resolution at which strokes are turned into outlines, in steps along the longer side of a picture.
const STEPS: f32 = 2000.0;
/// The precision to which outlines are rounded, as a share of the type size.
const PRECISION: f64 = 1e-4;

/// A shape to paint, either filled or drawn with a stroke.
struct PaintedShape {
    path: Path,
    stroke: Option<Stroke>,
    transform: Transform,
    ink: Ink,
    is_even_odd: bool,
}

/// The state of the reader while it reads an SVG file.
#[derive(Default)]
struct SvgReader {
    shapes: Vec<PaintedShape>,
    /// The paint of the open elements, starting with the root.
    open: Vec<PaintState>,
    /// The number of open elements that are being skipped, including elements inside skipped ones; 0 if nothing is
    /// being skipped.
    skipped: usize,
}

/// Reads a picture from the text of an SVG file.
///
/// # Errors
/// Returns the reason if the text is not a picture that can be printed.
pub(super) fn read(text: &str) -> Result<SymbolPicture, String> {
    let mut reader = Reader::from_str(text);
    let mut svg = SvgReader::default();
    let mut has_root = false;
    loop {
        let event = reader.read_event();
        match event.map_err(|error| format!("it is not an SVG file: {error}"))? {
            Event::Start(tag) => svg.start(&tag, &mut has_root)?,
            Event::Empty(tag) => {
                svg.start(&tag, &mut has_root)?;
                svg.end();
            }
            Event::End(_) => svg.end(),
            Event::Eof if !has_root => return Err("it is not an SVG file".to_owned()),
            Event::Eof if svg.open.len() + svg.skipped > 0 => {
                return Err("it ends before its last element".to_owned());
            }
            Event::Eof => return finished(&svg.shapes),
            _ => {}
        }
    }
}

impl SvgReader {
    fn start(&mut self, tag: &BytesStart<'_>, has_root: &mut bool) -> Result<(), String> {
        let name = tag.name();
        let name: &str = name.as_ref();
        let name = name.strip_prefix("svg:").unwrap_or(name);
        if matches!(name, "script" | "style") {
            return Err(unsupported(name));
        }
        if self.skipped > 0 {
            self.skipped += 1;
            return Ok(());
        }
        if !*has_root {
            *has_root = name == "svg";
            if !*has_root {
                return Err(format!("it is not an SVG file but begins with {name}"));
            }
        } else if matches!(name, "title" | "desc" | "metadata" | "defs") || name.contains(':') {
            self.skipped = 1;
            return Ok(());
        } else if name != "g" && name != "a" && !svg_shape::is_shape(name) {
            return Err(unsupported(name));
        }
        if self.open.len() >= DEEPEST {
            return Err(format!("its elements are nested more than {DEEPEST} deep"));
        }
        let attributes = attributes(tag)?;
        let above = self.open.last().cloned().unwrap_or_default();
        let paint = above
            .with(&attributes)
            .map_err(|why| format!("{name}: {why}"))?;
        if svg_shape::is_shape(name) {
            let path = svg_shape::path(name, &attributes);
            let path = path.map_err(|why| format!("{name}: {why}"))?;
            self.paint(path.as_ref(), &paint);
        }
        self.open.push(paint);
        Ok(())
    }

    fn end(&mut self) {
        match self.skipped {
            0 => drop(self.open.pop()),
            _ => self.skipped -= 1,
        }
    }

    /// Adds the fill and the stroke of a shape. Adds nothing if `path` is `None`, or if the shape is hidden.
    fn paint(&mut self, path: Option<&Path>, paint: &PaintState) {
        let Some(path) = path.filter(|_| paint.is_shown()) else {
            return;
        };
        let mut add = |ink: Option<Ink>, stroke: Option<Stroke>| {
            self.shapes.extend(ink.map(|ink| PaintedShape {
                path: path.clone(),
                is_even_odd: paint.is_even_odd && stroke.is_none(),
                stroke,
                transform: paint.transform,
                ink,
            }));
        };
        add(paint.fill(), None);
        if paint.stroke.width > 0.0 {
            add(paint.line(), Some(paint.stroke.clone()));
        }
    }
}

fn unsupported(name: &str) -> String {
    format!("the element {name} is not supported: draw it with plain paths and shapes")
}

fn attributes(tag: &BytesStart<'_>) -> Result<Vec<SvgAttribute>, String> {
    let broken = |error: &dyn std::fmt::Display| format!("it is not an SVG file: {error}");
    let mut all = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| broken(&error))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        let value = value.map_err(|error| broken(&error))?;
        let name: &str = attribute.key.as_ref();
        all.push((name.to_owned(), value.into_owned()));
    }
    Ok(all)
}

/// Turns shapes into a picture that fills its square.
fn finished(shapes: &[PaintedShape]) -> Result<SymbolPicture, String> {
    if !shapes.iter().any(|it| it.ink.0 > 0.0) {
        return Err("it paints nothing, or only white".to_owned());
    }
    let too_large = || "its coordinates are too large".to_owned();
    let rough = shapes.iter().filter_map(|it| {
        let moved = it.path.clone().transform(it.transform)?;
        Some(moved.bounds())
    });
    let rough = around(rough).ok_or_else(too_large)?;
    let resolution = STEPS / rough.width().max(rough.height()).max(f32::MIN_POSITIVE);
    let mut outlines: Vec<(Path, &PaintedShape)> = Vec::with_capacity(shapes.len());
    for shape in shapes {
        let path = match &shape.stroke {
            None => Some(shape.path.clone()),
            Some(stroke) => shape
                .path
                .stroke(stroke, resolution * scale(shape.transform)),
        };
        let path = path.and_then(|path| path.transform(shape.transform));
        outlines.extend(path.map(|path| (path, shape)));
    }
    let count: usize = outlines.iter().map(|(path, _)| path.len()).sum();
    if count > MOST_SEGMENTS {
        return Err(format!(
            "it has {count} lines and curves, and a picture may have {MOST_SEGMENTS}: make it simpler"
        ));
    }
    let tight = outlines
        .iter()
        .filter_map(|(path, _)| path.compute_tight_bounds());
    let bounds = around(tight).ok_or_else(too_large)?;
    let side = f64::from(bounds.width().max(bounds.height()));
    if !(side.is_finite() && side > 0.0) {
        return Err("what it paints has no size".to_owned());
    }
    let middle = [
        bounds.left() + bounds.right(),
        bounds.top() + bounds.bottom(),
    ];
    let middle = middle.map(|sum| f64::from(sum) / 2.0);
    let fitted = |point: tiny_skia::Point| {
        let exact = |along: f64| (along / PRECISION).round() * PRECISION;
        [
            exact((f64::from(point.x) - middle[0]) / side + 0.5),
            exact((middle[1] - f64::from(point.y)) / side + 0.5 + SymbolPicture::BOTTOM),
        ]
    };
    let parts = outlines.iter().map(|(path, shape)| PicturePart {
        outline: path.segments().map(|it| segment(it, fitted)).collect(),
        ink: shape.ink.0,
        is_even_odd: shape.is_even_odd,
    });
    Ok(SymbolPicture {
        parts: parts.collect(),
    })
}

fn segment(segment: PathSegment, fitted: impl Fn(tiny_skia::Point) -> [f64; 2]) -> Segment {
    match segment {
        PathSegment::MoveTo(to) => {
            let [x, y] = fitted(to);
            Segment::Move(x, y)
        }
        PathSegment::LineTo(to) => {
            let [x, y] = fitted(to);
            Segment::Line(x, y)
        }
        PathSegment::QuadTo(handle, to) => Segment::Quad(fitted(handle), fitted(to)),
        PathSegment::CubicTo(one, other, to) => {
            Segment::Cubic(fitted(one), fitted(other), fitted(to))
        }
        PathSegment::Close => Segment::Close,
    }
}

/// Returns the factor by which a transform enlarges lengths, on average.
fn scale(transform: Transform) -> f32 {
    let area = transform.sx * transform.sy - transform.kx * transform.ky;
    area.abs().sqrt().max(f32::MIN_POSITIVE)
}

/// Returns the smallest box around all these boxes; `None` if there are none.
fn around(boxes: impl Iterator<Item = Rect>) -> Option<Rect> {
    boxes.reduce(|a, b| {
        let sides = [
            a.left().min(b.left()),
            a.top().min(b.top()),
            a.right().max(b.right()),
            a.bottom().max(b.bottom()),
        ];
        Rect::from_ltrb(sides[0], sides[1], sides[2], sides[3]).unwrap_or(a)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(content: &str) -> String {
        read(&format!("<svg xmlns='x'>{content}</svg>")).unwrap_err()
    }

    #[test]
    fn what_is_painted_fills_the_square() {
        let text =
            "<svg><g transform='scale(2)'><rect x='10' y='20' width='40' height='20'/></g></svg>";
        let picture = read(text).unwrap();
        let [part] = picture.parts.as_slice() else {
            panic!("{picture:?}")
        };
        assert_eq!(part.ink, 1.0);
        // As wide as the square, and in the middle of its height.
        let corners = [(0.0, 0.6), (1.0, 0.6), (1.0, 0.1), (0.0, 0.1)];
        for (segment, (x, y)) in part.outline.iter().zip(corners) {
            let (Segment::Move(a, b) | Segment::Line(a, b)) = *segment else {
                panic!("{segment:?}")
            };
            assert!((a - x).abs() < 1e-9 && (b - y).abs() < 1e-9, "{segment:?}");
        }
    }

    #[test]
    fn colours_are_greys_and_strokes_are_outlines() {
        let text = "<svg fill='none' stroke='#000' stroke-width='2'>\
             <circle cx='12' cy='12' r='10' style='fill: #808080; stroke: none'/>\
             <path d='M2 2L22 22'/><rect width='3' height='3' fill='#fffffa' stroke='none'/></svg>";
        let picture = read(text).unwrap();
        let inks: Vec<f64> = picture.parts.iter().map(|it| it.ink).collect();
        assert_eq!(inks.len(), 3);
        assert!((inks[0] - 0.5).abs() < 0.01 && inks[1] == 1.0 && inks[2] == 0.0);
    }

    #[test]
    fn what_is_not_supported_is_named() {
        for (content, said) in [
            ("<text>1</text>", "the element text is not supported"),
            ("<image href='a.png'/>", "the element image"),
            ("<defs><style>a{}</style></defs>", "the element style"),
            ("<g><script/></g>", "the element script"),
            ("<use href='#a'/>", "the element use"),
            (
                "<rect width='1' height='1' fill='url(#a)'/>",
                "rect: fill is url(#a)",
            ),
            ("<g opacity='.5'/>", "g: opacity is .5"),
            ("<g onclick='x()'/>", "g: onclick"),
            ("<rect width='50%' height='1'/>", "rect: width is 50%"),
            ("<path d='M1 2 x'/>", "path: d "),
            ("<g clip-path='url(#c)'/>", "g: clip-path"),
            ("", "it paints nothing"),
            (
                "<rect width='1' height='1' fill='#fff'/>",
                "it paints nothing, or only white",
            ),
            (
                "<path d='M0 0H9V9' transform='scale(1e38)'/>",
                "coordinates",
            ),
        ] {
            let why = refusal(content);
            assert!(why.contains(said), "{content}: {why}");
        }
        for text in [
            "",
            "no picture",
            "<html></html>",
            "<svg><g></svg>",
            "<svg><g>",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        let deep = "<g>".repeat(100_000);
        assert!(refusal(&deep).contains("nested"));
    }
}

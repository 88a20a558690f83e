//! The SVG canvas. Glyphs are drawn as outlines, each defined once, so the picture looks the same
//! everywhere, with no font to install.

use super::canvas::{
    Canvas, Curve, Disc, GlyphRun, Ink, PlacedPicture, Rect, StraightLine, rounded,
};
use super::fonts::{FontKey, Fonts};
use super::outline::Segment;
use super::paper::Sheet;
use super::symbol_picture::SymbolPicture;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The side length of the square in which outlines are drawn before scaling.
const EM: f64 = 1000.0;

/// An SVG picture that is being drawn.
pub struct Svg {
    body: String,
    /// The used glyphs, each with the key of its font.
    used: BTreeMap<(FontKey, u16), ()>,
    /// The used pictures, by their indices in the list of pictures.
    pictures: BTreeSet<usize>,
}

impl Svg {
    /// Creates an empty picture.
    pub const fn new() -> Self {
        Self {
            body: String::new(),
            used: BTreeMap::new(),
            pictures: BTreeSet::new(),
        }
    }

    /// Returns the finished picture, with the title and description for screen readers.
    pub fn finish(self, sheet: &Sheet, fonts: &Fonts, title: &str, description: &str) -> String {
        let (width, height) = sheet.media;
        let (left, top) = (-sheet.origin.0, -sheet.origin.1);
        let [left, top, width, height] = [left, top, width, height].map(rounded);
        let mut out = head(
            &format!(
                "width=\"{width}pt\" height=\"{height}pt\" \
                 viewBox=\"{left} {top} {width} {height}\""
            ),
            ["title", "description"],
            [title, description],
            "",
        );
        out.push_str("<defs>\n");
        for &(key, id) in self.used.keys() {
            fonts.font(key).outlines(&[id], |_, outline| {
                let _ = write!(out, "<path id=\"{}\" d=\"", name(key, id));
                draw(&mut out, &outline);
                out.push_str("\"/>\n");
            });
        }
        for &place in &self.pictures {
            if let Some(picture) = fonts.pictures().get(place) {
                define(&mut out, place, picture);
            }
        }
        let _ = write!(
            out,
            "</defs>\n<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }

    /// Ends an SVG path element: writes the attributes of its fill and of its outline, and closes the element.
    fn stroke(&mut self, fill: &str, width: f64, ink: Ink) {
        let (colour, width) = (colour(ink), rounded(width));
        let _ = writeln!(
            self.body,
            "\"{fill} stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>"
        );
    }
}

impl Default for Svg {
    fn default() -> Self {
        Self::new()
    }
}

fn name(key: FontKey, id: u16) -> String {
    format!("g{}-{id}", key.0)
}

fn draw(out: &mut String, outline: &[Segment]) {
    let unit = |part: f64| (part * EM).round() + 0.0;
    for segment in outline {
        let _ = match *segment {
            Segment::Move(x, y) => write!(out, "M{} {}", unit(x), unit(y)),
            Segment::Line(x, y) => write!(out, "L{} {}", unit(x), unit(y)),
            Segment::Quad([a, b], [x, y]) => {
                write!(out, "Q{} {} {} {}", unit(a), unit(b), unit(x), unit(y))
            }
            Segment::Cubic([a, b], [c, d], [x, y]) => {
                let [a, b, c, d, x, y] = [a, b, c, d, x, y].map(unit);
                write!(out, "C{a} {b} {c} {d} {x} {y}")
            }
            Segment::Close => write!(out, "Z"),
        };
    }
}

/// Defines a picture, so that it can be used many times.
fn define(out: &mut String, place: usize, picture: &SymbolPicture) {
    let _ = write!(out, "<g id=\"p{place}\">");
    for part in &picture.parts {
        out.push_str("<path d=\"");
        draw(out, &part.outline);
        let rule = match part.is_even_odd {
            true => " fill-rule=\"evenodd\"",
            false => "",
        };
        let _ = write!(out, "\" fill=\"{}\"{rule}/>", colour(Ink(part.ink)));
    }
    out.push_str("</g>\n");
}

/// Returns the SVG transform from the coordinates of outlines, in which y points up, to the coordinates of the page. If
/// `turned` is set, the result is upside down.
fn placed(at: (f64, f64), size: f64, turned: bool) -> String {
    let scale = (size / EM * 1e5).round() / 1e5;
    let (across, up) = if turned {
        (-scale, scale)
    } else {
        (scale, -scale)
    };
    let [x, y] = [at.0, at.1].map(rounded);
    format!("matrix({across} 0 0 {up} {x} {y})")
}

fn colour(ink: Ink) -> String {
    let grey = ((1.0 - ink.0) * 255.0).round() as u8;
    format!("#{grey:02x}{grey:02x}{grey:02x}")
}

impl Canvas for Svg {
    fn lines(&mut self, lines: &[StraightLine], width: f64, ink: Ink) {
        self.body.push_str("<path d=\"");
        for line in lines {
            let [(a, b), (x, y)] = [line.from, line.to].map(|(x, y)| (rounded(x), rounded(y)));
            let _ = write!(self.body, "M{a} {b}L{x} {y}");
        }
        self.stroke("", width, ink);
    }

    fn curves(&mut self, curves: &[Curve], width: f64, ink: Ink) {
        self.body.push_str("<path d=\"");
        for curve in curves {
            let [one, other] = curve.handles;
            let points = [curve.from, one, other, curve.to];
            let [(a, b), (c, d), (e, f), (x, y)] = points.map(|(x, y)| (rounded(x), rounded(y)));
            let _ = write!(self.body, "M{a} {b}C{c} {d} {e} {f} {x} {y}");
        }
        self.stroke(" fill=\"none\"", width, ink);
    }

    fn fill(&mut self, rects: &[Rect], ink: Ink) {
        self.body.push_str("<path d=\"");
        for rect in rects {
            let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(rounded);
            let _ = write!(self.body, "M{x} {y}h{width}v{height}h-{width}z");
        }
        let _ = writeln!(self.body, "\" fill=\"{}\"/>", colour(ink));
    }

    fn discs(&mut self, discs: &[Disc], ink: Ink) {
        self.body.push_str("<path d=\"");
        for disc in discs {
            let [x, y, radius] =
                [disc.middle.0 - disc.radius, disc.middle.1, disc.radius].map(rounded);
            let width = rounded(2.0 * disc.radius);
            let arc = |width: f64| format!("a{radius} {radius} 0 1 0 {width} 0");
            let _ = write!(self.body, "M{x} {y}{}{}z", arc(width), arc(-width));
        }
        let _ = writeln!(self.body, "\" fill=\"{}\"/>", colour(ink));
    }

    fn glyphs(&mut self, run: &GlyphRun<'_>) {
        let (key, _) = run.font;
        let _ = write!(
            self.body,
            "<g transform=\"{}\" fill=\"{}\">",
            placed(run.at, run.size, run.turned),
            colour(run.ink)
        );
        let mut along = 0.0;
        for glyph in run.glyphs {
            self.used.insert((key, glyph.id), ());
            let name = name(key, glyph.id);
            let _ = match rounded(along) {
                0.0 => write!(self.body, "<use href=\"#{name}\"/>"),
                along => write!(self.body, "<use href=\"#{name}\" x=\"{along}\"/>"),
            };
            along += glyph.advance * EM;
        }
        self.body.push_str("</g>\n");
    }

    fn picture(&mut self, it: &PlacedPicture<'_>) {
        self.pictures.insert(it.place);
        let transform = placed(it.at, it.size, it.turned);
        let _ = writeln!(
            self.body,
            "<use href=\"#p{}\" transform=\"{transform}\"/>",
            it.place
        );
    }
}

/// Returns the start of an SVG picture with a title and a description for screen readers. `size` is the size of the
/// picture, `ids` and `words` are the ids and the texts of the title and the description, and `attributes` apply to the
/// whole picture.
pub fn head(size: &str, ids: [&str; 2], words: [&str; 2], attributes: &str) -> String {
    let ([title, about], [title_words, about_words]) = (ids, words.map(escaped));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} role=\"img\" \
         aria-labelledby=\"{title} {about}\"{attributes}>\n\
         <title id=\"{title}\">{title_words}</title>\n<desc id=\"{about}\">{about_words}</desc>\n"
    )
}

/// Returns the text with special characters of XML and HTML escaped.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

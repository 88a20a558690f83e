//! The PNG canvas: draws lines, curves, rectangles and glyphs in grey pixels.
//!
//! tiny-skia fills and strokes the shapes. This module writes the file itself, because an eight-bit grey picture
//! needs only four chunks (PNG specification, third edition, section 11).

use super::canvas::{Canvas, Curve, Disc, GlyphRun, Ink, PlacedPicture, Rect, StraightLine};
use super::outline::Segment;
use super::paper::INCH;
use super::paper::Sheet;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use tiny_skia::{FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// The allowed resolutions, in dots per inch.
pub const RESOLUTIONS: std::ops::RangeInclusive<u32> = 20..=2400;
/// The maximum number of pixels in a picture.
const MOST_PIXELS: f64 = 1e9;

/// A picture that is being drawn.
pub struct Png {
    pixels: Pixmap,
    to_pixels: Transform,
    resolution: u32,
}

impl Png {
    /// Creates a white picture of a sheet; `None` if it would be empty or too large.
    pub fn new(sheet: &Sheet, resolution: u32) -> Option<Self> {
        let scale = f64::from(resolution) / INCH;
        let (width, height) = (sheet.media.0 * scale, sheet.media.1 * scale);
        if width * height > MOST_PIXELS {
            return None;
        }
        let mut pixels = Pixmap::new(width.round() as u32, height.round() as u32)?;
        pixels.fill(tiny_skia::Color::WHITE);
        let (left, top) = sheet.origin;
        let to_pixels = Transform::from_scale(scale as f32, scale as f32)
            .pre_translate(left as f32, top as f32);
        Some(Self {
            pixels,
            to_pixels,
            resolution,
        })
    }

    fn fill_path(&mut self, path: &Path, ink: Ink, rule: FillRule, transform: Transform) {
        let paint = paint(ink);
        self.pixels.fill_path(path, &paint, rule, transform, None);
    }

    fn stroke(&mut self, path: PathBuilder, width: f64, ink: Ink) {
        let stroke = Stroke {
            width: width as f32,
            line_cap: LineCap::Square,
            ..Stroke::default()
        };
        if let Some(path) = path.finish() {
            let paint = paint(ink);
            self.pixels
                .stroke_path(&path, &paint, &stroke, self.to_pixels, None);
        }
    }

    /// Returns the finished PNG file.
    pub fn finish(self) -> Vec<u8> {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let mut rows = Vec::with_capacity((width as usize + 1) * height as usize);
        for row in self.pixels.pixels().chunks_exact(width as usize) {
            rows.push(0); // no filter: long runs of white pack as well without
            rows.extend(row.iter().map(|pixel| pixel.red()));
        }
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail.
        let _ = packed.write_all(&rows);
        let packed = packed.finish().unwrap_or_default();

        let mut file = b"\x89PNG\r\n\x1A\n".to_vec();
        let [w, h] = [width, height].map(u32::to_be_bytes);
        chunk(&mut file, b"IHDR", &[&w[..], &h, &[8, 0, 0, 0, 0]].concat());
        let a_metre = (f64::from(self.resolution) / 0.0254).round() as u32;
        let a_metre = a_metre.to_be_bytes();
        chunk(&mut file, b"pHYs", &[&a_metre[..], &a_metre, &[1]].concat());
        chunk(&mut file, b"IDAT", &packed);
        chunk(&mut file, b"IEND", &[]);
        file
    }
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc32fast::hash(&file[start..]);
    file.extend(sum.to_be_bytes());
}

fn paint(ink: Ink) -> Paint<'static> {
    let grey = ((1.0 - ink.0) * 255.0).round() as u8;
    let mut paint = Paint::default();
    paint.set_color_rgba8(grey, grey, grey, 255);
    paint.anti_alias = true;
    paint
}

impl Canvas for Png {
    fn lines(&mut self, lines: &[StraightLine], width: f64, ink: Ink) {
        let mut path = PathBuilder::new();
        for line in lines {
            path.move_to(line.from.0 as f32, line.from.1 as f32);
            path.line_to(line.to.0 as f32, line.to.1 as f32);
        }
        self.stroke(path, width, ink);
    }

    fn curves(&mut self, curves: &[Curve], width: f64, ink: Ink) {
        let mut path = PathBuilder::new();
        for curve in curves {
            let [one, other] = curve.handles;
            let points = [curve.from, one, other, curve.to];
            let [from, one, other, to] = points.map(|(x, y)| (x as f32, y as f32));
            path.move_to(from.0, from.1);
            path.cubic_to(one.0, one.1, other.0, other.1, to.0, to.1);
        }
        self.stroke(path, width, ink);
    }

    fn fill(&mut self, rects: &[Rect], ink: Ink) {
        let mut path = PathBuilder::new();
        for rect in rects {
            let sides = [rect.x, rect.y, rect.width, rect.height].map(|side| side as f32);
            if let Some(rect) = tiny_skia::Rect::from_xywh(sides[0], sides[1], sides[2], sides[3]) {
                path.push_rect(rect);
            }
        }
        if let Some(path) = path.finish() {
            self.fill_path(&path, ink, FillRule::Winding, self.to_pixels);
        }
    }

    fn discs(&mut self, discs: &[Disc], ink: Ink) {
        let mut path = PathBuilder::new();
        for disc in discs {
            let [x, y, radius] =
                [disc.middle.0, disc.middle.1, disc.radius].map(|length| length as f32);
            path.push_circle(x, y, radius);
        }
        if let Some(path) = path.finish() {
            self.fill_path(&path, ink, FillRule::Winding, self.to_pixels);
        }
    }

    fn glyphs(&mut self, run: &GlyphRun<'_>) {
        let ids: Vec<u16> = run.glyphs.iter().map(|glyph| glyph.id).collect();
        let mut along = 0.0;
        let sign = if run.turned { -1.0 } else { 1.0 };
        let scale = (run.size * sign) as f32;
        let (x, y) = run.at;
        run.font.1.outlines(&ids, |n, outline| {
            let at = x + sign * along * run.size;
            // In outlines, y points up.
            let place = Transform::from_row(scale, 0.0, 0.0, -scale, at as f32, y as f32);
            if let Some(path) = path_of(&outline) {
                let transform = self.to_pixels.pre_concat(place);
                self.fill_path(&path, run.ink, FillRule::Winding, transform);
            }
            along += run.glyphs[n].advance;
        });
    }

    fn picture(&mut self, it: &PlacedPicture<'_>) {
        let scale = if it.turned { -it.size } else { it.size } as f32;
        let (x, y) = (it.at.0 as f32, it.at.1 as f32);
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, x, y);
        let transform = self.to_pixels.pre_concat(place);
        for part in &it.picture.parts {
            let rule = match part.is_even_odd {
                true => FillRule::EvenOdd,
                false => FillRule::Winding,
            };
            if let Some(path) = path_of(&part.outline) {
                self.fill_path(&path, Ink(part.ink), rule, transform);
            }
        }
    }
}

fn path_of(outline: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let point = |[x, y]: [f64; 2]| (x as f32, y as f32);
    for segment in outline {
        match *segment {
            Segment::Move(x, y) => path.move_to(x as f32, y as f32),
            Segment::Line(x, y) => path.line_to(x as f32, y as f32),
            Segment::Quad(a, to) => {
                let ((a, b), (x, y)) = (point(a), point(to));
                path.quad_to(a, b, x, y);
            }
            Segment::Cubic(a, c, to) => {
                let ((a, b), (c, d), (x, y)) = (point(a), point(c), point(to));
                path.cubic_to(a, b, c, d, x, y);
            }
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

//! Reads the fills, strokes, transforms and visibility of the shapes in an SVG file. Attributes and `style` set
//! the same properties, and `style` takes precedence (SVG 2, 6.6).

use super::svg_shape::{SvgAttribute, length};
use crate::print::canvas::Ink;
use std::str::FromStr;
use svgtypes::{Color, Paint};
use tiny_skia::{LineCap, LineJoin, Stroke, Transform};

/// The ink below which a colour counts as white.
const WHITE: f64 = 0.05;
/// The least ink of a colour that is not white. Presses can't print paler colours, so these are darkened to this
/// ink, unless they count as white.
const PALEST: f64 = 0.1;

/// The painting properties of an element, which the elements inside it inherit.
#[derive(Clone)]
pub(super) struct PaintState {
    pub(super) transform: Transform,
    /// The width, the ends and the corners of strokes.
    pub(super) stroke: Stroke,
    pub(super) is_even_odd: bool,
    fill: Option<Ink>,
    line: Option<Ink>,
    /// The ink of `currentColor`.
    current: Ink,
    is_displayed: bool,
    is_visible: bool,
    has_fill: bool,
    has_line: bool,
}

impl Default for PaintState {
    fn default() -> Self {
        Self {
            transform: Transform::identity(),
            stroke: Stroke::default(),
            is_even_odd: false,
            fill: Some(Ink::BLACK),
            line: None,
            current: Ink::BLACK,
            is_displayed: true,
            is_visible: true,
            has_fill: true,
            has_line: true,
        }
    }
}

impl PaintState {
    /// Returns the state within an element with these attributes.
    ///
    /// # Errors
    /// Returns the reason if a property is not supported or has a wrong value.
    pub(super) fn with(mut self, attributes: &[SvgAttribute]) -> Result<Self, String> {
        let styled = attributes.iter().filter(|(name, _)| name == "style");
        let declarations = styled.flat_map(|(_, text)| text.split(';'));
        let declarations = declarations.filter_map(|it| it.split_once(':'));
        let plain = attributes.iter().map(|(name, value)| (&**name, &**value));
        for (name, value) in plain.chain(declarations) {
            let value = value.trim().trim_end_matches("!important").trim_end();
            self.set(name.trim(), value)?;
        }
        Ok(self)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "color" => self.current = self.ink(name, value)?.unwrap_or(self.current),
            "fill" => self.fill = self.ink(name, value)?,
            "stroke" => self.line = self.ink(name, value)?,
            "opacity" => self.is_displayed &= is_opaque(name, value)?,
            "fill-opacity" => self.has_fill = is_opaque(name, value)?,
            "stroke-opacity" => self.has_line = is_opaque(name, value)?,
            "fill-rule" => self.is_even_odd = value == "evenodd",
            "display" => self.is_displayed &= value != "none",
            "visibility" => self.is_visible = value == "visible",
            "stroke-width" => self.stroke.width = length(name, value)?,
            "stroke-miterlimit" => self.stroke.miter_limit = length(name, value)?,
            "stroke-linecap" => {
                self.stroke.line_cap = match value {
                    "round" => LineCap::Round,
                    "square" => LineCap::Square,
                    _ => LineCap::Butt,
                }
            }
            "stroke-linejoin" => {
                self.stroke.line_join = match value {
                    "round" => LineJoin::Round,
                    "bevel" => LineJoin::Bevel,
                    _ => LineJoin::Miter,
                }
            }
            "transform" => self.transform = self.transform.pre_concat(transform(name, value)?),
            "stroke-dasharray" | "clip-path" | "mask" | "filter" | "marker" | "marker-start"
            | "marker-mid" | "marker-end"
                if value != "none" =>
            {
                return Err(unsupported(name, value));
            }
            name if name.starts_with("on") => return Err(format!("{name}: scripts are refused")),
            _ => {}
        }
        Ok(())
    }

    /// Returns the ink of the colour `value` of the property `name`; `None` if the colour paints nothing.
    fn ink(&self, name: &str, value: &str) -> Result<Option<Ink>, String> {
        let colour = match Paint::from_str(value) {
            Ok(Paint::None) => return Ok(None),
            Ok(Paint::Color(colour)) => colour,
            Ok(Paint::CurrentColor) => return Ok(Some(self.current)),
            Ok(Paint::Inherit) => {
                return Ok(match name {
                    "fill" => self.fill,
                    "stroke" => self.line,
                    _ => Some(self.current),
                });
            }
            _ => return Err(unsupported(name, value)),
        };
        match colour.alpha {
            0 => Ok(None),
            u8::MAX => Ok(Some(grey(colour))),
            _ => Err(unsupported(name, value)),
        }
    }

    /// Returns whether shapes are painted at all.
    pub(super) const fn is_shown(&self) -> bool {
        self.is_displayed && self.is_visible
    }

    /// Returns the ink that fills shapes; `None` if shapes are not filled.
    pub(super) fn fill(&self) -> Option<Ink> {
        self.fill.filter(|_| self.has_fill)
    }

    /// Returns the ink of strokes; `None` if strokes are not drawn.
    pub(super) fn line(&self) -> Option<Ink> {
        self.line.filter(|_| self.has_line)
    }
}

fn unsupported(name: &str, value: &str) -> String {
    let shown: String = value.chars().take(40).collect();
    format!("{name} is {shown}, which is not supported: take plain colours, without transparency")
}

/// Returns `true` for full opacity and `false` for zero opacity; a shape with zero opacity is not drawn. Any opacity
/// between the two is an error.
fn is_opaque(name: &str, value: &str) -> Result<bool, String> {
    match value.parse::<f64>() {
        Ok(share) if share >= 1.0 => Ok(true),
        Ok(share) if share <= 0.0 => Ok(false),
        _ => Err(unsupported(name, value)),
    }
}

/// Returns the ink that looks as dark as a colour (luma of ITU-R BT.709).
fn grey(colour: Color) -> Ink {
    let [r, g, b] = [colour.red, colour.green, colour.blue].map(|it| f64::from(it) / 255.0);
    let ink = 1.0 - (0.2126 * r + 0.7152 * g + 0.0722 * b);
    let hundredths = (ink * 100.0).round() / 100.0;
    match hundredths {
        ink if ink < WHITE => Ink(0.0),
        ink => Ink(ink.max(PALEST)),
    }
}

fn transform(name: &str, value: &str) -> Result<Transform, String> {
    let it = svgtypes::Transform::from_str(value);
    let it = it.map_err(|error| format!("{name} can't be read: {error}"))?;
    let [a, b, c, d, e, f] = [it.a, it.b, it.c, it.d, it.e, it.f].map(|it| it as f32);
    Ok(Transform::from_row(a, b, c, d, e, f))
}

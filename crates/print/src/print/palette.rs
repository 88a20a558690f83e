//! The colours of a cover.
//!
//! Covers are drawn on the same canvas as inside pages, which knows only amounts of ink. A palette turns each
//! amount into a colour: the amount 0 into the lightest colour, and the full amount into the darkest.

use crate::print::PrintError;
use serde::Deserialize;

/// The minimum contrast between the darkest and the lightest colour: the limit for large type in WCAG 2.1, 1.4.3.
const LEAST_CONTRAST: f64 = 3.0;
/// KDP's limit for the total amount of ink in one place; 1 is one colour at full strength.
const MOST_INK: f64 = 2.4;

/// The built-in palettes, lightest colour first.
const NAMED: [(&str, &str); 6] = [
    ("ink", "#ffffff,#8a8f98,#16181d"),
    ("sea", "#f2f7fa,#3f8fb5,#0b2a40"),
    ("forest", "#f5f3ea,#6d9b5a,#1e3526"),
    ("sunset", "#fff6ea,#ef8b4b,#7a1f3d"),
    ("berry", "#fdf2f6,#c4557f,#43123f"),
    ("night", "#f3f0ff,#7a68c8,#161136"),
];

/// The colour space of a cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourSpace {
    /// Red, green, blue.
    Rgb,
    /// Cyan, magenta, yellow, black.
    Cmyk,
}

/// The colours of a cover.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    /// Red, green and blue from 0 to 1, the lightest colour first.
    shades: Vec<[f64; 3]>,
    /// The colour space of the output.
    pub(in crate::print) space: ColourSpace,
}

impl Palette {
    /// Reads the name of a palette, or a list of two to five colours such as `#fff6ea,#7a1f3d`.
    ///
    /// # Errors
    /// If the text is neither, or title and background would be hard to distinguish.
    pub fn new(text: &str, space: ColourSpace) -> Result<Self, PrintError> {
        let named = NAMED.iter().find(|(name, _)| *name == text);
        let listed = named.map_or(text, |(_, colours)| colours);
        let shades: Option<Vec<[f64; 3]>> = listed.split(',').map(colour).collect();
        let Some(mut shades) = shades.filter(|it| (2..=5).contains(&it.len())) else {
            let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
            let said = format!(
                "--palette {text:?}: take {}, or two to five colours such as #fff6ea,#7a1f3d",
                names.join(", ")
            );
            return Err(PrintError::Impossible(said));
        };
        shades.sort_by(|a, b| luminance(*b).total_cmp(&luminance(*a)));
        let [light, dark] = [shades[0], shades[shades.len() - 1]].map(luminance);
        let contrast = (light + 0.05) / (dark + 0.05);
        if contrast < LEAST_CONTRAST {
            let said = format!(
                "--palette {text:?}: its lightest and darkest colours have a contrast of {contrast:.1}, and the minimum for legible text is {LEAST_CONTRAST}"
            );
            return Err(PrintError::Impossible(said));
        }
        Ok(Self { shades, space })
    }

    /// Returns red, green and blue for an amount of ink, from 0 (none) to 1 (full).
    pub(in crate::print) fn shade(&self, ink: f64) -> [f64; 3] {
        let place = ink.clamp(0.0, 1.0) * (self.shades.len() - 1) as f64;
        let below = (place.floor() as usize).min(self.shades.len() - 2);
        let share = place - below as f64;
        let (a, b) = (self.shades[below], self.shades[below + 1]);
        std::array::from_fn(|n| a[n] + (b[n] - a[n]) * share)
    }
}

/// Returns cyan, magenta, yellow and black for a colour, with no more ink than a press accepts.
pub(in crate::print) fn cmyk([red, green, blue]: [f64; 3]) -> [f64; 4] {
    let black = 1.0 - red.max(green).max(blue);
    if black >= 1.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let inks = [red, green, blue].map(|it| (1.0 - it - black) / (1.0 - black));
    let sum: f64 = inks.iter().sum();
    let less = match sum + black > MOST_INK {
        true => (MOST_INK - black) / sum,
        false => 1.0,
    };
    let [cyan, magenta, yellow] = inks.map(|it| it * less);
    [cyan, magenta, yellow, black]
}

fn colour(text: &str) -> Option<[f64; 3]> {
    let digits = text.trim().strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    let part = |n: usize| u8::from_str_radix(&digits[2 * n..2 * n + 2], 16).ok();
    let [red, green, blue] = [part(0)?, part(1)?, part(2)?].map(|it| f64::from(it) / 255.0);
    Some([red, green, blue])
}

/// Returns the relative luminance of a colour (WCAG 2.1).
fn luminance(rgb: [f64; 3]) -> f64 {
    let linear = |part: f64| match part <= 0.040_45 {
        true => part / 12.92,
        false => ((part + 0.055) / 1.055).powf(2.4),
    };
    let [red, green, blue] = rgb.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palettes_are_named_or_listed_and_can_be_read() {
        for (name, _) in NAMED {
            Palette::new(name, ColourSpace::Rgb).unwrap();
        }
        let listed = Palette::new("#7a1f3d, #fff6ea", ColourSpace::Cmyk).unwrap();
        assert_eq!(listed.shade(0.0)[0], 1.0, "the lightest is the paper");
        for wrong in [
            "",
            "red",
            "#fff",
            "#ffffff",
            "#ffffff,#fffff0",
            "#ffé000,#000000",
        ] {
            let error = Palette::new(wrong, ColourSpace::Rgb)
                .unwrap_err()
                .to_string();
            assert!(error.contains("--palette"), "{error}");
        }
    }

    #[test]
    fn no_colour_has_more_ink_than_a_press_takes() {
        for n in 0..4096 {
            let part = |shift: u32| f64::from((n >> shift) & 15) / 15.0;
            let inks = cmyk([part(0), part(4), part(8)]);
            assert!(inks.iter().sum::<f64>() <= MOST_INK + 1e-9);
            assert!(inks.iter().all(|it| (0.0..=1.0).contains(it)), "{inks:?}");
        }
        assert_eq!(cmyk([1.0, 0.0, 0.0]), [0.0, 1.0, 1.0, 0.0]);
    }
}

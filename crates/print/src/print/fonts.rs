//! Reads fonts, and finds the glyphs of characters. A font that forbids embedding is refused.
//!
//! The program's own font is Atkinson Hyperlegible, drawn for people with low vision, so that no two digits look alike.
//! The script `assets/fonts/zero` removed the slash from the font's zero: no grid has a zero, and a slash looks odd in
//! page numbers. Noto Sans adds Chinese and Japanese characters and the digits of other scripts. The script
//! `assets/fonts/cut` reduced Noto Sans to the characters that the program's texts need. The user's own family is
//! searched first. All fonts in `assets/fonts` are under the SIL Open Font License.

use super::outline::{OutlinePen, Segment};
use super::symbol_picture::SymbolPicture;
use super::symbols::{self, Symbols};
use super::{PrintError, scripts};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use ttf_parser::{Face, Permissions};

const REGULAR: &[u8] = include_bytes!("../../../../assets/fonts/AtkinsonHyperlegible-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../../../../assets/fonts/AtkinsonHyperlegible-Bold.ttf");
const HAN_REGULAR: &[u8] = include_bytes!("../../../../assets/fonts/NotoSansSC-Regular.ttf");
const HAN_BOLD: &[u8] = include_bytes!("../../../../assets/fonts/NotoSansSC-Bold.ttf");
const JAPANESE_REGULAR: &[u8] = include_bytes!("../../../../assets/fonts/NotoSansJP-Regular.ttf");
const DIGITS_REGULAR: &[u8] = include_bytes!("../../../../assets/fonts/NotoSansDigits-Regular.ttf");
const DIGITS_BOLD: &[u8] = include_bytes!("../../../../assets/fonts/NotoSansDigits-Bold.ttf");
const JAPANESE_BOLD: &[u8] = include_bytes!("../../../../assets/fonts/NotoSansJP-Bold.ttf");

/// The maximum size of a font file, in bytes.
const LONGEST_FONT: u64 = 64 << 20;
/// The character shown in place of a character that is in no font.
const UNKNOWN: char = '?';

/// The weight of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// The weight of ordinary text.
    Regular,
    /// The weight of headings and of clues in solutions.
    Bold,
    /// The italic font, for captions; if a family has none, the regular font is used.
    Italic,
}

/// The index of a font in its set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FontKey(pub(super) usize);

/// A glyph of a font.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// The glyph's number in the font.
    pub id: u16,
    /// The character that the glyph shows.
    pub character: char,
    /// The distance to the next glyph, as a share of the type size.
    pub advance: f64,
}

/// The placeholder for the glyph of a digit that a font lacks.
const NO_GLYPH: Glyph = Glyph {
    id: 0,
    character: UNKNOWN,
    advance: 0.0,
};

/// A font that has been read.
#[derive(Debug, Clone)]
pub struct Font {
    data: Cow<'static, [u8]>,
    /// The PostScript name.
    pub(super) name: String,
    glyphs: BTreeMap<char, Glyph>,
    digits: [Glyph; 10],
    units: f64,
    /// The height of the font above the baseline, as a share of the type size.
    pub(super) ascent: f64,
    /// The position of the font's lower edge relative to the baseline, as a share of the type size; usually
    /// negative.
    pub(super) descent: f64,
    /// The height of capitals, as a share of the type size.
    pub(super) cap_height: f64,
    /// The left, bottom, right and top of the box around all glyphs, as shares of the type size.
    pub(super) bounds: [f64; 4],
    pub(super) italic_angle: f64,
    /// The weight of the font's strokes: 400 for text, 700 for bold.
    pub(super) heaviness: u16,
    pub(super) is_italic: bool,
    /// `true` if the outlines are in TrueType, not PostScript format.
    pub(super) is_true_type: bool,
    /// The pictures that serve as glyphs; empty if the glyphs are those of a font file.
    pub(super) pictures: Vec<SymbolPicture>,
}

impl Font {
    fn built_in(data: &'static [u8]) -> Result<Self, PrintError> {
        Self::read(Cow::Borrowed(data), "a font of the program")
    }

    /// Reads a font file.
    ///
    /// # Errors
    /// If the file can't be read, is too large or not a font, has no digits, or forbids embedding.
    pub fn open(path: &Path) -> Result<Self, PrintError> {
        let shown = path.display().to_string();
        let unreadable = |source| PrintError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let size = std::fs::metadata(path).map_err(unreadable)?.len();
        if size > LONGEST_FONT {
            let why = "it is longer than any font".to_owned();
            return Err(PrintError::Font { font: shown, why });
        }
        let data = std::fs::read(path).map_err(unreadable)?;
        let font = Self::read(Cow::Owned(data), &shown)?;
        if font.digits.iter().any(|glyph| glyph.character == UNKNOWN) {
            let why = "it has no digits".to_owned();
            return Err(PrintError::Font { font: shown, why });
        }
        Ok(font)
    }

    fn read(data: Cow<'static, [u8]>, shown: &str) -> Result<Self, PrintError> {
        let refuse = |why: &str| PrintError::Font {
            font: shown.to_owned(),
            why: why.to_owned(),
        };
        let face = Face::parse(&data, 0).map_err(|error| refuse(&error.to_string()))?;
        check_permission(&face).map_err(refuse)?;
        let units = f64::from(face.units_per_em());
        let part = |value: i16| f64::from(value) / units;
        let glyphs = all_glyphs(&face, units);
        let digit = |value: u8| glyphs.get(&char::from(b'0' + value)).copied();
        let mut digits = [NO_GLYPH; 10];
        for (value, place) in (0u8..).zip(&mut digits) {
            *place = digit(value).unwrap_or(*place);
        }
        let named = |wanted| {
            let mut names = face.names().into_iter();
            names.find_map(|name| (name.name_id == wanted).then(|| name.to_string())?)
        };
        let name = named(ttf_parser::name_id::POST_SCRIPT_NAME).unwrap_or_default();
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let name: String = name.chars().filter(is_plain).take(60).collect();
        let bounds = face.global_bounding_box();
        Ok(Self {
            name: if name.is_empty() {
                "Font".to_owned()
            } else {
                name
            },
            digits,
            units,
            ascent: part(face.ascender()),
            descent: part(face.descender()),
            cap_height: face.capital_height().map_or(0.7, part),
            bounds: [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(part),
            italic_angle: f64::from(face.italic_angle()),
            heaviness: face.weight().to_number(),
            is_italic: face.is_italic(),
            is_true_type: face.tables().glyf.is_some(),
            pictures: Vec::new(),
            glyphs,
            data,
        })
    }

    /// Makes a font whose glyphs are pictures; each character of `symbols` stands for one of the pictures.
    pub(super) fn of_pictures(symbols: &[char], pictures: Vec<SymbolPicture>) -> Self {
        let glyph = |(id, &character)| Glyph {
            id,
            character,
            advance: 1.0,
        };
        let glyphs = (0..).zip(symbols).map(glyph);
        let (bottom, top) = (SymbolPicture::BOTTOM, SymbolPicture::BOTTOM + 1.0);
        Self {
            data: Cow::Borrowed(&[]),
            name: "Pictures".to_owned(),
            digits: [NO_GLYPH; 10],
            glyphs: glyphs.map(|it| (it.character, it)).collect(),
            units: 1.0,
            ascent: top,
            descent: bottom,
            cap_height: top,
            bounds: [0.0, bottom, 1.0, top],
            italic_angle: 0.0,
            heaviness: 400,
            is_italic: false,
            is_true_type: false,
            pictures,
        }
    }

    /// Returns the glyph of a digit, 0 to 9.
    pub(super) fn digit(&self, value: u8) -> Glyph {
        self.digits[usize::from(value) % 10]
    }

    /// Returns the bytes of the font file.
    pub(super) fn data(&self) -> &[u8] {
        &self.data
    }

    /// Passes the outline of each glyph to `take`, with the glyph's index in `glyphs`. Coordinates are in units of
    /// the type size, with y pointing up.
    pub(super) fn outlines(&self, glyphs: &[u16], mut take: impl FnMut(usize, Vec<Segment>)) {
        for (n, &id) in glyphs.iter().enumerate() {
            if let Some(picture) = self.pictures.get(usize::from(id)) {
                let parts = picture.parts.iter();
                take(n, parts.flat_map(|it| &it.outline).copied().collect());
            }
        }
        // Can't fail, since it was parsed when it was opened.
        let Ok(face) = Face::parse(&self.data, 0) else {
            return;
        };
        for (n, &id) in glyphs.iter().enumerate() {
            let mut pen = OutlinePen::new(1.0 / self.units);
            face.outline_glyph(ttf_parser::GlyphId(id), &mut pen);
            take(n, pen.segments);
        }
    }
}

/// Checks that the font allows embedding of a subset of its glyphs. This program never embeds a whole font.
fn check_permission(face: &Face<'_>) -> Result<(), &'static str> {
    // A font without the table forbids nothing.
    if face.tables().os2.is_none() {
        return Ok(());
    }
    if face.permissions() == Some(Permissions::Restricted) {
        return Err("it forbids embedding (fsType): ask its maker, or take another");
    }
    if !face.is_subsetting_allowed() || !face.is_outline_embedding_allowed() {
        return Err("it forbids embedding in part (fsType): ask its maker, or take another");
    }
    Ok(())
}

fn all_glyphs(face: &Face<'_>, units: f64) -> BTreeMap<char, Glyph> {
    let mut glyphs = BTreeMap::new();
    let tables = face.tables().cmap.into_iter();
    for table in tables.flat_map(|cmap| cmap.subtables) {
        if !table.is_unicode() {
            continue;
        }
        table.codepoints(|code| {
            let Some(character) = char::from_u32(code) else {
                return;
            };
            if let Some(id) = table.glyph_index(code) {
                let advance = face.glyph_hor_advance(id).unwrap_or(0);
                let advance = f64::from(advance) / units;
                let id = id.0;
                glyphs.entry(character).or_insert(Glyph {
                    id,
                    character,
                    advance,
                });
            }
        });
    }
    glyphs
}

/// The fonts of a family.
#[derive(Debug, Clone)]
pub struct FontFamily {
    /// The font of text and digits.
    pub(super) regular: Font,
    /// The font of headings and of clues in solutions; `None` for the regular font.
    pub(super) bold: Option<Font>,
    /// The font of captions; `None` for the regular font.
    pub(super) italic: Option<Font>,
}

/// The fonts of a book: for each weight, the fonts to search for a glyph, in order.
#[derive(Debug, Clone)]
pub struct Fonts {
    pub(super) fonts: Vec<Font>,
    pub(super) regular: Vec<FontKey>,
    pub(super) bold: Vec<FontKey>,
    pub(super) italic: Vec<FontKey>,
    pub(super) symbols: Symbols,
    /// The option or file that the symbols come from.
    pub(super) symbols_from: String,
    /// For each weight, the glyphs of the symbols for digits, and the height of the glyphs' middle above the
    /// baseline, as a share of the type size.
    pub(super) symbol_glyphs: Vec<(Vec<(FontKey, Glyph)>, f64)>,
}

impl Fonts {
    /// Returns the user's own font family, if there is one, followed by the program's fonts.
    ///
    /// # Errors
    /// If the program's fonts can't be read, which would be a bug in the program.
    pub fn new(own: Option<FontFamily>) -> Result<Self, PrintError> {
        Self::with_letters(own, false)
    }

    /// Returns the same fonts as [`Fonts::new`], but if `japanese` is `true`, characters that Chinese and Japanese
    /// share have their Japanese form.
    ///
    /// # Errors
    /// If the program's fonts can't be read, which would be a bug in the program.
    pub fn with_letters(own: Option<FontFamily>, japanese: bool) -> Result<Self, PrintError> {
        let mut fonts = Vec::with_capacity(11);
        for data in [
            REGULAR,
            HAN_REGULAR,
            BOLD,
            HAN_BOLD,
            JAPANESE_REGULAR,
            JAPANESE_BOLD,
            DIGITS_REGULAR,
            DIGITS_BOLD,
        ] {
            fonts.push(Font::built_in(data)?);
        }
        let (regular, bold) = match japanese {
            true => ([0, 4, 1, 6], [2, 5, 3, 7]),
            false => ([0, 1, 4, 6], [2, 3, 5, 7]),
        };
        let [mut regular, mut bold] = [regular, bold].map(|keys| keys.map(FontKey).to_vec());
        let mut italic = regular.clone();
        if let Some(own) = own {
            let mut add = |font| {
                fonts.push(font);
                FontKey(fonts.len() - 1)
            };
            let text = add(own.regular);
            regular.insert(0, text);
            bold.insert(0, own.bold.map_or(text, &mut add));
            italic.insert(0, text);
            italic.splice(..0, own.italic.map(&mut add));
        }
        let mut fonts = Self {
            fonts,
            regular,
            bold,
            italic,
            symbols: symbols::PLAIN,
            symbols_from: String::new(),
            symbol_glyphs: Vec::new(),
        };
        fonts.symbol_glyphs = fonts.glyphs_of_symbols();
        Ok(fonts)
    }

    /// Returns the program's fonts, which are read only once.
    ///
    /// # Errors
    /// If the program's fonts can't be read, which would be a bug in the program.
    pub fn shared() -> Result<&'static Self, &'static PrintError> {
        static SHARED: OnceLock<Result<Fonts, PrintError>> = OnceLock::new();
        SHARED.get_or_init(|| Self::new(None)).as_ref()
    }

    fn chain(&self, weight: Weight) -> &[FontKey] {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
            Weight::Italic => &self.italic,
        }
    }

    /// Returns the font for digits and most text.
    pub fn first(&self, weight: Weight) -> (FontKey, &Font) {
        let key = self.chain(weight)[0];
        (key, self.font(key))
    }

    /// Returns the font with this key.
    pub fn font(&self, key: FontKey) -> &Font {
        &self.fonts[key.0]
    }

    /// Returns the number of fonts.
    pub(super) fn count(&self) -> usize {
        self.fonts.len()
    }

    pub(super) fn glyph(&self, weight: Weight, character: char) -> Option<(FontKey, Glyph)> {
        let mut chain = self.chain(weight).iter();
        chain.find_map(|&key| Some((key, *self.font(key).glyphs.get(&character)?)))
    }

    /// Returns the first character of a text that is missing in regular or bold type; `None` if none is missing.
    pub fn missing(&self, text: &str) -> Option<char> {
        let of_weights = |c: char| [Weight::Regular, Weight::Bold].map(|it| self.glyph(it, c));
        let lacks = |c: &char| of_weights(*c).iter().any(Option::is_none);
        text.chars().find(lacks)
    }

    /// Checks that a text can be typeset: first its script, then its characters. Line ends are not checked. `what` is
    /// the name of the text in errors.
    ///
    /// # Errors
    /// If the text's script or one of its characters can't be typeset.
    pub fn check(&self, what: &str, text: &str) -> Result<(), PrintError> {
        if let Some(why) = scripts::unfit(text) {
            return Err(PrintError::Impossible(format!("{what} has {why}")));
        }
        let letters: String = text.chars().filter(|c| *c != '\n').collect();
        match self.missing(&letters) {
            None => Ok(()),
            Some(character) => Err(PrintError::NoGlyph {
                what: what.to_owned(),
                character,
                text: letters.chars().take(40).collect(),
            }),
        }
    }

    /// Returns the glyphs of a text, in order, with one entry for each run of glyphs of the same font. A character
    /// that is in no font is replaced by `?`.
    pub(super) fn shape(&self, weight: Weight, text: &str) -> Vec<(FontKey, Vec<Glyph>)> {
        let mut runs: Vec<(FontKey, Vec<Glyph>)> = Vec::with_capacity(1);
        for character in text.chars() {
            let known = self.glyph(weight, character);
            let Some((key, glyph)) = known.or_else(|| self.glyph(weight, UNKNOWN)) else {
                continue;
            };
            match runs.last_mut() {
                Some((last, glyphs)) if *last == key => glyphs.push(glyph),
                _ => runs.push((key, vec![glyph])),
            }
        }
        runs
    }

    /// Returns a text shortened until it fits into `width`, with dots at its end. A text that fits is returned as
    /// it is; the result is empty if not even the dots fit.
    pub(super) fn shortened(&self, weight: Weight, text: &str, size: f64, width: f64) -> String {
        let fits = |text: &str| self.width(weight, text, size) <= width + 0.01;
        if fits(text) {
            return text.to_owned();
        }
        let ends = text.char_indices().map(|(at, _)| &text[..at]).rev();
        let mut cut = ends.map(|start| format!("{} ...", start.trim_end()));
        cut.find(|cut| fits(cut)).unwrap_or_default()
    }

    /// Returns the width of a text at this type size, in points.
    pub fn width(&self, weight: Weight, text: &str, size: f64) -> f64 {
        let advance = |c| {
            let known = self.glyph(weight, c);
            known.map_or(0.0, |(_, glyph)| glyph.advance)
        };
        size * text.chars().map(advance).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a zero has two contours, an outer and an inner one. A slash would divide the inner contour into two.
    #[test]
    fn zeros_have_no_slash() {
        let fonts = Fonts::new(None).unwrap();
        for weight in [Weight::Regular, Weight::Bold] {
            let (_, font) = fonts.first(weight);
            let mut contours = 0;
            font.outlines(&[font.digit(0).id], |_, segments| {
                contours = segments
                    .iter()
                    .filter(|it| matches!(it, Segment::Move(..)))
                    .count();
            });
            assert_eq!(contours, 2, "{weight:?}");
        }
    }
}

//! Replaces the digits of grids by other symbols. The symbols are other characters, or pictures that are added to
//! the set of fonts as one more font.

use super::PrintError;
use super::fonts::{Font, FontKey, Fonts, Glyph, Weight};
use super::outline::Segment;
use super::own_symbols::OwnSymbols;
use super::symbol_picture::{MOST_SHARE, PICTURE_SHARE, SymbolPicture};
use super::symbols::{self, Symbols};
use std::path::Path;

/// The option that selects a script. Messages name this option as the origin of the digits.
const SCRIPT: &str = "--digits";

impl Fonts {
    /// Returns these fonts with other symbols for the digits of grids. `what` is the name of the option or file
    /// with the symbols. Fails if a symbol is in no font.
    fn with_symbols(mut self, what: &str, symbols: Symbols) -> Result<Self, PrintError> {
        let text: String = symbols.iter().collect();
        if let Some(character) = self.missing(&text) {
            return Err(PrintError::NoGlyph {
                what: what.to_owned(),
                character,
                text,
            });
        }
        self.symbols = symbols;
        what.clone_into(&mut self.symbols_from);
        self.symbol_glyphs = self.glyphs_of_symbols();
        Ok(self)
    }

    /// Returns these fonts with the digits of the named script, or with the symbols of a file or a folder. If neither
    /// is given, returns the fonts unchanged.
    ///
    /// # Errors
    /// If both are given, the name is unknown, or the symbols can't be printed.
    pub(super) fn with_digits(
        self,
        name: Option<&str>,
        symbols: Option<&Path>,
    ) -> Result<Self, PrintError> {
        match (name, symbols) {
            (Some(_), Some(_)) => {
                let said = "--digits and --symbols both replace the digits: leave one out";
                Err(PrintError::Impossible(said.to_owned()))
            }
            (Some(name), None) => self.with_symbols(SCRIPT, symbols::named(name)?),
            (None, Some(path)) => self.with_own_symbols(path),
            (None, None) => Ok(self),
        }
    }

    /// Returns these fonts with the symbols of a file or a folder for the digits of grids.
    ///
    /// # Errors
    /// If the symbols can't be read, or one of them is in no font.
    fn with_own_symbols(mut self, path: &Path) -> Result<Self, PrintError> {
        let shown = path.display().to_string();
        let pictures = match OwnSymbols::open(path)? {
            OwnSymbols::Characters(symbols) => return self.with_symbols(&shown, symbols),
            OwnSymbols::Pictures(pictures) => pictures,
        };
        let symbols = Symbols::of_pictures(pictures.len());
        let key = FontKey(self.fonts.len());
        self.fonts.push(Font::of_pictures(&symbols, pictures));
        for chain in [&mut self.regular, &mut self.bold, &mut self.italic] {
            chain.push(key);
        }
        self.with_symbols(&shown, symbols)
    }

    /// Returns the pictures that stand for digits, starting with digit 1; empty if the symbols are characters.
    pub(super) fn pictures(&self) -> &[SymbolPicture] {
        let last = self.fonts.last().filter(|_| self.symbols.are_pictures());
        last.map_or(&[], |font| font.pictures.as_slice())
    }

    /// Checks that there is a symbol for each digit of a grid with `side` cells along a side. A file or a folder
    /// must not have more symbols than digits. A script may have more, and its first digits are used.
    pub(super) fn check_symbols(&self, side: usize) -> Result<(), PrintError> {
        let count = self.symbols.len();
        let is_script = self.symbols_from == SCRIPT;
        if self.symbols == symbols::PLAIN || count == side || is_script && count > side {
            return Ok(());
        }
        let kind = match self.symbols.are_pictures() {
            true => "pictures",
            false => "symbols",
        };
        let said = format!("{}: it has {count} {kind}, not {side}", self.symbols_from);
        Err(PrintError::Impossible(said))
    }

    /// Returns, for each weight, the glyphs of the symbols for digits, and the height of the glyphs' middle above
    /// the baseline, as a share of the type size.
    pub(super) fn glyphs_of_symbols(&self) -> Vec<(Vec<(FontKey, Glyph)>, f64)> {
        let weights = [Weight::Regular, Weight::Bold, Weight::Italic];
        let of_weight = |weight| {
            let glyphs = self.symbols.iter().map(|&symbol| {
                let (key, font) = self.first(weight);
                self.glyph(weight, symbol).unwrap_or((key, font.digit(0)))
            });
            let glyphs: Vec<(FontKey, Glyph)> = glyphs.collect();
            let middle = match self.symbols == symbols::PLAIN {
                true => self.first(weight).1.cap_height / 2.0,
                false => self.middle_of(&glyphs),
            };
            (glyphs, middle)
        };
        weights.map(of_weight).into()
    }

    /// Returns the middle between the lowest and the highest point of these glyphs: its height above the baseline,
    /// as a share of the type size.
    fn middle_of(&self, glyphs: &[(FontKey, Glyph)]) -> f64 {
        let (mut least, mut most) = (f64::MAX, f64::MIN);
        for (key, glyph) in glyphs {
            self.font(*key).outlines(&[glyph.id], |_, segments| {
                for [_, y] in segments.iter().filter_map(Segment::end) {
                    (least, most) = (least.min(y), most.max(y));
                }
            });
        }
        if least < most {
            f64::midpoint(least, most)
        } else {
            0.35
        }
    }

    /// Returns the type size of symbols in a cell whose side is `cell`; `digit` is the type size of digits in that
    /// cell. Pictures are larger than digits.
    pub(super) fn symbol_size(&self, digit: f64, cell: f64) -> f64 {
        match self.symbols.are_pictures() {
            true => (digit * PICTURE_SHARE).min(cell * MOST_SHARE),
            false => digit,
        }
    }

    /// Returns the symbols of the digits, starting with digit 1.
    pub(super) const fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Returns the symbol for a digit (1 or more): its font, its glyph, and the height of the symbols' middle above
    /// the baseline, as a share of the type size.
    pub(super) fn digit(&self, weight: Weight, value: u8) -> (FontKey, &Font, Glyph, f64) {
        let (glyphs, middle) = &self.symbol_glyphs[weight as usize];
        let (key, glyph) = glyphs[usize::from(value).saturating_sub(1) % glyphs.len()];
        (key, self.font(key), glyph, *middle)
    }
}

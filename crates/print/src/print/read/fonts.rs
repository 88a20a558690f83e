//! Decodes the text of a PDF: the characters and widths of a font's codes (ISO 32000-1, 9.7 and 9.10.3).

use super::file::ParsedPdf;
use super::object::{Dict, Object, PdfLexer};
use std::collections::BTreeMap;

/// The maximum number of entries in a font's table of characters: one for each two-byte code.
const MOST_ENTRIES: usize = 1 << 16;

/// A map from the codes of a font to their characters and widths.
#[derive(Debug, Default)]
pub(super) struct Characters {
    bytes: usize,
    map: BTreeMap<u16, char>,
    /// The ranges of codes with the same width, keyed by the first code of each range. Each value is the last code of
    /// the range and the width, relative to the type size.
    widths: BTreeMap<u16, (u16, f64)>,
    /// The width of codes outside all ranges.
    other_width: f64,
}

/// A code in a text, with its character and its width.
#[derive(Debug, Clone, Copy)]
pub(super) struct FontCode {
    pub(super) character: char,
    /// The width, relative to the type size.
    pub(super) width: f64,
    /// `true` if word spacing is added after the character.
    pub(super) is_space: bool,
}

impl Characters {
    pub(super) fn read(file: &ParsedPdf<'_>, font: &Object) -> Self {
        let Some(Object::Dict(font)) = file.resolve(font) else {
            return Self::default();
        };
        let is_wide = font.get("Subtype").and_then(Object::name) == Some("Type0");
        let table = font.get("ToUnicode").and_then(Object::reference);
        let table = table.and_then(|number| file.stream(number));
        let map = table.map(|(_, data)| to_unicode(&data)).unwrap_or_default();
        let mut characters = Self {
            bytes: if is_wide { 2 } else { 1 },
            map,
            ..Self::default()
        };
        match is_wide {
            true => characters.read_wide(file, &font),
            false => characters.read_plain(file, &font),
        }
        characters
    }

    /// Reads the widths of a font with two bytes per code.
    fn read_wide(&mut self, file: &ParsedPdf<'_>, font: &Dict) {
        let below = file.get(font, "DescendantFonts");
        let below = below
            .as_ref()
            .and_then(Object::array)
            .and_then(|it| it.first());
        let Some(Object::Dict(below)) = below.and_then(|it| file.resolve(it)) else {
            return;
        };
        let other = file.get(&below, "DW").as_ref().and_then(Object::number);
        self.other_width = other.unwrap_or(1000.0) / 1000.0;
        let list = file.get(&below, "W");
        let mut list = list
            .as_ref()
            .and_then(Object::array)
            .unwrap_or_default()
            .iter();
        while let (Some(first), Some(next)) = (list.next().and_then(Object::number), list.next()) {
            match file.resolve(next) {
                Some(Object::Array(widths)) => self.put(file, first, &widths),
                Some(Object::Number(last)) => {
                    let width = list.next().and_then(Object::number).unwrap_or(0.0);
                    self.widths
                        .insert(first as u16, (last as u16, width / 1000.0));
                }
                _ => return,
            }
        }
    }

    /// Reads the widths of a font with one byte per code.
    fn read_plain(&mut self, file: &ParsedPdf<'_>, font: &Dict) {
        let first = file.get(font, "FirstChar");
        let widths = file.get(font, "Widths");
        let first = first.as_ref().and_then(Object::number).unwrap_or(0.0);
        let widths = widths.as_ref().and_then(Object::array).unwrap_or_default();
        self.put(file, first, widths);
    }

    /// Stores the widths of consecutive codes, starting with the code `first`.
    fn put(&mut self, file: &ParsedPdf<'_>, first: f64, widths: &[Object]) {
        for (code, width) in (first as u16..=u16::MAX).zip(widths) {
            let width = file.resolve(width).as_ref().and_then(Object::number);
            self.widths
                .insert(code, (code, width.unwrap_or(0.0) / 1000.0));
        }
    }

    fn width(&self, code: u16) -> f64 {
        let range = self.widths.range(..=code).next_back();
        let within = range.filter(|(_, (last, _))| code <= *last);
        within.map_or(self.other_width, |(_, (_, width))| *width)
    }

    /// Returns the codes of a text, with characters and widths.
    pub(super) fn decode<'a>(&'a self, codes: &'a [u8]) -> impl Iterator<Item = FontCode> + 'a {
        let code = |bytes: &[u8]| {
            bytes
                .iter()
                .fold(0u16, |all, byte| (all << 8) | u16::from(*byte))
        };
        let is_plain = self.bytes == 1;
        codes.chunks(self.bytes.max(1)).map(move |bytes| {
            let code = code(bytes);
            let plain = || char::from_u32(u32::from(code)).filter(|_| is_plain);
            let character = self.map.get(&code).copied().or_else(plain);
            FontCode {
                character: character.unwrap_or('\u{fffd}'),
                width: self.width(code),
                is_space: is_plain && code == 32,
            }
        })
    }
}

/// Reads a table that maps codes to characters (ISO 32000-1, 9.10.3). If a code has several characters, only the first
/// is kept.
fn to_unicode(data: &[u8]) -> BTreeMap<u16, char> {
    let mut map = BTreeMap::new();
    let mut texts: Vec<Object> = Vec::new();
    let mut entries = 0;
    let mut lexer = PdfLexer::new(data, 0);
    let code = |object: &Object| match object {
        Object::Text(bytes) => bytes
            .iter()
            .fold(0u32, |all, byte| (all << 8) | u32::from(*byte))
            as u16,
        _ => 0,
    };
    let character = |object: &Object, offset: u32| match object {
        Object::Text(bytes) => {
            let units = bytes
                .chunks_exact(2)
                .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            let first = char::decode_utf16(units).next()?.ok()?;
            char::from_u32(u32::from(first) + offset)
        }
        _ => None,
    };
    while let Some(object) = lexer.object() {
        match &object {
            Object::Operator(word) if word == "endbfchar" => {
                for pair in texts.chunks_exact(2) {
                    map.extend(character(&pair[1], 0).map(|c| (code(&pair[0]), c)));
                }
            }
            Object::Operator(word) if word == "endbfrange" => {
                for triple in texts.chunks_exact(3) {
                    let (first, last) = (code(&triple[0]), code(&triple[1]));
                    entries += usize::from(last.saturating_sub(first)) + 1;
                    if entries > MOST_ENTRIES {
                        return map;
                    }
                    for (n, at) in (first..=last).enumerate() {
                        let found = match &triple[2] {
                            Object::Array(items) => {
                                items.get(n).and_then(|item| character(item, 0))
                            }
                            one => character(one, n as u32),
                        };
                        map.extend(found.map(|c| (at, c)));
                    }
                }
            }
            Object::Text(_) | Object::Array(_) => {
                texts.push(object);
                continue;
            }
            Object::Operator(_) => {}
            _ => continue,
        }
        texts.clear();
    }
    map
}

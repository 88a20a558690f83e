//! Embeds fonts in a PDF, reduced to the glyphs that the file uses. A table of characters is added, so that text
//! can be searched, copied and read back. Each glyph of a text takes two bytes.

use crate::print::PrintError;
use crate::print::fonts::{Font, FontKey, Glyph};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use std::collections::BTreeMap;
use std::io::Write;
use subsetter::GlyphRemapper;

const IDENTITY: SystemInfo<'static> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// The glyphs that a PDF uses, by font.
pub(super) struct Embedding(Vec<FontGlyphs>);

/// The glyphs of one font that a PDF uses.
#[derive(Default)]
pub(super) struct FontGlyphs {
    remapper: GlyphRemapper,
    /// The glyphs, by their number in the reduced font.
    glyphs: BTreeMap<u16, Glyph>,
}

impl Embedding {
    pub(super) fn new(fonts: usize) -> Self {
        Self((0..fonts).map(|_| FontGlyphs::default()).collect())
    }

    /// Returns the number of a glyph in the reduced font, and marks the glyph as used.
    pub(super) fn use_glyph(&mut self, key: FontKey, glyph: Glyph) -> u16 {
        let used = &mut self.0[key.0];
        let id = used.remapper.remap(glyph.id);
        used.glyphs.entry(id).or_insert(glyph);
        id
    }

    /// Returns the fonts that have used glyphs.
    pub(super) fn used(&self) -> Vec<(FontKey, &FontGlyphs)> {
        let all = self.0.iter().enumerate();
        all.filter(|(_, used)| !used.glyphs.is_empty())
            .map(|(n, used)| (FontKey(n), used))
            .collect()
    }
}

/// Writes a font; `refs` are the numbers of its objects: the font, its CID font, its descriptor,
/// its file and its character table.
pub(super) fn write(
    pdf: &mut Pdf,
    font: &Font,
    used: &FontGlyphs,
    refs: [Ref; 5],
) -> Result<(), PrintError> {
    let refuse = |why: String| PrintError::Font {
        font: font.name.clone(),
        why,
    };
    let cut = subsetter::subset(font.data(), 0, &used.remapper);
    let cut =
        cut.map_err(|error| refuse(format!("it cannot be cut to the glyphs in use: {error}")))?;
    let [face, cid, descriptor, file, characters] = refs;
    let name = format!("{}+{}", tag(&cut), font.name);
    let name = Name(name.as_bytes());

    pdf.type0_font(face)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(characters);

    let mut out = pdf.cid_font(cid);
    out.base_font(name)
        .system_info(IDENTITY)
        .font_descriptor(descriptor)
        .default_width(0.0);
    if font.is_true_type {
        out.subtype(CidFontType::Type2)
            .cid_to_gid_map_predefined(Name(b"Identity"));
    } else {
        out.subtype(CidFontType::Type0);
    }
    let mut widths = out.widths();
    for (&id, glyph) in &used.glyphs {
        widths.consecutive(id, [thousandths(glyph.advance)]);
    }
    widths.finish();
    out.finish();

    describe(pdf, font, name, descriptor, file);
    write_file(pdf, font, &cut, file).ok_or_else(|| refuse("it has no outlines".to_owned()))?;
    let mut map = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
    for (&id, glyph) in &used.glyphs {
        map.pair(id, glyph.character);
    }
    let packed = deflated(&map.finish());
    let mut cmap = pdf.cmap(characters, &packed);
    cmap.filter(Filter::FlateDecode);
    Ok(())
}

fn thousandths(part: f64) -> f32 {
    (part * 1000.0).round() as f32
}

fn describe(pdf: &mut Pdf, font: &Font, name: Name<'_>, descriptor: Ref, file: Ref) {
    let [left, bottom, right, top] = font.bounds.map(thousandths);
    let mut out = pdf.font_descriptor(descriptor);
    out.name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(font.italic_angle as f32)
        .ascent(thousandths(font.ascent))
        .descent(thousandths(font.descent))
        .cap_height(thousandths(font.cap_height))
        .stem_v(80.0);
    if font.is_true_type {
        out.font_file2(file);
    } else {
        out.font_file3(file);
    }
    out.finish();
}

/// Writes the reduced font `cut` as the object `file`; `None` if a font in PostScript format has no outlines.
fn write_file(pdf: &mut Pdf, font: &Font, cut: &[u8], file: Ref) -> Option<()> {
    if font.is_true_type {
        let packed = deflated(cut);
        let mut stream = pdf.stream(file, &packed);
        stream
            .filter(Filter::FlateDecode)
            .pair(Name(b"Length1"), cut.len() as i32);
    } else {
        let outlines = post_script_outlines(cut)?;
        let packed = deflated(outlines);
        let mut stream = pdf.stream(file, &packed);
        stream
            .filter(Filter::FlateDecode)
            .pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
    }
    Some(())
}

/// Returns six capital letters that distinguish the reduced font `cut` from others.
fn tag(cut: &[u8]) -> String {
    let hash = blake3::hash(cut);
    let letters = hash.as_bytes().iter().take(6);
    letters.map(|byte| char::from(b'A' + byte % 26)).collect()
}

fn post_script_outlines(font: &[u8]) -> Option<&[u8]> {
    let face = ttf_parser::RawFace::parse(font, 0).ok()?;
    face.table(ttf_parser::Tag::from_bytes(b"CFF "))
}

/// Compresses bytes for a PDF's Flate filter.
pub(super) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::new(6));
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

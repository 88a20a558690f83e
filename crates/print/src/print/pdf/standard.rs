//! Writes the entries that PDF/X requires for the file as a whole, such as the output intent. PDF/X-1a is defined
//! in ISO 15930-1 (2001) and ISO 15930-4 (2003), PDF/X-4 in ISO 15930-7.

use super::metadata;
use super::metadata::{MADE_FOR, PdfMetadata};
use crate::print::shop::Standard;
use crate::print::symbols::{PLAIN, Symbols};
use pdf_writer::types::{OutputIntentSubtype, TrappingStatus};
use pdf_writer::{Dict, Finish, Name, Pdf, Ref, Str, TextStr};

pub(super) const fn version(standard: Standard) -> (u8, u8) {
    match standard {
        Standard::Plain | Standard::X1a2003 => (1, 4),
        Standard::X1a2001 => (1, 3),
        Standard::X4 => (1, 6),
    }
}

/// Writes the private entry of the catalogue. The program later reads this entry to find out the shop, the paper and
/// the symbols of digits; for a cover, also the trim and the number of pages of its book.
fn write_private(mut entry: Dict<'_>, about: &PdfMetadata, symbols: &Symbols, forms: &[Ref]) {
    if let Some((preset, stock)) = about.made_for {
        entry
            .pair(Name(b"Preset"), Name(preset.shop().name.as_bytes()))
            .pair(Name(b"Paper"), Name(stock.name().as_bytes()));
    }
    if *symbols != PLAIN {
        let codes = symbols.iter().map(|&symbol| u32::from(symbol) as i32);
        entry.insert(Name(b"Signs")).array().items(codes);
    }
    if !forms.is_empty() {
        let forms = forms.iter().copied();
        entry.insert(Name(b"Pictures")).array().items(forms);
    }
    if let Some((trim, pages)) = about.cover {
        let thousandths = |side: f64| (side * 1000.0).round() as i32;
        entry
            .pair(
                Name(b"CoverPages"),
                i32::try_from(pages).unwrap_or(i32::MAX),
            )
            .pair(Name(b"CoverWidth"), thousandths(trim.width))
            .pair(Name(b"CoverHeight"), thousandths(trim.height));
    }
}

/// Writes the document's catalogue and information. `forms` holds the object numbers of the pictures that replace
/// digits; the last argument holds three unused object numbers.
pub(super) fn write(
    pdf: &mut Pdf,
    standard: Standard,
    (about, symbols, forms): (&PdfMetadata, &Symbols, &[Ref]),
    catalog: Ref,
    tree: Ref,
    [info, profile, metadata]: [Ref; 3],
) {
    let mut out = pdf.catalog(catalog);
    out.pages(tree);
    if about.made_for.is_some() || *symbols != PLAIN {
        let entry = out.insert(Name(MADE_FOR.as_bytes())).dict();
        write_private(entry, about, symbols, forms);
    }
    if standard == Standard::Plain {
        return;
    }
    let mut intents = out.output_intents();
    let mut intent = intents.push();
    intent.subtype(OutputIntentSubtype::PDFX);
    if standard == Standard::X4 {
        intent
            .output_condition_identifier(TextStr("Custom"))
            .info(TextStr(metadata::PROFILE_NAME))
            .dest_output_profile(profile);
    } else {
        intent
            .output_condition_identifier(TextStr(about.condition))
            .registry_name(TextStr("http://www.color.org"));
    }
    intent.finish();
    intents.finish();
    if standard == Standard::X4 {
        out.metadata(metadata);
    }
    out.finish();
    if standard == Standard::X4 {
        pdf.icc_profile(profile, &metadata::grey_profile()).n(1);
        pdf.metadata(metadata, metadata::xmp(about).as_bytes());
    }
    write_info(pdf, standard, about, info);
}

fn write_info(pdf: &mut Pdf, standard: Standard, about: &PdfMetadata, info: Ref) {
    let day = pdf_writer::Date::new(about.date.year().unsigned_abs())
        .month(about.date.month().unsigned_abs())
        .day(about.date.day().unsigned_abs())
        .hour(0)
        .minute(0)
        .second(0)
        .utc_offset_hour(0)
        .utc_offset_minute(0);
    let mut out = pdf.document_info(info);
    out.title(TextStr(&about.title))
        .creator(TextStr("Sudoku Factory"))
        .producer(TextStr("Sudoku Factory"))
        .creation_date(day)
        .modified_date(day)
        .trapped(TrappingStatus::NotTrapped);
    if let Some(author) = &about.author {
        out.author(TextStr(author));
    }
    match standard {
        Standard::X1a2001 => {
            out.pair(Name(b"GTS_PDFXVersion"), Str(b"PDF/X-1:2001"));
            out.pair(Name(b"GTS_PDFXConformance"), Str(b"PDF/X-1a:2001"));
        }
        Standard::X1a2003 => {
            out.pair(Name(b"GTS_PDFXVersion"), Str(b"PDF/X-1a:2003"));
        }
        Standard::X4 => {
            out.pair(Name(b"GTS_PDFXVersion"), Str(b"PDF/X-4"));
        }
        Standard::Plain => {}
    }
    out.finish();
}

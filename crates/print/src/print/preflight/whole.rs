//! Checks a PDF as a whole: entries that a shop refuses, fonts, and the entries of PDF/X.

use super::faults::Faults;
use crate::print::read::{Dict, Object, ParsedPdf};
use crate::print::shop::{Shop, ShopPreset, Standard};

pub(super) fn check(file: &ParsedPdf<'_>, shop: &Shop, faults: &mut Faults) {
    let root = file.get_dict(&file.trailer, "Root").unwrap_or_default();
    for (key, what) in [
        ("Outlines", "bookmarks"),
        ("AcroForm", "a form"),
        ("OpenAction", "an action on opening"),
        ("AA", "actions"),
        ("OCProperties", "layers"),
    ] {
        if root.contains_key(key) {
            faults.add(0, format!("{what}: leave them out"));
        }
    }
    let info = file.get_dict(&file.trailer, "Info");
    if shop.preset == ShopPreset::Kdp && (info.is_some() || root.contains_key("Metadata")) {
        faults.add(0, "metadata, which kdp asks to leave out");
    }
    for (_, object) in file.objects() {
        if let Object::Dict(dict) = object {
            entry(&dict, faults);
        }
    }
    if shop.standard != Standard::Plain {
        standard(
            file,
            &root,
            &info.unwrap_or_default(),
            shop.standard,
            faults,
        );
    }
}

/// Reports the faults of a dictionary: a font that is not embedded, forbidden LZW compression, or a script.
fn entry(dict: &Dict, faults: &mut Faults) {
    let named = |key: &str| dict.get(key).and_then(Object::name);
    let has_file = ["FontFile", "FontFile2", "FontFile3"]
        .iter()
        .any(|key| dict.contains_key(*key));
    // A composite font has the descriptor in its descendant; a font drawn by operators needs none.
    let is_bare = !dict.contains_key("FontDescriptor")
        && !matches!(named("Subtype"), Some("Type0" | "Type3"));
    let lacking = match named("Type") {
        Some("FontDescriptor") if !has_file => named("FontName").or(Some("a font")),
        Some("Font") if is_bare => named("BaseFont").or(Some("a font")),
        _ => None,
    };
    if let Some(name) = lacking {
        faults.add(0, format!("{name} is not embedded"));
    }
    let filter = dict
        .get("Filter")
        .map(|filter| format!("{filter:?}"))
        .unwrap_or_default();
    if filter.contains("LZWDecode") {
        faults.add(0, "LZW compression");
    }
    if dict.contains_key("JS") || dict.get("S").and_then(Object::name) == Some("JavaScript") {
        faults.add(0, "a script");
    }
}

/// Checks the entries that PDF/X requires.
fn standard(file: &ParsedPdf<'_>, root: &Dict, info: &Dict, wanted: Standard, faults: &mut Faults) {
    let name = wanted.title();
    let text = |key: &str| match file.get(info, key) {
        Some(Object::Text(text)) => String::from_utf8_lossy(&text).into_owned(),
        Some(Object::Name(text)) => text,
        _ => String::new(),
    };
    let said = format!(
        "{} {}",
        text("GTS_PDFXVersion"),
        text("GTS_PDFXConformance")
    );
    if !said.contains("PDF/X-") {
        faults.add(
            0,
            format!("it does not say which PDF/X it is; {name} is required"),
        );
    }
    for key in ["Title", "CreationDate", "ModDate", "Trapped"] {
        if text(key).is_empty() {
            faults.add(
                0,
                format!("the document information lacks {key}, which {name} requires"),
            );
        }
    }
    if !file.trailer.contains_key("ID") {
        faults.add(0, format!("the trailer has no ID, which {name} requires"));
    }
    let intents = file.get(root, "OutputIntents");
    let intents = intents
        .as_ref()
        .and_then(Object::array)
        .unwrap_or_default()
        .iter();
    let ours = intents
        .filter_map(|intent| file.resolve(intent))
        .filter(|intent| {
            let dict = intent.dict();
            dict.and_then(|dict| dict.get("S")).and_then(Object::name) == Some("GTS_PDFX")
        });
    if ours.count() != 1 {
        faults.add(
            0,
            format!("{name} requires exactly one output intent (GTS_PDFX)"),
        );
    }
    let most = match wanted {
        Standard::X1a2001 => "1.3",
        Standard::X4 => "1.6",
        Standard::X1a2003 | Standard::Plain => "1.4",
    };
    if file.version.as_str() > most {
        faults.add(
            0,
            format!("it is PDF {}, and {name} is PDF {most}", file.version),
        );
    }
}

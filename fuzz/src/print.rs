//! Targets for printing. They check PDFs, read pictures that stand for digits, and read files that control the
//! look of books.

use crate::{assert_one_line, repair, scratch};
use std::fs;
use std::sync::OnceLock;
use sudoku_factory::print::book::BookSettings;
use sudoku_factory::print::calendar::Week;
use sudoku_factory::print::{
    OwnTexts, PaperStock, PrintError, SeriesManifest, ShopPreset, StyleSheet, preflight, read,
};
use tempfile::TempDir;

/// Checks a PDF, first as it is and then with its table of objects and its stream lengths repaired.
pub fn pdf(bytes: &[u8]) {
    check(bytes);
    check(&repair::pdf(bytes));
}

fn check(bytes: &[u8]) {
    let stock = PaperStock::White;
    let told = |result: Result<(), PrintError>| {
        if let Err(error) = result {
            assert_one_line(&error);
        }
    };
    if let Err(error) = preflight::is_encrypted(bytes) {
        return assert_one_line(&error);
    }
    told(preflight::made_for(bytes).map(drop));
    let report = preflight::check(bytes, ShopPreset::Kdp, stock);
    if let Ok(report) = &report {
        report.faults.iter().for_each(assert_one_line);
        preflight::groups(&report.faults)
            .iter()
            .for_each(assert_one_line);
    }
    told(report.map(drop));
    if let Ok(Some((trim, pages))) = preflight::cover_of(bytes) {
        let shop = ShopPreset::Kdp.shop();
        told(preflight::check_cover(bytes, &shop, trim, pages, stock).map(drop));
    }
    told(read::links(bytes).map(drop));
    told(read::words(bytes).map(drop));
    told(preflight::against(bytes, &[]).map(drop));
    if let Ok(grids) = read::grids(bytes) {
        for grid in grids {
            // Two digits in one cell of a full grid empty it.
            let is_emptied = grid.values.iter().all(|value| *value == 0);
            assert!(is_emptied || grid.is_full != grid.values.contains(&0));
        }
    }
}

/// Reads an SVG file as the picture of a digit.
pub fn symbols(bytes: &[u8]) {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(scratch::folder).path();
    fs::write(folder.join("1.svg"), bytes).expect("scratch can be written");
    let mut sheet = StyleSheet::default();
    sheet.symbols = Some(folder.to_owned());
    if let Err(error) = sheet.fonts(1) {
        assert_one_line(&error);
    }
}

/// Reads a file that controls a book or a calendar. The first byte chooses its kind: book settings, texts, a style
/// sheet, the manifest of a series, or the week file of a calendar.
pub fn book_files(bytes: &[u8]) {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(scratch::folder).path();
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let file = folder.join("it.toml");
    fs::write(&file, text).expect("scratch can be written");
    let read = match choice % 5 {
        0 => BookSettings::from_file(&file).map(drop),
        1 => OwnTexts::open(&file).map(drop),
        2 => StyleSheet::open(&file).map(drop),
        3 => SeriesManifest::open(&file).map(drop),
        _ => Week::from_text(&String::from_utf8_lossy(text), "week.toml").map(drop),
    };
    if let Err(error) = read {
        assert_one_line(&error);
    }
}

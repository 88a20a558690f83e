//! Targets for lists of ids and puzzles, and for the lists of taken puzzles that older releases wrote.

use crate::{assert_one_line, repair, scratch};
use std::fs;
use std::sync::OnceLock;
use sudoku_factory::cli::PuzzleIds;
use sudoku_factory::grid::Layout;
use sudoku_factory::ledger::{Ledger, LedgerCreation};
use tempfile::TempDir;

/// Reads a list of ids and puzzles as `ledger ship --ids` does; the first byte chooses the layout.
pub fn ids(bytes: &[u8]) {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(scratch::folder).path();
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let layout = match choice % 4 {
        0 => Some("4x4"),
        1 => Some("6x6+jigsaw"),
        _ => None,
    };
    let layout = layout.and_then(|name| name.parse::<Layout>().ok());
    let file = folder.join("ids.txt");
    fs::write(&file, text).expect("scratch can be written");
    match PuzzleIds::new(layout).of_file(&file) {
        Err(error) => assert_one_line(&format!("{error:#}")),
        Ok(ids) => {
            let lines: String = ids.iter().map(|id| format!("{id}\n")).collect();
            fs::write(&file, lines).expect("scratch can be written");
            let again = PuzzleIds::new(None).of_file(&file);
            assert_eq!(again.expect("written ids can be read"), ids);
        }
    }
}

/// Opens a ledger of an older format from `tests/golden`. The input replaces the file of taken puzzles that
/// belongs to the ledger: first as it is, then with its checksums repaired.
pub fn takes(bytes: &[u8]) {
    static OLD: OnceLock<Vec<u8>> = OnceLock::new();
    let old = OLD.get_or_init(|| scratch::read_golden("format-3/ledger.sqlite"));
    for takes in [bytes, &repair::frames(bytes)] {
        let folder = scratch::folder();
        let path = folder.path().join("ledger.sqlite");
        fs::write(&path, old).expect("scratch can be written");
        fs::write(path.with_extension("takes"), takes).expect("scratch can be written");
        let opened = Ledger::open(&path, LedgerCreation::Never);
        match opened.and_then(|ledger| ledger.check()) {
            Err(error) => assert_one_line(&error),
            Ok(report) => assert_eq!(report.findings, Vec::<String>::new()),
        }
    }
}

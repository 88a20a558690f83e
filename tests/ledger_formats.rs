//! Tests that ledgers of old formats can be read. Formats 2 and 3 are upgraded, together with the files that older
//! releases kept beside the ledger. Format 4 is the present one.

use crate::factory::run_in;
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::ledger::{Head, Ledger, LedgerCreation, LedgerError};

/// Copies the ledger in the golden folder `format` to a new folder. Returns the new folder and the path of the
/// copy.
fn golden(format: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for entry in fs::read_dir(golden.join(format)).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("ledger.") {
            fs::copy(entry.path(), folder.path().join(name)).unwrap();
        }
    }
    let path = folder.path().join("ledger.sqlite");
    (folder, path)
}

/// Checks the ledger from a golden folder. Returns the ledger's state, and the third puzzle of the title `First book`.
fn golden_state(path: &Path) -> (Head, PuzzleId) {
    let ledger = Ledger::open(path, LedgerCreation::Never).unwrap();
    let third = ledger.puzzle_shipped("First book", 3).unwrap().unwrap();
    let known = ledger.look_up(third).unwrap().unwrap();
    assert_eq!(known.pack.name, "pack-1");
    assert!(!ledger.is_in_stock(third).unwrap());
    assert_eq!(ledger.check().unwrap().findings, Vec::<String>::new());
    (ledger.head().unwrap(), third)
}

#[test]
fn a_ledger_of_format_2_is_brought_forward() {
    let (folder, path) = golden("format-1");
    let before = golden_state(&path);
    assert_eq!((before.0.packs, before.0.puzzles), (2, 40));
    let copy = folder.path().join("ledger.sqlite.format-2");
    assert!(copy.exists());
    run_in(
        folder.path(),
        "ledger backup b.sqlite --ledger ledger.sqlite",
    )
    .expect(0);
    fs::write(&path, "spilt coffee").unwrap();
    for backup in ["b.sqlite", "ledger.sqlite.format-2"] {
        let rebuild = format!("ledger rebuild --from {backup} --ledger ledger.sqlite");
        run_in(folder.path(), &rebuild).expect(0);
        assert_eq!(golden_state(&path), before);
    }
}

/// Puzzles that the server of an older release handed out stay shipped, and puzzles that it only reserved in a
/// block go back into stock.
#[test]
fn takes_of_format_3_are_brought_forward() {
    let taken = |path: &Path| {
        let ledger = Ledger::open(path, LedgerCreation::Never).unwrap();
        let (asked, three) = ledger.taken("shop", "order 1").unwrap().unwrap();
        assert_eq!(asked, r#"{"level":"hard","n":3,"scheme":null}"#);
        let (_, one) = ledger.taken("shop", "order 3").unwrap().unwrap();
        assert_eq!((three.len(), one.len()), (3, 1));
        assert_eq!(ledger.takes().unwrap(), (3, 6));
        assert_eq!(ledger.count_of("shop").unwrap(), (3, 6));
        assert_eq!(ledger.count_of("another").unwrap(), (0, 0));
        assert!(three.iter().all(|id| !ledger.is_in_stock(*id).unwrap()));
        let titles = ledger.shipments().unwrap().into_iter();
        let blocks: Vec<u64> = titles.skip(1).map(|(_, puzzles)| puzzles).collect();
        let stock = ledger.stock().unwrap();
        (three, blocks, stock[0].1.shipped)
    };
    let (_folder, path) = golden("format-3");
    golden_state(&path);
    let (three, blocks, easy) = taken(&path);
    assert_eq!(
        (blocks, easy),
        (vec![], 1),
        "the rest of a block is in stock"
    );
    let (_other, other) = golden("format-3");
    // A file that was damaged once may lack what was taken: nothing goes back.
    fs::write(other.with_extension("takes.damaged"), "").unwrap();
    golden_state(&other);
    assert_eq!(taken(&other), (three, vec![1], 2));
    // Nor where it is lost; and one that can't be read is refused.
    let (_third, third) = golden("format-3");
    let takes = third.with_extension("takes");
    let whole = fs::read(&takes).unwrap();
    let middle = whole.len() / 2;
    fs::write(
        &takes,
        [&whole[..middle], b"?", &whole[middle + 1..]].concat(),
    )
    .unwrap();
    let refused = Ledger::open(&third, LedgerCreation::Never).unwrap_err();
    assert!(matches!(refused, LedgerError::OldTakes { .. }), "{refused}");
    fs::remove_file(&takes).unwrap();
    // A link to itself is there, but can't be opened.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&takes, &takes).unwrap();
        let refused = Ledger::open(&third, LedgerCreation::Never).unwrap_err();
        assert!(matches!(refused, LedgerError::File { .. }), "{refused}");
        fs::remove_file(takes).unwrap();
    }
    golden_state(&third);
    let ledger = Ledger::open(&third, LedgerCreation::Never).unwrap();
    assert_eq!(ledger.takes().unwrap(), (0, 0));
    assert_eq!(ledger.stock().unwrap()[0].1.shipped, 2);
    let refused = ledger.unship("http block 2").unwrap_err();
    assert!(
        matches!(refused, LedgerError::HandedOut { .. }),
        "{refused}"
    );
}

/// A new ledger takes nothing from the files that an older release left beside a ledger that is gone.
#[test]
fn a_new_ledger_beside_files_of_format_3_is_empty() {
    let (_folder, path) = golden("format-3");
    fs::remove_file(&path).unwrap();
    let ledger = Ledger::open(&path, LedgerCreation::IfMissing).unwrap();
    assert_eq!(ledger.head().unwrap(), Head::default());
    assert_eq!(ledger.takes().unwrap(), (0, 0));
    assert_eq!(ledger.check().unwrap().findings, Vec::<String>::new());
    assert!(path.with_extension("takes").exists());
}

/// A ledger of format 3 is refused if its database is older than the file of ids beside it.
#[test]
fn an_older_copy_of_format_3_is_refused() {
    let (_folder, path) = golden("format-3");
    let mut ids = fs::read(path.with_extension("ids")).unwrap();
    ids.extend(b"another event");
    fs::write(path.with_extension("ids"), ids).unwrap();
    let refused = Ledger::open(&path, LedgerCreation::Never).unwrap_err();
    assert!(matches!(refused, LedgerError::Outdated { .. }), "{refused}");
    fs::remove_file(path.with_extension("ids")).unwrap();
    golden_state(&path);
}

/// A ledger in the present format, as this program writes it, is read.
#[test]
fn a_ledger_of_format_4_is_read() {
    let (_folder, path) = golden("format-4");
    golden_state(&path);
    let ledger = Ledger::open(&path, LedgerCreation::Never).unwrap();
    assert_eq!(ledger.takes().unwrap(), (3, 6));
    let (_, three) = ledger.taken("shop", "order 1").unwrap().unwrap();
    assert_eq!(three.len(), 3);
}

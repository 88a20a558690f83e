//! The filter beside a ledger only repeats what the database holds: whatever becomes of it, every
//! known puzzle is known, and no other.

use std::fs;
use std::path::{Path, PathBuf};
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::ledger::{Begin, Ledger};

/// A pack of a thousand behind the table: number, count, digest and checksum, and twelve bytes a
/// puzzle.
const A_PACK: u64 = 36 + 12 * 1000;

fn id(number: u64) -> PuzzleId {
    let hash = blake3::hash(&number.to_le_bytes());
    PuzzleId::from_bytes(hash.as_bytes()[..16].try_into().unwrap())
}

fn open(path: &Path) -> Ledger {
    Ledger::open(path, Begin::IfMissing).unwrap()
}

/// The thousands that a ledger is to hold.
fn import(ledger: &Ledger, thousand: u64) {
    let ids: Vec<PuzzleId> = (thousand * 1000..(thousand + 1) * 1000).map(id).collect();
    let imported = ledger
        .import_ids(&format!("pack {thousand}"), &ids)
        .unwrap();
    assert_eq!(imported.new, 1000);
}

/// A ledger of so many thousands, the greater part of them in the table.
fn of_thousands(folder: &Path, thousands: u64) -> PathBuf {
    let path = folder.join("ledger.sqlite");
    let ledger = open(&path);
    (0..thousands).for_each(|thousand| import(&ledger, thousand));
    path
}

/// That it knows its thousands, each in its pack, and nothing else; every so many are asked.
fn knows(path: &Path, thousands: u64, step: usize) {
    let ledger = open(path);
    let found = |number| ledger.find(id(number), u64::MAX).unwrap();
    for number in (0..thousands * 1000).step_by(step) {
        let pack = found(number).map(|(pack, _)| pack);
        assert_eq!(pack, Some(number / 1000 + 1), "puzzle {number}");
    }
    let strange = thousands * 1000..thousands * 1000 + 2000;
    assert!(strange.step_by(step).all(|number| found(number).is_none()));
}

fn length(path: &Path) -> u64 {
    fs::metadata(path.with_extension("filter")).unwrap().len()
}

#[test]
fn a_pack_is_appended_and_the_table_seldom_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = of_thousands(folder.path(), 0);
    let mut before = 0;
    let mut written = Vec::new();
    for thousand in 0..90 {
        import(&open(&path), thousand);
        if length(&path) != before + A_PACK {
            written.push(thousand);
        }
        before = length(&path);
    }
    assert_eq!(written, [0, 20, 41, 62, 83], "when the table was written");
    knows(&path, 90, 1);
}

#[test]
fn any_damage_to_the_filter_costs_no_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = of_thousands(folder.path(), 28);
    let file = path.with_extension("filter");
    let whole = fs::read(&file).unwrap();
    let flip = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        bytes
    };
    let header = (0..60).map(flip);
    let behind = (whole.len() - 7 * A_PACK as usize..whole.len()).step_by(997);
    let cut = (0..whole.len()).step_by(19_997);
    let cut = cut.map(|length| whole[..length].to_vec());
    for bytes in header.chain(behind.map(flip)).chain(cut) {
        fs::write(&file, bytes).unwrap();
        knows(&path, 28, 131);
    }
    // Where a slot is filled, a flipped bit would lose its puzzle.
    let filled = (1000..whole.len()).filter(|at| whole[*at] != 0);
    for at in filled.step_by(9973) {
        fs::write(&file, flip(at)).unwrap();
        knows(&path, 28, 1);
    }
    import(&open(&path), 28);
    knows(&path, 29, 1);
}

#[test]
fn packs_come_from_several_at_once_and_from_old_copies() {
    let folder = tempfile::tempdir().unwrap();
    let path = of_thousands(folder.path(), 22);
    let (one, other) = (open(&path), open(&path));
    let before = length(&path);
    for thousand in 22..30 {
        import(if thousand % 3 == 0 { &one } else { &other }, thousand);
    }
    drop((one, other));
    assert_eq!(length(&path), before + 8 * A_PACK, "each pack once");
    knows(&path, 30, 1);
    // The filter is of a ledger that held other packs.
    let strange = tempfile::tempdir().unwrap();
    let copy = of_thousands(strange.path(), 25);
    let ledger = open(&copy);
    for thousand in [40, 41, 42] {
        import(&ledger, thousand);
    }
    fs::copy(path.with_extension("filter"), copy.with_extension("filter")).unwrap();
    let ledger = open(&copy);
    let found = |number| ledger.find(id(number), u64::MAX).unwrap();
    assert!((0..25_000).all(|number| found(number).is_some()));
    assert!((25_000..30_000).all(|number| found(number).is_none()));
    assert!((40_000..43_000).all(|number| found(number).is_some()));
    import(&ledger, 43);
    let ledger = open(&copy);
    assert!((40_000..44_000).all(|number| ledger.find(id(number), u64::MAX).unwrap().is_some()));
}

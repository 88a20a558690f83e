//! Tests that what is read of a pack is what was written, whichever way it is read.

use super::{record, run_info, write_pack};
use std::fs;
use sudoku_factory::bucket::Level;
use sudoku_factory::pack::{AnyRecord, Disk, Pack, PackedPuzzle};

#[test]
fn a_record_of_any_form_is_the_record() {
    let written = record(3, Level::HARD);
    let mut bytes = Vec::new();
    PackedPuzzle::encode_into(&written, &mut bytes).unwrap();
    let read = AnyRecord::decode(&bytes).unwrap();
    assert_eq!((read.number(), read.id()), (written.number, written.id));
    assert_eq!((read.level(), read.difficulty()), (Level::HARD, 1.375));
    assert_eq!(read.clue_count(), 54);
    assert_eq!(read.line(), PackedPuzzle::line(&written));
    assert_eq!(read.version(), PackedPuzzle::version(&written));
    let mut again = Vec::new();
    read.encode_into(&mut again).unwrap();
    assert_eq!(again, bytes);
    assert_eq!(read.numbered(9).number(), 9);
}

#[test]
fn the_seal_is_the_last_text_of_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    write_pack(Disk, folder.path(), &run_info(1.0)).unwrap();
    let folder = folder.path().join("pack");
    let text = fs::read_to_string(folder.join("pack.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    let pack = Pack::open(&folder).unwrap();
    assert_eq!(manifest["seal"], pack.seal());
    let (sealed, _) = text.split_once("  \"seal\"").unwrap();
    assert_eq!(
        pack.seal(),
        blake3::hash(sealed.as_bytes()).to_hex().as_str()
    );
}

//! Tests that what is read of a pack is what was written, whichever way it is read.

use super::{job, record, run_info, summary, write_pack};
use std::fs;
use sudoku_factory::bucket::{Level, Scheme};
use sudoku_factory::pack::{
    AnyRecord, Disk, FrameError, ManifestProblem, Pack, PackError, PackWriter, PackedPuzzle,
    PuzzleFields, RECORD_BYTES, RECORDS_PER_FRAME, Record, pack_file,
};
use sudoku_factory::rate::explainer::{Er, SeRating, SeTable};

#[test]
fn a_record_of_any_form_is_the_record() {
    let one = record(3, Level::HARD);
    let mut two = one.clone();
    two.ratings.se = Some(rated(71));
    assert_ne!(PackedPuzzle::version(&one), PackedPuzzle::version(&two));
    for written in [one, two] {
        is_the_record(&written);
    }
}

fn rated(tenths: u8) -> SeRating {
    SeRating {
        table: SeTable::default(),
        er: Er::Exactly(tenths),
        ep: None,
        ed: None,
    }
}

fn is_the_record(written: &Record) {
    let mut bytes = Vec::new();
    PackedPuzzle::encode_into(written, &mut bytes).unwrap();
    let read = AnyRecord::decode(&bytes).unwrap();
    assert_eq!((read.number(), read.id()), (written.number, written.id));
    assert_eq!((read.level(), read.difficulty()), (Level::HARD, 1.375));
    assert_eq!(read.clue_count(), 54);
    assert_eq!(read.line(), PackedPuzzle::line(written));
    assert_eq!(read.version(), PackedPuzzle::version(written));
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

#[test]
fn fields_of_a_record_have_its_number_and_the_version_of_their_form() {
    let written = record(3, Level::HARD);
    let fields = PuzzleFields::of_record(&written, &job().scheme).json();
    assert_eq!(
        (&fields["schema"], &fields["number"]),
        (&1.into(), &"3".into())
    );
}

/// The half of a level is that of the level in the record, because a pack of an older release may have a puzzle in
/// another level than the scheme would give it now.
#[test]
fn the_half_is_that_of_the_level_in_the_record() {
    let mut written = record(3, Level::VERY_HARD);
    let scheme = Scheme::named("people").unwrap();
    for (er, half) in [(71, "easier"), (72, "harder")] {
        written.ratings.se = Some(rated(er));
        let fields = PuzzleFields::of_record(&written, &scheme).json();
        assert_eq!(fields["level_half"], half);
        // The ratings alone have no level in this scheme.
        let fields = PuzzleFields::new(1, None, None, Some(&written.ratings), &scheme).json();
        assert!(fields["level_half"].is_null());
    }
}

#[test]
fn a_manifest_may_have_a_mebibyte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pack.json");
    let problem = |bytes: usize| {
        fs::write(&path, vec![b' '; bytes]).unwrap();
        match Pack::open(folder.path()) {
            Err(PackError::Manifest { problem, .. }) => problem,
            other => panic!("{other:?}"),
        }
    };
    assert!(matches!(problem(1 << 20), ManifestProblem::NoSeal));
    assert!(matches!(problem((1 << 20) + 1), ManifestProblem::TooLong));
}

/// A damaged frame is reported with its place in the file, whether a single record or a whole level is read. Reading a
/// level ends at this frame.
#[test]
fn a_damaged_second_frame_is_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (aside, target) = (folder.path().join("aside"), folder.path().join("pack"));
    let mut writer = PackWriter::create(Disk, &job(), &aside, &target).unwrap();
    for number in 1..=300 {
        writer.push(&record(number, Level::HARD)).unwrap();
    }
    writer.finish(&summary(), &run_info(1.0)).unwrap();
    let file = target.join(pack_file(&job().scheme, Level::HARD));
    let second = 32 + RECORDS_PER_FRAME * RECORD_BYTES;
    let mut bytes = fs::read(&file).unwrap();
    bytes[second + 40] ^= 1;
    fs::write(&file, bytes).unwrap();
    let is_there = |error: &PackError| {
        matches!(error, PackError::Frame { problem: FrameError::Payload { offset, .. }, .. }
            if *offset == second as u64)
    };
    let pack = Pack::open(&target).unwrap();
    assert!(is_there(&pack.record_at(Level::HARD, 300).unwrap_err()));
    let all: Vec<_> = pack.records(Level::HARD).unwrap().collect();
    assert_eq!(all.len(), RECORDS_PER_FRAME + 1);
    assert!(all[..RECORDS_PER_FRAME].iter().all(Result::is_ok));
    assert!(is_there(all[RECORDS_PER_FRAME].as_ref().unwrap_err()));
}

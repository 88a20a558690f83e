//! Targets for packs: records in frames, manifests, and the verification of whole packs.

use crate::{assert_one_line, repair, scratch};
use std::fs;
use std::sync::OnceLock;
use sudoku_factory::pack::{
    AnyRecord, MANIFEST_FILE, Manifest, Pack, PackedPuzzle, Record, RecordReader,
};
use sudoku_factory::verify::VerifyOptions;

/// Reads the input as a `.pack` file, first as it is and then with its checksums repaired, and also as a single
/// record.
pub fn pack(bytes: &[u8]) {
    for file in [bytes, &repair::frames(bytes)] {
        for record in RecordReader::new(file) {
            match record {
                Err(error) => assert_one_line(&error),
                Ok(record) => assert_same(&record),
            }
        }
    }
    match AnyRecord::decode(bytes) {
        Err(error) => assert_one_line(&error),
        Ok(AnyRecord::Nine(record)) => assert_same(&*record),
        Ok(AnyRecord::Layout(record)) => assert_same(&*record),
    }
}

/// Asserts that a record that is written, read and written again has the same bytes both times.
fn assert_same<R: PackedPuzzle>(record: &R) {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    record
        .encode_into(&mut first)
        .expect("a record can be written");
    let again = R::decode(&first).expect("a written record can be read");
    again
        .encode_into(&mut second)
        .expect("a record can be written");
    assert_eq!(first, second);
}

/// Reads a `pack.json` as it is and with its seal repaired.
pub fn manifest(bytes: &[u8]) {
    for text in [bytes, &repair::seal(bytes)] {
        match Manifest::from_text(text) {
            Err(error) => assert_one_line(&error),
            Ok(manifest) => {
                let text = manifest.to_text().expect("a manifest can be written");
                let again = Manifest::from_text(text.as_bytes());
                assert_eq!(again.expect("a written manifest can be read"), manifest);
            }
        }
    }
}

/// The file of the golden pack that [`verify`] replaces.
const LEVEL: &str = "2-fairly-easy.pack";

/// Verifies a golden pack in which the input replaces one file, with all checksums and the manifest repaired. The
/// first byte of the input chooses the file: the records of a level, or the manifest.
pub fn verify(bytes: &[u8]) {
    static FOLDER: OnceLock<(tempfile::TempDir, Vec<u8>, Vec<u8>)> = OnceLock::new();
    let (folder, manifest, level) = FOLDER.get_or_init(|| {
        let folder = scratch::folder();
        for entry in fs::read_dir(scratch::golden("filtered")).expect("golden files") {
            let entry = entry.expect("golden files");
            fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a copy");
        }
        let read = |name: &str| scratch::read_golden(&format!("filtered/{name}"));
        (folder, read(MANIFEST_FILE), read(LEVEL))
    });
    let Some((&choice, rest)) = bytes.split_first() else {
        return;
    };
    let (manifest, level) = match choice % 2 {
        0 => {
            let fixed = repair::frames(rest);
            (with_file(manifest, level, &fixed), fixed)
        }
        _ => (repair::seal(rest), level.clone()),
    };
    fs::write(folder.path().join(LEVEL), level).expect("scratch can be written");
    fs::write(folder.path().join(MANIFEST_FILE), manifest).expect("scratch can be written");
    let packs = [folder.path().to_owned()];
    let report = sudoku_factory::verify::verify(&packs, VerifyOptions::default(), &mut |_| ());
    report.findings.iter().for_each(assert_one_line);
    if let Ok(pack) = Pack::open(folder.path()) {
        for level in pack.manifest().job.scheme.levels() {
            match pack.records(level) {
                Err(error) => assert_one_line(&error),
                Ok(records) => {
                    let records: Vec<Record> = records.filter_map(Result::ok).collect();
                    records.iter().for_each(assert_same);
                }
            }
        }
    }
}

/// Returns the manifest with the size and the hash of the file `new`, which replaces `old`, and with a new seal.
fn with_file(manifest: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(manifest).into_owned();
    let (was, is) = (blake3::hash(old).to_string(), blake3::hash(new).to_string());
    let size = |bytes: &[u8]| format!("\"name\": \"{LEVEL}\",\n      \"bytes\": {}", bytes.len());
    repair::seal(
        text.replace(&was, &is)
            .replace(&size(old), &size(new))
            .as_bytes(),
    )
}

//! Tests files of frames and records: intact, damaged, malicious, and read by a program in Python.

use super::record;
use proptest::prelude::*;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use sudoku_factory::bucket::Level;
use sudoku_factory::pack::frame::{
    FrameKind, FrameReader, HEADER_BYTES, MAX_COUNT, MAX_PAYLOAD, write_frame,
};
use sudoku_factory::pack::{
    FrameError, Manifest, RECORD_BYTES, RECORDS_PER_FRAME, Record, RecordReader, RecordWriter,
};
use sudoku_factory::rate::explainer::{Er, SeRating, SeTable};

/// Returns the bytes of a `.pack` file with these records.
fn pack_bytes(records: &[Record]) -> Vec<u8> {
    let version = records.first().map(Record::version).unwrap_or_default();
    let mut writer = RecordWriter::new(Vec::new(), version);
    for record in records {
        writer.push(record).unwrap();
    }
    writer.finish().unwrap()
}

fn read_all(bytes: &[u8]) -> Result<Vec<Record>, FrameError> {
    RecordReader::new(bytes).collect()
}

fn frame(kind: FrameKind, count: u64, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_frame(&mut bytes, kind, count, payload).unwrap();
    bytes
}

/// Returns a frame whose header has `value` in the eight bytes at `at`, with a correct checksum.
fn forged(at: usize, value: u64) -> Vec<u8> {
    let mut bytes = frame(FrameKind::RECORDS, 1, &[0; RECORD_BYTES]);
    bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..28]);
    bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn records_come_back_from_their_frames() {
    for length in [0, 1, RECORDS_PER_FRAME - 1, RECORDS_PER_FRAME, 600] {
        let records: Vec<Record> = (0..length as u64).map(|n| record(n, Level::HARD)).collect();
        let bytes = pack_bytes(&records);
        let frames = length.div_ceil(RECORDS_PER_FRAME);
        assert_eq!(
            bytes.len(),
            frames * HEADER_BYTES + length * RECORD_BYTES + HEADER_BYTES + 8
        );
        assert_eq!(read_all(&bytes).unwrap(), records);
    }
}

#[test]
fn every_flipped_bit_is_seen() {
    let bytes = pack_bytes(&[record(0, Level::EASY), record(1, Level::EASY)]);
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read_all(&damaged).is_err(), "bit {bit}");
    }
}

#[test]
fn every_cut_is_seen() {
    let records: Vec<Record> = (0..258).map(|n| record(n, Level::EASY)).collect();
    let bytes = pack_bytes(&records);
    let second_frame = HEADER_BYTES + RECORDS_PER_FRAME * RECORD_BYTES;
    for length in (0..600).chain(second_frame - 50..bytes.len()) {
        assert!(read_all(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(read_all(&bytes).unwrap().len(), 258);
}

#[test]
fn hostile_files_are_refused_in_a_line() {
    let good = frame(
        FrameKind::RECORDS,
        1,
        &pack_bytes(&[record(3, Level::EASY)])[32..32 + RECORD_BYTES],
    );
    let end = |total: u64| frame(FrameKind::END, 1, &total.to_le_bytes());
    let mut broken_record = vec![0; RECORD_BYTES];
    broken_record[8 + 40] = 77;
    let mut version = good.clone();
    version[4] = 9;
    let files = [
        forged(8, 1 << 60),
        forged(16, 1 << 60),
        forged(16, MAX_PAYLOAD),
        forged(8, 2),
        vec![],
        b"SUDF".to_vec(),
        b"PK\x03\x04".to_vec(),
        vec![b'S'; 100],
        version,
        good.clone(),
        frame(FrameKind(16), 1, &[]),
        frame(FrameKind::RECORDS, 0, &[]),
        frame(FrameKind::END, 1, &[1, 2, 3]),
        frame(FrameKind::END, 2, &[0; 8]),
        [good.clone(), end(2)].concat(),
        [good.clone(), end(1), b"\n".to_vec()].concat(),
        [good.clone(), end(1), end(1)].concat(),
        [frame(FrameKind::RECORDS, 1, &broken_record), end(1)].concat(),
    ];
    let said: Vec<String> = files
        .iter()
        .map(|file| read_all(file).unwrap_err().to_string())
        .collect();
    insta::assert_snapshot!(said.join("\n"), @"
    byte 0: the frame claims 1152921504606846976 records, at most 1048576 are allowed: the file is damaged or hostile
    byte 0: the frame claims 1152921504606846976 bytes, at most 16777216 are allowed: the file is damaged or hostile
    byte 0: the file ends within this frame: it was cut short
    byte 0: the frame claims 2 records in 332 bytes, which cannot be
    byte 0: the frame that ends the file is missing: it was cut short
    byte 0: the file ends within this frame: it was cut short
    byte 0: no frame begins here: the file is damaged or none of this program
    byte 0: no frame begins here: the file is damaged or none of this program
    byte 0: the frame has version 9, this program reads 1: read it with the program's release that wrote it
    byte 364: the frame that ends the file is missing: it was cut short
    byte 0: a frame of kind 16 does not belong here
    byte 0: the frame claims 0 records in 0 bytes, which cannot be
    byte 0: the frame claims 1 records in 3 bytes, which cannot be
    byte 0: the frame claims 2 records in 8 bytes, which cannot be
    byte 364: the file's end counts 2 records, there are 1
    byte 404: something follows the frame that ends the file
    byte 404: something follows the frame that ends the file
    record 1 at byte 32: r5c5 of the puzzle holds 77
    ");
}

#[test]
fn a_record_that_is_none_costs_no_other() {
    let mut payload = Vec::new();
    for number in 0..3 {
        record(number, Level::EASY)
            .encode_into(&mut payload)
            .unwrap();
    }
    payload[RECORD_BYTES + 170] = 10;
    let bytes = [
        frame(FrameKind::RECORDS, 3, &payload),
        frame(FrameKind::END, 1, &3u64.to_le_bytes()),
    ]
    .concat();
    let read: Vec<_> = RecordReader::new(bytes.as_slice()).collect();
    assert_eq!(read.len(), 3);
    assert_eq!(read[2].as_ref().unwrap().number, 2);
    let said = read[1].as_ref().unwrap_err().to_string();
    assert_eq!(
        said,
        "record 2 at byte 364: there is no level 10: levels are 1 to 9"
    );
}

#[test]
fn a_torn_end_is_known_by_its_offset() {
    let mut bytes = [
        frame(FrameKind(16), 5, b"first"),
        frame(FrameKind(17), 6, b"second"),
    ]
    .concat();
    let whole = bytes.len() as u64;
    bytes.extend(&frame(FrameKind(18), 7, b"third")[..30]);
    let mut reader = FrameReader::new(bytes.as_slice());
    let first = reader.read().unwrap().unwrap();
    assert_eq!(
        (first.offset, first.kind, first.count, first.payload),
        (0, FrameKind(16), 5, &b"first"[..])
    );
    assert_eq!(reader.read().unwrap().unwrap().payload, b"second");
    assert!(matches!(reader.read(), Err(FrameError::CutShort { offset }) if offset == whole));
    assert_eq!(reader.offset(), whole);
}

#[test]
fn a_frame_too_large_is_not_written() {
    let error = write_frame(&mut Vec::new(), FrameKind(16), 1 << 60, &[]).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
}

/// Runs the Python program in `docs/pack-format.md` on this file.
fn read_in_python(file: &Path) -> io::Result<std::process::Output> {
    let documented = include_str!("../../docs/pack-format.md");
    let (_, after) = documented.split_once("```python\n").unwrap();
    let (program, _) = after.split_once("```").unwrap();
    Command::new("python3")
        .arg("-c")
        .arg(program)
        .arg(file)
        .output()
}

#[test]
fn the_documented_reader_reads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4-hard.pack");
    let records: Vec<Record> = (0..300).map(|n| record(n, Level::HARD)).collect();
    let bytes = pack_bytes(&records);
    fs::write(&path, &bytes).unwrap();
    let output = match read_in_python(&path) {
        Ok(output) => output,
        Err(error) if std::env::var_os("CI").is_none() => {
            println!("skipped: python3 can't be started ({error}); it is needed where CI is set");
            return;
        }
        Err(error) => panic!("python3 is needed where CI is set: {error}"),
    };
    let expected: Vec<String> = records
        .iter()
        .map(|record| {
            let puzzle = record.puzzle.to_string().replace('.', "0");
            format!(
                "{} {:?} {puzzle}",
                record.number, record.ratings.ladder.difficulty
            )
        })
        .collect();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().trim_end(),
        expected.join("\n")
    );

    fs::write(&path, &bytes[..bytes.len() - 40]).unwrap();
    assert!(!read_in_python(&path).unwrap().status.success());

    // Records of version 2 begin with the same fields.
    let with_se = records.into_iter().map(|mut record| {
        record.ratings.se = Some(SeRating {
            table: SeTable::V1_18_1,
            er: Er::Exactly(45),
            ep: Some(12),
            ed: Some(12),
        });
        record
    });
    fs::write(&path, pack_bytes(&with_se.collect::<Vec<_>>())).unwrap();
    let output = read_in_python(&path).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.trim_end(), expected.join("\n"));
}

proptest! {
    #[test]
    fn no_bytes_make_the_readers_fail(
        start in 0usize..3,
        noise in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let whole = pack_bytes(&[record(1, Level::EASY)]);
        let starts = [&[][..], &b"SUDF\x01\x00\x01\x00"[..], &whole[..whole.len() - 40]];
        let bytes = [starts[start], &noise].concat();
        prop_assert!(read_all(&bytes).is_err());
        prop_assert!(Manifest::from_text(&bytes).is_err());
        prop_assert!(Record::decode(&bytes).is_err());
    }
}

#[test]
fn the_largest_frame_is_written_and_read_and_no_larger_one() {
    let largest = vec![0; MAX_PAYLOAD as usize];
    let bytes = frame(FrameKind::END, MAX_COUNT, &largest);
    let mut reader = FrameReader::new(&bytes[..]);
    let read = reader.read().unwrap().unwrap();
    assert_eq!((read.count, read.payload.len()), (MAX_COUNT, largest.len()));

    let write =
        |count, payload: &[u8]| write_frame(&mut io::sink(), FrameKind::END, count, payload);
    assert!(write(MAX_COUNT + 1, b"").is_err());
    assert!(write(1, &vec![0; largest.len() + 1]).is_err());
    let fault = |bytes: &[u8]| FrameReader::new(bytes).read().unwrap_err();
    assert!(matches!(
        fault(&forged(8, MAX_COUNT + 1)),
        FrameError::Count { .. }
    ));
    assert!(matches!(
        fault(&forged(16, MAX_PAYLOAD + 1)),
        FrameError::Length { .. }
    ));
}

#[test]
fn a_damaged_payload_has_its_place() {
    let first = frame(FrameKind::END, 1, b"abc");
    let mut bytes = [first.clone(), frame(FrameKind::END, 2, b"defgh")].concat();
    *bytes.last_mut().unwrap() ^= 1;
    let mut reader = FrameReader::new(&bytes[..]);
    reader.read().unwrap();
    let FrameError::Payload { offset, end } = reader.read().unwrap_err() else {
        panic!("the payload is damaged");
    };
    assert_eq!((offset, end), (first.len() as u64, bytes.len() as u64));
}

//! Tests pack files that have changed since they were written.

use super::Forge;
use std::fs;

#[test]
fn flipped_bits_are_found() {
    let packs = Forge::honest().write();
    for entry in fs::read_dir(packs.path("a")).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("run.json") {
            continue;
        }
        let whole = fs::read(&path).unwrap();
        for bit in (0..8 * whole.len()).step_by(211) {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, bytes).unwrap();
            for quick in [true, false] {
                let report = packs.verify(&["a"], quick);
                assert!(!report.findings.is_empty(), "{} bit {bit}", path.display());
            }
        }
        fs::write(&path, whole).unwrap();
    }
    assert_eq!(packs.findings(), "");
}

#[test]
fn every_cut_is_found() {
    let packs = Forge::honest().write();
    for file in ["1-easy.pack", "1-easy.sdm"] {
        let path = packs.path("a").join(file);
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            for quick in [true, false] {
                let report = packs.verify(&["a"], quick);
                assert!(!report.findings.is_empty(), "{file} cut to {length}");
            }
        }
        fs::write(&path, whole).unwrap();
    }
    assert_eq!(packs.findings(), "");
}

/// A changed record with correct checksums is found by its content.
#[test]
fn flipped_bits_of_a_record_are_found_behind_all_checksums() {
    let packs = Forge::honest().write();
    let whole = fs::read(packs.path("a").join("1-easy.pack")).unwrap();
    let announced_id = 8 * 171 + 1;
    for bit in (0..8 * 300).filter(|bit| bit % 5 == 0 && *bit != announced_id) {
        packs.edit("1-easy.pack", |bytes| {
            bytes.clone_from(&whole);
            bytes[32 + bit / 8] ^= 1 << (bit % 8);
            let payload = crc32fast::hash(&bytes[32..32 + 316]);
            bytes[24..28].copy_from_slice(&payload.to_le_bytes());
            let header = crc32fast::hash(&bytes[..28]);
            bytes[28..32].copy_from_slice(&header.to_le_bytes());
        });
        packs.reseal(|_| ());
        assert_eq!(packs.verify(&["a"], true).findings, []);
        assert!(
            !packs.verify(&["a"], false).findings.is_empty(),
            "bit {bit}"
        );
    }
}

#[test]
fn damaged_files_are_named() {
    let packs = Forge::honest().write();
    packs.edit("1-easy.pack", |bytes| bytes[50] ^= 1);
    packs.edit("1-easy.sdm", |bytes| bytes[3] = b'1');
    packs.edit("5-very-hard.sdm", |bytes| bytes.extend(b"\n"));
    fs::remove_file(packs.path("a").join("3-moderate.sdm")).unwrap();
    fs::remove_file(packs.path("a").join("2-fairly-easy.pack")).unwrap();
    fs::create_dir(packs.path("a").join("2-fairly-easy.pack")).unwrap();
    fs::write(packs.path("a").join("notes.txt"), "mine").unwrap();
    insta::assert_snapshot!(packs.findings(), @r"
    a/1-easy.pack: was changed after the pack was written: its BLAKE3 is not that of the manifest
    a/1-easy.sdm: was changed after the pack was written: its BLAKE3 is not that of the manifest
    a/2-fairly-easy.pack: it is not a file
    a/3-moderate.sdm: is listed in the manifest and missing
    a/5-very-hard.sdm: has 1 bytes, the manifest says 0
    a/notes.txt: does not belong to the pack
    a/1-easy.pack: byte 0: the frame's payload fails its checksum: the file is damaged
    a/1-easy.pack: holds 0 records, the manifest says 1
    a/2-fairly-easy.pack: holds 0 records, the manifest says 1
    a/3-moderate.sdm: line 1 is not the puzzle of record 1 of the level's .pack file
    a/5-very-hard.sdm: goes on after line 0, the last of the level's records
    ");
}

#[test]
fn a_finding_is_one_line_whatever_a_file_is_called() {
    let packs = Forge::honest().write();
    fs::write(packs.path("a").join("x\ny\u{1b}[31m"), "mine").unwrap();
    assert_eq!(
        packs.findings(),
        "a/x\u{FFFD}y\u{FFFD}[31m: does not belong to the pack"
    );
}

#[test]
fn a_hostile_frame_is_found() {
    let packs = Forge::honest().write();
    packs.edit("1-easy.pack", |bytes| {
        bytes[8..16].copy_from_slice(&(1u64 << 60).to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
    });
    packs.reseal(|_| ());
    insta::assert_snapshot!(packs.findings(), @r"
    a/1-easy.pack: byte 0: the frame claims 1152921504606846976 records, at most 1048576 are allowed: the file is damaged or hostile
    a/1-easy.pack: holds 0 records, the manifest says 1
    ");
}

#[test]
fn what_is_no_pack_is_found() {
    let packs = Forge::honest().write();
    fs::create_dir(packs.path("empty")).unwrap();
    let said = packs.findings_of(&["empty", "absent", "a", "./a"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[0],
        "empty: empty is not a pack: it holds no pack.json"
    );
    assert!(lines[1].starts_with("absent: absent: no such pack"));
    assert!(lines[2].ends_with("was given twice; it is checked only once"));
    assert_eq!(lines.len(), 3);
}

#[test]
fn swapped_levels_are_found() {
    let packs = Forge::honest().write();
    let (first, second) = ("1-easy", "4-hard");
    for ending in ["pack", "sdm"] {
        let [first, second] =
            [first, second].map(|n| packs.path("a").join(format!("{n}.{ending}")));
        let aside = packs.path("swap");
        fs::rename(&first, &aside).unwrap();
        fs::rename(&second, &first).unwrap();
        fs::rename(&aside, &second).unwrap();
    }
    assert!(!packs.verify(&["a"], true).findings.is_empty());
    packs.reseal(|_| ());
    assert_eq!(packs.verify(&["a"], true).findings, []);
    insta::assert_snapshot!(packs.findings(), @"
    a/1-easy.pack: record 1 (number 4): is of level level 4 and does not belong in this file
    a/1-easy.pack: record 2 (number 5): is of level level 4 and does not belong in this file
    a/1-easy.pack: record 3 (number 7): is of level level 4 and does not belong in this file
    a/1-easy.pack: holds 3 records, the manifest says 1
    a/4-hard.pack: record 1 (number 0): is of level level 1 and does not belong in this file
    a/4-hard.pack: holds 1 records, the manifest says 3
    ");
}

#[test]
fn an_edited_manifest_is_found() {
    let packs = Forge::honest().write();
    packs.edit("pack.json", |bytes| {
        let text = String::from_utf8(bytes.clone()).unwrap();
        *bytes = text
            .replace("\"seed\": \"7\"", "\"seed\": \"8\"")
            .into_bytes();
    });
    assert!(
        packs
            .findings()
            .starts_with("a/pack.json: it was changed after it was sealed")
    );
}

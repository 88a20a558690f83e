//! Tests signatures of packs. A forged pack is found even if its own checksums are right. Damaged or foreign keys
//! and signatures are refused. Commands that don't check signatures accept signed packs, too.
//! `tests/readers/minisign` tries minisign itself.

use crate::factory::{Said, bytes_of, run_in, run_words};
use crate::proving::reseal;
use std::fs;
use std::path::Path;

const SIGNATURE: &str = "pack.json.minisig";

/// Makes the packs `output/a` (seed 1) and `output/b` (seed 2), the keys `k` and `other`, and signs `a` with `k`.
fn signed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--per-level 4 --seed 1 -q --name a").expect(0);
    run_in(at, "--per-level 4 --seed 2 -q --name b").expect(0);
    run_in(at, "sign --new-key k.key").expect(0);
    run_in(at, "sign --new-key other.key").expect(0);
    run_in(at, "sign output/a --key k.key").expect(0);
    folder
}

fn signature(at: &Path) -> Vec<u8> {
    fs::read(at.join("output/a").join(SIGNATURE)).unwrap()
}

/// Asserts that `verify` finds one fault in the pack `output/a`, in a line with these words.
fn finds(at: &Path, options: &str, words: &str) {
    let said = run_in(at, &format!("verify output/a {options}")).expect(4);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.out);
    assert!(lines[0].contains(words), "{}", said.out);
    assert!(lines[1].ends_with(": 1 wrong"), "{}", said.out);
}

#[test]
fn a_signed_pack_is_sound() {
    let folder = signed();
    let at = folder.path();
    let public = fs::read_to_string(at.join("k.pub")).unwrap();
    let line = public.lines().nth(1).unwrap();
    for key in ["k.pub", line] {
        let said = run_in(at, &format!("verify output/a --key {key}")).expect(0);
        let expected = "output/a/pack.json is signed with this key, as \"a\"\n\
            1 pack, 20 puzzles checked, 16 of them regenerated, 1 signature right: nothing wrong\n";
        assert_eq!(said.out, expected);
        assert_eq!(said.err, "");
    }
    let said = run_in(at, "verify output/a output/b --checksums").expect(0);
    said.complains(&[
        "1 pack with a signature that was not checked: verify --key PUBLIC checks it",
    ]);
    assert_eq!(run_in(at, "verify output/a -q").expect(0).err, "");
    let object = |words: &str| -> serde_json::Value {
        serde_json::from_str(&run_in(at, words).out).unwrap()
    };
    let found = object("verify output/a output/b --json --key k.pub");
    assert_eq!(found["signatures_right"], 1);
    assert_eq!(found["findings"].as_array().unwrap().len(), 1);
    let found = object("verify output/a output/b --json");
    assert_eq!(found["signatures_unchecked"], 1);
}

#[test]
fn the_same_key_and_comment_give_the_same_signature() {
    let folder = signed();
    let at = folder.path();
    let before = signature(at);
    let again = run_in(at, "sign output/a --key k.key").expect(0);
    assert!(again.out.ends_with(": already there, unchanged\n"));
    run_in(at, "--per-level 4 --seed 1 -q --name a --out elsewhere").expect(0);
    run_in(at, "sign elsewhere/a --key k.key -q").expect(0);
    assert_eq!(
        bytes_of(&at.join("output/a")),
        bytes_of(&at.join("elsewhere/a"))
    );
    // Another comment or key is another signature, which replaces none unless asked to.
    for other in ["--key k.key --comment spring", "--key other.key"] {
        let words = format!("sign output/a {other}");
        let said = run_in(at, &words).expect(2);
        said.complains(&[SIGNATURE, "is another signature: --force replaces it"]);
        assert_eq!(signature(at), before);
        run_in(at, &format!("{words} --force")).expect(0);
        assert_ne!(signature(at), before);
        run_in(at, "sign output/a --key k.key --force").expect(0);
        assert_eq!(signature(at), before);
    }
}

/// A pack that was changed and sealed again agrees with itself, and passes every check but that of its signature.
#[test]
fn forged_packs_are_found() {
    let folder = signed();
    let at = folder.path();
    let pack = at.join("output/a");
    reseal(&pack, |manifest| {
        manifest.freedom = "All rights reserved".to_owned();
    });
    run_in(at, "verify output/a").expect(0);
    finds(
        at,
        "--key k.pub",
        "a/pack.json.minisig: does not fit pack.json",
    );
    // All puzzles are those of another seed.
    let kept = signature(at);
    fs::remove_dir_all(&pack).unwrap();
    fs::rename(at.join("output/b"), &pack).unwrap();
    fs::write(pack.join(SIGNATURE), &kept).unwrap();
    run_in(at, "verify output/a").expect(0);
    finds(
        at,
        "--key k.pub",
        "a/pack.json.minisig: does not fit pack.json",
    );
    finds(
        at,
        "--key k.pub --checksums",
        "a/pack.json.minisig: does not fit pack.json",
    );
    // Without its signature, or signed by the forger.
    fs::remove_file(pack.join(SIGNATURE)).unwrap();
    finds(
        at,
        "--key k.pub",
        "a/pack.json.minisig: is missing: the pack is not signed",
    );
    run_in(at, "sign output/a --key other.key").expect(0);
    finds(
        at,
        "--key k.pub",
        "a/pack.json.minisig: was made with another key",
    );
}

/// The signature covers `pack.json`. The hashes in `pack.json` cover all other files except `run.json`.
#[test]
fn the_signature_covers_all_files_but_the_times_of_the_run() {
    let folder = signed();
    let at = folder.path();
    for entry in fs::read_dir(at.join("output/a")).unwrap() {
        let path = entry.unwrap().path();
        let whole = fs::read(&path).unwrap();
        let mut damaged = whole.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        fs::write(&path, damaged).unwrap();
        let is_free = path.ends_with("run.json");
        let code = if is_free { 0 } else { 4 };
        run_in(at, "verify output/a --checksums --key k.pub").expect(code);
        fs::write(&path, whole).unwrap();
    }
    run_in(at, "verify output/a --key k.pub").expect(0);
}

#[test]
fn damaged_signatures_are_found() {
    let folder = signed();
    let at = folder.path();
    let path = at.join("output/a").join(SIGNATURE);
    let whole = signature(at);
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap();
    for place in (first..whole.len() - 1).step_by(7) {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        fs::write(&path, damaged).unwrap();
        finds(at, "--checksums --key k.pub", "a/pack.json.minisig: ");
    }
    for length in [0, 1, first, first + 20, whole.len() - 30] {
        fs::write(&path, &whole[..length]).unwrap();
        finds(
            at,
            "--checksums --key k.pub",
            "is damaged: it is not a signature",
        );
    }
    let too_large = [&whole[..], &vec![b' '; 1 << 17]].concat();
    for other in [&too_large[..], b"\xff\xfe", b"\0"] {
        fs::write(&path, other).unwrap();
        finds(
            at,
            "--checksums --key k.pub",
            "is damaged: it is not a signature",
        );
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    finds(
        at,
        "--checksums --key k.pub",
        "cannot be checked: it is not a file",
    );
}

#[test]
fn bad_keys_are_refused_in_one_line() {
    let folder = signed();
    let at = folder.path();
    let secret = fs::read_to_string(at.join("k.key")).unwrap();
    let line = secret.lines().nth(1).unwrap();
    let half = format!("untrusted comment: half\n{}\n", &line[..100]);
    let changed = format!(
        "untrusted comment: changed\n{}xxxx{}\n",
        &line[..140],
        &line[144..]
    );
    // What `minisign -G` writes after two passwords.
    let locked = "untrusted comment: minisign encrypted secret key\n\
        RWRTY0Iyx6Yas+Pq6zN+7jDiTkdVoF3qXo18T3sVdd4g/Iw2ozoAAAACAAAAAAAAAEAAAAAAOT5+cuZ3cXDHfvE019UUA+g3jOkybD3N9hS4bIO6n6oJ\
        goL+l4Ism3Y6DbMwINW5+V+TE1uUFEx0epra69rW6wnyaj0oBbocMPV+c8uqyFVIqU/NK73Vhp3lWSNz3xzLj7H/tMT9ehA=\n";
    for (name, text) in [
        ("empty", ""),
        ("half", half.as_str()),
        ("changed", changed.as_str()),
        ("locked", locked),
        ("prose", "dear reader\n"),
    ] {
        fs::write(at.join(name), text).unwrap();
    }
    fs::write(at.join("binary"), [0xff; 3000]).unwrap();
    fs::create_dir(at.join("folder")).unwrap();
    let before = signature(at);
    for (key, words) in [
        ("nothere", "nothere: No such file"),
        ("folder", "folder: Is a directory"),
        ("empty", "empty: is not a secret key"),
        ("half", "half: is not a secret key"),
        ("prose", "prose: is not a secret key"),
        ("binary", "binary: is not a secret key"),
        ("k.pub", "k.pub: is a public key"),
        ("changed", "changed: is damaged"),
        ("locked", "locked: is protected by a password"),
    ] {
        let said = run_in(at, &format!("sign output/b --key {key}")).expect(2);
        said.complains(&[words]);
    }
    for (key, words) in [
        ("nothere", "nothere: No such file"),
        ("folder", "folder: Is a directory"),
        ("empty", "empty: is not a public key"),
        ("half", "half: is not a public key"),
        ("binary", "binary: is not a public key"),
        ("k.key", "k.key: is a secret key"),
    ] {
        let said = run_in(at, &format!("verify output/a --key {key}")).expect(2);
        said.complains(&[words]);
        assert_eq!(said.out, "");
    }
    assert!(!at.join("output/b").join(SIGNATURE).exists());
    assert_eq!(signature(at), before);
}

#[test]
fn keys_are_secret_and_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let said = run_in(at, "sign --new-key k.key").expect(0);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(
        lines[0],
        "k.key: the secret key, which signs; give it to nobody"
    );
    let (start, key) = lines[1].rsplit_once(' ').unwrap();
    assert_eq!(start, "k.pub: the public key, for all who check:");
    assert!(fs::read_to_string(at.join("k.pub")).unwrap().contains(key));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name: &str| fs::metadata(at.join(name)).unwrap().permissions().mode();
        assert_eq!(mode("k.key") & 0o777, 0o600);
        assert_eq!(mode("k.pub") & 0o044, 0o044);
    }
    let before = bytes_of(at);
    assert_eq!(before.len(), 2);
    // Whichever of the two is there.
    for name in ["k.key", "k.pub"] {
        let said = run_in(at, &format!("sign --new-key {name}")).expect(2);
        said.complains(&[name, "exists already, and keys are not replaced"]);
    }
    fs::remove_file(at.join("k.key")).unwrap();
    run_in(at, "sign --new-key k.key")
        .expect(2)
        .complains(&["k.pub"]);
    assert_eq!(bytes_of(at), before[1..]);
    run_in(at, "sign --new-key night").expect(0);
    assert!(at.join("night").exists() && at.join("night.pub").exists());
    run_in(at, "sign --new-key nowhere/k.key")
        .expect(2)
        .complains(&["there is no folder nowhere"]);
}

#[test]
fn what_is_damaged_or_no_pack_is_not_signed() {
    let folder = signed();
    let at = folder.path();
    let lines = at.join("output/b/1-easy.sdm");
    let whole = fs::read(&lines).unwrap();
    fs::write(&lines, b"1").unwrap();
    fs::remove_file(at.join("output/a").join(SIGNATURE)).unwrap();
    let said = run_in(at, "sign output/a output/b --key k.key").expect(65);
    said.complains(&["nothing is signed: output/b/1-easy.sdm: has 1 bytes"]);
    fs::write(&lines, whole).unwrap();
    for (words, what) in [
        ("sign output/a", "--key"),
        ("sign --key k.key", "PACKS"),
        ("sign output/c --key k.key", "there is no output/c"),
        ("sign k.pub --key k.key", "k.pub is not a pack"),
    ] {
        let said = run_in(at, words).expect(2);
        assert!(said.err.contains(what), "{words}: {}", said.err);
    }
    for comment in ["two\nlines", "\x1b[31m", &"x".repeat(1001)] {
        let said = run_words(
            at,
            &["sign", "output/a", "--key", "k.key", "--comment", comment],
        );
        said.expect(2)
            .complains(&["the comment of output/a is not one line"]);
    }
    for pack in ["output/a", "output/b"] {
        assert!(!at.join(pack).join(SIGNATURE).exists());
    }
    // Several at once; what is no pack is skipped.
    let said = run_in(at, "sign output/a k.pub output/b --key k.key").expect(0);
    said.complains(&["1 other file skipped"]);
    let said = run_in(at, "verify output/a output/b --key k.pub").expect(0);
    assert!(
        said.out.contains(", 2 signatures right: nothing wrong"),
        "{}",
        said.out
    );
    let words = [
        "sign",
        "output/b",
        "--key",
        "k.key",
        "--force",
        "--comment",
        "Frühling \"1\"",
    ];
    run_words(at, &words).expect(0);
    let said = run_in(at, "verify output/b --key k.pub").expect(0);
    assert!(
        said.out
            .starts_with("output/b/pack.json is signed with this key, as \"Frühling \\\"1\\\"\"\n")
    );
}

/// Commands accept signed packs. The packs that they make from signed packs have no signature.
#[test]
fn other_commands_take_signed_packs_as_before() {
    let folder = signed();
    let at = folder.path();
    let run = |words: &str| -> Said { run_in(at, words).expect(0) };
    let said = run("extend output/a --count 500 --per-level 5 --name longer");
    assert!(
        said.err
            .contains("output/a is signed; the new pack is another, without a signature")
    );
    assert!(!at.join("output/longer").join(SIGNATURE).exists());
    assert_eq!(
        run("extend output/a --count 600 --per-level 5 --name x -q").err,
        ""
    );
    let said = run("verify output/a output/longer --spot-check 0");
    assert!(
        said.out
            .contains("output/longer is a longer run of output/a"),
        "{}",
        said.out
    );
    let said = run("--per-level 4 --seed 1 --name a");
    assert!(said.err.contains("already made") || said.out.contains("already made"));
    for words in [
        "show output/a",
        "stats output/a",
        "export output/a --to csv -o a.csv",
        "take output/a --name picked -q",
        "ledger import output/a --ledger l.sqlite",
        "ledger check --ledger l.sqlite",
        "ledger backup copy.sqlite --ledger l.sqlite",
    ] {
        run(words);
    }
    assert!(!at.join("output/picked").join(SIGNATURE).exists());
    run("verify output/a --key k.pub");
}

/// `--keep` deletes a pack only if its folder holds nothing else, and a signature counts as part of the pack.
#[test]
fn old_packs_are_deleted_with_their_signatures() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let night = |date: &str| {
        let job = "--count 900 --per-level 4 --name n-{date} --ledger output/ledger.sqlite -q";
        let words = format!("{job} --seed-policy date --keep 1 --date {date}");
        run_in(at, &words).expect(0);
    };
    night("2026-11-21");
    run_in(at, "sign --new-key k.key -q").expect(0);
    run_in(at, "sign output/n-2026-11-21 --key k.key -q").expect(0);
    night("2026-11-22");
    assert!(!at.join("output/n-2026-11-21").exists());
    assert!(at.join("output/n-2026-11-22").exists());
}

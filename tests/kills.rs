//! Tests that commands clean up after a kill, and where they write files. If a killed command is run again, it
//! deletes the unfinished files. Existing files with the same bytes count as done. Standard output and devices are
//! written to directly. The kills themselves, at every system call, are in `tests/faults`.

use crate::factory::{Said, factory, feed, run_in};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

fn packed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    run_in(
        folder.path(),
        "--count 40 --seed 3 --name p -q --ledger output/ledger.sqlite",
    )
    .expect(0);
    folder
}

/// Creates the files that a process leaves in a folder when it is killed while writing.
fn leave_unfinished(folder: &Path, work: &str) {
    let folder = folder.join(format!(".unfinished-{work}0123456789abcdef"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("lock"), "999999 0123456789abcdef").unwrap();
    fs::write(folder.join("file"), "half of").unwrap();
}

#[test]
fn the_same_bytes_are_already_there() {
    let folder = packed();
    let at = folder.path();
    let commands = [
        "export output/p --to line -o one.txt",
        "export output/p --to sdk -o files",
        "export output/p --to csv --split train=.5,test=.5 -o parts",
        "book output/p --preset home -o book.pdf",
        "convert one.txt --to sdm -o two.sdm",
        "export output/p --to sdm -o shipped.sdm --ship Spring",
    ];
    for command in commands {
        let first = run_in(at, command).expect(0);
        assert!(!first.err.contains("unchanged"), "{}", first.err);
        let again = run_in(at, command).expect(0);
        assert!(
            again.err.contains(": already there, unchanged"),
            "{command}: {}",
            again.err
        );
    }
    for file in [
        "one.txt",
        "files/1-easy-000001.sdk",
        "parts/test.csv",
        "book.json",
    ] {
        fs::write(at.join(file), "mine").unwrap();
    }
    for command in &commands[..4] {
        run_in(at, command)
            .expect(2)
            .complains(&["exists already", "--force"]);
    }
    fs::remove_file(at.join("parts/train.csv")).unwrap();
    run_in(at, commands[2]).expect(2);
    assert!(!at.join("parts/train.csv").exists(), "all parts or none");
}

#[test]
fn pictures_and_pages_with_the_same_bytes_are_done() {
    let folder = packed();
    let at = folder.path();
    run_in(at, "export output/p --to line --limit 1 -o one.txt").expect(0);
    let commands = [
        ("stats output/p --html page.html", "page.html"),
        ("stats output/p --svg charts", "charts/clues.svg"),
        ("show one.txt --step 1 --svg step.svg", "step.svg"),
        ("hint one.txt --svg hint.svg", "hint.svg"),
    ];
    for (command, file) in commands {
        run_in(at, command).expect(0);
        leave_unfinished(at, "");
        run_in(at, command).expect(0);
        let bytes = fs::read(at.join(file)).unwrap();
        fs::write(at.join(file), "mine").unwrap();
        run_in(at, command)
            .expect(2)
            .complains(&[file, "exists already", "--force"]);
        assert_eq!(fs::read(at.join(file)).unwrap(), b"mine");
        run_in(at, &format!("{command} --force")).expect(0);
        assert_eq!(fs::read(at.join(file)).unwrap(), bytes);
    }
    assert!(!at.join(".unfinished-0123456789abcdef").exists());
}

#[test]
fn a_kill_between_the_file_and_its_record_is_healed() {
    let folder = packed();
    let at = folder.path();
    // The file as the kill leaves it: whole, in its place, and not recorded.
    run_in(at, "export output/p --to sdm -o spring.sdm").expect(0);
    leave_unfinished(at, "");
    let ship = "export output/p --to sdm -o spring.sdm --ship Spring";
    let said = run_in(at, ship).expect(0);
    assert!(
        said.err.contains("already there, unchanged"),
        "{}",
        said.err
    );
    run_in(at, "ledger query --title Spring --no 1").expect(0);
    run_in(at, &ship.replace("Spring", "Summer")).expect(65);
    run_in(at, ship).expect(0);
    run_in(at, "ledger check").expect(0);
    assert_eq!(
        fs::read_dir(at).unwrap().count(),
        2,
        "the pack's folder, the file"
    );
}

#[test]
fn what_a_kill_left_is_cleared() {
    let folder = packed();
    let at = folder.path();
    let output = at.join("output");
    leave_unfinished(at, "");
    run_in(at, "export output/p --to csv -o one.csv").expect(0);
    assert!(!at.join(".unfinished-0123456789abcdef").exists());
    leave_unfinished(at, "");
    run_in(at, "book output/p --preset home -o book.pdf").expect(0);
    assert!(!at.join(".unfinished-0123456789abcdef").exists());
    // A take that was killed behind its pack's renaming.
    run_in(at, "take output/p --name t").expect(0);
    let part = output.join("t.part");
    fs::create_dir(&part).unwrap();
    fs::write(part.join("lock"), "").unwrap();
    run_in(at, "take output/p --name t").expect(0);
    assert!(!part.exists());
    // A filter and a backup of the ledger.
    leave_unfinished(&output, "");
    run_in(at, "ledger backup output/copy.sqlite").expect(0);
    assert!(!output.join(".unfinished-0123456789abcdef").exists());
    // A shard, which leaves other shards' files alone.
    run_in(at, "plan --run run --shards 2 --count 600 --seed 1").expect(0);
    let shards = at.join("run/shards");
    leave_unfinished(&shards, "plan-");
    run_in(at, "plan --run run --shards 2 --count 600 --seed 1").expect(0);
    assert!(!shards.join(".unfinished-plan-0123456789abcdef").exists());
    leave_unfinished(&shards, "0-");
    leave_unfinished(&shards, "1-");
    run_in(at, "shard --run run --index 0 -q").expect(0);
    assert!(!shards.join(".unfinished-0-0123456789abcdef").exists());
    assert!(shards.join(".unfinished-1-0123456789abcdef").exists());
    leave_unfinished(&shards, "0-");
    run_in(at, "shard --run run --index 0 -q").expect(0);
    assert!(!shards.join(".unfinished-0-0123456789abcdef").exists());
}

#[test]
fn a_dash_is_standard_output() {
    let folder = packed();
    let at = folder.path();
    let plain = run_in(at, "export output/p --to csv").expect(0);
    let dash = run_in(at, "export output/p --to csv -o -").expect(0);
    assert_eq!(plain.out, dash.out);
    let lines = run_in(at, "export output/p --to line").expect(0).out;
    let puzzle = lines.lines().next().unwrap();
    let told = feed(at, "convert --to sdm -o -", puzzle.as_bytes()).expect(0);
    assert_eq!(told.out.trim_end().len(), 81, "{}", told.out);
    let mut book = factory();
    book.current_dir(at)
        .args(["book", "output/p", "--preset", "home", "-o", "-"]);
    let book = book.output().unwrap();
    assert!(book.status.success() && book.stdout.starts_with(b"%PDF-"));
    let checked = feed(at, "preflight - --preset home", &book.stdout);
    assert!([0, 4].contains(&checked.code), "{}", checked.err);
    assert!(!at.join("-").exists() && !at.join("-.json").exists());
    for command in [
        "export output/p --to csv -o - --ship Spring",
        "export output/p --to csv -o - --split a=.5,b=.5",
        "book output/p --preset home -o - --ship Spring",
        "calendar output/p --start 2027-01-01 --days 1 -o -",
    ] {
        fs::create_dir_all(at.join("config")).unwrap();
        fs::write(
            at.join("config/week.toml"),
            include_str!("../config/week.toml"),
        )
        .unwrap();
        run_in(at, command).expect(2).complains(&["--out"]);
    }
    assert!(!at.join("-").exists());
}

#[cfg(unix)]
#[test]
fn a_device_is_written_into_and_stays() {
    let folder = packed();
    let at = folder.path();
    assert!(
        Command::new("mkfifo")
            .arg(at.join("pipe"))
            .status()
            .unwrap()
            .success()
    );
    for (command, reads) in [
        ("export output/p --to csv -o pipe", "level"),
        ("export output/p --to csv -o pipe --force", "level"),
        ("book output/p --preset home -o pipe", "%PDF-"),
    ] {
        let reader = Command::new("cat")
            .arg(at.join("pipe"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        run_in(at, command).expect(0);
        let read = reader.wait_with_output().unwrap().stdout;
        assert!(String::from_utf8_lossy(&read).contains(reads), "{command}");
        assert_eq!(names_of_pipes(at), ["pipe"]);
    }
    run_in(at, "export output/p --to csv -o /dev/null").expect(0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(unix)]
fn names_of_pipes(folder: &Path) -> Vec<String> {
    use std::os::unix::fs::FileTypeExt;
    let entries = fs::read_dir(folder).unwrap().flatten();
    let pipes = entries.filter(|it| it.file_type().unwrap().is_fifo());
    let names = pipes.map(|it| it.file_name().to_string_lossy().into_owned());
    names.collect()
}

#[test]
fn a_name_is_no_option() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["--count 10 --seed 1 --name=-x -q", "take p --name=-x"] {
        run_in(folder.path(), command)
            .expect(2)
            .complains(&["\"-x\"", "'-'"]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_an_unfinished_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir_all(at.join("output")).unwrap();
    fs::create_dir(at.join("somebodys")).unwrap();
    std::os::unix::fs::symlink(at.join("somebodys"), at.join("output/x.part")).unwrap();
    run_in(at, "--count 10 --seed 1 --name x -q")
        .expect(2)
        .complains(&["x.part", "in the way"]);
    assert_eq!(fs::read_dir(at.join("somebodys")).unwrap().count(), 0);
}

/// Runs the program under a resource limit that the shell sets.
#[cfg(unix)]
fn limited(folder: &Path, limit: &str, arguments: &str) -> Said {
    let mut shell = Command::new("sh");
    let script = format!(
        "ulimit {limit}; exec {} {arguments}",
        env!("CARGO_BIN_EXE_factory")
    );
    shell.args(["-c", &script]).current_dir(folder);
    let output = shell.output().unwrap();
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_told() {
    let folder = packed();
    let job = "--count 3000 --seed 5 --name n -q";
    limited(folder.path(), "-f 200", job)
        .expect(75)
        .complains(&["n.part"]);
    run_in(folder.path(), job).expect(0);
    limited(folder.path(), "-f 4", "export output/p --to jsonl -o big")
        .expect(75)
        .complains(&["big"]);
    assert!(!folder.path().join("big").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn many_packs_need_few_open_files() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--packs 20 --count 900 --level easy=1 --seed 6 --name n -q";
    let said = limited(folder.path(), "-n 32", job);
    assert!([0, 3].contains(&said.code), "{}", said.err);
    let packs = fs::read_dir(folder.path().join("output")).unwrap().count();
    assert!(packs >= 20, "{packs} packs: {}", said.err);
}

#[cfg(unix)]
#[test]
fn what_is_no_pdf_and_no_log_is_not_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let zeros = |name: &str, beginning: &str| {
        fs::write(at.join(name), beginning).unwrap();
        let file = File::options().write(true).open(at.join(name)).unwrap();
        file.set_len(3 << 30).unwrap();
    };
    zeros("zeros", "");
    zeros("begun.pdf", "%PDF-1.7\n");
    // Far less memory than the files have bytes.
    let within = "-v 1000000";
    limited(at, within, "preflight zeros")
        .expect(65)
        .complains(&["this is not a readable PDF"]);
    limited(at, within, "preflight begun.pdf")
        .expect(65)
        .complains(&["its end is missing"]);
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    limited(at, within, &format!("player check {puzzle} zeros"))
        .expect(65)
        .complains(&["line 1", "this is not a log"]);
}

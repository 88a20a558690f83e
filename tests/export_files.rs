//! Tests where exports and conversions write to: standard output, files, folders and links; also tests full disks.

use crate::exporting::{EASY, PUZZLE, small_pack};
use crate::factory::{bytes_of, feed, run_in};
use crate::sat_form::read_dimacs;
use crate::shuffling::objects;
use std::fs;
use sudoku_factory::export;

#[test]
fn one_puzzle_is_converted_to_standard_output_and_several_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let alone = feed(folder.path(), "convert --to cnf", EASY.as_bytes()).expect(0);
    assert!(alone.out.contains(&format!("c Sudoku {EASY}\n")));
    assert_eq!(read_dimacs(&alone.out).variables, 729);

    let several = format!("{EASY}\nnonsense\n{PUZZLE}\n");
    let said = feed(folder.path(), "convert --to cnf", several.as_bytes()).expect(2);
    assert!(said.out.is_empty());
    assert!(said.err.contains("--out DIR"), "{}", said.err);

    let said = feed(
        folder.path(),
        "convert --to cnf --out sat",
        several.as_bytes(),
    )
    .expect(3);
    assert_eq!(said.out, "sat/000001.cnf\nsat/000003.cnf\n");
    said.complains(&["line 2"]);
    let first = fs::read_to_string(folder.path().join("sat/000001.cnf")).unwrap();
    assert_eq!(first, alone.out);
    assert_eq!(fs::read_dir(folder.path().join("sat")).unwrap().count(), 2);

    let json = feed(folder.path(), "convert --to cnf --json", several.as_bytes()).expect(3);
    let json = objects(&json.out);
    assert_eq!(json.len(), 3, "one object for each input");
    assert_eq!(json[0]["text"].as_str(), Some(alone.out.as_str()));
    assert!(json[1]["error"].is_string());
}

#[test]
fn unknown_formats_and_folders_that_cannot_be_are_told() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "convert --to cfn")
        .expect(2)
        .complains(&["cfn", "the formats are line"]);
    fs::write(folder.path().join("file"), "").unwrap();
    feed(
        folder.path(),
        "convert --to cnf --out file/sat",
        EASY.as_bytes(),
    )
    .expect(1)
    .complains(&["file/sat"]);
}

#[test]
fn files_that_are_there_are_kept_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let (first, mine) = ("sat/000001.cnf", "my own notes");
    fs::create_dir(folder.path().join("sat")).unwrap();
    fs::write(folder.path().join(first), mine).unwrap();
    let file = || fs::read_to_string(folder.path().join(first)).unwrap();
    let convert = |more: &str| {
        let arguments = format!("convert --to cnf --out sat{more}");
        feed(folder.path(), &arguments, EASY.as_bytes())
    };
    convert("").expect(2).complains(&[first, "--force"]);
    assert_eq!(file(), mine);
    convert(" --force").expect(0);
    assert!(file().contains(EASY));
}

/// Every export format can write every pack, and writes the same bytes twice.
#[test]
fn every_format_writes_the_same_twice() {
    let folder = small_pack();
    for format in export::EXPORT_FORMATS {
        let name = format.name;
        let write = |to: &str| {
            let arguments = format!("export output/p --to {name} --per-level 2 --out {to}-{name}");
            run_in(folder.path(), &arguments).expect(0);
            let at = folder.path().join(format!("{to}-{name}"));
            match at.is_dir() {
                true => bytes_of(&at)
                    .into_iter()
                    .map(|(_, bytes)| bytes)
                    .collect::<Vec<_>>(),
                false => vec![fs::read(at).unwrap()],
            }
        };
        let (once, twice) = (write("once"), write("twice"));
        assert!(once == twice && !once[0].is_empty(), "{name}");
        assert!(!format.about.is_empty());
    }
    fs::write(folder.path().join("once-csv"), "mine").unwrap();
    let kept = run_in(folder.path(), "export output/p --to csv --out once-csv").expect(2);
    kept.complains(&["once-csv", "--force"]);
    run_in(folder.path(), "export output/none --to csv").expect(2);
}

/// Binary formats are not written to a terminal, because their bytes would garble it.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_bytes() {
    let folder = small_pack();
    let factory = crate::factory::factory();
    let typed = |command: &str| {
        let command = format!("{} {command}", factory.get_program().display());
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &command, "/dev/null"]);
        let output = script.current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), said)
    };
    fs::write(folder.path().join("list"), EASY).unwrap();
    for command in [
        "export output/p --to sqlite",
        "convert list --to png",
        #[cfg(feature = "parquet")]
        "export output/p --to parquet",
    ] {
        let (code, said) = typed(command);
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.starts_with("factory: ") && said.contains("-o"),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1);
    }
    let (code, said) = typed("export output/p --to line --limit 1");
    assert_eq!((code, said.trim().len()), (Some(0), 81));
}

/// A symbolic link stays a link, and a file that the shell redirects output to is written to, not replaced.
#[cfg(target_os = "linux")]
#[test]
fn links_and_standard_output_are_not_replaced() {
    let folder = small_pack();
    let at = folder.path();
    std::os::unix::fs::symlink("file.csv", at.join("link.csv")).unwrap();
    fs::write(at.join("file.csv"), "old").unwrap();
    run_in(at, "export output/p --to csv -o link.csv --force").expect(0);
    assert!(
        fs::symlink_metadata(at.join("link.csv"))
            .unwrap()
            .is_symlink()
    );
    let csv = run_in(at, "export output/p --to csv").expect(0).out;
    assert_eq!(fs::read_to_string(at.join("file.csv")).unwrap(), csv);
    let redirected = fs::File::create(at.join("out.csv")).unwrap();
    let mut command = crate::factory::factory();
    command.current_dir(at).stdout(redirected);
    command.args(["export", "output/p", "--to", "csv", "-o", "/dev/stdout"]);
    assert!(command.status().unwrap().success());
    assert_eq!(fs::read_to_string(at.join("out.csv")).unwrap(), csv);
    let page = run_in(at, "stats output/p --html -").expect(0).out;
    assert!(page.trim_end().starts_with('<') && page.trim_end().ends_with("</html>"));
}

/// An error about a missing folder names that folder, and not a temporary file in it.
#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = small_pack();
    for command in [
        "export output/p --to csv -o nowhere/below/x",
        "export output/p --to sqlite -o nowhere/below/x",
        "book output/p -o nowhere/below/x.pdf",
        "stats output/p --html nowhere/below/x.html",
    ] {
        let said = run_in(folder.path(), command).expect(2);
        assert!(!said.err.contains(".tmp"), "{}", said.err);
        said.complains(&["no folder nowhere/below"]);
    }
}

/// If standard output goes to a full disk, the program ends with code 75 and one line of error.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = small_pack();
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut command = crate::factory::factory();
    let words = ["export", "output/p", "--to", "jsonl"];
    let output = command
        .current_dir(folder.path())
        .args(words)
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(75));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}

/// An export is written as a stream: the output is many times larger than the memory that the program may use.
#[cfg(target_os = "linux")]
#[test]
fn a_long_export_takes_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--count 1600 --seed 3 --name p --quiet").expect(0);
    let factory = crate::factory::factory();
    let shell = format!(
        "ulimit -d 8000; {} export output/p --to jsonl --steps | wc -c",
        factory.get_program().display()
    );
    let mut command = std::process::Command::new("sh");
    let output = command
        .current_dir(folder.path())
        .args(["-c", &shell])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let bytes: u64 = String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert!(
        said.is_empty() && bytes > 18_000_000,
        "{bytes} bytes; {said}"
    );
}

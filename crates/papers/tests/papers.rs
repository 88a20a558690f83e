//! Runs small versions of the studies, and checks that their exact results are in `docs/reproduction.md`.
#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy.toml's leave is for test functions, not their helpers

/// Readers of the documentation's pages and their tables.
#[path = "../../../tests/pages.rs"]
mod pages;
/// Tests of the five sources and of the measured times, in documents and code.
mod sources;

use insta::assert_snapshot;
use papers::report::{Options, Study};
use papers::{STUDIES, document};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

const SMALL: Options = Options {
    seed: 1,
    size: 60,
    threads: 2,
};

static ALL: LazyLock<Vec<Study>> =
    LazyLock::new(|| STUDIES.iter().map(|entry| (entry.make)(&SMALL)).collect());

/// Runs the program in `folder`; `arguments` are separated by spaces.
fn run_in(folder: &Path, arguments: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_papers"));
    program
        .env_remove("FACTORY_THREADS")
        .current_dir(folder)
        .args(arguments.split_whitespace());
    program.output().unwrap()
}

/// Runs the program, which must succeed, and returns its standard output.
fn printed(folder: &Path, arguments: &str) -> String {
    let output = run_in(folder, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must end with this exit code, and returns its error message.
fn complaint(folder: &Path, arguments: &str, code: i32) -> String {
    let output = run_in(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    String::from_utf8(output.stderr).unwrap().trim().to_owned()
}

/// Returns the names and contents of the files of a folder, sorted by name.
fn bytes_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(path).unwrap())
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}

fn committed() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reproduction.md");
    fs::read_to_string(path).unwrap()
}

/// Checks that `docs/reproduction.md` contains each section marked `exact`, byte for byte, although the document was
/// made from larger samples.
#[test]
fn exact_sections_stand_in_the_committed_report() {
    let committed = committed();
    for study in ALL.iter() {
        assert!(
            committed.contains(&format!("\n## {}\n", study.title)),
            "{}",
            study.name
        );
        let exact = || study.sections.iter().filter(|section| section.exact);
        assert!(exact().count() > 0, "{} has nothing exact", study.name);
        for section in exact() {
            let text = section.markdown("reproduction/");
            assert!(
                committed.contains(&text),
                "docs/reproduction.md is not what comes out now; make it again by the command at \
                 its head with --out docs. This section differs:\n{text}"
            );
        }
    }
}

/// Checks that with another seed and size, sections marked `exact` stay the same and all other sections change.
#[test]
fn exact_sections_depend_on_neither_seed_nor_size() {
    let other = Options {
        seed: 2,
        size: 45,
        threads: 1,
    };
    for (entry, study) in STUDIES.iter().zip(ALL.iter()) {
        let again = (entry.make)(&other);
        let shown = |study: &Study, exact| -> Vec<String> {
            let sections = study
                .sections
                .iter()
                .filter(|section| section.exact == exact);
            sections.map(|section| section.markdown("")).collect()
        };
        assert_eq!(shown(&again, true), shown(study, true), "{}", entry.name);
        assert_ne!(shown(&again, false), shown(study, false), "{}", entry.name);
    }
}

#[test]
fn plots_lie_where_the_committed_report_looks_for_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let committed = committed();
    let links: Vec<&str> = committed
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| link.ends_with(".svg"))
        .collect();
    let plots = ALL
        .iter()
        .flat_map(|study| &study.sections)
        .flat_map(|section| &section.plots);
    assert_eq!(links.len(), plots.count());
    for link in links {
        let drawing = fs::read_to_string(folder.join(link)).unwrap();
        assert!(drawing.starts_with("<svg "), "{link}");
    }
}

#[test]
fn tables_are_full_and_plots_have_names_of_their_own() {
    let mut files = BTreeSet::new();
    for section in ALL.iter().flat_map(|study| &study.sections) {
        if let Some(table) = &section.table {
            assert!(!table.rows.is_empty(), "{}", section.heading);
            for row in &table.rows {
                assert_eq!(
                    row.len(),
                    table.columns.len(),
                    "{}: {row:?}",
                    section.heading
                );
                assert!(!row.iter().any(|cell| cell.contains("NaN")), "{row:?}");
            }
        }
        for plot in &section.plots {
            assert!(files.insert(&plot.file), "{} twice", plot.file);
            assert!(plot.svg.contains("<title") && plot.svg.ends_with("</svg>\n"));
            assert!(!plot.caption.is_empty());
        }
    }
}

#[test]
fn threads_change_nothing() {
    for (entry, study) in STUDIES.iter().zip(ALL.iter()) {
        let alone = (entry.make)(&Options {
            threads: 1,
            ..SMALL
        });
        assert!(alone == *study, "{} depends on threads", entry.name);
    }
}

/// Checks that table 3 of Wu 2012 differs from the reproduced table only by sampling error: G² is below 9.49,
/// the 5 % point of χ².
#[test]
fn table_3_comes_out_again() {
    let options = Options {
        size: 2000,
        ..SMALL
    };
    let study = papers::wu::study(&options);
    let table_3 = study
        .sections
        .iter()
        .find(|section| section.heading.starts_with("Table 3"));
    let rows = &table_3.unwrap().table.as_ref().unwrap().rows;
    let g = |scheme: &str, stop: &str| -> f64 {
        let row = rows
            .iter()
            .find(|row| row[0] == scheme && row[1] == stop)
            .unwrap();
        row.last().unwrap().parse().unwrap()
    };
    assert!(g("wu", "minimal") < 9.49 && g("wu", "24 clues") < 9.49);
    assert!(g("wu", "29 clues") > 40.0);
    assert!(g("wu-strict", "minimal") > 40.0 && g("wu-literal", "minimal") > 200.0);
}

#[test]
fn a_study_is_printed_or_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let study = STUDIES[0].name;
    let printed = printed(at, &format!("{study} --size 20 --seed 3"));
    assert!(printed.starts_with("# The papers, made again\n"));
    assert!(printed.contains(&format!(
        "`cargo run --release -p papers -- {study} --seed 3 --size 20`"
    )));
    assert!(
        !printed.contains(".svg"),
        "no file is linked that was not written"
    );
    for (out, threads) in [("one", 1), ("two", 3)] {
        let arguments = format!("{study} --size 20 --seed 3 --threads {threads} --out {out}");
        assert!(run_in(at, &arguments).stdout.is_empty());
    }
    let written = fs::read_to_string(at.join("one").join(format!("{study}.md"))).unwrap();
    let plots = bytes_of(&at.join("one").join(study));
    assert!(plots.len() > 2);
    for (name, _) in &plots {
        assert!(written.contains(&format!("({study}/{name})")), "{name}");
    }
    assert_eq!(plots, bytes_of(&at.join("two").join(study)));
    assert_eq!(
        written,
        fs::read_to_string(at.join("two").join(format!("{study}.md"))).unwrap()
    );
}

#[test]
fn the_document_holds_every_study() {
    let text = document("all", &SMALL, &ALL, "plots/");
    for study in ALL.iter() {
        assert!(text.contains(&study.markdown("plots/")));
    }
}

#[test]
fn senseless_studies_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &str| complaint(folder.path(), arguments, 2);
    assert_snapshot!(said("wu --size 0"), @"factory: --size is 0; it must be at least 1");
    assert_snapshot!(said("wu --threads 0"), @"factory: --threads is 0; it must be at least 1");
    assert!(said("wo").contains("wu"), "the nearest is named");
    let refused = complaint(folder.path(), "wu --size 1 --out /dev/null/below", 1);
    assert!(refused.contains("/dev/null/below"), "{refused}");
}

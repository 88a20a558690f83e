//! Runs every command of docs/cookbook.md, at a small size that finishes quickly.
//!
//! The commands are in the page's `sh` blocks. The lines `# writes`, `# prints` and `# ends with` state the
//! expected result of the command before them. [`small`] is the rule that makes commands small; the page states
//! it, too.

use crate::factory::run_in;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use sudoku_factory::pack::Pack;

const PAGE: &str = include_str!("../docs/cookbook.md");

/// A command of the cookbook, and the result that the page promises.
#[derive(Debug, Default, Clone)]
struct Recipe {
    line: usize,
    command: String,
    writes: Vec<String>,
    prints: bool,
    code: i32,
}

/// Returns the roles on the page (such as book publisher), in order, each with its recipes.
fn roles() -> Vec<(String, Vec<Recipe>)> {
    let mut roles: Vec<(String, Vec<Recipe>)> = Vec::new();
    let mut in_block = false;
    let mut goes_on = false;
    for (number, line) in (1..).zip(PAGE.lines()) {
        if let Some(title) = line.strip_prefix("## ") {
            roles.push((title.to_owned(), Vec::new()));
        } else if line.starts_with("```") {
            in_block = line == "```sh";
        } else if in_block && !line.is_empty() {
            let recipes = &mut roles.last_mut().expect("blocks stand below a role").1;
            goes_on = take(recipes, number, line, goes_on);
        }
    }
    roles.retain(|(_, recipes)| !recipes.is_empty());
    roles
}

/// Reads a line of a code block into the recipes. Returns whether the command continues in the next line.
fn take(recipes: &mut Vec<Recipe>, line: usize, text: &str, goes_on: bool) -> bool {
    let last = recipes.last_mut();
    if let Some(said) = text.strip_prefix("# ") {
        let last = last.unwrap_or_else(|| panic!("line {line}: nothing was run"));
        if let Some(paths) = said.strip_prefix("writes ") {
            let paths = paths.split(", ").map(str::to_owned);
            last.writes.extend(paths);
        } else if let Some(code) = said.strip_prefix("ends with ") {
            last.code = code.split(':').next().unwrap().parse().unwrap();
        } else if said.starts_with("prints ") {
            last.prints = true;
        } else {
            panic!("line {line}: {text}");
        }
        return false;
    }
    let (part, more) = match text.strip_suffix('\\') {
        Some(part) => (part, true),
        None => (text, false),
    };
    match last {
        Some(recipe) if goes_on => recipe.command += part.trim_start(),
        _ => recipes.push(Recipe {
            line,
            command: part.to_owned(),
            ..Recipe::default()
        }),
    }
    more
}

/// The options whose numbers are reduced for the test, each with its maximum.
const AT_MOST: [(&str, u64); 5] = [
    ("--days", 7),
    ("--packs", 3),
    ("--limit", 3),
    ("--size", 50),
    ("--count", 400),
];

/// Returns a command that makes less, so that the test is quick. Options have at most the numbers in [`AT_MOST`].
/// Quotas of `--per-level` are at most `quota`, and each quota of `--level` is `quota`. Durations are at most half a
/// second. A command with a job file gets `--per-level`, which reduces the file's quotas. `extend` makes longer runs,
/// so it gets a larger `--count` or `--per-level`. A run that ends when its quotas are full keeps its `--count`. Runs
/// that make puzzles without a seed get `seed`.
pub(crate) fn small(command: &str, quota: u64, seed: u64) -> String {
    let cut = |number: &str, most: u64| number.parse::<u64>().unwrap().min(most).to_string();
    let words: Vec<&str> = command.split(' ').collect();
    let has = |option: &str| words.contains(&option);
    let quotas_end_it = (has("--per-level") || has("--level")) && !has("--exhaust");
    let mut small: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let option = at.checked_sub(1).map_or("", |before| words[before]);
        small.push(match option {
            "--count" if quotas_end_it => (*word).to_owned(),
            "--count" if has("extend") => "800".to_owned(),
            "--per-level" if has("extend") => (quota + 1).to_string(),
            "--per-level" => cut(word, quota),
            "--level" => word
                .split(',')
                .map(|pair| match pair.split_once('=') {
                    Some((level, _)) => format!("{level}={quota}"),
                    None => pair.to_owned(),
                })
                .collect::<Vec<_>>()
                .join(","),
            "--timeout" | "--time" => "500ms".to_owned(),
            _ => match AT_MOST.iter().find(|(name, _)| *name == option) {
                Some((_, most)) => cut(word, *most),
                None if *word == "--estimate" => "--estimate=200ms".to_owned(),
                None => (*word).to_owned(),
            },
        });
    }
    let makes = words.len() > 1 && words[0] == "factory" && words[1].starts_with("--");
    if makes && !has("--seed") && !has("--from") {
        small.extend(["--seed".to_owned(), seed.to_string()]);
    }
    if has("--job") && !has("--per-level") {
        small.extend(["--per-level".to_owned(), quota.to_string()]);
    }
    small.join(" ")
}

/// Creates the files that the page says are in the folder where the reader starts.
fn prepare(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in ["config", "config/patterns"] {
        fs::create_dir_all(folder.join(part)).unwrap();
        for entry in fs::read_dir(root.join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, folder.join(part).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    run_in(
        folder,
        "--count 400 --seed 21 --name mine --out made --quiet",
    )
    .expect(0);
    let pack = Pack::open(&folder.join("made/mine")).unwrap();
    let levels = pack.manifest().job.scheme.levels();
    let puzzles: Vec<String> = levels
        .flat_map(|level| pack.records(level).unwrap())
        .map(|record| record.unwrap().puzzle.to_string())
        .collect();
    fs::remove_dir_all(folder.join("made")).unwrap();
    fs::write(folder.join("mine.txt"), puzzles.join("\n")).unwrap();
    fs::create_dir(folder.join("lists")).unwrap();
    let (first, second) = (&puzzles[..200], &puzzles[150..]);
    fs::write(folder.join("lists/old.txt"), first.join("\n")).unwrap();
    let with_a_slip = "1".repeat(81) + "\n" + &second.join("\n");
    fs::write(folder.join("lists/new.txt"), with_a_slip).unwrap();
}

pub(crate) fn shell(folder: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_factory"));
    let mut paths = vec![program.parent().unwrap().to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let mut shell = std::process::Command::new("sh");
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("FACTORY_")) {
        shell.env_remove(name);
    }
    shell
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .args(["-c", command])
        .output()
        .unwrap()
}

/// Returns the files and folders that match a name on the page, which may contain one `*`.
fn found(folder: &Path, name: &str) -> Vec<PathBuf> {
    let path = folder.join(name);
    let last = path.file_name().unwrap().to_string_lossy().into_owned();
    let Some((begin, end)) = last.split_once('*') else {
        return if path.exists() {
            vec![path]
        } else {
            Vec::new()
        };
    };
    let entries = fs::read_dir(path.parent().unwrap()).into_iter().flatten();
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with(begin) && name.ends_with(end)
        })
        .collect()
}

fn check(folder: &Path, recipe: &Recipe) {
    let command = small(&recipe.command, 2, 1);
    let output = shell(folder, &command);
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    let said = || format!("line {}: {command}\nout:\n{out}\nerr:\n{err}", recipe.line);
    assert_eq!(output.status.code(), Some(recipe.code), "{}", said());
    assert!(
        recipe.prints || !recipe.writes.is_empty(),
        "nothing says what comes of it: {}",
        said()
    );
    assert!(!recipe.prints || !out.trim().is_empty(), "{}", said());
    for name in &recipe.writes {
        let found = found(folder, name);
        assert!(!found.is_empty(), "no {name}: {}", said());
        for path in found {
            if path.join("pack.json").exists() {
                let pack = Pack::open_any(&path).unwrap();
                assert!(pack.manifest().made() > 0, "{name} is empty: {}", said());
            } else if path.is_dir() {
                assert!(fs::read_dir(&path).unwrap().next().is_some(), "{}", said());
            } else {
                assert!(fs::metadata(&path).unwrap().len() > 0, "{}", said());
            }
        }
    }
}

fn follow(role: &str) {
    let roles = roles();
    let known: Vec<&str> = roles.iter().map(|(title, _)| title.as_str()).collect();
    let found = roles.iter().find(|(title, _)| title == role);
    let (_, recipes) = found.unwrap_or_else(|| panic!("{role} is none of {known:?}"));
    assert!(recipes.len() >= 4, "{role} has {} recipes", recipes.len());
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    for recipe in recipes {
        check(folder.path(), recipe);
    }
}

#[test]
fn a_book_publisher_finds_what_it_says() {
    follow("Book publisher");
}

#[test]
fn a_newspaper_finds_what_it_says() {
    follow("Newspaper");
}

#[test]
fn an_app_developer_finds_what_it_says() {
    follow("App developer");
}

#[test]
fn a_researcher_finds_what_it_says() {
    follow("Researcher");
}

#[test]
fn a_night_operator_finds_what_it_says() {
    follow("Night operator");
}

/// Every role on the page has a test, and the rule that makes commands small is as the page states it.
#[test]
fn all_roles_are_followed() {
    let titles: Vec<String> = roles().into_iter().map(|(title, _)| title).collect();
    let followed = [
        "Book publisher",
        "Newspaper",
        "App developer",
        "Researcher",
        "Night operator",
    ];
    assert_eq!(titles, followed);
    assert_eq!(
        small(
            "factory --level hard=200,easy=30 --count 100000 --timeout 6h",
            2,
            1
        ),
        "factory --level hard=2,easy=2 --count 100000 --timeout 500ms --seed 1"
    );
    assert_eq!(
        small("factory --job a.toml --estimate --packs 12", 2, 1),
        "factory --job a.toml --estimate=200ms --packs 3 --seed 1 --per-level 2"
    );
}

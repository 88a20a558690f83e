//! Helper functions for tests that run the program.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Returns a command that starts the program without any settings from the environment.
pub fn factory() -> Command {
    without_settings(Command::new(env!("CARGO_BIN_EXE_factory")))
}

/// Returns a command that starts `program`, such as another build of the factory, without any settings from the
/// environment.
pub fn factory_at(program: &OsStr) -> Command {
    without_settings(Command::new(program))
}

fn without_settings(mut command: Command) -> Command {
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("FACTORY_")) {
        command.env_remove(name);
    }
    command
}

/// The output of a finished program, and its exit code.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in `folder` with these arguments, which are separated by spaces.
pub fn run_in(folder: &Path, arguments: &str) -> Said {
    let mut command = factory();
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    said(command.output().expect("the program starts"))
}

/// Runs the program in `folder` with these arguments, which may contain spaces.
pub fn run_words(folder: &Path, arguments: &[&str]) -> Said {
    let mut command = factory();
    command.current_dir(folder).args(arguments);
    said(command.output().expect("the program starts"))
}

/// Runs the program in `folder` with these arguments and this standard input.
pub fn feed(folder: &Path, arguments: &str, input: &[u8]) -> Said {
    let mut command = assert_cmd::Command::from_std(factory());
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    said(
        command
            .write_stdin(input)
            .output()
            .expect("the program starts"),
    )
}

/// Runs the program, and kills it when one of its files has `blocks` blocks of 512 bytes. The system also limits
/// files to this size, so the kill comes at a known byte, however fast the machine is. A journal has a whole batch
/// within its first 1.4 MB, which are 2,700 blocks. If the kill comes too late, the program has met the limit and
/// ended by itself with code 75.
pub fn run_till_killed(folder: &Path, arguments: &str, blocks: u64) {
    let mut child = without_settings(Command::new("sh"))
        .args(["-c", r#"ulimit -c 0; ulimit -f "$0"; exec "$@""#])
        .arg(blocks.to_string())
        .arg(env!("CARGO_BIN_EXE_factory"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let status = loop {
        if has_file_of(folder, blocks * 512) {
            // It may have ended meanwhile.
            drop(child.kill());
        }
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(
        matches!(status.code(), None | Some(75)),
        "it ended with {status}"
    );
}

/// Returns whether a file below a folder has exactly this number of bytes.
fn has_file_of(folder: &Path, bytes: u64) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries = entries.map(|entry| entry.path());
    entries.any(|path| match path.is_dir() {
        true => has_file_of(&path, bytes),
        false => path.metadata().is_ok_and(|it| it.len() == bytes),
    })
}

fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

impl Said {
    /// Asserts that the program ended with this exit code, and otherwise shows its output.
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "out:\n{}\nerr:\n{}", self.out, self.err);
        self
    }

    /// Asserts that the error is a single line that contains all these words.
    pub fn complains(&self, words: &[&str]) {
        assert_eq!(self.err.trim_end().lines().count(), 1, "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in {:?}", self.err);
        }
    }
}

/// Returns the files in a folder with their bytes, except `run.json`, which differs from run to run.
pub fn bytes_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.file_name() != "run.json")
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).expect("a readable file"))
        })
        .collect();
    files.sort();
    files
}

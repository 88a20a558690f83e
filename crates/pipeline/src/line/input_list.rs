//! Reads the list of puzzles that a job takes, hashes its bytes, and checks before the run that each puzzle has
//! exactly one solution. So all refused entries are known at the start, quotas and kills do not change them, and each
//! candidate depends only on the list and on its number.

use super::error::LineError;
use super::threads::Bulk;
use crate::config::PuzzleList;
use crate::grid::{Board, Conflict};
use crate::import::{self, ReadOptions};
use crate::solve::search;
use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The number of puzzles that are checked together.
const CHUNK: usize = 4096;

/// A list of puzzles in memory.
#[derive(Debug, Clone)]
pub struct InputList {
    list: PuzzleList,
    /// The puzzle of each entry; `None` if the entry was refused.
    puzzles: Vec<Option<Board>>,
    refused: Vec<RejectedEntry>,
}

/// An entry of a list that is not a puzzle with exactly one solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedEntry {
    /// The place of the entry in the whole list, from 0.
    pub number: u64,
    /// The path of the file, or `standard input`.
    pub file: String,
    /// The line where the entry begins, from 1.
    pub line: u64,
    /// The reason why the entry was refused.
    pub why: RejectReason,
}

/// The reason why an entry of a list was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RejectReason {
    /// The entry is not a puzzle; the text names the problem.
    NoPuzzle(String),
    /// A digit occurs twice in a house.
    Conflict(Conflict),
    /// The puzzle has no solution.
    Unsolvable,
    /// The puzzle has several solutions.
    SeveralSolutions,
}

impl InputList {
    /// Reads the puzzles of these files; the file `-` is standard input.
    ///
    /// # Errors
    /// If a file can't be read, all files are empty, or the threads can't be started.
    pub fn read(
        files: &[PathBuf],
        options: ReadOptions,
        threads: Option<usize>,
    ) -> Result<Self, LineError> {
        let bulk = Bulk::new(threads)?;
        let hasher = Rc::new(RefCell::new(blake3::Hasher::new()));
        // Other options can make another list of the same bytes.
        if let Some(format) = options.format {
            hasher.borrow_mut().update(format.name().as_bytes());
        }
        if options.lenient {
            hasher.borrow_mut().update(b"lenient");
        }
        let mut read = Self {
            list: PuzzleList {
                names: files.iter().map(|file| short_name(file)).collect(),
                blake3: String::new(),
                entries: 0,
                refused: 0,
            },
            puzzles: Vec::new(),
            refused: Vec::new(),
        };
        for path in files {
            let fails = |error| LineError::Input(path.clone(), error);
            let source = HashedSource {
                source: open(path).map_err(fails)?,
                hasher: Rc::clone(&hasher),
            };
            read.add(source, options, &long_name(path), &bulk)
                .map_err(fails)?;
        }
        if read.puzzles.is_empty() {
            let names = read.list.names.join(", ");
            return Err(LineError::NothingGiven(names));
        }
        read.list.blake3 = hasher.borrow().finalize().to_string();
        read.list.entries = read.puzzles.len() as u64;
        read.list.refused = read.refused.len() as u64;
        Ok(read)
    }

    fn add(
        &mut self,
        source: impl Read,
        options: ReadOptions,
        file: &str,
        bulk: &Bulk,
    ) -> io::Result<()> {
        let mut found = Vec::with_capacity(CHUNK);
        for item in import::read(BufReader::new(source), options) {
            let (line, board) = item?;
            let number = self.puzzles.len() as u64;
            self.puzzles.push(board.as_ref().ok().copied());
            match board {
                Ok(puzzle) => found.push((number, line, puzzle)),
                Err(error) => {
                    let said = error.to_string();
                    let line = error.line();
                    // The place is already printed before this text.
                    let rest = said.strip_prefix(&format!("line {line}")).unwrap_or(&said);
                    let why = rest.trim_start_matches([',', ':', ' ']).to_owned();
                    self.reject(number, file, line, RejectReason::NoPuzzle(why));
                }
            }
            if found.len() == CHUNK {
                self.check(&mut found, file, bulk);
            }
        }
        self.check(&mut found, file, bulk);
        self.refused.sort_by_key(|refused| refused.number);
        Ok(())
    }

    /// Checks on all threads that the puzzles have exactly one solution. Each puzzle comes with its number and its
    /// line.
    fn check(&mut self, found: &mut Vec<(u64, u64, Board)>, file: &str, bulk: &Bulk) {
        let checked = bulk.map(std::mem::take(found), |(number, line, puzzle)| {
            Some((number, line, reason_against(&puzzle)?))
        });
        for (number, line, why) in checked.into_iter().flatten() {
            self.puzzles[number as usize] = None;
            self.reject(number, file, line, why);
        }
    }

    fn reject(&mut self, number: u64, file: &str, line: u64, why: RejectReason) {
        let file = file.to_owned();
        self.refused.push(RejectedEntry {
            number,
            file,
            line,
            why,
        });
    }

    /// Returns the description of the list that the job records.
    pub fn list(&self) -> &PuzzleList {
        &self.list
    }

    /// Returns all refused entries, in the order of the input.
    pub fn refused(&self) -> &[RejectedEntry] {
        &self.refused
    }

    /// Returns the number of refused entries among the first `used` entries.
    pub fn refused_among(&self, used: u64) -> u64 {
        self.refused.partition_point(|it| it.number < used) as u64
    }

    /// Returns the puzzle of entry number `k` with its solution; `None` if the entry was refused.
    pub(super) fn solved(&self, k: u64) -> Option<(Board, Board)> {
        let puzzle = usize::try_from(k)
            .ok()
            .and_then(|k| self.puzzles.get(k).copied().flatten())?;
        Some((puzzle, search::solve(&puzzle, 1).first?))
    }
}

fn reason_against(puzzle: &Board) -> Option<RejectReason> {
    if let Some(conflict) = puzzle.conflict() {
        return Some(RejectReason::Conflict(conflict));
    }
    match search::count(puzzle, 2) {
        0 => Some(RejectReason::Unsolvable),
        1 => None,
        _ => Some(RejectReason::SeveralSolutions),
    }
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    if path.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder; of a pack, name the .sdm files",
        ));
    }
    Ok(Box::new(File::open(path)?))
}

fn long_name(path: &Path) -> String {
    match path.to_string_lossy() {
        name if name == "-" => "standard input".to_owned(),
        name => name.into_owned(),
    }
}

fn short_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| long_name(path), |name| long_name(name.as_ref()))
}

/// A source whose bytes are hashed while they are read.
struct HashedSource<R> {
    source: R,
    hasher: Rc<RefCell<blake3::Hasher>>,
}

impl<R: Read> Read for HashedSource<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.hasher.borrow_mut().update(&buffer[..read]);
        Ok(read)
    }
}

impl fmt::Display for RejectedEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file, line, why, ..
        } = self;
        write!(f, "{file}: line {line}: {why}")
    }
}

impl fmt::Display for RejectReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPuzzle(why) => f.write_str(why),
            Self::Conflict(it) => write!(
                f,
                "no solution: {} stands twice in {} ({} and {})",
                it.digit, it.house, it.cells[0], it.cells[1]
            ),
            Self::Unsolvable => f.write_str("no solution"),
            Self::SeveralSolutions => f.write_str("more than one solution"),
        }
    }
}

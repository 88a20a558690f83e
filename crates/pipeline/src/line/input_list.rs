//! Reads and checks the list of puzzles that a job takes. Each puzzle must have exactly one solution by the rules
//! of the job's layout. A hash of the bytes shows later whether the list has changed.
//!
//! All entries are checked before the run, so quotas and kills can't change which of them are refused. Each
//! candidate then depends only on the list and on its number.

use super::error::LineError;
use super::threads::Bulk;
use crate::config::PuzzleList;
use crate::grid::text::Alphabet;
use crate::grid::{Board, Conflict, ExtraRule, Layout, LayoutHouses, ShapedBoard};
use crate::import::{self, Boards, LayoutList, LayoutListPuzzle, ReadOptions};
use crate::solve::fused::{FusedRequest, Searcher};
use crate::solve::search;
use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

/// The number of puzzles that are checked together.
const CHUNK: usize = 4096;

/// The maximum number of tries in the search for solutions of a puzzle of a layout other than 9×9. After these tries,
/// the search gives up.
const MOST_TRIES: u64 = 5_000_000;

/// A list of puzzles in memory.
#[derive(Debug, Clone)]
pub struct InputList {
    list: PuzzleList,
    puzzles: InputPuzzles,
    refused: Vec<RejectedEntry>,
}

/// The puzzles of a list, one for each entry; `None` for a refused entry.
#[derive(Debug, Clone)]
enum InputPuzzles {
    Nine(Vec<Option<Board>>),
    Layout(Vec<Option<LayoutListPuzzle>>),
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
    /// The search for solutions gave up.
    NotProved,
}

/// Reads and checks the entries of files.
struct InputReader<'a, B> {
    bulk: &'a Bulk,
    /// The function that returns the reason why a puzzle is refused, or `None` if the puzzle is accepted.
    against: &'a (dyn Fn(&B) -> Option<RejectReason> + Sync),
    puzzles: Vec<Option<B>>,
    refused: Vec<RejectedEntry>,
}

impl<B: Clone + Send> InputReader<'_, B> {
    fn add(&mut self, file: &str, entries: Boards<'_, B>) -> io::Result<()> {
        let mut found = Vec::with_capacity(CHUNK);
        for item in entries {
            let (line, board) = item?;
            let number = self.puzzles.len() as u64;
            self.puzzles.push(board.as_ref().ok().cloned());
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
                self.check(&mut found, file);
            }
        }
        self.check(&mut found, file);
        self.refused.sort_by_key(|refused| refused.number);
        Ok(())
    }

    /// Checks that each puzzle in `found` has exactly one solution, using all threads. Each item is the number of an
    /// entry, its line number, and its puzzle.
    fn check(&mut self, found: &mut Vec<(u64, u64, B)>, file: &str) {
        let checked = self
            .bulk
            .map(std::mem::take(found), |(number, line, puzzle)| {
                Some((number, line, (self.against)(&puzzle)?))
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
}

/// The files of a list.
struct InputFiles<'a> {
    paths: &'a [PathBuf],
    options: ReadOptions,
    threads: Option<usize>,
}

impl InputFiles<'_> {
    /// Returns the input list with its puzzles. `read` reads the entries of a text, and `against` returns the reason
    /// why a puzzle is refused, or `None`. `puzzles` converts the puzzles of all entries to [`InputPuzzles`].
    fn list<B: Clone + Send>(
        &self,
        read: impl Fn(BufReader<HashedSource<Box<dyn Read>>>) -> Boards<'static, B>,
        against: impl Fn(&B) -> Option<RejectReason> + Sync,
        puzzles: impl FnOnce(Vec<Option<B>>) -> InputPuzzles,
    ) -> Result<InputList, LineError> {
        let bulk = &Bulk::new(self.threads)?;
        let hasher = Rc::new(RefCell::new(blake3::Hasher::new()));
        // Other options can make another list of the same bytes.
        if let Some(format) = self.options.format {
            hasher.borrow_mut().update(format.name().as_bytes());
        }
        if self.options.lenient {
            hasher.borrow_mut().update(b"lenient");
        }
        let mut reader = InputReader {
            bulk,
            against: &against,
            puzzles: Vec::new(),
            refused: Vec::new(),
        };
        for path in self.paths {
            let fails = |error| LineError::Input(path.clone(), error);
            let source = HashedSource {
                source: open(path).map_err(fails)?,
                hasher: Rc::clone(&hasher),
            };
            let entries = read(BufReader::new(source));
            reader.add(&long_name(path), entries).map_err(fails)?;
        }
        let names: Vec<String> = self.paths.iter().map(|file| short_name(file)).collect();
        if reader.puzzles.is_empty() {
            return Err(LineError::NothingGiven(names.join(", ")));
        }
        Ok(InputList {
            list: PuzzleList {
                names,
                blake3: hasher.borrow().finalize().to_string(),
                entries: reader.puzzles.len() as u64,
                refused: reader.refused.len() as u64,
            },
            puzzles: puzzles(reader.puzzles),
            refused: reader.refused,
        })
    }
}

impl InputList {
    /// Reads the puzzles of these files; the file `-` is standard input. `layout` describes the layout of the
    /// puzzles if it isn't 9×9. If `layout` names regions, puzzles with other regions are refused.
    ///
    /// # Errors
    /// If a file can't be read, all files are empty, or the threads can't be started.
    pub fn read(
        files: &[PathBuf],
        options: ReadOptions,
        threads: Option<usize>,
        layout: Option<LayoutList>,
    ) -> Result<Self, LineError> {
        let files = InputFiles {
            paths: files,
            options,
            threads,
        };
        let Some(list) = layout else {
            let read = |source| import::read(source, options);
            return files.list(read, reason_against, InputPuzzles::Nine);
        };
        let layout = list.layout;
        let judges: Mutex<Vec<Searcher>> = Mutex::default();
        let idle = || judges.lock().unwrap_or_else(PoisonError::into_inner);
        let against = |puzzle: &LayoutListPuzzle| {
            if list.regions.is_some() && puzzle.features.regions() != list.regions.as_ref() {
                return Some(RejectReason::NoPuzzle(
                    "other regions than those of the job".to_owned(),
                ));
            }
            if layout.has_features() {
                return layout_reason_against(puzzle, layout, &mut own_judge(puzzle, layout));
            }
            let waiting = idle().pop();
            let mut judge = waiting.unwrap_or_else(|| Searcher::on(layout));
            let why = layout_reason_against(puzzle, layout, &mut judge);
            idle().push(judge);
            why
        };
        let read = |source| import::read_layout(source, options, list.clone());
        files.list(read, against, InputPuzzles::Layout)
    }

    /// Returns the description of the list, in the form in which the job records it.
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
        let InputPuzzles::Nine(puzzles) = &self.puzzles else {
            return None;
        };
        let puzzle = usize::try_from(k)
            .ok()
            .and_then(|k| puzzles.get(k).copied().flatten())?;
        Some((puzzle, search::solve(&puzzle, 1).first?))
    }

    /// Returns the puzzle of entry number `k` with its solution, for a list of puzzles of one layout; `None` if the
    /// entry was refused. The solution is found by `judge`, unless the puzzle has regions or marks of its own.
    pub(super) fn solved_layout(
        &self,
        k: u64,
        judge: &mut Searcher,
    ) -> Option<(&LayoutListPuzzle, ShapedBoard)> {
        let InputPuzzles::Layout(puzzles) = &self.puzzles else {
            return None;
        };
        let puzzle = usize::try_from(k).ok().and_then(|k| puzzles.get(k))?;
        let puzzle = puzzle.as_ref()?;
        let layout = judge.layout();
        let found = match layout.has_features() {
            true => own_judge(puzzle, layout).search(&puzzle.board, &two_solutions()),
            false => judge.search(&puzzle.board, &two_solutions()),
        };
        Some((puzzle, found.first?))
    }
}

/// Returns the request to search for up to two solutions of a puzzle.
fn two_solutions() -> FusedRequest {
    FusedRequest {
        most_tries: Some(MOST_TRIES),
        ..FusedRequest::default()
    }
}

/// Returns the searcher that finds the solutions of a puzzle with regions or marks of its own.
fn own_judge(puzzle: &LayoutListPuzzle, layout: Layout) -> Searcher {
    let houses = LayoutHouses::with_features(layout, puzzle.features.clone());
    Searcher::of_houses(houses)
}

fn layout_reason_against(
    puzzle: &LayoutListPuzzle,
    layout: Layout,
    judge: &mut Searcher,
) -> Option<RejectReason> {
    let board = &puzzle.board;
    // The houses of a jigsaw are others than those of the board's boxes.
    let conflict = board.conflict();
    if let Some(found) = conflict.filter(|_| !layout.has(ExtraRule::Jigsaw)) {
        let shape = board.shape();
        let [first, second] = found.cells.map(|cell| shape.cell_name(cell));
        let digit = Alphabet::One.symbol(found.digit);
        let house = shape.house_name(found.house);
        let why = format!("no solution: {digit} stands twice in {house} ({first} and {second})");
        return Some(RejectReason::NoPuzzle(why));
    }
    let found = judge.search(board, &two_solutions());
    match found.count {
        _ if found.gave_up => Some(RejectReason::NotProved),
        0 => Some(RejectReason::Unsolvable),
        1 => None,
        _ => Some(RejectReason::SeveralSolutions),
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
            Self::NotProved => write!(f, "gave up after {MOST_TRIES} tries"),
        }
    }
}

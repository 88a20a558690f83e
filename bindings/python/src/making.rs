//! Makes puzzles from their numbers: the same candidate puzzles that the program makes for a job, rated by
//! the job's scheme.

use crate::refused;
use crate::rows::Rows;
use crate::solving::board;
use factory_bindings::{JsonJob, MadePuzzle};
use factory_pipeline::pack::Pack;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use sudoku_engine::{Level, Record, Scheme};

/// A job, ready to make candidate puzzles from its seed and to rate them by its scheme.
#[pyclass(frozen, module = "sudoku_factory")]
pub(crate) struct Factory {
    job: JsonJob,
    /// The size of the next piece: the number of candidate puzzles to make before the next check for Ctrl-C. A larger
    /// number takes less time per puzzle, since the puzzles of one piece are dug side by side. So the number grows
    /// while pieces are made quickly, and shrinks after a piece that took a long time.
    piece: AtomicU64,
}

/// The number of candidate puzzles made before the first check for Ctrl-C.
const FIRST_PIECE: u64 = 16;

/// The maximum number of candidate puzzles made between two checks for Ctrl-C. Fewer checks save time, because some
/// vector lanes are idle shortly before each check.
const LONGEST_PIECE: u64 = 1024;

/// The longest time that should pass between two checks for Ctrl-C. If more time has passed at a check, fewer candidate
/// puzzles are made before the next one.
const LONG: Duration = Duration::from_millis(100);

#[pymethods]
impl Factory {
    /// Reads a job from a JSON text with the keys of the program's job files. Keys that the text leaves out come
    /// from the job's profile, then from the defaults.
    #[new]
    fn new(job: &str) -> PyResult<Self> {
        Ok(Self {
            job: JsonJob::new(job).map_err(refused)?,
            piece: AtomicU64::new(FIRST_PIECE),
        })
    }

    /// Returns a copy of this job with another seed. Copying saves time, since reading a job takes ten times
    /// as long as making a puzzle.
    fn with_seed(&self, seed: u64) -> Self {
        Self {
            job: self.job.with_seed(seed),
            piece: AtomicU64::new(FIRST_PIECE),
        }
    }

    /// Makes the candidate puzzles `first` to `last` − 1 and returns those that the job keeps.
    fn make(&self, py: Python<'_>, first: u64, last: u64) -> PyResult<Vec<Puzzle>> {
        let mut made = Vec::new();
        let puzzles = |range| self.job.puzzles(range);
        self.in_pieces(py, first, last, puzzles, |puzzles| {
            made.extend(puzzles.into_iter().map(|made| Puzzle {
                scheme: Arc::clone(self.job.scheme()),
                made,
            }));
            Ok(())
        })?;
        Ok(made)
    }

    /// Makes the 9×9 candidate puzzles `first` to `last` − 1. Puzzles that the job keeps are written to the array
    /// `puzzles` and their solutions to the array `solutions`, in rows of 81 bytes with 0 for a blank. Returns the
    /// number of rows written to each array.
    fn make_rows(
        &self,
        py: Python<'_>,
        first: u64,
        last: u64,
        puzzles: PyBuffer<u8>,
        solutions: PyBuffer<u8>,
    ) -> PyResult<usize> {
        if !self.job.is_nine() {
            return Err(refused("rows hold puzzles of 9x9 only"));
        }
        let (puzzles, solutions) = (Rows::for_results(&puzzles)?, Rows::for_results(&solutions)?);
        let mut written = 0;
        let records = |range| self.job.records(range);
        self.in_pieces(py, first, last, records, |records: Vec<Record>| {
            for record in records {
                puzzles.set_board(written, &record.puzzle)?;
                solutions.set_board(written, &record.solution)?;
                written += 1;
            }
            Ok(())
        })?;
        Ok(written)
    }

    /// Returns the names of the levels, easiest first.
    #[getter]
    fn levels(&self) -> Vec<String> {
        self.job.scheme().levels.clone()
    }

    /// Rates a given puzzle, and returns the ratings and all other fields as a JSON object.
    fn rate_json(&self, py: Python<'_>, puzzle: &str) -> PyResult<String> {
        let board = board(puzzle)?;
        py.detach(|| self.job.rate(&board)).map_err(refused)
    }
}

impl Factory {
    /// Makes the candidate puzzles `first` to `last` − 1, piece by piece. For each piece, calls `make` with the
    /// numbers, and then calls `take` with the puzzles that `make` returned. Ctrl-C takes effect at the end of a piece.
    fn in_pieces<T: Send>(
        &self,
        py: Python<'_>,
        first: u64,
        last: u64,
        make: impl Fn(Range<u64>) -> Vec<T> + Sync,
        mut take: impl FnMut(Vec<T>) -> PyResult<()>,
    ) -> PyResult<()> {
        let mut next = first;
        while next < last {
            let piece = self.piece.load(Ordering::Relaxed);
            let end = next.saturating_add(piece).min(last);
            let begun = Instant::now();
            take(py.detach(|| make(next..end)))?;
            py.check_signals()?;
            let took = begun.elapsed();
            if took > LONG {
                self.piece.store((piece / 2).max(1), Ordering::Relaxed);
            } else if took < LONG / 4 && end - next == piece {
                let longer = (2 * piece).min(LONGEST_PIECE);
                self.piece.store(longer, Ordering::Relaxed);
            }
            next = end;
        }
        Ok(())
    }
}

/// A pack of puzzles in a folder on disk.
#[pyclass(frozen, module = "sudoku_factory")]
pub(crate) struct PackFolder {
    pack: Pack,
    scheme: Arc<Scheme>,
}

#[pymethods]
impl PackFolder {
    /// Opens the folder of a pack and checks its manifest.
    #[new]
    fn new(folder: PathBuf) -> PyResult<Self> {
        let pack = Pack::open(&folder).map_err(refused)?;
        let scheme = Arc::new(pack.manifest().job.scheme.clone());
        Ok(Self { pack, scheme })
    }

    /// Returns the names of the levels, easiest first.
    #[getter]
    fn levels(&self) -> Vec<String> {
        self.scheme.levels.clone()
    }

    /// Reads the puzzles of a level, 1 for the easiest, in the order of their candidate numbers.
    fn read(&self, py: Python<'_>, level: u8) -> PyResult<Vec<Puzzle>> {
        let level = Level::try_from(level).map_err(refused)?;
        let records = py.detach(|| {
            let records = self.pack.records(level)?;
            records.collect::<Result<Vec<Record>, _>>()
        });
        let puzzle = |record| Puzzle {
            scheme: Arc::clone(&self.scheme),
            made: MadePuzzle::of_nine(record),
        };
        let records = records.map_err(refused)?;
        Ok(records.into_iter().map(puzzle).collect())
    }
}

/// A puzzle made by a job, with its candidate number, solution, level and ratings.
#[pyclass(frozen, module = "sudoku_factory")]
pub(crate) struct Puzzle {
    scheme: Arc<Scheme>,
    made: MadePuzzle,
}

#[pymethods]
impl Puzzle {
    /// Returns the puzzle's candidate number, from which the puzzle can be made again with the same seed and job.
    #[getter]
    fn number(&self) -> u64 {
        self.made.number()
    }

    /// Returns the puzzle in reading order, `.` for a blank: 81 characters, or as many as its layout has cells.
    #[getter]
    fn puzzle(&self) -> String {
        let [puzzle, _] = self.made.texts();
        puzzle
    }

    /// Returns the only solution in reading order.
    #[getter]
    fn solution(&self) -> String {
        let [_, solution] = self.made.texts();
        solution
    }

    /// Returns the id as 32 hexadecimal digits; all turned, mirrored, shuffled and relabelled forms of a
    /// puzzle share the id.
    #[getter]
    fn id(&self) -> String {
        self.made.id().to_string()
    }

    /// Returns the number of givens.
    #[getter]
    fn clues(&self) -> usize {
        self.made.clue_count()
    }

    /// Returns the level, 1 for the easiest.
    #[getter]
    fn level(&self) -> u8 {
        self.made.level().number()
    }

    /// Returns the name of the level.
    #[getter]
    fn level_name(&self) -> &str {
        self.scheme.level_name(self.made.level())
    }

    /// Returns the difficulty: for 9×9 the difficulty D of Wu 2012, at least 1, for other layouts the score by
    /// techniques.
    #[getter]
    fn d(&self) -> f64 {
        self.made.difficulty()
    }

    /// Returns the ratings and all other known fields, under the names that `factory export --to jsonl` uses, or
    /// `factory show --json` for layouts other than 9×9.
    #[getter]
    fn ratings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json()?,))
    }

    /// Returns the ratings and all other known fields as a JSON text, byte for byte as the program writes it.
    fn json(&self) -> PyResult<String> {
        self.made.json(&self.scheme).map_err(refused)
    }

    fn __repr__(&self) -> String {
        let [puzzle, _] = self.made.texts();
        format!("<Puzzle {puzzle} {}>", self.level_name())
    }
}

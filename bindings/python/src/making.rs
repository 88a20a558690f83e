//! Makes candidate puzzles from a job and their numbers, and rates puzzles by the job's scheme. The program makes
//! the same puzzles from the same job and numbers.

use crate::interrupt::interruptible;
use crate::puzzle::Puzzle;
use crate::refused;
use crate::rows::Rows;
use crate::solving::board;
use factory_bindings::JsonJob;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use sudoku_engine::{Level, Record};

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

/// The maximum number of candidate puzzles made between two checks for Ctrl-C. A large number saves time: puzzles are
/// dug side by side, but shortly before each check, too few are left for that.
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

    /// Returns a copy of this job with another seed. For layouts other than 9×9, the copy digs puzzles for `level` if
    /// a level is passed, but puzzles of other levels come out, too. For 9×9, the level has no effect. Copying saves
    /// time, since reading a job takes ten times as long as making a puzzle.
    fn with_seed(&self, seed: u64, level: Option<u8>) -> PyResult<Self> {
        let mut job = self.job.with_seed(seed);
        if let Some(level) = level {
            job = job.wanting(Level::try_from(level).map_err(refused)?);
        }
        Ok(Self {
            job,
            piece: AtomicU64::new(FIRST_PIECE),
        })
    }

    /// Makes the candidate puzzles `first` to `last` − 1 and returns those that the job keeps.
    fn make(&self, py: Python<'_>, first: u64, last: u64) -> PyResult<Vec<Puzzle>> {
        let mut made = Vec::new();
        let puzzles = |range| self.job.puzzles(range);
        self.in_pieces(py, first, last, puzzles, |puzzles| {
            let scheme = || Arc::clone(self.job.scheme());
            made.extend(puzzles.into_iter().map(|made| Puzzle::new(scheme(), made)));
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
        match self.job.is_slow_to_rate() {
            false => py.detach(|| self.job.rate(&board)).map_err(refused),
            true => {
                let job = self.job.clone();
                interruptible(py, move || job.rate(&board))?.map_err(refused)
            }
        }
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

//! Counts the available processors, and processes the puzzles of a list on several threads.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

pub use rayon::ThreadPoolBuildError as NoThreads;

/// Returns the number of processors that the process may use.
pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The thread pool of a command that works through a list of puzzles.
#[derive(Debug)]
pub struct Bulk(rayon::ThreadPool);

impl Bulk {
    /// Starts `threads` threads; `None` for one thread per processor.
    ///
    /// # Errors
    /// If the threads can't be started.
    pub fn new(threads: Option<usize>) -> Result<Self, NoThreads> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
        Ok(Self(pool.build()?))
    }

    /// Applies `work` to every item, using all threads. The results are in the order of the items.
    pub fn map<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        work: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        self.0.install(|| items.into_par_iter().map(work).collect())
    }
}

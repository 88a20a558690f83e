//! Runs work on all threads, draws samples, and computes the means of the results.

use sudoku_factory::line::Bulk;

/// The threads of a study; if no threads can be started, the calling thread does the work.
pub struct Workers(Option<Bulk>);

impl Workers {
    /// Starts this many threads.
    pub fn new(threads: usize) -> Self {
        Self(Bulk::new(Some(threads)).ok())
    }

    /// Applies `work` to every item; the results come in the order of the items.
    pub fn map<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        work: impl Fn(T) -> R + Send + Sync,
    ) -> Vec<R> {
        match &self.0 {
            Some(bulk) => bulk.map(items, work),
            None => items.into_iter().map(work).collect(),
        }
    }

    /// Applies `work` to every item of a list, with a new tool (such as a solver) for each part of the list; the
    /// results come in the order of the items.
    pub fn map_with<T: Sync, S, R: Send>(
        &self,
        items: &[T],
        tool: impl Fn() -> S + Send + Sync,
        work: impl Fn(&mut S, &T) -> R + Send + Sync,
    ) -> Vec<R> {
        let stretch = (items.len() / 64).max(1);
        let done = self.map(items.chunks(stretch).collect(), |items| {
            let mut tool = tool();
            items
                .iter()
                .map(|item| work(&mut tool, item))
                .collect::<Vec<R>>()
        });
        done.into_iter().flatten().collect()
    }
}

/// Returns at most `most` of the items, evenly spaced, but at least one if there are any.
pub fn sample<T: Clone>(items: &[T], most: u64) -> Vec<T> {
    let most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
    let step = items.len().div_ceil(most).max(1);
    items.iter().step_by(step).cloned().collect()
}

/// Returns the mean of numbers; 0 if there are none.
pub fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0u32), |(sum, count), number| {
        (sum + number, count + 1)
    });
    sum / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_evenly() {
        let items: Vec<u32> = (0..10).collect();
        assert_eq!(sample(&items, 3), [0, 4, 8]);
        assert_eq!(sample(&items, 10), items);
        assert_eq!(sample(&items, 99), items);
        assert_eq!(sample(&items, 0).len(), 1);
        assert!(sample::<u32>(&[], 5).is_empty());
    }
}

//! Jiang 2018, search fused with human rules: its tables made again, on the sets of the paper that
//! can be had and on others.
//!
//! A study gives the same bytes on every machine, so tries stand where the paper has milliseconds;
//! `papers times` has times.

mod arithmetic;
mod depths;
mod efforts;
mod giants;
mod levels;
mod sets;

pub(super) use efforts::{MOST_TRIES, TIMES, beside, request};
pub(super) use sets::set as puzzles;

use super::report::{Options, Study, grouped};
use sudoku_factory::line::Bulk;
use sudoku_factory::speed::famous::Famous;

/// Makes the paper's tables again.
pub fn study(options: &Options) -> Study {
    let workers = Workers::new(options.threads);
    let seventeen = sets::set(Famous::Seventeen, &workers);
    let hard: Vec<_> = seventeen.iter().filter(|one| one.level > 0).collect();
    Study {
        name: "fused",
        title: "Jiang 2018: search fused with human rules".to_owned(),
        sections: vec![
            levels::table_1(&seventeen),
            levels::of_sets(&workers, &seventeen),
            levels::of_digs(options),
            efforts::section(options, &workers, &seventeen),
            depths::fused(&workers, &hard),
            depths::plain(options, &workers, &hard),
            giants::proven(&workers),
            giants::compared(options, &workers),
            arithmetic::growth(),
            arithmetic::slips(),
        ],
    }
}

/// The threads of a study; where none can be had, this one does the work.
pub(super) struct Workers(Option<Bulk>);

impl Workers {
    /// So many threads.
    pub(super) fn new(threads: usize) -> Self {
        Self(Bulk::new(Some(threads)).ok())
    }

    /// Applies `work` to every item; the results come in the order of the items.
    fn map<T: Send, R: Send>(&self, items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
        match &self.0 {
            Some(bulk) => bulk.map(items, work),
            None => items.into_iter().map(work).collect(),
        }
    }

    /// Applies `work` to stretches of a list with a tool made anew for each stretch; the results
    /// come in the order of the items.
    fn map_with<T: Sync, S, R: Send>(
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

/// Every nth item, so that at most `most` are taken, and at least one.
fn sample<T: Clone>(items: &[T], most: u64) -> Vec<T> {
    let most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
    let step = items.len().div_ceil(most).max(1);
    items.iter().step_by(step).cloned().collect()
}

/// The mean of numbers; 0 of none.
fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
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

//! Paper 4: Jiang, Tang, Xu and Ye, *Sudoku backtracking algorithm with rule-base strategies*
//! (2018). Its tables made again, on the sets of the paper that can be had and on others.
//!
//! A study gives the same bytes on every machine, so tries stand where the paper has milliseconds;
//! `cargo bench --bench fused` has times.

mod arithmetic;
mod depths;
mod efforts;
mod giants;
mod levels;
mod sets;

use super::famous::Famous;
use super::report::{Options, Study};
use crate::line::Bulk;

/// Makes the paper's tables again.
pub fn study(options: &Options) -> Study {
    let workers = Workers(Bulk::new(Some(options.threads)).ok());
    let seventeen = sets::set(Famous::Seventeen, &workers);
    let hard: Vec<_> = seventeen.iter().filter(|one| one.level > 0).collect();
    Study {
        name: "fused",
        title: "Paper 4: Jiang, Tang, Xu, Ye (2018), search fused with human rules".to_owned(),
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
struct Workers(Option<Bulk>);

impl Workers {
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

/// A number with thin groups of thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0, 999, 1000, 5_815_054].map(grouped),
            ["0", "999", "1,000", "5,815,054"]
        );
    }
}

//! `factory stats`: the minutes of each level, and how far those of neighbouring levels overlap.
//!
//! The overlap is the share of pairs, one puzzle of a level and one of the next, of which the one of
//! the lower level takes longer: 0 where the levels are apart, a half where they don't differ.

use crate::rate::Minutes;
use comfy_table::Table;
use serde_json::{Value, json};

/// The minutes of a level's puzzles, in order.
#[derive(Default)]
pub struct Times(Vec<Minutes>);

impl Times {
    /// Counts a puzzle, if it has been timed.
    pub fn add(&mut self, minutes: Option<Minutes>) {
        self.0.extend(minutes);
    }

    /// Puts them in order: what is asked of them takes that for granted.
    pub fn sort(&mut self) {
        self.0.sort_unstable();
    }

    /// Least, quartiles and greatest: of two the lower.
    fn quartiles(&self) -> Option<[f64; 5]> {
        let last = self.0.len().checked_sub(1)?;
        Some([0, 1, 2, 3, 4].map(|quarter| self.0[last * quarter / 4].value()))
    }

    /// The share of pairs with one of these and one of the next level's of which this one takes
    /// longer, a tie counted as half a pair. `None` where a level is empty.
    fn longer_than(&self, next: &Self) -> Option<f64> {
        let pairs = self.0.len() as f64 * next.0.len() as f64;
        let shorter_and_ties = |minutes: &Minutes| {
            let shorter = next.0.partition_point(|it| it < minutes);
            shorter + next.0.partition_point(|it| it <= minutes)
        };
        let halves: usize = self.0.iter().map(shorter_and_ties).sum();
        (pairs > 0.0).then(|| halves as f64 / 2.0 / pairs)
    }

    /// As JSON; `next` is the next level's, if there is one.
    pub fn json(&self, next: Option<&Self>) -> Value {
        let Some([min, quarter, median, three_quarters, max]) = self.quartiles() else {
            return Value::Null;
        };
        json!({
            "min": min, "quarter": quarter, "median": median,
            "three_quarters": three_quarters, "max": max,
            "longer_than_next": next.and_then(|next| self.longer_than(next)),
        })
    }
}

/// A row for each level into a table with these heads; nothing where no puzzle is timed.
pub fn table(
    names: &[&str],
    levels: &[&Times],
    new: impl FnOnce(&[&str]) -> Table,
) -> Option<Table> {
    if levels.iter().all(|times| times.0.is_empty()) {
        return None;
    }
    let mut table = new(&[
        "level",
        "minutes min",
        "1/4",
        "median",
        "3/4",
        "max",
        "longer than the next level's",
    ]);
    for (number, (name, times)) in names.iter().zip(levels).enumerate() {
        let values = times.quartiles();
        let values = values.map(|all| all.map(|value| format!("{value:.1}")));
        let next = levels.get(number + 1);
        let overlap = next.and_then(|next| times.longer_than(next));
        let overlap = overlap.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share));
        let mut row = vec![(*name).to_owned()];
        row.extend(values.unwrap_or_else(|| std::array::from_fn(|_| "–".to_owned())));
        row.push(overlap);
        table.add_row(row);
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(tenths: &[u32]) -> Times {
        let mut times = Times::default();
        for &tenths in tenths {
            times.add(Some(Minutes::from_tenths(tenths)));
        }
        times.add(None);
        times.sort();
        times
    }

    #[test]
    fn overlap_is_the_share_of_pairs_in_the_wrong_order() {
        let [low, high] = [times(&[30, 10, 20]), times(&[25, 40])];
        assert_eq!(low.longer_than(&high), Some(1.0 / 6.0));
        assert_eq!(high.longer_than(&low), Some(5.0 / 6.0));
        assert_eq!(low.longer_than(&low), Some(0.5));
        assert_eq!(low.longer_than(&times(&[])), None);
        assert_eq!(times(&[]).json(Some(&low)), Value::Null);
    }
}

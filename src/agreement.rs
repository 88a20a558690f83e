//! Measures how well two ratings of the same puzzles agree.
//!
//! The measures come from a contingency table: rows are the first rating, columns the second. The table is sparse
//! and its classes are the values that occur. So the same code handles five levels and thousands of values of D. A
//! tree of sums (Fenwick, *A New Data Structure for Cumulative Frequency Tables*, 1994) counts concordant and
//! discordant pairs in O(cells · log classes).
//!
//! Definitions: Goodman and Kruskal, *Measures of Association for Cross Classifications* (1954) for γ and λ;
//! Kendall, *Rank Correlation Methods* (1948), for τ-b and ties; Somers (1962) for d; Cohen (1960, 1968) for κ and
//! weighted κ. What Wu 2012 calls the Goodman–Kruskal coefficient, √(χ²/(χ²+N)), is Pearson's contingency
//! coefficient C.

use std::collections::BTreeMap;

/// A contingency table of two ratings of the same puzzles: the number of times that each pair of values occurs.
///
/// Each measure of agreement is `None` if it is undefined, for example if all values of one rating are equal or there
/// are no pairs.
///
/// ```
/// use sudoku_factory::agreement::Contingency;
/// let table = Contingency::of_table(&[[8, 1], [2, 9]]);
/// assert_eq!(table.exact(), Some(0.85));
/// assert_eq!(table.gamma(), Some(70.0 / 74.0));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Contingency {
    rows: Classes,
    columns: Classes,
    /// The cells that are not empty: (row, column) by class index, in ascending order, each with its count.
    cells: Vec<((usize, usize), u64)>,
    total: u64,
}

/// The different values of one rating, in ascending order, and the count of each value.
#[derive(Debug, Clone, PartialEq, Default)]
struct Classes {
    values: Vec<f64>,
    sums: Vec<u64>,
}

/// One measure of agreement.
#[derive(Debug, Clone, Copy)]
pub struct AgreementMeasure {
    /// The measure's key in JSON.
    pub name: &'static str,
    /// The measure's name in a table.
    pub title: &'static str,
    /// `true` if the measure compares classes such as levels, and is meaningless for values such as the
    /// difficulty D.
    pub of_classes: bool,
    /// The function that computes the measure.
    pub of: fn(&Contingency) -> Option<f64>,
}

/// All measures, in the order in which they are printed.
pub const MEASURES: [AgreementMeasure; 16] = {
    const fn of_ranks(
        name: &'static str,
        title: &'static str,
        of: fn(&Contingency) -> Option<f64>,
    ) -> AgreementMeasure {
        AgreementMeasure {
            name,
            title,
            of_classes: false,
            of,
        }
    }
    const fn of_classes(
        name: &'static str,
        title: &'static str,
        of: fn(&Contingency) -> Option<f64>,
    ) -> AgreementMeasure {
        AgreementMeasure {
            of_classes: true,
            ..of_ranks(name, title, of)
        }
    }
    [
        of_ranks("spearman", "Spearman's ρ", Contingency::spearman),
        of_ranks("pearson", "Pearson's r", Contingency::pearson),
        of_ranks("gamma", "Goodman–Kruskal γ", Contingency::gamma),
        of_ranks("tau_b", "Kendall's τ-b", Contingency::tau_b),
        of_ranks("somers_d", "Somers' d of A by B", Contingency::somers_d),
        of_classes("exact", "exact agreement", Contingency::exact),
        of_classes("within_one", "within one level", Contingency::within_one),
        of_classes("kappa", "Cohen's κ", Contingency::kappa),
        of_classes(
            "quadratic_kappa",
            "quadratic κ",
            Contingency::quadratic_kappa,
        ),
        of_classes("chi_squared", "χ²", Contingency::chi_squared),
        of_classes(
            "degrees_of_freedom",
            "degrees of freedom",
            Contingency::degrees_of_freedom,
        ),
        of_classes(
            "contingency_c",
            "Pearson's C = √(χ²/(χ²+N))",
            Contingency::contingency_c,
        ),
        of_classes(
            "contingency_c_share",
            "C / largest possible C",
            Contingency::contingency_c_share,
        ),
        of_classes("cramer_v", "Cramér's V", Contingency::cramer_v),
        of_classes("lambda", "Goodman–Kruskal λ of A by B", Contingency::lambda),
        of_ranks("pairs", "pairs", |table| Some(table.total as f64)),
    ]
};

impl Contingency {
    /// Returns the table with these counts. Its rows, and also its columns, have the values 1, 2, 3 and so on.
    pub fn of_table<R: AsRef<[u64]>>(counts: &[R]) -> Self {
        let rows = counts.iter().map(AsRef::as_ref).enumerate();
        Self::of_weighted(rows.flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.map(move |(column, &count)| ([row, column].map(|n| n as f64 + 1.0), count))
        }))
    }

    /// Returns the table of these pairs of values; pairs with a value that is not finite are
    /// ignored.
    pub fn of_pairs(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self::of_weighted(pairs.into_iter().map(|(a, b)| ([a, b], 1)))
    }

    fn of_weighted(pairs: impl IntoIterator<Item = ([f64; 2], u64)>) -> Self {
        let mut list: Vec<([f64; 2], u64)> = pairs
            .into_iter()
            .filter(|(pair, count)| *count > 0 && pair.iter().all(|value| value.is_finite()))
            .collect();
        let columns = Classes::of(list.iter().map(|(pair, count)| (pair[1], *count)));
        let rows = Classes::of(list.iter().map(|(pair, count)| (pair[0], *count)));
        let mut cells = BTreeMap::new();
        for ([a, b], count) in list.drain(..) {
            *cells.entry((rows.place(a), columns.place(b))).or_insert(0) += count;
        }
        Self {
            total: rows.sums.iter().sum(),
            rows,
            columns,
            cells: cells.into_iter().collect(),
        }
    }

    /// Returns the table with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let cells = self
            .cells
            .iter()
            .map(|&((r, c), count)| ([self.columns.values[c], self.rows.values[r]], count));
        Self::of_weighted(cells)
    }

    /// Returns N, the number of pairs.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the values that occur in rows and in columns, in ascending order.
    pub fn values(&self) -> [&[f64]; 2] {
        [&self.rows.values, &self.columns.values]
    }

    /// Returns the number of times that this pair of values occurs.
    pub fn count(&self, row: f64, column: f64) -> u64 {
        let cells = self.cells.iter();
        let same = cells
            .filter(|((r, c), _)| self.rows.values[*r] == row && self.columns.values[*c] == column);
        same.map(|(_, count)| count).sum()
    }

    /// Returns χ² for the test of independence.
    pub fn chi_squared(&self) -> Option<f64> {
        let n = self.total as f64;
        // Σ (n − E)²/E = N (Σ n²/(row · column) − 1): so only nonempty cells matter.
        let sum: f64 = self
            .cells
            .iter()
            .map(|&((row, column), count)| {
                let expected = self.rows.sums[row] as f64 * self.columns.sums[column] as f64;
                (count as f64).powi(2) / expected
            })
            .sum();
        (self.total > 0).then_some(n * (sum - 1.0))
    }

    /// Returns (rows − 1)(columns − 1); empty rows and columns are not counted.
    pub fn degrees_of_freedom(&self) -> Option<f64> {
        let free = |classes: &Classes| classes.values.len().checked_sub(1);
        Some((free(&self.rows)? * free(&self.columns)?) as f64)
    }

    /// Returns Pearson's contingency coefficient √(χ²/(χ²+N)).
    pub fn contingency_c(&self) -> Option<f64> {
        let chi = self.chi_squared()?;
        Some((chi / (chi + self.total as f64)).sqrt())
    }

    /// Returns the contingency coefficient divided by its maximum √((k−1)/k), where k is the smaller of the
    /// numbers of rows and columns.
    pub fn contingency_c_share(&self) -> Option<f64> {
        let k = self.fewer_classes() as f64;
        ratio(self.contingency_c()?, ((k - 1.0) / k).sqrt())
    }

    /// Returns Cramér's V = √(χ²/(N(k−1))), where k is the smaller of the numbers of rows and columns.
    pub fn cramer_v(&self) -> Option<f64> {
        let free = self.fewer_classes().checked_sub(1)? as f64;
        ratio(self.chi_squared()?, self.total as f64 * free).map(f64::sqrt)
    }

    /// Returns Goodman and Kruskal's λ: the relative reduction of errors in guessing the row if the
    /// column is known.
    pub fn lambda(&self) -> Option<f64> {
        let mut best = vec![0; self.columns.values.len()];
        for &((_, column), count) in &self.cells {
            best[column] = count.max(best[column]);
        }
        let known: u64 = best.iter().sum();
        let unknown = self.rows.sums.iter().copied().max()?;
        ratio((known - unknown) as f64, (self.total - unknown) as f64)
    }

    /// Returns Goodman and Kruskal's γ = (P − Q)/(P + Q), from P concordant and Q discordant pairs of
    /// puzzles.
    pub fn gamma(&self) -> Option<f64> {
        let Pairs { same, opposite } = self.pairs();
        ratio(same - opposite, same + opposite)
    }

    /// Returns Kendall's τ-b.
    pub fn tau_b(&self) -> Option<f64> {
        let Pairs { same, opposite } = self.pairs();
        let untied = self.rows.untied_pairs() * self.columns.untied_pairs();
        ratio(same - opposite, untied.sqrt())
    }

    /// Returns Somers' d of the rows given the columns: concordant pairs minus discordant pairs,
    /// divided by the pairs that differ in their columns.
    pub fn somers_d(&self) -> Option<f64> {
        let Pairs { same, opposite } = self.pairs();
        ratio(same - opposite, self.columns.untied_pairs())
    }

    /// Returns Spearman's ρ with ties: the correlation of mean ranks.
    pub fn spearman(&self) -> Option<f64> {
        self.correlation(&self.rows.ranks(), &self.columns.ranks())
    }

    /// Returns Pearson's correlation of the values themselves.
    pub fn pearson(&self) -> Option<f64> {
        self.correlation(&self.rows.values, &self.columns.values)
    }

    /// Returns the share of pairs with equal values.
    pub fn exact(&self) -> Option<f64> {
        self.share_apart(0.0)
    }

    /// Returns the share of pairs whose values are at most 1 apart.
    pub fn within_one(&self) -> Option<f64> {
        self.share_apart(1.0)
    }

    /// Returns Cohen's κ: how far exact agreement goes beyond chance.
    pub fn kappa(&self) -> Option<f64> {
        self.weighted_kappa(|a, b| f64::from(u8::from(a != b)))
    }

    /// Returns Cohen's weighted κ with the squared distance of the values as weight.
    pub fn quadratic_kappa(&self) -> Option<f64> {
        self.weighted_kappa(|a, b| (a - b).powi(2))
    }

    /// Returns the numbers of concordant and discordant pairs of puzzles.
    fn pairs(&self) -> Pairs {
        let mut earlier = Sums::new(self.columns.values.len());
        let mut found = Pairs {
            same: 0.0,
            opposite: 0.0,
        };
        for row in self.cells.chunk_by(|a, b| a.0.0 == b.0.0) {
            for &((_, column), count) in row {
                let smaller = earlier.below(column);
                let larger = earlier.all - earlier.below(column + 1);
                found.same += count as f64 * smaller as f64;
                found.opposite += count as f64 * larger as f64;
            }
            for &((_, column), count) in row {
                earlier.add(column, count);
            }
        }
        found
    }

    fn correlation(&self, row_values: &[f64], column_values: &[f64]) -> Option<f64> {
        let n = self.total as f64;
        let mean = |values: &[f64], sums: &[u64]| -> f64 {
            values
                .iter()
                .zip(sums)
                .map(|(v, s)| v * *s as f64)
                .sum::<f64>()
                / n
        };
        let (a, b) = (
            mean(row_values, &self.rows.sums),
            mean(column_values, &self.columns.sums),
        );
        let [mut together, mut rows, mut columns] = [0.0; 3];
        for &((row, column), count) in &self.cells {
            let (x, y) = (row_values[row] - a, column_values[column] - b);
            together += count as f64 * x * y;
            rows += count as f64 * x * x;
            columns += count as f64 * y * y;
        }
        ratio(together, (rows * columns).sqrt())
    }

    fn share_apart(&self, most: f64) -> Option<f64> {
        let near = self.cells.iter().filter(|((row, column), _)| {
            (self.rows.values[*row] - self.columns.values[*column]).abs() <= most
        });
        let near: u64 = near.map(|(_, count)| count).sum();
        ratio(near as f64, self.total as f64)
    }

    /// Returns κ with these weights: 1 − (observed disagreement)/(disagreement expected by chance).
    fn weighted_kappa(&self, weight: impl Fn(f64, f64) -> f64) -> Option<f64> {
        let found: f64 = self
            .cells
            .iter()
            .map(|&((row, column), count)| {
                count as f64 * weight(self.rows.values[row], self.columns.values[column])
            })
            .sum();
        let mut chance = 0.0;
        for (a, row) in self.rows.values.iter().zip(&self.rows.sums) {
            for (b, column) in self.columns.values.iter().zip(&self.columns.sums) {
                chance += *row as f64 * *column as f64 * weight(*a, *b);
            }
        }
        Some(1.0 - ratio(found * self.total as f64, chance)?)
    }

    fn fewer_classes(&self) -> usize {
        self.rows.values.len().min(self.columns.values.len())
    }
}

/// The numbers of concordant (P) and discordant (Q) pairs of puzzles.
struct Pairs {
    same: f64,
    opposite: f64,
}

impl Classes {
    fn of(values: impl Iterator<Item = (f64, u64)>) -> Self {
        let mut list: Vec<(f64, u64)> = values.collect();
        list.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut classes = Self::default();
        for (value, count) in list {
            match (classes.values.last(), classes.sums.last_mut()) {
                (Some(last), Some(sum)) if *last == value => *sum += count,
                _ => {
                    classes.values.push(value);
                    classes.sums.push(count);
                }
            }
        }
        classes
    }

    fn place(&self, value: f64) -> usize {
        self.values.partition_point(|known| *known < value)
    }

    /// Returns the mean rank of each class; ranks count from 1.
    fn ranks(&self) -> Vec<f64> {
        let mut before = 0;
        let ranks = self.sums.iter().map(|&sum| {
            let rank = before as f64 + (sum as f64 + 1.0) / 2.0;
            before += sum;
            rank
        });
        ranks.collect()
    }

    /// Returns the number of pairs of puzzles that are in different classes.
    fn untied_pairs(&self) -> f64 {
        let pairs = |n: u64| n as f64 * (n as f64 - 1.0) / 2.0;
        pairs(self.sums.iter().sum()) - self.sums.iter().map(|&sum| pairs(sum)).sum::<f64>()
    }
}

/// Running sums over class indices, in a Fenwick tree.
struct Sums {
    tree: Vec<u64>,
    all: u64,
}

impl Sums {
    fn new(places: usize) -> Self {
        Self {
            tree: vec![0; places + 1],
            all: 0,
        }
    }

    fn add(&mut self, place: usize, count: u64) {
        self.all += count;
        let mut node = place + 1;
        while node < self.tree.len() {
            self.tree[node] += count;
            node += node & node.wrapping_neg();
        }
    }

    /// Returns the sum over all indices below `place`.
    fn below(&self, place: usize) -> u64 {
        let (mut node, mut sum) = (place, 0);
        while node > 0 {
            sum += self.tree[node];
            node &= node - 1;
        }
        sum
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole.is_finite() && whole > 0.0).then(|| part / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_class_alone_has_no_correlation() {
        let same = Contingency::of_pairs([(1.0, 2.0), (1.0, 3.0)]);
        let undefined = [same.gamma(), same.tau_b(), same.spearman(), same.cramer_v()];
        assert_eq!(undefined, [None; 4]);
        assert_eq!(same.exact(), Some(0.0));
        let none = Contingency::of_pairs([(f64::NAN, 1.0)]);
        assert!(
            MEASURES
                .iter()
                .all(|m| (m.of)(&none).is_none_or(|v| v == 0.0))
        );
    }
}

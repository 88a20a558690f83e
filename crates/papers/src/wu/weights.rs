//! Computes the difficulty D for the worked examples and the columns of table 1 in Wu 2012, and
//! compares it with the published values.

use super::published::{EXAMPLES, KLSUDOKU, TABLE_1, TABLE_1_D};
use crate::report::{ReportTable, Section};
use sudoku_engine::rate::{Preset, RULES};

/// Half a unit of the last published decimal of the counts in table 1 of Wu 2012.
const ROUNDING: f64 = 0.05;

/// Returns the section about the worked examples in section 2.2 of Wu 2012.
pub fn examples() -> Section {
    let preset = Preset::default();
    let mut table = ReportTable::new(["counts", "D published", "D ours", "why they differ"]);
    for example in &EXAMPLES {
        let mut counts = [0.0; RULES];
        for &(rule, count) in example.counts {
            counts[rule - 1] = count;
        }
        let uses = example.counts.iter();
        let listed: Vec<String> = uses.map(|(rule, n)| format!("{n} × rule {rule}")).collect();
        let d = preset.difficulty_of_means(&counts);
        table.push([
            listed.join(", "),
            example.d.to_owned(),
            format!("{d:.4}"),
            comparison(example.d, d).unwrap_or_default().to_owned(),
        ]);
    }
    Section {
        heading: "Section 2.2: worked examples of D".to_owned(),
        text: "D = √(Σ wᵢnᵢ / Σ nᵢ) of the counts that the paper gives.".to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Returns the section about the difficulty D that results from the mean counts in table 1 of Wu 2012.
pub fn table_1() -> Section {
    let preset = Preset::default();
    let mut table = ReportTable::new([
        "KLSudoku's level",
        "D published",
        "D ours",
        "D that the rounding of the counts leaves open",
        "why they differ",
    ]);
    for (level, name) in KLSUDOKU.into_iter().enumerate() {
        let counts = column(level);
        let printed = TABLE_1_D[level];
        let d = preset.difficulty_of_means(&counts);
        let [least, most] = left_open(&preset, &counts);
        let open = printed
            .parse()
            .is_ok_and(|p: f64| (least..=most).contains(&p));
        let why = comparison(printed, d).unwrap_or(match open {
            true => "the counts' one decimal leaves it open",
            false => "cannot come from these counts",
        });
        table.push([
            name.to_owned(),
            printed.to_owned(),
            format!("{d:.4}"),
            format!("{least:.2} to {most:.2}"),
            why.to_owned(),
        ]);
    }
    Section {
        heading: "Table 1: D of the mean counts".to_owned(),
        text: format!(
            "The paper calls its last row the mean D of 100 puzzles, and computes it from the mean \
             counts. {}(A mean of the puzzles' own D's is another number than D of their mean \
             counts, too: see the mean counts below.) We print D with four decimals and compute it \
             per puzzle.",
            left_open_in_words(&preset)
        ),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Returns a column of table 1 of Wu 2012 as counts by rule.
fn column(level: usize) -> [f64; RULES] {
    let mut counts = [0.0; RULES];
    for (count, row) in counts.iter_mut().zip(&TABLE_1) {
        *count = row[level];
    }
    counts
}

/// Returns a text about each column of table 1 of Wu 2012 whose difficulty D differs from the published D. The text
/// names the rules with a large weight, and says how far the rounding of their small counts can change D.
fn left_open_in_words(preset: &Preset) -> String {
    /// The minimum weight of a rule whose rounded count can change the difficulty D noticeably.
    const HEAVY: f64 = 500.0;
    let mut text = String::new();
    for (level, printed) in TABLE_1_D.into_iter().enumerate() {
        let counts = column(level);
        let d = preset.difficulty_of_means(&counts);
        if comparison(printed, d).is_some() {
            continue;
        }
        let heavy = |(count, weight): (&f64, &f64)| *weight >= HEAVY && *count > 0.0;
        let rules: Vec<usize> = (0..RULES)
            .filter(|&rule| heavy((&counts[rule], &preset.weights[rule])))
            .collect();
        let [least_d, most_d] = left_open(preset, &counts);
        let [fewest, most] = [-ROUNDING, ROUNDING].map(|away| {
            let uses = rules.iter().map(|&rule| 100.0 * (counts[rule] + away));
            uses.fold(f64::NAN, if away < 0.0 { f64::min } else { f64::max })
        });
        let numbers: Vec<String> = rules.iter().map(|rule| (rule + 1).to_string()).collect();
        text += &format!(
            "Of the column {} these give {d:.2}, not the printed {printed}. Rules {} stand there so \
             low that each may mean anything from {fewest:.0} to just under {most:.0} uses in 100 \
             puzzles; with weights of {HEAVY} and more the rounding moves D from {least_d:.2} to \
             {most_d:.2}. ",
            KLSUDOKU[level],
            numbers.join(", "),
        );
    }
    text
}

/// Returns a text that says whether `printed` is `d` rounded to one decimal, or `d` with all further decimals cut off;
/// `None` if it is neither.
fn comparison(printed: &str, d: f64) -> Option<&'static str> {
    if format!("{d:.1}") == printed {
        return Some("the same, rounded");
    }
    let cut = (d * 10.0).floor() / 10.0;
    (format!("{cut:.1}") == printed).then_some("the same, cut off instead of rounded")
}

/// Returns the minimum and maximum difficulty D for counts that round to the published counts.
fn left_open(preset: &Preset, counts: &[f64; RULES]) -> [f64; 2] {
    [1.0, -1.0].map(|sign| {
        // Dinkelbach's iteration for a ratio of sums: counts with a weight below the current D² go
        // to one end of their interval, the others to the other end.
        let mut bound = preset.difficulty_of_means(counts);
        for _ in 0..20 {
            let mut moved = *counts;
            for (count, weight) in moved[..14].iter_mut().zip(&preset.weights) {
                let away = if *weight < bound * bound {
                    ROUNDING
                } else {
                    -ROUNDING
                };
                *count = (*count + sign * away).max(0.0);
            }
            bound = preset.difficulty_of_means(&moved);
        }
        bound
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_and_cut_off_are_told_apart() {
        assert_eq!(comparison("10.7", 10.6613), Some("the same, rounded"));
        assert_eq!(
            comparison("3.0", 3.0811),
            Some("the same, cut off instead of rounded")
        );
        assert_eq!(comparison("5.1", 5.473), None);
    }

    #[test]
    fn rounding_moves_d_both_ways() {
        let preset = Preset::default();
        let mut counts = [0.0; RULES];
        (counts[0], counts[13]) = (60.0, 0.1);
        let [least, most] = left_open(&preset, &counts);
        let of = |ones: f64, trials: f64, other: f64| {
            ((ones + 8000.0 * trials + other) / (ones + trials)).sqrt()
        };
        assert!((least - of(60.05, 0.05, 0.0)).abs() < 0.05, "{least}");
        assert!(most > of(59.95, 0.15, 0.0), "{most}");
    }
}

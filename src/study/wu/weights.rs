//! D of the worked examples and of Table 1's columns.

use super::published::{EXAMPLES, KLSUDOKU, TABLE_1, TABLE_1_D};
use crate::rate::{Preset, RULES};
use crate::study::report::{Section, Table};

/// Half of the last printed decimal of Table 1's counts.
const ROUNDING: f64 = 0.05;

/// The worked examples of section 2.2.
pub fn examples() -> Section {
    let preset = Preset::default();
    let mut table = Table::new(["counts", "D published", "D ours", "why they differ"]);
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

/// D of Table 1's mean counts.
pub fn table_1() -> Section {
    let preset = Preset::default();
    let mut table = Table::new([
        "KLSudoku's level",
        "D published",
        "D ours",
        "D that the rounding of the counts leaves open",
        "why they differ",
    ]);
    for (level, name) in KLSUDOKU.into_iter().enumerate() {
        let mut counts = [0.0; RULES];
        for (count, row) in counts.iter_mut().zip(&TABLE_1) {
            *count = row[level];
        }
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
        text: "The paper calls its last row the mean D of 100 puzzles, and computes it from the \
               mean counts. Of the column 困难 these give 5.47, not the printed 5.1. Rules 10, 11, \
               13 and 14 stand there at 0.1 each, which may be anything from 5 to 14 uses in 100 \
               puzzles; with weights of 500 to 8000 that alone moves D from below 5 to almost 6. \
               (A mean of the puzzles' own D's would be lower than D of their mean counts, too: \
               see the mean counts below.) We print D with four decimals and compute it per puzzle."
            .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// How a printed D of one decimal relates to the full one, if it does.
fn comparison(printed: &str, d: f64) -> Option<&'static str> {
    if format!("{d:.1}") == printed {
        return Some("the same, rounded");
    }
    let cut = (d * 10.0).floor() / 10.0;
    (format!("{cut:.1}") == printed).then_some("the same, cut off instead of rounded")
}

/// The least and the greatest D of counts that round to the printed ones.
fn left_open(preset: &Preset, counts: &[f64; RULES]) -> [f64; 2] {
    [1.0, -1.0].map(|sign| {
        // Dinkelbach's iteration for a ratio of sums: counts whose weight lies below the present
        // D² go to one end of their interval, the others to the other end.
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

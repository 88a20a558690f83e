//! Checks table 2 of Wu 2012, which compares the paper's levels with Dr. Sudoku's levels.
//!
//! The measures of agreement are computed for the printed table, and again with its misprint corrected.

use super::published::TABLE_2;
use crate::fit::chi_squared_point;
use crate::report::{ReportTable, Section};
use sudoku_factory::agreement::{Contingency, MEASURES};

/// The misprint in table 2 of Wu 2012: row 3, column 2, counted from 1, and the correct number.
const MISPRINT: (usize, usize, u64) = (3, 2, 15);

/// Returns table 2 of Wu 2012 with its misprint corrected.
fn corrected() -> [[u64; 5]; 5] {
    let (row, column, count) = MISPRINT;
    let mut table = TABLE_2;
    table[row - 1][column - 1] = count;
    table
}

/// Returns the section with all measures of agreement for table 2 of Wu 2012, as published and as corrected.
pub fn measures() -> Section {
    let counts = [TABLE_2, corrected()];
    let tables = counts.each_ref().map(|table| Contingency::of_table(table));
    let mut rows = ReportTable::new([
        "measure",
        "published",
        "ours, table as printed",
        "ours, with 15 for 16",
        "why they differ",
    ]);
    let mut add = |measure: &str, published: &str, ours: [String; 2], why: &str| {
        let [printed, mended] = ours;
        let [measure, published, why] = [measure, published, why].map(str::to_owned);
        rows.push([measure, published, printed, mended, why]);
    };
    let sums = counts.each_ref().map(column_sums);
    add(
        "sums of the columns",
        "100 each",
        sums,
        "a misprint: see below",
    );
    for measure in &MEASURES {
        let title = measure.title.replace("A by B", "the paper by Dr. Sudoku");
        let ours = tables.each_ref().map(|table| {
            (measure.of)(table).map_or_else(|| "–".to_owned(), |value| shown(measure.name, value))
        });
        let (published, why) = published(measure.name);
        add(&title, published, ours, why);
    }
    let point = format!("{:.2}", chi_squared_point(16, 0.01));
    add(
        "1 % point of χ², 16 degrees",
        "32.00",
        [point.clone(), point],
        "",
    );
    add(
        "χ² by the formula as worded",
        "1039.42",
        counts
            .each_ref()
            .map(|table| format!("{:.3e}", literal(table))),
        "n_i. and n_.j must be relative frequencies, not the totals they are called",
    );
    Section {
        heading: "Table 2: agreement with Dr. Sudoku".to_owned(),
        text: names_in_words(&tables[1]),
        table: Some(rows),
        exact: true,
        ..Section::default()
    }
}

/// Returns a text about the coefficient that Wu 2012 calls Goodman–Kruskal's, which is really Pearson's contingency
/// coefficient C. The text also has the true Goodman–Kruskal γ of the table.
fn names_in_words(table: &Contingency) -> String {
    let of = |name: &str| {
        let measure = MEASURES.iter().find(|measure| measure.name == name);
        measure.and_then(|it| (it.of)(table)).unwrap_or(f64::NAN)
    };
    let classes = TABLE_2.len() as f64;
    let largest = ((classes - 1.0) / classes).sqrt();
    let c = of("contingency_c");
    format!(
        "What the paper calls the Goodman–Kruskal coefficient is Pearson's contingency coefficient \
         C. Its largest value for {classes} classes is √(1 − 1/{classes}) = {largest:.3}, so that \
         {c:.4} is {:.0} % of what can be reached; the true Goodman–Kruskal γ is {:.2}. χ² only says \
         that the two ratings are not independent; γ, τ-b and κ say how far they agree.",
        100.0 * c / largest,
        of("gamma"),
    )
}

fn column_sums(table: &[[u64; 5]; 5]) -> String {
    let sum = |column: usize| table.iter().map(|row| row[column]).sum::<u64>().to_string();
    [0, 1, 2, 3, 4].map(sum).join(" ")
}

/// Returns the value that Wu 2012 publishes for a measure, and a short text about the error in this value or its
/// name. The value is a dash if none is published; the text is empty if there is no error.
fn published(name: &str) -> (&'static str, &'static str) {
    match name {
        "chi_squared" => (
            "1039.42 and 1039.40",
            "1039.42 is a slip: 1039.40 is used further on",
        ),
        "degrees_of_freedom" => ("16", ""),
        "contingency_c" => ("0.82, as Goodman–Kruskal's", "the name"),
        "pairs" => ("500", "the misprint"),
        _ => ("–", ""),
    }
}

fn shown(name: &str, value: f64) -> String {
    match name {
        "chi_squared" => format!("{value:.3}"),
        "degrees_of_freedom" | "pairs" => format!("{value:.0}"),
        _ => format!("{value:.4}"),
    }
}

/// Returns χ² by the formula of Wu 2012 taken literally: the expected counts are N·n_i.·n_.j, where N, n_i. and n_.j
/// are totals.
fn literal(table: &[[u64; 5]; 5]) -> f64 {
    let total = table.iter().flatten().sum::<u64>() as f64;
    let mut sum = 0.0;
    for row in table {
        let row_sum = row.iter().sum::<u64>() as f64;
        for (column, &count) in row.iter().enumerate() {
            let column_sum = table.iter().map(|row| row[column]).sum::<u64>() as f64;
            let expected = total * row_sum * column_sum;
            sum += (count as f64 - expected).powi(2) / expected;
        }
    }
    sum
}

/// Finds the misprint in table 2 of Wu 2012: the count in the second column that must be reduced by one to obtain the
/// published χ².
pub fn misprint() -> Section {
    const PUBLISHED: &str = "1039.40";
    let mut only = Vec::new();
    let mut rows = ReportTable::new(["row", "printed", "one less", "χ² published", "χ² then"]);
    for row in 0..5 {
        let Some(less) = TABLE_2[row][1].checked_sub(1) else {
            continue;
        };
        let mut table = TABLE_2;
        table[row][1] = less;
        let chi = Contingency::of_table(&table)
            .chi_squared()
            .unwrap_or(f64::NAN);
        let chi = format!("{chi:.2}");
        if chi == PUBLISHED {
            only.push(format!("{less} for {} in row {}", less + 1, row + 1));
        }
        rows.push([
            (row + 1).to_string(),
            TABLE_2[row][1].to_string(),
            less.to_string(),
            PUBLISHED.to_owned(),
            chi,
        ]);
    }
    Section {
        heading: "Table 2: its misprint".to_owned(),
        text: format!(
            "The paper drew 100 puzzles of each level, but the second column (博士初级) sums to {}. \
             One of its counts is one too large; of these {} gives the paper's χ², to both decimals.",
            TABLE_2.iter().map(|row| row[1]).sum::<u64>(),
            only.join(" or "),
        ),
        table: Some(rows),
        exact: true,
        ..Section::default()
    }
}

/// Returns the section about numbers in the text of Wu 2012 that are wrong or can't be checked.
pub fn slips() -> Section {
    let mut rows = ReportTable::new(["figure", "published", "ours", "why they differ"]);
    let boxes = (1..=9u64).product::<u64>().pow(3) as f64;
    rows.push(
        [
            "grids that the generator can start from, for n completions of a diagonal",
            "6.67 × 10⁶ · n",
            &format!("{boxes:.3e} · n"),
            "three free boxes can be filled in (9!)³ ways",
        ]
        .map(str::to_owned),
    );
    rows.push(
        [
            "full grids",
            "6.671 × 10²¹",
            &format!("{:.4e}", super::super::grids::ALL as f64),
            "the same, rounded (Felgenhauer and Jarvis; see Wang 2009)",
        ]
        .map(str::to_owned),
    );
    rows.push(
        [
            "puzzles of KLSudoku that fall into their level",
            "above 75 %",
            "–",
            "the puzzles are not published",
        ]
        .map(str::to_owned),
    );
    rows.push(
        [
            "mean time to make a puzzle",
            "700 ms",
            "see `papers times`",
            "times depend on the machine; they are in a document of their own",
        ]
        .map(str::to_owned),
    );
    Section {
        heading: "Other figures of the text".to_owned(),
        table: Some(rows),
        exact: true,
        ..Section::default()
    }
}

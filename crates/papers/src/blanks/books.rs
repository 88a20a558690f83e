//! Reproduces tables 1 to 5 and figures 1 and 2 of the blog (2011), which describe the blanks and levels of puzzles
//! in three books.

use super::published::{BOOKS, PrintedBook, Shares};
use crate::report::{Plot, ReportTable, Section, coefficient};
use sudoku_factory::agreement::Contingency;
use sudoku_factory::chart::{self, Labels, Series};

impl PrintedBook {
    /// Returns the number of blanks and the level of every puzzle of the book.
    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> {
        self.levels
            .iter()
            .zip(1u8..)
            .flat_map(|((counts, _), level)| {
                let pairs = self.blanks.iter().zip(*counts);
                pairs.flat_map(move |(&blanks, &count)| {
                    (0..count).map(move |_| (f64::from(blanks), f64::from(level)))
                })
            })
    }
}

/// Returns the sections about three parts of candy.huang's blog (2011): the counts of the puzzles in some books, the
/// shares computed from these counts, and an error in the blog's last section.
pub(super) fn sections() -> Vec<Section> {
    let mut sections = vec![counts()];
    for book in &BOOKS {
        sections.extend(book.shares.as_ref().map(|printed| shares(book, printed)));
    }
    sections.push(slip());
    sections
}

fn counts() -> Section {
    let mut table = ReportTable::new([
        "book",
        "puzzles, published",
        "puzzles, ours",
        "r(blanks, level), published",
        "ours",
        "why they differ",
    ]);
    for book in &BOOKS {
        let sums = book
            .levels
            .iter()
            .map(|(counts, _)| counts.iter().sum::<u64>());
        let printed = book.levels.iter().map(|(_, total)| *total);
        let wrong = sums.clone().zip(printed.clone()).zip(1..);
        let wrong = wrong.filter(|((ours, theirs), _)| ours != theirs);
        let wrong: Vec<String> = wrong
            .map(|((ours, theirs), level)| format!("level {level} adds up to {ours}, not {theirs}"))
            .collect();
        table.push([
            book.name.to_owned(),
            printed.sum::<u64>().to_string(),
            sums.sum::<u64>().to_string(),
            "\"proportional\"".to_owned(),
            coefficient(Contingency::of_pairs(book.pairs()).pearson()),
            wrong.join("; "),
        ]);
    }
    Section {
        heading: "Tables 1, 2 and 5: blanks and level in three books".to_owned(),
        text: "The blog concludes from the first two that level and blanks are proportional, and \
               from the third that blanks alone don't decide. Pearson's r says how far."
            .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Returns the section about a table of shares, as published and as computed from the counts, with the figure
/// drawn from the shares.
fn shares(book: &PrintedBook, printed: &Shares) -> Section {
    let blanks: Vec<String> = book.blanks.iter().map(u8::to_string).collect();
    let mut table = ReportTable {
        columns: ["level".to_owned(), String::new()]
            .into_iter()
            .chain(blanks.iter().cloned())
            .collect(),
        rows: Vec::new(),
    };
    let (mut cells, mut other) = (0, Vec::new());
    let mut drawn = Vec::new();
    for ((name, theirs), (counts, _)) in printed.levels.iter().zip(printed.printed).zip(book.levels)
    {
        let all = counts.iter().sum::<u64>().max(1) as f64;
        let ours: Vec<f64> = counts.iter().map(|&count| count as f64 / all).collect();
        for ((theirs, ours), blanks) in theirs.iter().zip(&ours).zip(&blanks) {
            let Ok(share) = theirs.parse::<f64>() else {
                continue;
            };
            cells += 1;
            // The blog prints two or three decimals, cut or rounded.
            if (share - ours).abs() > 0.005 {
                other.push(format!("{name} at {blanks}: {theirs} for {ours:.3}"));
            }
        }
        let row = |who: &str, cells: Vec<String>| -> Vec<String> {
            [(*name).to_owned(), who.to_owned()]
                .into_iter()
                .chain(cells)
                .collect()
        };
        let theirs = theirs.iter().map(|cell| (*cell).to_owned()).collect();
        table.rows.push(row("published", theirs));
        let written = ours.iter().map(|&share| match share > 0.0 {
            true => format!("{share:.3}"),
            false => String::new(),
        });
        table.rows.push(row("ours", written.collect()));
        drawn.push(ours);
    }
    Section {
        heading: format!("{} and {}: shares by blanks", printed.table, printed.figure),
        text: in_words(book, cells, &other),
        table: Some(table),
        plots: vec![plot(printed, &blanks, &drawn)],
        exact: true,
    }
}

/// Returns a text about the `cells` published shares: how many of them are reproduced, and why those listed in `other`
/// are not.
fn in_words(book: &PrintedBook, cells: usize, other: &[String]) -> String {
    format!(
        "Each count of {} divided by the sum of its level. Of {cells} printed shares {} come out. {}",
        book.name,
        cells - other.len(),
        match other.is_empty() {
            true => String::new(),
            false => format!(
                "The others are divided by a printed total that is not the sum: {}.",
                other.join("; ")
            ),
        }
    )
}

fn plot(printed: &Shares, blanks: &[String], drawn: &[Vec<f64>]) -> Plot {
    let caption = format!(
        "{} of the blog: share of the puzzles of each level by number of blanks",
        printed.figure
    );
    let groups: Vec<&str> = blanks.iter().map(String::as_str).collect();
    let series: Vec<Series<'_>> = printed
        .levels
        .iter()
        .zip(drawn)
        .map(|(name, values)| Series { name, values })
        .collect();
    let labels = Labels {
        title: &format!("{}: blanks by level", printed.figure),
        description: &caption,
        x: "blanks",
        y: "share of the level's puzzles",
    };
    Plot {
        file: printed.file.to_owned(),
        svg: chart::areas(&labels, &groups, &series),
        caption,
    }
}

/// Compares the ranges of blanks in which most puzzles lie, as stated in two sections of candy.huang's blog (2011),
/// with the counts in the blog's tables.
fn slip() -> Section {
    let blanks: Vec<f64> = BOOKS
        .iter()
        .flat_map(|book| book.pairs().map(|(blanks, _)| blanks))
        .collect();
    let inside = |from: f64, to: f64| {
        let inside = blanks.iter().filter(|&&n| (from..=to).contains(&n));
        format!("{} of {} puzzles", inside.count(), blanks.len())
    };
    let mut table = ReportTable::new([
        "what",
        "published",
        "in tables 1, 2 and 5",
        "why they differ",
    ]);
    table.push(
        [
            "blanks of most puzzles, section 2.1.2",
            "40 to 65",
            &inside(40.0, 65.0),
            "",
        ]
        .map(str::to_owned),
    );
    table.push(
        [
            "blanks of most puzzles, section 2.4",
            "20 to 40",
            &inside(20.0, 40.0),
            "contradicts section 2.1.2; the clues of these puzzles may be meant",
        ]
        .map(str::to_owned),
    );
    Section {
        heading: "Where blanks lie".to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_correlate_as_computed_elsewhere() {
        let r = BOOKS
            .each_ref()
            .map(|book| coefficient(Contingency::of_pairs(book.pairs()).pearson()));
        assert_eq!(r[..2], ["0.907", "0.851"]);
        let puzzles = BOOKS.each_ref().map(|book| book.pairs().count());
        assert_eq!(puzzles, [99, 100, 92]);
    }

    #[test]
    fn shares_come_out_but_where_the_printed_total_is_wrong() {
        let texts: Vec<String> = sections().into_iter().map(|section| section.text).collect();
        assert!(
            texts[1].contains("Of 18 printed shares 15 come out"),
            "{}",
            texts[1]
        );
        assert!(
            texts[1].contains("中级 middle at 49: 0.4 for 0.444"),
            "{}",
            texts[1]
        );
        assert!(
            texts[2].contains("Of 12 printed shares 12 come out"),
            "{}",
            texts[2]
        );
    }
}

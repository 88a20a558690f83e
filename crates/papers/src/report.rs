//! The findings of a study as data: sections with tables (published, measured here, why they differ) and plots. This
//! module also renders the findings as Markdown, so that the code of a study only has to compute them.

/// The options of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of puzzles in each random sample.
    pub size: u64,
    /// The number of worker threads; the findings don't depend on it.
    pub threads: usize,
}

/// The findings about one paper.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Study {
    /// The study's name on the command line.
    pub name: &'static str,
    /// The heading.
    pub title: String,
    /// The findings, in the order of the paper.
    pub sections: Vec<Section>,
}

/// A section of the report, about one table of the paper or one question of the study.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// The paragraphs in Markdown: the method, the errors in the paper, and the way in which the study deals with them.
    pub text: String,
    /// The findings in a table.
    pub table: Option<ReportTable>,
    /// The plots.
    pub plots: Vec<Plot>,
    /// `true` if text and table do not depend on seed and size. The tests reproduce such sections
    /// and compare them with `docs/reproduction.md`.
    pub exact: bool,
}

/// A table: headings, and rows with one cell per heading.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReportTable {
    /// The headings.
    pub columns: Vec<String>,
    /// The rows, with as many cells as there are headings.
    pub rows: Vec<Vec<String>>,
}

/// A plot in a separate file.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The file's name, such as `wu-levels.svg`.
    pub file: String,
    /// The description, for people who can't see the plot.
    pub caption: String,
    /// The plot as SVG.
    pub svg: String,
}

impl ReportTable {
    /// Creates an empty table with these headings.
    pub fn new<const N: usize>(columns: [&str; N]) -> Self {
        Self {
            columns: columns.map(str::to_owned).to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Returns the table in Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let escaped: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", escaped.join(" | "))
        };
        let mut text = line(&self.columns);
        text += &format!("|{}\n", "---|".repeat(self.columns.len()));
        text.extend(self.rows.iter().map(|row| line(row)));
        text
    }
}

impl Section {
    /// Returns the section in Markdown; each plot is linked by its file name with `folder` in front.
    pub fn markdown(&self, folder: &str) -> String {
        let mut parts = vec![format!("### {}", self.heading)];
        if self.exact {
            parts.push("*Exact: the same for every seed and size.*".to_owned());
        }
        if !self.text.is_empty() {
            parts.push(self.text.trim().to_owned());
        }
        parts.extend(
            self.table
                .iter()
                .map(|table| table.markdown().trim_end().to_owned()),
        );
        let plots = self.plots.iter();
        parts.extend(plots.map(|plot| format!("![{}]({folder}{})", plot.caption, plot.file)));
        parts.join("\n\n") + "\n"
    }
}

impl Study {
    /// Returns the study in Markdown; each plot is linked by its file name with `folder` in front.
    pub fn markdown(&self, folder: &str) -> String {
        let mut text = format!("## {}\n", self.title);
        for section in &self.sections {
            text += &format!("\n{}", section.markdown(folder));
        }
        text
    }
}

impl Plot {
    /// Creates a plot with its file name and caption.
    pub(crate) fn new(file: &str, caption: &str, svg: String) -> Self {
        Self {
            file: file.to_owned(),
            caption: caption.to_owned(),
            svg,
        }
    }
}

/// Copies the texts of a row of a table.
pub(crate) fn cells<const N: usize>(cells: [&str; N]) -> [String; N] {
    cells.map(str::to_owned)
}

/// Returns a coefficient with three decimals, or a dash if there is none.
pub(crate) fn coefficient(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

/// Returns a number with thousands separators.
pub fn grouped(number: impl ToString + Copy) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0, 999, 1000, 5_815_054].map(grouped),
            ["0", "999", "1,000", "5,815,054"]
        );
    }

    #[test]
    fn a_study_is_markdown() {
        let mut table = ReportTable::new(["what", "published", "ours", "why"]);
        table.push(["D", "10.5", "10.5268", "a | b"].map(str::to_owned));
        let study = Study {
            name: "wu",
            title: "Wu".to_owned(),
            sections: vec![Section {
                heading: "Examples".to_owned(),
                table: Some(table),
                exact: true,
                ..Section::default()
            }],
        };
        insta::assert_snapshot!(study.markdown(""), @r"
        ## Wu

        ### Examples

        *Exact: the same for every seed and size.*

        | what | published | ours | why |
        |---|---|---|---|
        | D | 10.5 | 10.5268 | a \| b |
        ");
    }
}

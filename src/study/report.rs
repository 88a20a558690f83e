//! What a study finds, as data: sections with tables (published, ours, why they differ) and plots.
//! Rendering to Markdown is here, so that a study only computes.

use std::fmt::Write;

/// How a study is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Where all chance comes from.
    pub seed: u64,
    /// Puzzles in each random sample.
    pub size: u64,
    /// Worker threads; the findings don't depend on it.
    pub threads: usize,
}

/// What was found about one paper.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Study {
    /// The name used on the command line.
    pub name: &'static str,
    /// The heading.
    pub title: String,
    /// What was found, in the order of the paper.
    pub sections: Vec<Section>,
}

/// One table of the paper, or one question.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// Paragraphs in Markdown: what was done, where the paper errs and what we do instead.
    pub text: String,
    /// The findings in rows.
    pub table: Option<Table>,
    /// Drawings.
    pub plots: Vec<Plot>,
}

/// Rows under a heading each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// The headings.
    pub columns: Vec<String>,
    /// As many cells as there are headings.
    pub rows: Vec<Vec<String>>,
}

/// A drawing in a file of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The file's name, such as `wu-levels.svg`.
    pub file: String,
    /// What it shows, for those who can't see it.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

impl Table {
    /// An empty table with these headings.
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

    fn markdown(&self) -> String {
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

impl Study {
    /// The study in Markdown; plots are linked by their file names, with `folder` before them.
    pub fn markdown(&self, folder: &str) -> String {
        let mut text = format!("## {}\n", self.title);
        for section in &self.sections {
            // Writing into a string cannot fail.
            let _ = write!(text, "\n### {}\n\n", section.heading);
            if !section.text.is_empty() {
                let _ = write!(text, "{}\n\n", section.text.trim());
            }
            if let Some(table) = &section.table {
                text += &table.markdown();
            }
            for plot in &section.plots {
                let _ = write!(text, "\n![{}]({folder}{})\n", plot.caption, plot.file);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_study_is_markdown() {
        let mut table = Table::new(["what", "published", "ours", "why"]);
        table.push(["D", "10.5", "10.5268", "a | b"].map(str::to_owned));
        let study = Study {
            name: "wu",
            title: "Wu".to_owned(),
            sections: vec![Section {
                heading: "Examples".to_owned(),
                table: Some(table),
                ..Section::default()
            }],
        };
        insta::assert_snapshot!(study.markdown(""), @r"
        ## Wu

        ### Examples

        | what | published | ours | why |
        |---|---|---|---|
        | D | 10.5 | 10.5268 | a \| b |
        ");
    }
}

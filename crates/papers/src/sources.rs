//! The five sources whose tables the studies reproduce, with the short names that code, help and documents use.
//! `docs/sources.md` shows the same list, as a test checks.

use super::report::ReportTable;

/// A paper, a thesis or a blog post whose tables a study reproduces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaperSource {
    /// The short name used everywhere, such as `Wu 2012`.
    pub short: &'static str,
    /// The year of publication.
    pub year: u16,
    /// The name of the study that reproduces the source's tables.
    pub study: &'static str,
    /// The authors, in their own script and in Latin letters.
    pub authors: &'static str,
    /// The Chinese title.
    pub title: &'static str,
    /// The English title: the source's own, or this project's translation in brackets.
    pub english: &'static str,
    /// The journal, issue, pages and DOI, as far as the source states them.
    pub place: &'static str,
}

/// All sources, in the order in which the studies are listed.
pub const SOURCES: [PaperSource; 5] = [
    PaperSource {
        short: "Wu 2012",
        year: 2012,
        study: "wu",
        authors: "吴林波, 肖华勇, 杨宗泽 (Wu Linbo, Xiao Huayong, Yang Zongze)",
        title: "数独难度级别划分的权重法研究",
        english: "Research of Weight Method with Sudoku Difficulty Level Partition",
        place: "计算机工程 (Computer Engineering) 38(10), 2012; DOI 10.3969/j.issn.1000-3428.2012.10.049",
    },
    PaperSource {
        short: "Huang 2015",
        year: 2015,
        study: "huang",
        authors: "黄祖贤 (Huang Zuxian)",
        title: "数独游戏的问题生成及求解算法优化",
        english: "A Study of Problem Generation and Algorithm Optimization of Sudoku Puzzle",
        place: "安徽工业大学学报(自然科学版) (Journal of Anhui University of Technology, Natural \
                Science), April 2015, no. 2, from page 187; DOI 10.3969/j.issn.1671-7872.2015.02.018",
    },
    PaperSource {
        short: "the blog (2011)",
        year: 2011,
        study: "blanks",
        authors: "candy.huang",
        title: "数独游戏的难度等级分析及求解算法研究2——数独难度等级",
        english: "[Analysis of the difficulty levels of Sudoku and of solving algorithms, part 2: \
                  difficulty levels]",
        place: "blog post of 25 August 2011",
    },
    PaperSource {
        short: "Wang 2009",
        year: 2009,
        study: "player",
        authors: "王琢 (Wang Zhuo), supervisor 白峰杉 (Bai Fengshan)",
        title: "数独中的数学应用",
        english: "[Mathematics in Sudoku]",
        place: "2009; a thesis, printed in a journal without its second chapter; the copy at hand \
                names neither journal nor year",
    },
    PaperSource {
        short: "Jiang 2018",
        year: 2018,
        study: "fused",
        authors: "江顺亮, 唐祎玲, 徐少平, 叶发茂 (Jiang Shunliang, Tang Yiling, Xu Shaoping, Ye Famao)",
        title: "融合人工求解策略的数独回溯求解法",
        english: "Sudoku backtracking algorithm with rule-base strategies",
        place: "计算机应用研究 (Application Research of Computers), 2018; DOI \
                10.19734/j.issn.1001-3695.2018.08.0539",
    },
];

/// Returns the sources as a table.
pub fn table() -> ReportTable {
    let mut table = ReportTable::new([
        "short name",
        "authors",
        "title",
        "English title",
        "where",
        "study",
    ]);
    for source in &SOURCES {
        let study = format!("`papers {}`", source.study);
        let cells = [
            source.short,
            source.authors,
            source.title,
            source.english,
            source.place,
            &study,
        ];
        table.push(cells.map(str::to_owned));
    }
    table
}

/// Returns the text of `docs/sources.md`.
pub fn document() -> String {
    format!(
        "# The five sources\n\n\
         Code, help and documents name them by the short names of this table. Where a page or a file \
         names its source at its head, *the paper* is that source. English titles in brackets are \
         translations of ours. [reproduction.md](reproduction.md) sets their tables beside our \
         numbers.\n\n{}",
        table().markdown()
    )
}

//! The data that the blog (2011) publishes: puzzles, and the counts of three books.

/// A puzzle printed in candy.huang's blog (2011): its place in the blog, its text, its freedom and its published
/// ratings.
pub(super) struct PrintedPuzzle {
    pub place: &'static str,
    pub puzzle: &'static str,
    pub freedom: u16,
    /// The levels in table 6 of the blog: the level by freedom, and the level in the book. `None` if the puzzle is
    /// not in this table.
    pub level: Option<(u8, u8)>,
    /// The grade in tables 8 and 9 of the blog, the number of stars in the book, and the mean time of three people
    /// in seconds. `None` if the puzzle is not in these tables.
    pub graded: Option<(char, u8, u32)>,
}

pub(super) const PRINTED: [PrintedPuzzle; 6] = [
    PrintedPuzzle {
        place: "table 8, 1",
        puzzle: "950624003038007061000000050360209008100000006500108072070000000610900830400856097",
        freedom: 698,
        level: None,
        graded: Some(('A', 1, 983)),
    },
    PrintedPuzzle {
        place: "table 8, 2",
        puzzle: "000074680800000000004006910020065071000000000480310050016900800000000009032750000",
        freedom: 922,
        level: None,
        graded: Some(('E', 2, 1109)),
    },
    PrintedPuzzle {
        place: "table 8, 3; table 6, 2",
        puzzle: "000000023030050040000003700000302650050040072007600000008500960540180200900060001",
        freedom: 880,
        level: Some((3, 2)),
        graded: Some(('E', 2, 1048)),
    },
    PrintedPuzzle {
        place: "table 8, 4; table 6, 3",
        puzzle: "006009000031800009700000056080400000200010007000008040360000002900005310000200500",
        freedom: 1008,
        level: Some((4, 3)),
        graded: Some(('G', 3, 1239)),
    },
    PrintedPuzzle {
        place: "table 8, 5; table 6, 4",
        puzzle: "600000004050009800000003570003060280802094000000000000080042000001000020500010008",
        freedom: 1054,
        level: Some((4, 4)),
        graded: Some(('G', 4, 1797)),
    },
    PrintedPuzzle {
        place: "table 6, 1",
        puzzle: "000840091001700600070000050460180200700296003000070960040607000605008020200010000",
        freedom: 820,
        level: Some((2, 2)),
        graded: None,
    },
];

/// The counts of a book's puzzles by blanks and level, easiest level first, with the published total of each level.
pub(super) struct PrintedBook {
    pub name: &'static str,
    pub blanks: &'static [u8],
    pub levels: &'static [(&'static [u64], u64)],
    /// The published table of shares, and the name of the figure drawn from this table; `None` if the blog has no
    /// such table for the book.
    pub shares: Option<Shares>,
}

/// The shares of puzzles by level and number of blanks, as published; an empty string where none is printed.
pub(super) struct Shares {
    pub table: &'static str,
    pub figure: &'static str,
    pub file: &'static str,
    pub levels: &'static [&'static str],
    pub printed: &'static [&'static [&'static str]],
}

pub(super) const BOOKS: [PrintedBook; 3] = [
    PrintedBook {
        name: "table 1",
        blanks: &[45, 49, 51, 52, 53, 54, 55, 56, 57, 58],
        levels: &[
            (&[10, 0, 0, 0, 0, 0, 0, 0, 0, 0], 10),
            (&[0, 4, 3, 2, 0, 0, 0, 0, 0, 0], 10),
            (&[0, 0, 3, 2, 17, 4, 12, 1, 1, 0], 40),
            (&[0, 0, 0, 0, 2, 1, 21, 6, 9, 1], 40),
        ],
        shares: Some(Shares {
            table: "Table 3",
            figure: "Figure 1",
            file: "blanks-book-1.svg",
            levels: &["初级 first", "中级 middle", "高级 high", "超级 super"],
            printed: &[
                &["1", "", "", "", "", "", "", "", "", ""],
                &["", "0.4", "0.3", "0.2", "", "", "", "", "", ""],
                &[
                    "", "", "0.075", "0.05", "0.425", "0.1", "0.3", "0.025", "0.025", "0",
                ],
                &[
                    "", "", "", "", "0.05", "0.025", "0.525", "0.15", "0.225", "0.025",
                ],
            ],
        }),
    },
    PrintedBook {
        name: "table 2",
        blanks: &[50, 51, 52, 53, 56, 57, 58],
        levels: &[
            (&[3, 1, 0, 0, 0, 0, 0], 4),
            (&[1, 1, 21, 1, 1, 0, 0], 25),
            (&[0, 0, 0, 0, 35, 11, 0], 46),
            (&[0, 0, 0, 0, 14, 8, 3], 25),
        ],
        shares: Some(Shares {
            table: "Table 4",
            figure: "Figure 2",
            file: "blanks-book-2.svg",
            levels: &["一星 one star", "二星 two", "三星 three", "四星 four"],
            printed: &[
                &["0.75", "0.25", "", "", "", "", ""],
                &["0.04", "0.04", "0.84", "0.04", "0.04", "", ""],
                &["", "", "", "", "0.76", "0.24", ""],
                &["", "", "", "", "0.56", "0.32", "0.12"],
            ],
        }),
    },
    PrintedBook {
        name: "table 5",
        blanks: &[45, 47, 49, 51, 52, 53, 54, 55, 56, 57],
        levels: &[
            (&[3, 1, 1, 0, 1, 1, 2, 1, 0, 0], 10),
            (&[0, 0, 0, 1, 2, 9, 3, 2, 1, 0], 18),
            (&[0, 0, 2, 1, 0, 22, 8, 5, 2, 0], 40),
            (&[0, 0, 0, 1, 0, 4, 1, 1, 1, 6], 15),
            (&[0, 0, 0, 0, 0, 0, 0, 1, 3, 6], 10),
        ],
        shares: None,
    },
];

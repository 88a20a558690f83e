//! The numbers that Wu 2012 publishes, misprints included.

/// A worked example in section 2.2 of Wu 2012: counts by rule number, and the published difficulty D.
pub struct Example {
    /// Rule numbers, each with the number of times that the rule was used.
    pub counts: &'static [(usize, f64)],
    /// The difficulty D as published.
    pub d: &'static str,
}

#[rustfmt::skip]
pub const EXAMPLES: [Example; 7] = [
    Example { counts: &[(1, 55.), (3, 6.), (6, 17.), (9, 88.), (10, 4.), (13, 1.), (14, 1.)], d: "10.5" },
    Example { counts: &[(1, 60.), (3, 1.8), (4, 0.4), (5, 0.4), (6, 3.7), (8, 0.1), (9, 14.5)], d: "3.0" },
    Example { counts: &[(1, 37.)], d: "1.0" },
    Example { counts: &[(1, 54.), (3, 3.)], d: "1.2" },
    Example { counts: &[(1, 55.), (3, 3.), (6, 9.), (9, 73.)], d: "4.8" },
    Example { counts: &[(1, 62.), (6, 26.), (9, 88.), (14, 2.)], d: "10.7" },
    Example {
        counts: &[(1, 53.), (3, 7.), (6, 18.), (8, 1.), (9, 94.), (10, 1.), (11, 2.), (12, 3.), (13, 1.), (14, 2.)],
        d: "14.2",
    },
];

/// Table 1 of Wu 2012: mean counts of rules 1 to 14 for KLSudoku's five levels, 100 puzzles each.
#[rustfmt::skip]
pub const TABLE_1: [[f64; 5]; 14] = [
    [37.8, 60.0, 61.6, 55.3, 53.2],
    [ 0.0,  0.0,  0.0,  0.0,  0.0],
    [ 0.0,  1.8,  3.0,  1.9,  1.8],
    [ 0.0,  0.4,  1.0,  0.6,  0.6],
    [ 0.0,  0.4,  1.0,  0.3,  0.2],
    [ 0.0,  3.7, 10.7, 11.7, 13.8],
    [ 0.0,  0.0,  0.1,  0.0,  0.0],
    [ 0.0,  0.1,  0.6,  0.4,  0.5],
    [ 0.0, 14.5, 47.8, 57.0, 37.0],
    [ 0.0,  0.0,  0.1,  2.4,  3.4],
    [ 0.0,  0.0,  0.1,  0.5,  0.4],
    [ 0.0,  0.0,  0.0,  0.2,  0.9],
    [ 0.0,  0.0,  0.1,  0.7,  1.0],
    [ 0.0,  0.0,  0.1,  0.5,  1.3],
];

/// The difficulty D of each level, in the last row of table 1 of Wu 2012.
pub const TABLE_1_D: [&str; 5] = ["1.0", "3.0", "5.1", "9.7", "13.9"];

/// The names of KLSudoku's levels, easiest first.
pub const KLSUDOKU: [&str; 5] = [
    "容易 easy",
    "普通 common",
    "困难 hard",
    "极难 extreme",
    "骨灰 diehard",
];

/// Table 2 of Wu 2012: the paper's levels (rows) of 500 puzzles from five levels of Dr. Sudoku
/// (columns).
pub const TABLE_2: [[u64; 5]; 5] = [
    [98, 0, 0, 0, 0],
    [1, 84, 38, 0, 0],
    [1, 16, 57, 7, 0],
    [0, 1, 2, 59, 46],
    [0, 0, 3, 34, 54],
];

/// Table 3 of Wu 2012: the levels of 100 puzzles that the paper's generator made.
pub const TABLE_3: [u64; 5] = [45, 8, 6, 22, 19];

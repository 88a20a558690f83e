//! Tests blanks, freedom and clue counts of puzzles against the numbers in the blog and the papers.

use proptest::prelude::*;
use sudoku_factory::grid::{Board, Cell};
use sudoku_factory::rate::looks::{
    self, BLANKS, FIRST_BLANKS, FIRST_FREEDOM, FreedomLimits, Grade, Limits,
};
use sudoku_factory::solve::search;

/// The puzzles in the blog, each with its blanks, its freedom, and its grade (table 8) or its freedom level
/// (table 6).
const PRINTED: [(&str, u16, u16, &str, u8); 6] = [
    (
        "950624003038007061000000050360209008100000006500108072070000000610900830400856097",
        45,
        698,
        "A",
        1,
    ),
    (
        "000840091001700600070000050460180200700296003000070960040607000605008020200010000",
        50,
        820,
        "",
        2,
    ),
    (
        "000000023030050040000003700000302650050040072007600000008500960540180200900060001",
        52,
        880,
        "E",
        3,
    ),
    (
        "000074680800000000004006910020065071000000000480310050016900800000000009032750000",
        53,
        922,
        "E",
        3,
    ),
    (
        "006009000031800009700000056080400000200010007000008040360000002900005310000200500",
        56,
        1008,
        "G",
        4,
    ),
    (
        "600000004050009800000003570003060280802094000000000000080042000001000020500010008",
        57,
        1054,
        "G",
        4,
    ),
];

fn boards() -> impl Iterator<Item = Board> {
    PRINTED.iter().map(|row| row.0.parse().unwrap())
}

#[test]
fn the_printed_blanks_and_freedoms_come_out() {
    for (puzzle, &(_, blanks, freedom, ..)) in boards().zip(&PRINTED) {
        assert_eq!(search::count(&puzzle, 2), 1);
        assert_eq!(looks::blanks(&puzzle), blanks);
        assert_eq!(looks::freedom(&puzzle), freedom);
    }
    assert_eq!(looks::freedom(&Board::EMPTY), 2106);
}

#[test]
fn corrected_limits_give_all_nine_grades_and_printed_ones_give_one() {
    let agreeing = |limits: FreedomLimits| {
        let rows = boards().zip(&PRINTED);
        rows.map(|(puzzle, &(_, _, freedom, grade, level))| {
            let of_freedom = limits.limits().level(freedom) == level;
            // Table 6 prints the levels of four of the six, table 8 the grades of five.
            let in_table_6 = [820, 880, 1008, 1054].contains(&freedom);
            let graded = looks::grade(&puzzle, limits).to_string() == grade;
            usize::from(in_table_6 && of_freedom) + usize::from(graded)
        })
        .sum::<usize>()
    };
    assert_eq!(agreeing(FreedomLimits::Corrected), 9);
    assert_eq!(agreeing(FreedomLimits::Printed), 1);
}

#[test]
fn levels_end_where_the_papers_say() {
    let at = |limits: Limits, ends: [u16; 4]| ends.map(|e| (limits.level(e), limits.level(e + 1)));
    for (limits, ends) in [
        (BLANKS, [45, 50, 55, 60]),
        // A fifth of 82 and of 2,107 values each.
        (FIRST_BLANKS, [16, 33, 50, 67]),
        (FIRST_FREEDOM, [420, 841, 1262, 1683]),
    ] {
        assert_eq!(at(limits, ends), [(1, 2), (2, 3), (3, 4), (4, 5)]);
    }
    assert_eq!([0, 81].map(|blanks| FIRST_BLANKS.level(blanks)), [1, 5]);
    assert_eq!(
        [0, 2106].map(|freedom| FIRST_FREEDOM.level(freedom)),
        [1, 5]
    );
    let shared = FreedomLimits::ALL.map(|limits| limits.limits().level(820));
    assert_eq!(shared, [1, 2]);
    for limits in FreedomLimits::ALL {
        assert_eq!(limits.name().parse(), Ok(limits));
    }
    assert_eq!(
        "guessed".parse::<FreedomLimits>().unwrap_err().to_string(),
        "no freedom limits are called \"guessed\"; there are printed, corrected"
    );
}

#[test]
fn grades_run_from_a_to_i() {
    let letters: String = Grade::all().map(Grade::letter).collect();
    assert_eq!(letters, "ABCDEFGHI");
    assert_eq!(Grade::of(1, 1).letter(), 'A');
    assert_eq!(Grade::of(3, 4).letter(), 'F');
    assert_eq!(Grade::of(5, 5).letter(), 'I');
    assert_eq!(Grade::of(0, 200), Grade::of(1, 5));
}

#[test]
fn clue_levels_are_clamped_at_both_ends() {
    let level = |clues: usize| {
        let grid: Board =
            "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
                .parse()
                .unwrap();
        looks::clue_level(&grid.keep(Cell::all().take(clues).collect()))
    };
    let levels = [81, 25, 24, 23, 22, 21, 20, 19, 17].map(level);
    assert_eq!(levels, [1, 1, 1, 2, 3, 4, 5, 5, 5]);
}

proptest! {
    /// Freedom equals a sum over all blanks, as the blog prints it: for each blank, the numbers of blanks in its row,
    /// column and box are added, and 1 is subtracted.
    #[test]
    fn freedom_is_the_papers_loop(values in prop::array::uniform32(0u128..1 << 81)) {
        for cells in values {
            let blank = |cell: &Cell| cells >> cell.index() & 1 == 1;
            let mut board = Board::EMPTY;
            for cell in Cell::all().filter(|cell| !blank(cell)) {
                board.set(cell, sudoku_factory::grid::Digit::new(1 + cell.index() as u8 % 9));
            }
            let of_cell = |cell: Cell| {
                let houses = cell.houses().map(|house| house.cells().filter(blank).count());
                houses.iter().sum::<usize>() - 1
            };
            let sum: usize = Cell::all().filter(blank).map(of_cell).sum();
            prop_assert_eq!(usize::from(looks::freedom(&board)), sum);
        }
    }
}

//! Tests this program's QQWing and HoDoKu ratings against the results of those programs.

use crate::sets;
use std::collections::BTreeMap;
use sudoku_factory::agreement::Contingency;
use sudoku_factory::create::equivalents;
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::rate::{Hodoku, HodokuLevel, HodokuRating, Qqwing, QqwingLevel};
use sudoku_factory::solve::search;

fn solution(puzzle: &Board) -> Board {
    search::solve(puzzle, 1).first.unwrap()
}

/// Returns puzzles with the levels that `qqwing --solve --stats --csv` (Debian's 1.3.4) prints for them.
fn labelled() -> Vec<(Board, String)> {
    let rows = sets::table("qqwing-levels.tsv");
    rows.map(|row| (row[0].parse().unwrap(), row[1].to_owned()))
        .collect()
}

#[test]
fn qqwing_gives_the_same_200_levels() {
    let rater = Qqwing::new();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for (puzzle, level) in labelled() {
        let ours = rater.level(&puzzle, &solution(&puzzle));
        assert_eq!(ours.name(), level, "{puzzle}");
        *seen.entry(level).or_default() += 1;
    }
    let all_four = QqwingLevel::ALL[1..].iter();
    assert!(all_four.into_iter().all(|level| seen[level.name()] == 50));
}

#[test]
fn a_full_grid_is_unknown_to_qqwing() {
    let (puzzle, _) = labelled().remove(0);
    let grid = solution(&puzzle);
    assert_eq!(Qqwing::new().level(&grid, &grid), QqwingLevel::Unknown);
}

/// QQWing's level is the same for all forms of a puzzle.
#[test]
fn qqwing_does_not_mind_how_a_puzzle_lies() {
    let rater = Qqwing::new();
    for (number, (puzzle, level)) in (0..).zip(labelled()) {
        let solution = solution(&puzzle);
        for symmetry in equivalents(8, number).take(3) {
            let moved = rater.level(&symmetry.apply(&puzzle), &symmetry.apply(&solution));
            assert_eq!(moved.name(), level, "{puzzle}");
        }
    }
}

fn hodoku(line: &str) -> HodokuRating {
    let puzzle: Board = line.parse().unwrap();
    Hodoku::new().rate(&puzzle, &solution(&puzzle))
}

/// The scores of nine puzzles equal HoDoKu 2.3.2's exactly. So do those of a third of all puzzles that the program's
/// techniques solve. The nine were chosen among these, so the test guards against changes and proves nothing about
/// other puzzles.
#[test]
fn hodoku_scores_are_sums_over_steps() {
    for (puzzle, score, level) in HODOKU {
        let expected = HodokuRating {
            score,
            level,
            by_technique: true,
        };
        assert_eq!(hodoku(puzzle), expected, "{puzzle}");
    }
}

const HODOKU: [(&str, u32, HodokuLevel); 9] = [
    (
        "4..65.8.1.8..1..4.6.74..3.....1459.325.3.7.643.1296.....3..42.6.2..6..3.1.4.32..7",
        164,
        HodokuLevel::Easy,
    ),
    (
        ".3176..4...2..1...5..3.96..2.........43..81.58..5.....3..6...1..8.9....7...1.3.96",
        208,
        HodokuLevel::Easy,
    ),
    (
        ".52.........879....6.2...3..4...2..85.9...2.66..5...4..3...1.2....385.........18.",
        490,
        HodokuLevel::Easy,
    ),
    (
        "46.5..2.3.38.4..959...3..8.........1.53...82.8.........1..2...478..5.91.3.9..4.58",
        276,
        HodokuLevel::Medium,
    ),
    (
        "....9....56.....43.8..3..5...6.5.3.....164...9.......1...6.5....53...81..4.371.2.",
        466,
        HodokuLevel::Medium,
    ),
    (
        "1.....6.3..81....9.43.5...727....8..8.....965..................9..47..38..781..2.",
        930,
        HodokuLevel::Medium,
    ),
    (
        "..3......58..7..9.6...425.19......5....634....1......82.718...3.6..9..14......7..",
        506,
        HodokuLevel::Hard,
    ),
    (
        ".9.5.7.3.8..3.6..2....1........5......4...3...2.6.3.8...3...9....24.81..5.1...8.6",
        680,
        HodokuLevel::Hard,
    ),
    (
        "7...4...16.4...9.8..3...6.....219...5.......9.3.....6.1..8.6..4..87.52...7.....5.",
        1100,
        HodokuLevel::Hard,
    ),
];

/// Of the puzzles that HoDoKu 2.3.2 has rated and the program's techniques solve, all but three get HoDoKu's level, and
/// the scores are in nearly the same order.
#[test]
fn hodoku_gives_the_same_levels() {
    let (mut rows, mut same_level, mut same_score) = (0, 0, 0);
    let mut scores = Vec::new();
    for fields in sets::table("se-hodoku-rated.tsv.gz") {
        let (ours, theirs): (HodokuRating, u32) = (hodoku(fields[1]), fields[8].parse().unwrap());
        rows += 1;
        if ours.by_technique {
            same_level += u32::from(ours.level.name() == fields[9]);
            same_score += u32::from(ours.score == theirs);
            scores.push((f64::from(ours.score), f64::from(theirs)));
        }
    }
    assert_eq!((rows, scores.len()), (1670, 1351));
    assert_eq!((same_level, same_score), (1348, 422));
    let spearman = Contingency::of_pairs(scores).spearman();
    assert!(spearman.unwrap() > 0.93, "{spearman:?}");
}

/// HoDoKu's rating is the same for all forms of a puzzle, because the canonical form is rated.
#[test]
fn hodoku_does_not_mind_how_a_puzzle_lies() {
    let rater = Hodoku::new();
    for (number, (puzzle, _)) in (0..).zip(labelled()) {
        let solution = solution(&puzzle);
        let rating = rater.rate(&puzzle, &solution);
        let form = Canonical::of(&puzzle, &solution);
        assert_eq!(rater.rate_canonical(&form), rating);
        for symmetry in equivalents(8, number).take(3) {
            let moved = rater.rate(&symmetry.apply(&puzzle), &symmetry.apply(&solution));
            assert_eq!(moved, rating, "{puzzle}");
        }
    }
}

/// A high sum of scores raises the level of a puzzle that needs only easy steps, as in HoDoKu.
#[test]
fn levels_are_raised_by_the_sum() {
    for (puzzle, level) in labelled() {
        let rating = hodoku(&puzzle.to_string());
        let limits = [800, 1000, 1600, 1800].map(|limit| rating.score > limit);
        let at_least = limits.into_iter().filter(|&above| above).count();
        assert!(rating.level >= HodokuLevel::ALL[at_least]);
        if level == "Simple" {
            let blanks = 81 - puzzle.clue_count() as u32;
            assert_eq!(
                (rating.score, rating.level),
                (4 * blanks, HodokuLevel::Easy)
            );
        }
    }
}

#[test]
fn beyond_our_techniques_hodoku_is_extreme() {
    // The hardest puzzles are beyond every pattern.
    let puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let rating = hodoku(puzzle);
    assert!(!rating.by_technique && rating.score >= 10_000);
    assert_eq!(rating.level, HodokuLevel::Extreme);
}

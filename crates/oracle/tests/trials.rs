//! Tests that the order of the rules doesn't change what follows from a digit in a trial (docs/rating.md).
//!
//! This holds only as long as none of the rules 1 to 13 is left out.

use crate::samples::{Dice, Made, preset};
use oracle::{Interpretation, WingPlaces, WuRule, rate_as_given, read};
use sudoku_engine::{Board, Rater, solve};

#[test]
fn the_order_of_the_thirteen_rules_makes_no_difference() {
    let mut dice = Dice(5);
    let mut trials = 0;
    for number in 0..2000 {
        let (puzzle, solution) = Made::of(17, number).grids();
        let form = oracle::canonical(&puzzle, &solution).puzzle;
        let mut interpretation = Interpretation::wu();
        interpretation.wings = [WingPlaces::General, WingPlaces::Printed][dice.below(2)];
        if dice.below(2) == 0 {
            // More trials.
            interpretation.order = vec![WuRule::NakedSingle, WuRule::HiddenSingle, WuRule::Trial];
        }
        let expected = rate_as_given(&form, &interpretation);
        dice.shuffle(&mut interpretation.trial_rules);
        assert_eq!(
            rate_as_given(&form, &interpretation),
            expected,
            "{puzzle:?}"
        );
        trials += expected.rules[WuRule::Trial as usize];
    }
    assert!(trials > 400, "{trials}");
}

/// Checks that without rule 5 (naked triplets), the order of the rules makes a difference. When the rule for naked
/// quads has its turn, a cell of a quad may already be filled, and no rule looks for the remaining triplet.
#[test]
fn with_fewer_rules_the_order_makes_a_difference() {
    use WuRule::{HiddenSingle, NakedQuad, NakedSingle, Trial};
    let text = "000006080400009000009002000000300004090000000605900370500070000830000010040803600";
    let puzzle: Board = text.parse().unwrap();
    let solution = solve(&puzzle, 2).first.unwrap();
    let rated = |trial_rules: [WuRule; 3]| {
        let interpretation = Interpretation {
            order: vec![NakedSingle, HiddenSingle, Trial],
            trial_rules: trial_rules.to_vec(),
            ..Interpretation::wu()
        };
        let theirs = Rater::new(&preset(&interpretation)).rate(&puzzle, &solution);
        let ours = rate_as_given(&read(text).unwrap(), &interpretation);
        assert_eq!(theirs.rules[..], ours.rules[..]);
        ours.rules[Trial as usize]
    };
    assert_eq!(rated([NakedSingle, HiddenSingle, NakedQuad]), 5);
    assert_eq!(rated([NakedSingle, NakedQuad, HiddenSingle]), 4);
}

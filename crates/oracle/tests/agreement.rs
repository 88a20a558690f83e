//! Compares the engine's ratings, canonical forms and ids with the oracle's, on many puzzles and interpretations.

use crate::samples::{Dice, Made, preset};
use oracle::{Interpretation, SecondOpinion, WuRule, blanks, canonical, freedom, grade, solves};
use sudoku_engine::rate::Ratings;
use sudoku_engine::{Board, Canonical, Scheme, count, solve};

/// All results for one puzzle, computed either by the engine or by the second opinion.
#[derive(Debug, Clone, PartialEq)]
struct Said {
    canonical: [String; 2],
    symmetries: usize,
    id: String,
    rules: Vec<u32>,
    used: Vec<u32>,
    difficulty: u64,
    is_solved: bool,
    level: Option<u8>,
    hardest: Option<String>,
    looks: [usize; 3],
}

fn said_by_oracle(made: &Made, interpretation: &Interpretation) -> Said {
    let (puzzle, solution) = made.grids();
    let form = canonical(&puzzle, &solution);
    let opinion: SecondOpinion = oracle::rate(&puzzle, &solution, interpretation);
    let id = oracle::id(&form.puzzle);
    Said {
        canonical: [form.puzzle, form.solution].map(|it| oracle::write(&it)),
        symmetries: form.symmetries,
        id: id.iter().map(|byte| format!("{byte:02x}")).collect(),
        rules: opinion.rules.to_vec(),
        used: opinion.used.to_vec(),
        difficulty: opinion.difficulty.to_bits(),
        is_solved: opinion.is_solved,
        level: Some(opinion.level),
        hardest: opinion.hardest().map(|rule| rule.name().to_owned()),
        looks: [
            blanks(&puzzle),
            freedom(&puzzle),
            usize::from(grade(&puzzle)),
        ],
    }
}

fn said_by_engine(made: &Made, scheme: &Scheme) -> Said {
    let form = Canonical::of(&made.puzzle, &made.solution);
    let ratings: Ratings = scheme.raters(&[]).rate(&form);
    let text = |board: &Board| {
        board
            .values()
            .map(|digit| char::from(b'0' + digit))
            .iter()
            .collect()
    };
    let (ladder, looks) = (&ratings.ladder, &ratings.looks);
    Said {
        canonical: [text(&form.puzzle), text(&form.solution)],
        symmetries: form.solution_symmetries,
        id: form.id().to_string(),
        rules: ladder.rules.to_vec(),
        used: ladder.used.to_vec(),
        difficulty: ladder.difficulty.to_bits(),
        is_solved: ladder.solved,
        level: scheme.level(&ratings).map(|level| level.index() as u8 + 1),
        hardest: ladder.hardest().map(|rule| rule.name().to_owned()),
        looks: [
            looks.blanks.into(),
            looks.freedom.into(),
            looks.grade.index() + 1,
        ],
    }
}

fn scheme_of(interpretation: &Interpretation) -> Scheme {
    Scheme {
        preset: preset(interpretation),
        ..Scheme::default()
    }
}

/// Compares the oracle with the engine on `count` puzzles of a seed, using two threads. Both rate the puzzle with
/// number n by the interpretation of the rules that `interpretation(n)` returns.
fn compare(seed: u64, count: u64, interpretation: impl Fn(u64) -> Interpretation + Sync) {
    let one = |number: u64| {
        let interpretation = interpretation(number);
        let made = Made::of(seed, number);
        let ours = said_by_oracle(&made, &interpretation);
        let theirs = said_by_engine(&made, &scheme_of(&interpretation));
        assert_eq!(ours, theirs, "{} under {interpretation:?}", made.puzzle);
        let (puzzle, solution) = made.grids();
        assert_eq!(oracle::solutions(&puzzle, 2), [solution], "{}", made.puzzle);
    };
    std::thread::scope(|scope| {
        for start in 0..2 {
            let one = &one;
            scope.spawn(move || (start..count).step_by(2).for_each(one));
        }
    });
}

#[test]
fn the_presets_are_the_engines() {
    let presets = [
        ("wu", Interpretation::wu()),
        ("wu-strict", Interpretation::wu_strict()),
        ("wu-literal", Interpretation::wu_literal()),
    ];
    for (name, interpretation) in presets {
        let scheme = Scheme::named(name).unwrap();
        assert_eq!(scheme.preset, preset(&interpretation), "{name}");
        assert_eq!(scheme.limits, interpretation.limits, "{name}");
    }
}

#[test]
fn twelve_thousand_puzzles_under_wu() {
    for seed in [1, 20_261_125, u64::MAX] {
        compare(seed, 4000, |_| Interpretation::wu());
    }
}

#[test]
fn four_thousand_puzzles_under_the_other_presets() {
    compare(5, 2000, |_| Interpretation::wu_strict());
    compare(6, 2000, |_| Interpretation::wu_literal());
}

#[test]
fn four_thousand_puzzles_under_interpretations_drawn_at_random() {
    compare(7, 4000, |number| Dice(number).interpretation());
}

/// Compares the oracle with the engine on the hardest puzzles known, many of which the rules don't solve.
#[test]
fn the_hardest_puzzles() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/hardest1106.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let puzzles = text.lines().filter(|line| !line.starts_with('#'));
    let mut unsolved = 0;
    for line in puzzles {
        let puzzle: Board = line[..81].parse().unwrap();
        let solution = solve(&puzzle, 2).first.unwrap();
        let made = Made { puzzle, solution };
        let ours = said_by_oracle(&made, &Interpretation::wu());
        unsolved += usize::from(!ours.is_solved);
        assert_eq!(ours, said_by_engine(&made, &Scheme::default()), "{line}");
    }
    assert!(unsolved > 50, "{unsolved}");
}

/// Checks the number of solutions of puzzles from which clues were removed, and that contradicting givens have no
/// solution.
#[test]
fn solutions_are_counted() {
    let mut several = 0;
    for number in 0..1000 {
        let (mut puzzle, _) = Made::of(9, number).grids();
        for cell in (0..81)
            .filter(|&cell| puzzle[cell] != 0)
            .take(2)
            .collect::<Vec<_>>()
        {
            puzzle[cell] = 0;
        }
        let expected = count(&Board::from_values(puzzle).unwrap(), 50);
        assert_eq!(oracle::solutions(&puzzle, 50).len(), expected, "{puzzle:?}");
        several += usize::from(expected > 1);
    }
    assert!(several > 500, "{several}");
    let (puzzle, mut solution) = Made::of(9, 0).grids();
    assert!(solves(&solution, &puzzle) && solves(&solution, &[0; 81]));
    solution.swap(0, 1);
    assert!(!solves(&solution, &[0; 81]) && !solves(&puzzle, &puzzle));
    let mut clash = [0; 81];
    (clash[0], clash[8]) = (4, 4);
    assert!(oracle::solutions(&clash, 2).is_empty());
    assert_eq!(oracle::solutions(&[0; 81], 7).len(), 7);
}

/// Checks that the comparison can fail. If any one setting of the engine's interpretation is changed, the results of
/// the engine must differ from those of the oracle for at least one puzzle.
#[test]
fn every_choice_makes_a_difference() {
    let wu = Interpretation::wu();
    let mut weights = wu.weights;
    weights[8] += 1.0;
    let changed = [
        Interpretation {
            weights,
            ..wu.clone()
        },
        Interpretation {
            order: Interpretation::wu_strict().order,
            ..wu.clone()
        },
        Interpretation {
            merges_singles: false,
            ..wu.clone()
        },
        Interpretation {
            turn: oracle::RuleTurn::First,
            ..wu.clone()
        },
        Interpretation {
            counts_patterns: vec![WuRule::HiddenTriplet],
            ..wu.clone()
        },
        Interpretation {
            wings: oracle::WingPlaces::Printed,
            ..wu.clone()
        },
        Interpretation {
            trial_rules: vec![WuRule::NakedSingle],
            ..wu.clone()
        },
        Interpretation {
            trial_counts: oracle::Counted::Nothing,
            ..wu.clone()
        },
    ];
    let made: Vec<Made> = (0..400).map(|number| Made::of(11, number)).collect();
    for interpretation in changed {
        let scheme = scheme_of(&interpretation);
        let differs = |it: &Made| said_by_oracle(it, &wu) != said_by_engine(it, &scheme);
        assert!(made.iter().any(differs), "{interpretation:?}");
    }
}

//! Tests ratings by Wu 2012: worked examples, soundness of the steps, shares of the levels, and paths that are
//! replayed.

// Clippy takes only functions marked as tests for tests, not what they share.
#![allow(clippy::unwrap_used)]

use sudoku_factory::bucket::{Level, Scheme};
use sudoku_factory::create::{self, Method};
use sudoku_factory::dig::{self, Plan};
use sudoku_factory::grid::Board;
use sudoku_factory::rate::{Preset, RULES, Rater, Rule};
use sudoku_factory::seed::Generator;

mod paths;
mod patterns;

/// Returns a minimal puzzle and its solution.
fn fresh(seed: u64, k: u64) -> (Board, Board) {
    let mut rng = Generator::for_candidate(seed, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    let plan = Plan::default();
    (dig::dig(&grid, &plan, &mut rng).puzzle, grid)
}

/// Returns the difficulty D of these counts of rules, each with the number of the rule in the paper.
fn difficulty(counts: &[(usize, f64)]) -> String {
    let mut by_index = [0.0; RULES];
    for &(number, count) in counts {
        by_index[number - 1] = count;
    }
    let d = Preset::default().difficulty_of_means(&by_index);
    format!("{d:.4}")
}

/// The worked examples in section 2.2 of Wu 2012 give the paper's values of D. The paper prints one decimal, and the
/// test compares four.
#[test]
fn worked_examples() {
    let examples: [(&[(usize, f64)], &str); 7] = [
        (
            &[
                (1, 55.),
                (3, 6.),
                (6, 17.),
                (9, 88.),
                (10, 4.),
                (13, 1.),
                (14, 1.),
            ],
            "10.5268",
        ),
        (
            &[
                (1, 60.),
                (3, 1.8),
                (4, 0.4),
                (5, 0.4),
                (6, 3.7),
                (8, 0.1),
                (9, 14.5),
            ],
            "3.0811",
        ),
        (&[(1, 37.)], "1.0000"),
        (&[(1, 54.), (3, 3.)], "1.2140"),
        (&[(1, 55.), (3, 3.), (6, 9.), (9, 73.)], "4.8033"),
        (&[(1, 62.), (6, 26.), (9, 88.), (14, 2.)], "10.6613"),
        (
            &[
                (1, 53.),
                (3, 7.),
                (6, 18.),
                (8, 1.),
                (9, 94.),
                (10, 1.),
                (11, 2.),
                (12, 3.),
                (13, 1.),
                (14, 2.),
            ],
            "14.2328",
        ),
    ];
    for (counts, expected) in examples {
        assert_eq!(difficulty(counts), expected, "{counts:?}");
    }
}

/// The mean counts of KLSudoku's five levels give the values of D in table 1 of Wu 2012.
#[test]
fn column_means_of_table_1() {
    #[rustfmt::skip]
    let table = [
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
    let columns = (0..5).map(|column| {
        let counts: Vec<_> = (0..14).map(|row| (row + 1, table[row][column])).collect();
        difficulty(&counts)
    });
    let found: Vec<String> = columns.collect();
    assert_eq!(found, ["1.0000", "3.0811", "5.4730", "9.7403", "13.9257"]);
}

#[test]
fn a_full_grid_is_easy_and_solved() {
    let grid: Board =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
            .parse()
            .unwrap();
    for name in Preset::NAMES {
        let scheme = Scheme::named(name).unwrap();
        let rating = Rater::new(&scheme.preset).rate(&grid, &grid);
        assert_eq!((rating.difficulty, rating.solved), (1.0, true));
        assert_eq!(rating.rules, [0; RULES]);
        assert_eq!(scheme.cut(rating.ranked()), Level::EASY);
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    let told = |error: &dyn std::error::Error| error.to_string();
    let rule = "naked-pear".parse::<Rule>().unwrap_err();
    assert_eq!(
        told(&rule),
        "no rule is called \"naked-pear\"; the nearest is naked-pair"
    );
    let level = Scheme::default().find_level("very-hrad").unwrap_err();
    assert_eq!(
        told(&level),
        "no level is called \"very-hrad\"; the levels of scheme wu are easy, fairly-easy, moderate, hard, very-hard, or 1 to 5"
    );
    let scheme = Scheme::named("wu-stict").unwrap_err();
    assert!(
        told(&scheme).contains("the nearest is wu-strict"),
        "{scheme}"
    );
    let in_file = toml::from_str::<Preset>("order = ['naked-single', 'x-wnig']").unwrap_err();
    assert!(
        told(&in_file).contains("the nearest is x-wing"),
        "{in_file}"
    );
}

#[test]
fn levels_have_names_and_numbers() {
    let scheme = Scheme::default();
    for level in scheme.levels() {
        assert_eq!(scheme.find_level(scheme.level_name(level)), Ok(level));
        assert_eq!(scheme.find_level(&level.number().to_string()), Ok(level));
    }
    assert!(scheme.find_level("0").is_err() && scheme.find_level("6").is_err());
}

#[test]
fn presets_survive_a_job_file() {
    for name in Preset::NAMES {
        let preset = Preset::named(name).unwrap();
        assert_eq!(preset.check(), Ok(()));
        let text = toml::to_string(&preset).unwrap();
        assert_eq!(toml::from_str::<Preset>(&text).unwrap(), preset, "{text}");
    }
    assert!(toml::from_str::<Preset>("wieghts = {}").is_err());
}

#[test]
fn senseless_presets_are_refused() {
    let with = |change: fn(&mut Preset)| {
        let mut preset = Preset::default();
        change(&mut preset);
        preset.check().unwrap_err().to_string()
    };
    let refused = [
        with(|p| p.weights[2] = -1.0),
        with(|p| p.weights[9] = f64::NAN),
        with(|p| p.order.swap(0, 1)),
        with(|p| p.order.push(Rule::XWing)),
        with(|p| p.trial_rules.clear()),
        with(|p| p.trial_rules.push(Rule::Trial)),
        with(|p| p.count_hits.push(Rule::XWing)),
    ];
    insta::assert_snapshot!(refused.join("\n"), @"
    the weight of naked-pair must be a number from 0 to 1000000000000, not -1
    the weight of x-wing must be a number from 0 to 1000000000000, not NaN
    order must begin with naked-single
    x-wing is listed twice in order
    trial-rules must begin with naked-single
    trial-rules cannot contain trial itself
    x-wing is listed twice in count-hits
    ");
}

/// The level shares of 10,000 random minimal digs are near fixed values. In Wu 2012 they are 45, 8, 6, 22 and 19
/// %.
#[test]
fn level_shares_of_10_000_minimal_digs() {
    let scheme = Scheme::named("wu").unwrap();
    let rater = Rater::new(&scheme.preset);
    let mut made = [0; 5];
    for k in 0..10_000 {
        let (puzzle, solution) = fresh(1, k);
        made[scheme.cut(rater.rate(&puzzle, &solution).ranked()).index()] += 1;
    }
    let expected = [41.6, 12.2, 6.5, 20.5, 19.2];
    for (made, expected) in made.into_iter().zip(expected) {
        let share = f64::from(made) / 100.0;
        assert!(
            (share - expected).abs() <= 1.5,
            "{share} instead of {expected}"
        );
    }
}

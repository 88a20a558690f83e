//! Tests the player, a model of solving times: its numbers equal those in Wang 2009 to the last published digit. Also
//! tests the extensions of the model.

mod commands;
mod games;
mod logs;
mod minutes;

use crate::factory::run_in;
use crate::sets;
use sudoku_factory::grid::{Board, Candidates, Cell, Digit};
use sudoku_factory::player::{
    Fit, IndexBase, Log, Path, PlayState, Player, RateForm, RateGrid, Samples, cell_probability,
    likelihood_ratio, lower_bound, posteriors, priors, read, three_grids,
};
use sudoku_factory::rate::{Preset, Rater, Rule};
use sudoku_factory::solve::search;

/// The puzzle of figure 3.5 in Wang 2009, to which the log in its appendix A belongs.
pub const FIG_3_5: &str =
    "5.3...7.....79..3.7..8..2.6.169.7....4.....9....6.381.1.7..9..4.3..64.....9...5.8";
pub const FIG_3_14: &str =
    "..9.3.8.....459....4.....1.29.....54.146.539.53.....27.5.....3....241.....2.9.4..";
pub const SINGLES: [Rule; 2] = [Rule::NakedSingle, Rule::HiddenSingle];

pub fn appendix_a() -> Log {
    let text = include_str!("data/wang-appendix-a.csv");
    read(text, IndexBase::Zero, None).unwrap().remove(0)
}

/// Returns the six paths (ways to make the next step) of figure 3.1 in Wang 2009, which shows its puzzle only as a
/// picture.
fn six_paths() -> Vec<Path> {
    let path = |row: usize, column: usize, logic| Path {
        cell: Cell::at(row - 1, column - 1),
        digit: Digit::from_index(0),
        logic,
        house: None,
    };
    use Rule::{HiddenSingle, NakedSingle};
    vec![
        path(2, 6, HiddenSingle),
        path(2, 6, HiddenSingle),
        path(3, 4, HiddenSingle),
        path(3, 4, HiddenSingle),
        path(4, 6, NakedSingle),
        path(8, 4, NakedSingle),
    ]
}

#[test]
fn worked_example() {
    let rates = [
        (Rule::NakedSingle, 1.0 / 15.0),
        (Rule::HiddenSingle, 1.0 / 10.0),
    ];
    let player = Player::new(RateForm::Averaged, rates).unwrap();
    let paths = six_paths();
    let shown = |list: &[f64]| format!("{:.4} {:.4}", list[0], list[5]);
    assert_eq!(shown(&priors(&paths, &player)), "0.1875 0.1250");
    assert_eq!(shown(&posteriors(&paths, &player, 10.0)), "0.1908 0.1184");
    let (hidden, naked) = (Cell::at(1, 5), Cell::at(3, 5));
    let cells = |seconds| {
        let probabilities = posteriors(&paths, &player, seconds);
        let of = |cell| cell_probability(&paths, &probabilities, cell);
        let ratio = |cell| likelihood_ratio(&paths, &player, cell, seconds);
        format!(
            "{:.4} {:.4} LR {:.4} {:.4}",
            of(hidden),
            of(naked),
            ratio(hidden),
            ratio(naked)
        )
    };
    assert_eq!(cells(10.0), "0.3816 0.1184 LR 1.0000 0.3101");
    assert_eq!(cells(30.0), "0.3117 0.1883 LR 1.0000 0.6041");
    assert_eq!(cells(120.0), "0.0381 0.4619 LR 0.0824 1.0000");
    // Times at which every density underflows.
    assert_eq!(cells(1e6), "0.0000 0.5000 LR 0.0000 1.0000");
    let nowhere = likelihood_ratio(&paths, &player, Cell::at(0, 0), 10.0);
    assert!(nowhere == 0.0 && nowhere.is_sign_positive());
    assert_eq!(likelihood_ratio(&[], &player, naked, 10.0), 0.0);
}

#[test]
fn first_step_of_the_appendix() {
    let log = appendix_a();
    assert_eq!(log.moves.len(), 51);
    let paths = log.start().paths(&SINGLES);
    let cell = log.moves[0].cell;
    assert_eq!(cell, Cell::at(2, 4));
    let here: Vec<Rule> = paths
        .iter()
        .filter(|path| path.cell == cell)
        .map(|path| path.logic)
        .collect();
    assert_eq!(here, [Rule::HiddenSingle; 2]);
    let player = Player::paper();
    let ratio = likelihood_ratio(&paths, &player, cell, log.moves[0].seconds);
    assert_eq!(ratio, 1.0);
}

/// The three grid searches give every digit that Wang 2009 states. With other definitions of a path, they don't.
#[test]
fn three_grid_searches() {
    let samples = Samples::of(&[appendix_a()], &SINGLES);
    assert_eq!((samples.steps.len(), samples.unexplained), (51, 0));
    let minima = three_grids(&samples, RateGrid::PAPER).unwrap();
    let shown = minima.map(|it| format!("{} {} {:.4}", it.rates[0], it.rates[1], it.r));
    assert_eq!(
        shown,
        [
            "0.08 0.12 29.0853",
            "0.09 0.117 0.0553",
            "0.0904 0.1169 0.0056"
        ]
    );
}

#[test]
fn maximum_likelihood() {
    let samples = Samples::of(&[appendix_a()], &SINGLES);
    let fit = Fit::of(&samples, RateForm::Averaged).unwrap();
    let shown: Vec<String> = fit
        .estimates
        .iter()
        .map(|it| format!("{:.5} ± {:.4}", it.rate, it.error.unwrap()))
        .collect();
    insta::assert_snapshot!(shown.join(", "), @"0.09064 ± 0.0603, 0.11685 ± 0.0202");
    assert!(Fit::of(&Samples::default(), RateForm::Race).is_err());
}

fn bound(puzzle: &str, rates: &[(Rule, f64)]) -> String {
    let puzzle: Board = puzzle.parse().unwrap();
    let solved = search::solve(&puzzle, 2);
    assert_eq!(solved.count, 1);
    let player = Player::new(RateForm::Averaged, rates.iter().copied()).unwrap();
    let bound = lower_bound(&puzzle, &solved.first.unwrap(), &player);
    let used = Rule::ALL.map(|rule| (bound.used[rule.index()], rule.title()));
    let used = used.into_iter().filter(|(times, _)| *times > 0);
    let used: Vec<String> = used
        .map(|(times, title)| format!("{times} {title}"))
        .collect();
    format!(
        "{}: {:.2} s, {} left",
        used.join(", "),
        bound.seconds,
        bound.left
    )
}

#[test]
fn lower_bounds() {
    let (naked, hidden) = (1.0 / 11.0619, 1.0 / 8.5543);
    let singles = [(Rule::NakedSingle, naked), (Rule::HiddenSingle, hidden)];
    // The paper prints 476 s: 9.333 s a step, which is none of its figures.
    insta::assert_snapshot!(bound(FIG_3_5, &singles), @"51 hidden single: 436.27 s, 0 left");
    // As printed: 50 hidden singles and one hidden pair, which fills a cell itself.
    let with_pair = [(Rule::HiddenSingle, hidden), (Rule::HiddenPair, 0.05)];
    insta::assert_snapshot!(bound(FIG_3_14, &singles[1..]), @"16 hidden single: 136.87 s, 35 left");
    insta::assert_snapshot!(bound(FIG_3_14, &with_pair), @"50 hidden single, 1 hidden pair: 447.71 s, 0 left");
    insta::assert_snapshot!(bound(FIG_3_14, &singles), @"2 naked single, 49 hidden single: 441.28 s, 0 left");
}

/// Returns whether singles solve the puzzle after at most this number of removals.
fn opens(puzzle: &Board, candidates: &Candidates, removals: u32) -> bool {
    let singles = Rater::new(&Preset::default());
    let (mut board, mut candidates) = (*puzzle, candidates.clone());
    let [naked, hidden] = SINGLES;
    let single = |candidates: &Candidates| {
        let steps = [naked, hidden].map(|rule| singles.find(rule, candidates));
        steps.concat().into_iter().next()
    };
    while let Some(step) = single(&candidates) {
        step.apply(&mut board, &mut candidates);
    }
    let further = |rule| singles.find(rule, &candidates).into_iter();
    candidates.blanks().is_empty()
        || removals > 0
            && REMOVING.into_iter().flat_map(further).any(|step| {
                let (mut board, mut candidates) = (board, candidates.clone());
                step.apply(&mut board, &mut candidates);
                opens(&board, &candidates, removals - 1)
            })
}

const REMOVING: [Rule; 3] = [Rule::IntersectionRemoval, Rule::NakedPair, Rule::HiddenPair];

/// The path of the lower bound uses the fewest removals, as the test finds by trying every removal and every pair
/// of removals.
#[test]
fn the_bound_uses_the_fewest_removals() {
    let rates = [(SINGLES[0], 0.0999), (SINGLES[1], 0.1)];
    let rates = rates.into_iter().chain(REMOVING.map(|rule| (rule, 0.001)));
    let player = Player::new(RateForm::Averaged, rates).unwrap();
    let mut met = [0; 3];
    for puzzle in sets::boards("magictour1465.txt").into_iter().step_by(9) {
        let solution = search::solve(&puzzle, 1).first.unwrap();
        let bound = lower_bound(&puzzle, &solution, &player);
        let removals: u32 = REMOVING.map(|rule| bound.used[rule.index()]).iter().sum();
        if bound.left > 0 || removals > 2 {
            continue;
        }
        assert!(bound.is_proven() && bound.at_least == bound.seconds);
        let candidates = Candidates::of(&puzzle);
        assert!(opens(&puzzle, &candidates, removals), "{puzzle}");
        assert!(
            removals == 0 || !opens(&puzzle, &candidates, removals - 1),
            "{puzzle}"
        );
        met[removals as usize] += 1;
    }
    assert!(met[2] > 2, "{met:?}");
}

/// A search for the lower bound that would take too long ends early, and reports the bound that is proven.
#[test]
fn a_bound_that_is_not_proven_says_so() {
    let text = "player time PUZZLE --form bound --rates rates.toml";
    let folder = tempfile::tempdir().unwrap();
    let rates = Rule::ALL.into_iter().filter(|rule| *rule != Rule::Trial);
    let rates = rates.map(|rule| {
        format!(
            "{} = {}\n",
            rule.name(),
            0.1 / (1.0 + f64::from(rule.number() - 1).powi(2))
        )
    });
    let rates = format!(
        "form = \"averaged\"\n[rates]\n{}",
        rates.collect::<String>()
    );
    std::fs::write(folder.path().join("rates.toml"), rates).unwrap();
    let puzzle = sets::rows("magictour1465.txt").nth(700).unwrap();
    let said = run_in(folder.path(), &text.replace("PUZZLE", puzzle)).expect(0);
    assert!(
        said.out.contains("not proven to be the least, which is "),
        "{}",
        said.out
    );
    let said = run_in(
        folder.path(),
        &format!("{} --json", text.replace("PUZZLE", puzzle)),
    )
    .expect(0);
    let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let bound = &object["lower_bound"];
    assert_eq!(bound["proven"], false);
    let [least, seconds] = ["at_least", "seconds"].map(|key| bound[key].as_f64().unwrap());
    assert!(0.0 < least && least < seconds);
}

/// Every path of a state places the digit of the solution, whatever its rule, and paths lead through every
/// puzzle to its end.
#[test]
fn paths_lead_to_the_solution() {
    for line in sets::rows("top95.txt").take(12).chain([FIG_3_5, FIG_3_14]) {
        let puzzle: Board = line.parse().unwrap();
        let solution = search::solve(&puzzle, 1).first.unwrap();
        let mut state = PlayState::new(&puzzle, &solution);
        while !state.blanks().is_empty() {
            let paths = state.paths(&Rule::ALL);
            let right = |path: &Path| state.answer(path.cell) == Some(path.digit);
            assert!(!paths.is_empty() && paths.iter().all(right), "{line}");
            let last = paths[paths.len() - 1].cell;
            state.fill(last);
        }
    }
}

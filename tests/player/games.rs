//! Tests simulated games, and the test of whether a log is honest, which is calibrated on simulated games.

use super::appendix_a;
use sudoku_factory::player::{CheckSettings, GameKind, Log, LogCheck, Player, Suspicion, simulate};
use sudoku_factory::rate::Rule;
use sudoku_factory::seed::Generator;

fn judge() -> CheckSettings {
    CheckSettings {
        games: 499,
        ..CheckSettings::new(Player::paper())
    }
}

fn game(kind: GameKind, player: &Player, number: u64) -> Log {
    let log = appendix_a();
    let mut rng = Generator::for_games(77, number);
    simulate(kind, &log.puzzle, &log.solution, player, &mut rng)
}

#[test]
fn the_appendix_is_honest() {
    let given = CheckSettings {
        pace_of_log: false,
        games: 9,
        ..judge()
    };
    let check = given.calibrate(&appendix_a()).unwrap();
    let check = check.check(&appendix_a()).unwrap();
    let ratios = || check.steps.iter().map(|step| step.ratio);
    let mean = ratios().sum::<f64>() / 51.0;
    let least = ratios().fold(1.0, f64::min);
    // The paper draws LR_42 = 0; its own fit only comes out if r4c5 is a naked single.
    insta::assert_snapshot!(
        format!("LR_42 {:.3} mean {mean:.3} least {least:.3}", check.steps[41].ratio),
        @"LR_42 0.515 mean 0.783 least 0.251"
    );
    assert_eq!(check.steps[41].logics, [Rule::NakedSingle]);
    let judge = judge();
    let check = judge.calibrate(&appendix_a()).unwrap();
    let check = check.check(&appendix_a()).unwrap();
    assert_eq!(check.suspicions, []);
    insta::assert_snapshot!(shown(&check), @"pace 1.000: 0.000 p 1.000, 0.783 p 0.988, 0.611 p 0.970, 0.276 p 0.002");
}

fn shown(check: &LogCheck) -> String {
    let tails = [
        check.unexplained,
        check.ratio,
        check.spread,
        check.exponential,
    ];
    let tails = tails.map(|tail| format!("{:.3} p {:.3}", tail.value, tail.probability));
    format!("pace {:.3}: {}", check.pace, tails.join(", "))
}

#[test]
fn frauds_are_caught_and_strangers_are_not() {
    let player = Player::paper();
    let judge = judge();
    let calibration = judge.calibrate(&appendix_a()).unwrap();
    let caught = |kind, player: &Player| {
        let found = (0..20).map(|number| calibration.check(&game(kind, player, number)).unwrap());
        let found: Vec<LogCheck> = found.collect();
        let of = |suspicion| {
            found
                .iter()
                .filter(|it| it.suspicions.contains(&suspicion))
                .count()
        };
        let any = found.iter().filter(|it| !it.suspicions.is_empty()).count();
        let [unexplained, unlikely, steady] = [
            Suspicion::Unexplained,
            Suspicion::Unlikely,
            Suspicion::Steady,
        ]
        .map(of);
        format!("{any} of 20: unexplained {unexplained}, unlikely {unlikely}, steady {steady}")
    };
    let knows_more = player.with(Rule::IntersectionRemoval, 0.0117).unwrap();
    let knows_more = knows_more.with(Rule::NakedPair, 0.0117).unwrap();
    insta::assert_snapshot!(caught(GameKind::Honest, &player), @"0 of 20: unexplained 0, unlikely 0, steady 0");
    insta::assert_snapshot!(caught(GameKind::Honest, &player.paced(0.2).unwrap()), @"0 of 20: unexplained 0, unlikely 0, steady 0");
    insta::assert_snapshot!(caught(GameKind::Honest, &knows_more), @"0 of 20: unexplained 0, unlikely 0, steady 0");
    insta::assert_snapshot!(caught(GameKind::Shuffled, &player), @"20 of 20: unexplained 20, unlikely 0, steady 0");
    insta::assert_snapshot!(caught(GameKind::Copying, &player), @"20 of 20: unexplained 20, unlikely 0, steady 20");
    insta::assert_snapshot!(caught(GameKind::Steady, &player), @"20 of 20: unexplained 0, unlikely 0, steady 20");
}

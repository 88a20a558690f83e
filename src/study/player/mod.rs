//! Paper 3 (Wang 2009): its worked examples, and minutes against the times of people.

mod people;

use super::report::{Options, Section, Study, Table};
use crate::player::{
    Base, Grid, Judge, Kind, Player, Samples, Suspicion, likelihood_ratio, lower_bound, read,
    simulate, three_grids,
};
use crate::rate::Rule;
use crate::seed::Generator;

const APPENDIX_A: &str = include_str!("../../../tests/data/wang-appendix-a.csv");
const SINGLES: [Rule; 2] = [Rule::NakedSingle, Rule::HiddenSingle];
/// Games of each kind that are judged, at most.
const MOST_GAMES: u64 = 500;
/// The fewest that can show a third of 1 %.
const HONEST_GAMES: u32 = 299;

/// The study.
pub fn study(options: &Options) -> Study {
    Study {
        name: "player",
        title: "Paper 3: the player (Wang 2009)".to_owned(),
        sections: vec![printed(), people::against_times(options), power(options)],
    }
}

fn printed() -> Section {
    let mut table = Table::new(["what", "published", "ours", "why they differ"]);
    let mut row = |what: &str, published: &str, ours: String, why: &str| {
        table.push([what.to_owned(), published.to_owned(), ours, why.to_owned()]);
    };
    if let Ok(logs) = read(APPENDIX_A, Base::Zero, None) {
        let samples = Samples::of(&logs, &SINGLES);
        let published = [
            "0.08, 0.12: 29.0853",
            "0.090, 0.117: 0.0553",
            "0.0904, 0.1169: 0.0056",
        ];
        let grids = three_grids(&samples, Grid::PAPER).into_iter().flatten();
        for ((minimum, published), places) in grids.zip(published).zip(2..) {
            let ([a, b], r) = (minimum.rates, minimum.r);
            let ours = format!("{a:.places$}, {b:.places$}: {r:.4}");
            row("grid search, λ naked, λ hidden: r", published, ours, "");
        }
        let player = Player::paper();
        for log in &logs {
            let mut state = log.start();
            for (number, played) in (1..).zip(&log.moves) {
                let paths = state.paths(&SINGLES);
                let ratio = likelihood_ratio(&paths, &player, played.cell, played.seconds);
                let why = "r4c5 is a naked single, and the fit only comes out if it counts as one";
                match number {
                    1 => row("LR of step 1", "1", format!("{ratio:.0}"), ""),
                    42 => row("LR of step 42", "0", format!("{ratio:.3}"), why),
                    _ => {}
                }
                state.fill(played.cell);
            }
            let bound = lower_bound(&log.puzzle, &log.solution, &player);
            let times = bound.used[Rule::HiddenSingle.index()];
            let ours = format!("{:.2} s", f64::from(times) * 8.5543);
            let why = "476 s would take 9.333 s a step, which is none of the paper's figures";
            row("lower bound, 51 × 8.5543 s", "476 s", ours, why);
        }
    }
    Section {
        heading: "Worked examples".to_owned(),
        text: "A path is a naked single, or a hidden single once for each house in which it is \
               hidden; no other reading gives these minima. More numbers are tests \
               (`tests/player.rs`)."
            .to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Who plays, by name.
fn players() -> Vec<(&'static str, Kind, Player)> {
    let player = Player::paper();
    let slower = player.rate(Rule::HiddenSingle) / 10.0;
    let knowing = player.with(Rule::IntersectionRemoval, slower);
    let knowing = knowing.and_then(|it| it.with(Rule::NakedPair, slower));
    let named = |name, kind| (name, kind, player.clone());
    let mut players = vec![named("honest", Kind::Honest)];
    let strangers = [
        (
            "honest, who knows locked candidates and naked pairs",
            knowing,
        ),
        ("honest, five times slower", player.paced(0.2)),
    ];
    for (name, stranger) in strangers {
        players.extend(stranger.map(|it| (name, Kind::Honest, it)));
    }
    players.extend([
        named("shuffled (Fig. 3.9)", Kind::Shuffled),
        named("copying at random (Fig. 3.10)", Kind::Copying),
        named("copying steadily in a sensible order", Kind::Steady),
    ]);
    players
}

/// How often each kind of game is suspected.
fn power(options: &Options) -> Section {
    let games = options.size.min(MOST_GAMES);
    let mut table = Table::new(["games", "suspected", "unexplained", "unlikely", "steady"]);
    let judge = Judge {
        games: HONEST_GAMES,
        ..Judge::new(Player::paper())
    };
    let logs = read(APPENDIX_A, Base::Zero, None).unwrap_or_default();
    for log in &logs {
        let Ok(calibration) = judge.calibrate(log) else {
            continue;
        };
        let mut tally = |name: &str, kind, player: &Player| {
            let checks = (0..games).filter_map(|number| {
                let mut chance = Generator::for_games(options.seed, number);
                let game = simulate(kind, &log.puzzle, &log.solution, player, &mut chance);
                calibration.check(&game).ok()
            });
            let found: Vec<Vec<Suspicion>> = checks.map(|check| check.suspicions).collect();
            let share = |suspect: &dyn Fn(&Vec<Suspicion>) -> bool| {
                let suspects = found.iter().filter(|it| suspect(it)).count();
                format!("{:.1} %", 100.0 * suspects as f64 / games as f64)
            };
            let of = |suspicion| share(&|it: &Vec<Suspicion>| it.contains(&suspicion));
            table.push([
                name.to_owned(),
                share(&|it: &Vec<Suspicion>| !it.is_empty()),
                of(Suspicion::Unexplained),
                of(Suspicion::Unlikely),
                of(Suspicion::Steady),
            ]);
        };
        for (name, kind, player) in &players() {
            tally(name, *kind, player);
        }
    }
    Section {
        heading: "Who is suspected".to_owned(),
        text: format!(
            "{games} simulated games of each kind on the puzzle of Fig. 3.5, judged at 1 % false alarms \
             against {HONEST_GAMES} honest games."
        ),
        table: Some(table),
        ..Section::default()
    }
}

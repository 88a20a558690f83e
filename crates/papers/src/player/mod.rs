//! Reproduces the worked examples of Wang 2009 (the paper on a model of the player), and compares estimated minutes
//! with people's solving times.

mod people;

use super::grids;
use super::report::{Options, ReportTable, Section, Study, grouped};
use sudoku_engine::rate::Rule;
use sudoku_engine::seed::Generator;
use sudoku_factory::player::{
    CheckSettings, GameKind, IndexBase, Log, Player, RateGrid, Samples, Suspicion,
    likelihood_ratio, lower_bound, read, simulate, three_grids,
};

const APPENDIX_A: &str = include_str!("../../../../tests/data/wang-appendix-a.csv");
const SINGLES: [Rule; 2] = [Rule::NakedSingle, Rule::HiddenSingle];
/// The maximum number of games of each kind that the test judges.
const MOST_GAMES: u64 = 500;
/// The mean times that Wang 2009 publishes for its two rules.
const MEANS: [(&str, &str); 2] = [
    ("D(naked single)", "11.0619 s"),
    ("D(hidden single)", "8.5543 s"),
];
/// The lower bound, in seconds, that Wang 2009 publishes for the time to solve the puzzle in its Fig. 3.5.
const BOUND: f64 = 476.0;
/// The number of simulated honest games with which a game is compared. With fewer games, the rate of false alarms of
/// one test could not be as low as a third of 1 %. At this rate, three tests together have a rate of at most 1 %.
const HONEST_GAMES: u32 = 299;

/// Reproduces the worked examples of Wang 2009, and compares estimated minutes with people's
/// solving times.
pub fn study(options: &Options) -> Study {
    Study {
        name: "player",
        title: "Wang 2009: the player".to_owned(),
        sections: vec![
            printed(),
            quoted(),
            people::against_times(options),
            power(options),
        ],
    }
}

fn printed() -> Section {
    let mut table = ReportTable::new(["what", "published", "ours", "why they differ"]);
    let logs = read(APPENDIX_A, IndexBase::Zero, None).unwrap_or_default();
    let samples = Samples::of(&logs, &SINGLES);
    let published = [
        "0.08, 0.12: 29.0853",
        "0.090, 0.117: 0.0553",
        "0.0904, 0.1169: 0.0056",
    ];
    let grids = three_grids(&samples, RateGrid::PAPER).into_iter().flatten();
    let mut means = [f64::NAN; 2];
    for ((minimum, published), places) in grids.zip(published).zip(2usize..) {
        let ([a, b], r) = (minimum.rates, minimum.r);
        let ours = format!("{a:.places$}, {b:.places$}: {r:.4}");
        let what = "grid search, λ naked, λ hidden: r";
        table.push([what, published, &ours, ""].map(str::to_owned));
        // The paper continues with rates that have as many decimals as its last grid.
        let step = 10f64.powi(places as i32);
        means = [a, b].map(|rate| step / (rate * step).round());
    }
    for ((what, published), ours) in MEANS.into_iter().zip(means) {
        table.push([what, published, &format!("{ours:.4} s"), ""].map(str::to_owned));
    }
    for log in &logs {
        table.rows.extend(of_log(log, means[1]));
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

/// Returns table rows about the log of a game: the likelihood ratios of two of its steps, and the lower bound of the
/// solving time if a hidden single takes `hidden` seconds.
fn of_log(log: &Log, hidden: f64) -> Vec<Vec<String>> {
    let player = Player::paper();
    let mut rows = Vec::new();
    let mut state = log.start();
    for (number, played) in (1..).zip(&log.moves) {
        let paths = state.paths(&SINGLES);
        let ratio = likelihood_ratio(&paths, &player, played.cell, played.seconds);
        let why = "r4c5 is a naked single, and the fit only comes out if it counts as one";
        match number {
            1 => rows.push(["LR of step 1", "1", &format!("{ratio:.0}"), ""].map(str::to_owned)),
            42 => rows.push(["LR of step 42", "0", &format!("{ratio:.3}"), why].map(str::to_owned)),
            _ => {}
        }
        state.fill(played.cell);
    }
    let bound = lower_bound(&log.puzzle, &log.solution, &player);
    let times = bound.used[Rule::HiddenSingle.index()];
    rows.push([
        format!("lower bound of Fig. 3.5, {times} × {hidden:.4} s"),
        format!("{BOUND} s"),
        format!("{:.2} s", f64::from(times) * hidden),
        format!(
            "one digit is misprinted, 7 for 3: {BOUND} s would be {:.3} s a step, which is none of \
             the paper's figures",
            BOUND / f64::from(times)
        ),
    ]);
    rows.into_iter().map(Vec::from).collect()
}

/// Returns the section about the numbers in the introduction of Wang 2009 and an error in its definitions.
fn quoted() -> Section {
    let mut table = ReportTable::new(["what", "published", "ours", "why they differ"]);
    let least = grids::ALL / grids::forms();
    for [what, published, ours, why] in [
        [
            "full grids (1.1)".to_owned(),
            "6,670,903,752,021,072,936,960".to_owned(),
            grouped(grids::ALL),
            String::new(),
        ],
        [
            "essentially different grids (1.2)".to_owned(),
            "5,472,730,538".to_owned(),
            format!("at least {}", grouped(least)),
            format!(
                "all grids by the {} forms that a grid without symmetry has; the printed number is \
                 {:.3} % above this, which is what the grids with symmetries add",
                grouped(grids::forms()),
                100.0 * (grids::CLASSES as f64 / least as f64 - 1.0)
            ),
        ],
        [
            "digits of order n (definitions 1 and 2)",
            "1 ~ n",
            "1 ~ n²",
            "a row of order n has n² cells; order 3 takes 9 digits, not 3",
        ]
        .map(str::to_owned),
    ] {
        table.push([what, published, ours, why]);
    }
    Section {
        heading: "Numbers of the introduction".to_owned(),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

/// Returns the kinds of simulated games on which the test for suspicious games is tried, each with its name and its
/// player.
fn players() -> Vec<(&'static str, GameKind, Player)> {
    let player = Player::paper();
    let slower = player.rate(Rule::HiddenSingle) / 10.0;
    let knowing = player.with(Rule::IntersectionRemoval, slower);
    let knowing = knowing.and_then(|it| it.with(Rule::NakedPair, slower));
    let named = |name, kind| (name, kind, player.clone());
    let mut players = vec![named("honest", GameKind::Honest)];
    let strangers = [
        (
            "honest, who knows locked candidates and naked pairs",
            knowing,
        ),
        ("honest, five times slower", player.paced(0.2)),
    ];
    for (name, stranger) in strangers {
        players.extend(stranger.map(|it| (name, GameKind::Honest, it)));
    }
    players.extend([
        named("shuffled (Fig. 3.9)", GameKind::Shuffled),
        named("copying at random (Fig. 3.10)", GameKind::Copying),
        named("copying steadily in a sensible order", GameKind::Steady),
    ]);
    players
}

/// Measures how often the test for suspicious games flags each kind of game.
fn power(options: &Options) -> Section {
    let games = options.size.min(MOST_GAMES);
    let mut table = ReportTable::new(["games", "suspected", "unexplained", "unlikely", "steady"]);
    let judge = CheckSettings {
        games: HONEST_GAMES,
        ..CheckSettings::new(Player::paper())
    };
    let logs = read(APPENDIX_A, IndexBase::Zero, None).unwrap_or_default();
    for log in &logs {
        let Ok(calibration) = judge.calibrate(log) else {
            continue;
        };
        let mut tally = |name: &str, kind, player: &Player| {
            let checks = (0..games).filter_map(|number| {
                let mut rng = Generator::for_games(options.seed, number);
                let game = simulate(kind, &log.puzzle, &log.solution, player, &mut rng);
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

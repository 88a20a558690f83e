//! Paper 3 (Wang 2009): its worked examples, and minutes against the times of people.
//!
//! What is fitted is never judged on the puzzles it was fitted to: ten folds, the fold of a puzzle
//! given by its id, so that forms of one puzzle share a fold and the folds never change.

use super::agreement::Contingency;
use super::report::{Options, Section, Study, Table};
use crate::grid::{Board, Canonical};
use crate::player::{
    Base, Form, Grid, Judge, Kind, Player, Samples, Suspicion, expected, likelihood_ratio,
    lower_bound, read, simulate, three_grids,
};
use crate::rate::{Features, Rule, Timer};
use crate::seed::Generator;
use crate::solve::search;
use flate2::read::GzDecoder;
use std::io::Read;

const TIMES: &[u8] = include_bytes!("../../tests/data/human-times.tsv.gz");
const APPENDIX_A: &str = include_str!("../../tests/data/wang-appendix-a.csv");
const SINGLES: [Rule; 2] = [Rule::NakedSingle, Rule::HiddenSingle];
const FOLDS: u8 = 10;
const RESAMPLES: u64 = 400;
/// Games of each kind that are judged, at most.
const MOST_GAMES: u64 = 500;
/// The fewest that can show a third of 1 %.
const HONEST_GAMES: u32 = 299;
const TERMS: usize = Features::COUNT + 1;

/// A puzzle with the mean time of those who solved it.
struct Timed {
    form: Canonical,
    fold: u8,
    solvers: f64,
    seconds: f64,
    terms: [f64; TERMS],
    race: f64,
}

/// The study.
pub fn study(options: &Options) -> Study {
    Study {
        name: "player",
        title: "Paper 3: the player (Wang 2009)".to_owned(),
        sections: vec![printed(), people(), power(options)],
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

fn people() -> Section {
    let puzzles = timed();
    let logs: Vec<f64> = puzzles.iter().map(|it| it.seconds.ln()).collect();
    let unseen: Vec<f64> = {
        let fits: Vec<[f64; TERMS]> = (0..FOLDS)
            .map(|fold| fit(puzzles.iter().filter(|it| it.fold != fold)))
            .collect();
        let of = |it: &Timed| predicted(&fits[usize::from(it.fold)], it);
        puzzles.iter().map(of).collect()
    };
    let mut table = Table::new(["what", "Spearman", "95 % interval", "r(log time)"]);
    let mut row = |what: &str, values: &[f64]| {
        let (low, high) = interval(values, &logs);
        table.push([
            what.to_owned(),
            format!("{:.3}", spearman(values, &logs)),
            format!("{low:.3} to {high:.3}"),
            format!("{:.3}", pearson(values, &logs)),
        ]);
    };
    row("minutes, fitted without the puzzle's fold", &unseen);
    let race: Vec<f64> = puzzles.iter().map(|it| it.race.ln()).collect();
    row("the race alone, nothing fitted but its rates", &race);
    let plain: Vec<f64> = puzzles.iter().map(|it| plain_race(it).ln()).collect();
    row("a race of all singles with the paper's rates", &plain);
    let blanks: Vec<f64> = puzzles.iter().map(|it| it.terms[TERMS - 1]).collect();
    row("blanks", &blanks);
    let errors = unseen
        .iter()
        .zip(&logs)
        .map(|(a, b)| ((a - b).exp() - 1.0).abs());
    let error = 100.0 * errors.sum::<f64>() / logs.len() as f64;
    let [constant, race, slow, stuck, blanks] = fit(puzzles.iter());
    Section {
        heading: "Minutes against people's times".to_owned(),
        text: format!(
            "{} puzzles with the mean time of at least ten people each (synnwang, CC0). A puzzle's \
             minutes come from a fit that has not seen it: ten folds by the puzzle's id; the interval \
             is that of {RESAMPLES} resamples. The race's own rates were picked on all of these \
             puzzles, among 36 settings: the row with the paper's rates is free of that. \
             Mean error of a time {error:.0} %.\n\n\
             Fitted to all puzzles, for `config/player.toml`:\n\n```toml\n[minutes]\n\
             constant = {constant:.6}\nrace = {race:.6}\nslow = {slow:.6}\nstuck = {stuck:.6}\n\
             blanks = {blanks:.6}\n```\n\nThe average player's rate of a hidden single, that of a naked \
             one being a fifth: {:.5} a second.",
            puzzles.len(),
            average_rate(&puzzles),
        ),
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

fn timed() -> Vec<Timed> {
    let mut text = String::new();
    // What is built in is whole: a test reads all of it.
    let _ = GzDecoder::new(TIMES).read_to_string(&mut text);
    let timer = Timer::new();
    let parse = |line: &str| {
        let mut fields = line.split('\t');
        let puzzle: Board = fields.next()?.parse().ok()?;
        let solvers = fields.next()?.parse().ok()?;
        let seconds = fields.next()?.parse().ok()?;
        let solution = search::solve(&puzzle, 1).first?;
        let form = Canonical::of(&puzzle, &solution);
        let features = timer.features(&form);
        let mut terms = [1.0; TERMS];
        terms[1..].copy_from_slice(&features.logarithms());
        Some(Timed {
            fold: form.id().bytes()[0] % FOLDS,
            race: features.race,
            form,
            solvers,
            seconds,
            terms,
        })
    };
    text.lines().filter_map(parse).collect()
}

/// A puzzle's seconds by the race with the paper's rates; where singles end, a digit by trial takes
/// as long as four hidden singles.
fn plain_race(it: &Timed) -> f64 {
    let mut player = Player::paper();
    let slow = player.rate(Rule::HiddenSingle) / 4.0;
    player = player.with(Rule::Trial, slow).unwrap_or(player);
    player.form = Form::Race;
    race_of(it, &player).0
}

/// The time, and whether singles solve the puzzle.
fn race_of(it: &Timed, player: &Player) -> (f64, bool) {
    let mut chance = Generator::for_games(0, 0);
    let spell = expected(&it.form.puzzle, &it.form.solution, player, 4, &mut chance);
    (spell.mean, spell.left == 0)
}

/// The rate at which the race of singles takes as long as people do, in the geometric mean over
/// the puzzles that singles solve.
fn average_rate(puzzles: &[Timed]) -> f64 {
    let rates = [(Rule::NakedSingle, 0.2), (Rule::HiddenSingle, 1.0)];
    let Ok(player) = Player::new(Form::Race, rates) else {
        return 0.0;
    };
    let (mut sum, mut count) = (0.0, 0.0);
    for it in puzzles {
        let (time, solved) = race_of(it, &player);
        if solved {
            sum += (time / it.seconds).ln();
            count += 1.0;
        }
    }
    (sum / count).exp()
}

/// Coefficients by weighted least squares: a mean of few times weighs less.
fn fit<'a>(puzzles: impl Iterator<Item = &'a Timed>) -> [f64; TERMS] {
    let mut system = [[0.0; TERMS + 1]; TERMS];
    for it in puzzles {
        // The variance of log times between puzzles like one another, and between people.
        let weight = 1.0 / (0.02 + 0.25 / it.solvers);
        for (row, a) in system.iter_mut().zip(it.terms) {
            for (cell, b) in row.iter_mut().zip(it.terms) {
                *cell += weight * a * b;
            }
            row[TERMS] += weight * a * it.seconds.ln();
        }
    }
    for column in 0..TERMS {
        let pivot = system[column];
        for (n, row) in system.iter_mut().enumerate() {
            if n != column {
                let times = row[column] / pivot[column];
                for (cell, pivot) in row.iter_mut().zip(pivot) {
                    *cell -= times * pivot;
                }
            }
        }
    }
    std::array::from_fn(|n| system[n][TERMS] / system[n][n])
}

fn predicted(fit: &[f64; TERMS], it: &Timed) -> f64 {
    fit.iter().zip(it.terms).map(|(a, b)| a * b).sum()
}

fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().copied().zip(b.iter().copied());
    Contingency::of_pairs(pairs).spearman().unwrap_or(f64::NAN)
}

fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().copied().zip(b.iter().copied());
    Contingency::of_pairs(pairs).pearson().unwrap_or(f64::NAN)
}

/// The middle 95 % of Spearman's ρ over resamples of the puzzles.
fn interval(a: &[f64], b: &[f64]) -> (f64, f64) {
    let resample = |number| {
        let mut chance = Generator::for_games(1, number);
        let drawn = (0..a.len()).map(|_| {
            let one = chance.below(a.len() as u32) as usize;
            (a[one], b[one])
        });
        Contingency::of_pairs(drawn).spearman().unwrap_or(f64::NAN)
    };
    let mut values: Vec<f64> = (0..RESAMPLES).map(resample).collect();
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[(share * (values.len() - 1) as f64).round() as usize];
    (at(0.025), at(0.975))
}

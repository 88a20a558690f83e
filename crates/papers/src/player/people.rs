//! Compares estimated minutes with people's solving times.
//!
//! The weights that predict a puzzle's time are fitted without that time. For this, the puzzles are divided into
//! ten folds by their ids. So all forms of a puzzle share a fold, and the folds never change. For each fold, the
//! weights are fitted to the nine other folds.
//!
//! The estimate includes a race: a simulation of the order in which a person finds singles. The race is tried with
//! 36 settings of its rates. For each fold, the nine other folds also decide which setting is used. A second
//! prediction uses the built-in rates, which were chosen with all times known.

use super::super::report::{Options, ReportTable, Section};
use super::super::sample;
use flate2::read::GzDecoder;
use std::io::Read;
use sudoku_engine::grid::{Board, Canonical};
use sudoku_engine::rate::{Features, RaceRates, Rule, Timer};
use sudoku_engine::seed::Generator;
use sudoku_engine::solve::search;
use sudoku_factory::agreement::Contingency;
use sudoku_factory::player::{Player, RateForm, expected};

const TIMES: &[u8] = include_bytes!("../../../../tests/data/human-times.tsv.gz");
const FOLDS: u8 = 10;
const RESAMPLES: u64 = 400;
const TERMS: usize = Features::COUNT + 1;

/// A puzzle with the mean time of its solvers.
struct TimedPuzzle {
    form: Canonical,
    fold: u8,
    solvers: f64,
    seconds: f64,
}

/// The terms from which the time of a puzzle is computed. The first term is always 1: its coefficient is the constant.
type Terms = [f64; TERMS];

/// One choice of rates for the race (a simulation of the order in which a person finds singles), with the terms of all
/// puzzles under this choice.
struct RaceSetting {
    rates: RaceRates,
    terms: Vec<Terms>,
}

/// Compares estimated minutes, and other measures that may predict the time of a puzzle, with
/// people's solving times.
pub(super) fn against_times(options: &Options) -> Section {
    let puzzles = timed();
    let settings = settings(&puzzles, options);
    let built_in: Vec<&RaceSetting> = settings
        .iter()
        .filter(|it| it.rates == RaceRates::default())
        .collect();
    let logs: Vec<f64> = puzzles.iter().map(|it| it.seconds.ln()).collect();
    let mut table = ReportTable::new(["what", "Spearman", "95 % interval", "r(log time)"]);
    let mut row = |what: &str, values: &[f64]| {
        let (low, high) = interval(values, &logs);
        table.push([
            what.to_owned(),
            format!("{:.3}", spearman(values, &logs)),
            format!("{low:.3} to {high:.3}"),
            format!("{:.3}", pearson(values, &logs)),
        ]);
    };
    let unseen = unseen(&puzzles, &settings.iter().collect::<Vec<_>>());
    let what = "minutes, rates chosen and weights fitted without the puzzle's fold";
    row(what, &unseen.values);
    let what = "minutes with the built-in rates, weights fitted without the puzzle's fold";
    row(what, &self::unseen(&puzzles, &built_in).values);
    let plain: Vec<f64> = puzzles.iter().map(|it| plain_race(it).ln()).collect();
    row("a race of all singles with the paper's rates", &plain);
    let blanks = puzzles
        .iter()
        .map(|it| 81.0 - it.form.puzzle.clue_count() as f64);
    row("blanks", &blanks.collect::<Vec<_>>());
    let errors = unseen
        .values
        .iter()
        .zip(&logs)
        .map(|(a, b)| ((a - b).exp() - 1.0).abs());
    let error = 100.0 * errors.sum::<f64>() / logs.len() as f64;
    let all: Vec<usize> = (0..puzzles.len()).collect();
    Section {
        heading: "Minutes against people's times".to_owned(),
        text: format!(
            "{} puzzles with the mean time of at least ten people each (synnwang, CC0). Ten folds by \
             the puzzle's id, so that all forms of a puzzle share one. A puzzle's minutes come from \
             weights fitted, and rates of the race chosen among {} settings, without its fold; the \
             interval is that of {RESAMPLES} resamples. Mean error of a time {error:.0} %.\n\n\
             {}{}The average player's rate of a hidden single, that of a naked one being a fifth: \
             {:.5} a second.",
            puzzles.len(),
            settings.len(),
            chosen(&puzzles, &settings, &unseen),
            built_in
                .iter()
                .map(|it| weights(&fit(&puzzles, &it.terms, &all)))
                .collect::<String>(),
            average_rate(&puzzles),
        ),
        table: Some(table),
        exact: true,
        ..Section::default()
    }
}

fn named(rates: &RaceRates) -> String {
    let RaceRates {
        line,
        last,
        naked,
        same_digit,
    } = rates;
    format!("line {line}, last {last}, naked {naked}, same digit {same_digit}")
}

/// Returns a text about the settings of the race: those chosen in the folds of the cross-validation, and the setting
/// that fits all puzzles best.
fn chosen(puzzles: &[TimedPuzzle], settings: &[RaceSetting], unseen: &Predictions) -> String {
    let all: Vec<usize> = (0..puzzles.len()).collect();
    let refs: Vec<&RaceSetting> = settings.iter().collect();
    let best = best(puzzles, &refs, &all).map_or(String::new(), |(it, _)| named(&it.rates));
    let folds = settings.iter().filter_map(|it| {
        let times = unseen
            .chosen
            .iter()
            .filter(|rates| **rates == it.rates)
            .count();
        (times > 0).then(|| format!("{} ({times})", named(&it.rates)))
    });
    let folds: Vec<String> = folds.collect();
    format!(
        "Chosen by the folds: {}. By all puzzles: {best}. Built in: {}.\n\n",
        folds.join("; "),
        named(&RaceRates::default())
    )
}

fn weights([constant, race, slow, stuck, blanks]: &Terms) -> String {
    format!(
        "Fitted to all puzzles with the built-in rates, for `player.toml`:\n\n```toml\n\
         [minutes]\nconstant = {constant:.6}\nrace = {race:.6}\nslow = {slow:.6}\n\
         stuck = {stuck:.6}\nblanks = {blanks:.6}\n```\n\n"
    )
}

/// The predicted times of all puzzles, as logarithms of seconds. The time of a puzzle is predicted from the folds of
/// the cross-validation that don't contain the puzzle.
struct Predictions {
    values: Vec<f64>,
    /// For each fold, the rates of the race that best fit the puzzles outside the fold.
    chosen: Vec<RaceRates>,
}

fn unseen(puzzles: &[TimedPuzzle], settings: &[&RaceSetting]) -> Predictions {
    let mut unseen = Predictions {
        values: vec![f64::NAN; puzzles.len()],
        chosen: Vec::new(),
    };
    for fold in 0..FOLDS {
        let (out, others): (Vec<usize>, Vec<usize>) =
            (0..puzzles.len()).partition(|&n| puzzles[n].fold == fold);
        let Some((setting, weights)) = best(puzzles, settings, &others) else {
            continue;
        };
        for n in out {
            unseen.values[n] = predicted(&weights, &setting.terms[n]);
        }
        unseen.chosen.push(setting.rates);
    }
    unseen
}

/// Returns the setting of the race that fits the times of the puzzles at the indices `known` with the smallest
/// error, and the coefficients of its terms. `None` if there are no settings.
fn best<'a>(
    puzzles: &[TimedPuzzle],
    settings: &[&'a RaceSetting],
    known: &[usize],
) -> Option<(&'a RaceSetting, Terms)> {
    let fits = settings.iter().map(|&setting| {
        let weights = fit(puzzles, &setting.terms, known);
        let error = |&n: &usize| {
            let log = puzzles[n].seconds.ln();
            weight(&puzzles[n]) * (predicted(&weights, &setting.terms[n]) - log).powi(2)
        };
        (known.iter().map(error).sum::<f64>(), setting, weights)
    });
    let least = fits.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((least.1, least.2))
}

/// Returns all settings of the race that are tried.
fn grid() -> Vec<RaceRates> {
    let mut grid = Vec::new();
    for line in [0.7, 1.0] {
        for last in [1.0, 3.0] {
            for naked in [0.6, 1.2, 2.4] {
                for same_digit in [1.0, 3.0, 6.0] {
                    grid.push(RaceRates {
                        line,
                        last,
                        naked,
                        same_digit,
                    });
                }
            }
        }
    }
    grid
}

fn settings(puzzles: &[TimedPuzzle], options: &Options) -> Vec<RaceSetting> {
    let of = |rates: RaceRates| {
        let timer = Timer::with_rates(rates);
        let terms = puzzles.iter().map(|it| {
            let mut terms = [1.0; TERMS];
            terms[1..].copy_from_slice(&timer.features(&it.form).logarithms());
            terms
        });
        RaceSetting {
            rates,
            terms: terms.collect(),
        }
    };
    let grid = grid();
    let options = Options {
        size: grid.len() as u64,
        ..*options
    };
    sample::all(&options, |number| of(grid[number as usize]))
}

fn timed() -> Vec<TimedPuzzle> {
    let mut text = String::new();
    // Can't fail for the built-in data: a test reads all of it.
    let _ = GzDecoder::new(TIMES).read_to_string(&mut text);
    let parse = |line: &str| {
        let mut fields = line.split('\t');
        let puzzle: Board = fields.next()?.parse().ok()?;
        let solvers = fields.next()?.parse().ok()?;
        let seconds = fields.next()?.parse().ok()?;
        let solution = search::solve(&puzzle, 1).first?;
        let form = Canonical::of(&puzzle, &solution);
        let fold = form.id().bytes()[0] % FOLDS;
        Some(TimedPuzzle {
            form,
            fold,
            solvers,
            seconds,
        })
    };
    text.lines().filter_map(parse).collect()
}

/// Returns the seconds that the race estimates for a puzzle, with the rates of Wang 2009. If singles do not suffice, a
/// digit placed by trial takes as long as four hidden singles.
fn plain_race(it: &TimedPuzzle) -> f64 {
    let mut player = Player::paper();
    let slow = player.rate(Rule::HiddenSingle) / 4.0;
    player = player.with(Rule::Trial, slow).unwrap_or(player);
    player.form = RateForm::Race;
    race_of(it, &player).0
}

/// Returns the seconds that the race estimates for a puzzle, and whether singles solve the puzzle.
fn race_of(it: &TimedPuzzle, player: &Player) -> (f64, bool) {
    let mut rng = Generator::for_games(0, 0);
    let time = expected(&it.form.puzzle, &it.form.solution, player, 4, &mut rng);
    (time.mean, time.left == 0)
}

/// Returns the rate, in hidden singles per second, at which the race takes as long as people do: the geometric mean
/// over the puzzles that singles solve.
fn average_rate(puzzles: &[TimedPuzzle]) -> f64 {
    let rates = [(Rule::NakedSingle, 0.2), (Rule::HiddenSingle, 1.0)];
    let Ok(player) = Player::new(RateForm::Race, rates) else {
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

/// Returns the weight of a puzzle; a puzzle with few solvers weighs less. The formula follows from two variances of the
/// logarithm of the time: between similar puzzles, and between people.
fn weight(it: &TimedPuzzle) -> f64 {
    1.0 / (0.02 + 0.25 / it.solvers)
}

/// Returns the coefficients with which the terms best predict the logarithms of the times in seconds, by weighted
/// least squares over the puzzles at the indices `known`.
fn fit(puzzles: &[TimedPuzzle], terms: &[Terms], known: &[usize]) -> Terms {
    let mut system = [[0.0; TERMS + 1]; TERMS];
    for &n in known {
        let (it, terms) = (&puzzles[n], &terms[n]);
        for (row, a) in system.iter_mut().zip(terms) {
            for (cell, b) in row.iter_mut().zip(terms) {
                *cell += weight(it) * a * b;
            }
            row[TERMS] += weight(it) * a * it.seconds.ln();
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

fn predicted(weights: &Terms, terms: &Terms) -> f64 {
    weights.iter().zip(terms).map(|(a, b)| a * b).sum()
}

fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().copied().zip(b.iter().copied());
    Contingency::of_pairs(pairs).spearman().unwrap_or(f64::NAN)
}

fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().copied().zip(b.iter().copied());
    Contingency::of_pairs(pairs).pearson().unwrap_or(f64::NAN)
}

/// Returns the bounds of the 95 % interval of Spearman's ρ between `a` and `b`, from resampled puzzles. Both lists
/// have one number per puzzle.
fn interval(a: &[f64], b: &[f64]) -> (f64, f64) {
    let resample = |number| {
        let mut rng = Generator::for_games(1, number);
        let drawn = (0..a.len()).map(|_| {
            let one = rng.below(a.len() as u32) as usize;
            (a[one], b[one])
        });
        Contingency::of_pairs(drawn).spearman().unwrap_or(f64::NAN)
    };
    let mut values: Vec<f64> = (0..RESAMPLES).map(resample).collect();
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[(share * (values.len() - 1) as f64).round() as usize];
    (at(0.025), at(0.975))
}

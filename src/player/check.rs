//! Tests whether a log comes from honest play. Three figures of the log are compared with those of simulated
//! honest games of the same puzzle and length.
//!
//! - *Unexplained steps* are those to which no rule of the player leads. Their likelihood ratio (LR) is 0. Using a
//!   rule unknown to the model is not fraud. So for this figure, the simulated players also know locked candidates
//!   and pairs, each at a tenth of the rate of the player's fastest rule. A step to which no single rule of the
//!   ladder leads counts three times; trial and error is not considered.
//! - *Mean LR* of the explained steps is low if the cells don't fit the times, because easy cells took long or hard
//!   cells took little time.
//! - *Steadiness* shows how little Λt varies, where Λ is the rate of a step and t its time. Honest times vary. A
//!   copier with a steady pace and a sensible order passes the first two tests, as Wang 2009 says. In the model,
//!   Λt has the distribution Exp(1), whose deviation equals its mean. People need a minimum time to write a digit.
//!   So for this figure, half of the simulated players' time is constant. The plain test against Exp(1) is also
//!   reported. It doesn't count, since the honest player of Wang 2009 fails it.
//!
//! An honest player is wrongly suspected at most as often as [`CheckSettings::false_alarms`] says. Each of the
//! three tests may be wrong in a third of that share (Bonferroni).

use super::likelihood::likelihood_ratio;
use super::time::step_rate;
use super::{GameKind, Log, PlayState, Player, RatesError, simulate};
use crate::grid::Cell;
use crate::rate::{Rule, RuleKind};
use crate::seed::Generator;

/// The rules that an honest player may know although the model of the player doesn't include them.
const UNKNOWN: [Rule; 3] = [Rule::IntersectionRemoval, Rule::NakedPair, Rule::HiddenPair];

/// The factor by which the rules in [`UNKNOWN`] are slower than the player's fastest rule.
const SLOWER: f64 = 10.0;
/// The weight of a step that no single rule explains, not even a rule that the player doesn't know.
const INEXPLICABLE: f64 = 3.0;

/// The settings of the test that judges whether logs come from honest play.
#[derive(Debug, Clone)]
pub struct CheckSettings {
    /// The player who claims to have played the game.
    pub player: Player,
    /// `true` to multiply all rates of the player by a factor that fits the pace of the log.
    pub pace_of_log: bool,
    /// The share of honest players that the test may wrongly suspect, above 0 and below 1.
    pub false_alarms: f64,
    /// The number of honest games to simulate.
    pub games: u32,
    /// The seed of the simulation.
    pub seed: u64,
}

/// One step of a log, with the rules that explain the step.
#[derive(Debug, Clone, PartialEq)]
pub struct LogStep {
    /// The cell that the step fills.
    pub cell: Cell,
    /// The time of the step, in seconds.
    pub seconds: f64,
    /// The likelihood ratio of the step (Wang 2009, equation 3.17); 0 if no rule of the player leads to the cell.
    pub ratio: f64,
    /// The player's rules that lead to the cell.
    pub logics: Vec<Rule>,
    /// The first of the program's rules, other than trial and error, that leads to the cell; `None` if a rule of
    /// the player leads to the cell, or if no rule does.
    pub beyond: Option<Rule>,
    /// Λ, the rate of the step, in steps per second; `None` if no rule of the player leads to the cell.
    rate: Option<f64>,
}

/// A figure of a log (a number computed from all its steps), and the share of honest games whose figure is at least as
/// suspicious.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TailProbability {
    /// The number computed from the log's steps.
    pub value: f64,
    /// The share of honest games with a figure that is at least as suspicious. The log itself counts as such a
    /// game, so the share is always above 0.
    pub probability: f64,
}

/// A reason to suspect that a log does not come from honest play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspicion {
    /// The log has too many steps that no rule of the player explains.
    Unexplained,
    /// The steps of the log are possible, but too unlikely.
    Unlikely,
    /// The times of the log's steps vary too little.
    Steady,
}

/// The result of the test of a log.
#[derive(Debug, Clone, PartialEq)]
pub struct LogCheck {
    /// The steps of the log.
    pub steps: Vec<LogStep>,
    /// The factor by which the player's rates were multiplied to fit the log's pace; 1 if such a fit was not requested.
    pub pace: f64,
    /// The number of steps that no rule of the player explains. A step that no single rule explains, not even a rule
    /// that the player doesn't know, counts three times.
    pub unexplained: TailProbability,
    /// The mean likelihood ratio of the steps that a rule of the player explains.
    pub ratio: TailProbability,
    /// The coefficient of variation of Λt (a step's rate times its time), with its tail probability.
    pub spread: TailProbability,
    /// The distance between the distribution of Λt (a step's rate times its time), scaled to mean 1, and the
    /// exponential distribution with mean 1: the maximum difference of the two, as in the test of Kolmogorov and
    /// Smirnov.
    pub exponential: TailProbability,
    /// The reasons to suspect the log; empty if the log is likely to be honest.
    pub suspicions: Vec<Suspicion>,
}

/// The figures of the simulated honest games, with which a log is compared.
#[derive(Debug, Clone)]
pub struct Calibration<'a> {
    judge: &'a CheckSettings,
    unexplained: Vec<f64>,
    ratios: Vec<f64>,
    spreads: Vec<f64>,
    distances: Vec<f64>,
}

/// The figures of one log: numbers computed from all its steps, which distinguish honest play from cheating.
struct Figures {
    unexplained: f64,
    ratio: f64,
    spread: f64,
    distance: f64,
}

impl CheckSettings {
    /// Returns settings that fit the player's rates to the log's pace, allow 1 % false alarms, and simulate 999
    /// games.
    pub const fn new(player: Player) -> Self {
        Self {
            player,
            pace_of_log: true,
            false_alarms: 0.01,
            games: 999,
            seed: 0,
        }
    }

    /// Simulates honest games of the log's puzzle with the log's number of steps. Logs are then compared with
    /// these games.
    ///
    /// # Errors
    /// If the pace of a simulated game gives a rate out of range.
    pub fn calibrate(&self, log: &Log) -> Result<Calibration<'_>, RatesError> {
        let rates = self.player.logics().into_iter();
        let fastest = rates.map(|it| self.player.rate(it)).fold(0.0, f64::max);
        let mut knowing = self.player.clone();
        for logic in UNKNOWN {
            if self.player.rate(logic) == 0.0 {
                knowing = knowing.with(logic, fastest / SLOWER)?;
            }
        }
        let mut calibration = Calibration {
            judge: self,
            unexplained: Vec::new(),
            ratios: Vec::new(),
            spreads: Vec::new(),
            distances: Vec::new(),
        };
        for game in 0..u64::from(self.games) {
            let mut rng = Generator::for_games(self.seed, game);
            let plain = self.honest(log, &self.player, 0.0, &mut rng)?;
            calibration.ratios.push(plain.ratio);
            calibration.distances.push(plain.distance);
            let slow = self.honest(log, &self.player, 0.5, &mut rng)?;
            calibration.spreads.push(slow.spread);
            let other = self.honest(log, &knowing, 0.0, &mut rng)?;
            calibration.unexplained.push(other.unexplained);
        }
        Ok(calibration)
    }

    /// Returns the figures of a simulated honest game, cut to the length of the log. `hand` is the share of a
    /// player's time that goes into writing digits. This part of the time is made the same for all steps.
    fn honest(
        &self,
        log: &Log,
        player: &Player,
        hand: f64,
        rng: &mut Generator,
    ) -> Result<Figures, RatesError> {
        let mut game = simulate(GameKind::Honest, &log.puzzle, &log.solution, player, rng);
        game.moves.truncate(log.moves.len());
        let total: f64 = game.moves.iter().map(|it| it.seconds).sum();
        let mean = total / game.moves.len().max(1) as f64;
        for played in &mut game.moves {
            played.seconds = hand * mean + (1.0 - hand) * played.seconds;
        }
        Ok(figures(&self.steps(&game)?.0))
    }

    /// Returns the steps of a log, and the factor that fits the player's rates to the pace of the log. The factor
    /// is 1 if the settings ask for no such fit.
    fn steps(&self, log: &Log) -> Result<(Vec<LogStep>, f64), RatesError> {
        let logics = self.player.logics();
        let mut state = log.start();
        let mut states = Vec::new();
        for played in &log.moves {
            let paths = state.paths(&logics);
            let explained = paths.iter().any(|path| path.cell == played.cell);
            let rate = explained.then(|| step_rate(&paths, &self.player, played.cell));
            let beyond = (!explained).then(|| beyond(&state, played.cell));
            states.push((paths, rate, beyond.flatten()));
            state.fill(played.cell);
        }
        let turns = || log.moves.iter().zip(&states);
        let spent = turns().filter_map(|(played, (_, rate, _))| Some(played.seconds * (*rate)?));
        let (sum, count) = spent.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
        let pace = if self.pace_of_log && sum > 0.0 {
            count / sum
        } else {
            1.0
        };
        let player = self.player.paced(pace)?;
        let steps = turns().map(|(played, (paths, rate, beyond))| {
            let here = paths.iter().filter(|path| path.cell == played.cell);
            let mut logics: Vec<Rule> = here.map(|path| path.logic).collect();
            logics.dedup();
            LogStep {
                cell: played.cell,
                seconds: played.seconds,
                ratio: likelihood_ratio(paths, &player, played.cell, played.seconds),
                logics,
                beyond: *beyond,
                rate: rate.map(|rate| rate * pace),
            }
        });
        Ok((steps.collect(), pace))
    }
}

impl Calibration<'_> {
    /// Tests a log. The log must have the puzzle and the number of steps for which this calibration was made.
    ///
    /// # Errors
    /// If the log's pace gives a rate out of range.
    pub fn check(&self, log: &Log) -> Result<LogCheck, RatesError> {
        let (steps, pace) = self.judge.steps(log)?;
        let found = figures(&steps);
        let tail = |value, null: &[f64], suspicious: fn(&f64, &f64) -> bool| {
            let as_extreme = null.iter().filter(|other| suspicious(other, &value));
            let probability = (as_extreme.count() + 1) as f64 / (null.len() + 1) as f64;
            TailProbability { value, probability }
        };
        let check = LogCheck {
            unexplained: tail(found.unexplained, &self.unexplained, |a, b| a >= b),
            ratio: tail(found.ratio, &self.ratios, |a, b| a <= b),
            spread: tail(found.spread, &self.spreads, |a, b| a <= b),
            exponential: tail(found.distance, &self.distances, |a, b| a >= b),
            suspicions: Vec::new(),
            steps,
            pace,
        };
        Ok(check.judged(self.judge.false_alarms))
    }
}

impl LogCheck {
    fn judged(mut self, false_alarms: f64) -> Self {
        let each = false_alarms / 3.0;
        let tests = [
            (Suspicion::Unexplained, self.unexplained),
            (Suspicion::Unlikely, self.ratio),
            (Suspicion::Steady, self.spread),
        ];
        let against = tests
            .into_iter()
            .filter(|(_, tail)| tail.probability <= each);
        self.suspicions = against.map(|(suspicion, _)| suspicion).collect();
        self
    }
}

/// Returns the first of the program's rules, other than trial and error, that leads to this cell; `None` if no rule
/// does.
fn beyond(state: &PlayState<'_>, cell: Cell) -> Option<Rule> {
    let leads = |logics: &[Rule]| {
        let mut paths = state.paths(logics).into_iter();
        paths.find(|path| path.cell == cell).map(|path| path.logic)
    };
    Rule::ALL
        .into_iter()
        .filter(|rule| rule.kind() != RuleKind::Trying)
        .find_map(|rule| leads(&[rule]))
}

fn figures(steps: &[LogStep]) -> Figures {
    let unexplained = steps.iter().filter(|step| step.logics.is_empty());
    let weight = |step: &LogStep| match step.beyond {
        Some(_) => 1.0,
        None => INEXPLICABLE,
    };
    let explained = steps.iter().filter(|step| !step.logics.is_empty());
    let ratios = explained.map(|step| step.ratio);
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    let times = steps
        .iter()
        .filter_map(|step| Some(step.seconds * step.rate?));
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    let number = times.len().max(1) as f64;
    let mean = times.iter().sum::<f64>() / number;
    let variance = times.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / number;
    let distance = times.iter().enumerate().map(|(n, x)| {
        let expected = 1.0 - (-x / mean).exp();
        let [below, above] = [n, n + 1].map(|n| n as f64 / number);
        (expected - below).max(above - expected)
    });
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    Figures {
        unexplained: unexplained.fold(0.0, |sum, step| sum + weight(step)),
        ratio: share(sum, count),
        spread: share(variance.sqrt(), mean),
        distance: distance.fold(0.0, f64::max),
    }
}

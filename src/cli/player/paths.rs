//! `factory player paths`: lists every way in which a player can find the next digit in a state, with its
//! probability.

use super::super::Exit;
use super::super::errors::{BadData, UsageError};
use super::super::file_set::write_whole;
use super::args::RatesArg;
use super::puzzles::puzzles;
use super::text::text_of;
use crate::grid::{Board, Cell, Digit, DigitSet};
use crate::player::{
    CellMap, Path, PlayState, Player, cell_probability, draw, likelihood_ratio, posteriors, priors,
};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// The maximum time that a player can have spent in a state, in seconds; logs have the same limit.
const LONGEST: f64 = 1e7;

/// Options that name the states and the player.
#[derive(Debug, Args)]
pub struct PathsArgs {
    /// State (a puzzle or a half-filled grid) of 81 characters, or a file with any number of states; - for
    /// standard input
    state: String,
    /// File with the candidates of a single state: 81 groups of digits, such as a grid of pencil
    /// marks [default: all candidates that no row, column or box forbids]
    #[arg(long, value_name = "FILE")]
    candidates: Option<PathBuf>,
    #[command(flatten)]
    who: RatesArg,
    /// Times since the state was reached, in seconds, separated by commas; the probabilities after each of these
    /// times are also shown (equation 2.6 of Wang 2009)
    #[arg(long, value_name = "TIMES", value_delimiter = ',')]
    seconds: Vec<f64>,
    /// Draw maps with the probability and likelihood ratio of each cell into this SVG file, as in Figs. 3.2
    /// to 3.7 of Wang 2009
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Replace the file named by --svg if it exists
    #[arg(long, requires = "svg")]
    force: bool,
    /// Print one JSON object per state
    #[arg(long)]
    json: bool,
}

/// A state, its paths (the ways to find a next digit), and their probabilities.
struct KnownState<'a> {
    board: &'a Board,
    player: &'a Player,
    paths: Vec<Path>,
    /// The probabilities of all paths: one list for the case that the time spent in the state is unknown, then one for
    /// each time in `times`.
    chances: Vec<Vec<f64>>,
    times: &'a [f64],
}

/// Lists the paths of every state: the ways to find a next digit.
pub fn run(args: &PathsArgs) -> anyhow::Result<Exit> {
    let wrong = |time: &&f64| !(0.0..=LONGEST).contains(*time);
    if let Some(time) = args.seconds.iter().find(wrong) {
        let what = format!("--seconds {time} is not a time from 0 to {LONGEST}");
        return Err(UsageError(what).into());
    }
    let player = args.who.player()?;
    let states = puzzles(&args.state)?;
    for (option, is_given) in [
        ("--svg", args.svg.is_some()),
        ("--candidates", args.candidates.is_some()),
    ] {
        if is_given && states.len() > 1 {
            let what = format!("{option} is for one state; there are {}", states.len());
            return Err(UsageError(what).into());
        }
    }
    let mut out = std::io::stdout().lock();
    let mut exit = Exit::Done;
    for (board, solution) in &states {
        let mut state = PlayState::new(board, solution);
        if let Some(file) = &args.candidates {
            mark(&mut state, &text_of(file)?)
                .map_err(|what| BadData(format!("{}: {what}", file.display())))?;
        }
        let known = KnownState::of(board, &state, &player, &args.seconds);
        if known.paths.is_empty() && !state.blanks().is_empty() {
            exit = Exit::Short;
        }
        if let Some(file) = &args.svg {
            write_whole(file, draw(board, &known.maps()).as_bytes(), args.force)?;
        }
        if args.json {
            writeln!(out, "{}", known.object())?;
        } else {
            write!(out, "{}", known.text())?;
        }
    }
    Ok(exit)
}

/// Removes from a state all candidates that are missing from `text`, a grid of pencil marks. Returns an error if the
/// text does not have 81 groups of digits, or lacks a digit of the solution.
fn mark(state: &mut PlayState<'_>, text: &str) -> Result<(), String> {
    let groups = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|it| !it.is_empty());
    let groups: Vec<&str> = groups.collect();
    if groups.len() != 81 {
        return Err(format!("{} groups of digits, not 81", groups.len()));
    }
    for (cell, group) in Cell::all().zip(groups) {
        let kept = group.bytes().map(|byte| Digit::new(byte - b'0'));
        let kept: Option<DigitSet> = kept.collect();
        let kept = kept.ok_or_else(|| format!("{cell}: 0 is not a candidate"))?;
        if !state.keep_candidates(cell, kept) {
            return Err(format!("{cell}: the solution's digit is not among {group}"));
        }
    }
    Ok(())
}

impl<'a> KnownState<'a> {
    fn of(board: &'a Board, state: &PlayState<'_>, player: &'a Player, times: &'a [f64]) -> Self {
        let mut paths = state.paths(&player.logics());
        paths.sort_by_key(|path| path.cell);
        let later = times.iter().map(|&time| posteriors(&paths, player, time));
        let chances = std::iter::once(priors(&paths, player))
            .chain(later)
            .collect();
        Self {
            board,
            player,
            paths,
            chances,
            times,
        }
    }

    /// Returns the cells that the paths fill, each with its digit.
    fn cells(&self) -> Vec<(Cell, Digit)> {
        let mut cells: Vec<_> = self
            .paths
            .iter()
            .map(|path| (path.cell, path.digit))
            .collect();
        cells.dedup();
        cells
    }

    /// Returns the probabilities that a cell is filled next (equation 2.7 of Wang 2009): first the one for an unknown
    /// time since the state was reached, then one for each time in the field `times`.
    fn of_cell(&self, cell: Cell) -> Vec<f64> {
        let chances = self.chances.iter();
        chances
            .map(|it| cell_probability(&self.paths, it, cell))
            .collect()
    }

    /// Returns the likelihood ratio of a cell for each time in the field `times` (equation 3.17 of Wang 2009).
    fn ratios(&self, cell: Cell) -> Vec<f64> {
        let times = self.times.iter();
        times
            .map(|&time| likelihood_ratio(&self.paths, self.player, cell, time))
            .collect()
    }

    fn text(&self) -> String {
        let rates = self.player.logics().into_iter();
        let rates = rates.map(|logic| format!("{} {:.4}", logic.title(), self.player.rate(logic)));
        let rates = rates.collect::<Vec<_>>().join(", ");
        let mut text = format!("{}\nrates a second: {rates}\n", self.board);
        if self.paths.is_empty() {
            return text + "the player's logics fill no cell\n";
        }
        let times = || self.times.iter().map(|time| format!("{time} s"));
        let shown = |numbers: Vec<f64>| numbers.into_iter().map(|it| format!("{it:.4}"));
        let heads = ["path", "cell", "digit", "logic", "in", "prior"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        rows[0].extend(times());
        for (number, path) in self.paths.iter().enumerate() {
            let mut row = vec![
                (number + 1).to_string(),
                path.cell.to_string(),
                path.digit.to_string(),
                path.logic.title().to_owned(),
                path.house
                    .map(|house| house.to_string())
                    .unwrap_or_default(),
            ];
            row.extend(shown(self.chances.iter().map(|it| it[number]).collect()));
            rows.push(row);
        }
        text += &format!("\n{}", columns(&rows));
        rows = vec![["cell", "digit", "prior"].map(str::to_owned).to_vec()];
        rows[0].extend(times());
        rows[0].extend(times().map(|time| format!("LR {time}")));
        for (cell, digit) in self.cells() {
            let mut row = vec![cell.to_string(), digit.to_string()];
            row.extend(shown(self.of_cell(cell)));
            row.extend(shown(self.ratios(cell)));
            rows.push(row);
        }
        text + &format!("\n{}", columns(&rows))
    }

    fn object(&self) -> Value {
        let rates = self.player.logics().into_iter();
        let rates = rates.map(|logic| (logic.name().to_owned(), self.player.rate(logic).into()));
        let paths = self.paths.iter().enumerate().map(|(number, path)| {
            let later = self.chances[1..].iter().map(|it| it[number]);
            json!({
                "cell": path.cell.to_string(),
                "digit": path.digit.value(),
                "logic": path.logic,
                "house": path.house.map(|house| house.to_string()),
                "prior": self.chances[0][number],
                "posterior": later.collect::<Vec<_>>(),
            })
        });
        let cells = self.cells().into_iter().map(|(cell, digit)| {
            let chances = self.of_cell(cell);
            json!({
                "cell": cell.to_string(),
                "digit": digit.value(),
                "prior": chances[0],
                "posterior": chances[1..],
                "likelihood_ratio": self.ratios(cell),
            })
        });
        json!({
            "schema": 1,
            "state": self.board.to_string(),
            "rates": rates.collect::<serde_json::Map<String, Value>>(),
            "seconds": self.times,
            "paths": paths.collect::<Vec<_>>(),
            "cells": cells.collect::<Vec<_>>(),
        })
    }

    /// Returns two maps for each time in the field `times`: one of the probabilities and one of the likelihood ratios.
    /// If there are no times, returns two such maps for an unknown time.
    fn maps(&self) -> Vec<CellMap> {
        let cells = self.cells();
        let map = |title: String, number: &dyn Fn(Cell) -> f64| CellMap {
            title,
            values: cells
                .iter()
                .map(|&(cell, _)| (cell, number(cell)))
                .collect(),
        };
        let at = |place: usize, when: &str| {
            let chance = |cell| self.of_cell(cell)[place];
            let most = cells
                .iter()
                .map(|it| chance(it.0))
                .fold(f64::MIN_POSITIVE, f64::max);
            [
                map(format!("Probability{when}"), &chance),
                map(format!("Likelihood ratio{when}"), &|cell| {
                    chance(cell) / most
                }),
            ]
        };
        if self.times.is_empty() {
            return at(0, ", the time unknown").to_vec();
        }
        let times = self.times.iter().zip(1..);
        let maps = times.flat_map(|(time, place)| at(place, &format!(" after {time} s")));
        maps.collect()
    }
}

/// Formats rows of words as text with aligned columns.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let lines = rows.iter().map(|row| {
        let words = row.iter().enumerate();
        let line: String = words
            .map(|(column, word)| format!("{word:<0$}  ", width(column)))
            .collect();
        line.trim_end().to_owned() + "\n"
    });
    lines.collect()
}

//! `factory player time`: how long puzzles take a player.

use super::super::Exit;
use super::{WhoArgs, clock, puzzles};
use crate::grid::Board;
use crate::player::{Form, Player, expected, lower_bound};
use crate::rate::Rule;
use crate::seed::Generator;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;

/// Which puzzles, and whose time.
#[derive(Debug, Args)]
pub struct TimeArgs {
    /// The puzzle: 81 characters, or a file with any number of them; - for standard input
    puzzle: String,
    #[command(flatten)]
    who: WhoArgs,
    /// Ways through the puzzle that are tried at random
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    chains: u32,
    /// Where their chance comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// One JSON object a puzzle
    #[arg(long)]
    json: bool,
}

/// Times every puzzle: by a race, by the averaged form, and the paper's lower bound.
pub fn run(args: &TimeArgs) -> anyhow::Result<Exit> {
    let player = args.who.player()?;
    let forms = match args.who.form {
        Some(form) => vec![form.form()],
        None => Form::ALL.to_vec(),
    };
    let mut out = std::io::stdout().lock();
    let mut exit = Exit::Done;
    for (puzzle, solution) in puzzles(&args.puzzle)? {
        let (text, object, left) = timed(args, &player, &forms, (&puzzle, &solution));
        if left > 0 {
            exit = Exit::Short;
        }
        if args.json {
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{text}")?;
        }
    }
    Ok(exit)
}

/// The answer as text and as JSON, and how many cells are beyond the player's logics.
fn timed(
    args: &TimeArgs,
    player: &Player,
    forms: &[Form],
    (puzzle, solution): (&Board, &Board),
) -> (String, Value, usize) {
    let mut text = format!("{puzzle}\n");
    let mut object = json!({"schema": 1, "puzzle": puzzle.to_string()});
    let mut most_left = 0;
    for &form in forms {
        let mut player = player.clone();
        player.form = form;
        let mut chance = Generator::for_games(args.seed, 0);
        let spell = expected(puzzle, solution, &player, args.chains, &mut chance);
        text += &format!(
            "  {:<12} {:>8}  ± {:<8}  ({:.1} s)\n",
            form.name(),
            clock(spell.mean),
            clock(spell.deviation),
            spell.mean
        );
        object[form.name()] = json!({
            "seconds": spell.mean, "deviation": spell.deviation, "left": spell.left,
        });
        most_left = most_left.max(spell.left);
    }
    let bound = lower_bound(puzzle, solution, player);
    let used = Rule::ALL
        .into_iter()
        .map(|rule| (rule, bound.used[rule.index()]));
    let used: Vec<String> = used
        .filter(|(_, times)| *times > 0)
        .map(|(rule, times)| format!("{times} × {}", rule.title()))
        .collect();
    text += &format!(
        "  {:<12} {:>8}  {:10}  ({:.2} s: {})\n",
        "lower bound",
        clock(bound.seconds),
        "",
        bound.seconds,
        used.join(", ")
    );
    object["lower_bound"] = json!({
        "seconds": bound.seconds, "used": bound.used[..], "left": bound.left,
    });
    if most_left > 0 {
        text += &format!(
            "  the player's logics end with up to {most_left} cells left; times are those up to there\n"
        );
    }
    (text, object, most_left)
}

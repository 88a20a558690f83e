//! `factory player`: estimates a person's rates from logs and solving times from rates, and checks
//! whether a log is honest.

mod args;
mod check;
mod fit;
mod paths;
mod puzzles;
mod simulate;
mod text;
mod time;

use super::Exit;
use clap::{Args, Subcommand};

/// The command about a player.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub struct PlayerArgs {
    #[command(subcommand)]
    command: PlayerCommand,
}

#[derive(Debug, Subcommand)]
enum PlayerCommand {
    /// Fit the rate of each rule to logs of games
    Fit(fit::FitArgs),
    /// Check whether a log comes from an honest game; exit code 4 if it is suspicious
    Check(check::CheckArgs),
    /// List every step that a state allows, with its probability
    Paths(paths::PathsArgs),
    /// Estimate how long a player needs for puzzles
    Time(time::TimeArgs),
    /// Simulate logs of games: honest, shuffled, copied
    Simulate(simulate::SimulateArgs),
}

/// Runs a command about a player.
pub fn run(args: &PlayerArgs) -> anyhow::Result<Exit> {
    match &args.command {
        PlayerCommand::Fit(args) => fit::run(args),
        PlayerCommand::Check(args) => check::run(args),
        PlayerCommand::Paths(args) => paths::run(args),
        PlayerCommand::Time(args) => time::run(args),
        PlayerCommand::Simulate(args) => simulate::run(args),
    }
}

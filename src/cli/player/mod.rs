//! `factory player`: estimates a person's rates (steps per second with each rule) from logs of games. It also
//! estimates solving times from rates, and checks whether a log comes from an honest game.

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

/// The arguments of `factory player`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub struct PlayerArgs {
    #[command(subcommand)]
    command: PlayerCommand,
}

#[derive(Debug, Subcommand)]
enum PlayerCommand {
    /// Estimate, from logs of games, the rate at which a player uses each rule
    Fit(fit::FitArgs),
    /// Check whether a log comes from an honest game; the exit code is 4 if the log is suspicious
    Check(check::CheckArgs),
    /// List every way in which a player can find the next digit of a half-filled grid, each with its probability
    Paths(paths::PathsArgs),
    /// Estimate how long a player needs to solve puzzles
    Time(time::TimeArgs),
    /// Simulate logs of games that are honest, shuffled or copied from the solution
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

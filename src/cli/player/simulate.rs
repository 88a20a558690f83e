//! `factory player simulate`: prints logs of simulated games.

use super::super::Exit;
use super::args::WhoArgs;
use super::puzzles::puzzles;
use crate::line::drawn_seed;
use crate::line::progress::tell;
use crate::player::{GameKind, simulate, write};
use crate::seed::Generator;
use clap::{Args, ValueEnum};
use std::io::Write;

/// The puzzles to play, the player, and the number of games.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Puzzle of 81 characters, or a file with any number of puzzles; - for standard input
    puzzle: String,
    /// Kind of game
    #[arg(long, value_enum, default_value_t = KindName::Honest)]
    kind: KindName,
    #[command(flatten)]
    who: WhoArgs,
    /// Number of games per puzzle; a larger number adds games and leaves the first games the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    games: u64,
    /// Random seed [default: drawn from the system and printed]
    #[arg(long, value_name = "N", env = "FACTORY_SEED")]
    seed: Option<u64>,
}

/// The name of a [`GameKind`] in an option.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum KindName {
    /// A game simulated with the player model, without cheating
    Honest,
    /// An honest game with its steps in random order
    Shuffled,
    /// The solution, copied in random order
    Copying,
    /// The solution, copied at a steady pace in a plausible order
    Steady,
}

impl KindName {
    const fn kind(self) -> GameKind {
        match self {
            Self::Honest => GameKind::Honest,
            Self::Shuffled => GameKind::Shuffled,
            Self::Copying => GameKind::Copying,
            Self::Steady => GameKind::Steady,
        }
    }
}

/// Plays games, and prints the logs as CSV, with rows and columns counted from 0.
pub fn run(args: &SimulateArgs) -> anyhow::Result<Exit> {
    let player = args.who.player()?;
    let puzzles = puzzles(&args.puzzle)?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => {
            let seed = drawn_seed()?;
            tell(format_args!("played with --seed {seed}"));
            seed
        }
    };
    let mut out = std::io::stdout().lock();
    let mut exit = Exit::Done;
    for (number, (puzzle, solution)) in puzzles.iter().enumerate() {
        for game in 0..args.games {
            // Games are numbered per puzzle, so that more games of one puzzle change no other
            // games.
            let mut rng = Generator::for_games(seed, (number as u64) << 32 | game);
            let log = simulate(args.kind.kind(), puzzle, solution, &player, &mut rng);
            let left = 81 - puzzle.clue_count() - log.moves.len();
            if left > 0 {
                let place = number + 1;
                tell(format_args!(
                    "puzzle {place}: the player's logics end with {left} cells left"
                ));
                exit = Exit::Short;
            }
            write!(out, "{}", write(&log))?;
        }
    }
    Ok(exit)
}

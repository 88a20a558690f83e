//! `factory shuffle`: makes random equivalent copies of the puzzles of a list.

use super::Exit;
use super::errors::UsageError;
use super::list::{ListAnswer, ListArgs, take_each};
use crate::config::values;
use crate::create::equivalents;
use crate::line::drawn_seed;
use crate::line::progress::tell;
use clap::Args;
use serde_json::json;

/// The puzzles to shuffle, and the number of copies of each.
#[derive(Debug, Args)]
pub struct ShuffleArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Number of copies per puzzle; with more copies, the first copies stay the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::count::<usize>)]
    count: usize,
    /// Random seed [default: drawn from the system and printed]
    #[arg(long, value_name = "N", env = "FACTORY_SEED")]
    seed: Option<u64>,
}

/// Shuffles every puzzle of the input. A board with no solution or several keeps its number of solutions.
pub fn run(args: &ShuffleArgs) -> anyhow::Result<Exit> {
    if args.count == 0 {
        return Err(UsageError("--count is 0; it must be at least 1".to_owned()).into());
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => {
            let seed = drawn_seed()?;
            tell(format_args!("shuffled with --seed {seed}"));
            seed
        }
    };
    take_each(&args.list, |turn, out| {
        let symmetries = equivalents(seed, turn.number).take(args.count);
        for (copy, symmetry) in symmetries.enumerate() {
            let shuffled = symmetry.apply(turn.board).to_string();
            let fields = json!({
                "copy": copy + 1,
                "shuffled": shuffled,
                "seed": seed.to_string(),
                "transform": symmetry,
            });
            let answer = ListAnswer {
                text: shuffled,
                fields,
            };
            writeln!(out, "{}", turn.line(answer))?;
        }
        Ok(())
    })
}

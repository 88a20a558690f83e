//! `factory shuffle`: makes random equivalent copies of the puzzles of a list.

use super::Exit;
use super::errors::UsageError;
use super::features::{RegionsArgs, add_features};
use super::list::{ListAnswer, ListArgs, take_each, take_each_of};
use crate::config::values;
use crate::create::equivalents;
use crate::grid::text::{Alphabet, shaped_line};
use crate::grid::{Layout, LayoutHouses, ShapedBoard};
use crate::import;
use crate::layouts::LayoutSymmetries;
use crate::line::drawn_seed;
use crate::line::progress::tell;
use crate::seed::Generator;
use clap::Args;
use serde_json::{Value, json};

/// The puzzles to shuffle, and the number of copies of each.
#[derive(Debug, Args)]
pub struct ShuffleArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Read puzzles of this layout, such as 6x6 or 9x9+x, and shuffle them only in ways that keep its houses
    /// (docs/layouts.md) [default: 9x9]
    #[arg(long, value_name = "NAME")]
    layout: Option<Layout>,
    #[command(flatten)]
    regions: RegionsArgs,
    /// Number of copies per puzzle; a larger number adds copies and leaves the first copies the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::count::<usize>)]
    count: usize,
    /// Random seed [default: drawn from the system and printed]
    #[arg(long, value_name = "N", env = "FACTORY_SEED")]
    seed: Option<u64>,
}

/// Shuffles every puzzle of the input, including boards that have no solution or several. Shuffling never changes the
/// number of solutions.
pub fn run(args: &ShuffleArgs) -> anyhow::Result<Exit> {
    if args.count == 0 {
        return Err(UsageError("--count is 0; it must be at least 1".to_owned()).into());
    }
    let layout = args.layout.filter(|it| *it != Layout::NINE);
    if layout.is_none() {
        args.regions.refuse_nine()?;
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => {
            let seed = drawn_seed()?;
            tell(format_args!("shuffled with --seed {seed}"));
            seed
        }
    };
    match layout {
        None => shuffle_nine(args, seed),
        Some(layout) => shuffle_layout(args, seed, layout),
    }
}

fn shuffle_nine(args: &ShuffleArgs, seed: u64) -> anyhow::Result<Exit> {
    take_each(&args.list, |turn, out| {
        let symmetries = equivalents(seed, turn.number).take(args.count);
        for (copy, symmetry) in symmetries.enumerate() {
            let shuffled = symmetry.apply(turn.board).to_string();
            let answer = answer(copy, shuffled, seed, &json!(symmetry));
            writeln!(out, "{}", turn.line(answer))?;
        }
        Ok(())
    })
}

/// Shuffles puzzles of a layout by random symmetries, which keep the houses of the layout.
fn shuffle_layout(args: &ShuffleArgs, seed: u64, layout: Layout) -> anyhow::Result<Exit> {
    let houses = LayoutHouses::new(layout);
    let symmetries = LayoutSymmetries::new(&houses);
    let list = args.regions.list(layout)?;
    let read = args.list.read.options();
    let puzzles = |reader| import::read_layout(reader, read, list.clone());
    take_each_of(&args.list, puzzles, |turn, out| {
        let mut rng = Generator::for_equivalents(seed, turn.number);
        for copy in 0..args.count {
            let symmetry = symmetries.draw(&mut rng);
            let values = symmetry.apply(turn.board.board.values());
            let shuffled = ShapedBoard::from_values(layout.shape(), values);
            let shuffled = shuffled.map_or_else(String::new, |it| shaped_line(&it, Alphabet::One));
            let features = symmetry.moved(&turn.board.features);
            let mut answer = answer(copy, shuffled, seed, &json!(symmetry));
            answer.text = features.line(answer.text);
            answer.fields["layout"] = layout.to_string().into();
            add_features(&features, &mut answer.fields);
            writeln!(out, "{}", turn.line(answer))?;
        }
        Ok(())
    })
}

/// Returns the answer for a copy of a puzzle; `copy` is its index, counted from 0. `shuffled` is the copy as text, and
/// `transform` is the symmetry that made it, as JSON.
fn answer(copy: usize, shuffled: String, seed: u64, transform: &Value) -> ListAnswer {
    let fields = json!({
        "copy": copy + 1,
        "shuffled": shuffled,
        "seed": seed.to_string(),
        "transform": transform,
    });
    ListAnswer {
        text: shuffled,
        fields,
    }
}

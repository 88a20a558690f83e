//! `factory convert --layout`: writes lists of puzzles of layouts other than plain 9×9, in the formats that can
//! hold them.

use super::Exit;
use super::convert::{self, ConvertArgs};
use super::delivery::Delivery;
use super::errors::UsageError;
use super::list::take_each_of;
use crate::export::{FileOptions, LayoutEntry, LayoutFormat};
use crate::grid::{Layout, LayoutHouses, ShapedBoard};
use crate::import::{self, LayoutListPuzzle};
use crate::line::progress::tell;
use crate::solve::fused::{FusedRequest, Searcher};

/// Writes every puzzle of the input, of any layout, in the requested format.
pub fn run(args: &ConvertArgs) -> anyhow::Result<Exit> {
    let Some(layout) = args.layout.filter(|it| *it != Layout::NINE) else {
        args.regions.refuse_nine()?;
        return convert::run(args);
    };
    args.pictures.check(args.to)?;
    if args.list.json {
        let said = format!("--json is for 9x9 only, and these are {layout}: take --to jsonl");
        return Err(UsageError(said).into());
    }
    let format = LayoutFormat::find(args.to, layout).map_err(|it| UsageError(it.to_string()))?;
    let mut options = FileOptions {
        picture: args.pictures.style(layout.side())?,
        ..FileOptions::default()
    };
    let out = args.out.as_deref();
    let mut delivery = Delivery::of_bytes(args.to, out, args.force, format.head())?;
    let mut searcher = Searcher::on(layout);
    let mut number = 0;
    let list = args.regions.list(layout)?;
    let read = args.list.read.options();
    let puzzles = |reader| import::read_layout(reader, read, list.clone());
    let exit = take_each_of(&args.list, puzzles, |turn, _| {
        let puzzle: &LayoutListPuzzle = turn.board;
        number += 1;
        if args.solve && layout.has_features() {
            let features = puzzle.features.clone();
            searcher = Searcher::of_houses(LayoutHouses::with_features(layout, features));
        }
        let solution = match args.solve {
            true => only_solution(&mut searcher, &puzzle.board),
            false => None,
        };
        let entry = LayoutEntry {
            layout,
            place: number,
            features: &puzzle.features,
            puzzle: &puzzle.board,
            solution: solution.as_ref(),
            record: None,
            steps: None,
        };
        let stem = format!("{number:06}");
        delivery.put_bytes(format.bytes(&entry, &options)?, &stem)?;
        if args.to.is_picture && solution.is_some() {
            options.picture.shows_solution = true;
            let bytes = format.bytes(&entry, &options)?;
            delivery.put_bytes(bytes, &format!("{stem}-solution"))?;
            options.picture.shows_solution = false;
        }
        Ok(())
    })?;
    let placed = delivery.finish()?;
    if let (Some(out), false) = (&args.out, placed.note().is_empty()) {
        tell(format_args!("{}{}", out.display(), placed.note()));
    }
    Ok(exit)
}

/// Returns the only solution of a puzzle; `None` if the search does not find exactly one.
fn only_solution(searcher: &mut Searcher, puzzle: &ShapedBoard) -> Option<ShapedBoard> {
    let request = FusedRequest {
        limit: 2,
        ..FusedRequest::default()
    };
    let found = searcher.search(puzzle, &request);
    found.first.filter(|_| found.count == 1)
}

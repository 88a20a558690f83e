//! `factory solve`: prints and counts the solutions of boards of any size, up to a limit.

use super::Exit;
use super::errors::UsageError;
use super::features::{RegionsArgs, add_features};
use super::inputs::PuzzleReader;
use super::list::{ListAnswer, ListArgs, ListItem, ListPuzzle, answer_each, unsolvable};
use super::rate::{not_rated, solved_fields};
use crate::bucket::Scheme;
use crate::config::{Settings, values};
use crate::grid::text::{Alphabet, AnyBoard, AnyPuzzles, Reading, shaped_line};
use crate::grid::{Board, Canonical, CellFeatures, Layout, LayoutHouses, Shape, ShapedBoard};
use crate::import::{
    self, BoardSizes, Format, ImportError, LayoutList, LayoutListPuzzle, OpenedText, ReadOptions,
};
use crate::rate::Raters;
use crate::solve::fused::{FusedRequest, Searcher};
use crate::solve::named::{NamedSearch, NamedSearcher, SearchResult};
use crate::solve::search::{self, Solutions};
use clap::Args;
use serde_json::{Value, json};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The puzzles to solve, and the limit of the count.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Maximum number of solutions to count
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = values::count::<usize>)]
    limit: usize,
    /// Layout whose rules the puzzles obey, such as 9x9+x or 16x16+windows (docs/layouts.md)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["shape", "search"])]
    layout: Option<Layout>,
    #[command(flatten)]
    regions: RegionsArgs,
    /// Rows and columns of a box, such as 3x4, if the size of the puzzle allows several shapes of boxes
    #[arg(long, value_name = "RxC")]
    shape: Option<Shape>,
    /// Characters that stand for the digits, listed here for 16x16: one (1-9, A-G), zero (0-9, A-F), letters (A-P) or
    /// numbers (1-16, separated by spaces)
    #[arg(long, value_name = "NAME")]
    alphabet: Option<Alphabet>,
    /// Searches to run and compare, separated by commas, or `all`: fast and exact-cover (only for 9×9); ascending,
    /// descending, reverse and fewest (Huang 2015); fused, plain-b, plain-c and plain-d (Jiang 2018) [default:
    /// fast for 9×9, fused for other sizes]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    search: Vec<String>,
    /// Number of candidates that a search may try before it gives up; the `fast` search has no limit
    #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_tries: u64,
    /// Show the time of each search, which depends on the machine
    #[arg(long, requires = "search", conflicts_with = "layout")]
    timing: bool,
}

/// A board, the alphabet that it uses, and its regions and marks if there are any.
struct InputBoard {
    board: AnyBoard,
    alphabet: Alphabet,
    features: CellFeatures,
}

impl InputBoard {
    fn line(&self, board: &ShapedBoard) -> String {
        shaped_line(board, self.alphabet)
    }
}

impl ListPuzzle for InputBoard {
    fn text(&self) -> String {
        match &self.board {
            AnyBoard::Nine(board) => self.line(&ShapedBoard::from(board)),
            AnyBoard::Shaped(board) => self.line(board),
        }
    }

    fn clues(&self) -> usize {
        match &self.board {
            AnyBoard::Nine(board) => board.clue_count(),
            AnyBoard::Shaped(board) => board.clue_count(),
        }
    }

    fn nine(&self) -> Option<&Board> {
        match &self.board {
            AnyBoard::Nine(board) => Some(board),
            AnyBoard::Shaped(_) => None,
        }
    }
}

/// Solves every puzzle of the input. With `--json`, also rates plain 9×9 puzzles that have exactly one solution,
/// by the scheme `wu`. Text output has no ratings.
pub fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    if args.limit == 0 {
        return Err(UsageError("--limit is 0; it must be at least 1".to_owned()).into());
    }
    let searches = searches(args)?;
    let reading = Reading {
        shape: args.layout.map(Layout::shape).or(args.shape),
        alphabet: args.alphabet,
    };
    let options = args.list.read.options();
    if options.lenient && reading != Reading::default() {
        let said = "--lenient reads 9x9 puzzles from lines with more text; --shape and --alphabet are for other sizes";
        return Err(UsageError(said.to_owned()).into());
    }
    let list = match args.layout {
        Some(layout) => Some(LayoutList {
            alphabet: args.alphabet,
            ..args.regions.list(layout)?
        }),
        None => None,
    };
    let read = |reader| input_boards(args, reader, reading, list.clone());
    let scheme = Settings::defaults()?.scheme()?;
    let raters = Raters::new(&scheme.preset, &[]);
    let is_short = AtomicBool::new(false);
    let is_fast = searches.is_empty() && args.layout.is_none();
    let limit = if is_fast { args.limit } else { 0 };
    let exit = answer_each(&args.list, limit, read, |puzzle, solved| {
        let told = told(args, &searches, puzzle, solved);
        is_short.fetch_or(told.gave_up.is_some(), Ordering::Relaxed);
        match &puzzle.board {
            AnyBoard::Nine(board) if args.layout.is_none() => {
                nine(args, puzzle, board, &raters, &scheme, told)
            }
            AnyBoard::Nine(board) => shaped(args, puzzle, &board.into(), &scheme, told),
            AnyBoard::Shaped(board) => shaped(args, puzzle, board, &scheme, told),
        }
    })?;
    Ok(match exit {
        Exit::Done if is_short.into_inner() => Exit::Short,
        exit => exit,
    })
}

/// Returns the boards in a file. All boards must have the layout of `list`. If `list` is `None`, boards in plain text
/// may have any size, and boards in other formats must be 9×9.
fn input_boards(
    args: &SolveArgs,
    reader: PuzzleReader,
    reading: Reading,
    list: Option<LayoutList>,
) -> Box<dyn Iterator<Item = ListItem<InputBoard>>> {
    let alphabet = args.alphabet.unwrap_or_default();
    let input = move |board, features| InputBoard {
        board,
        alphabet,
        features,
    };
    let options = args.list.read.options();
    if let Some(list) = list {
        let of_puzzle = move |it: LayoutListPuzzle| input(AnyBoard::Shaped(it.board), it.features);
        let boards = import::read_layout(reader, options, list);
        return Box::new(boards.map(move |it| it.map(|(n, puzzle)| (n, puzzle.map(of_puzzle)))));
    }
    let plain = move |board| input(board, CellFeatures::NONE);
    let boards = any_boards(reader, options, reading);
    Box::new(boards.map(move |it| it.map(|(n, board)| (n, board.map(plain)))))
}

/// Returns the searches that `--search` names. The name `all` means all searches that can count up to `--limit`.
fn searches(args: &SolveArgs) -> anyhow::Result<Vec<NamedSearch>> {
    let fits = |search: &NamedSearch| {
        search
            .most_solutions()
            .is_none_or(|most| args.limit <= most)
    };
    if args.search.iter().any(|name| name == "all") {
        return Ok(NamedSearch::ALL.into_iter().filter(fits).collect());
    }
    let parsed = args.search.iter().map(|name| {
        let search: NamedSearch = name
            .parse()
            .map_err(|error| UsageError(format!("--search: {error}, all")))?;
        if !fits(&search) {
            let what = "only distinguishes one solution from several: --limit is at most 2";
            return Err(UsageError(format!("--search {search} {what}")).into());
        }
        Ok(search)
    });
    parsed.collect()
}

/// The results of the searches for one puzzle.
struct SearchResults {
    count: usize,
    first: Option<ShapedBoard>,
    /// The reason why the count is not reliable; `None` if it is reliable.
    gave_up: Option<String>,
    /// The answer as plain text, one line per search.
    lines: String,
    objects: Vec<Value>,
}

fn told(
    args: &SolveArgs,
    searches: &[NamedSearch],
    puzzle: &InputBoard,
    solved: Option<Solutions>,
) -> SearchResults {
    let mut told = SearchResults {
        count: 0,
        first: None,
        gave_up: None,
        lines: String::new(),
        objects: Vec::new(),
    };
    let board = match &puzzle.board {
        AnyBoard::Nine(board) if searches.is_empty() && args.layout.is_none() => {
            let solved = solved.unwrap_or_else(|| search::solve(board, args.limit));
            told.first = solved.first.as_ref().map(ShapedBoard::from);
            told.count = solved.count;
            return told;
        }
        AnyBoard::Nine(board) => ShapedBoard::from(board),
        AnyBoard::Shaped(board) => board.clone(),
    };
    if searches.is_empty() {
        let request = FusedRequest {
            limit: args.limit,
            most_tries: Some(args.max_tries),
            ..FusedRequest::default()
        };
        let layout = args.layout.unwrap_or(Layout::of(board.shape()));
        let houses = LayoutHouses::with_features(layout, puzzle.features.clone());
        let found = Searcher::of_houses(houses).search(&board, &request);
        told.gave_up = found.gave_up.then(|| gave_up(args.max_tries, found.count));
        (told.count, told.first) = (found.count, found.first);
    }
    let mut is_sure = false;
    for &search in searches {
        let mut searcher = match NamedSearcher::new(search, board.shape()) {
            Ok(searcher) => searcher,
            Err(error) => {
                told.lines += &format!("\n  {error}");
                if !is_sure {
                    told.gave_up = Some("not searched".to_owned());
                }
                continue;
            }
        };
        let start = Instant::now();
        let found = searcher.search(&board, args.limit, Some(args.max_tries));
        let time = args.timing.then(|| start.elapsed());
        told.note(search, &found, time);
        if !is_sure {
            is_sure = !found.gave_up;
            told.gave_up = found.gave_up.then(|| gave_up(args.max_tries, found.count));
            (told.count, told.first) = (found.count, found.first);
        }
    }
    told
}

fn gave_up(tries: u64, count: usize) -> String {
    format!("gave up after {tries} tries; {} found", solutions(count))
}

fn solutions(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} solution{plural}")
}

impl SearchResults {
    /// Adds the results of one search: a line of plain text, and a JSON object.
    fn note(&mut self, search: NamedSearch, found: &SearchResult, time: Option<Duration>) {
        self.lines += &format!("\n  {search:<12} {}", solutions(found.count));
        let mut object = json!({
            "search": search.name(),
            "solutions": found.count,
            "gave_up": found.gave_up,
        });
        if let Some(effort) = found.effort {
            let (tries, calls, depth) = (effort.tries, effort.calls, effort.depth);
            self.lines += &format!(", {tries} tries, {calls} calls, depth {depth}");
            object["tries"] = tries.into();
            object["calls"] = calls.into();
            object["depth"] = depth.into();
        }
        if let Some(time) = time {
            let milliseconds = time.as_secs_f64() * 1e3;
            self.lines += &format!(", {milliseconds:.3} ms");
            object["milliseconds"] = milliseconds.into();
        }
        if found.gave_up {
            self.lines += ", gave up";
        }
        self.objects.push(object);
    }
}

type SolveItem = io::Result<(u64, Result<AnyBoard, ImportError>)>;

/// Returns the boards in a file. In plain text, the boards may have any size. In other formats, and with `--lenient`,
/// they must be 9×9. If `reading` sets a shape or an alphabet, and `options` set no format, the file is read as plain
/// text.
fn any_boards(
    reader: PuzzleReader,
    options: ReadOptions,
    reading: Reading,
) -> Box<dyn Iterator<Item = SolveItem>> {
    // A shape or an alphabet applies to plain text only.
    let is_said = reading != Reading::default();
    let options = ReadOptions {
        format: options.format.or(is_said.then_some(Format::Text)),
        ..options
    };
    match OpenedText::new(reader, options, BoardSizes::Any) {
        Err(error) => Box::new(std::iter::once(Err(error))),
        Ok(opened) if opened.is_text() && !options.lenient => {
            let mut puzzles = AnyPuzzles::new(opened.source, reading);
            Box::new(std::iter::from_fn(move || {
                let item = puzzles.next()?;
                Some(item.map(|(line, board)| {
                    let board = board.map_err(|error| {
                        let is_loose = puzzles.is_loose(error.line);
                        ImportError::from(error).loose_if(is_loose)
                    });
                    (line, board)
                }))
            }))
        }
        Ok(opened) => Box::new(
            opened
                .boards()
                .map(|item| item.map(|(line, board)| (line, board.map(AnyBoard::Nine)))),
        ),
    }
}

fn nine(
    args: &SolveArgs,
    puzzle: &InputBoard,
    board: &Board,
    raters: &Raters,
    scheme: &Scheme,
    told: SearchResults,
) -> ListAnswer {
    let solved = Solutions {
        count: told.count,
        first: told.first.as_ref().and_then(ShapedBoard::nine),
    };
    let is_proven = solved.count == 1 && args.limit > 1 && told.gave_up.is_none();
    let unique = solved.first.filter(|_| is_proven);
    let form = unique
        .filter(|_| args.list.json)
        .map(|solution| Canonical::of(board, &solution));
    let ratings = form.map(|form| raters.rate(&form));
    let id = form.map(|form| form.id());
    let fields = || solved_fields(&solved, id, ratings.as_ref(), scheme);
    answer(args, puzzle, told, || not_rated(board, 0), fields)
}

/// Returns the answer, without rating and id, for a board that is not 9×9 or whose layout `--layout` names.
fn shaped(
    args: &SolveArgs,
    puzzle: &InputBoard,
    board: &ShapedBoard,
    scheme: &Scheme,
    told: SearchResults,
) -> ListAnswer {
    let solved = Solutions {
        count: told.count,
        first: None,
    };
    let fields = || solved_fields(&solved, None, None, scheme);
    answer(
        args,
        puzzle,
        told,
        || {
            unsolvable(
                args.layout.unwrap_or(Layout::of(board.shape())),
                board,
                puzzle.alphabet,
            )
        },
        fields,
    )
}

/// Returns the answer for a board from the results of its searches. `why` returns the reason why a board has no
/// solution, and `fields` the first fields of the JSON answer.
fn answer(
    args: &SolveArgs,
    puzzle: &InputBoard,
    told: SearchResults,
    why: impl FnOnce() -> String,
    fields: impl FnOnce() -> Value,
) -> ListAnswer {
    // With several solutions, or a limit of 1, the first solution found is still shown.
    let first = told.first.as_ref().map(|grid| puzzle.line(grid));
    let mut object = Value::Null;
    if args.list.json {
        object = fields();
        object["solution"] = first.as_deref().into();
        object["limit"] = args.limit.into();
        add_features(&puzzle.features, &mut object);
        if told.gave_up.is_some() {
            object["gave_up"] = true.into();
        }
        if !told.objects.is_empty() {
            object["searches"] = told.objects.into();
        }
    }
    let count = told.count;
    let text = match (first, told.gave_up) {
        (first, Some(reason)) => {
            let shown = first.unwrap_or_else(|| puzzle.features.line(puzzle.text()));
            format!("{shown}  {reason}")
        }
        (None, None) => format!("{}  {}", puzzle.features.line(puzzle.text()), why()),
        (Some(solution), None) if count == 1 && args.limit > 1 => {
            format!("{solution}  the only solution")
        }
        (Some(solution), None) if count >= args.limit => {
            format!("{solution}  one of at least {count}")
        }
        (Some(solution), None) => format!("{solution}  one of {count}"),
    };
    ListAnswer {
        text: text + &told.lines,
        fields: object,
    }
}

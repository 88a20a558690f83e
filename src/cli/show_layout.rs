//! `factory show` for packs of layouts other than 9×9: draws their puzzles, or prints them as JSON.

use super::errors::UsageError;
use super::select_args::SelectArgs;
use crate::bucket::Scheme;
use crate::grid::text::{Alphabet, shaped_line};
use crate::grid::{CellFeatures, Layout, Regions, Shape, ShapedBoard};
use crate::line::progress::grouped;
use crate::pack::{LayoutFields, LayoutRecord, Pack, PackedPuzzle, hardest_technique};
use std::io::Write;
use std::path::PathBuf;

/// The options of `factory show` that also work for layouts other than 9×9.
pub struct LayoutView<'a> {
    pub select: &'a SelectArgs,
    pub number: Option<u64>,
    pub solution: bool,
    pub json: bool,
    /// `true` if `--steps` is used, which works only for 9×9 puzzles.
    pub has_steps: bool,
}

/// Opens the only pack in `folders`, and returns it with its layout. Returns `None` if there is not exactly one folder,
/// or if the layout is 9×9.
pub fn only(folders: &[PathBuf]) -> anyhow::Result<Option<(Pack, Layout)>> {
    let [folder] = folders else {
        return Ok(None);
    };
    let pack = Pack::open_any(folder)?;
    let layout = pack.manifest().job.layout;
    Ok(layout.map(|layout| (pack, layout)))
}

impl LayoutView<'_> {
    /// Shows the chosen puzzles of a pack, and returns the number of puzzles shown.
    pub fn show(&self, pack: &Pack, layout: Layout, out: &mut impl Write) -> anyhow::Result<u64> {
        if self.has_steps {
            let said = format!("--steps is for 9x9 only, and these puzzles are of {layout}");
            return Err(UsageError(said).into());
        }
        let scheme = &pack.manifest().job.scheme;
        let selection = self.select.layout_selection(scheme, layout)?;
        let is_asked = |record: &LayoutRecord| self.number.is_none_or(|it| it == record.number);
        let mut shown = 0;
        selection.choose_layouts(std::slice::from_ref(pack), is_asked, |chosen| {
            shown += 1;
            let (record, place) = (&chosen.record, chosen.place);
            match self.json {
                true => {
                    let fields = LayoutFields::new(record, layout, scheme);
                    writeln!(out, "{}", serde_json::to_string(&fields)?)?;
                }
                false => writeln!(
                    out,
                    "{}",
                    text(self.solution, record, layout, scheme, place)
                )?,
            }
            anyhow::Ok(())
        })?;
        if let (Some(number), 0) = (self.number, shown) {
            let pack = pack.folder().display();
            return Err(UsageError(format!("{pack} holds no puzzle of candidate {number}")).into());
        }
        Ok(shown)
    }
}

fn boards(record: &LayoutRecord, layout: Layout) -> [ShapedBoard; 2] {
    let empty = || ShapedBoard::empty(layout.shape());
    record
        .boards(layout.shape())
        .unwrap_or_else(|| [empty(), empty()])
}

fn text(
    solution_too: bool,
    record: &LayoutRecord,
    layout: Layout,
    scheme: &Scheme,
    place: u64,
) -> String {
    let [puzzle, solution] = boards(record, layout);
    let heading = format!(
        "# {layout} {} no. {place}   {}   candidate {}   {} clues   {} points, {}",
        scheme.level_name(record.made.level),
        record.made.id,
        grouped(record.number),
        puzzle.clue_count(),
        record.difficulty(),
        hardest_technique(&record.made.path, scheme),
    );
    let features = &record.made.features;
    let drawn = |board: &ShapedBoard| match features.regions() {
        None => boxed(&marked(board, features), board.shape()),
        Some(regions) => parted(&marked(board, features), regions),
    };
    let drawn = match solution_too {
        true => format!("{}\n{}", drawn(&puzzle), drawn(&solution)),
        false => drawn(&puzzle),
    };
    format!("{heading}\n\n{drawn}")
}

/// Returns the characters of a board's cells. A blank that is marked as odd or even gets the letter of its mark, `o` or
/// `e`.
fn marked(board: &ShapedBoard, features: &CellFeatures) -> Vec<char> {
    let line = shaped_line(board, Alphabet::One);
    let cells = line.chars().enumerate();
    let shown = |(cell, symbol): (usize, char)| match features.mark(cell) {
        Some(mark) if symbol == '.' => mark.letter(),
        _ => symbol,
    };
    cells.map(shown).collect()
}

/// Draws a board with lines between its regions.
fn parted(cells: &[char], regions: &Regions) -> String {
    let side = regions.side();
    // Places outside the board belong to no region.
    let region = |row: usize, column: usize| {
        let is_inside = (1..=side).contains(&row) && (1..=side).contains(&column);
        is_inside.then(|| regions.of_cell((row - 1) * side + column - 1))
    };
    let mut drawn = String::new();
    for row in 0..=side {
        let corners = (0..=side).map(|column| {
            let near = [(0, 0), (0, 1), (1, 1), (1, 0)];
            let near = near.map(|(down, right)| region(row + down, column + right));
            let is_plain = near.iter().all(|it| *it == near[0]);
            let is_border = region(row, column + 1) != region(row + 1, column + 1);
            let line = if column < side && is_border { '-' } else { ' ' };
            [if is_plain { ' ' } else { '+' }, line]
        });
        let line: String = corners.flatten().collect();
        drawn += line.trim_end();
        drawn += "\n";
        if row < side {
            for column in 0..=side {
                let is_border = region(row + 1, column) != region(row + 1, column + 1);
                drawn.push(if is_border { '|' } else { ' ' });
                drawn.extend((column < side).then(|| cells[row * side + column]));
            }
            drawn += "\n";
        }
    }
    drawn
}

/// Draws a board with its boxes.
fn boxed(cells: &[char], shape: Shape) -> String {
    let (side, columns) = (shape.side(), shape.box_columns());
    let of_boxes = vec!["-".repeat(2 * columns); side / columns];
    let between = of_boxes.join("+-");
    let mut drawn = String::new();
    for (n, row) in cells.chunks(side).enumerate() {
        if n > 0 && n % shape.box_rows() == 0 {
            drawn += &between[..between.len() - 1];
            drawn += "\n";
        }
        let of_box = |cells: &[char]| {
            let cells: Vec<String> = cells.iter().map(char::to_string).collect();
            cells.join(" ")
        };
        let boxes: Vec<String> = row.chunks(columns).map(of_box).collect();
        drawn += &format!("{}\n", boxes.join(" | "));
    }
    drawn
}

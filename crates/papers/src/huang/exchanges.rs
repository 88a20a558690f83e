//! Tests the claim behind the check for one solution in Huang 2015 (sections 2.2 and 3): "if there are several
//! solutions, then some digits must be exchanged in pairs against the original grid".

use crate::report::{Options, ReportTable, Section};
use crate::sample::{numbers, stream};
use sudoku_engine::create::{self, Method};
use sudoku_engine::dig::{self, Plan};
use sudoku_engine::grid::{Board, Cell, Digit};
use sudoku_engine::solve::search;

/// The kinds of difference between a second solution of a puzzle and the grid from which the puzzle was dug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExchangeKind {
    /// Two digits change places; in all other cells the two grids are equal.
    OnePair,
    /// Several pairs of digits change places, and no digit is in two pairs.
    Pairs,
    /// Some digits change places in pairs, others among three or more digits.
    Mixed,
    /// Digits change places, but no two digits change places only with each other.
    NoPair,
}

/// Returns the kind of difference between two grids. Two digits are in one group if some cell has one of them in
/// the first grid and the other in the second. A group of two is a pair of digits that change places.
fn kind(grid: &Board, other: &Board) -> ExchangeKind {
    let mut group: [usize; 9] = std::array::from_fn(|digit| digit);
    for cell in grid.difference(other) {
        let [a, b] = [grid, other].map(|board| board.get(cell).map_or(0, Digit::index));
        let (from, to) = (group[a], group[b]);
        for one in &mut group {
            if *one == from {
                *one = to;
            }
        }
    }
    let sizes = (0..9).map(|name| group.iter().filter(|&&one| one == name).count());
    let sizes: Vec<usize> = sizes.filter(|&size| size > 1).collect();
    match sizes.iter().filter(|&&size| size == 2).count() {
        1 if sizes.len() == 1 => ExchangeKind::OnePair,
        pairs if pairs == sizes.len() => ExchangeKind::Pairs,
        0 => ExchangeKind::NoPair,
        _ => ExchangeKind::Mixed,
    }
}

/// Makes minimal puzzle `k` of the sample and removes a random clue. Returns the kind of difference between the two
/// solutions that result; `None` if there are more than two.
fn of_two(options: &Options, k: u64) -> Option<ExchangeKind> {
    let mut rng = stream(options, 1000, k);
    let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
    let mut puzzle = dig::dig(&grid, &Plan::default(), &mut rng).puzzle;
    let clues: Vec<Cell> = puzzle.clues().collect();
    let &cell = clues.get(rng.below(clues.len().max(1) as u32) as usize)?;
    puzzle.set(cell, None);
    if search::count(&puzzle, 3) != 2 {
        return None;
    }
    let other = search::other_solution(&puzzle, &grid)?;
    Some(kind(&grid, &other))
}

/// Tests whether the second of two solutions of a puzzle comes from exchanging pairs of digits.
pub(super) fn section(options: &Options) -> Section {
    let found = numbers(options, options.size, |k| of_two(options, k));
    let found: Vec<ExchangeKind> = found.into_iter().flatten().collect();
    let share = |kind: ExchangeKind| {
        let such = found.iter().filter(|&&one| one == kind).count();
        (such, 100.0 * such as f64 / found.len().max(1) as f64)
    };
    let mut table = ReportTable::new(["the second solution", "puzzles", "share"]);
    for (kind, name) in [
        (
            ExchangeKind::OnePair,
            "two digits change places, nothing else differs",
        ),
        (ExchangeKind::Pairs, "several pairs of digits change places"),
        (
            ExchangeKind::Mixed,
            "some pairs change places, other digits go round among three or more",
        ),
        (ExchangeKind::NoPair, "no two digits merely change places"),
    ] {
        let (such, percent) = share(kind);
        table.push([name.to_owned(), such.to_string(), format!("{percent:.1} %")]);
    }
    let (without, percent) = share(ExchangeKind::NoPair);
    Section {
        heading: "Do two solutions always differ by exchanges in pairs?".to_owned(),
        text: format!(
            "The paper argues that among several solutions some digits always change places in pairs. \
             Of {} minimal puzzles less one clue that have exactly two solutions, {without} ({percent:.1} %) \
             have a second one in which no two digits merely change places: read of the whole grid the \
             claim {}. Within a row or a column two digits may still do so; that is not counted here.",
            found.len(),
            if without > 0 {
                "does not hold"
            } else {
                "holds in this sample"
            },
        ),
        table: Some(table),
        ..Section::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the kind of difference between a grid and copies of it in which known digits are exchanged.
    #[test]
    fn exchanges_are_told_apart() {
        let grid = create::full_grid(
            &Method::Diagonal,
            &mut sudoku_engine::seed::Generator::for_candidate(1, 1),
        )
        .grid;
        let renamed = |names: [u8; 9]| {
            let values = grid.values().map(|value| names[usize::from(value) - 1]);
            Board::from_values(values).unwrap()
        };
        let of = |names| kind(&grid, &renamed(names));
        assert_eq!(of([2, 1, 3, 4, 5, 6, 7, 8, 9]), ExchangeKind::OnePair);
        assert_eq!(of([2, 1, 4, 3, 5, 6, 7, 8, 9]), ExchangeKind::Pairs);
        assert_eq!(of([2, 3, 1, 4, 5, 6, 7, 8, 9]), ExchangeKind::NoPair);
        assert_eq!(of([2, 1, 4, 5, 3, 6, 7, 8, 9]), ExchangeKind::Mixed);
    }
}

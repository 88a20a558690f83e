//! Draws symmetries of the board, which make new puzzles from existing ones by relabelling, turning and shuffling
//! (Wang 2009, section 1.5). A new puzzle looks different, but has the id of the old one. Ratings of the canonical
//! form are also the same for both puzzles.

use crate::grid::{CELL_SYMMETRIES, Transform};
use crate::seed::Generator;

/// Draws an endless sequence of symmetries of the board. Each is independent of the others, and all 3,359,232 × 9!
/// symmetries are equally likely. The sequence depends only on `seed` and `number`, which is the puzzle's number in a
/// list of puzzles.
///
/// ```
/// use sudoku_engine::create::equivalents;
/// let few: Vec<_> = equivalents(7, 0).take(3).collect();
/// assert!(few.iter().all(|symmetry| symmetry.is_valid()));
/// assert_eq!(few[..2], equivalents(7, 0).take(2).collect::<Vec<_>>());
/// ```
pub fn equivalents(seed: u64, number: u64) -> impl Iterator<Item = Transform> {
    let mut rng = Generator::for_equivalents(seed, number);
    std::iter::repeat_with(move || symmetry(&mut rng))
}

/// Draws one of the board's symmetries, all equally likely.
pub(super) fn symmetry(rng: &mut Generator) -> Transform {
    let mut symmetry = Transform::of_cells(rng.below(CELL_SYMMETRIES as u32) as usize);
    rng.shuffle(&mut symmetry.digits);
    symmetry
}

//! Checks by arithmetic the number of full grids and the number of essentially different grids, which Wu 2012
//! and Wang 2009 quote.

/// The number of 9×9 full grids (Felgenhauer and Jarvis, *Enumerating possible Sudoku grids*,
/// 2005).
pub(super) const ALL: u128 = 6_670_903_752_021_072_936_960;
/// The number of essentially different full grids (Russell and Jarvis, 2006).
pub(super) const CLASSES: u128 = 5_472_730_538;

/// Returns the number of forms of a grid without symmetries: relabellings times rearrangements of
/// cells.
pub(super) fn forms() -> u128 {
    let relabellings: u128 = (1..=9).product();
    relabellings * sudoku_engine::grid::CELL_SYMMETRIES as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the number of classes is slightly larger than `ALL / forms()`. The two numbers would be equal if no
    /// grid had a symmetry, but symmetric grids have fewer forms.
    #[test]
    fn the_two_numbers_fit_together() {
        let least = ALL / forms();
        assert!(least < CLASSES && CLASSES < least + least / 1000);
    }
}

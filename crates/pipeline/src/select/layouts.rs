//! Chooses puzzles from packs of layouts other than 9×9, by level, `skip`, `per_level` and `limit`. Conditions and
//! sort orders are not used, since they need ratings that these layouts do not have.

use super::{Selection, Window};
use crate::pack::{LayoutRecord, Pack, PackError};

/// A puzzle of a layout other than 9×9 that was chosen from a pack, with its place in the pack.
#[derive(Debug, Clone, PartialEq)]
pub struct ChosenLayoutPuzzle {
    /// The index of the puzzle's pack, from 0.
    pub pack: usize,
    /// The puzzle's place in the file of its level, from 1.
    pub place: u64,
    /// The puzzle.
    pub record: LayoutRecord,
}

impl Selection {
    /// Passes the chosen puzzles to `take`, in the order of packs, levels and numbers. The packs must have layouts
    /// other than 9×9. Only puzzles that `wants` accepts can be chosen. The selection's condition and sort order are
    /// not used.
    ///
    /// # Errors
    /// If a pack can't be read, and the errors of `take`.
    pub fn choose_layouts<E: From<PackError>>(
        &self,
        packs: &[Pack],
        mut wants: impl FnMut(&LayoutRecord) -> bool,
        mut take: impl FnMut(ChosenLayoutPuzzle) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut window = Window::new(self);
        for (number, pack) in packs.iter().enumerate() {
            for level in self.levels(pack) {
                // Each file is read to its end, where its hash is compared.
                for (place, record) in (1..).zip(pack.layout_records(level)?) {
                    let record = record?;
                    let is_in =
                        !window.is_shut() && wants(&record) && window.lets_in(record.made.level);
                    if is_in {
                        take(ChosenLayoutPuzzle {
                            pack: number,
                            place,
                            record,
                        })?;
                    }
                }
            }
        }
        Ok(())
    }
    /// Calls `list` with each chosen puzzle and returns the results. The packs must have layouts other than 9×9.
    ///
    /// # Errors
    /// If a pack can't be read.
    pub fn list_layouts<T>(
        &self,
        packs: &[Pack],
        mut list: impl FnMut(ChosenLayoutPuzzle) -> T,
    ) -> Result<Vec<T>, PackError> {
        let mut all = Vec::new();
        self.choose_layouts(
            packs,
            |_| true,
            |chosen| {
                all.push(list(chosen));
                Ok(())
            },
        )?;
        Ok(all)
    }
}

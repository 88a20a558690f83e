//! Chooses the puzzles of a book from packs. The packs may be of several layouts: a book can lead from 4×4 to 9×9.

use super::select_args::{SelectArgs, open_alike, open_of_layout, tell_unrated};
use crate::grid::Layout;
use crate::pack::{Pack, PackError};
use crate::print::book::Puzzle;
use std::path::PathBuf;

/// Returns the names of the levels, easiest first, and the chosen puzzles. With several layouts, the levels of
/// each layout follow one another in the order of the packs, and each name begins with its layout. If `is_ramp` is
/// set, the book is arranged in weeks, and `--limit` is the number of its days. This function then ignores
/// `--limit`, because the first puzzles of a pack all have the same level and could not fill a week.
pub fn chosen(
    folders: &[PathBuf],
    select: &SelectArgs,
    is_ramp: bool,
) -> anyhow::Result<(Vec<String>, Vec<Puzzle>)> {
    let (mut levels, mut puzzles) = (Vec::new(), Vec::new());
    let groups = by_layout(folders)?;
    let is_mixed = groups.len() > 1;
    for (layout, folders) in groups {
        let first = levels.len();
        let (packs, scheme) = match open_of_layout(&folders)? {
            Some((packs, _, scheme)) => (packs, scheme),
            None => open_alike(&folders)?,
        };
        levels.extend(scheme.levels.iter().map(|name| match is_mixed {
            true => format!("{layout}: {name}"),
            false => name.clone(),
        }));
        let mut selection = match layout == Layout::NINE {
            true => select.selection(&scheme)?,
            false => select.layout_selection(&scheme, layout)?,
        };
        if is_ramp {
            selection.limit = None;
        }
        if layout != Layout::NINE {
            selection.choose_layouts(
                &packs,
                |_| true,
                |chosen| {
                    let level = first + chosen.record.made.level.index();
                    puzzles.extend(Puzzle::of_layout(&chosen.record, layout, level));
                    Ok::<(), PackError>(())
                },
            )?;
            continue;
        }
        tell_unrated(&selection, &packs);
        selection.choose(
            &packs,
            |_| true,
            |chosen| {
                let mut puzzle = Puzzle::of(&chosen.record, &scheme);
                puzzle.level += first;
                puzzles.push(puzzle);
                Ok::<(), PackError>(())
            },
        )?;
    }
    Ok((levels, puzzles))
}

/// Returns each layout with its folders, in the order in which the layouts first occur.
fn by_layout(folders: &[PathBuf]) -> Result<Vec<(Layout, Vec<PathBuf>)>, PackError> {
    let mut groups: Vec<(Layout, Vec<PathBuf>)> = Vec::new();
    for folder in folders {
        let layout = Pack::open_any(folder)?.manifest().job.layout;
        let layout = layout.unwrap_or(Layout::NINE);
        match groups.iter_mut().find(|(known, _)| *known == layout) {
            Some((_, folders)) => folders.push(folder.clone()),
            None => groups.push((layout, vec![folder.clone()])),
        }
    }
    Ok(groups)
}

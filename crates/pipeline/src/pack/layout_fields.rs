//! Defines the JSON fields of a puzzle of a layout other than 9×9, the same in all outputs, in alphabetical order.

use crate::bucket::Scheme;
use crate::grid::text::{Alphabet, shaped_line};
use crate::grid::{Layout, PuzzleId, ShapedBoard};
use crate::rate::techniques::TechniquePath;
use crate::record::{LayoutRecord, PackedPuzzle};
use serde::Serialize;
use std::collections::BTreeMap;

/// The JSON fields of a puzzle whose layout is not 9×9.
#[derive(Debug, Serialize)]
pub struct LayoutFields<'a> {
    clues: usize,
    hardest: &'static str,
    id: PuzzleId,
    layout: String,
    level: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<String>,
    number: u64,
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    schema: u8,
    score: u64,
    solution: String,
    techniques: BTreeMap<&'static str, u32>,
}

impl<'a> LayoutFields<'a> {
    /// Returns the JSON fields of a record.
    pub fn new(record: &LayoutRecord, layout: Layout, scheme: &'a Scheme) -> Self {
        let empty = || ShapedBoard::empty(layout.shape());
        let boards = record.boards(layout.shape());
        let boards = boards.unwrap_or_else(|| [empty(), empty()]);
        let [puzzle, solution] = boards.map(|board| shaped_line(&board, Alphabet::One));
        let used = record.made.path.used();
        Self {
            clues: record.clue_count(),
            hardest: hardest_technique(&record.made.path, scheme),
            id: record.made.id,
            layout: layout.to_string(),
            level: scheme.level_name(record.made.level),
            marks: record.made.features.marks_line(),
            number: record.number,
            puzzle,
            regions: record.made.features.regions().map(ToString::to_string),
            schema: 1,
            score: record.difficulty() as u64,
            solution,
            techniques: used.map(|(technique, n)| (technique.key(), n)).collect(),
        }
    }
}

/// Returns the name of the hardest technique of a solving path: the last technique of the scheme's ladder that the path
/// uses. Empty if the path uses no technique.
pub fn hardest_technique(path: &TechniquePath, scheme: &Scheme) -> &'static str {
    let ladder = scheme.ladder();
    let mut used = ladder.techniques().filter(|it| path.counts[it.index()] > 0);
    used.next_back().map_or("", |technique| technique.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate::techniques::TECHNIQUES;

    #[test]
    fn the_hardest_technique_is_the_last_of_the_ladder_that_is_used() {
        let scheme = Scheme::default();
        let ladder = scheme.ladder();
        let [first, second] = [2, 7].map(|place| ladder.techniques().nth(place).unwrap());
        let mut path = TechniquePath {
            counts: [0; TECHNIQUES],
            rating: None,
            blanks: 0,
        };
        assert_eq!(hardest_technique(&path, &scheme), "");
        for technique in [first, second] {
            path.counts[technique.index()] = 1;
            assert_eq!(hardest_technique(&path, &scheme), technique.name());
        }
    }
}

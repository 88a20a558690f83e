//! Puzzles that other programs have rated, for studies that compare those ratings with the ratings of this program.
//! The puzzles are compiled in, so that a study needs no other files. `tests/data/README.md` names the sources.

use flate2::read::GzDecoder;
use std::collections::HashSet;
use std::io::Read;
use sudoku_engine::grid::Board;

const RATED: &[u8] = include_bytes!("../../../tests/data/se-hodoku-rated.tsv.gz");

/// HoDoKu's levels, easiest first.
pub const HODOKU_LEVELS: [&str; 5] = ["Easy", "Medium", "Hard", "Unfair", "Extreme"];

/// A puzzle that other programs have rated.
pub struct RatedPuzzle {
    /// The source: a class of the Sudoku Exchange bank, or `own minimal` or `own dug29` for a puzzle that this project
    /// dug.
    pub source: String,
    /// The puzzle.
    pub puzzle: Board,
    /// Sudoku Explainer's ER (SukakuExplainer 1.18.1, default techniques).
    pub explainer: f64,
    /// HoDoKu's score.
    pub hodoku_score: f64,
    /// HoDoKu's level, as an index into [`HODOKU_LEVELS`].
    pub hodoku_level: usize,
}

/// Returns the puzzles rated by Sudoku Explainer and HoDoKu, each once.
pub fn rated() -> Vec<RatedPuzzle> {
    let mut text = String::new();
    // Can't fail for the built-in data: a test reads all of it.
    let _ = GzDecoder::new(RATED).read_to_string(&mut text);
    let mut seen = HashSet::new();
    let rated = text.lines().filter_map(parse);
    rated.filter(|one| seen.insert(one.puzzle)).collect()
}

fn parse(line: &str) -> Option<RatedPuzzle> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[
        source,
        puzzle,
        er,
        _ep,
        _ed,
        _technique,
        _er121,
        _technique121,
        score,
        level,
    ] = fields.as_slice()
    else {
        return None;
    };
    Some(RatedPuzzle {
        source: source.to_owned(),
        puzzle: puzzle.parse().ok()?,
        explainer: er.parse().ok()?,
        hodoku_score: score.parse().ok()?,
        hodoku_level: HODOKU_LEVELS.iter().position(|name| *name == level)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rated_set_is_whole() {
        let rated = rated();
        assert_eq!(rated.len(), 1641, "1,670 rows, 29 of which repeat a puzzle");
        let easy = rated.iter().filter(|one| one.hodoku_level == 0).count();
        assert_eq!(easy, 699);
        assert!(rated.iter().all(|one| one.explainer >= 1.0));
    }
}

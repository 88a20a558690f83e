//! Targets for puzzles as text: every format that is imported, and boards of any size and layout.

use crate::assert_one_line;
use sudoku_factory::grid::text::{Alphabet, AnyBoard, AnyPuzzles, Puzzles, Reading, shaped_line};
use sudoku_factory::grid::{Layout, ShapedBoard};
use sudoku_factory::import::{self, Format, LayoutList, ReadOptions};

/// Reads a text twice: with the format and the leniency that its first byte chooses, and with the default options,
/// which detect the format.
pub fn formats(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let choice = usize::from(choice);
    let format = Format::ALL.get(choice % (Format::ALL.len() + 1)).copied();
    let lenient = choice >= 128;
    for options in [ReadOptions { format, lenient }, ReadOptions::default()] {
        let mut last = 0;
        for item in import::read(text, options) {
            let (line, board) = item.expect("bytes can always be read");
            assert!(line >= last, "line {line} after line {last}");
            last = line;
            match board {
                Err(error) => assert_one_line(&error),
                Ok(board) => {
                    let written = board.to_string();
                    let again = Puzzles::new(written.as_bytes()).next();
                    let (_, again) = again.expect("a board").expect("bytes can always be read");
                    assert_eq!(again, Ok(board));
                }
            }
        }
    }
}

/// The layouts from which the first byte of an input chooses.
const LAYOUTS: [&str; 14] = [
    "4x4",
    "4x4+x",
    "6x6",
    "8x8",
    "9x9",
    "9x9+x",
    "9x9+windows",
    "9x9+jigsaw",
    "9x9+even-odd",
    "9x9+knight",
    "12x12",
    "16x16",
    "6x6+jigsaw",
    "25x25",
];

/// Reads a list of puzzles of a layout. The first byte chooses the layout, and the second the format.
pub fn layouts(bytes: &[u8]) {
    let [layout, format, text @ ..] = bytes else {
        return;
    };
    let name = LAYOUTS[usize::from(*layout) % LAYOUTS.len()];
    let Ok(layout) = name.parse::<Layout>() else {
        return;
    };
    let formats = Format::ALL.len() + 1;
    let format = Format::ALL.get(usize::from(*format) % formats).copied();
    let options = ReadOptions {
        format,
        lenient: false,
    };
    let list = || LayoutList::from(layout);
    for item in import::read_layout(text, options, list()) {
        match item.expect("bytes can always be read").1 {
            Err(error) => assert_one_line(&error),
            Ok(puzzle) => {
                assert_eq!(puzzle.board.values().len(), layout.cells());
                let line = puzzle.line();
                let text = Some(Format::Text).into();
                let mut again = import::read_layout(line.as_bytes(), text, list());
                let (_, again) = again.next().expect("a puzzle").expect("bytes can be read");
                assert_eq!(
                    again.map(|it| it.line()).ok().as_deref(),
                    Some(line.as_str())
                );
            }
        }
    }
}

/// Reads boards of any size; the first byte chooses the alphabet.
pub fn any_size(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let alphabet = Alphabet::ALL.get(usize::from(choice % 5)).copied();
    let reading = Reading {
        shape: None,
        alphabet,
    };
    for item in AnyPuzzles::new(text, reading) {
        let (_, board) = item.expect("bytes can always be read");
        match board {
            Err(error) => assert_one_line(&error),
            Ok(board) => {
                let board = match board {
                    AnyBoard::Nine(board) => ShapedBoard::from(&board),
                    AnyBoard::Shaped(board) => board,
                };
                let alphabet = alphabet.unwrap_or_default();
                let line = shaped_line(&board, alphabet);
                let known = Reading {
                    shape: Some(board.shape()),
                    alphabet: Some(alphabet),
                };
                let again = match known.one(&line) {
                    Ok(AnyBoard::Nine(board)) => ShapedBoard::from(&board),
                    Ok(AnyBoard::Shaped(board)) => board,
                    Err(error) => panic!("{line}: {error}"),
                };
                assert_eq!(again, board);
            }
        }
    }
    if let Ok(name) = std::str::from_utf8(text)
        && let Ok(layout) = name.trim().parse::<Layout>()
    {
        assert_eq!(layout.to_string().parse::<Layout>().ok(), Some(layout));
    }
}

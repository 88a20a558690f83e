//! Targets for the files of a player: logs of games, and rates.

use crate::assert_one_line;
use sudoku_factory::player::{IndexBase, Player, read, write};

/// Reads a log of games, with rows and columns counted first from 0 and then from 1.
pub fn log(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for base in [IndexBase::Zero, IndexBase::One] {
        match read(&text, base, None) {
            Err(error) => assert_one_line(&error),
            Ok(logs) => {
                for log in logs {
                    let again = read(&write(&log), IndexBase::Zero, None);
                    let again = again.expect("a written log can be read");
                    let cells = |log: &sudoku_factory::player::Log| -> Vec<_> {
                        log.moves.iter().map(|it| it.cell).collect()
                    };
                    assert_eq!((again.len(), again[0].puzzle), (1, log.puzzle));
                    assert_eq!(cells(&again[0]), cells(&log));
                }
            }
        }
    }
}

/// Reads a player's rates.
pub fn rates(bytes: &[u8]) {
    match Player::from_toml(&String::from_utf8_lossy(bytes)) {
        Err(error) => assert_one_line(&error),
        Ok(player) => assert!(!player.logics().is_empty()),
    }
}

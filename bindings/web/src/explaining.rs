//! The calls that explain a puzzle: the steps by which people solve it, and a hint for a state of play.

use super::arguments::{CallAnswer, CallArguments};
use super::solving::only_solution;
use factory_bindings::from_json;
use sudoku_engine::rate::hints::HintRequest;
use sudoku_engine::{TechniqueLadder, technique_steps};

pub(super) fn steps(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let board = arguments.board()?;
    let people = TechniqueLadder::people();
    let ladder = match arguments.text()? {
        "true" => people,
        _ => people.without_uniqueness(),
    };
    only_solution(&board)?;
    let steps = technique_steps(&board, &ladder).1;
    serde_json::to_vec(&steps).map_err(|error| error.to_string())
}

pub(super) fn hint(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let request: HintRequest = from_json(arguments.text()?)?;
    let play = request.play().map_err(|error| error.to_string())?;
    let hint = request.hint(&play).map_err(|error| error.to_string())?;
    serde_json::to_vec(&hint.object(request.level)).map_err(|error| error.to_string())
}

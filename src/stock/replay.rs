//! Answers repeated requests with the puzzles that they took the first time. It finds these in the ledger and the
//! packs. It has a thread of its own, so that new requests don't wait.

use super::error::{StockFault, TakeError};
use super::shared::{Answer, Request, SharedState, TakenPuzzles};
use super::sync::mpsc;
use crate::ledger::{Ledger, LedgerError};
use std::sync::Arc;

/// A request with the key of an earlier request, and the function that receives the answer.
pub(super) type RepeatedRequest = (Request, Answer);

/// Answers repeated requests until all senders of such requests are gone.
pub(super) fn run(shared: &SharedState, ledger: &Ledger, inbox: &mpsc::Receiver<RepeatedRequest>) {
    while let Ok((request, answer)) = inbox.recv() {
        answer(again(shared, ledger, &request));
    }
}

/// Returns the puzzles that an earlier request with the same key took. Returns an error if the earlier request
/// asked for something else, is no longer in the ledger, or took puzzles of a pack that is gone.
pub(super) fn again(
    shared: &SharedState,
    ledger: &Ledger,
    request: &Request,
) -> Result<TakenPuzzles, TakeError> {
    let unread = |error: LedgerError| TakeError::failed(&error);
    let taken = ledger.taken(&request.client, &request.key);
    let Some((asked, ids)) = taken.map_err(unread)? else {
        return Err(TakeError::Failed {
            fault: StockFault::Other,
            said: "the ledger no longer has the request with this key".to_owned(),
        });
    };
    if serde_json::from_str(&asked).ok().as_ref() != Some(&request.asked) {
        return Err(TakeError::OtherRequest);
    }
    let mut items = Vec::with_capacity(ids.len());
    for id in ids {
        let known = ledger.look_up(id).map_err(unread)?;
        let found = shared.puzzle(id, known.as_ref());
        let found = found.map_err(|error| TakeError::failed(&error))?;
        let pack = || known.as_ref().map(|it| it.pack.name.clone());
        let gone = || TakeError::PackGone {
            pack: pack().unwrap_or_default(),
        };
        items.push(Arc::new(found.ok_or_else(gone)?));
    }
    let is_again = true;
    Ok(TakenPuzzles { items, is_again })
}

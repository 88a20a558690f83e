//! The number of the last change of the queue that is on the disk: a request for a job is answered
//! only when its change is.

use tokio::sync::watch;

/// The number that the writer of the queue sets, and that those who changed it wait for.
#[derive(Debug)]
pub(super) struct QueueSync(watch::Sender<Reached>);

/// The numbers of changes so far; changes are numbered 1, 2, 3 …
#[derive(Debug, Clone, Copy, Default)]
struct Reached {
    /// The last change that is on the disk.
    written: u64,
    /// The last change that could not be written.
    refused: u64,
}

impl QueueSync {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(Reached::default()))
    }

    /// Notes that all changes up to this one were to be written, and whether that succeeded.
    pub(super) fn tell(&self, change: u64, is_written: bool) {
        self.0.send_modify(|reached| match is_written {
            true => reached.written = change,
            false => reached.refused = change,
        });
    }

    /// Waits until a change was to be written. Returns whether that succeeded.
    pub(super) async fn is_written(&self, change: u64) -> bool {
        let mut told = self.0.subscribe();
        let is_over = |it: &Reached| it.written.max(it.refused) >= change;
        let reached = told.wait_for(is_over).await.map(|it| *it);
        reached.is_ok_and(|it| it.written >= change)
    }
}

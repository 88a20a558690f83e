//! Up to which change the queue outlives a kill: who asked for a job is answered no sooner.

use tokio::sync::watch;

/// Told by whoever writes the queue down, waited for by whoever changed it.
#[derive(Debug)]
pub(super) struct Durable(watch::Sender<Reached>);

/// Changes are numbered 1, 2, 3 …
#[derive(Debug, Clone, Copy, Default)]
struct Reached {
    /// Written down up to this one.
    written: u64,
    /// Tried in vain up to this one.
    refused: u64,
}

impl Durable {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(Reached::default()))
    }

    /// Says that it was tried to write all changes down up to this one, and whether that went well.
    pub(super) fn tell(&self, change: u64, is_written: bool) {
        self.0.send_modify(|reached| match is_written {
            true => reached.written = change,
            false => reached.refused = change,
        });
    }

    /// Waits until it was tried. Whether it went well.
    pub(super) async fn is_written(&self, change: u64) -> bool {
        let mut told = self.0.subscribe();
        let is_over = |it: &Reached| it.written.max(it.refused) >= change;
        let reached = told.wait_for(is_over).await.map(|it| *it);
        reached.is_ok_and(|it| it.written >= change)
    }
}

//! The table of searches: which finder looks for which technique.

use super::find::{Finds, Search};
use super::state::State;
use super::technique::Technique;
use super::{fish, locked, singles, subsets};

/// Memory that searches use again.
#[derive(Debug, Clone, Default)]
pub(super) struct Work {}

impl Work {
    pub(super) fn begin(&mut self) {}
}

/// Looks for the techniques of one place of HoDoKu's table.
pub(super) fn search<const P: bool>(
    place: u16,
    state: &mut State,
    work: &mut Work,
    finds: &mut Finds<P>,
) -> Search {
    use Technique::*;
    match place {
        100 => singles::find(state, FullHouse, finds),
        200 => singles::find(state, NakedSingle, finds),
        300 => singles::find(state, HiddenSingle, finds),
        1000 => subsets::naked(state, LockedPair, 2, finds),
        1100 => subsets::naked(state, LockedTriple, 3, finds),
        1200 => locked::pointing(state, finds),
        1210 => locked::claiming(state, finds),
        1300 => subsets::naked(state, NakedPair, 2, finds),
        1400 => subsets::naked(state, NakedTriple, 3, finds),
        1500 => subsets::hidden(state, HiddenPair, 2, finds),
        1600 => subsets::hidden(state, HiddenTriple, 3, finds),
        2000 => subsets::naked(state, NakedQuad, 4, finds),
        2100 => subsets::hidden(state, HiddenQuad, 4, finds),
        2200 => fish::basic(state, XWing, 2, finds),
        2300 => fish::basic(state, Swordfish, 3, finds),
        2400 => fish::basic(state, Jellyfish, 4, finds),
        4100 => fish::finned(state, [FinnedXWing, SashimiXWing], 2, finds),
        4200 => fish::finned(state, [FinnedXWing, SashimiXWing], 2, finds),
        4300 => fish::finned(state, [FinnedSwordfish, SashimiSwordfish], 3, finds),
        4400 => fish::finned(state, [FinnedSwordfish, SashimiSwordfish], 3, finds),
        4500 => fish::finned(state, [FinnedJellyfish, SashimiJellyfish], 4, finds),
        4600 => fish::finned(state, [FinnedJellyfish, SashimiJellyfish], 4, finds),
        _ => Search::Continue(()),
    }
}

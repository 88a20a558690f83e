//! The table of searches: which finder looks for which technique.

use super::empty_searches::{BivalueSearch, EmptySearches};
use super::find::{Finds, Search};
use super::state::State;
use super::technique::Technique;
use super::{
    als, bug, chains, colours, fish, forcing, locked, remote_pair, single_digit, singles, subsets,
    sue_de_coq, uniqueness, wings,
};

/// What several searches of one position share.
#[derive(Debug, Clone, Default)]
pub(super) struct Work {
    locked_sets: OfStep<als::LockedSets>,
    rectangles: OfStep<Vec<uniqueness::Rectangle>>,
    empty: EmptySearches,
}

/// A value with the step after which it was computed.
#[derive(Debug, Clone)]
struct OfStep<T>(Option<(u32, T)>);

impl<T> Default for OfStep<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> OfStep<T> {
    /// Returns the value, which is computed if it is of another step.
    fn get(&mut self, state: &State, compute: impl FnOnce(&State) -> T) -> &T {
        let clock = state.clock();
        let known = self.0.take().filter(|(step, _)| *step == clock);
        &self.0.insert(known.unwrap_or_else(|| (clock, compute(state)))).1
    }
}

/// Looks for the techniques of one place of HoDoKu's table. `since`: the step after which the same search
/// last found nothing; what has not changed after it is passed over where that can be told.
pub(super) fn search<const P: bool>(
    place: u16,
    state: &State,
    since: u32,
    work: &mut Work,
    finds: &mut Finds<P>,
) -> Search {
    use Technique::*;
    let empty = &mut work.empty;
    match place {
        100 => singles::find(state, FullHouse, finds),
        200 => singles::find(state, NakedSingle, finds),
        300 => singles::find(state, HiddenSingle, finds),
        1000 => subsets::naked(state, since, empty, LockedPair, 2, finds),
        1100 => subsets::naked(state, since, empty, LockedTriple, 3, finds),
        1200 => locked::pointing(state, since, finds),
        1210 => locked::claiming(state, since, finds),
        1300 => subsets::naked(state, since, empty, NakedPair, 2, finds),
        1400 => subsets::naked(state, since, empty, NakedTriple, 3, finds),
        1500 => subsets::hidden(state, since, empty, HiddenPair, 2, finds),
        1600 => subsets::hidden(state, since, empty, HiddenTriple, 3, finds),
        2000 => subsets::naked(state, since, empty, NakedQuad, 4, finds),
        2100 => subsets::hidden(state, since, empty, HiddenQuad, 4, finds),
        2200 => fish::basic(state, since, empty, XWing, 2, finds),
        2300 => fish::basic(state, since, empty, Swordfish, 3, finds),
        2400 => fish::basic(state, since, empty, Jellyfish, 4, finds),
        2800 => by_bivalue(state, BivalueSearch::RemotePair, empty, finds, remote_pair::remote_pair),
        2900 => bug::bug_plus_one(state, finds),
        3000 => single_digit::skyscraper(state, since, finds),
        3100 => single_digit::kite(state, since, finds),
        3120 => single_digit::turbot_fish(state, since, finds),
        3170 => single_digit::empty_rectangle(state, since, finds),
        3200 => wings::w_wing(state, finds),
        3300 => by_bivalue(state, BivalueSearch::XyWing, empty, finds, |state, finds| {
            wings::wing(state, XyWing, finds)
        }),
        3400 => wings::wing(state, XyzWing, finds),
        3500 => uniqueness::find(state, work.rectangles.get(state, uniqueness::rectangles), UniqueRectangle1, finds),
        3600 => uniqueness::find(state, work.rectangles.get(state, uniqueness::rectangles), UniqueRectangle2, finds),
        3700 => uniqueness::find(state, work.rectangles.get(state, uniqueness::rectangles), UniqueRectangle3, finds),
        3800 => uniqueness::find(state, work.rectangles.get(state, uniqueness::rectangles), UniqueRectangle4, finds),
        3900 => uniqueness::find(state, work.rectangles.get(state, uniqueness::rectangles), UniqueRectangle5, finds),
        4000 => uniqueness::find(state, work.rectangles.get(state, uniqueness::rectangles), UniqueRectangle6, finds),
        4010 => uniqueness::find(state, work.rectangles.get(state, uniqueness::rectangles), HiddenRectangle, finds),
        4100 | 4200 => fish::finned(state, since, empty, 2, finds),
        4300 | 4400 => fish::finned(state, since, empty, 3, finds),
        4500 | 4600 => fish::finned(state, since, empty, 4, finds),
        5300 => sue_de_coq::sue_de_coq(state, finds),
        5330 => colours::simple(state, since, finds),
        5360 => colours::multi(state, since, finds),
        5400 => chains::x_chain(state, since, finds),
        5500 => by_bivalue(state, BivalueSearch::XyChain, empty, finds, chains::xy_chain),
        5600 => chains::loops(state, finds),
        5650 => chains::grouped_loops(state, finds),
        5699 => als::xz(work.locked_sets.get(state, als::LockedSets::of), WxyzWing, finds),
        5700 => als::xz(work.locked_sets.get(state, als::LockedSets::of), AlsXz, finds),
        5800 => als::xy_wing(work.locked_sets.get(state, als::LockedSets::of), finds),
        5900 => als::als_chain(work.locked_sets.get(state, als::LockedSets::of), finds),
        8500 => forcing::forcing_chains(state, finds),
        8600 => forcing::forcing_nets(state, finds),
        _ => Search::Continue(()),
    }
}

/// Makes a search that depends on cells of two candidates, unless there is no new one.
fn by_bivalue<const P: bool>(
    state: &State,
    search: BivalueSearch,
    empty: &mut EmptySearches,
    finds: &mut Finds<P>,
    find: impl FnOnce(&State, &mut Finds<P>) -> Search,
) -> Search {
    if !empty.has_bivalue(state, search) {
        find(state, finds)?;
        if finds.kept.is_empty() {
            empty.record_bivalue(state, search);
        }
    }
    Search::Continue(())
}

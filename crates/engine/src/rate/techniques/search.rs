//! Calls, for each technique, the function that searches for it.

use super::empty_searches::{BivalueSearch, EmptySearches};
use super::find::{FindCollector, Search};
use super::single_digit::StrongLinks;
use super::state::State;
use super::technique::Technique;
use super::templates::Templates;
use super::{
    als, bug, chains, colours, fish, forcing, locked, remote_pair, single_digit, singles, subsets,
    sue_de_coq, uniqueness, wings,
};
use crate::grid::{Geometry, Set};

/// The results that several searches of one position share, so that they are computed only once.
#[derive(Debug, Clone)]
pub(super) struct SharedResults<G: Geometry> {
    locked_sets: OfStep<als::AnyLockedSets<G>>,
    rectangles: OfStep<Vec<uniqueness::Rectangle<G>>>,
    empty: EmptySearches<G>,
    links: StrongLinks<G>,
    templates: Templates<G>,
}

impl<G: Geometry> SharedResults<G> {
    /// Makes an empty store of results.
    pub(super) fn new() -> Self {
        Self {
            locked_sets: OfStep::default(),
            rectangles: OfStep::default(),
            empty: EmptySearches::NONE,
            links: StrongLinks::default(),
            templates: Templates::default(),
        }
    }

    /// Clears the results when a new puzzle begins.
    pub(super) fn clear(&mut self) {
        self.locked_sets = OfStep::default();
        self.rectangles = OfStep::default();
        self.empty = EmptySearches::NONE;
        self.links.clear();
        self.templates.clear();
    }
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
    /// Returns the value for the current step, and computes it first if the stored value is from an earlier step.
    fn get<G: Geometry>(&mut self, state: &State<G>, compute: impl FnOnce(&State<G>) -> T) -> &T {
        let clock = state.clock();
        let known = self.0.take().filter(|(step, _)| *step == clock);
        &self
            .0
            .insert(known.unwrap_or_else(|| (clock, compute(state))))
            .1
    }
}

/// Searches for a technique, together with the techniques that have the same place in HoDoKu's table. `since` is the
/// step after which this search last found nothing. Where possible, places that have not changed since that step are
/// skipped.
pub(super) fn search<G: Geometry>(
    technique: Technique,
    state: &State<G>,
    since: u32,
    shared: &mut SharedResults<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    if technique <= Technique::Jellyfish {
        search_houses(technique, state, since, shared, finds)
    } else if technique <= Technique::XyzWing {
        search_links(technique, state, since, shared, finds)
    } else if !technique.is_large_pattern() {
        search_beyond(technique, state, since, shared, finds)
    } else if G::HAS_LARGE_PATTERNS {
        search_large(technique, state, since, shared, finds)
    } else {
        Search::Continue(())
    }
}

/// Returns the factor by which a search for this technique counts in the effort: roughly, how many times longer it
/// takes per candidate than a search for patterns within one or two houses.
pub(super) fn weight(technique: Technique) -> u64 {
    use Technique::*;
    match technique {
        FullHouse | NakedSingle | HiddenSingle => 0,
        XChain | XyChain | Aic | DiscontinuousLoop | ContinuousLoop => 10,
        GroupedAic | GroupedDiscontinuousLoop | GroupedContinuousLoop => 50,
        WxyzWing | AlsXz | AlsXyWing => 100,
        AlsChain | ForcingChainContradiction | ForcingChainVerity => 200,
        ForcingNetContradiction | ForcingNetVerity => 1000,
        _ => 1,
    }
}

/// Searches for one of the techniques that find singles, subsets, locked candidates or fish without fins.
fn search_houses<G: Geometry>(
    technique: Technique,
    state: &State<G>,
    since: u32,
    shared: &mut SharedResults<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    use Technique::*;
    let empty = &mut shared.empty;
    let mut digits = || changed_and_removable(state, since, &mut shared.templates);
    match technique {
        LockedPair | NakedPair => subsets::naked(state, since, empty, technique, 2, finds),
        LockedTriple | NakedTriple => subsets::naked(state, since, empty, technique, 3, finds),
        NakedQuad => subsets::naked(state, since, empty, technique, 4, finds),
        HiddenPair => subsets::hidden(state, since, empty, technique, 2, finds),
        HiddenTriple => subsets::hidden(state, since, empty, technique, 3, finds),
        HiddenQuad => subsets::hidden(state, since, empty, technique, 4, finds),
        Pointing => locked::pointing(state, since, finds),
        Claiming => locked::claiming(state, since, finds),
        XWing => fish::basic(state, digits(), empty, technique, 2, finds),
        Swordfish => fish::basic(state, digits(), empty, technique, 3, finds),
        Jellyfish => fish::basic(state, digits(), empty, technique, 4, finds),
        _ => singles::find(state, technique, finds),
    }
}

/// Searches for a technique that lies between the remote pair and the XYZ-wing in HoDoKu's order, or for one of
/// these two. The patterns of these techniques have few links.
fn search_links<G: Geometry>(
    technique: Technique,
    state: &State<G>,
    since: u32,
    shared: &mut SharedResults<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    use Technique::*;
    let empty = &mut shared.empty;
    let links = shared.links.update(state);
    let mut digits = || changed_and_removable(state, since, &mut shared.templates);
    match technique {
        RemotePair => {
            let find = remote_pair::remote_pair;
            by_bivalue(state, BivalueSearch::RemotePair, empty, finds, find)
        }
        XyWing => {
            let find = |state: &State<G>, finds: &mut FindCollector<G>| {
                wings::wing(state, technique, finds)
            };
            by_bivalue(state, BivalueSearch::XyWing, empty, finds, find)
        }
        BugPlusOne => bug::bug_plus_one(state, finds),
        Skyscraper => single_digit::skyscraper(state, links, digits(), finds),
        TwoStringKite => single_digit::kite(state, links, digits(), finds),
        TurbotFish => single_digit::turbot_fish(state, links, digits(), finds),
        EmptyRectangle => single_digit::empty_rectangle(state, digits(), finds),
        WWing => wings::w_wing(state, links, finds),
        _ => wings::wing(state, technique, finds),
    }
}

/// Searches for unique rectangles, or for a technique that comes after them in HoDoKu's table and is not a large
/// pattern.
fn search_beyond<G: Geometry>(
    technique: Technique,
    state: &State<G>,
    since: u32,
    shared: &mut SharedResults<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    use Technique::*;
    let empty = &mut shared.empty;
    let links = shared.links.update(state);
    let mut digits = || changed_and_removable(state, since, &mut shared.templates);
    match technique {
        FinnedXWing | SashimiXWing => fish::finned(state, digits(), empty, 2, finds),
        FinnedSwordfish | SashimiSwordfish => fish::finned(state, digits(), empty, 3, finds),
        FinnedJellyfish | SashimiJellyfish => fish::finned(state, digits(), empty, 4, finds),
        ColourTrap | ColourWrap => colours::simple(state, links, digits(), finds),
        MultiColours1 | MultiColours2 => colours::multi(state, links, digits(), finds),
        XChain => chains::x_chain(state, links, digits(), finds),
        XyChain => by_bivalue(
            state,
            BivalueSearch::XyChain,
            empty,
            finds,
            chains::xy_chain,
        ),
        Aic | DiscontinuousLoop | ContinuousLoop => chains::loops(state, links, finds),
        _ => {
            let rectangles = shared.rectangles.get(state, uniqueness::rectangles);
            uniqueness::find(state, rectangles, technique, finds)
        }
    }
}

/// Searches for one of the [large patterns](Technique::is_large_pattern).
fn search_large<G: Geometry>(
    technique: Technique,
    state: &State<G>,
    since: u32,
    shared: &mut SharedResults<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    use Technique::*;
    let empty = &mut shared.empty;
    let links = shared.links.update(state);
    match technique {
        SueDeCoq => sue_de_coq::sue_de_coq(state, since, finds),
        GroupedAic | GroupedDiscontinuousLoop | GroupedContinuousLoop => {
            chains::grouped_loops(state, links, finds)
        }
        WxyzWing | AlsXz | AlsXyWing | AlsChain => {
            let all = shared.locked_sets.get(state, als::AnyLockedSets::of);
            let changed = empty.cells_changed(state, technique);
            als::find(all, technique, changed, finds)?;
            if finds.kept.is_empty() {
                empty.record_locked_sets(state, technique);
            }
            Search::Continue(())
        }
        ForcingChainContradiction | ForcingChainVerity => {
            forcing::forcing_chains(state, links, finds)
        }
        _ => forcing::forcing_nets(state, links, finds),
    }
}

/// Returns the digits that have lost a place after the step `since` and have a candidate that a single-digit technique
/// could remove.
fn changed_and_removable<G: Geometry>(
    state: &State<G>,
    since: u32,
    templates: &mut Templates<G>,
) -> G::Digits {
    let changed = state.digits_changed(since);
    changed.intersection(templates.removable(state))
}

/// Runs a search that depends only on the cells with two candidates. Skips the search if it has found nothing before
/// and no other cell has been reduced to two candidates since then.
fn by_bivalue<G: Geometry>(
    state: &State<G>,
    search: BivalueSearch,
    empty: &mut EmptySearches<G>,
    finds: &mut FindCollector<G>,
    find: impl FnOnce(&State<G>, &mut FindCollector<G>) -> Search,
) -> Search {
    if !empty.has_bivalue(state, search) {
        find(state, finds)?;
        if finds.kept.is_empty() {
            empty.record_bivalue(state, search);
        }
    }
    Search::Continue(())
}

//! Records the searches that found nothing, so that they can be skipped until something relevant changes. A search
//! that would find the same removals is skipped, too.
//!
//! In a house of n blanks, a naked subset of k cells removes the same candidates as a hidden subset of the n - k
//! other digits. Likewise, a fish in k of a digit's n rows removes the same candidates as a fish in n - k columns,
//! with the same fins.

use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, Ordinal, Set, Table};

/// A kind of search with a counterpart. Where a search chooses k of n cells, digits or lines, its counterpart chooses
/// the other n − k. If one of the two finds nothing, the other is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Complement {
    Naked,
    Hidden,
    Fish,
    FinnedFish,
}

/// A search that depends only on the cells with two candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BivalueSearch {
    RemotePair,
    XyWing,
    XyChain,
}

/// A record of the searches that found nothing, so that they can be skipped while nothing relevant changes.
#[derive(Debug, Clone)]
pub(super) struct EmptySearches<G: Geometry> {
    /// For each kind and size of search, the step after which the search last found nothing.
    sizes: [[u32; 5]; 4],
    /// For each [`BivalueSearch`], the cells that had two candidates when that search last found nothing.
    bivalue: [G::Cells; 3],
    /// For each technique that uses almost locked sets, the cells of each candidate digit when the search for the
    /// technique last found nothing. `None` if that has not happened yet. Almost locked sets whose cells have lost
    /// no candidate since then are unchanged.
    locked_sets: [Option<G::PerDigit<G::Cells>>; 4],
}

impl<G: Geometry> EmptySearches<G> {
    /// The record before the first search.
    pub(super) const NONE: Self = Self {
        sizes: [[0; 5]; 4],
        bivalue: [G::Cells::EMPTY; 3],
        locked_sets: [const { None }; 4],
    };

    pub(super) fn record(&mut self, state: &State<G>, kind: Complement, size: u32) {
        self.sizes[kind as usize][size as usize] = state.clock();
    }

    /// Returns the step after which a search of this kind and size last found nothing; 0 if that has not happened yet.
    pub(super) fn step(&self, kind: Complement, size: u32) -> u32 {
        self.sizes[kind as usize][size as usize]
    }

    /// Returns whether a search of this kind and size has found nothing in this position.
    pub(super) fn has(&self, state: &State<G>, kind: Complement, size: usize) -> bool {
        self.sizes[kind as usize].get(size) == Some(&state.clock())
    }

    pub(super) fn record_bivalue(&mut self, state: &State<G>, search: BivalueSearch) {
        self.bivalue[search as usize] = state.bivalue();
    }

    /// Returns whether all cells with two candidates already had two when this search last found nothing.
    pub(super) fn has_bivalue(&self, state: &State<G>, search: BivalueSearch) -> bool {
        state.bivalue().is_subset(self.bivalue[search as usize])
    }

    pub(super) fn record_locked_sets(&mut self, state: &State<G>, technique: Technique) {
        let mut candidates = G::PerDigit::filled(G::Cells::EMPTY);
        for digit in state.geometry().digits() {
            candidates[digit.index()] = state.of_digit(digit);
        }
        self.locked_sets[place_of(technique)] = Some(candidates);
    }

    /// Returns the cells that have lost candidates since the search for this technique of almost locked sets last
    /// found nothing; all cells if that has not happened yet.
    pub(super) fn cells_changed(&self, state: &State<G>, technique: Technique) -> G::Cells {
        let g = state.geometry();
        let Some(before) = &self.locked_sets[place_of(technique)] else {
            return g.all_cells();
        };
        let lost = g
            .digits()
            .map(|digit| before[digit.index()] - state.of_digit(digit));
        lost.fold(G::Cells::EMPTY, G::Cells::union)
    }
}

/// Returns an index for a technique of almost locked sets, from 0 to 3.
fn place_of(technique: Technique) -> usize {
    match technique {
        Technique::WxyzWing => 0,
        Technique::AlsXz => 1,
        Technique::AlsXyWing => 2,
        _ => 3,
    }
}

//! Finds the chains inside nested dynamic chains.
//! Source: docs/se-specification.md, section 8, hint producers 27 to 30.
//!
//! The search runs in the outer chain's working grid, its copy of the candidates. All hints of one search are
//! added to the outer chain, best first. A hint depends on earlier removals by the outer chain, but only on those
//! from cells and houses in which the hint has a strong link.

use super::chains::{self, ChainSearch};
use super::closure::Base;
use super::explain;
use super::forcing::{self, ForcingMemory};
use super::links::Links;
use super::order;
use super::removed_candidates::RemovedCandidates;
use super::rules::{SeInside, SeRules};
use super::step::SeChain;
use crate::grid::{Candidates, Cell, House};
use crate::rate::Mark;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A search for the chains inside a dynamic chain; Sudoku Explainer calls its searches producers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NestedProducer {
    /// Cycles and forcing chains.
    Static,
    /// Multiple or dynamic chains.
    Closures(SeRules),
}

/// A hint by chains inside a dynamic chain.
pub(super) struct NestedHint {
    pub losing: Vec<Mark>,
    /// The removed candidates on which the hint depends, by their numbers in the outer closure.
    pub causes: Vec<u16>,
    /// The number of nodes in the hint's chains.
    pub complexity: u32,
    /// A hash of the hint's nodes, so that equal chains are counted once.
    pub key: u64,
}

const MULTIPLE: NestedProducer = NestedProducer::Closures(forcing::rules(false, SeInside::Nothing));
const DYNAMIC: NestedProducer = NestedProducer::Closures(forcing::rules(true, SeInside::Nothing));
const NESTED: NestedProducer = NestedProducer::Closures(forcing::rules(true, SeInside::Chains));

/// Returns the searches for nested chains that `inside` includes. They are tried in this order, after the
/// techniques of [`SeInside::Patterns`]. Only the first search that finds something is used.
pub(super) const fn producers(inside: SeInside) -> &'static [NestedProducer] {
    match inside {
        SeInside::Nothing | SeInside::Patterns => &[],
        SeInside::Chains => &[NestedProducer::Static],
        SeInside::Multiple => &[NestedProducer::Static, MULTIPLE],
        SeInside::Dynamic => &[DYNAMIC],
        SeInside::Nested => &[DYNAMIC, NESTED],
    }
}

/// Lists all hints that one search finds among the remaining candidates (the working grid), best first. Also
/// returns the number of nodes that the search followed; for [`NestedProducer::Static`], this is an estimate.
pub(super) fn hints(
    removed: &RemovedCandidates<'_>,
    producer: NestedProducer,
) -> (Vec<NestedHint>, u64) {
    let links = Links::of(removed.working);
    match producer {
        NestedProducer::Static => {
            let found =
                ChainSearch::default().find_all(removed.working, &links, removed.digits_by_kind());
            let work = 4 * links.len() as u64;
            let hint = |(found, losing): (chains::FoundChain, Vec<Mark>)| {
                let chain = explain::static_chain(&links, found);
                let losing = match found.form {
                    chains::Form::Cycle => losing,
                    form => removed_marks(
                        removed.working,
                        links.mark(found.start),
                        form == chains::Form::Off,
                    ),
                };
                NestedHint::new(removed, losing, found.complexity.into(), &[chain])
            };
            (found.into_iter().map(hint).collect(), work)
        }
        NestedProducer::Closures(rules) => {
            let base = Base {
                candidates: removed.working,
                links: &links,
                rules,
                techniques: removed.base.techniques,
            };
            let mut memory = ForcingMemory::with_effort(u64::MAX);
            let found = forcing::find_all(base, &mut memory);
            let hint = |found: forcing::ForcingHint| {
                let chains = explain::closure_chains(&base, found, |way| memory.closure(way));
                let losing =
                    removed_marks(removed.working, links.mark(found.end.number), found.end.on);
                NestedHint::new(removed, losing, found.complexity, &chains)
            };
            (found.into_iter().map(hint).collect(), memory.work)
        }
    }
}

/// Lists the candidates that are removed from a cell because its candidate `mark` is proved true or false. If
/// `on`, `mark` is proved true, and the other candidates of the cell are removed. Otherwise `mark` itself is removed.
fn removed_marks(working: &Candidates, mark: Mark, on: bool) -> Vec<Mark> {
    let Mark { cell, digit } = mark;
    if !on {
        return vec![mark];
    }
    let others = working.of_cell(cell).without(digit);
    others.map(|digit| Mark { cell, digit }).collect()
}

impl NestedHint {
    fn new(
        removed: &RemovedCandidates<'_>,
        losing: Vec<Mark>,
        complexity: u32,
        chains: &[SeChain],
    ) -> Self {
        let mut causes: Vec<u16> = Vec::new();
        let mut hasher = DefaultHasher::new();
        for chain in chains {
            for node in &chain.nodes {
                (node.mark.cell, node.mark.digit, node.on).hash(&mut hasher);
                let (Some(&cause), true) = (node.causes.first(), node.on) else {
                    continue;
                };
                let Mark { cell, digit } = node.mark;
                let from = chain.nodes[cause].mark.cell;
                if from == cell {
                    causes.extend(removed.of_cell(cell));
                } else if let Some(house) =
                    node.house.or_else(|| pair_house(removed, from, node.mark))
                {
                    causes.extend(removed.of_digit(digit, house.cells()));
                }
            }
        }
        causes.sort_unstable();
        causes.dedup();
        Self {
            losing,
            causes,
            complexity,
            key: hasher.finish(),
        }
    }
}

/// Returns the first house, in the order box, row, column, in which the digit of `to` has only two places: the cell
/// `from` and the cell of `to`.
fn pair_house(removed: &RemovedCandidates<'_>, from: Cell, to: Mark) -> Option<House> {
    let holders = removed.working.of_digit(to.digit);
    let mut houses = order::shared_houses(to.cell, from);
    houses.find(|house| (holders & house.cells()).without(from).single() == Some(to.cell))
}

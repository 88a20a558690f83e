//! Tests the field `depends` of steps, which must list all earlier steps whose removals a step needs.
//!
//! Each step of many solving paths must still hold on a board with only the removals of the listed steps. This board
//! has all earlier placements.
#![allow(clippy::unwrap_used, clippy::expect_used)] // clippy.toml's leave is for test functions, not their helpers

#[path = "../../../tests/sets.rs"]
mod sets;

use std::collections::{BTreeMap, BTreeSet};
use sudoku_engine::grid::{Board, Cell, CellSet, Digit, DigitSet, House};
use sudoku_engine::rate::Mark;
use sudoku_engine::rate::hints::{
    ExplainedLink, LinkReason, Position, TechniqueStep, technique_steps,
};
use sudoku_engine::rate::techniques::{ChainNode, Move, Technique, TechniqueLadder, all_moves};

/// Returns the solving paths of every nth rated puzzle, where n is `every`.
fn paths(every: usize) -> impl Iterator<Item = (Board, Vec<TechniqueStep>)> {
    let ladder = TechniqueLadder::hodoku();
    let rows = sets::table("hodoku-rated.tsv");
    rows.step_by(every).map(move |row| {
        let puzzle: Board = row[0].parse().unwrap();
        (puzzle, technique_steps(&puzzle, &ladder).1)
    })
}

/// Returns the position before a step. Of the earlier steps, only those on which the step depends have removed their
/// candidates.
fn position(board: &Board, steps: &[TechniqueStep], step: &TechniqueStep) -> Position {
    let mut position = Position::new(board);
    for &needed in &step.depends {
        position.remove(steps[needed - 1].removes.iter().copied());
    }
    position
}

/// Returns whether the link `it` holds in the position. A joint link is tested together with the other strong links
/// to the same end among `links`.
fn holds(position: &Position, links: &[&ExplainedLink], it: &ExplainedLink) -> bool {
    let (from, to) = (it.link.from, it.link.to);
    let candidates = position.candidates();
    let within = |house: House, digit: Digit| candidates.of_digit(digit) & house.cells();
    if !it.link.strong {
        let sees_all = |cell: Cell| (from.cells - CellSet::of(cell)).is_subset(cell.peers());
        let sees = to.cells.into_iter().all(sees_all);
        let is_one_cell = from.cells == to.cells && from.cells.single().is_some();
        return match it.why {
            Some(LinkReason::Cell(cell)) => is_one_cell && from.cells == CellSet::of(cell),
            Some(LinkReason::House(house)) => {
                from.digit == to.digit && (from.cells | to.cells).is_subset(house.cells()) && sees
            }
            Some(LinkReason::Restricted(digit)) => from.digit == digit && to.digit == digit && sees,
            _ => false,
        };
    }
    let joint = links
        .iter()
        .filter(|other| other.link.to == to && other.link.strong);
    let froms: Vec<ChainNode> = if it.is_joint {
        joint.map(|other| other.link.from).collect()
    } else {
        vec![from]
    };
    match it.why {
        Some(LinkReason::Cell(cell)) => {
            let digits: DigitSet = froms.iter().map(|it| it.digit).collect();
            candidates
                .of_cell(cell)
                .difference(digits.with(to.digit))
                .is_empty()
        }
        Some(LinkReason::House(house)) => {
            let cells = froms.iter().fold(to.cells, |all, it| all | it.cells);
            within(house, to.digit).is_subset(cells)
        }
        Some(LinkReason::Set(cells)) => {
            let digits = cells.fold(DigitSet::EMPTY, |all, cell| {
                all.union(candidates.of_cell(cell))
            });
            let has_all = |node: ChainNode| candidates.of_digit(node.digit) & cells == node.cells;
            digits.len() == cells.len() + 1 && has_all(from) && has_all(to)
        }
        _ => false,
    }
}

/// A fact about a node of a chain: the cells and the digit of the node, and whether the node is true.
type Fact = (Vec<Cell>, Digit, bool);
/// The facts that are known in one branch of a proof. They may contradict each other.
type Known = BTreeSet<Fact>;

fn fact(node: ChainNode, truth: bool) -> Fact {
    (node.cells.collect(), node.digit, truth)
}

fn opposite((cells, digit, truth): &Fact) -> Fact {
    (cells.clone(), *digit, !truth)
}

/// Follows links from a premise and adds the facts that they prove to `known`. Each link must start from a fact that is
/// already known.
fn walk(position: &Position, links: &[&ExplainedLink], known: &mut Known) -> Result<(), String> {
    for it in links {
        let (from, to) = (it.link.from, it.link.to);
        if !holds(position, links, it) {
            return Err(format!("{it:?} does not hold"));
        }
        if !known.contains(&fact(from, !it.link.strong)) {
            return Err(format!("{it:?} begins with what is not known"));
        }
        if !it.is_joint || joined(links, it, known) {
            known.insert(fact(to, it.link.strong));
        }
    }
    Ok(())
}

/// Returns whether all strong links with the same end as the link `it` start from nodes that are known to be false.
fn joined(links: &[&ExplainedLink], it: &ExplainedLink, known: &Known) -> bool {
    let same = links
        .iter()
        .filter(|other| other.link.to == it.link.to && other.link.strong);
    same.into_iter()
        .all(|other| known.contains(&fact(other.link.from, false)))
}

/// Returns whether the known facts leave a cell without a candidate, or a digit without a place in a house.
fn is_broken(position: &Position, known: &Known) -> bool {
    let candidates = position.candidates();
    let is_out = |cell: Cell, digit: Digit| known.contains(&(vec![cell], digit, false));
    let mut blanks = candidates.blanks();
    blanks.any(|cell| {
        candidates
            .of_cell(cell)
            .into_iter()
            .all(|digit| is_out(cell, digit))
    }) || House::all().any(|house| {
        Digit::all().any(|digit| {
            let places = candidates.of_digit(digit) & house.cells();
            !places.is_empty() && places.into_iter().all(|cell| is_out(cell, digit))
        })
    })
}

/// Proves the conclusion of a forcing chain or net from its links alone.
fn prove_forcing(position: &Position, step: &TechniqueStep) -> Result<(), String> {
    let effect = step.removes.iter().map(|mark| (mark, false));
    let (&mark, is_set) = effect
        .chain(step.sets.iter().map(|it| (it, true)))
        .next()
        .unwrap();
    let end: Fact = (vec![mark.cell], mark.digit, is_set);
    let count = step.links.iter().map(|it| it.chain + 1).max().unwrap_or(0);
    let chains: Vec<Vec<&ExplainedLink>> = (0..count)
        .map(|n| step.links.iter().filter(|it| it.chain == n).collect())
        .filter(|chain: &Vec<_>| !chain.is_empty())
        .collect();
    let is_verity = matches!(
        step.technique,
        Technique::ForcingChainVerity | Technique::ForcingNetVerity
    );
    if !is_verity {
        let supposed = Known::from([opposite(&end)]);
        let mut known = supposed.clone();
        for chain in &chains {
            let mut branch = supposed.clone();
            walk(position, chain, &mut branch)?;
            known.extend(branch);
        }
        let is_contradiction = known.iter().any(|it| known.contains(&opposite(it)));
        let is_proved = is_contradiction || is_broken(position, &known);
        return is_proved
            .then_some(())
            .ok_or_else(|| "no contradiction".to_owned());
    }
    prove_verity(position, &chains, end)
}

/// Proves that at least one of the branches holds, and that each branch proves the fact `end` or contradicts itself.
fn prove_verity(
    position: &Position,
    chains: &[Vec<&ExplainedLink>],
    end: Fact,
) -> Result<(), String> {
    let mut starts = Known::new();
    for chain in chains {
        let first = chain[0].link;
        let start = fact(first.from, !first.strong);
        let mut known = Known::from([start.clone()]);
        starts.insert(start);
        walk(position, chain, &mut known)?;
        let is_contradiction = known.iter().any(|it| known.contains(&opposite(it)));
        if !known.contains(&end) && !is_contradiction && !is_broken(position, &known) {
            return Err("a branch ends elsewhere".to_owned());
        }
    }
    // A branch whose first node is the end has no links.
    starts.insert(end);
    let begins = |cell: Cell, digit: Digit| starts.contains(&(vec![cell], digit, true));
    let candidates = position.candidates();
    let mut blanks = candidates.blanks();
    let is_exhaustive = starts.iter().any(|it| starts.contains(&opposite(it)))
        || blanks.any(|cell| {
            candidates
                .of_cell(cell)
                .into_iter()
                .all(|digit| begins(cell, digit))
        })
        || House::all().any(|house| {
            Digit::all().any(|digit| {
                let places = candidates.of_digit(digit) & house.cells();
                !places.is_empty() && places.into_iter().all(|cell| begins(cell, digit))
            })
        });
    is_exhaustive
        .then_some(())
        .ok_or_else(|| format!("there is another choice than {starts:?}"))
}

/// Proves the links of a chain: they hold, and are alternately strong and weak, unless all of them are strong (as
/// in colouring). Then proves what the step concludes from them.
fn prove_chain(position: &Position, step: &TechniqueStep) -> Result<(), String> {
    let links: Vec<&ExplainedLink> = step.links.iter().collect();
    let is_coloured = step.links.iter().all(|it| it.link.strong);
    for chain in links.chunk_by(|one, two| one.chain == two.chain) {
        for it in chain {
            if it.is_joint || !holds(position, chain, it) {
                return Err(format!("{it:?} does not hold alone"));
            }
        }
        let alternates = |pair: &[&ExplainedLink]| {
            pair[0].link.strong != pair[1].link.strong && pair[0].link.to == pair[1].link.from
        };
        if !is_coloured && !chain.windows(2).all(alternates) {
            return Err("the links don't make a chain".to_owned());
        }
    }
    let removes = step.removes.iter().map(|&mark| (mark, true));
    let mut opposites = removes.chain(step.sets.iter().map(|&mark| (mark, false)));
    match opposites.find(|&(mark, truth)| !contradicts(&links, mark, truth)) {
        Some((mark, _)) => Err(format!("the links don't prove {mark:?}")),
        None => Ok(()),
    }
}

/// Returns whether a supposition about a candidate leads to a contradiction: some node becomes both true and false.
/// Conclusions follow from the links, and from nodes that exclude or contain each other.
fn contradicts(links: &[&ExplainedLink], mark: Mark, truth: bool) -> bool {
    let ends = links.iter().flat_map(|it| [it.link.from, it.link.to]);
    let supposed = ChainNode {
        cells: CellSet::of(mark.cell),
        digit: mark.digit,
    };
    let nodes: Vec<ChainNode> = ends.chain([supposed]).collect();
    let mut known = Known::from([fact(supposed, truth)]);
    loop {
        let mut more = Known::new();
        for it in links {
            let (from, to, strong) = (it.link.from, it.link.to, it.link.strong);
            for (one, other) in [(from, to), (to, from)] {
                if known.contains(&fact(one, !strong)) {
                    more.insert(fact(other, strong));
                }
            }
        }
        for &one in nodes.iter().filter(|&&it| known.contains(&fact(it, true))) {
            let excluded = nodes.iter().filter(|&&other| excludes(one, other));
            more.extend(excluded.map(|&other| fact(other, false)));
            let wider = nodes
                .iter()
                .filter(|other| other.digit == one.digit && one.cells.is_subset(other.cells));
            more.extend(wider.map(|&other| fact(other, true)));
        }
        if more.is_subset(&known) {
            return known.iter().any(|it| known.contains(&opposite(it)));
        }
        known.extend(more);
    }
}

/// Returns whether two nodes can't both be true: they are two digits of one cell, or places of one digit that all see
/// each other.
fn excludes(one: ChainNode, other: ChainNode) -> bool {
    if one.digit != other.digit {
        return one.cells == other.cells && one.cells.single().is_some();
    }
    let sees_all = |cell: Cell| one.cells.is_subset(cell.peers());
    other.cells.into_iter().all(sees_all)
}

/// Proves that a new search for the technique finds the step again.
fn prove_found(position: &Position, board: &Board, step: &TechniqueStep) -> Result<(), String> {
    let gone = |cell: Cell| {
        let out = DigitSet::ALL.difference(position.candidates().of_cell(cell));
        out.map(move |digit| Mark { cell, digit })
    };
    let removed: Vec<Mark> = position.candidates().blanks().flat_map(gone).collect();
    let finds = |found: &Move| {
        let has = |mark: &Mark| found.removes.contains(mark);
        step.removes.iter().all(has) && step.sets == found.sets
    };
    let again = all_moves(step.technique, board, &removed);
    again
        .iter()
        .any(finds)
        .then_some(())
        .ok_or_else(|| "is not found".to_owned())
}

fn prove(position: &Position, board: &Board, step: &TechniqueStep) -> Result<(), String> {
    use Technique::*;
    let has = |mark: &Mark| {
        position
            .candidates()
            .of_cell(mark.cell)
            .contains(mark.digit)
    };
    if !step.removes.iter().all(has) {
        return Err("what is removed is not there".to_owned());
    }
    match step.technique {
        ForcingChainContradiction
        | ForcingChainVerity
        | ForcingNetContradiction
        | ForcingNetVerity => prove_forcing(position, step),
        // A search keeps the shortest chain, which may be a different one here.
        RemotePair
        | XChain
        | XyChain
        | Aic
        | DiscontinuousLoop
        | ContinuousLoop
        | GroupedAic
        | GroupedDiscontinuousLoop
        | GroupedContinuousLoop
        | AlsChain => prove_chain(position, step),
        _ if step.links.is_empty() => prove_found(position, board, step),
        _ => prove_chain(position, step).and_then(|()| prove_found(position, board, step)),
    }
}

#[test]
fn a_step_needs_no_more_than_it_depends_on() {
    let mut checked: BTreeMap<Technique, (usize, usize)> = BTreeMap::new();
    let mut linked = 0;
    for (puzzle, steps) in paths(1) {
        let mut board = puzzle;
        for (n, step) in steps.iter().enumerate() {
            assert!(
                step.depends
                    .iter()
                    .all(|&earlier| earlier >= 1 && earlier <= n)
            );
            let position = position(&board, &steps, step);
            let proved = prove(&position, &board, step);
            assert!(
                proved.is_ok(),
                "{puzzle} step {}: {step}: {proved:?}",
                n + 1
            );
            let count = checked.entry(step.technique).or_default();
            count.0 += 1;
            count.1 += usize::from(!step.depends.is_empty());
            linked += usize::from(!step.links.is_empty());
            for mark in &step.sets {
                board.set(mark.cell, Some(mark.digit));
            }
        }
    }
    let steps: usize = checked.values().map(|it| it.0).sum();
    let depend: usize = checked.values().map(|it| it.1).sum();
    assert!(steps > 10_000 && depend > 1000, "{steps} {depend}");
    assert!(linked > 800, "{linked}");
}

/// Techniques that are rare on solving paths, because ladders try other techniques first or take only the best of
/// several steps.
const RARE: [Technique; 6] = [
    Technique::ForcingChainContradiction,
    Technique::ForcingChainVerity,
    Technique::ForcingNetContradiction,
    Technique::ForcingNetVerity,
    Technique::AlsChain,
    Technique::GroupedContinuousLoop,
];

/// Returns whether the test looks for rare techniques before this step. It does so if the step is not a single and has
/// an odd number of removals. (The search for nets requires a position without singles.)
fn is_late(step: &TechniqueStep) -> bool {
    step.technique > Technique::HiddenSingle && step.removes.len() % 2 == 1
}

#[test]
fn steps_that_no_path_takes_hold_as_well() {
    let mut checked: BTreeMap<Technique, usize> = BTreeMap::new();
    for (puzzle, steps) in paths(20) {
        let mut position = Position::new(&puzzle);
        for (n, step) in steps.iter().enumerate() {
            for technique in RARE.into_iter().filter(|_| is_late(step)) {
                for it in position.moves(technique).iter().step_by(17) {
                    let found = TechniqueStep::new(&position, it);
                    let before = self::position(position.board(), &steps, &found);
                    let proved = prove(&before, position.board(), &found);
                    assert!(proved.is_ok(), "{puzzle} after {n}: {found}: {proved:?}");
                    *checked.entry(technique).or_default() += 1;
                }
            }
            position.apply(&step.sets, &step.removes, n + 1);
        }
    }
    assert!(
        checked.len() == RARE.len() && checked.values().all(|&count| count > 20),
        "{checked:?}"
    );
}

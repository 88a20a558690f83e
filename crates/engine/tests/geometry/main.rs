//! Tests the techniques on geometries other than the built-in 9×9.
//!
//! All these geometries have one type, which holds a list of houses. On 6×6, a 6×6 jigsaw and 9×9 with diagonals,
//! the techniques are compared with searches that try everything. Plain 9×9 as a list of houses must give exactly
//! the steps of the built-in geometry.
#![allow(clippy::unwrap_used)] // clippy.toml's leave is for test functions, not their helpers

mod layout;
mod naive;
mod position;
mod puzzles;
#[path = "../../../../tests/sets.rs"]
mod sets;

use layout::{Id, Layout};
use naive::Links;
use position::{Position, positions};
use puzzles::{Puzzle, puzzles};
use std::sync::LazyLock;
use sudoku_engine::grid::{Board, Geometry, Ordinal};
use sudoku_engine::rate::MarkOf;
use sudoku_engine::rate::techniques::{
    Link, Move, Pattern, Technique, TechniqueLadder, TechniqueSolver,
};

/// A layout with puzzles for it.
struct Case {
    layout: Layout,
    puzzles: Vec<Puzzle>,
}

/// Three geometries other than plain 9×9. Each has enough puzzles for every kind of technique to occur.
static CASES: LazyLock<[Case; 3]> = LazyLock::new(|| {
    let of = |layout: Layout, count: usize| Case {
        puzzles: puzzles(&layout, count),
        layout,
    };
    [
        of(Layout::boxes(2, 3), 200),
        of(Layout::jigsaw(), 10),
        of(Layout::diagonals(), 2),
    ]
});

fn for_each_position(mut check: impl FnMut(&Position)) {
    for case in CASES.iter() {
        let positions = positions(&case.layout, &case.puzzles);
        assert!(positions.len() >= 25, "{}", positions.len());
        let step = positions.len() / 25;
        positions.iter().step_by(step).for_each(&mut check);
    }
}

fn assert_found(position: &Position, techniques: &[Technique], naive: &position::Removals) {
    let found = position.removals(techniques);
    assert_eq!(&found, naive, "{techniques:?} in {:?}", position.grid);
}

#[test]
fn house_patterns_are_those_of_a_naive_search() {
    use Technique::*;
    for_each_position(|position| {
        assert_found(position, &[Pointing, Claiming], &naive::locked(position));
        for (size, naked, hidden) in [(2, NakedPair, HiddenPair), (3, NakedTriple, HiddenTriple)] {
            assert_found(position, &[naked], &naive::subsets(position, size, false));
            assert_found(position, &[hidden], &naive::subsets(position, size, true));
        }
    });
}

#[test]
fn singles_are_those_of_a_naive_search() {
    use Technique::*;
    for case in CASES.iter() {
        for puzzle in &case.puzzles {
            let position = Position::new(&case.layout, puzzle);
            for (technique, hidden) in [(NakedSingle, false), (HiddenSingle, true)] {
                let sets = position
                    .moves(technique)
                    .into_iter()
                    .flat_map(|step| step.sets);
                let found: position::Removals = sets.map(|it| (it.cell.0, it.digit.0)).collect();
                assert_eq!(found, naive::singles(&position, hidden));
            }
        }
    }
}

#[test]
fn fish_are_those_of_a_naive_search() {
    use Technique::*;
    for_each_position(|position| {
        assert_found(position, &[XWing], &naive::fish(position, 2, false));
        assert_found(position, &[Swordfish], &naive::fish(position, 3, false));
        let (finned, sashimi) = (FinnedXWing, SashimiXWing);
        assert_found(
            position,
            &[finned, sashimi],
            &naive::fish(position, 2, true),
        );
        let (finned, sashimi) = (FinnedSwordfish, SashimiSwordfish);
        assert_found(
            position,
            &[finned, sashimi],
            &naive::fish(position, 3, true),
        );
    });
}

#[test]
fn wings_are_those_of_a_naive_search() {
    for_each_position(|position| {
        assert_found(
            position,
            &[Technique::XyWing],
            &naive::wings(position, false),
        );
        assert_found(
            position,
            &[Technique::XyzWing],
            &naive::wings(position, true),
        );
    });
}

#[test]
fn chains_are_those_of_a_naive_search() {
    use Technique::*;
    for_each_position(|position| {
        let of_one_digit = Links::of(position, true, false);
        let two_links = of_one_digit.two_links();
        assert_found(position, &[TurbotFish], &two_links);
        for part in [Skyscraper, TwoStringKite] {
            assert!(position.removals(&[part]).is_subset(&two_links));
        }
        assert_found(position, &[XChain], &of_one_digit.equal_ends());
        let of_cells = Links::of(position, false, true);
        assert_found(position, &[XyChain], &of_cells.equal_ends());
        let all = Links::of(position, true, true);
        assert_found(position, &[Aic, DiscontinuousLoop], &all.open_chains());
    });
}

#[test]
fn what_short_chains_remove_leads_to_a_contradiction_by_singles() {
    use Technique::*;
    let techniques = [
        WWing,
        EmptyRectangle,
        RemotePair,
        ColourTrap,
        ColourWrap,
        MultiColours1,
        MultiColours2,
        Aic,
        DiscontinuousLoop,
        ContinuousLoop,
    ];
    for_each_position(|position| {
        for technique in techniques {
            for candidate in position.removals(&[technique]) {
                assert!(position.is_refuted(candidate), "{technique}: {candidate:?}");
            }
        }
    });
}

/// Returns all the data of a step as numbers, so that steps on different geometries can be compared.
fn in_numbers<G: Geometry>(step: &Move<G>) -> impl PartialEq + std::fmt::Debug + use<G> {
    let marks = |marks: &[MarkOf<G>]| -> Vec<(usize, usize)> {
        let numbers = marks
            .iter()
            .map(|mark| (mark.cell.index(), mark.digit.index()));
        numbers.collect()
    };
    let link = |it: &Link<G>| {
        let node = |cells: G::Cells, digit: G::Digit| {
            (cells.map(Ordinal::index).collect::<Vec<_>>(), digit.index())
        };
        let ends = [it.from, it.to].map(|it| node(it.cells, it.digit));
        (ends, it.strong)
    };
    let Pattern {
        digits,
        houses,
        cells,
        candidates,
        chains,
    } = &step.pattern;
    let chains = chains
        .iter()
        .map(|links| links.iter().map(link).collect::<Vec<_>>());
    (
        (step.technique, marks(&step.sets), marks(&step.removes)),
        digits.map(Ordinal::index).collect::<Vec<_>>(),
        houses
            .iter()
            .map(|&(house, role)| (house.index(), role))
            .collect::<Vec<_>>(),
        cells
            .iter()
            .map(|&(cell, role)| (cell.index(), role))
            .collect::<Vec<_>>(),
        candidates
            .iter()
            .map(|it| (marks(&[it.0]), it.1))
            .collect::<Vec<_>>(),
        chains.collect::<Vec<_>>(),
    )
}

#[test]
fn a_list_of_houses_of_nine_has_the_steps_of_the_geometry_that_is_built_in() {
    let layout = Layout::boxes(3, 3);
    let ladder = TechniqueLadder::hodoku();
    let (mut built_in, mut listed) = (
        TechniqueSolver::new(&ladder),
        TechniqueSolver::on(&layout, &ladder),
    );
    for row in sets::table("hodoku-rated.tsv").step_by(3) {
        let board: Board = row[0].parse().unwrap();
        let (path, moves) = built_in.solve_with_moves(&board, None);
        let givens: Vec<_> = board.givens().collect();
        let numbers = givens
            .iter()
            .map(|(cell, digit)| (Id(cell.index() as u8), Id(digit.index() as u8)));
        let (same_path, same_moves) = listed.solve_givens(&numbers.collect::<Vec<_>>());
        assert_eq!(path, same_path, "{board}");
        assert_eq!(moves.len(), same_moves.len());
        for (step, same) in moves.iter().zip(&same_moves) {
            assert_eq!(
                format!("{:?}", in_numbers(step)),
                format!("{:?}", in_numbers(same))
            );
        }
    }
}

//! Tests every judge and every search: compares them with a naive reference solver, and runs them on published sets
//! of puzzles.
#![allow(clippy::unwrap_used)]

use crate::factory::{factory, run_in};
use crate::player::FIG_3_14;
use crate::sets;
use proptest::prelude::*;
use std::fs;
use std::process::{Command, Stdio};
use sudoku_factory::grid::{Board, Cell, CellSet, Digit, Shape, ShapedBoard};
use sudoku_factory::seed::Generator;
use sudoku_factory::solve::backtrack::{self, SearchOrder};
use sudoku_factory::solve::named::{NamedSearch, NamedSearcher};
use sudoku_factory::solve::search::KnownGrid;
use sudoku_factory::solve::{exact_cover, lexical, naive, search};

/// Runs a check on all puzzles of a slice, on two threads.
fn in_two_halves(puzzles: &[Board], check: impl Fn(&Board) + Sync) {
    let (left, right) = puzzles.split_at(puzzles.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| left.iter().for_each(&check));
        right.iter().for_each(&check);
    });
}

#[test]
fn all_49151_puzzles_of_17_clues_are_unique() {
    let puzzles = sets::boards("sudoku17.txt.gz");
    let unique = puzzles.iter().filter(|p| search::count(p, 2) == 1);
    assert_eq!(unique.count(), 49_151);
}

#[test]
fn the_lexical_pair_agrees_on_every_100th_puzzle_of_17_clues() {
    let puzzles: Vec<Board> = sets::boards("sudoku17.txt.gz")
        .into_iter()
        .step_by(100)
        .collect();
    in_two_halves(&puzzles, |puzzle| {
        let least = lexical::ascending(puzzle);
        assert_eq!(least, search::solve(puzzle, 2).first, "{puzzle}");
        assert_eq!(least, lexical::descending(puzzle), "{puzzle}");
    });
}

#[test]
fn the_naive_oracle_agrees_on_every_100th_puzzle_of_17_clues() {
    let puzzles: Vec<Board> = sets::boards("sudoku17.txt.gz")
        .into_iter()
        .step_by(100)
        .collect();
    let skipped = std::sync::atomic::AtomicUsize::new(0);
    in_two_halves(&puzzles, |puzzle| {
        match naive::count(puzzle, 2, 10_000_000) {
            Some(count) => assert_eq!(count, 1, "{puzzle}"),
            None => {
                skipped.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
        }
    });
    let skipped = skipped.into_inner();
    println!(
        "{skipped} of {} puzzles took over 10^7 nodes and were skipped",
        puzzles.len()
    );
    assert!(skipped < puzzles.len() / 10);
}

#[test]
fn every_judge_solves_the_hard_sets() {
    for set in ["top95.txt", "magictour1465.txt", "hardest1106.txt"] {
        for puzzle in sets::boards(set) {
            let outcome = search::solve(&puzzle, 2);
            let solution = outcome.first.unwrap();
            assert_eq!(outcome.count, 1);
            assert!(solution.is_full_grid() && solution.extends(&puzzle));
            assert_eq!(exact_cover::solve(&puzzle, 2), (1, Some(solution)));
        }
    }
}

/// Returns random boards from easy to unsolvable: some cells of a full grid, of which a few have a wrong digit.
fn boards() -> impl Strategy<Value = Board> {
    let solution: Board = puzzle_solution();
    let kept = prop::collection::vec(0usize..81, 15..60);
    let spoilt = prop::collection::vec((0usize..81, 1u8..=9), 0..3);
    (kept, spoilt, any::<u64>()).prop_map(move |(kept, spoilt, k)| {
        let mut rng = Generator::for_candidate(k, 0);
        let mut digits: Vec<u8> = (1..=9).collect();
        rng.shuffle(&mut digits);
        let cells: CellSet = kept.iter().filter_map(|&i| Cell::new(i)).collect();
        let mut board = Board::EMPTY;
        for (cell, digit) in solution.keep(cells).givens() {
            board.set(cell, Digit::new(digits[digit.index()]));
        }
        for (index, value) in spoilt {
            board.set(Cell::at(index / 9, index % 9), Digit::new(value));
        }
        board
    })
}

fn puzzle_solution() -> Board {
    let puzzle: Board = sets::boards("top95.txt")[0];
    search::solve(&puzzle, 1).first.unwrap()
}

proptest! {
    #![proptest_config(crate::cases(2000))]
    #[test]
    fn judges_agree_with_the_oracle(board in boards()) {
        // Too many boards that the oracle can't count fail the test.
        let Some(count) = naive::count(&board, 3, 100_000) else {
            return Err(TestCaseError::reject("too long for the oracle"));
        };
        prop_assert_eq!(search::count(&board, 3), count);
        prop_assert_eq!(exact_cover::solve(&board, 3).0, count);
        let outcome = search::solve(&board, 3);
        prop_assert_eq!((outcome.count, outcome.first.is_some()), (count, count > 0));
        for found in [outcome.first, exact_cover::solve(&board, 3).1].into_iter().flatten() {
            prop_assert!(found.is_full_grid() && found.extends(&board));
            let other = search::other_solution(&board, &found);
            prop_assert_eq!(other.is_some(), count > 1);
            if let Some(other) = other {
                prop_assert!(other != found && other.is_full_grid() && other.extends(&board));
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::cases(400))]
    /// All searches that users can name count the same number of solutions. A search that gives up never counts more
    /// solutions than there are.
    #[test]
    fn named_searches_agree_with_the_oracle(board in boards(), limit in 1usize..=3) {
        prop_assume!(board.clue_count() >= 22);
        let Some(count) = naive::count(&board, limit, 100_000) else {
            return Err(TestCaseError::reject("too long for the oracle"));
        };
        let puzzle = ShapedBoard::from(&board);
        for search in NamedSearch::ALL {
            let most = search.most_solutions().unwrap_or(limit);
            let mut searcher = NamedSearcher::new(search, Shape::NINE).unwrap();
            let found = searcher.search(&puzzle, limit, Some(200_000));
            if found.gave_up {
                prop_assert!(found.count <= count, "{search}");
                continue;
            }
            prop_assert_eq!(found.count, count.min(most), "{}", search);
            prop_assert_eq!(found.first.is_some(), count > 0, "{}", search);
            let is_solution = |grid: &ShapedBoard| grid.is_full_grid() && grid.extends(&puzzle);
            prop_assert!(found.first.as_ref().is_none_or(is_solution), "{search}");
            prop_assert_eq!(found.clone(), searcher.search(&puzzle, limit, Some(200_000)));
        }
    }
}

/// Every search that works on 4×4 counts the 288 full grids of that size, and gives up at the requested limit.
#[test]
fn named_searches_work_on_other_sizes_and_give_up() {
    let shape = Shape::new(2, 2).unwrap();
    let empty = ShapedBoard::empty(shape);
    for search in NamedSearch::ALL {
        let searcher = NamedSearcher::new(search, shape);
        if matches!(search, NamedSearch::Fast | NamedSearch::ExactCover) {
            assert_eq!(
                searcher.unwrap_err().to_string(),
                format!("the search {search} is for 9×9 only")
            );
            continue;
        }
        let mut searcher = searcher.unwrap();
        let found = searcher.search(&empty, 1000, None);
        let most = search.most_solutions().unwrap_or(288);
        assert_eq!((found.count, found.gave_up), (most, false), "{search}");
        let found = searcher.search(&empty, 1000, Some(20));
        assert!(
            found.gave_up && found.effort.unwrap().tries <= 20,
            "{search}"
        );
    }
    let hard = ShapedBoard::from(&sets::boards("top95.txt")[0]);
    let mut searcher = NamedSearcher::new(NamedSearch::ExactCover, Shape::NINE).unwrap();
    let found = searcher.search(&hard, 2, Some(10));
    assert!(found.gave_up && found.effort.unwrap().tries == 10);
}

/// Plain backtracking finds the same smallest and largest solution (in the order of their digits) as the paper's
/// pair of lexical searches.
#[test]
fn plain_backtracking_finds_what_the_lexical_pair_finds() {
    let full = puzzle_solution();
    for clues in [40, 30, 28] {
        let kept: CellSet = CellSet::ALL.step_by(2).take(clues).collect();
        let board = full.keep(kept);
        let pair = [lexical::ascending(&board), lexical::descending(&board)];
        let found = [SearchOrder::Ascending, SearchOrder::Descending]
            .map(|order| backtrack::search(&ShapedBoard::from(&board), order, 1, None))
            .map(|found| found.first.and_then(|grid| grid.nine()));
        assert_eq!(found, pair);
    }
}

#[test]
fn searches_are_asked_for_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let inkala =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    fs::write(folder.path().join("p.txt"), format!("{inkala}\n")).unwrap();
    fs::write(folder.path().join("four.txt"), "1...............\n").unwrap();
    let solve = |options: &str| run_in(folder.path(), &format!("solve {options}"));
    let said = solve("p.txt --search ascending,fewest,fused,plain-b").expect(0);
    insta::assert_snapshot!(said.out, @"
    812753649943682175675491283154237896369845721287169534521974368438526917796318452  the only solution
      ascending    1 solution, 2068780 tries, 2068780 calls, depth 60
      fewest       1 solution, 18935 tries, 18935 calls, depth 60
      fused        1 solution, 58 tries, 29 calls, depth 7
      plain-b      1 solution, 18935 tries, 18935 calls, depth 60
    ");
    let said = solve("p.txt --search ascending --max-tries 1000").expect(3);
    assert!(
        said.out
            .contains("gave up after 1000 tries; 0 solutions found"),
        "{}",
        said.out
    );
    // JSON is the same every time, and has times only where they are asked for.
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fs::write(
        folder.path().join("easy.txt"),
        format!("{easy}\n{FIG_3_14}\n"),
    )
    .unwrap();
    let json = "easy.txt --search all --json";
    let said = solve(json).expect(0);
    assert_eq!(said.out, solve(json).out);
    assert_eq!(said.out.lines().count(), 2);
    for line in said.out.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let searches = object["searches"].as_array().unwrap();
        assert_eq!(searches.len(), NamedSearch::ALL.len());
        for search in searches {
            let found = (&search["solutions"], &search["gave_up"]);
            assert_eq!(found, (&1.into(), &false.into()), "{search}");
            assert!(search.get("milliseconds").is_none());
        }
    }
    let said = solve("p.txt --search fused --timing --json").expect(0);
    assert!(said.out.contains("milliseconds"), "{}", said.out);
    let said = solve("four.txt --search fewest,plain-d --limit 1000").expect(0);
    assert_eq!(said.out.matches("72 solutions").count(), 2, "{}", said.out);
    let said = solve("four.txt --search exact-cover").expect(3);
    assert!(
        said.out
            .contains("not searched\n  the search exact-cover is for 9×9 only"),
        "{}",
        said.out
    );
    solve("p.txt --search fastest")
        .expect(2)
        .complains(&["no search is called \"fastest\"", "plain-d"]);
    solve("p.txt --search reverse --limit 3")
        .expect(2)
        .complains(&["--limit is at most 2"]);
}

proptest! {
    #![proptest_config(crate::cases(300))]
    #[test]
    fn the_lexical_pair_finds_the_least_and_the_largest_solution(board in boards()) {
        prop_assume!(board.clue_count() >= 26);
        let (least, largest) = (lexical::ascending(&board), lexical::descending(&board));
        let outcome = search::solve(&board, 1000);
        prop_assert_eq!(least.is_some(), outcome.count > 0);
        prop_assert_eq!(lexical::is_unique(&board), outcome.count == 1);
        let ends = least.zip(largest).zip(outcome.first);
        if let Some(((least, largest), between)) = ends {
            prop_assert!(least.is_full_grid() && least.extends(&board));
            prop_assert!(largest.is_full_grid() && largest.extends(&board));
            prop_assert!(least <= between && between <= largest);
        }
    }

    #[test]
    fn parts_of_a_grid_are_asked_for_other_solutions(kept in prop::collection::vec(0usize..81, 25..70)) {
        let grid = puzzle_solution();
        let known = KnownGrid::new(&grid);
        let kept: CellSet = kept.iter().filter_map(|&index| Cell::new(index)).collect();
        let others = naive::count(&grid.keep(kept), 2, 100_000);
        let Some(blank) = (CellSet::ALL - kept).first() else {
            return Ok(());
        };
        let found = known.difference(kept);
        if let Some(solutions) = others {
            prop_assert_eq!(found.is_some(), solutions > 1);
        }
        let found_at = known.difference_at(blank, kept);
        prop_assert!(found_at.is_none_or(|set| set.contains(blank)));
        let with_blank = known.difference(kept.with(blank));
        prop_assert_eq!(found.is_some(), found_at.is_some() || with_blank.is_some());
        for set in [found, found_at, with_blank].into_iter().flatten() {
            prop_assert!(!set.is_empty() && set.is_disjoint(kept));
            prop_assert!(search::count(&grid.keep(CellSet::ALL - set), 2) == 2);
        }
    }
}

/// The descending search alone is not a judge, although Huang 2015 relies on this search alone. It can return the grid
/// that was dug even if the puzzle has several solutions.
#[test]
fn one_side_of_the_lexical_pair_alone_errs() {
    let mut content = Vec::new();
    for puzzle in sets::boards("top95.txt") {
        let dug = search::solve(&puzzle, 1).first.unwrap();
        let fewer = puzzle
            .clues()
            .map(|clue| puzzle.keep(puzzle.clues() - CellSet::of(clue)));
        content.extend(
            fewer
                .filter(|it| lexical::descending(it) == Some(dug))
                .take(1),
        );
        if content.len() == 3 {
            break;
        }
    }
    assert_eq!(content.len(), 3);
    for puzzle in content {
        assert!(!lexical::is_unique(&puzzle));
        assert_eq!(naive::count(&puzzle, 2, 10_000_000), Some(2));
    }
}

#[test]
fn boards_without_solution_and_limits_are_no_trouble() {
    let mut twice = Board::EMPTY;
    twice.set(Cell::at(0, 0), Digit::new(7));
    twice.set(Cell::at(1, 1), Digit::new(7));
    // Row 1 lacks a 9, and its only blank sees one.
    let starved: Board = format!("12345678.........9{}", ".".repeat(63))
        .parse()
        .unwrap();
    for board in [twice, starved] {
        assert_eq!(
            (search::count(&board, 2), exact_cover::solve(&board, 2)),
            (0, (0, None))
        );
        assert_eq!(
            (lexical::ascending(&board), lexical::descending(&board)),
            (None, None)
        );
        assert_eq!(naive::count(&board, 2, 1000), Some(0));
        assert_eq!(search::other_solution(&board, &puzzle_solution()), None);
    }
    let empty = Board::EMPTY;
    assert_eq!(
        (search::count(&empty, 0), exact_cover::solve(&empty, 0)),
        (0, (0, None))
    );
    assert_eq!(
        (
            search::count(&empty, 1000),
            exact_cover::solve(&empty, 1000).0
        ),
        (1000, 1000)
    );
    let full = puzzle_solution();
    assert_eq!(search::solve(&full, 2).first, Some(full));
    assert_eq!(
        (search::count(&full, 2), exact_cover::solve(&full, 2)),
        (1, (1, Some(full)))
    );
    assert!(lexical::is_unique(&full));
}

/// Too many threads are refused before any is started: the memory does not suffice for the stacks of so many.
#[test]
fn too_many_threads_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["rate", "solve", "canon"] {
        let program = factory();
        let program = program.get_program().display();
        let limited = format!("ulimit -v 2000000; exec {program} {command} --threads 4000");
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited]).current_dir(folder.path());
        let said = shell.stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(2), "{command}: {error}");
        assert!(error.contains("--threads 4000 is more than 512"), "{error}");
    }
    run_in(
        folder.path(),
        "solve --layout 9x9+x --timing --search fused",
    )
    .expect(2)
    .complains(&["--layout"]);
}

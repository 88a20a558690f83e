#!/usr/bin/env python3
"""Times the Python package beside others, in turns, and counts puzzles that have several solutions. Times are those of
the processor, so that other work on the machine hardly counts.
usage: python.py [PUZZLES]     needs: pip install './bindings/python[numpy]' py-sudoku dokusan rustoku"""

import statistics
import sys
import time

import dokusan.boards
import dokusan.generators
import dokusan.solvers
import rustoku
import sudoku
import sudoku_factory

wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20


def of_py_sudoku(number):
    board = sudoku.Sudoku(3, seed=number).difficulty(0.6).board
    return "".join(str(cell or ".") for row in board for cell in row)


def solved_by_dokusan(puzzle):
    solver = dokusan.solvers.backtrack
    return str(solver(dokusan.boards.Sudoku.from_string(puzzle.replace(".", "0"), dokusan.boards.BoxSize(3, 3))))


def solved_by_py_sudoku(puzzle):
    rows = [[int(cell) for cell in puzzle.replace(".", "0")[row * 9:row * 9 + 9]] for row in range(9)]
    board = sudoku.Sudoku(3, 3, board=rows).solve().board
    return "".join(str(cell) for row in board for cell in row)


MAKERS = {
    "sudoku-factory": (lambda number: next(sudoku_factory.generate(1, 1, number)).puzzle, sudoku_factory.solve),
    "rustoku, easy": (lambda _: rustoku.generate("easy"), rustoku.solve),
    "rustoku, expert": (lambda _: rustoku.generate("expert"), rustoku.solve),
    "py-sudoku, 0.6": (of_py_sudoku, solved_by_py_sudoku),
    "dokusan, 100": (lambda _: str(dokusan.generators.random_sudoku(avg_rank=100)), solved_by_dokusan),
}


def timed(work, argument):
    start = time.process_time()
    result = work(argument)
    return result, time.process_time() - start


makes, puzzles = ({name: [] for name in MAKERS} for _ in range(2))
for number in range(wanted):
    for name, (make, _) in MAKERS.items():
        puzzle, seconds = timed(make, number)
        makes[name].append(seconds)
        puzzles[name].append(puzzle.replace("0", "."))

# All solve the same puzzles: rustoku's and our own have one solution each.
given = puzzles["sudoku-factory"]
solves = {name: [] for name in MAKERS}
for puzzle in given:
    answer = sudoku_factory.solve(puzzle)
    for name, (_, solve) in MAKERS.items():
        solution, seconds = timed(solve, puzzle)
        assert solution == answer, f"{name}: {puzzle} is not {solution}"
        solves[name].append(seconds)

print("| package | a puzzle in ms, median | worst | givens | with several solutions | solve, ms |")
print("|---|---|---|---|---|---|")
for name in MAKERS:
    several = sum(sudoku_factory.count(puzzle) > 1 for puzzle in puzzles[name])
    givens = statistics.mean(81 - puzzle.count(".") for puzzle in puzzles[name])
    made, solved = (statistics.median(times) * 1000 for times in (makes[name], solves[name]))
    print(f"| {name} | {made:.3f} | {max(makes[name]) * 1000:.3f} | {givens:.1f} | {several} of {wanted} | {solved:.4f} |")

start = time.process_time()
sudoku_factory.generate_many(1, 10_000)
print(f"sudoku-factory, 10,000 puzzles in arrays: {(time.process_time() - start) * 0.1:.4f} ms each")

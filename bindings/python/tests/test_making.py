"""Puzzles that are made: the same as the program's, in iterators, arrays and packs."""

import itertools
import json
import os
import subprocess
import threading

import pytest
import sudoku_factory as sf

FACTORY = os.environ.get("FACTORY")
beside_the_program = pytest.mark.skipif(not FACTORY, reason="FACTORY names no program")


def run(*arguments):
    return subprocess.run([FACTORY, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def made_by_program(tmp_path, *arguments):
    run(*arguments, "--quiet", "--exhaust", "--out", tmp_path, "--name", "p")
    lines = run("export", tmp_path / "p", "--to", "jsonl").splitlines()
    return sorted(map(json.loads, lines), key=lambda it: int(it["number"])), tmp_path / "p"


@beside_the_program
@pytest.mark.parametrize("profile, count", [("paper", 10_000), ("book", 600)])
def test_puzzles_and_ratings_are_those_of_the_program(tmp_path, profile, count):
    expected, pack = made_by_program(tmp_path, "--profile", profile, "--seed", 5, "--count", count)
    made = sf.generate(5, len(expected), profile=profile)
    assert [sf.fields(puzzle) for puzzle in made] == expected
    packed = sorted(sf.read_pack(pack), key=lambda it: it.number)
    assert [sf.fields(puzzle) for puzzle in packed] == expected


@beside_the_program
def test_steps_are_those_of_the_program(tmp_path):
    _, pack = made_by_program(tmp_path, "--profile", "book", "--seed", 6, "--count", 300)
    for line in run("export", pack, "--to", "jsonl", "--steps=techniques").splitlines():
        puzzle = json.loads(line)
        assert sf.steps(puzzle["puzzle"]) == puzzle["steps"]


@beside_the_program
def test_a_damaged_pack_is_refused(tmp_path):
    _, pack = made_by_program(tmp_path, "--seed", 5, "--count", 100)
    file = next(pack.glob("*.pack"))
    damaged = bytearray(file.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    file.write_bytes(damaged)
    with pytest.raises(sf.SudokuError):
        list(sf.read_pack(pack))


def test_a_seed_gives_the_same_puzzles_in_any_pieces():
    whole = [it.puzzle for it in sf.generate(1, 300)]
    pieces = [it.puzzle for start in range(0, 300, 100) for it in sf.generate(1, 100, start)]
    assert whole == pieces
    assert len(set(whole)) == 300
    assert whole != [it.puzzle for it in sf.generate(2, 300)]


def test_arrays_hold_the_same_puzzles():
    puzzles, solutions = sf.generate_many(1, 3000)
    assert puzzles.shape == solutions.shape == (3000, 81)
    texts = ["".join(map(str, row)).replace("0", ".") for row in puzzles[:50]]
    assert texts == [it.puzzle for it in sf.generate(1, 50)]
    assert (sf.solve_many(puzzles) == solutions).all()
    assert sf.generate_many(1, 0)[0].shape == (0, 81)


def test_levels_are_chosen_by_name_or_number():
    by_name = [it.puzzle for it in sf.generate(1, 5, level="hard", scheme="people")]
    by_number = [it.puzzle for it in sf.generate(1, 5, level=4, scheme="people")]
    assert by_name == by_number
    with pytest.raises(sf.SudokuError, match="level 'nonsense': the levels are easy"):
        sf.generate(1, level="nonsense")
    with pytest.raises(sf.SudokuError, match="level 6"):
        sf.generate(1, level=6)


def test_fields_say_what_was_asked_for():
    puzzle = next(sf.generate(1, ratings=["se"], symmetry="rotate180"))
    known = sf.fields(puzzle)
    assert known["se_er"] >= 1.0
    assert (known["puzzle"], known["solution"]) == (puzzle.puzzle, puzzle.solution)
    assert known["clues"] == puzzle.clues == 81 - puzzle.puzzle.count(".")
    assert known["id"] == puzzle.id == sf.puzzle_id(puzzle.puzzle)
    assert puzzle.level_name in repr(puzzle)


@pytest.mark.parametrize("wrong", [
    {"profile": "nonsense"}, {"scheme": "nonsense"}, {"symmetry": "nonsense"}, {"job": "nonsense = 1"},
    {"layout": "6x6"}, {"job": "count = "}, {"job": 'from = ["list.txt"]'},
])
def test_wrong_jobs_are_refused(wrong):
    with pytest.raises(sf.SudokuError):
        sf.generate(1, **wrong)


def test_numbers_out_of_range_are_refused():
    with pytest.raises(ValueError):
        sf.generate(1, -1)
    with pytest.raises(OverflowError):
        sf.generate(-1)
    with pytest.raises((OverflowError, sf.SudokuError)):
        list(sf.generate(1, 2, start=2**64))


def test_threads_run_side_by_side():
    texts = {}

    def make(seed):
        texts[seed] = [it.puzzle for it in itertools.islice(sf.generate(seed, 200), 200)]

    threads = [threading.Thread(target=make, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(texts[seed] == [it.puzzle for it in sf.generate(seed, 200)] for seed in range(4))

"""Puzzles that are made: the same as the program's, in iterators, arrays and packs."""

import contextlib
import copy
import itertools
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest
import sudoku_factory as sf
from sudoku_factory import _native

PUZZLE = re.compile(r'"puzzle":"([^"]*)"')
FACTORY = os.environ.get("FACTORY")
# How many candidates are compared with the program where the gate has time for some hundred only.
LONG = int(os.environ.get("LONG", 0))
beside_the_program = pytest.mark.skipif(not FACTORY, reason="FACTORY names no program")


def run(*arguments):
    return subprocess.run([FACTORY, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


@contextlib.contextmanager
def exported(pack, *arguments):
    command = [FACTORY, "export", pack, "--to", "jsonl", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        yield program.stdout
    assert program.returncode == 0


def made_by_program(tmp_path, *arguments):
    """Returns the lines of all puzzles in the order of their numbers, and the pack."""
    run(*arguments, "--quiet", "--exhaust", "--out", tmp_path, "--name", "p")
    with exported(tmp_path / "p") as lines:
        by_number = sorted(lines, key=lambda line: int(json.loads(line)["number"]))
    return [line.rstrip("\n") for line in by_number], tmp_path / "p"


@beside_the_program
@pytest.mark.parametrize("profile, count", [("paper", 10_000), ("book", LONG or 600)])
def test_puzzles_ratings_and_steps_are_those_of_the_program_byte_for_byte(tmp_path, profile, count):
    lines, pack = made_by_program(tmp_path, "--profile", profile, "--seed", 5, "--count", count)
    made = list(sf.generate(5, len(lines), profile=profile))
    assert [puzzle.json() for puzzle in made] == lines
    packed = sorted(sf.read_pack(pack), key=lambda it: it.number)
    assert [puzzle.json() for puzzle in packed] == lines
    fields = [json.loads(line) for line in lines[:100]]
    # JSON has numbers of 64 bits as texts.
    assert [puzzle.ratings for puzzle in made[:100]] == [it | {"number": int(it["number"])} for it in fields]
    without_steps = set(lines)
    with exported(pack, "--steps=techniques") as lines:
        for line in lines:
            # The program's export has the keys of all objects in order.
            steps = json.dumps(sf.steps(PUZZLE.search(line)[1]), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            without_steps.remove(line.rstrip("\n").replace(f',"steps":{steps}', "", 1))
    assert not without_steps


@beside_the_program
@pytest.mark.parametrize("layout, count", [
    ("6x6", LONG or 300), ("9x9+x", LONG or 300), ("12x12", LONG or 300), ("16x16", LONG // 10 or 30),
])
def test_puzzles_of_other_layouts_are_those_of_the_program_byte_for_byte(tmp_path, layout, count):
    run("--layout", layout, "--seed", 4, "--count", count, "--quiet", "--out", tmp_path, "--name", "p")
    told = run("show", tmp_path / "p", "--json").splitlines()
    made = [it.json() for it in sf.generate(4, count, layout=layout, candidates=count)]
    assert sorted(made) == sorted(told)
    assert len(told) > count / 2


@beside_the_program
def test_layouts_are_dug_for_a_level_as_the_program_digs_them(tmp_path):
    run("--layout", "9x9+x", "--seed", 7, "--level", "chains=3", "--quiet", "--out", tmp_path, "--name", "p")
    told = run("show", tmp_path / "p", "--json").splitlines()
    assert sorted(it.json() for it in sf.generate(7, 3, layout="9x9+x", level="chains")) == sorted(told)


def test_no_puzzle_comes_twice_and_a_search_can_be_bounded():
    ids = [it.id for it in sf.generate(1, 500, layout="4x4", candidates=500)]
    assert 100 < len(ids) == len(set(ids)) < 500
    assert list(sf.generate(1, 2, job="clues = '17'", candidates=20)) == []


@pytest.mark.parametrize("wanted", [{}, {"profile": "book", "ratings": "all"}, {"layout": "6x6+jigsaw"}])
def test_puzzles_are_compared_copied_and_sent_to_other_processes(wanted):
    puzzle, again, other = next(sf.generate(1, **wanted)), next(sf.generate(1, **wanted)), next(sf.generate(2, **wanted))
    assert puzzle == again != other and len({puzzle, again, other}) == 2
    sent = pickle.loads(pickle.dumps(puzzle))
    assert sent == puzzle == copy.deepcopy(puzzle)
    assert (sent.json(), repr(sent)) == (puzzle.json(), repr(puzzle))
    scheme, layout, _ = puzzle.__reduce__()[1]
    with pytest.raises(sf.SudokuError, match="bytes"):
        _native._puzzle_of_bytes(scheme, layout, b"damaged")
    with pytest.raises(sf.SudokuError):
        _native._puzzle_of_bytes("damaged", layout, puzzle.__reduce__()[1][2])


def test_a_file_that_a_job_names_is_read_each_time(tmp_path):
    file = tmp_path / "regions.txt"
    job = f"regions = '{file}'"
    file.write_text("AAABBB\nACCCBB\nAADCBE\nFDDCCE\nFFDDDE\nFFFEEE\n")
    assert next(sf.generate(1, layout="6x6+jigsaw", job=job)).ratings["regions"][:6] == "AAABBB"
    file.write_text("nothing of the kind")
    with pytest.raises(sf.SudokuError, match="regions"):
        sf.generate(1, layout="6x6+jigsaw", job=job)


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
    assert by_name == [it.puzzle for it in sf.generate(1, 5, level=numpy.int64(4), scheme="people")]
    for wrong in (0, 6, True):
        with pytest.raises(sf.SudokuError, match=f"level {wrong}: .* or 1 to 5"):
            sf.generate(1, level=wrong)


@pytest.mark.parametrize("layout, cells", [("6x6", 36), ("9x9+x", 81), ("12x12", 144)])
def test_puzzles_of_other_layouts_are_objects(layout, cells):
    for puzzle in sf.generate(2, 3, layout=layout):
        assert puzzle.ratings["layout"] == layout
        assert len(puzzle.puzzle) == len(puzzle.solution) == cells
        assert all(it in (".", digit) for it, digit in zip(puzzle.puzzle, puzzle.solution, strict=True))
        assert puzzle.clues == cells - puzzle.puzzle.count(".") and puzzle.ratings["score"] == puzzle.d
    names = sf.levels(layout=layout)
    assert next(sf.generate(2, level=1, layout=layout)).level_name == names[0]
    with pytest.raises(sf.SudokuError, match="9x9 only"):
        sf.generate_many(2, 1, job=f"layout = '{layout}'")


def test_fields_say_what_was_asked_for():
    puzzle = next(sf.generate(1, ratings=["se"], symmetry="rotate180"))
    known = puzzle.ratings
    assert known["se_er"] >= 1.0
    assert (known["puzzle"], known["solution"]) == (puzzle.puzzle, puzzle.solution)
    assert known["clues"] == puzzle.clues == 81 - puzzle.puzzle.count(".")
    assert known["id"] == puzzle.id == sf.puzzle_id(puzzle.puzzle)
    assert puzzle.level_name in repr(puzzle)


@pytest.mark.parametrize("wrong", [
    {"profile": "nonsense"}, {"scheme": "nonsense"}, {"symmetry": "nonsense"}, {"job": "nonsense = 1"},
    {"layout": "7x9"}, {"layout": "6x6", "profile": "book"}, {"job": "count = "}, {"job": "layout = '6x6'", "layout": "9x9+x"}, {"job": 'from = ["list.txt"]'},
    {"job": "seed = 5"}, {"job": 'ledger = "l"'},
])
def test_wrong_jobs_are_refused(wrong):
    with pytest.raises(sf.SudokuError):
        sf.generate(1, **wrong)


@pytest.mark.parametrize("wrong, said", [
    ({"profile": "nonsense"}, 'no profile is called "nonsense"; the profiles are paper, .*, classic$'),
    ({"job": "per_level = 5"}, "job: unknown field `per_level`; did you mean `per-level`[?]$"),
    ({"job": "shape = '3x2'"}, "^shape .* give layout, too"),
    ({"job": "scheme = 'x'\n[schemes.x]\nlevels = ['a', 'b']\nlimits = [4, 5]"}, "makes no sense: 2 levels need 1 limit"),
])
def test_messages_name_the_cause_in_words_of_python(wrong, said):
    with pytest.raises(sf.SudokuError, match=said) as error:
        sf.generate(1, **wrong)
    assert "--" not in str(error.value)


def test_numbers_out_of_range_and_wrong_types_are_refused_by_name():
    for numbers, name in [((-1,), "seed"), ((1, -1), "count"), ((1, 1, 2**64), "start"), ((2**64,), "seed")]:
        for make in (sf.generate, sf.generate_many):
            with pytest.raises(sf.SudokuError, match=f"^{name} is 0 to"):
                make(*numbers, **{"count": 1} if len(numbers) == 1 else {})
    for wrong in ({"count": 1.5}, {"start": "hard"}, {"profile": 5}, {"job": {"clues": 24}}, {"layout": None}):
        with pytest.raises(TypeError, match=f"^{next(iter(wrong))} is a"):
            sf.generate(1, **wrong)


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


BATCHES = {
    "arrays": "sf.generate_many(1, 10**7)",
    "puzzles": "list(sf.generate(1, 10**9))",
    "puzzles with all ratings": "list(sf.generate(1, 10**9, profile='book', ratings=['se', 'techniques', 'time']))",
    "a level that never comes": "list(sf.generate(1, 1, level=5, job='clues = \"60..70\"'))",
    "solutions": "puzzles = sf.generate_many(1, 1000)[0]; sf.solve_many(numpy.tile(puzzles, (2000, 1)))",
    "counts": "sf.count_many(numpy.zeros((10**7, 81), numpy.uint8), 255)",
    "ratings": "sf.rate_many(it.puzzle for it in sf.generate(1, 10**9))",
    "a rating that takes long": "sf.rate('.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....', ['se'])",
}


@pytest.mark.parametrize("batch", BATCHES.values(), ids=BATCHES.keys())
def test_ctrl_c_ends_a_long_batch_within_a_second(batch):
    # A shell that starts this in the background lets its children ignore the signal.
    program = f"""
import numpy, signal, sudoku_factory as sf, time
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    {batch}
except KeyboardInterrupt:
    print(time.monotonic())
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as run:
        run.stdout.readline()
        time.sleep(1)
        sent = time.monotonic()
        run.send_signal(signal.SIGINT)
        try:
            ended = float(run.communicate(timeout=30)[0])
        finally:
            run.kill()
    assert ended - sent < 1

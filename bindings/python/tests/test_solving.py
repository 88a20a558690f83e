"""Puzzles that are given: solved, counted, rated and explained; bad ones are refused by name and row."""

import numpy
import pytest
import sudoku_factory as sf
from hypothesis import given
from hypothesis import strategies as st
from sudoku_factory import _native

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWICE = "55" + "." * 79


def test_a_puzzle_has_its_solution():
    assert sf.solve(EXAMPLE) == SOLUTION
    assert sf.count(EXAMPLE) == 1
    assert sf.is_unique(EXAMPLE)
    assert not sf.is_unique("." * 81)
    assert sf.count("." * 81, limit=5) == 5


@pytest.mark.parametrize("text, said", [(TWICE, "no solution"), ("." * 81, "more than one"), ("12", "line 1, column 3"), ("x" * 80, "column 81")])
def test_what_has_no_single_solution_is_refused(text, said):
    with pytest.raises(sf.SudokuError, match=said):
        sf.solve(text)
    with pytest.raises(ValueError):
        sf.rate(text)
    with pytest.raises(ValueError):
        sf.steps(text)


def test_relabelled_and_turned_forms_share_one_id():
    relabelled = EXAMPLE.translate(str.maketrans("123456789", "912345678"))
    turned = EXAMPLE[::-1]
    assert sf.puzzle_id(EXAMPLE) == sf.puzzle_id(relabelled) == sf.puzzle_id(turned)
    assert sf.canonical(EXAMPLE) == sf.canonical(turned)


def test_ratings_are_made_on_request():
    assert sf.rate(EXAMPLE)["se_er"] is None
    rated = sf.rate(EXAMPLE, ["se", "techniques"])
    assert rated["se_er"] == 1.2
    assert rated["technique_level"] == "easy"
    with pytest.raises(sf.SudokuError, match="ratings"):
        sf.rate(EXAMPLE, ["nonsense"])
    with pytest.raises(sf.SudokuError, match="scheme"):
        sf.rate(EXAMPLE, scheme="nonsense")


def test_puzzles_are_rated_by_the_levels_of_a_profile_or_job():
    puzzle = next(sf.generate(7, level="hard", profile="book"))
    assert sf.rate(puzzle.puzzle, profile="book")["level_name"] == "hard"
    assert sf.rate_many([puzzle.puzzle], job="profile = 'book'")["level_name"] == ["hard"]
    assert sf.rate(puzzle.puzzle)["scheme"] == "wu"


def test_other_sizes_and_too_high_limits_are_refused():
    with pytest.raises(sf.SudokuError, match="36 cells: only puzzles of 9x9"):
        sf.solve("." * 36)
    for limit in (0, 10**12):
        with pytest.raises(sf.SudokuError, match="limit is 1 to 1000000"):
            sf.count(EXAMPLE, limit)


def test_steps_end_where_the_techniques_end():
    hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    assert sf.steps(hard) == []
    assert sf.rate(hard, ["techniques"])["technique_level"] is None


def test_steps_reach_the_solution():
    board = list(EXAMPLE)
    for step in sf.steps(EXAMPLE):
        for placed in step["sets"]:
            board[placed["cell"]] = str(placed["digit"])
    assert "".join(board) == SOLUTION


def test_a_hint_names_wrong_entries():
    assert sf.hint(EXAMPLE)["wrong_entries"] == 0
    assert sf.hint("531" + EXAMPLE[3:], givens=EXAMPLE)["wrong_entries"] == 1


def test_a_hint_knows_marks_levels_and_languages():
    marks = ["123456789" if it == "." else "" for it in EXAMPLE]
    marks[2] = "1"
    assert [it["name"] for it in sf.hint(EXAMPLE, candidates=marks)["missing"]] == ["r1c3"]
    assert sf.hint(EXAMPLE, candidates=sf.hint(EXAMPLE)["candidates"])["missing"] == []
    assert sf.hint(EXAMPLE, level="where")["text"].keys() == {"where"}
    with pytest.raises(TypeError, match="^state is a text"):
        sf.hint(5)
    assert any("\u4e00" <= it <= "\u9fff" for it in sf.hint(EXAMPLE, language="zh")["text"]["nudge"])
    for wrong in ({"candidates": ["1"]}, {"level": "nonsense"}, {"language": "nonsense"}):
        with pytest.raises(sf.SudokuError):
            sf.hint(EXAMPLE, **wrong)


def test_columns_are_of_equal_length_and_errors_name_the_row():
    columns = sf.rate_many([EXAMPLE, EXAMPLE[::-1]])
    assert columns["d"] == [1.0, 1.0]
    assert {len(column) for column in columns.values()} == {2}
    with pytest.raises(sf.SudokuError, match="row 1: no solution"):
        sf.rate_many([EXAMPLE, TWICE])
    array = numpy.array([[int(cell) for cell in EXAMPLE.replace(".", "0")]] * 2, numpy.uint8)
    assert sf.rate_many(array) == sf.rate_many([EXAMPLE, EXAMPLE])
    array[1, 0] = 10
    with pytest.raises(sf.SudokuError, match="row 1: r1c1 holds 10"):
        sf.rate_many(array)
    with pytest.raises(TypeError, match="row 1: a puzzle is a text, not None"):
        sf.rate_many([EXAMPLE, None])
    texts = numpy.array([EXAMPLE, EXAMPLE])
    assert sf.rate_many(texts) == sf.rate_many(texts.astype(object)) == sf.rate_many([EXAMPLE, EXAMPLE])
    assert sf.rate_many([]) == {name: [] for name in columns}


def test_arrays_are_solved_row_by_row():
    puzzles = numpy.array([[int(cell) for cell in EXAMPLE.replace(".", "0")]] * 3, numpy.uint8)
    assert ["".join(map(str, row)) for row in sf.solve_many(puzzles)] == [SOLUTION] * 3
    assert sf.count_many(puzzles).tolist() == [1, 1, 1]
    puzzles[2] = 0
    assert sf.count_many(puzzles, limit=255).tolist() == [1, 1, 255]
    with pytest.raises(sf.SudokuError, match="row 2: more than one solution"):
        sf.solve_many(puzzles)
    puzzles[0, 0] = 10
    with pytest.raises(sf.SudokuError, match="row 0"):
        sf.count_many(puzzles)
    with pytest.raises(ValueError, match="shape"):
        sf.solve_many(puzzles[:, :80])
    with pytest.raises(sf.SudokuError, match="row 0: r1c1 holds 10"):
        sf.solve_many(puzzles.astype(int))
    with pytest.raises(sf.SudokuError, match="whole numbers"):
        sf.solve_many(puzzles.astype(float))
    assert (sf.solve_many(puzzles[1:2].astype(int)) == sf.solve_many(puzzles[1:2].tolist())).all()


def test_arrays_are_read_where_they_lie_and_results_can_be_changed():
    puzzles = numpy.zeros((2, 162), numpy.uint8)
    puzzles[:, ::2] = [int(cell) for cell in EXAMPLE.replace(".", "0")]
    scattered = puzzles[:, ::2]
    assert (sf.solve_many(scattered) == sf.solve_many(scattered.copy())).all()
    solutions = sf.solve_many(scattered)
    solutions[0] = 0
    unchangeable = scattered.copy()
    unchangeable.flags.writeable = False
    before = unchangeable.tobytes()
    assert (sf.solve_many(unchangeable)[0] == solutions[1]).all()
    assert unchangeable.tobytes() == before
    assert sf.solve_many(numpy.zeros((0, 81), numpy.uint8)).shape == (0, 81)


def test_the_native_functions_refuse_arrays_without_room():
    rows = sf.generate_many(1, 2)[0]
    with pytest.raises(sf.SudokuError, match="no room"):
        _native.solve_rows(rows, bytearray(81))
    with pytest.raises(sf.SudokuError, match="no room"):
        _native.count_rows(rows, bytearray(1), 2)
    with pytest.raises(sf.SudokuError, match="81 bytes"):
        _native.count_rows(bytes(80), bytearray(1), 2)
    with pytest.raises(sf.SudokuError, match="written to"):
        _native.solve_rows(rows, bytes(162))


@given(st.text(alphabet="0123456789.x \n|-", max_size=200))
def test_no_text_is_more_than_refused(text):
    for ask in (sf.solve, sf.count, sf.canonical, sf.hint, sf.steps, sf.rate):
        try:
            ask(text)
        except sf.SudokuError as error:
            assert str(error)

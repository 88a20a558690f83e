"""Makes, solves and rates Sudoku puzzles, each rated the way a person would solve it.

A puzzle is a text of 81 characters in reading order, ``1`` to ``9`` for a given and ``.`` or ``0`` for a blank.
An array of puzzles has the shape ``(n, 81)`` and the values 0 to 9, 0 for a blank. It is read where it lies, without
a copy, if its type is ``uint8`` and it lies in one piece. Only `generate` and `levels` know other layouts than 9x9.

Values that can't be used raise `SudokuError`, which is a ``ValueError``; values of a wrong type raise ``TypeError``.
"""

from __future__ import annotations

import functools
import json
import tomllib
from collections.abc import Generator, Iterable, Iterator
from importlib.metadata import version as _version
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any

from ._native import Factory as _Factory
from ._native import PackFolder as _PackFolder
from ._native import Puzzle, SudokuError
from ._native import canonical as _canonical
from ._native import count as _count
from ._native import count_rows, hint_json, solve_rows, steps_json
from ._native import solve as _solve

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

__version__ = _version("sudoku-factory")
__all__ = [
    "Puzzle", "SudokuError", "canonical", "count", "count_many", "generate", "generate_many", "hint",
    "is_unique", "levels", "puzzle_id", "rate", "rate_many", "read_pack", "solve", "solve_many", "steps",
]

_CHUNK = 128
"""Candidates made before the first is yielded: their digs are carried on side by side."""

_MOST = 2**64 - 1
"""The greatest seed and candidate number."""

_MOST_SOLUTIONS = 1_000_000
"""The greatest limit of solutions: to count as many takes less than a second, so that Ctrl-C need not wait longer."""

# A puzzle that every rating rates: it gives the names of the columns where there are no puzzles.
_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def solve(puzzle: str) -> str:
    """Returns the only solution, 81 digits. Raises SudokuError if there is none, or more than one."""
    return _solve(puzzle)


def count(puzzle: str, limit: int = 2) -> int:
    """Returns the number of solutions, or `limit` (1 to 1,000,000) if there are at least that many."""
    return _count(puzzle, _whole("limit", limit, 1, _MOST_SOLUTIONS))


def is_unique(puzzle: str) -> bool:
    """Returns whether there is exactly one solution."""
    return _count(puzzle, 2) == 1


def canonical(puzzle: str) -> str:
    """Returns the form that all turned, mirrored, shuffled and relabelled forms of the puzzle share.

    Raises SudokuError if there is not exactly one solution.
    """
    return _canonical(puzzle)[0]


def puzzle_id(puzzle: str) -> str:
    """Returns the id that all forms of the puzzle share, 32 hexadecimal digits.

    Raises SudokuError if there is not exactly one solution.
    """
    return _canonical(puzzle)[1]


def steps(puzzle: str, *, uniqueness_techniques: bool = True) -> list[dict[str, Any]]:
    """Returns the steps by which a person solves the puzzle, easiest technique first, as docs/steps.md has them.

    The steps go as far as the techniques lead: the hardest puzzles are not solved by them, and may have no step at all.
    ``rate(puzzle, ["techniques"])["technique_level"]`` is None for such a puzzle. Without `uniqueness_techniques` no
    step relies on the puzzle's having a single solution. Raises SudokuError if there is not exactly one solution.
    """
    return json.loads(steps_json(puzzle, uniqueness_techniques))


def hint(
    state: str,
    givens: str | None = None,
    *,
    candidates: Iterable[str] | None = None,
    level: str = "all",
    language: str = "en",
    uniqueness_techniques: bool = True,
) -> dict[str, Any]:
    """Returns a hint for a state of play, with the texts nudge, where, what and why, as docs/steps.md has it.

    `givens` is the puzzle as it was; with it, wrong entries of the state are found. `candidates` are the marks of the
    81 cells, such as "149" or [1, 4, 9]; an empty one says that none are noted. `level` is the text to give: nudge,
    where, what or why; "all" gives the four texts and the step. A solved state has no text. `language` is en or zh.
    Raises SudokuError if there is not exactly one solution.
    """
    texts = {"state": state, "givens": givens, "level": level, "language": language}
    for name, text in texts.items():
        if not isinstance(text, str) and not (name == "givens" and text is None):
            raise TypeError(f"{name} is a text, not {text!r}")
    marks = None if candidates is None else ["".join(map(str, cell)) for cell in candidates]
    request = texts | {"candidates": marks, "uniqueness_techniques": uniqueness_techniques}
    return json.loads(hint_json(json.dumps(request)))


def rate(
    puzzle: str,
    ratings: Iterable[str] = (),
    *,
    scheme: str | None = None,
    profile: str | None = None,
    job: str = "",
) -> dict[str, Any]:
    """Returns the ratings of a puzzle in the names of ``factory rate --json``, None for one that was not asked for.

    `ratings` are besides D and the rules: stuart, qqwing, hodoku, time, se (or se-1.18.1) and techniques, or all. Sudoku
    Explainer takes seconds for the hardest puzzles. Ratings are those of the canonical form, so that every form of a
    puzzle has the same. The keys are those of docs/exporting.md, such as:

    - d, level, level_name, scheme: the difficulty D, at least 1, and the level by the scheme, 1 for the easiest
    - rules, used: how often each of the fourteen rules counts in D, and how often it placed or removed something, in
      the order of ``factory list rules``
    - minutes (time): the minutes that a person is expected to take
    - se_er, se_ep, se_ed (se): the ratings of Sudoku Explainer
    - technique_level, technique_score, techniques (techniques): HoDoKu's level and score, and the uses of each of the 61
      techniques; None where they don't solve the puzzle

    The level is that of the scheme wu, unless `scheme` names another, or `profile` or `job` has one of its own, as for
    `generate`. Raises SudokuError if there is not exactly one solution.
    """
    return json.loads(_read(_job(profile, scheme, None, ratings, job)).rate_json(puzzle))


def rate_many(
    puzzles: Iterable[str] | numpy.ndarray,
    ratings: Iterable[str] = (),
    *,
    scheme: str | None = None,
    profile: str | None = None,
    job: str = "",
) -> dict[str, list[Any]]:
    """Returns the ratings of many puzzles as columns of equal length, ready for ``pandas.DataFrame`` or polars.

    The puzzles are texts, a column of texts, or an array of shape (n, 81); the rest is as for `rate`. Raises SudokuError
    with the row (from 0) of the first puzzle that can't be rated.
    """
    rater = _read(_job(profile, scheme, None, ratings, job))
    columns: dict[str, list[Any]] = {name: [] for name in ["puzzle", *json.loads(rater.rate_json(_EASY))]}
    is_array = getattr(puzzles, "ndim", 1) == 2
    for row, puzzle in enumerate(_texts(puzzles) if is_array else puzzles):
        if not isinstance(puzzle, str):
            raise TypeError(f"row {row}: a puzzle is a text, not {puzzle!r}")
        try:
            rated = json.loads(rater.rate_json(puzzle))
        except SudokuError as error:
            raise SudokuError(f"row {row}: {error}") from None
        for name, value in {"puzzle": puzzle, **rated}.items():
            columns[name].append(value)
    return columns


def generate(
    seed: int,
    count: int = 1,
    start: int = 0,
    level: str | int | None = None,
    *,
    profile: str | None = None,
    scheme: str | None = None,
    symmetry: str | None = None,
    ratings: Iterable[str] = (),
    job: str = "",
    layout: str = "9x9",
    candidates: int | None = None,
) -> Generator[Puzzle, None, None]:
    """Makes puzzles, the same for a seed as the program ``factory`` makes.

    Yields `count` puzzles from candidate number `start` on, only those of `level` (name or number) if there is one, and
    never one twice, not even turned or relabelled. `seed` is 0 to 2**64 - 1. At most `candidates` candidates are made;
    without this limit, a level or a job of which no puzzle is made is looked for until Ctrl-C.

    - `profile`: paper, book, newspaper, kids, expert or classic
    - `scheme`: wu, people, jiang, hodoku or another of ``factory list schemes``
    - `symmetry`: none, rotate180, rotate90, mirror-horizontal, mirror-vertical, diagonal, anti-diagonal or full
    - `ratings`: as for `rate`
    - `job`: the other keys of the program's job files that say what is made, as TOML, such as ``clues = "24..28"``
    - `layout`: a size or further houses, such as 6x6, 12x12 or 9x9+x (docs/layouts.md); such puzzles are rated by
      technique, and dug for `level` if there is one
    """
    count, start = _whole("count", count), _whole("start", start)
    tries = _MOST if candidates is None else _whole("candidates", candidates)
    factory = _read(_job(profile, scheme, symmetry, ratings, job, layout))
    wanted = None if level is None else _level(factory, level)
    last = min(start + tries, _MOST)
    return _made(factory.with_seed(_whole("seed", seed), wanted), count, start, last, wanted)


def levels(
    *, profile: str | None = None, scheme: str | None = None, layout: str = "9x9", job: str = ""
) -> list[str]:
    """Returns the names of the levels that puzzles of a profile, scheme, layout or job have, easiest first."""
    return _read(_job(profile, scheme, layout=layout, job=job)).levels


def _made(
    factory: _Factory, left: int, number: int, last: int, wanted: int | None
) -> Generator[Puzzle, None, None]:
    ids: set[bytes] = set()
    while left > 0 and number < last:
        chunk = min(_CHUNK if wanted else left, _CHUNK, last - number)
        for puzzle in factory.make(number, number + chunk):
            puzzle_id = bytes.fromhex(puzzle.id)
            if left > 0 and wanted in (None, puzzle.level) and puzzle_id not in ids:
                ids.add(puzzle_id)
                left -= 1
                yield puzzle
        number += chunk


def generate_many(
    seed: int,
    count: int,
    start: int = 0,
    *,
    profile: str | None = None,
    symmetry: str | None = None,
    job: str = "",
) -> tuple[NDArray[numpy.uint8], NDArray[numpy.uint8]]:
    """Makes the candidates `start` to `start + count` and returns (puzzles, solutions), arrays of shape (n, 81), uint8.

    n is less than `count` only where the profile or job refuses candidates; the arrays do not say which.
    """
    import numpy

    count, start = _whole("count", count), _whole("start", start)
    factory = _read(_job(profile, symmetry=symmetry, job=job)).with_seed(_whole("seed", seed), None)
    puzzles, solutions = (numpy.empty((count, 81), numpy.uint8) for _ in range(2))
    made = factory.make_rows(start, _whole("start + count", start + count), puzzles, solutions)
    return puzzles[:made], solutions[:made]


def solve_many(puzzles: numpy.ndarray) -> NDArray[numpy.uint8]:
    """Returns the only solutions of an array of shape (n, 81) as an array of this shape and the type uint8.

    Raises SudokuError with the row (from 0) of the first puzzle without exactly one solution.
    """
    import numpy

    puzzles = _rows(puzzles)
    solutions = numpy.empty(puzzles.shape, numpy.uint8)
    solve_rows(puzzles, solutions)
    return solutions


def count_many(puzzles: numpy.ndarray, limit: int = 2) -> NDArray[numpy.uint8]:
    """Returns the numbers of solutions, each at most `limit` (1 to 255), of an array of shape (n, 81): shape (n,), uint8."""
    import numpy

    limit = _whole("limit", limit, 1, 255)
    puzzles = _rows(puzzles)
    counts = numpy.empty(len(puzzles), numpy.uint8)
    count_rows(puzzles, counts, limit)
    return counts


def read_pack(folder: str | PathLike[str], level: str | int | None = None) -> Generator[Puzzle, None, None]:
    """Yields the puzzles of a pack of 9x9, level by level, or those of one level.

    Raises SudokuError if the folder is no such pack, or is damaged.
    """
    pack = _PackFolder(folder)
    levels = range(1, len(pack.levels) + 1) if level is None else [_level(pack, level)]
    return (puzzle for number in levels for puzzle in pack.read(number))


_known = functools.lru_cache(maxsize=32)(_Factory)


def _read(job: dict[str, Any]) -> _Factory:
    # A file may have changed since a job that names it was read.
    read = _known if job.keys().isdisjoint(["pattern", "regions"]) else _Factory
    # A date of TOML is a text here.
    return read(json.dumps(job, default=str))


def _job(
    profile: str | None = None,
    scheme: str | None = None,
    symmetry: str | None = None,
    ratings: Iterable[str] = (),
    job: str = "",
    layout: str = "9x9",
) -> dict[str, Any]:
    """Returns the keys of a job."""
    names = {"profile": profile, "scheme": scheme, "symmetry": symmetry, "layout": layout}
    for name, value in {**names, "job": job}.items():
        if not isinstance(value, str) and not (value is None and name in ("profile", "scheme", "symmetry")):
            raise TypeError(f"{name} is a text, not {value!r}")
    names["layout"] = None if layout == "9x9" else layout
    if isinstance(ratings, str):
        ratings = [ratings]
    keys = {key: value for key, value in {**names, "ratings": list(ratings) or None}.items() if value is not None}
    try:
        more = tomllib.loads(job)
    except tomllib.TOMLDecodeError as error:
        raise SudokuError(f"job: {error}") from None
    for key in keys.keys() & more.keys():
        raise SudokuError(f"job: {key} is given twice")
    return keys | more


def _whole(name: str, number: int, least: int = 0, most: int = _MOST) -> int:
    """Returns an argument as an int of Python; NumPy's are taken, too."""
    try:
        whole = index(number)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {number!r}") from None
    if least <= whole <= most:
        return whole
    raise SudokuError(f"{name} is {least} to {most}, not {whole}")


def _level(source: _Factory | _PackFolder, level: str | int) -> int:
    names = source.levels
    for number, name in enumerate(names, 1):
        if level == name or (level == number and level is not True):
            return number
    raise SudokuError(f"level {level!r}: the levels are {', '.join(names)}, or 1 to {len(names)}")


def _rows(puzzles: numpy.ndarray) -> NDArray[numpy.uint8]:
    import numpy

    array = numpy.asarray(puzzles)
    is_whole = numpy.issubdtype(array.dtype, numpy.integer)
    if array.ndim != 2 or array.shape[1] != 81 or not is_whole:
        raise SudokuError(
            f"puzzles are an array of shape (n, 81) and whole numbers, not {array.shape} and {array.dtype}: "
            "use reshape(-1, 81) and astype(numpy.uint8)"
        )
    if array.dtype != numpy.uint8:
        _check_digits(array)
    return numpy.ascontiguousarray(array, numpy.uint8)


def _check_digits(array: numpy.ndarray) -> None:
    wrong = ((array < 0) | (array > 9)).nonzero()
    if len(wrong[0]):
        row, cell = (int(it[0]) for it in wrong)
        raise SudokuError(f"row {row}: r{cell // 9 + 1}c{cell % 9 + 1} holds {array[row, cell]}, not 0 to 9")


def _texts(puzzles: numpy.ndarray) -> Iterator[str]:
    rows = _rows(puzzles)
    _check_digits(rows)
    digits = b".123456789".ljust(256)
    return (row.tobytes().translate(digits).decode() for row in rows)

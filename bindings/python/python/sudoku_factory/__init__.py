"""Makes, solves and rates Sudoku puzzles, each rated the way a person would solve it.

A puzzle is a text of 81 characters in reading order, ``1`` to ``9`` for a given and ``.`` or ``0`` for a blank.
An array of puzzles has the shape ``(n, 81)`` and the type ``uint8``, 0 for a blank. It is read where it lies, without
a copy, if it lies in one piece.
"""

from __future__ import annotations

import functools
import json
import tomllib
from collections.abc import Iterable, Iterator
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

__all__ = [
    "Puzzle", "SudokuError", "canonical", "count", "count_many", "generate", "generate_many", "hint",
    "is_unique", "levels", "puzzle_id", "rate", "rate_many", "read_pack", "solve", "solve_many", "steps",
]

_CHUNK = 128
"""Candidates made before the first is yielded: their digs are carried on side by side."""


def solve(puzzle: str) -> str:
    """Returns the only solution, 81 digits. Raises SudokuError if there is none, or more than one."""
    return _solve(puzzle)


def count(puzzle: str, limit: int = 2) -> int:
    """Returns the number of solutions, or `limit` if there are at least that many."""
    if limit < 1:
        raise ValueError("limit is at least 1")
    return _count(puzzle, limit)


def is_unique(puzzle: str) -> bool:
    """Returns whether there is exactly one solution."""
    return _count(puzzle, 2) == 1


def canonical(puzzle: str) -> str:
    """Returns the form that all turned, mirrored, shuffled and relabelled forms of the puzzle share."""
    return _canonical(puzzle)[0]


def puzzle_id(puzzle: str) -> str:
    """Returns the id that all forms of the puzzle share, 32 hexadecimal digits."""
    return _canonical(puzzle)[1]


def steps(puzzle: str, *, uniqueness_techniques: bool = True) -> list[dict[str, Any]]:
    """Returns the steps by which a person solves the puzzle, easiest technique first, as docs/steps.md has them.

    Without `uniqueness_techniques` no step relies on the puzzle's having a single solution.
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
    81 cells, such as "149"; an empty text says that none are noted. `level` is the furthest text to give away, and
    `language` is en or zh.
    """
    request = {
        "state": state, "givens": givens, "candidates": None if candidates is None else list(candidates),
        "level": level, "language": language, "uniqueness_techniques": uniqueness_techniques,
    }
    return json.loads(hint_json(json.dumps(request)))


def rate(puzzle: str, ratings: Iterable[str] = (), *, scheme: str = "wu") -> dict[str, Any]:
    """Returns the ratings of a puzzle in the names of ``factory rate --json``, None for one that was not asked for.

    `ratings` are besides D and the rules: stuart, qqwing, hodoku, time (minutes), se (Sudoku Explainer's ER, EP
    and ED), techniques. They are those of the canonical form, so that every form has the same.
    """
    return json.loads(_rater(ratings, scheme).rate_json(puzzle))


def rate_many(
    puzzles: Iterable[str] | numpy.ndarray, ratings: Iterable[str] = (), *, scheme: str = "wu"
) -> dict[str, list[Any]]:
    """Returns the ratings of many puzzles as columns of equal length, ready for ``pandas.DataFrame`` or polars.

    The puzzles are texts or an array of shape (n, 81), uint8. Raises SudokuError with the row (from 0) of the first puzzle that can't be rated.
    """
    rater = _rater(ratings, scheme)
    columns: dict[str, list[Any]] = {}
    for row, puzzle in enumerate(_texts(puzzles) if hasattr(puzzles, "dtype") else puzzles):
        try:
            rated = json.loads(rater.rate_json(puzzle))
        except SudokuError as error:
            raise SudokuError(f"row {row}: {error}") from None
        for name, value in {"puzzle": puzzle, **rated}.items():
            columns.setdefault(name, []).append(value)
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
) -> Iterator[Puzzle]:
    """Makes puzzles, the same for a seed as the program ``factory`` makes.

    Yields `count` puzzles from candidate number `start` on, only those of `level` (name or number) if there is one.
    `profile`, `scheme`, `symmetry` and `ratings` are as in the program; `job` holds the other keys of its job files
    that say what is made, as TOML. `layout` is a size or has other houses, such as 6x6, 12x12 or 9x9+x; such puzzles
    are rated by technique. A level that the job never makes is looked for until Ctrl-C.
    """
    if count < 0 or start < 0:
        raise ValueError("count and start are at least 0")
    factory = _read(_job(profile, scheme, symmetry, ratings, job, layout)).with_seed(seed)
    wanted = None if level is None else _level(factory, level)
    return _made(factory, count, start, wanted)


def levels(*, profile: str | None = None, scheme: str | None = None, layout: str = "9x9") -> list[str]:
    """Returns the names of the levels that puzzles of a profile, scheme or layout have, easiest first."""
    return _read(_job(profile, scheme, layout=layout)).levels


def _made(factory: _Factory, left: int, number: int, wanted: int | None) -> Iterator[Puzzle]:
    while left > 0:
        chunk = min(left, _CHUNK) if wanted is None else _CHUNK
        for puzzle in factory.make(number, number + chunk):
            if left > 0 and wanted in (None, puzzle.level):
                left -= 1
                yield puzzle
        number += chunk


def generate_many(
    seed: int, count: int, start: int = 0, *, symmetry: str | None = None, job: str = ""
) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Makes the candidates `start` to `start + count` and returns (puzzles, solutions), arrays of shape (n, 81), uint8.

    n is less than `count` only where the job refuses candidates.
    """
    import numpy

    if count < 0 or start < 0:
        raise ValueError("count and start are at least 0")
    factory = _read(_job(symmetry=symmetry, job=job)).with_seed(seed)
    puzzles, solutions = (numpy.empty((count, 81), numpy.uint8) for _ in range(2))
    made = factory.make_rows(start, start + count, puzzles, solutions)
    return puzzles[:made], solutions[:made]


def solve_many(puzzles: numpy.ndarray) -> numpy.ndarray:
    """Returns the only solutions of an array of shape (n, 81), uint8, in the same shape.

    Raises SudokuError with the row (from 0) of the first puzzle without exactly one solution.
    """
    import numpy

    puzzles = _rows(puzzles)
    solutions = numpy.empty(puzzles.shape, numpy.uint8)
    solve_rows(puzzles, solutions)
    return solutions


def count_many(puzzles: numpy.ndarray, limit: int = 2) -> numpy.ndarray:
    """Returns the numbers of solutions, each at most `limit` (1 to 255), of an array of shape (n, 81): shape (n,), uint8."""
    import numpy

    if not 1 <= limit <= 255:
        raise ValueError("limit is 1 to 255")
    puzzles = _rows(puzzles)
    counts = numpy.empty(len(puzzles), numpy.uint8)
    count_rows(puzzles, counts, limit)
    return counts


def read_pack(folder: str | PathLike[str], level: str | int | None = None) -> Iterator[Puzzle]:
    """Yields the puzzles of a pack, level by level, or those of one level; damage raises SudokuError."""
    pack = _PackFolder(folder)
    levels = range(1, len(pack.levels) + 1) if level is None else [_level(pack, level)]
    return (puzzle for number in levels for puzzle in pack.read(number))


def _rater(ratings: Iterable[str], scheme: str) -> _Factory:
    return _read(_job(scheme=scheme, ratings=ratings))


@functools.lru_cache(maxsize=32)
def _read(job: str) -> _Factory:
    return _Factory(job)


def _job(
    profile: str | None = None,
    scheme: str | None = None,
    symmetry: str | None = None,
    ratings: Iterable[str] = (),
    job: str = "",
    layout: str = "9x9",
) -> str:
    """Returns the text of a job, which is JSON."""
    if isinstance(ratings, str):
        ratings = [ratings]
    keys = {"profile": profile, "scheme": scheme, "symmetry": symmetry, "ratings": list(ratings) or None}
    keys["layout"] = None if layout == "9x9" else layout
    keys = {key: value for key, value in keys.items() if value is not None}
    try:
        more = tomllib.loads(job)
    except tomllib.TOMLDecodeError as error:
        raise SudokuError(f"job: {error}") from None
    for key in keys.keys() & more.keys():
        raise SudokuError(f"job: {key} is given twice")
    # A date of TOML is a text here.
    return json.dumps(keys | more, default=str)


def _level(source: _Factory | _PackFolder, level: str | int) -> int:
    names = source.levels
    if isinstance(level, int) and 1 <= level <= len(names):
        return level
    if level in names:
        return names.index(level) + 1
    raise SudokuError(f"level {level!r}: the levels are {', '.join(names)}")


def _rows(puzzles: numpy.ndarray) -> numpy.ndarray:
    import numpy

    array = numpy.asarray(puzzles)
    if array.ndim != 2 or array.shape[1] != 81 or array.dtype != numpy.uint8:
        raise ValueError(f"puzzles are an array of shape (n, 81) and type uint8, not {array.shape} and {array.dtype}")
    return numpy.ascontiguousarray(array)


def _texts(puzzles: numpy.ndarray) -> Iterator[str]:
    digits = bytes(b".123456789" + b"!" * 246)
    return (row.tobytes().translate(digits).decode() for row in _rows(puzzles))

"""Exports of the folder's pack, read back by other people's readers, whole and damaged.

usage: check.py FACTORY LINKS.JS, in a folder with `pack` and its JSON Lines `truth.jsonl`
"""

import csv
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree as xml

import ipuz
import lzstring
import pyarrow.parquet

FACTORY, LINKS = sys.argv[1:3]
TRUTH = [json.loads(line) for line in open("truth.jsonl")]
PUZZLES = [row["puzzle"].replace(".", "0") for row in TRUTH]
SOLUTIONS = [row["solution"] for row in TRUTH]
LEVELS = [row["level_name"] for row in TRUTH]


class Refused(Exception):
    """What a reader says of a damaged file."""


def must(holds, why):
    if not holds:
        raise Refused(why)


def digits(text):
    must(re.fullmatch(r"[0-9.]{81}", text), f"{text!r} is no line of 81 cells")
    return text.replace(".", "0")


def flat(rows):
    return "".join(str(value) for row in rows for value in row)


# Readers: from a path to puzzles and solutions; None where the format has none.


def by_qqwing(path):
    """qqwing solves what it reads: the solution tells that it read the puzzle."""
    puzzles = path.read_text().split()
    solved = subprocess.run(
        ["qqwing", "--solve", "--one-line"], input=path.read_text(), capture_output=True, text=True
    ).stdout.split("\n")
    solved = [line for line in solved if line]
    must(all(re.fullmatch("[1-9]{81}", line) for line in solved), "\n".join(solved))
    return [digits(line) for line in puzzles], solved


def by_solo(path):
    """Solo prints each puzzle and then its own solution: digits with their places on a page."""
    done = subprocess.run(
        ["sgt-solo", "--print", "1x1", "--with-solutions"],
        input=path.read_bytes(),
        capture_output=True,
    )
    must(done.returncode == 0, done.stderr.decode())
    pages = []
    for page in done.stdout.decode("latin-1").split("showpage")[:-1]:
        cells = ["0"] * 81
        for y, x, digit in re.findall(r"(\d+) exch sub (\d+) exch moveto pop pop\n\((\d)\)", page):
            cells[(4609 - int(y)) // 512 * 9 + int(x) // 512 - 1] = digit
        pages.append("".join(cells))
    half = len(pages) // 2
    return pages[:half], pages[half:]


def by_ipuz(folder):
    boards = [ipuz.read(path.read_text()) for path in sorted(folder.iterdir())]
    for board in boards:
        must(board["kind"] == ["http://ipuz.org/sudoku#1"], board["kind"])
    return [flat(board["puzzle"]) for board in boards], [flat(board["solution"]) for board in boards]


def saved(objects):
    for it in objects:
        must(it["size"] == 9 and len(it["grid"]) == 9, "not nine rows")
    given = lambda cell: cell["value"] if cell.get("given") else 0
    puzzles = [flat([[given(cell) for cell in row] for row in it["grid"]]) for it in objects]
    return puzzles, [flat([it["solution"]]) for it in objects]


def by_lzstring(path):
    objects = []
    for link in path.read_text().split():
        packed = urllib.parse.unquote(re.sub(r"^.*(\?load=|fpuzzles)", "", link))
        objects.append(json.loads(lzstring.LZString().decompressFromBase64(packed)))
    return saved(objects)


def by_lz_string(path):
    done = subprocess.run(["node", LINKS], input=path.read_bytes(), capture_output=True)
    must(done.returncode == 0, done.stderr.decode())
    return saved([json.loads(line) for line in done.stdout.splitlines()])


def by_attributes(path):
    """What OpenSudoku and LibreSudoku ask of a file: they have no reader without a screen."""
    root = xml.parse(path).getroot()
    must(root.tag == "opensudoku" and root.get("version") == "2", "not version 2")
    puzzles, names = [], []
    for folder in root:
        must(folder.tag == "folder" and folder.get("name"), "a folder without a name")
        must(re.fullmatch(r"\d+", folder.get("created", "")), "a folder without created")
        names.append(folder.get("name"))
        for game in folder:
            must(game.tag == "game" and "state" not in game.attrib, "not a new game")
            must(re.fullmatch(r"[0-9]{81}", game.get("data", "")), "a game without its digits")
            puzzles.append(game.get("data"))
    must(names == list(dict.fromkeys(LEVELS)), f"the folders are {names}")
    return puzzles, None


def by_csv(puzzle, solution):
    def read(path):
        with open(path, newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file, strict=True))
        must(all(None not in row and None not in row.values() for row in rows), "a ragged table")
        text = lambda field: field.removeprefix('="').removesuffix('"')
        columns = [[digits(text(row[name])) for row in rows] for name in (puzzle, solution)]
        return columns[0], columns[1]

    read.__name__ = "by_csv"
    return read


def by_pyarrow(path):
    table = pyarrow.parquet.read_table(path)
    table.validate(full=True)
    notes = pyarrow.parquet.read_metadata(path).metadata
    must(notes[b"seed"] == b"7" and notes[b"program_version"], "no seed or version")
    must(table["d"].to_pylist() == [row["d"] for row in TRUTH], "other D")
    must(table["minutes"].null_count == len(table), "minutes out of nowhere")
    must(table["level_name"].to_pylist() == LEVELS, "other levels")
    must(table["hardest_rule"].to_pylist() == [row["hardest_rule"] for row in TRUTH], "other rules")
    columns = [name for name in table.column_names if name.startswith("used_")]
    counts = zip(*(table[name].to_pylist() for name in columns))
    must([list(row)[:14] for row in counts] == [row["used"] for row in TRUTH], "other counts")
    return [digits(it) for it in table["puzzle"].to_pylist()], table["solution"].to_pylist()


def by_json(path):
    rows = [json.loads(line) for line in open(path)]
    return [digits(row["puzzle"]) for row in rows], [row["solution"] for row in rows]


def by_json_document(path):
    rows = json.load(open(path))
    must(rows == TRUTH, "other objects")
    return [digits(row["puzzle"]) for row in rows], [row["solution"] for row in rows]


def by_sqlite3(path):
    must(path.stat().st_size, "nothing")
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    must(database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "not whole")
    must(database.execute("SELECT value FROM about WHERE name = 'seed'").fetchone() == ("7",), "no seed")
    rows = database.execute("SELECT puzzle, solution, level_name, d FROM puzzles ORDER BY key").fetchall()
    must([row[2] for row in rows] == LEVELS, "other levels")
    must([row[3] for row in rows] == [row["d"] for row in TRUTH], "other D")
    used = dict(database.execute("SELECT puzzle_key, sum(times) FROM rules GROUP BY puzzle_key"))
    must([used.get(n + 1, 0) for n in range(len(rows))] == [sum(row["used"]) for row in TRUTH], "other counts")
    return [digits(row[0]) for row in rows], [row[1] for row in rows]


def drawn(path):
    """The digits of a picture by their places, and how many are in each font: a glyph is named gFONT-ID."""
    svg = "{http://www.w3.org/2000/svg}"
    root = xml.parse(path).getroot()
    must(root.tag == svg + "svg", "no SVG")
    shown, cells, fonts = root.find(svg + "desc").text, ["0"] * 81, {}
    names = {}
    for group in root.iter(svg + "g"):
        _, _, _, _, x, y = map(float, group.get("transform")[7:-1].split())
        glyph = group.find(svg + "use").get("href")[1:]
        must(root.find(f".//{svg}path[@id='{glyph}']") is not None, f"{glyph} is not drawn")
        place = int((y - 6) // 24) * 9 + int((x - 6) // 24)
        # Which glyph is which digit the description says; the same glyph must always be the same digit.
        digit = names.setdefault(glyph, shown[place])
        must(digit == shown[place], f"{glyph} is {digit} and {shown[place]}")
        cells[place] = digit
        font = glyph.split("-")[0]
        fonts[font] = fonts.get(font, 0) + 1
    kinds = [(glyph.split("-")[0], digit) for glyph, digit in names.items()]
    must(len(set(kinds)) == len(kinds), "two glyphs of a font are one digit")
    return "".join(cells), fonts


def by_svg(folder):
    files = sorted(folder.iterdir())
    solutions = [path for path in files if path.stem.endswith("-solution")]
    puzzles = [path for path in files if path not in solutions]
    must([path.stem + "-solution" for path in puzzles] == [path.stem for path in solutions], "no pairs")
    pairs = [(drawn(puzzle), drawn(solution)) for puzzle, solution in zip(puzzles, solutions)]
    for (puzzle, _), (_, fonts) in pairs:
        clues = 81 - puzzle.count("0")
        must(sorted(fonts.values()) == sorted([clues, 81 - clues]), "clues are not bold")
    return [puzzle for (puzzle, _), _ in pairs], [solution for _, (solution, _) in pairs]


# Damages: from a path of a whole file or folder to one that a reader must refuse.


def rewritten(change):
    def damage(path):
        damaged = path.with_name("damaged-" + path.name)
        if path.is_dir():
            shutil.rmtree(damaged, ignore_errors=True)
            shutil.copytree(path, damaged)
            victim = sorted(damaged.iterdir())[-1]
        else:
            shutil.copy(path, damaged)
            victim = damaged
        before = victim.read_bytes()
        victim.write_bytes(change(before))
        assert victim.read_bytes() != before, f"{path} was not damaged"
        return damaged

    return damage


def twice(text):
    """The last digit stands twice in its row, or else in its column."""
    lines = text.decode().split()
    line = list(lines[-1])
    given = next(index for index, value in enumerate(line) if value in "123456789")
    free = next(
        index
        for index in range(81)
        if line[index] in ".0" and (index // 9 == given // 9 or index % 9 == given % 9)
    )
    line[free] = line[given]
    return ("\n".join(lines[:-1] + ["".join(line)]) + "\n").encode()


cut = rewritten(lambda text: text[: len(text) - 40])
conflict = rewritten(twice)
unlike = lambda old, new: rewritten(lambda text: text.replace(old, new, 1))
flipped = rewritten(lambda text: text[:150] + bytes([text[150] ^ 0x55]) + text[151:])
# A database names its levels in its notes, too.
renamed = rewritten(lambda text: text.replace(b"moderate", b"moderato"))
torn = rewritten(lambda text: text[: len(text) // 2])

CHECKS = [
    ("line", by_qqwing, [conflict, cut]),
    ("sdm", by_qqwing, [conflict, cut]),
    ("sgt", by_solo, [cut, unlike(b"3x3:", b"3x3:z")]),
    ("ipuz", by_ipuz, [cut, unlike(b"ipuz.org/v2", b"ipuz.org/v9"), unlike(b'"puzzle":[[', b'"puzzle":[[[],')]),
    ("f-puzzles", by_lzstring, [cut, torn]),
    ("sudokupad", by_lz_string, [cut, torn]),
    ("opensudoku", by_attributes, [cut, unlike(b' created="1767225600000"', b""), unlike(b'data="', b'data="5')]),
    ("csv", by_csv("puzzle", "solution"), [cut]),
    ("csv-excel", by_csv("puzzle", "solution"), [cut]),
    ("csv-kaggle", by_csv("quizzes", "solutions"), [cut]),
    ("csv-rated", by_csv("question", "answer"), [cut, torn]),
    ("jsonl", by_json, [cut]),
    ("json", by_json_document, [cut, torn]),
    ("sqlite", by_sqlite3, [torn, renamed]),
    ("svg --solution", by_svg, [cut, unlike(b"<use href", b"<use ref")]),
    ("parquet", by_pyarrow, [cut, flipped, torn]),
]


def main():
    for name, read, damages in CHECKS:
        path = pathlib.Path("as-" + name.split()[0])
        subprocess.run([FACTORY, "export", "pack", "--to", *name.split(), "--out", path, "--force"], check=True, stderr=subprocess.DEVNULL)
        puzzles, solutions = read(path)
        assert puzzles == PUZZLES, f"{name}: other puzzles"
        assert solutions in (None, SOLUTIONS), f"{name}: other solutions"
        for number, damage in enumerate(damages):
            try:
                puzzles, solutions = read(damage(path))
            except AssertionError:
                raise
            except Exception:
                continue
            same = puzzles == PUZZLES and solutions in (None, SOLUTIONS)
            sys.exit(f"{name}: damage {number} was not refused" + (", nor seen" if same else ""))
        print(f"{name}: {len(PUZZLES)} puzzles by {read.__name__.removeprefix('by_')}; {len(damages)} damaged files refused")


main()

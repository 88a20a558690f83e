"""The commands that write, for `calls` and `power` beside this file: what goes before each, how one is run with
`interpose.c` loaded, and what must be true of the folder in which it was struck."""

import filecmp
import os
import re
import shutil
import subprocess
import sys

from server import configure, serve

HERE = os.path.dirname(os.path.realpath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
LEDGER = "output/ledger.sqlite"
JOB = "--count 60 --threads 1 -q"
PACK = f"{JOB} --seed 3 --name p"
KNOWN = f"{PACK} --ledger {LEDGER}"
SMALL = "--layout 6x6 --level singles=6 --threads 1 -q --seed 2"
PLAN = "plan --run run --shards 2 --count 600 --seed 4 --level easy=2"
SHARDS = ["shard --run run --index 0 -q", "shard --run run --index 1 -q"]
IDS = "export output/p --to line --limit 3 -o ids.txt"


def spoil(folder):
    """Damages the ledger."""
    with open(os.path.join(folder, LEDGER), "r+b") as file:
        file.write(b"spilt coffee")


def words_in(words, folder):
    """The command with the first puzzle of `ids.txt` where it says so."""
    if "{first}" not in words:
        return words
    with open(os.path.join(folder, "ids.txt")) as lines:
        return words.format(first=lines.readline().split()[0])


# Each command with those that go before it. `calendar --replace` and `ledger unship` are not among them: given again
# after their last step they are a second wish; nor is `sign --new-key`, which makes other keys each time. {first} is the first puzzle of ids.txt.
COMMANDS = {
    "make": (f"{JOB} --seed 5 --name n", []),
    "make --ledger": (f"{JOB} --seed 5 --name n --ledger {LEDGER}", [KNOWN]),
    "make, a new ledger": (f"{JOB} --seed 5 --name n --ledger {LEDGER}", []),
    "make --packs": (f"--packs 3 --count 200 --level easy=2 --threads 1 -q --seed 6 --name n --ledger {LEDGER}", [KNOWN]),
    "make --layout": (f"{SMALL} --name s --ledger {LEDGER}", []),
    "extend": ("extend output/p --count 90 --name longer -q", [PACK]),
    "take": (f"take output/p --name t -q --ledger {LEDGER} --limit 9", [KNOWN]),
    "plan": (PLAN, []),
    "shard": (SHARDS[0], [PLAN]),
    "merge": ("merge --run run --name m -q", [PLAN, *SHARDS]),
    "merge --ledger": (f"merge --run run --name m -q --ledger {LEDGER}",
                       [KNOWN, f"{PLAN} --ledger {LEDGER}", *SHARDS]),
    "export": ("export output/p --to csv -o e.csv", [PACK]),
    "export --to sqlite": ("export output/p --to sqlite -o e.sqlite3", [PACK]),
    "export --ship": ("export output/p --to csv -o e.csv --ship E", [KNOWN]),
    "export to a folder": ("export output/p --to sdk -o e --limit 5", [PACK]),
    "export to a folder --ship": ("export output/p --to sdk -o e --limit 5 --ship E", [KNOWN]),
    "export --split": ("export output/p --to csv -o e --split train=.8,test=.2", [PACK]),
    "export --pairs": ("export output/p --to svg --pairs --limit 2 -o e", [PACK]),
    "convert": ("convert --to csv -o c.csv ids.txt", [PACK, IDS]),
    "book --ship": ("book output/p --preset home -o b.pdf --limit 8 --ship B", [KNOWN]),
    "book --to epub": ("book output/p --preset epub -o b.epub --limit 4", [PACK]),
    "cover": ("cover output/p --preset press --trim A5 --palette sea -o c.pdf", [PACK]),
    "series": ("series volumes.toml", [PACK]),
    "calendar --ship": ("calendar output/p --start 2027-01-01 --days 3 --ship C", [KNOWN]),
    "stats --html": ("stats output/p --html s.html", [PACK]),
    "show --svg": ("show ids.txt --limit 1 --step 1 --svg s.svg", [PACK, IDS]),
    "sign": ("sign output/p output/q --key k.key", [PACK, f"{JOB} --seed 5 --name q", "sign --new-key k.key"]),
    "sign --force": ("sign output/p --key k.key --force --comment spring",
                     [PACK, "sign --new-key k.key", "sign output/p --key k.key"]),
    "ledger import": ("ledger import output/p", [PACK]),
    "ledger ship": ("ledger ship --title S --ids ids.txt", [KNOWN, IDS]),
    "ledger retire": ("ledger retire {first} --why misprint", [KNOWN, IDS]),
    "ledger backup": ("ledger backup copy/l.sqlite", [KNOWN]),
    "ledger rebuild": ("ledger rebuild --from copy/l.sqlite output/q",
                       [KNOWN, "ledger backup copy/l.sqlite", f"{JOB} --seed 5 --name q --ledger {LEDGER}", spoil]),
    "daemon": ("daemon", [f"--count 300 --threads 1 -q --seed 3 --name p --ledger {LEDGER}", configure]),
}

# These hold times, or the order of a database's pages.
VARY = re.compile(r"run\.json$|\.sqlite|\.lock$|\.daemon/")


def build(scratch):
    """Compiles the library, and returns its path."""
    library = os.path.join(scratch, "interpose.so")
    flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, "-o", library, os.path.join(HERE, "interpose.c"), "-ldl"], check=True)
    return library


class Program:
    """The program under test, with or without a fault."""

    def __init__(self, factory, library):
        self.factory, self.library = factory, library

    def run(self, words, folder, tracer=(), **faults):
        # No settings from outside.
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("FACTORY_", "RUST_"))}
        if faults:
            environment |= {"LD_PRELOAD": self.library, "FAULTS_ROOT": folder}
            environment |= {"FAULTS_" + name.upper(): str(value) for name, value in faults.items()}
        if words == "daemon":
            return serve([*tracer, self.factory], folder, environment)
        return subprocess.run([*tracer, self.factory, *words_in(words, folder).split()], cwd=folder, env=environment, timeout=120,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def prepare(self, base, words, before):
        """Makes the folder in which a command begins, and that in which it ended undisturbed; its exit code."""
        shutil.rmtree(base, ignore_errors=True)
        os.makedirs(os.path.join(base, "config"))
        shutil.copy(os.path.join(PROJECT, "config/week.toml"), os.path.join(base, "config"))
        shutil.copy(os.path.join(HERE, "volumes.toml"), base)
        for command in before:
            if callable(command):
                command(base)
            elif (prepared := self.run(command, base)).returncode not in (0, 3):
                sys.exit(f"{command} ends with {prepared.returncode}: {prepared.stderr}")
        calm = base + "-calm"
        fresh(base, calm)
        ended = self.run(words, calm)
        if ended.returncode not in (0, 3):
            sys.exit(f"{words} ends with {ended.returncode}: {ended.stderr}")
        return calm, ended.returncode

    def ledger(self, folder):
        """What the ledger says that no time changes, or what is wrong with it."""
        if not os.path.exists(os.path.join(folder, LEDGER)):
            return "none"
        checked = self.run("ledger check", folder)
        if "there is no ledger" in checked.stderr:
            return "none"
        if checked.returncode != 0:
            return f"ledger check ends with {checked.returncode}: {(checked.stderr or checked.stdout).strip()}"
        said = self.run("ledger query --json", folder).stdout
        return sorted(re.findall(r'"(?:puzzles|title|digest)":("[^"]*"|\d+)', said))


def is_sound(ledger):
    """Whether this is what `Program.ledger` says of a sound ledger, or of none."""
    return ledger == "none" or not isinstance(ledger, str)


def fresh(base, folder):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(base, folder, symlinks=True)


def files(folder):
    found = set()
    for at, folders, names in os.walk(folder):
        found.update(os.path.relpath(os.path.join(at, name), folder) for name in folders + names)
    return found


def is_same(one, other):
    return not os.path.isfile(one) or VARY.search(one) or filecmp.cmp(one, other, shallow=False)


def differences(calm, struck):
    """What differs once the command was given again."""
    there, here = files(calm), files(struck)
    for name in sorted(there ^ here):
        yield ("left behind: " if name in here else "missing: ") + name
    for name in sorted(there & here):
        if not is_same(os.path.join(calm, name), os.path.join(struck, name)):
            yield "other bytes: " + name


def torn(base, calm, struck):
    """Files that have their final name and are neither as before the command nor as it makes them."""
    for name in sorted(files(calm) & files(struck)):
        before, after, now = (os.path.join(folder, name) for folder in (base, calm, struck))
        if not is_same(after, now) and not (os.path.isfile(before) and is_same(before, now)):
            yield "torn: " + name

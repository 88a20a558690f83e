"""Starts a real daemon over real packs, and has a browser do to its page what readers do: main.py FACTORY [damages].
With `damages`, pages that are damaged on their way must be noticed by the same checks."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from checks import ALL, Checks
from chromium import Browser, Failed
from playing import offline

CONFIG = """output = "output"
ledger = "output/ledger.sqlite"

[[shelf]]
name = "web"
least = 20
most = 80

[http]
listen = "{host}:{port}"
tokens = "tokens"
rate = 5000
"""


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


class Daemon:
    def __init__(self, factory, folder=".", host="127.0.0.1"):
        self.secret = secrets.token_hex(16)
        port = free_port()
        with open(f"{folder}/tokens", "w") as file:
            file.write(f"browser {self.secret} jobs\n")
        with open(f"{folder}/daemon.toml", "w") as file:
            file.write(CONFIG.format(host=host, port=port))
        self.address = f"127.0.0.1:{port}"
        self.url = f"http://{self.address}"
        self.log = open(f"{folder}/daemon.log", "wb")
        self.process = subprocess.Popen([factory, "daemon", "--config", "daemon.toml"], stderr=self.log, cwd=folder)

    def wait(self):
        asked = urllib.request.Request(f"{self.url}/readyz", headers={"Authorization": f"Bearer {self.secret}"})
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            try:
                return urllib.request.urlopen(asked, timeout=5).close()
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise Failed(f"the daemon is not ready: {open(self.log.name).read()[-2000:]}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def other_step(url, body):
    """One candidate more is struck than the daemon said."""
    told = json.loads(body)
    step = next((it for it in told["steps"] if it["eliminations"]), None)
    if step:
        step["eliminations"].pop()
    return json.dumps(told).encode()


# What is done to the page, which check is to notice it, and what it says then.
DAMAGES = [
    ("an undo that does nothing", "*/page/app.js*", lambda url, body: body.replace(b"this.game.undo()", b"false"), "keys", "after undo"),
    ("a step that was changed", "*/steps*", other_step, "path", "struck marks"),
    ("a style that the policy forbids", "*/", lambda url, body: body.replace(b"<main ", b'<main style="top: 0" '), "stock", "complaints"),
    ("a script from elsewhere", "*/", lambda url, body: body.replace(b"</head>", b'<script src="http://localhost:9/x.js"></script></head>'), "stock", "complaints"),
    ("words that are too pale", "*/page/app.css*", lambda url, body: body.replace(b"#59636e", b"#a9b3be"), "stock", "can't be read"),
    ("puzzles that come twice", "*/page/app.js*", lambda url, body: body.replace(b"n: AHEAD, not }", b"n: AHEAD }"), "another", "which was not seen"),
    ("an undo that is lost at a reload", "*/page/app.js*", lambda url, body: body.replace(b"colours, ...steps }", b"colours }"), "several", "undone after a reload"),
    ("one cell at a time", "*/page/app.js*", lambda url, body: body.replace(b"if (adds) this.selection", b"if (false) this.selection"), "several", "that are chosen"),
    ("a puzzle that differs from day to day", "*/page/app.js*", lambda url, body: body.replace(b'{ day })).puzzles', b'{})).puzzles'), "daily", "of somebody else"),
    ("a board that is too large", "*/page/app.css*", lambda url, body: body.replace(b"100dvh", b"130dvh"), "fits", "not seen whole"),
    ("keys that the board alone hears", "*/page/app.js*", lambda url, body: body.replace(b"target === document.body || ", b""), "beside", "beside the board"),
    ("a puzzle that is not checked", "*/page/app.js*", lambda url, body: body.replace(b"words.importMany]", b"null]"), "shared", "more than one"),
    ("a hint that nobody finds", "*/page/app.js*", lambda url, body: body.replace(b'compute("hint"', b'compute("hind"'), "hint", "stage 1 of hint 1"),
    ("a page that is printed whole", "*/page/app.css*", lambda url, body: body.replace(b"@media print", b"@media speech"), "printed", "on paper"),
    ("a choice without a name", "*/page/app.js*", lambda url, body: body.replace(b'"aria-label": words.levelChoice', b'"data-label": ""'), "axe", "select-name"),
    ("a text with a hole", "*/page/app.js*", lambda url, body: body.replace(b"named[name])", b"named.nothing)"), "axe", "texts at"),
    ("a page that is too wide", "*/page/app.css*", lambda url, body: body + b"main { min-width: 1500px }", "stock", "wider"),
    ("a part without a name", "*/page/app.js*", lambda url, body: body.replace(b'role, "aria-label"', b'role, "data-label"'), "stock", "without a name"),
]


def damaged(browser, daemon, scratch, seconds):
    """Damages the page before the check that is to notice it; `seconds` has what each check took without."""
    for what, pattern, change, check, complaint in DAMAGES:
        checks = Checks(browser, daemon.url, daemon.secret, scratch)
        checks.damage = (pattern, change)
        # What has not come about in twice the time of the whole check will not.
        browser.patience = 2 * seconds[check] + 2
        try:
            getattr(checks, check)()
        except Failed as failed:
            if complaint not in str(failed):
                raise Failed(f"{what}: noticed as something else: {failed}") from failed
        else:
            raise Failed(f"{what}: not noticed")


def beyond_loopback(browser, factory):
    """Where others reach the daemon, the browser asks for a token, sends it with all it fetches, and the page works."""
    os.makedirs("far")
    daemon = Daemon(factory, "far", "0.0.0.0")
    try:
        daemon.wait()
        try:
            urllib.request.urlopen(daemon.url, timeout=60)
            raise Failed("a stranger was let in")
        except urllib.error.HTTPError as refused:
            if refused.code != 401:
                raise Failed(f"a stranger was told {refused.code}") from refused
        page = browser.page()
        page.call("Page.navigate", url=f"http://anybody:{daemon.secret}@{daemon.address}/")
        page.wait("document.querySelector('#link')?.dataset.state === 'live'", "the page to work with a token")
    finally:
        daemon.stop()


def daily_of(factory, seed):
    """The puzzle of the day that the page makes: by the program, the first one of its level."""
    subprocess.run([factory, "--profile", "book", "--seed", seed, "--count", "400", "--exhaust", "--quiet", "--out", "daily"], check=True)
    packed = subprocess.run([factory, "export", f"daily/sudoku-{seed}", "--to", "jsonl"], check=True, capture_output=True, text=True)
    puzzles = [it for it in map(json.loads, packed.stdout.splitlines()) if it["level_name"] == "moderate"]
    return min(puzzles, key=lambda it: int(it["number"]))["puzzle"]


def without_server(browser, factory, pictures):
    """A daemon over the same packs ends while its page is open."""
    os.makedirs("gone")
    shutil.copytree("output", "gone/output", ignore=shutil.ignore_patterns("*.lock", "web-*"))
    daemon = Daemon(factory, "gone")
    try:
        daemon.wait()
        offline(browser, daemon, daemon.stop, lambda day: daily_of(factory, day), pictures)
    finally:
        if daemon.process.poll() is None:
            daemon.stop()


def main(factory, with_damages):
    pictures = os.path.abspath("pictures")
    os.makedirs(pictures, exist_ok=True)
    daemon = Daemon(factory)
    browser = Browser(tempfile.mkdtemp(dir="."))
    try:
        daemon.wait()
        checks = Checks(browser, daemon.url, daemon.secret, pictures)
        seconds = {}
        for name in ALL:
            begun = time.monotonic()
            getattr(checks, name)()
            seconds[name] = time.monotonic() - begun
            print(f"{name}: {seconds[name]:.1f} s")
        beyond_loopback(browser, factory)
        without_server(browser, factory, pictures)
        if with_damages:
            damaged(browser, daemon, tempfile.mkdtemp(dir="."), seconds)
    finally:
        browser.close()
        daemon.stop()
    noticed = f", {len(DAMAGES)} damages noticed" if with_damages else ""
    print(f"{len(ALL) + 2} checks of the page passed{noticed}; pictures in {pictures}")


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2:] == ["damages"])
    except Failed as failed:
        sys.exit(f"the page: {failed}")

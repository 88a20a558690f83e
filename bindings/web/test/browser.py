"""The package in a headless Chromium: in the page itself and in a worker, and the demo page, used by clicks.
usage: browser.py SCRATCH PUZZLE, with the first puzzle of seed 18446744073709551615"""

import functools
import http.server
import os
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../tests/browser"))
from chromium import Browser, Failed  # noqa: E402
from common import expect  # noqa: E402

ASK = """(async () => {
  const { generate, solve, SudokuError } = await import("/index.js");
  const { value: made } = await generate("18446744073709551615").next();
  let refused = "";
  try { solve("1"); } catch (error) { refused = `${error instanceof SudokuError} ${error.message}`; }
  return [made.puzzle, solve(made.puzzle) === made.solution, refused];
})()"""
IN_WORKER = """new Promise((done, fail) => {
  const code = `%s.then((it) => postMessage(it), (error) => postMessage(String(error)))`;
  const whole = code.replaceAll('"/index.js"', `"${location.origin}/index.js"`);
  const place = URL.createObjectURL(new Blob([whole], { type: "text/javascript" }));
  const worker = new Worker(place, { type: "module" });
  worker.onmessage = (event) => done(event.data);
  worker.onerror = (event) => fail(new Error(event.message || "the worker did not start"));
})""" % ASK.replace("`", "\\`").replace("${", "\\${")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main(scratch, puzzle):
    served = functools.partial(Quiet, directory=os.path.join(HERE, ".."))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), served)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser(tempfile.mkdtemp(dir=scratch))
    try:
        page = browser.page()
        page.open(f"http://127.0.0.1:{server.server_port}/demo.html")
        page.wait("/ER/.test(document.querySelector('#facts').textContent)", "a puzzle of the demo")
        for where, script in (("the page", ASK), ("a worker", IN_WORKER)):
            found = page.run(script)
            expect(found[:2], [puzzle, True], f"the first puzzle in {where}")
            expect(found[2].startswith("true ") and "column" in found[2], True, f"what {where} says of a bad puzzle: {found[2]}")
        page.click("#hint")
        page.wait("document.querySelector('#told').textContent.length > 20", "a hint of the demo")
        expect(page.run("document.querySelectorAll('#board .lit').length > 0"), True, "lit cells")
        page.shot_to(os.path.join(scratch, "demo"))
        page.click("#check")
        page.wait("/right so far/.test(document.querySelector('#told').textContent)", "the check of the demo")
        expect(page.complaints(), [], "complaints of the browser")
    finally:
        browser.close()
        server.shutdown()
    print("the package works in a page and in a worker of Chromium, and so does the demo")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Failed as failed:
        sys.exit(f"the package: {failed}")

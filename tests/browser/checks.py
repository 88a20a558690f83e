"""What a reader does with the page, done by a real browser against a running daemon, and what must come of it."""

import json
import os
import time
import urllib.parse
import urllib.request

from access import Access
from chromium import CTRL, SHIFT, Failed
from common import CONTRAST, SMALLEST_TARGET, arrived, expect, go
from playing import Playing


class Checks(Playing, Access):
    def __init__(self, browser, url, token, scratch):
        self.browser, self.url, self.token, self.scratch = browser, url, token, scratch
        self.damage = None

    # What the daemon says, asked without the page.

    def api(self, *parts, **query):
        path = "/".join(urllib.parse.quote(part, safe="") for part in parts)
        with urllib.request.urlopen(f"{self.url}/api/v1/{path}?{urllib.parse.urlencode(query)}", timeout=60) as answer:
            return json.load(answer)

    def newest_pack(self):
        return self.api("packs")["packs"][0]["name"]

    def puzzle(self, level):
        """A puzzle of the stock, always the same."""
        return self.api("puzzles", level=level, n=1)["puzzles"][0]

    # A page, and what must hold of every page.

    def page(self, width=1280, height=900, mobile=False, scheme="light"):
        page = self.browser.page()
        page.size(width, height, mobile)
        if self.damage:
            page.alter(*self.damage)
            # What it keeps was fetched beside the damage.
            page.call("Network.setBypassServiceWorker", bypass=True)
        page.prefer(scheme)
        return page

    def shot(self, page, name):
        page.shot_to(os.path.join(self.scratch, name))

    def sound(self, page):
        """Nothing went wrong unseen: no error, nothing refused by the policy, nothing from elsewhere."""
        expect(page.complaints(), [], "complaints of the browser")
        outside = [it for it in page.requested() if not it.startswith((self.url, "blob:"))]
        expect(outside, [], "requests that leave the daemon")
        wide = page.run("document.documentElement.scrollWidth > innerWidth")
        expect(wide, False, "that the page is wider than the window")
        expect(page.run(CONTRAST), [], "texts that can't be read")
        nameless = [
            it["role"]["value"] for it in page.call("Accessibility.getFullAXTree")["nodes"]
            if not it.get("ignored") and not it.get("name", {}).get("value")
            and it.get("role", {}).get("value") in ("button", "link", "textbox", "combobox", "slider", "gridcell", "grid", "meter", "spinbutton", "image")
        ]
        expect(nameless, [], "parts without a name")

    # The checks.

    def stock(self):
        page = self.page()
        page.open(f"{self.url}/#/stock")
        page.wait("document.querySelector('.meters .bar')", "the bars of the stock")
        page.wait("document.querySelector('#link').dataset.state === 'live'", "events to arrive")
        levels = self.api("stock")["levels"]
        shown = page.run("[...document.querySelectorAll('.meters .value')].map((it) => Number(it.textContent.replace(/\\D/g, '')))")
        expect(shown, [it["free"] for it in levels], "the numbers in stock")
        marks = page.run("document.querySelectorAll('.meters .tick').length")
        expect(marks, sum(it.get(end) is not None for it in levels for end in ("least", "most")), "marks of least and most")
        self.shot(page, "stock-light")
        self.sound(page)

    def jobs(self):
        """A job is refused without a token and with a wrong one, then runs, is watched and is stopped."""
        page = self.page()
        page.open(f"{self.url}/#/jobs")
        before = self.api("jobs")["jobs"]
        start = "form button.main"
        page.click("input[name=name]")
        page.write("watched")
        page.click("input[name=per-level]")
        page.key("a", CTRL)
        page.write("2000000")
        page.click(start)
        page.wait("document.querySelector('form .bad')", "word that a token is wanted")
        page.click("#token")
        page.write("wrong, and long enough to be one")
        page.key("Enter")
        page.wait("document.querySelectorAll('form')[1].querySelector('.bad')", "word that the token is wrong")
        expect(len(self.api("jobs")["jobs"]), len(before), "the number of jobs")
        page.complaints()  # The browser tells of the refusal, as it should.
        page.click("#token")
        page.write(self.token)
        page.key("Enter")
        page.wait("document.querySelectorAll('form')[1].querySelector('.note:not([hidden], .bad)')", "word that the token is held")
        page.click(start)
        page.wait("document.querySelector('.job .state')?.dataset.state === 'running'", "the job to run")
        made = "[...document.querySelectorAll('.job')[0].querySelectorAll('.track')].reduce((sum, it) => sum + Number(it.getAttribute('aria-valuenow')), 0)"
        first = page.wait(f"document.querySelector('.job .track') && {made}", "the bars")
        page.wait(f"{made} > {first}", "the bars to grow")
        expect(page.run("document.querySelector('.job .job-name').textContent"), "watched", "the name of the job")
        page.open(f"{self.url}/#/stock")
        page.wait("document.querySelector('.job .track')", "the running job beside the stock")
        self.shot(page, "stock-running")
        page.open(f"{self.url}/#/jobs")
        self.shot(page, "jobs-light")
        page.click(".job button.small")
        page.wait("document.querySelector('.job button.sure')", "the second question")
        page.click(".job button.small")
        page.wait("document.querySelector('.job .state').dataset.state === 'stopped'", "the job to stop")
        page.wait("/watched: stopped/.test(document.querySelector('#said').textContent)", "word for those who can't see")
        expect(page.run(f"JSON.stringify(localStorage).includes({json.dumps(self.token)}) || document.cookie !== ''"), False, "that the token is kept")
        self.sound(page)

    def polling(self):
        """Where events do not come through the page asks by itself."""
        page = self.page()
        page.block("*/api/v1/events*")
        page.open(f"{self.url}/#/stock")
        page.wait("document.querySelector('#link').dataset.state === 'asked'", "the page to ask by itself")
        page.wait("document.querySelector('.meters .bar')", "the bars of the stock")
        page.block()
        page.wait("document.querySelector('#link').dataset.state === 'live'", "events to be found again")

    def packs(self):
        page = self.page()
        page.open(f"{self.url}/#/packs")
        page.wait("document.querySelector('.pack')", "the packs")
        names = page.run("[...document.querySelectorAll('.pack b')].map((it) => it.textContent)")
        expect(sorted(names), sorted(it["name"] for it in self.api("packs")["packs"]), "the packs")
        page.click(".pack")
        pack = self.api("packs", names[0])
        page.wait("document.querySelectorAll('.chart svg').length === 2", "both charts")
        bars = page.run("[...document.querySelectorAll('.chart')][0].querySelectorAll('rect:not(.trough)').length")
        expect(bars, len(pack["levels"]), "bars of the yields")
        bins = page.run("[...document.querySelectorAll('.chart')][1].querySelectorAll('rect').length")
        expect(bins, len(pack["histogram"]), "bars of the histogram")
        self.shot(page, "pack-light")
        page.click(".choices button", 3)
        level = pack["levels"][2]["name"]
        first = self.api("packs", names[0], "puzzles", level=level, n=1)["puzzles"][0]["id"]
        page.wait(f"document.querySelector('.tile').hash === '#/play/{first}'", "the puzzles of one level")
        page.click(".pager button", 1)
        page.wait("/^13 /.test(document.querySelector('.pager span').textContent)", "the next dozen")
        self.sound(page)

    def downloads(self):
        page = self.page()
        folder = os.path.join(self.scratch, "saved")
        os.makedirs(folder, exist_ok=True)
        page.downloads_to(folder)
        name = self.newest_pack()
        page.open(f"{self.url}/#/packs/{name}")
        page.wait("document.querySelectorAll('.chart svg').length === 2 && document.querySelector('.tile')", "the page to be whole")
        page.click("form button.main", 0)
        book = arrived(folder, "*.pdf")
        expect(open(book, "rb").read(5), b"%PDF-", "the beginning of the book")
        page.click("form button.main", 1)
        lines = open(arrived(folder, "*.sdm")).read().split()
        expect(len(lines), sum(it["made"] for it in self.api("packs", name)["levels"]), "puzzles of the export")
        self.sound(page)

    def keys(self):
        """A puzzle is found, played, left, taken up again and solved without a mouse."""
        page = self.page()
        puzzle = self.puzzle("easy")
        page.open(f"{self.url}/#/play/{puzzle['id']}")
        page.wait("document.activeElement?.getAttribute('role') === 'gridcell'", "the board to have the focus")
        blanks = [cell for cell in range(81) if puzzle["puzzle"][cell] not in "123456789"]
        solution = puzzle["solution"]
        at = go(page, None, blanks[0])
        wrong = "1" if solution[at] != "1" else "2"
        page.key(wrong)
        page.key("c")
        page.wait("document.querySelector('.message.bad')", "the check to find the wrong digit")
        page.wait("document.querySelectorAll('.cell.wrong').length === 1", "the wrong cell to be marked")
        page.key("z", CTRL)
        expect(page.text(".cell.chosen .value"), "", "the cell after undo")
        page.key("y", CTRL)
        expect(page.text(".cell.chosen .value"), wrong, "the cell after redo")
        page.key("Delete")
        page.key("3", SHIFT)
        page.key("7", SHIFT)
        page.key(" ")
        page.key("9")
        for _ in range(3):
            page.key(" ")
        expect(page.run("document.activeElement.getAttribute('aria-label')").split(":")[1], " marks 3 7 9", "what the cell is called")
        for cell in blanks[1:9]:
            at = go(page, at, cell)
            page.key(solution[cell])
        self.shot(page, "play-light")
        self.sound(page)
        page.reload()
        page.wait("document.activeElement?.getAttribute('role') === 'gridcell'", "the board once more")
        kept = page.run("[...document.querySelectorAll('.cell.own .value')].filter((it) => it.textContent).length")
        expect(kept, 8, "digits that were kept")
        at = go(page, None, blanks[0])
        for cell in [blanks[0], *blanks[9:]]:
            at = go(page, at, cell)
            page.key(solution[cell])
        page.wait("/^Solved in \\d+:\\d\\d/.test(document.querySelector('.message.good')?.textContent)", "word that it is solved")
        page.wait("/Solved/.test(document.querySelector('#said').textContent)", "word for those who can't see")
        self.shot(page, "solved-light")
        self.sound(page)

    def touch(self):
        """The same by fingers, on the smallest phone."""
        page = self.page(320, 640, mobile=True)
        page.open(f"{self.url}/#/stock")
        page.wait("document.querySelector('.meters .bar')", "the bars of the stock")
        self.shot(page, "phone-stock")
        self.sound(page)
        page.tap("#menu")
        page.tap("#nav a", 0)
        page.wait("document.querySelector('.cell')", "the board")
        blank = page.run("[...document.querySelectorAll('.cell')].findIndex((it) => !it.classList.contains('given'))")
        page.tap(".cell", blank)
        page.tap(".key", 4)
        expect(page.text(".cell.chosen .value"), "5", "the digit that was tapped")
        page.tap(".key.erase")
        page.tap(".mode", 1)
        page.tap(".key", 1)
        page.tap(".key", 5)
        expect(page.run("document.querySelector('.cell.chosen').getAttribute('aria-label')").split(":")[1], " marks 2 6", "the marks")
        small = page.run(
            "[...document.querySelectorAll('button, .cell, select, nav a')].filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect())"
            f".filter((it) => Math.min(it.width, it.height) < {SMALLEST_TARGET}).length")
        expect(small, 0, "parts that are too small for fingers")
        page.run("scrollTo(0, 0)")
        self.shot(page, "phone-play")
        self.sound(page)

    def path(self):
        """Every step of every level's path: houses, cells and marks as the daemon tells them, to the solution."""
        page = self.page()
        for level in [it["level_name"] for it in self.api("stock")["levels"] if it["free"]]:
            puzzle = self.puzzle(level)
            steps = self.api("puzzles", puzzle["id"], "steps")["steps"]
            page.open(f"{self.url}/#/play/{puzzle['id']}/path")
            page.wait("document.querySelector('.rule')?.textContent", "the path")
            page.run("document.querySelector('.walk input').focus()")
            page.key("Home")
            for n, step in enumerate(steps):
                shown = page.run("""(() => {
                  const all = (it) => [...document.querySelectorAll(it)];
                  const place = (it) => all('.cell').indexOf(it.closest('.cell'));
                  return { rule: document.querySelector('.rule').textContent.toLowerCase(), houses: all('.house').length,
                    cells: all('.cell.pattern').map(place), fresh: all('.cell.new').length, why: document.querySelector('.why').textContent,
                    out: all('.marks .out').map((it) => 10 * place(it) + Number(it.dataset.digit)) };
                })()""")
                where = f"step {n + 1} of {puzzle['id']}"
                expect(shown["rule"].replace(" ", "-"), step["rule"], f"the rule in {where}")
                expect(shown["houses"], len(step["houses"]), f"houses in {where}")
                expect(shown["cells"], sorted(step["cells"]), f"cells in {where}")
                expect(shown["fresh"], len(step["placements"]), f"new digits in {where}")
                expect(sorted(shown["out"]), sorted(10 * it["cell"] + it["digit"] for it in step["eliminations"]), f"struck marks in {where}")
                if "undefined" in shown["why"] or "NaN" in shown["why"]:
                    raise Failed(f"{where} is told as {shown['why']}")
                if step["eliminations"]:
                    self.shot(page, f"path-{level}")
                page.key("ArrowRight")
            digits = page.run("[...document.querySelectorAll('.cell .value')].map((it) => it.textContent).join('')")
            expect(digits, puzzle["solution"], f"the end of the path of {puzzle['id']}")
        self.sound(page)

    def hint(self):
        """A hint says a stage a press, shows it, and is done; hints alone solve the hardest puzzle of the stock."""
        page = self.page()
        puzzle = self.puzzle("very-hard")
        page.open(f"{self.url}/#/play/{puzzle['id']}")
        page.wait("document.activeElement?.getAttribute('role') === 'gridcell'", "the board to have the focus")
        shown = """(() => {
          const all = (it) => [...document.querySelectorAll(it)];
          const place = (it) => all('.cell').indexOf(it.closest('.cell'));
          return { texts: all('.hint-lines p:not(.hint-wrong)').map((it) => it.textContent), wrong: all('.cell.wrong').map(place),
            lit: all('.cell.pattern, .house').length, links: all('.links g').length,
            values: all('.cell .value').map((it) => it.textContent || '.').join(''),
            out: all('.marks .out').map((it) => 10 * place(it) + Number(it.dataset.digit)) };
        })()"""
        started, pictured = time.monotonic(), set()
        for n in range(400):
            values = page.run(shown)["values"]
            for stage in range(4):
                page.key("h")
                page.wait(f"document.querySelectorAll('.hint-lines p').length === {stage + 1}", f"stage {stage + 1} of hint {n + 1}")
                now = page.run(shown)
                if stage == 0 and (now["lit"] or any(letter.isdigit() for letter in now["texts"][0])):
                    raise Failed(f"a nudge says too much: {now['texts'][0]}")
                if stage == 1 and not now["lit"]:
                    raise Failed(f"nothing is lit at {now['texts'][1]}")
            if "undefined" in "".join(now["texts"]):
                raise Failed(f"hint {n + 1} is told as {now['texts']}")
            name = page.run("document.querySelector('.hint .rule')?.textContent ?? 'beyond'")
            if name not in pictured and (now["out"] or not pictured):
                pictured.add(name)
                self.shot(page, f"hint-{name.lower().replace(' ', '-')}")
                self.sound(page)
            page.key("h")
            page.wait("document.querySelector('.hint').hidden", f"hint {n + 1} to be done")
            after = page.run(shown)["values"]
            if after == puzzle["solution"]:
                break
            expect(all(one in ("." + two) for one, two in zip(after, puzzle["solution"])), True, "that every digit is right")
            if now["out"] == [] and after == values:
                raise Failed(f"hint {n + 1} does nothing: {now['texts']}")
        page.wait("document.querySelector('.message.good')", "word that it is solved")
        expect([it for it in page.requested() if "/hint" in it], [], "hints that the server is asked for")
        print(f"hint: {n + 1} hints with {sorted(pictured)} in {time.monotonic() - started:.0f} s")
        self.wrong_entry(puzzle)

    def wrong_entry(self, puzzle):
        """A wrong entry is counted at the first stage and lit at the second, in Chinese and in the dark; Escape puts the hint away."""
        page = self.page(scheme="dark")
        page.language("zh-CN")
        page.open(f"{self.url}/#/play/{puzzle['id']}")
        page.wait("document.activeElement?.getAttribute('role') === 'gridcell'", "the board to have the focus")
        blank = next(cell for cell in range(81) if puzzle["puzzle"][cell] not in "123456789")
        go(page, None, blank)
        page.key("1" if puzzle["solution"][blank] != "1" else "2")
        page.click(".hint-next")
        page.wait("/1 个数字错误/.test(document.querySelector('.hint-wrong')?.textContent)", "word of the wrong entry")
        expect(page.run("document.querySelectorAll('.cell.wrong').length"), 0, "wrong cells at the first stage")
        page.click(".hint-next")
        page.wait("document.querySelectorAll('.cell.wrong').length === 1", "the wrong cell to be lit")
        page.click(".hint-next")
        page.click(".hint-next")
        entered = page.run("document.querySelector('.cell.wrong').dataset.entered")
        expect(entered, "1" if puzzle["solution"][blank] != "1" else "2", "the entry behind the hint's marks")
        said = page.text(".hint-lines")
        if any("a" <= letter <= "z" for letter in said.replace("r", "").replace("c", "")):
            raise Failed(f"a hint in Chinese is told as {said}")
        self.shot(page, "hint-zh-dark")
        self.sound(page)
        go(page, None, blank)
        page.key("Escape")
        page.wait("document.querySelector('.hint').hidden", "the hint to be put away")

    def dark(self):
        page = self.page(scheme="dark")
        page.open(f"{self.url}/#/stock")
        page.wait("document.querySelector('.meters .bar')", "the bars of the stock")
        ground = "getComputedStyle(document.body).backgroundColor"
        dark = page.run(ground)
        self.shot(page, "stock-dark")
        self.sound(page)
        page.click("#theme")
        if page.run(ground) == dark:
            raise Failed("the switch does not make the page light")
        page.click("#theme")
        page.prefer("light")
        page.reload()
        expect(page.run(ground), dark, "the ground that was chosen")
        puzzle = self.puzzle("very-hard")
        for place in (f"#/packs/{self.newest_pack()}", "#/jobs", f"#/play/{puzzle['id']}", f"#/play/{puzzle['id']}/path"):
            page.open(f"{self.url}/{place}")
            page.wait("[...document.querySelectorAll('.chart svg, input[name=name], .controls, .rule')].some((it) => it.checkVisibility())", place)
            page.shot_to(os.path.join(self.scratch, f"dark-{place.split('/')[1]}{'-path' if place.endswith('path') else ''}"))
            self.sound(page)

    def chinese(self):
        page = self.page()
        page.language("zh-CN")
        page.open(f"{self.url}/#/jobs")
        page.wait("document.querySelector('h1')?.textContent === '任务'", "the heading in Chinese")
        expect(page.run("document.documentElement.lang"), "zh", "the language of the page")
        self.shot(page, "jobs-zh")
        self.sound(page)
        self.choose_language(page, "en", "Jobs")
        self.choose_language(page, "fr", "Tâches")

    def choose_language(self, page, code, heading):
        """The page speaks the language that is chosen, without loading it anew."""
        page.run(f"(it => {{ it.value = '{code}'; it.dispatchEvent(new Event('change')); }})(document.getElementById('language'))")
        page.wait(f"document.documentElement.lang === '{code}'", f"the page in {code}")
        expect(page.run("document.querySelector('h1').textContent"), heading, f"the heading in {code}")

    def order(self):
        """Tab goes through the page in the order of reading, shows where it is, and the first stop leads past the rest."""
        page = self.page()
        page.open(f"{self.url}/#/jobs")
        page.wait("document.querySelector('.jobs, .note')", "the jobs")
        page.key("Tab")
        expect(page.run("document.activeElement.className"), "skip", "the first stop")
        before = -1
        for _ in range(60):
            at = page.run(
                "(() => { const it = document.activeElement; const all = [...document.querySelectorAll('*')];"
                " const style = getComputedStyle(it); return [all.indexOf(it), style.outlineStyle !== 'none', it === document.body]; })()")
            if at[2] or at[0] <= before:
                break
            expect(at[1], True, "that the focus is seen")
            before = at[0]
            page.key("Tab")
        expect(page.run("document.querySelector('#token') !== null"), True, "that the last form is there")
        reached = page.run("[...document.querySelectorAll('a[href], button, input, select, summary')].filter((it) => it.checkVisibility()).length")
        if reached < 15:
            raise Failed(f"only {reached} stops")
        page.open(f"{self.url}/#/stock")
        # Anew, so that nothing had the focus before.
        page.reload()
        page.wait("document.querySelector('.bar-name')", "the bars")
        page.key("Tab")
        expect(page.run("document.activeElement.className"), "skip", "the first stop of the stock")
        page.key("Enter")
        page.key("Tab")
        expect(page.run("document.querySelector('main').contains(document.activeElement)"), True, "that the header was passed over")


ALL = [
    "first", "another", "daily", "several", "fits", "beside", "shared", "printed", "load", "axe",
    "stock", "polling", "packs", "downloads", "keys", "touch", "path", "hint", "dark", "chinese", "order", "jobs",
]

"""Playing: a puzzle at once, another one that was not seen, one a day, and what is kept of them."""

import json
import time

from chromium import CTRL, SHIFT, Failed
from common import expect, go

BOARD = "document.querySelector('.cell.given')"
GIVENS = "[...document.querySelectorAll('.cell')].map((it) => (it.classList.contains('given') ? it.textContent[0] : '.')).join('')"
SIZES = [(1280, 800, False), (1366, 650, False), (390, 844, True), (844, 390, True)]


def solution(givens):
    """Solves a puzzle by trying, the cell with the fewest candidates first."""
    values = [0 if it not in "123456789" else int(it) for it in givens]
    peers = [[b for b in range(81) if b != a and (a // 9 == b // 9 or a % 9 == b % 9 or (a // 27 == b // 27 and a % 9 // 3 == b % 9 // 3))] for a in range(81)]

    def search():
        blank = [(set(range(1, 10)) - {values[peer] for peer in peers[cell]}, cell) for cell in range(81) if not values[cell]]
        if not blank:
            return True
        left, cell = min(blank, key=lambda it: len(it[0]))
        for values[cell] in left:
            if search():
                return True
        values[cell] = 0
        return False

    search()
    return "".join(map(str, values))


class Playing:
    def play(self, page, place="/"):
        page.open(f"{self.url}{place}")
        page.wait(BOARD, "a puzzle")
        return page.run(GIVENS)

    def solve(self, page, givens):
        """Writes the solution by keys."""
        page.wait("document.activeElement?.getAttribute('role') === 'gridcell'", "the board to have the focus")
        at = None
        for cell, digit in enumerate(solution(givens)):
            if givens[cell] == ".":
                at = go(page, at, cell)
                page.key(digit)
        page.wait("/^Solved in/.test(document.querySelector('.message.good')?.textContent)", "word that it is solved")

    def first(self):
        """The first view is a puzzle, and no answer that it comes from has the solution."""
        page = self.page()
        givens = self.play(page)
        self.shot(page, "first-light")
        self.sound(page)
        asked = [it for it in page.requested() if "/api/" in it and "/events" not in it]
        expect(all("/api/v1/play" in it for it in asked), True, f"that only puzzles to play are asked for: {asked}")
        expect("solution" in json.dumps(self.api("play", n=3)), False, "that the solution is sent along")
        page.key("5")
        page.reload()
        page.wait(BOARD, "the puzzle again")
        expect(page.run(GIVENS), givens, "the puzzle after a reload")
        page.click("[data-view=stock]")
        page.wait("document.querySelector('.meters .bar')", "the stock")
        page.click(".brand")
        page.wait(BOARD, "the puzzle again")
        expect(page.run(GIVENS), givens, "the puzzle that is under way")

    def another(self):
        """Every puzzle of a level comes, none comes twice, and then the page says so."""
        page = self.page()
        page.open(f"{self.url}/#/stock")
        page.click("a.bar-name", 3)
        page.wait(BOARD, "a puzzle")
        seen = {page.run(GIVENS)}
        many = next(it for it in self.api("stock")["levels"] if it["level_name"] == "hard" and it["free"])
        for n in range(1, many["free"] + many["taken"]):
            page.click(".next-puzzle")
            page.wait(f"{BOARD} && !{json.dumps(sorted(seen))}.includes({GIVENS})", f"puzzle {n + 1}, which was not seen")
            seen.add(page.run(GIVENS))
            # Chromium passes over changes of the address beyond 200 in ten seconds; each puzzle makes two.
            time.sleep(0.05)
        page.click(".next-puzzle")
        page.wait("/seen all/.test(document.querySelector('main').textContent)", "word that all were seen")
        page.click("main button.main")
        page.wait(BOARD, "puzzles to come again")
        self.sound(page)

    def daily(self):
        """All have the same puzzle of the day; solved, it counts, with its time, and hints are told."""
        page, other = self.page(), self.page()
        givens = self.play(page, "/#/today")
        expect(self.play(other, "/#/today"), givens, "the puzzle of the day of somebody else")
        self.solve(page, givens)
        expect(page.run("document.querySelector('.next-row').classList.contains('done')"), True, "that another one is offered")
        self.shot(page, "solved-light")
        page.key("n")
        page.wait(f"{BOARD} && {GIVENS} !== {json.dumps(givens)}", "another puzzle by a key")
        page.click("[data-view=games]")
        page.wait("/streak of 1 day/.test(document.querySelector('.streak')?.textContent)", "the days in a row")
        expect(page.run("document.querySelectorAll('table').length"), 2, "tables of times")
        expect(page.run(r"/^\d+:\d\d$/.test(document.querySelectorAll('table')[1].querySelector('td').textContent)"), True, "the time")
        self.shot(page, "games-light")
        self.sound(page)
        page.click(".buttons button")
        page.click(".buttons button")
        page.wait("!document.querySelector('.streak')", "everything to be forgotten")

    def several(self):
        """Several cells are marked and coloured at once, by keys and by dragging; all is there after a reload, and undone."""
        page = self.page()
        page.open(f"{self.url}/#/p/{'.' * 9}{self.puzzle('easy')['puzzle'][9:]}")
        page.wait("document.querySelector('main .bad')", "word that it is no puzzle")
        givens = self.play(page, f"/#/p/{self.puzzle('easy')['puzzle']}")
        page.wait("document.activeElement?.getAttribute('role') === 'gridcell'", "the board to have the focus")
        row = max(range(9), key=lambda it: givens[9 * it:9 * it + 9].count("."))
        blanks = [9 * row + n for n in range(9) if givens[9 * row + n] == "."]
        go(page, None, 9 * row)
        for _ in range(8):
            page.key("ArrowRight", SHIFT)
        expect(page.run("document.querySelectorAll('[aria-selected=true]').length"), 9, "cells that are chosen")
        for key, held in (("1", SHIFT), ("4", SHIFT), ("4", SHIFT), ("2", CTRL), ("3", CTRL)):
            page.key(key, held)
        for _ in range(3):
            page.key(" ")
        page.key("6")
        label = f"document.querySelectorAll('.cell')[{blanks[-1]}].getAttribute('aria-label').split(': ')[1]"
        expect(page.run(label), "marks 1, centre marks 2 3, colour blue", "marks and colour")
        expect(page.run("document.querySelectorAll('.cell.paint-6').length"), 9, "coloured cells")
        page.drag(".cell", 0, 2)
        expect(page.run("document.querySelectorAll('[aria-selected=true]').length"), 3, "cells that were dragged over")
        self.shot(page, "several-light")
        self.sound(page)
        page.reload()
        page.wait(BOARD, "the board again")
        expect(page.run(label), "marks 1, centre marks 2 3, colour blue", "marks and colour after a reload")
        for _ in range(6):
            page.key("z", CTRL)
        expect(page.run(label), "blank", "the cell when all was undone after a reload")
        page.key("y", CTRL)
        expect(page.run(label), "marks 1", "the first mark again")

    def fits(self):
        """Board, keypad and tools are seen whole in every window, and the cell with the focus too, in the languages with the longest and the shortest words."""
        for width, height, mobile in SIZES:
            for language in ("de-DE", "zh-CN"):
                page = self.page(width, height, mobile, scheme="dark" if language == "zh-CN" else "light")
                page.language(language)
                self.play(page, f"/#/play/{self.puzzle('moderate')['id']}")
                where = f"in a window of {width} × {height}, {language}"
                outside = page.run(
                    "(() => { const all = ['.table-head', '.board', '.modes', '.keypad', '.tool-row']; return all.filter((it) => {"
                    " const box = document.querySelector(it).getBoundingClientRect();"
                    " return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth; }); })()")
                expect(outside, [], f"parts that are not seen whole {where}")
                expect(page.run("document.querySelector('.board').offsetWidth >= 300"), True, f"that the board is large {where}")
                for key in ("PageUp", "Home", "PageDown", "End", "PageUp"):
                    page.key(key)
                    box = page.run("(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())")
                    expect(box, True, f"that the focus is seen after {key} {where}")
                self.shot(page, f"fits-{width}-{language[:2]}")
                self.sound(page)

    def beside(self):
        """Keys work after a click beside the board; the number pad writes digits."""
        page = self.page()
        givens = self.play(page, f"/#/play/{self.puzzle('easy')['id']}")
        page.wait("document.activeElement?.getAttribute('role') === 'gridcell'", "the board to have the focus")
        go(page, None, givens.index("."))
        page.click(".foot span")
        expect(page.run("document.activeElement.getAttribute('role') === 'gridcell'"), False, "that the focus is elsewhere")
        page.key("7")
        expect(page.text(".cell.chosen .value"), "7", "the digit that was typed after a click beside the board")
        page.press({"key": "End", "code": "Numpad1", "windowsVirtualKeyCode": 35})
        expect(page.text(".cell.chosen .value"), "1", "the digit of the number pad without NumLock")

    def shared(self):
        """A pasted puzzle is checked and played; its link opens the same one elsewhere; a bad one is told."""
        puzzle = self.puzzle("moderate")["puzzle"]
        page = self.page()
        page.open(f"{self.url}/#/import")
        rows = "\n".join("|".join(puzzle[at + n:at + n + 3] for n in (0, 3, 6)) for at in range(0, 81, 9))
        clue = next(n for n, it in enumerate(puzzle) if it != ".")
        twice = next(n for n in range(9 * (clue // 9), 9 * (clue // 9) + 9) if puzzle[n] == ".")
        for text, words in (
            (puzzle[:80], "80 cells"),
            (puzzle[:twice] + puzzle[clue] + puzzle[twice + 1:], "twice"),
            (puzzle[:clue] + "." + puzzle[clue + 1:], "more than one"),
            (rows.replace(".", "0"), None),
        ):
            page.click("textarea")
            page.key("a", CTRL)
            page.write(text)
            page.click("form button.main")
            if words:
                page.wait(f"document.querySelector('form .bad').textContent.includes('{words}')", f"word that {words}")
        page.wait(BOARD, "the pasted puzzle")
        expect(page.run(GIVENS), puzzle, "the pasted puzzle")
        page.wait("/D\\s\\d.*ER\\s\\d/.test(document.querySelector('.rated')?.textContent)", "the ratings of the pasted puzzle")
        self.shot(page, "imported-light")
        page.click(".more-tools button", 0)
        link = page.wait("document.querySelector('.share input').value", "the link")
        other = self.page()
        other.open(link)
        other.wait(BOARD, "the shared puzzle")
        expect(other.run(GIVENS), puzzle, "the shared puzzle")
        self.sound(page)

    def printed(self):
        """On paper there is the board, in black on white, and nothing to press."""
        page = self.page(scheme="dark")
        self.play(page)
        page.call("Emulation.setEmulatedMedia", media="print")
        seen = "[...document.querySelectorAll('{}')].filter((it) => it.checkVisibility()).length"
        expect(page.run(seen.format("button, nav, .side, footer")), 0, "things to press on paper")
        expect(page.run(seen.format(".cell")), 81, "cells on paper")
        expect(page.run("getComputedStyle(document.querySelector('.cell.given .value')).color"), "rgb(0, 0, 0)", "the colour of digits on paper")
        self.shot(page, "printed")

    def load(self):
        """The page comes in few requests, and compressed."""
        page = self.page()
        page.call("Network.setBypassServiceWorker", bypass=True)
        self.play(page)
        page.wait("document.querySelector('#link').dataset.state === 'live'", "events to arrive")
        time.sleep(0.5)
        mine = [it for it in self.browser.events if it.get("sessionId") == page.session]
        asked = [it["params"]["request"]["url"] for it in mine if it["method"] == "Network.requestWillBeSent"]
        size = sum(it["params"]["encodedDataLength"] for it in mine if it["method"] == "Network.loadingFinished")
        print(f"load: {len(asked)} requests, {size} bytes")
        if len(asked) > 12 or size > 120_000:
            raise Failed(f"the load is large: {len(asked)} requests, {size} bytes: {asked}")


def offline(browser, daemon, stop, daily, pictures):
    """Opened once, the page works without its server: the game goes on, is checked and helped; others are there, are
    made, and are pasted. `daily` says which puzzle is that of a day."""
    page = browser.page()
    page.open(f"{daemon.url}/")
    page.wait(BOARD, "a puzzle")
    page.wait("navigator.serviceWorker.ready.then((it) => Boolean(it.active))", "the service worker")
    page.wait("Object.keys(localStorage).some((it) => it.includes('ahead:') && localStorage[it].length > 500)", "puzzles to be fetched ahead")
    givens = page.run(GIVENS)
    stop()
    page.reload()
    page.wait(BOARD, "the puzzle without a server")
    expect(page.run(GIVENS), givens, "the puzzle without a server")
    page.wait("document.activeElement?.getAttribute('role') === 'gridcell'", "the board to have the focus")
    blank = givens.index(".")
    go(page, None, blank)
    page.key("1" if solution(givens)[blank] != "1" else "2")
    page.key("c")
    page.wait("document.querySelectorAll('.cell.wrong').length === 1", "the check to work without a server")
    page.key("h")
    page.wait("document.querySelector('.hint-wrong')", "a hint without a server")
    seen = {givens}
    for n in range(6):
        page.click(".next-puzzle")
        page.wait(f"{BOARD} && !{json.dumps(sorted(seen))}.includes({GIVENS})", f"puzzle {n + 1} without a server")
        seen.add(page.run(GIVENS))
    page.click("a[href='#/today']")
    page.wait(f"{BOARD} && !{json.dumps(sorted(seen))}.includes({GIVENS})", "the puzzle of the day without a server")
    expect(page.run(GIVENS), daily(page.run("new Date().toLocaleDateString('sv').replaceAll('-', '')")), "the puzzle of the day")
    page.shot_to(f"{pictures}/offline-daily")
    page.click(".more-tools a[href='#/import']")
    page.click("textarea")
    page.write(givens)
    page.click("form button.main")
    page.wait(f"{BOARD} && {GIVENS} === {json.dumps(givens)}", "the pasted puzzle without a server")
    page.wait("/ER/.test(document.querySelector('.rated')?.textContent)", "its ratings without a server")
    page.key("h")
    page.wait("document.querySelector('.hint-lines p')", "its hint without a server")
    page.shot_to(f"{pictures}/offline-import")
    expect([it for it in page.complaints() if "net::ERR_" not in it], [], "complaints of the browser without a server")

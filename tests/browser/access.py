"""Every view under axe-core, which finds what keeps people from using a page; `tests/browser/run` installs it."""

import os

from chromium import Failed
from common import expect

# Words that stand where a text has a hole, or nothing at all.
BROKEN = r"(document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((it) => it.ariaLabel)).match(/undefined|NaN|\{\w+\}|\[object/)?.[0] ?? null"


class Access:
    def views(self):
        puzzle = self.puzzle("hard")
        return {
            "": ".cell.given", "#/today": ".cell.given", "#/games": ".card", "#/import": "textarea", "#/stock": ".meters .bar",
            "#/packs": ".pack", f"#/packs/{self.newest_pack()}": ".chart svg", "#/jobs": "form", f"#/play/{puzzle['id']}/path": ".rule",
            "#/nothing": "h1",
        }

    def axe(self):
        """No view has a finding of axe-core, at any size, in either scheme and several languages."""
        path = os.environ.get("AXE")
        if not path:
            print("axe: axe-core could not be had, and nothing was looked at")
            return
        script, views = open(path).read(), 0
        for width, height, mobile, language, scheme in (
            (1280, 800, False, "en-GB", "light"), (1366, 650, False, "zh-CN", "dark"),
            (390, 844, True, "zh-CN", "light"), (844, 390, True, "en-GB", "dark"), (390, 844, True, "de-DE", "dark"),
        ):
            page = self.page(width, height, mobile, scheme)
            page.language(language)
            for place, what in self.views().items():
                page.open(f"{self.url}/{place}")
                page.wait(f"document.querySelector({what!r})", place)
                if place == "":
                    page.click(".hint-next")
                    page.wait("document.querySelector('.hint-lines p')", "a hint")
                expect(page.run(BROKEN), None, f"texts at {place or '/'} in {language}")
                page.run(script + "; null")
                found = page.run("axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map((it) => `${it.impact} ${it.id}: ${it.nodes[0].html.slice(0, 120)} (${it.nodes.length})`))")
                self.shot(page, f"view-{width}-{place.split('/')[1] if '/' in place else 'first'}-{scheme}")
                if found:
                    raise Failed(f"axe-core at {place or '/'}, {width} × {height}: {found}")
                views += 1
        print(f"axe: no finding in {views} views")

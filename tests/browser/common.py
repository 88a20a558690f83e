"""What several checks share."""

import glob
import os
import time

from chromium import Failed

SMALLEST_TARGET = 24  # WCAG 2.2, 2.5.8

# Texts whose colour is too near to what lies behind them (WCAG 2.2, 1.4.3), and how near.
CONTRAST = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const behind = (it) => { for (; it; it = it.parentElement) { const seen = rgb(getComputedStyle(it).backgroundColor); if (seen[3] > 250) return seen; } return [255, 255, 255]; };
  const found = [];
  for (const it of document.querySelectorAll("body *")) {
    const own = [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || it.closest("[aria-disabled=true], :disabled, .unseen, .spent, svg, option")) continue;
    const style = getComputedStyle(it);
    const [a, b] = [light(rgb(style.color)), light(behind(it))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(`${it.textContent.slice(0, 30)} (${it.className}): ${ratio.toFixed(2)}`);
  }
  return found.slice(0, 5);
})()"""


def expect(found, wanted, what):
    if found != wanted:
        raise Failed(f"{what}: {found!r} and not {wanted!r}")


def go(page, at, to):
    """Arrows to a cell; from the corner where it is not known where the focus is."""
    if at is None:
        page.key("PageUp")
        page.key("Home")
        at = 0
    for key, steps in (("ArrowDown", to // 9 - at // 9), ("ArrowRight", to % 9 - at % 9)):
        back = {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key]
        for _ in range(abs(steps)):
            page.key(key if steps > 0 else back)
    return to


def arrived(folder, pattern):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = [it for it in glob.glob(os.path.join(folder, pattern)) if os.path.getsize(it)]
        if found:
            return found[0]
        time.sleep(0.1)
    raise Failed(f"no {pattern} was saved")

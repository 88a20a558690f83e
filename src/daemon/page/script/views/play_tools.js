// The tools below the keypad: the next puzzle and its level, and tools that are needed less often.

import { h, say } from "../dom.js";
import { fullName } from "../levels.js";
import { listen } from "../live.js";
import { kept } from "../stored.js";
import { levelName, words } from "../texts.js";

/** The levels that can be played, as { level, scheme }: those of the stock, as it was last heard of. */
function playLevels() {
  const levels = (kept.get("levels") ?? []).filter((it) => it.level);
  return levels.length ? levels : [kept.get("level")].filter(Boolean);
}

/** Remembers which levels there are, for when there is no network. */
listen(
  "stock",
  (stock) => {
    const filled = stock.levels.filter((it) => it.free + it.taken > 0);
    const levels = filled.map((it) => ({ level: it.level_name, scheme: it.scheme }));
    const before = JSON.stringify(kept.get("levels"));
    if (levels.length && JSON.stringify(levels) !== before) {
      kept.set("levels", levels);
      document.dispatchEvent(new Event("levels"));
    }
  },
  new AbortController().signal,
);

const addressOf = ({ level, scheme }) => `#/play?${new URLSearchParams(scheme ? { level, scheme } : { level })}`;

/** A level to choose, and the way to another puzzle of it. The address is new each time, so that it leads on. */
export function nextRow(puzzle, isDone) {
  const next = h("a", { class: "next-puzzle button", href: "#/" }, isDone ? words.another : words.newPuzzle);
  const select = h("select", { "aria-label": words.levelChoice });
  const chosen = () => JSON.parse(select.value || "{}");
  const point = () => (next.href = select.value ? `${addressOf(chosen())}&t=${Date.now().toString(36)}` : "#/play");
  const fill = () => {
    const levels = playLevels();
    const schemes = new Set(levels.map((it) => it.scheme));
    const last = puzzle.level_name ? { level: puzzle.level_name, scheme: puzzle.scheme } : kept.get("level");
    const options = levels.map((it) => {
      const label = fullName(it.level, schemes.size > 1 ? it.scheme : null);
      const isLast = it.level === last?.level && (it.scheme === last.scheme || !last.scheme);
      return h("option", { value: JSON.stringify(it), selected: isLast }, label);
    });
    select.replaceChildren(...options);
    point();
  };
  fill();
  const watch = () => (row.isConnected ? fill() : document.removeEventListener("levels", watch));
  setTimeout(() => document.addEventListener("levels", watch));
  select.addEventListener("change", () => {
    point();
    location.hash = next.hash;
  });
  const day = h("a", { class: "button", href: "#/today" }, words.today);
  const row = h("div", { class: `next-row${isDone ? " done" : ""}` }, select, next, day);
  return row;
}

/** A button that asks once more before it acts. */
export function sureButton(label, sure, act, kind = "tool") {
  const calm = () => {
    button.textContent = label;
    button.classList.remove("sure");
  };
  const press = () => {
    if (!button.classList.contains("sure")) {
      button.textContent = sure;
      button.classList.add("sure");
      say(sure);
      return;
    }
    calm();
    act();
  };
  const button = h("button", { type: "button", class: kind, onclick: press, onblur: calm }, label);
  return button;
}

/** The link to a puzzle, copied where the browser lets us, and shown where it doesn't. */
function sharing(game) {
  const link = h("input", { readonly: true, "aria-label": words.shareLabel });
  const told = h("span", {}, words.shareBy);
  const box = h("p", { class: "share", hidden: true }, told, link);
  const press = async () => {
    link.value = `${location.origin}/#/p/${game.puzzle.replaceAll(/[^1-9]/g, ".")}`;
    box.hidden = false;
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      told.textContent = words.shared;
    } catch {
      told.textContent = words.shareBy;
    }
    say(told.textContent);
  };
  return [h("button", { type: "button", class: "tool", onclick: press }, words.share), box];
}

export function moreTools(game, table) {
  const [share, box] = sharing(game);
  const print = h("button", { type: "button", class: "tool", onclick: () => window.print() }, words.print);
  const over = sureButton(words.startOver, words.startOverSure, () => {
    if (!game.done) table.act(() => game.startOver());
    else {
      game.again();
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    }
  });
  const away = h("a", { class: "button tool", href: "#/import" }, words.import);
  return h("div", { class: "more-tools" }, h("div", { class: "tool-row" }, share, print, over, away), box);
}

export function keysHelp() {
  const rows = words.keysList.map(([key, does]) => h("div", {}, h("dt", {}, key), h("dd", {}, does)));
  return h("details", { class: "keys" }, h("summary", {}, words.keys), h("dl", {}, rows));
}

// The puzzles of a pack, drawn small, by level and by the dozen; each opens on the table.

import { get } from "../api.js";
import { h, say, trouble } from "../dom.js";
import { colour } from "../levels.js";
import { count, fixed } from "../numbers.js";
import { levelName, words } from "../texts.js";
import { thumbnail } from "./thumbnail.js";

const DOZEN = 12;

/** A puzzle in a list. The table is for 9 × 9, so other layouts are only shown. */
function tile(puzzle, levels) {
  const level = levelName(puzzle.level_name ?? "");
  const rating = puzzle.layout ? puzzle.layout : `D ${fixed(puzzle.d, 2)}`;
  const link = puzzle.layout ? {} : { href: `#/play/${puzzle.id}` };
  return h(
    "li",
    {},
    h(
      puzzle.layout ? "div" : "a",
      { class: "tile", ...link, vars: { "--level": colour(puzzle.level - 1, levels) } },
      thumbnail(puzzle.puzzle, puzzle),
      h("span", { class: "chip" }, level),
      h("span", { class: "facts" }, `${words.clues(puzzle.clues)} · ${rating}`),
    ),
  );
}

export function browse(pack, levels, query, signal) {
  const tiles = h("ul", { class: "tiles" });
  const place = h("span", { class: "facts", "aria-live": "polite" });
  const earlier = h("button", { type: "button" }, words.earlier);
  const later = h("button", { type: "button" }, words.later);
  let [level, from] = [query.get("level") ?? "", Math.max(0, Number(query.get("from")) || 0)];
  const total = () => levels.filter((it) => level === "" || it.name === level).reduce((sum, it) => sum + it.made, 0);

  let turns = 0;
  async function turn() {
    const mine = (turns += 1);
    const asked = new URLSearchParams([...(level ? [["level", level]] : []), ...(from ? [["from", from]] : [])]);
    history.replaceState(null, "", `#/packs/${encodeURIComponent(pack)}${asked.size ? `?${asked}` : ""}`);
    try {
      const { puzzles } = await get(["packs", pack, "puzzles"], { level, from, n: DOZEN }, signal);
      // Whoever turns pages quickly wants the last one only.
      if (mine !== turns) return;
      tiles.replaceChildren(...puzzles.map((it) => tile(it, levels.length)));
      const end = from + puzzles.length;
      place.textContent = puzzles.length ? words.fromTo(count(from + 1), count(end), count(total())) : words.noPuzzles;
      earlier.disabled = from === 0;
      later.disabled = end >= total();
    } catch (error) {
      if (error.name !== "AbortError") tiles.replaceChildren(h("li", {}, trouble(error)));
    }
  }
  const go = (to) => {
    from = to;
    turn();
  };
  earlier.addEventListener("click", () => go(Math.max(0, from - DOZEN)));
  later.addEventListener("click", () => go(from + DOZEN));

  const choices = [
    ["", words.allLevels],
    ...levels.filter((it) => it.made > 0).map((it) => [it.name, levelName(it.name)]),
  ];
  const buttons = choices.map(([name, label]) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(name === level),
        onclick: (event) => {
          level = name;
          for (const it of buttons) it.setAttribute("aria-pressed", String(it === event.currentTarget));
          say(label);
          go(0);
        },
      },
      label,
    ),
  );
  turn();
  return h(
    "section",
    { class: "card" },
    h("h2", {}, words.browse),
    h("div", { class: "choices", role: "group", "aria-label": words.level }, buttons),
    tiles,
    h("div", { class: "pager" }, earlier, place, later),
  );
}

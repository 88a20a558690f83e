// Where a game begins: a level to draw a puzzle from, and the games that are under way. The address
// #/play?level=hard&scheme=wu draws one at once.

import { get } from "../api.js";
import { h, trouble } from "../dom.js";
import { chip, colour } from "../levels.js";
import { listen } from "../live.js";
import { clock } from "../numbers.js";
import { begun, forget } from "../play/game.js";
import { levelName, words } from "../texts.js";
import { thumbnail } from "./browse.js";

/** Draws a puzzle of a level and goes to it. */
export async function draw(level, scheme, replace) {
  const { puzzles } = await get(["puzzles"], { level, scheme, n: 1 });
  const to = `#/play/${puzzles[0].id}`;
  if (replace) location.replace(to);
  else location.hash = to;
}

function underWay() {
  const rows = begun().map((game) => {
    const blanks = (text) => [...text].filter((it) => !/[1-9]/.test(it)).length;
    const filled = Math.round(100 * (1 - blanks(game.values) / Math.max(1, blanks(game.puzzle))));
    const name = game.id.slice(0, 8);
    const level = game.level?.name ?? "";
    const row = h(
      "li",
      {},
      h(
        "a",
        { class: "game", href: `#/play/${game.id}` },
        thumbnail(game.values),
        h(
          "span",
          {},
          chip(level, (game.level?.number ?? 1) - 1, 5),
          h("span", { class: "facts" }, words.progress(filled, clock(game.seconds))),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "small quiet",
          "aria-label": words.forget(name),
          onclick: () => (forget(game.id), row.remove()),
        },
        words.forgetShort,
      ),
    );
    return row;
  });
  return (
    rows.length > 0 && h("section", { class: "card" }, h("h2", {}, words.underWay), h("ul", { class: "games" }, rows))
  );
}

export function tableView({ query, signal }) {
  const told = h("div", {});
  const tell = (error) => told.replaceChildren(trouble(error));
  const levels = h("div", { class: "level-choices" }, h("p", { class: "note" }, words.loading));
  listen(
    "stock",
    (stock) => {
      const names = stock.levels.filter((it) => it.free > 0);
      const key = names.map((it) => `${it.scheme} ${it.level}`).join();
      if (levels.dataset.of === key) return;
      levels.dataset.of = key;
      const schemes = Map.groupBy(stock.levels, (it) => it.scheme);
      levels.replaceChildren(
        ...names.map((it) =>
          h(
            "button",
            {
              type: "button",
              class: "level",
              "aria-label": words.random(levelName(it.level_name)),
              vars: { "--level": colour(it.level - 1, schemes.get(it.scheme).length) },
              onclick: () => draw(it.level_name, it.scheme).catch(tell),
            },
            levelName(it.level_name),
            schemes.size > 1 && h("small", { class: "facts" }, words.ofScheme(it.scheme)),
          ),
        ),
      );
      if (names.length === 0) levels.replaceChildren(h("p", { class: "note" }, words.stockEmpty));
    },
    signal,
  );
  if (query.get("level")) draw(query.get("level"), query.get("scheme"), true).catch(tell);
  return h(
    "div",
    { class: "page" },
    h("h1", { tabindex: -1 }, words.play),
    h("p", { class: "lead" }, words.playLead),
    h("section", { class: "card" }, levels, told),
    underWay(),
  );
}

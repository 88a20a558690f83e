// The packs that are published, newest first.

import { get } from "../api.js";
import { h, trouble } from "../dom.js";
import { colour } from "../levels.js";
import { bytes, count, facts, moment } from "../numbers.js";
import { levelName, words } from "../texts.js";

/** A pack in two lines, and a stripe that shows how its puzzles are shared among the levels. */
export function packLine(pack) {
  const all = pack.levels.reduce((sum, it) => sum + it.made, 0);
  const shares = pack.levels.map((it) => `${levelName(it.name)} ${count(it.made)}`).join(", ");
  const stripe = pack.levels.map(
    (it, n) => it.made > 0 && h("span", { vars: { "--level": colour(n, pack.levels.length), "flex-grow": it.made } }),
  );
  const told = [
    words.puzzles(all, count(all)),
    words.ofScheme(pack.layout ?? pack.scheme),
    pack.made && moment(pack.made),
    bytes(pack.bytes),
  ];
  return h(
    "a",
    { class: "pack", href: `#/packs/${encodeURIComponent(pack.name)}` },
    h("b", {}, pack.name),
    h("span", { class: "facts" }, facts(told)),
    h("span", { class: "stripe", role: "img", "aria-label": shares }, stripe),
  );
}

export function packsView({ signal }) {
  const list = h("div", { class: "pack-list" }, h("p", { class: "note" }, words.loading));
  get(["packs"], {}, signal).then(
    ({ packs }) => {
      const sorted = [...packs].sort((a, b) => String(b.made).localeCompare(String(a.made)));
      list.replaceChildren(...(sorted.length ? sorted.map(packLine) : [h("p", { class: "note" }, words.packsNone)]));
    },
    (error) => error.name === "AbortError" || list.replaceChildren(trouble(error)),
  );
  return h(
    "div",
    { class: "page" },
    h("h1", { tabindex: -1 }, words.packs),
    h("p", { class: "lead" }, words.packsLead),
    h("section", { class: "card" }, list),
  );
}

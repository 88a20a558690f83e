// One pack: what it is, how its levels came about, how hard its puzzles are, the puzzles themselves,
// and what can be taken along.

import { get } from "../api.js";
import { histogramChart, yieldsChart } from "../chart.js";
import { h, trouble } from "../dom.js";
import { bytes, count, fixed, moment, percent } from "../numbers.js";
import { levelName, words } from "../texts.js";
import { browse } from "./browse.js";
import { downloads } from "./downloads.js";

function table(heads, rows) {
  return h(
    "details",
    {},
    h("summary", {}, words.asTable),
    h(
      "div",
      { class: "wide" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((it) => h("th", { scope: "col" }, it)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map(([first, ...rest]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, first),
              rest.map((it) => h("td", {}, it)),
            ),
          ),
        ),
      ),
    ),
  );
}

function packFigures(pack) {
  const scheme = pack.manifest?.job?.scheme;
  const limits = scheme?.by === "d" ? scheme.limits : [];
  const about = words.yieldsAbout(count(pack.candidates));
  const histogram = pack.histogram ?? [];
  const spread = limits.length ? words.histogramAbout : words.histogramPlain;
  const yields = h(
    "section",
    { class: "card" },
    h("h2", {}, words.yields),
    h("p", { class: "lead" }, about),
    yieldsChart(words.yields, about, pack.levels),
    table(
      [words.level, words.kept, words.portion],
      pack.levels.map((it) => [levelName(it.name), count(it.made), percent(it.yield)]),
    ),
  );
  const drawn =
    histogram.length > 0 &&
    h(
      "section",
      { class: "card" },
      h("h2", {}, words.histogram),
      h("p", { class: "lead" }, spread),
      histogramChart(words.histogram, spread, histogram, limits),
      table(
        ["D", words.browse],
        histogram.map(({ d, n }) => [fixed(d, 2), count(n)]),
      ),
    );
  return h("div", { class: "pair cards" }, yields, drawn);
}

function whole(pack, query, signal) {
  const all = pack.levels.reduce((sum, it) => sum + it.made, 0);
  const facts = [
    [words.browse, count(all)],
    [words.made, pack.made && moment(pack.made)],
    [words.scheme, pack.layout ?? pack.scheme],
    [words.seed, pack.seed],
    [words.origin, !pack.seed && pack.origin],
    [words.candidates, count(pack.candidates)],
    [words.size, pack.bytes && bytes(pack.bytes)],
  ];
  return [
    h(
      "dl",
      { class: "facts-list" },
      facts.filter(([, it]) => it).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
    packFigures(pack),
    browse(pack.name, pack.levels, query, signal),
    downloads(pack.name, pack.levels, pack.manifest?.files ?? [], pack.layout),
  ];
}

export function packView({ parts: [, name], query, signal }) {
  const body = h("div", { class: "stack" }, h("p", { class: "note" }, words.loading));
  get(["packs", name], {}, signal).then(
    (pack) => body.replaceChildren(...whole({ ...pack, name }, query, signal)),
    (error) => error.name === "AbortError" || body.replaceChildren(trouble(error)),
  );
  return h(
    "div",
    { class: "page" },
    h("p", { class: "up" }, h("a", { href: "#/packs" }, `← ${words.allPacks}`)),
    h("h1", { tabindex: -1 }, name),
    body,
  );
}

// The first view: what is in stock, what is being made, and the newest packs.

import { get } from "../api.js";
import { h, trouble } from "../dom.js";
import { listen } from "../live.js";
import { stockBars } from "../levels.js";
import { count, moment } from "../numbers.js";
import { words } from "../texts.js";
import { jobList } from "./job_card.js";
import { packLine } from "./packs.js";

const NEWEST = 3;

/** One list of bars for each scheme that has puzzles in stock. */
function stockCard(signal) {
  const total = h("p", { class: "figure" }, "–");
  const groups = h("div", { class: "groups" }, h("p", { class: "note" }, words.loading));
  const bars = new Map();
  let shown = null;
  listen(
    "stock",
    ({ levels }) => {
      const all = levels.reduce((sum, it) => sum + it.free, 0);
      total.textContent = words.puzzles(all, count(all));
      const schemes = Map.groupBy(levels, (it) => it.scheme ?? "");
      if ([...schemes.keys()].join("|") !== shown) {
        shown = [...schemes.keys()].join("|");
        bars.clear();
        for (const scheme of schemes.keys()) bars.set(scheme, stockBars());
        const lists = [...bars].map(([scheme, it]) =>
          h("div", {}, schemes.size > 1 && h("h2", {}, words.ofScheme(scheme)), it.element),
        );
        groups.replaceChildren(...(lists.length ? lists : [h("p", { class: "note" }, words.stockEmpty)]));
      }
      for (const [scheme, of] of schemes) {
        const shownScheme = schemes.size > 1 ? scheme : null;
        bars.get(scheme).update(of.map((it) => ({ ...it, shownScheme })));
      }
    },
    signal,
  );
  return h("section", { class: "card stock" }, total, h("p", { class: "lead" }, words.stockLead), groups);
}

function workCard(signal) {
  const jobs = jobList();
  const idle = h("p", { class: "note" }, words.idle);
  const next = h("ul", { class: "next" });
  const nextHead = h("h3", { hidden: true }, words.next);
  listen(
    "jobs",
    (told) => {
      const busy = ["running", "waiting"].flatMap((state) => told.jobs.filter((it) => it.state === state).reverse());
      jobs.update(busy);
      idle.hidden = busy.length > 0;
      const runs = told.next ?? [];
      nextHead.hidden = runs.length === 0;
      next.replaceChildren(...runs.map((it) => h("li", {}, h("b", {}, it.name), " ", moment(it.at))));
    },
    signal,
  );
  return h("section", { class: "card" }, h("h2", {}, words.atWork), idle, jobs.element, nextHead, next);
}

function newestCard(signal) {
  const list = h("div", { class: "pack-list" }, h("p", { class: "note" }, words.loading));
  get(["packs"], {}, signal).then(
    ({ packs }) => {
      const newest = [...packs].sort((a, b) => String(b.made).localeCompare(String(a.made))).slice(0, NEWEST);
      list.replaceChildren(...(newest.length ? newest.map(packLine) : [h("p", { class: "note" }, words.packsNone)]));
    },
    (error) => error.name === "AbortError" || list.replaceChildren(trouble(error)),
  );
  return h("section", { class: "card" }, h("h2", {}, words.newest), list);
}

export function stockView({ signal }) {
  return h(
    "div",
    { class: "page" },
    h("h1", { tabindex: -1 }, words.inStock),
    h(
      "div",
      { class: "columns" },
      stockCard(signal),
      h("div", { class: "column" }, workCard(signal), newestCard(signal)),
    ),
  );
}

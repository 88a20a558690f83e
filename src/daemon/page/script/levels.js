// Levels told apart by name, place and colour, and the bars that show how many there are of each.
// The colours are those of `factory stats --html`: from green, easy, to rose, hard, alike in lightness.

import { h } from "./dom.js";
import { count, facts } from "./numbers.js";
import { levelName, words } from "./texts.js";

const RAMP = [
  [67, 160, 99],
  [42, 153, 176],
  [72, 124, 209],
  [142, 99, 196],
  [208, 78, 108],
];

/** The colour of a level, `nth` of `of`, easiest first. */
export function colour(nth, of) {
  const place = Math.min(nth / Math.max(of - 1, 1), 1) * (RAMP.length - 1);
  const before = Math.min(Math.floor(place), RAMP.length - 2);
  const mixed = RAMP[before].map((from, n) => Math.round(from + (RAMP[before + 1][n] - from) * (place - before)));
  return `rgb(${mixed.join(" ")})`;
}

/** A level's name with its colour before it. */
export function chip(name, nth, of) {
  return h("span", { class: "chip", vars: { "--level": colour(nth, of) } }, levelName(name));
}

const share = (n, of) => `${Math.min(100, (100 * n) / Math.max(of, 1)).toFixed(2)}%`;

/** A level's name, with its scheme where that says which. */
export const fullName = (name, scheme) => (scheme ? `${levelName(name)} (${scheme})` : levelName(name));

function row(name, nth, of, role, link, linkName) {
  const value = h("span", { class: "value" });
  const fill = h("span", { class: "fill" });
  const track = h("span", { class: "track", role, "aria-label": levelName(name), "aria-valuemin": 0 }, fill);
  const note = h("span", { class: "bar-note" });
  const label = link
    ? h("a", { class: "bar-name", href: link, "aria-label": words.playOne(linkName) }, levelName(name))
    : h("span", { class: "bar-name" }, levelName(name));
  const element = h("li", { class: "bar", vars: { "--level": colour(nth, of) } }, label, track, value, note);
  return { element, fill, track, value, note };
}

/** A list of bars that is brought up to date in place, so that nothing jumps and no focus is lost. `nth` and `of`
 * say a level's place where not all of a scheme are shown. */
function bars(role, link, draw) {
  const element = h("ul", { class: `bars ${role}s` });
  let key = "";
  let rows = [];
  return {
    element,
    update(levels) {
      const name = (it) => it.level_name ?? it.name;
      const wanted = levels.map((it) => `${it.scheme ?? ""} ${name(it)}`).join("|");
      if (wanted !== key) {
        key = wanted;
        rows = levels.map((it, nth) =>
          row(name(it), it.nth ?? nth, it.of ?? levels.length, role, link?.(it), fullName(name(it), it.shownScheme)),
        );
        element.replaceChildren(...rows.map((it) => it.element));
      }
      draw(levels, rows);
    },
  };
}

/** Stock by level, with a mark at the least and at the most that a shelf is to hold. */
export function stockBars() {
  return bars(
    "meter",
    (it) => `#/play?${new URLSearchParams({ level: it.level_name, scheme: it.scheme })}`,
    (levels, rows) => {
      const end = Math.max(1, ...levels.map((it) => Math.max(it.free, it.most ?? 0)));
      levels.forEach((it, n) => {
        const { element, fill, track, value, note } = rows[n];
        fill.style.width = share(it.free, end);
        value.textContent = count(it.free);
        const isLow = it.least !== undefined && it.least !== null && it.free < it.least;
        element.classList.toggle("low", isLow);
        const told = [];
        for (const [kind, at] of [
          ["least", it.least],
          ["most", it.most],
        ]) {
          if (at === undefined || at === null) continue;
          let tick = track.querySelector(`.${kind}`);
          if (!tick) track.append((tick = h("span", { class: `tick ${kind}` })));
          tick.style.insetInlineStart = share(at, end);
          told.push(words[kind](count(at)));
        }
        if (it.taken) told.push(words.taken(count(it.taken)));
        note.replaceChildren(...(isLow ? [h("b", {}, words.low), " · "] : []), facts(told));
        track.setAttribute("aria-valuenow", it.free);
        track.setAttribute("aria-valuemax", end);
        track.setAttribute(
          "aria-valuetext",
          [count(it.free), isLow ? words.low : null, ...told].filter(Boolean).join(", "),
        );
      });
    },
  );
}

/** Bars of the puzzles that a job has made of each level, compared with the wanted numbers if there are any. */
export function jobBars() {
  return bars("progressbar", null, (levels, rows) => {
    const end = Math.max(1, ...levels.map((it) => it.made));
    levels.forEach((it, n) => {
      const { element, fill, track, value } = rows[n];
      const of = it.wanted ?? end;
      fill.style.width = share(it.made, of);
      element.classList.toggle("full", it.wanted !== null && it.wanted !== undefined && it.made >= it.wanted);
      value.textContent = it.wanted ? `${count(it.made)} / ${count(it.wanted)}` : count(it.made);
      track.setAttribute("aria-valuenow", it.made);
      track.setAttribute("aria-valuemax", of);
      track.setAttribute("aria-valuetext", value.textContent);
    });
  });
}

// The games of this browser: those under way, those that were solved with their times, and figures by level.

import { h } from "../dom.js";
import { chip } from "../levels.js";
import { clock, count, moment } from "../numbers.js";
import { begun, forget } from "../play/game.js";
import { forgetAll, solvedGames, streak, timesByLevel } from "../play/progress.js";
import { words } from "../texts.js";
import { thumbnail } from "./thumbnail.js";
import { sureButton } from "./play_tools.js";

const SHOWN_GAMES = 100;

/** Where a game is played on. */
const placeOf = ({ id }) => (/^[0-9a-f]{32}$/.test(id) ? `#/play/${id}` : `#/p/${id}`);

const levelChip = (level, number) => (level ? chip(level, (number ?? 1) - 1, 5) : h("span", {}, words.imported));

function underWay() {
  const blanks = (text) => [...text].filter((it) => !/[1-9]/.test(it)).length;
  const rows = begun().map((game) => {
    const filled = Math.round(100 * (1 - blanks(game.values) / Math.max(1, blanks(game.puzzle))));
    const about = game.about ?? { level_name: game.level?.name, level: game.level?.number };
    const told = words.progress(filled, clock(game.seconds));
    const name = h("span", {}, levelChip(about.level_name, about.level), h("span", { class: "facts" }, told));
    const drop = h("button", { type: "button", class: "small quiet" }, words.forgetShort);
    drop.setAttribute("aria-label", `${words.forgetShort}: ${told}`);
    const row = h("li", {}, h("a", { class: "game", href: placeOf(game) }, thumbnail(game.values), name), drop);
    drop.addEventListener("click", () => (forget(game.id), row.remove()));
    return row;
  });
  return h(
    "section",
    { class: "card" },
    h("h2", {}, words.underWay),
    rows.length ? h("ul", { class: "games" }, rows) : h("p", { class: "note" }, words.underWayNone),
  );
}

function tableOf(heads, rows) {
  const head = h("thead", {}, h("tr", {}, heads.map((it) => h("th", { scope: "col" }, it))));
  const body = rows.map(([first, ...rest]) =>
    h("tr", {}, h("th", { scope: "row" }, first), rest.map((it) => h("td", {}, it))),
  );
  return h("div", { class: "wide", tabindex: 0 }, h("table", {}, head, h("tbody", {}, body)));
}

function figures() {
  const levels = timesByLevel();
  const days = streak();
  const rows = levels.map((it) => [levelChip(it.level, it.number), count(it.count), clock(it.best), clock(it.median)]);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, words.statistic),
    days > 0 && h("p", { class: "streak" }, words.streak(days)),
    rows.length > 0 && tableOf([words.level, words.solvedCount, words.bestTime, words.medianTime], rows),
    rows.length === 0 && h("p", { class: "note" }, words.solvedNone),
  );
}

function solvedCard() {
  const rows = solvedGames()
    .slice(0, SHOWN_GAMES)
    .map((it) => [
      h("a", { href: placeOf(it) }, levelChip(it.level, it.number)),
      clock(it.seconds),
      it.hints ? count(it.hints) : "–",
      it.day ? words.dailyMark : "",
      moment(new Date(it.at).toISOString()),
    ]);
  const heads = [words.level, words.time, words.hintsUsed, "", words.when];
  return rows.length > 0 && h("section", { class: "card" }, h("h2", {}, words.solvedHead), tableOf(heads, rows));
}

export function gamesView() {
  const clear = sureButton(words.clearHistory, words.clearHistorySure, () => {
    forgetAll();
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }, "");
  return h(
    "div",
    { class: "page" },
    h("h1", { tabindex: -1 }, words.games),
    h("p", { class: "lead" }, words.gamesLead),
    h("div", { class: "stack" }, underWay(), figures(), solvedCard(), h("div", { class: "buttons" }, clear)),
  );
}

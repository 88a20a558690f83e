// One puzzle: played, or solved step by step. The address ends in /path where the path is shown.

import { get } from "../api.js";
import { h, trouble } from "../dom.js";
import { chip } from "../levels.js";
import { facts, fixed } from "../numbers.js";
import { ticking } from "../play/clock.js";
import { Game } from "../play/game.js";
import { Path } from "../play/path.js";
import { Table } from "../play/table.js";
import { levelName, words } from "../texts.js";
import { draw } from "./table.js";

function keys() {
  const rows = words.keysList.map(([key, does]) => h("div", {}, h("dt", {}, key), h("dd", {}, does)));
  return h("details", { class: "keys" }, h("summary", {}, words.keys), h("dl", {}, rows));
}

/** Two buttons of which one is pressed. */
function modes(isPath, choose) {
  const button = (label, path) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(path === isPath),
        onclick: () => {
          for (const it of all) it.setAttribute("aria-pressed", String(it === all[path ? 1 : 0]));
          choose(path);
        },
      },
      label,
    );
  const all = [button(words.modePlay, false), button(words.modePath, true)];
  return h("div", { class: "choices", role: "group", "aria-label": words.mode }, all);
}

/** Sudoku Explainer's ER with the name of its table, such as SE 1.2.1. */
function explained(puzzle) {
  const table = puzzle.se_table.toUpperCase().replace("-", " ");
  const known = puzzle.se_er !== null;
  return `${table}: ER ${known ? fixed(puzzle.se_er, 1) : `> ${fixed(puzzle.se_above, 1)}`}`;
}

function about(puzzle) {
  const told = [
    words.clues(puzzle.clues),
    puzzle.d !== null && puzzle.d !== undefined && `D ${fixed(puzzle.d, 2)}`,
    puzzle.minutes && words.minutes(puzzle.minutes_checked ? fixed(puzzle.minutes, 0) : "–"),
    puzzle.se_table && explained(puzzle),
    puzzle.shipped && words.shipped(puzzle.shipped.title, puzzle.shipped.number),
  ];
  return h(
    "p",
    { class: "facts" },
    facts(told),
    puzzle.pack && [" · ", h("a", { href: `#/packs/${encodeURIComponent(puzzle.pack)}` }, puzzle.pack)],
  );
}

function laid(puzzle, startsOnPath, signal) {
  const game = new Game(puzzle);
  let isPath = false;
  let path = null;
  const another = h(
    "button",
    {
      type: "button",
      class: "main",
      hidden: true,
      onclick: () => draw(puzzle.level_name, puzzle.scheme).catch((error) => table.tell(error.message, "bad")),
    },
    words.another,
  );
  const table = new Table(game, () => (another.hidden = false));
  another.hidden = !game.done;
  const clock = ticking(game, () => !isPath && !game.done, signal);
  const play = h("div", { class: "side" }, table.controls, another, keys());
  const walk = h("div", { class: "side", hidden: true });
  const show = (error) => walk.replaceChildren(trouble(error));

  async function choose(wantsPath) {
    isPath = wantsPath;
    table.board.onChoose = () => (isPath ? path?.show() : table.draw());
    [play.hidden, clock.hidden, walk.hidden] = [isPath, isPath, !isPath];
    history.replaceState(null, "", `#/play/${puzzle.id}${isPath ? "/path" : ""}`);
    if (!isPath) {
      table.draw();
      return;
    }
    if (!path) {
      walk.replaceChildren(h("p", { class: "note" }, words.loading));
      try {
        const { steps } = await get(["puzzles", puzzle.id, "steps"], {}, signal);
        path = new Path(puzzle.puzzle, steps, table.board);
        walk.replaceChildren(path.element);
      } catch (error) {
        if (error.name !== "AbortError") show(error);
        return;
      }
    }
    if (isPath) path.show();
  }

  table.board.grid.addEventListener(
    "keydown",
    (event) => {
      if (isPath && path?.key(event)) event.preventDefault();
      // Not the table's any more.
      if (isPath) event.stopImmediatePropagation();
    },
    { capture: true },
  );
  // Whoever pressed a button of the keypad may go on by key.
  play.addEventListener("keydown", (event) => {
    const isButtons = event.key === " " || event.key === "Enter";
    if (!isButtons && (table.board.moved(event) || table.key(event))) event.preventDefault();
  });
  if (startsOnPath) choose(true);
  const element = h(
    "div",
    { class: "table" },
    h("div", { class: "table-head" }, modes(startsOnPath, choose), clock),
    table.board.element,
    play,
    walk,
  );
  return { element, board: table.board };
}

export function playView({ parts: [, id, mode], signal }) {
  const heading = h("h1", { tabindex: -1 }, words.play);
  const body = h("div", {}, h("p", { class: "note" }, words.loading));
  get(["puzzles", id], {}, signal).then(
    (puzzle) => {
      const level = levelName(puzzle.level_name ?? "");
      heading.replaceChildren(puzzle.level_name ? chip(puzzle.level_name, puzzle.level - 1, 5) : words.play);
      document.title = `${level} ${id.slice(0, 8)} · Sudoku Factory`;
      const { element, board } = laid(puzzle, mode === "path", signal);
      body.replaceChildren(about(puzzle), element);
      // The board takes the keys at once, unless the reader is elsewhere already.
      if (mode !== "path" && [document.body, heading].includes(document.activeElement)) board.choose(board.chosen);
    },
    (error) => error.name === "AbortError" || body.replaceChildren(trouble(error)),
  );
  return h(
    "div",
    { class: "page play" },
    h("p", { class: "up" }, h("a", { href: "#/play" }, `← ${words.play}`)),
    heading,
    body,
  );
}

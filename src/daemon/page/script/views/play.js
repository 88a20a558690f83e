// A puzzle: played, or solved step by step. The first view of the page. Addresses: #/ goes on where one was,
// #/play?level=…&scheme=… draws another one, #/play/ID (and ID/path) is a puzzle of a pack, #/p/DIGITS any
// puzzle, for links that are shared, and #/today the puzzle of the day.

import { get } from "../api.js";
import { h, trouble } from "../dom.js";
import { compute } from "../engine.js";
import { chip } from "../levels.js";
import { facts, fixed } from "../numbers.js";
import { ticking } from "../play/clock.js";
import { Game, keptPuzzle } from "../play/game.js";
import { Path } from "../play/path.js";
import { cellsOf, faultOf } from "../play/reading.js";
import { forgetSeen, see, today } from "../play/progress.js";
import { dailyPuzzle, nextPuzzle } from "../play/supply.js";
import { Table } from "../play/table.js";
import { kept } from "../stored.js";
import { levelName, words } from "../texts.js";
import { keysHelp, moreTools, nextRow } from "./play_tools.js";

/** The highest ER of puzzles for which minutes are told: docs/player.md. */
const CHECKED_ER = 2;

/** Two buttons of which one is pressed. */
function modeChoice(isPath, choose) {
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
  const isKnown = puzzle.se_er !== null;
  return `${table}: ER ${isKnown ? fixed(puzzle.se_er, 1) : `> ${fixed(puzzle.se_above, 1)}`}`;
}

function known(puzzle) {
  const told = [
    words.clues([...puzzle.puzzle].filter((it) => /[1-9]/.test(it)).length),
    typeof puzzle.d === "number" && `D ${fixed(puzzle.d, 2)}`,
    puzzle.minutes && words.minutes(puzzle.minutes_checked ? fixed(puzzle.minutes, 0) : "–"),
    puzzle.se_table && explained(puzzle),
    puzzle.shipped && words.shipped(puzzle.shipped.title, puzzle.shipped.number),
  ];
  const pack = puzzle.pack && [" · ", h("a", { href: `#/packs/${encodeURIComponent(puzzle.pack)}` }, puzzle.pack)];
  return [facts(told), pack].filter(Boolean);
}

/** What is known of a puzzle; one from elsewhere is rated here. */
function about(puzzle) {
  const element = h("p", { class: "facts" }, known(puzzle));
  if (puzzle.level_name) return element;
  const show = (rating) => {
    const level = rating.level_name ? [chip(rating.level_name, rating.level - 1, 5), " · "] : [];
    element.classList.add("rated");
    element.replaceChildren(...level, ...known({ ...rating, minutes_checked: rating.se_er <= CHECKED_ER, ...puzzle }).flat());
  };
  // The play goes on without it.
  compute("rate", puzzle.puzzle, ["time", "se"]).then(show, () => undefined);
  return element;
}

/** The title of a puzzle: its level, or that it was imported. */
const titled = (puzzle) => (puzzle.level_name ? chip(puzzle.level_name, puzzle.level - 1, 5) : words.imported);

/** The solving path beside the board, fetched when it is first looked at. */
class Walk {
  constructor(puzzle, board, signal) {
    Object.assign(this, { puzzle, board, signal, path: null });
    this.element = h("div", { class: "walked", hidden: true });
  }

  async show() {
    if (!this.path) {
      this.element.replaceChildren(h("p", { class: "note" }, words.loading));
      try {
        const { steps } = await get(["puzzles", this.puzzle.id, "steps"], {}, this.signal);
        this.path = new Path(this.puzzle.puzzle, steps, this.board);
        this.element.replaceChildren(this.path.element);
      } catch (error) {
        if (error.name !== "AbortError") this.element.replaceChildren(trouble(error));
        return;
      }
    }
    if (!this.element.hidden) this.path.show();
  }
}

/** Keys go to the board from wherever nothing else wants them. */
function listenForKeys(element, act, signal) {
  const wants = (target) => target === document.body || target.matches("main, h1") || element.contains(target);
  const heard = (event) => {
    const { target } = event;
    if (event.defaultPrevented || !wants(target) || target.matches("input, select, textarea")) return;
    const isPressing = event.key === " " || event.key === "Enter";
    if (isPressing && target.matches("button, a, summary")) return;
    if (act(event)) event.preventDefault();
  };
  document.addEventListener("keydown", heard, { signal });
}

function laid(puzzle, startsOnPath, signal) {
  const game = new Game(puzzle);
  let isPath = false;
  const done = () => row.classList.add("done");
  const table = new Table(game, done);
  const row = nextRow(puzzle, game.done);
  const walk = new Walk(puzzle, table.board, signal);
  const clock = ticking(game, () => !isPath && !game.done, signal);
  const play = h("div", { class: "playing" }, table.controls, row);

  function choose(wantsPath) {
    isPath = wantsPath;
    table.board.onChoose = () => (isPath ? walk.path?.show() : table.draw());
    [play.hidden, clock.hidden, walk.element.hidden] = [isPath, isPath, !isPath];
    history.replaceState(null, "", `#/play/${puzzle.id}${isPath ? "/path" : ""}`);
    if (isPath) walk.show();
    else table.draw();
  }

  const modes = puzzle.pack ? modeChoice(startsOnPath, choose) : null;
  const head = h("div", { class: "table-head" }, h("h1", { tabindex: -1 }, titled(puzzle)), modes ?? "", clock);
  const more = moreTools(game, table);
  const side = h("div", { class: "side" }, play, walk.element, more, about(puzzle), keysHelp());
  const element = h("div", { class: "table" }, head, table.board.element, side);
  const act = (event) => {
    if (isPath) return walk.path?.key(event) ?? false;
    if (game.done && event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      row.querySelector("a.next-puzzle").click();
      return true;
    }
    return table.key(event);
  };
  listenForKeys(element, act, signal);
  for (const [event, isPrinted] of [["beforeprint", true], ["afterprint", false]]) {
    window.addEventListener(event, () => isPath || table.print(isPrinted), { signal });
  }
  if (startsOnPath) choose(true);
  return { element, board: table.board };
}

/** A puzzle that is written in the address. */
async function sharedPuzzle(text) {
  const puzzle = cellsOf(text);
  const problem = await faultOf(puzzle);
  if (problem) throw new Error(problem);
  return { id: puzzle, puzzle };
}

/** The puzzle that the address names, or null if there is none. */
async function puzzleOf([kind, id], query, signal) {
  if (kind === "today") return dailyPuzzle();
  const current = kept.get("current");
  if (kind === "p") return sharedPuzzle(id ?? "");
  if (id) return keptPuzzle(id) ?? (current?.id === id ? current : get(["puzzles", id], {}, signal));
  const level = { level: query.get("level"), scheme: query.get("scheme") };
  if (level.level) return nextPuzzle(level);
  if (current && keptPuzzle(current.id) && !kept.get(`game:${current.id}`).done) return keptPuzzle(current.id);
  if (current && !keptPuzzle(current.id)) return current;
  return nextPuzzle(kept.get("level") ?? {});
}

function nothingLeft() {
  const again = () => {
    forgetSeen();
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  };
  const hasSeen = kept.get("seen")?.length > 0;
  return [
    h("p", { class: "note" }, hasSeen ? words.allSeen : words.nothingToPlay),
    hasSeen && h("button", { type: "button", class: "main", onclick: again }, words.seenAgain),
    nextRow({}, true),
  ].filter(Boolean);
}

export function playView({ parts, query, signal }) {
  const isPath = parts[2] === "path";
  const body = h("div", { class: "page play" }, h("h1", { tabindex: -1 }, words.play), h("p", {}, words.loadingPuzzle));
  const isWaiting = () => [document.body, body.querySelector("h1")].includes(document.activeElement);
  const lay = (puzzle) => {
    if (signal.aborted) return;
    if (!puzzle) {
      body.replaceChildren(h("h1", { tabindex: -1 }, words.play), ...nothingLeft());
      return;
    }
    const takesKeys = isWaiting();
    const { solution, ...unsolved } = puzzle;
    const { id, level_name: level, scheme } = unsolved;
    if (level) kept.set("level", { level, scheme });
    kept.set("current", unsolved);
    see(id);
    // Where a level was asked for, a reload is not to draw another one.
    if (query.get("level")) history.replaceState(null, "", `#/play/${id}`);
    const name = parts[0] === "today" ? words.todayIs(today()) : level ? levelName(level) : words.imported;
    document.title = `${name} · Sudoku Factory`;
    const { element, board } = laid(puzzle, isPath, signal);
    body.replaceChildren(element);
    // The board takes the keys at once, unless the reader is elsewhere already.
    if (!isPath && takesKeys) board.choose(board.chosen);
  };
  const failed = (error) => {
    if (error.name === "AbortError") return;
    const told = error.status === 0 ? { message: words.offlineNone } : error;
    body.replaceChildren(h("h1", { tabindex: -1 }, words.play), trouble(told), nextRow({}, true));
  };
  puzzleOf(parts, query, signal).then(lay).catch(failed);
  return body;
}

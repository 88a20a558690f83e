// A hint, one stage per press: that there is a step, where, what, why; then the step is done. The engine finds
// it; this file shows its text, draws it on the board, and applies it.

import { h, say } from "../dom.js";
import { compute } from "../engine.js";
import { words } from "../texts.js";
import { bit, CELLS, digitsOf, PEERS } from "./cells.js";

const STAGES = ["nudge", "where", "what", "why"];
const [WHERE, WHAT, WHY] = [1, 2, 3];
/** The styles of candidates in a hint, by their colour or by their role. */
const LOOKS = { A: "on", a: "off", B: "on-two", b: "off-two" };
const PARTS = { removed: "", set: "strong", fin: "fin", "als-a": "on", "als-b": "on-two", "als-c": "fin" };

const setOf = (digits) => digits.reduce((set, digit) => set | bit(digit), 0);

/** The player's marks, of the first kind that every blank cell has; other marks are not a full set of candidates. */
function pencilled(game) {
  const blanks = CELLS.filter((cell) => !game.values[cell]);
  const kind = ["corner", "centre"].find((it) => blanks.every((cell) => game[it][cell]));
  return kind && CELLS.map((cell) => (game.values[cell] ? "" : digitsOf(game[kind][cell]).join("")));
}

export class Hint {
  /** `onShow` draws the board again, `act` does something to the game, `tell` reports what failed. */
  constructor(game, { onShow, act, tell }) {
    Object.assign(this, { game, onShow, act, tell });
    this.lines = h("div", { class: "hint-lines" });
    this.button = h("button", { type: "button", class: "tool hint-next", onclick: () => this.press() });
    const away = h("button", { type: "button", class: "small", onclick: () => this.clear() }, words.hintAway);
    this.box = h("section", { class: "hint", hidden: true, "aria-label": words.hint }, this.lines, away);
    this.clear();
  }

  /** Forgets the hint: the board has changed, or the player puts it away. */
  clear() {
    const wasShown = Boolean(this.told);
    this.told = null;
    this.stage = -1;
    this.asked = (this.asked ?? 0) + 1;
    this.box.hidden = true;
    this.button.textContent = words.hintStages[0];
    if (wasShown) this.onShow();
  }

  async press() {
    if (this.isFinding) return undefined;
    if (this.told && this.stage === WHY) return this.apply();
    if (this.told?.solved) return undefined;
    if (!this.told && !(await this.find())) return undefined;
    this.stage += 1;
    this.show();
    return undefined;
  }

  /** Asks the engine; false if there is no answer, or the game went on meanwhile. */
  async find() {
    const asked = (this.asked += 1);
    const { game } = this;
    this.isFinding = true;
    try {
      const told = await compute("hint", game.values.join(""), {
        givens: game.puzzle,
        candidates: pencilled(game),
        // The engine explains in these two.
        language: words.code === "zh" ? "zh" : "en",
      });
      if (asked !== this.asked) return false;
      this.told = told;
      game.hints += 1;
      return true;
    } catch (error) {
      if (asked === this.asked) this.tell(error.message, "bad");
      return false;
    } finally {
      this.isFinding = false;
    }
  }

  show() {
    const { told, stage } = this;
    const remarks = [
      told.wrong_entries && words.wrongCells(told.wrong_entries),
      told.missing.length && words.marksLack(told.missing.length),
    ].filter(Boolean);
    const texts = told.solved ? [words.hintSolved] : STAGES.slice(0, stage + 1).map((name) => told.text[name]);
    const named = told.step && stage >= WHAT ? [h("h2", { class: "rule" }, this.title())] : [];
    const last = texts.length - 1;
    this.lines.replaceChildren(
      ...remarks.map((text) => h("p", { class: "hint-wrong" }, text)),
      ...named,
      ...texts.map((text, n) => h("p", n === last ? {} : { class: "hint-before" }, text)),
    );
    this.box.hidden = false;
    this.button.textContent = words.hintStages[told.solved ? 0 : stage + 1];
    this.onShow();
    this.box.scrollIntoView({ block: "nearest" });
    say([...(stage ? [] : remarks), texts[last]].join(" "));
  }

  title() {
    const { name } = this.told.step;
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** Cells that are shown as wrong: at the first stage they are only counted. */
  get wrong() {
    return this.told && this.stage >= WHERE ? this.told.wrong.map((it) => it.cell) : [];
  }

  /** The picture of a board with the hint drawn over it. */
  over(picture) {
    const { told, stage } = this;
    if (!told || stage < WHERE || told.solved) return picture;
    const step = told.step ?? { houses: [], cells: [{ ...told.beyond, role: "target" }], candidates: [], links: [] };
    const looks = stage >= WHAT ? this.looks(step) : new Map();
    const lit = new Map(this.lit(step).map((it) => [it.cell, it.role]));
    const wrong = new Set(this.wrong);
    const cells = picture.cells.map((it, cell) => {
      const tones = it.tones.filter((tone) => !["seen", "same"].includes(tone));
      if (lit.has(cell)) tones.push("pattern");
      if (lit.get(cell) === "pivot") tones.push("pivot");
      if (stage < WHAT) return { ...it, tones };
      const marks = setOf(told.candidates[cell]);
      // A wrong entry stands behind the candidates of its cell.
      const [value, entered] = wrong.has(cell) ? [0, it.value] : [it.value, 0];
      return { ...it, value, entered, corner: marks, centre: 0, strong: 0, looks: looks.get(cell), tones };
    });
    const links = stage >= WHAT ? step.links : [];
    return { ...picture, cells, houses: step.houses.map((it) => it.name), links };
  }

  /** The cells that are lit, with their parts. */
  lit(step) {
    // Where houses say enough, their cells would say too much.
    if (this.stage === WHERE && step.houses.length) return [];
    const parts = step.cells.filter((it) => it.role !== "target");
    if (parts.length) return parts;
    if (step.links.length) return this.stage === WHERE ? step.links[0].from.cells.map((cell) => ({ cell })) : [];
    return step.removes?.length ? [] : step.cells;
  }

  /** By cell and digit, how a candidate is drawn. */
  looks(step) {
    const all = new Map();
    const add = (cell, digit, look) => all.set(cell, { ...all.get(cell), [digit]: look });
    for (const { cell, digit, role, colour } of step.candidates)
      add(cell, digit, LOOKS[colour] ?? PARTS[role] ?? "strong");
    if (this.stage === WHY) for (const { cell, digit } of step.removes ?? []) add(cell, digit, "out");
    if (!this.told.step) add(this.told.beyond.cell, this.told.beyond.digit, "strong");
    return all;
  }

  /** Does the step: writes its digits, or strikes its candidates from marks of all blanks. */
  apply() {
    const { game, told } = this;
    const sets = told.step ? told.step.sets : [told.beyond];
    const removes = told.step?.removes ?? [];
    const left = new Map();
    if (removes.length) {
      // What the player has struck stays struck.
      const lacking = (cell) => setOf(told.missing.filter((it) => it.cell === cell).map((it) => it.digit));
      for (const cell of CELLS) {
        const own = game.corner[cell] | lacking(cell);
        const all = setOf(told.candidates[cell]);
        if (!game.values[cell]) left.set(cell, game.corner[cell] ? all & own : all);
      }
      for (const { cell, digit } of removes) left.set(cell, left.get(cell) & ~bit(digit));
    }
    const changes = new Map([...left].map(([cell, corner]) => [cell, { corner }]));
    for (const { cell, digit } of removes) changes.get(cell).centre = game.centre[cell] & ~bit(digit);
    for (const { cell, digit } of sets)
      for (const peer of PEERS[cell]) {
        const { corner = game.corner[peer], centre = game.centre[peer] } = changes.get(peer) ?? {};
        changes.set(peer, { corner: corner & ~bit(digit), centre: centre & ~bit(digit) });
      }
    for (const { cell, digit } of sets) changes.set(cell, { values: digit, corner: 0, centre: 0 });
    const isDone = this.act(() => game.change([...changes]));
    // What the board shows already needs no second press.
    if (!isDone) this.clear();
  }
}

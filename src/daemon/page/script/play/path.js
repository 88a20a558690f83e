// The solving path of a puzzle, step by step: each is drawn on the board with its houses, cells and
// marks, and told in words. The board before a step is made by doing all steps before it.

import { h, s, say } from "../dom.js";
import { words } from "../texts.js";
import { bit, candidates, CELLS, parsed, PEERS } from "./cells.js";
import { effect, reason, ruleName, ruleTitle } from "./story.js";

const SIGNS = {
  first: "M2 2h2.5v12H2zM14 2v12L5.5 8z",
  before: "M12.5 2v12L3.5 8z",
  after: "M3.5 2v12l9-6z",
  last: "M14 2h-2.5v12H14zM2 2v12l8.5-6z",
};

/** Values and candidates before step `n`, counted from 0. */
function before(given, steps, n) {
  const values = [...given];
  const marks = candidates(values);
  for (const step of steps.slice(0, n)) {
    for (const { cell, digit } of step.placements) {
      values[cell] = digit;
      marks[cell] = 0;
      for (const peer of PEERS[cell]) marks[peer] &= ~bit(digit);
    }
    for (const { cell, digit } of step.eliminations) marks[cell] &= ~bit(digit);
  }
  return { values, marks };
}

/** The picture of a step on the board. */
function picture(given, steps, n) {
  const { values, marks } = before(given, steps, n);
  const step = steps[n];
  const digits = step.digits.reduce((set, digit) => set | bit(digit), 0);
  // An X-wing is a fish and has houses.
  const isWing = step.rule.endsWith("-wing") && step.houses.length === 0;
  const [pivot, ...wings] = step.cells;
  const placed = new Map(step.placements.map((it) => [it.cell, it.digit]));
  const out = new Map();
  for (const { cell, digit } of step.eliminations) out.set(cell, (out.get(cell) ?? 0) | bit(digit));
  const cells = CELLS.map((cell) => {
    const isNew = placed.has(cell);
    const inPattern = step.cells.includes(cell);
    return {
      value: isNew ? placed.get(cell) : values[cell],
      kind: given[cell] ? "given" : isNew ? "new" : "own",
      corner: marks[cell],
      strong: inPattern ? digits : 0,
      out: out.get(cell) ?? 0,
      tones: [inPattern && "pattern", isWing && cell === pivot && "pivot"].filter(Boolean),
    };
  });
  return { cells, houses: step.houses, ties: isWing ? wings.map((it) => [pivot, it]) : [], isSelectable: false };
}

export class Path {
  constructor(puzzle, steps, board) {
    this.given = parsed(puzzle);
    this.steps = steps;
    this.board = board;
    this.at = 0;
    this.element = steps.length ? this.built() : h("p", { class: "note" }, words.noPath);
  }

  built() {
    const button = (label, sign, to) =>
      h(
        "button",
        { type: "button", class: "tool", "aria-label": label, title: label, onclick: () => this.go(to()) },
        s("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, s("path", { d: sign })),
      );
    const last = this.steps.length - 1;
    this.slider = h("input", {
      type: "range",
      min: 1,
      max: last + 1,
      value: 1,
      "aria-label": words.step,
      oninput: (event) => this.go(Number(event.target.value) - 1),
    });
    this.count = h("p", { class: "facts" });
    this.title = h("h2", { class: "rule" });
    this.why = h("p", { class: "why" });
    this.does = h("p", { class: "does" });
    this.rows = this.steps.map((step, n) =>
      h(
        "button",
        { type: "button", onclick: () => this.go(n) },
        h("span", { class: "nth" }, n + 1),
        h("span", {}, ruleName(step.rule)),
        h("span", { class: "facts" }, effect(step)),
      ),
    );
    const list = h(
      "ol",
      { class: "steps" },
      this.rows.map((row) => h("li", {}, row)),
    );
    return h(
      "div",
      { class: "path" },
      h("div", { class: "told" }, this.count, this.title, this.why, this.does),
      h(
        "div",
        { class: "walk" },
        button(words.first, SIGNS.first, () => 0),
        button(words.before, SIGNS.before, () => this.at - 1),
        this.slider,
        button(words.after, SIGNS.after, () => this.at + 1),
        button(words.last, SIGNS.last, () => last),
      ),
      h("details", { open: true }, h("summary", {}, words.allSteps), list),
    );
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    this.show();
    say(`${this.count.textContent}. ${this.title.textContent}. ${this.why.textContent} ${this.does.textContent}`);
  }

  show() {
    const step = this.steps[this.at];
    if (!step) return;
    this.count.textContent = words.stepOf(this.at + 1, this.steps.length);
    this.title.textContent = ruleTitle(step.rule);
    this.why.textContent = reason(step);
    this.does.textContent = effect(step);
    this.slider.value = String(this.at + 1);
    this.slider.setAttribute("aria-valuetext", `${this.count.textContent}, ${ruleName(step.rule)}`);
    this.rows.forEach((row, n) =>
      n === this.at ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current"),
    );
    const [row, list] = [this.rows[this.at], this.rows[0].closest("ol")];
    list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
    this.board.draw(picture(this.given, this.steps, this.at));
  }

  /** Arrows walk where nothing else wants them. */
  key(event) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    this.go(to);
    return true;
  }
}

// A puzzle under way: what was written, what was pencilled, how to take it back, and how long it
// took. Every change is kept in the browser at once, so that a closed page costs nothing.

import { kept } from "../stored.js";
import { bit, candidates, CELLS, parsed, PEERS } from "./cells.js";

const LONGEST_LIST = 200;
const name = (id) => `game:${id}`;

/** Games that were begun, newest first. */
export function begun() {
  const games = kept
    .names()
    .filter((it) => it.startsWith("game:"))
    .map((it) => ({ id: it.slice(5), ...kept.get(it) }));
  return games.filter((it) => it.puzzle && !it.done).sort((a, b) => b.at - a.at);
}

export const forget = (id) => kept.remove(name(id));

/** Old games make room for new ones. */
function tidy() {
  const games = kept
    .names()
    .filter((it) => it.startsWith("game:"))
    .map((it) => ({ it, at: kept.get(it)?.at ?? 0 }));
  for (const { it } of games.sort((a, b) => b.at - a.at).slice(LONGEST_LIST)) kept.remove(it);
}

export class Game {
  constructor(puzzle) {
    this.id = puzzle.id;
    this.puzzle = puzzle.puzzle;
    this.level = { name: puzzle.level_name, number: puzzle.level };
    this.given = parsed(puzzle.puzzle);
    this.solution = puzzle.solution ? parsed(puzzle.solution) : null;
    const before = kept.get(name(this.id));
    const isSame = before?.puzzle === this.puzzle;
    this.values = isSame ? parsed(before.values) : [...this.given];
    this.marks = isSame ? before.marks : CELLS.map(() => 0);
    this.seconds = isSame ? before.seconds : 0;
    this.done = isSame ? before.done : false;
    this.past = [];
    this.future = [];
    tidy();
  }

  keep() {
    const values = this.values.join("");
    // What was only looked at is no game.
    if (values === this.given.join("") && this.marks.every((it) => it === 0)) return;
    const { puzzle, level, marks, seconds, done } = this;
    kept.set(name(this.id), { puzzle, level, values, marks, seconds, done, at: Date.now() });
  }

  /** Sets cells to [value, marks], as one step that can be taken back. */
  change(changes) {
    const real = changes.filter(
      ([cell, value, marks]) => !this.given[cell] && (this.values[cell] !== value || this.marks[cell] !== marks),
    );
    if (real.length === 0) return false;
    this.past.push(this.apply(real));
    this.future = [];
    this.keep();
    return true;
  }

  /** Does the changes, and gives those that undo them. */
  apply(changes) {
    const back = changes.map(([cell]) => [cell, this.values[cell], this.marks[cell]]);
    for (const [cell, value, marks] of changes) {
      this.values[cell] = value;
      this.marks[cell] = marks;
    }
    this.done = this.solution !== null && CELLS.every((cell) => this.values[cell] === this.solution[cell]);
    return back;
  }

  /** Writes a digit, and strikes its marks from the cells that see it; the same digit again erases. */
  write(cell, digit) {
    if (this.values[cell] === digit) return this.erase(cell);
    const seen = PEERS[cell].filter((peer) => this.marks[peer] & bit(digit));
    return this.change([
      [cell, digit, 0],
      ...seen.map((peer) => [peer, this.values[peer], this.marks[peer] & ~bit(digit)]),
    ]);
  }

  mark(cell, digit) {
    return !this.values[cell] && this.change([[cell, 0, this.marks[cell] ^ bit(digit)]]);
  }

  erase(cell) {
    return this.change([[cell, 0, 0]]);
  }

  /** Pencils into every blank what row, column and box leave. */
  markAll() {
    const left = candidates(this.values);
    return this.change(CELLS.filter((cell) => !this.values[cell]).map((cell) => [cell, 0, left[cell]]));
  }

  startOver() {
    return this.change(CELLS.map((cell) => [cell, this.given[cell], 0]));
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  step(from, to) {
    const changes = from.pop();
    if (!changes) return false;
    to.push(this.apply(changes));
    this.keep();
    return true;
  }

  get blanks() {
    return this.values.filter((it) => it === 0).length;
  }

  /** Cells whose digit is not the solution's. */
  wrong() {
    return this.solution ? CELLS.filter((cell) => this.values[cell] && this.values[cell] !== this.solution[cell]) : [];
  }

  /** Cells whose digit stands a second time in a house. */
  twice() {
    return CELLS.filter(
      (cell) => this.values[cell] && PEERS[cell].some((peer) => this.values[peer] === this.values[cell]),
    );
  }
}

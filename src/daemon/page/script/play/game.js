// A puzzle under way: what was written, marked and coloured, how to take it back, and how long it took. Every
// change is kept in the browser at once, with all that undoes it, so that a closed page costs nothing.

import { compute } from "../engine.js";
import { kept } from "../stored.js";
import { bit, candidates, CELLS, parsed, PEERS } from "./cells.js";
import { finish } from "./progress.js";

const MOST_GAMES = 60;
const MOST_STEPS = 300;
const FORMAT = 2;
const gameKey = (id) => `game:${id}`;
/** The kinds of marks, and the keys of a cell's state. */
const STATE = ["values", "corner", "centre", "colours"];

/** Games that are kept, newest first. */
function keptGames() {
  const names = kept.names().filter((it) => it.startsWith("game:"));
  const games = names.map((it) => ({ id: it.slice(5), ...kept.get(it) })).filter((it) => it.puzzle);
  return games.sort((a, b) => b.at - a.at);
}

/** Games that were begun and not ended, newest first. */
export const begun = () => keptGames().filter((it) => !it.done);

export const forget = (id) => kept.remove(gameKey(id));

/** The saved puzzle of a game, if it was played in this browser. */
export function keptPuzzle(id) {
  const game = kept.get(gameKey(id));
  return game?.about ? { ...game.about, id, puzzle: game.puzzle } : null;
}

export class Game {
  constructor(puzzle) {
    const { id, puzzle: text, solution, ...about } = puzzle;
    Object.assign(this, { id, puzzle: text, about });
    this.given = parsed(text);
    this.begin();
    const before = kept.get(gameKey(id));
    if (before?.puzzle === text) this.restore(before);
    for (const { id: old } of keptGames().slice(MOST_GAMES)) forget(old);
  }

  begin() {
    this.values = [...this.given];
    for (const kind of STATE.slice(1)) this[kind] = CELLS.map(() => 0);
    Object.assign(this, { seconds: 0, hints: 0, done: false, past: [], future: [] });
  }

  restore(before) {
    this.values = parsed(before.values);
    // Older pages kept marks of one kind.
    this.corner = before.corner ?? before.marks ?? this.corner;
    for (const kind of ["centre", "colours", "seconds", "hints", "done"]) this[kind] = before[kind] ?? this[kind];
    if (before.format === FORMAT) Object.assign(this, { past: before.past ?? [], future: before.future ?? [] });
  }

  /** True if nothing has been written or marked yet. */
  get isFresh() {
    return this.past.length === 0 && this.values.every((it, cell) => it === this.given[cell]);
  }

  keep() {
    // A puzzle that was only looked at is not a game.
    if (this.isFresh && this.future.length === 0) return;
    const { puzzle, about, corner, centre, colours, seconds, hints, done } = this;
    const whole = { format: FORMAT, puzzle, about, values: this.values.join(""), seconds, hints, done, at: Date.now() };
    const steps = { past: this.past.slice(-MOST_STEPS), future: this.future.slice(-MOST_STEPS) };
    kept.set(gameKey(this.id), done ? whole : { ...whole, corner, centre, colours, ...steps });
  }

  stateOf(cell) {
    return STATE.map((kind) => this[kind][cell]);
  }

  /** Changes cells, given as [cell, { values, corner, centre, colours }] with what is new, as one step. */
  change(changes) {
    const states = changes.map(([cell, wanted]) => [cell, ...STATE.map((kind) => wanted[kind] ?? this[kind][cell])]);
    const real = states.filter(
      ([cell, ...state]) =>
        !(this.given[cell] && state[0] !== this.given[cell]) && state.some((it, n) => it !== this.stateOf(cell)[n]),
    );
    if (real.length === 0) return false;
    this.past.push(this.apply(real));
    this.future = [];
    this.keep();
    return true;
  }

  /** Does the changes, and gives those that undo them. */
  apply(changes) {
    const back = changes.map(([cell]) => [cell, ...this.stateOf(cell)]);
    for (const [cell, ...state] of changes) STATE.forEach((kind, n) => (this[kind][cell] = state[n]));
    const wasDone = this.done;
    // There is one solution, so whatever keeps the rules is it.
    this.done = this.blanks === 0 && this.twice().length === 0;
    if (this.done && !wasDone) finish(this);
    return back;
  }

  /** The cells of these that have no digit of the puzzle. */
  open(cells) {
    return cells.filter((cell) => !this.given[cell]);
  }

  /** Writes a digit, and strikes its marks from the cells that see it; the same digit again erases. */
  write(cells, digit) {
    const open = this.open(cells);
    if (open.length && open.every((cell) => this.values[cell] === digit))
      return this.change(open.map((cell) => [cell, { values: 0 }]));
    const seen = new Set(open.flatMap((cell) => PEERS[cell]).filter((peer) => !open.includes(peer)));
    const without = (cell) => ({ corner: this.corner[cell] & ~bit(digit), centre: this.centre[cell] & ~bit(digit) });
    return this.change([
      ...open.map((cell) => [cell, { values: digit, corner: 0, centre: 0 }]),
      ...[...seen].map((peer) => [peer, without(peer)]),
    ]);
  }

  /** Marks blank cells, corner or centre; if all have the mark, it is taken away. */
  mark(cells, digit, kind) {
    const blank = cells.filter((cell) => !this.values[cell]);
    const areMarked = blank.every((cell) => this[kind][cell] & bit(digit));
    const marked = (cell) => (areMarked ? this[kind][cell] & ~bit(digit) : this[kind][cell] | bit(digit));
    return this.change(blank.map((cell) => [cell, { [kind]: marked(cell) }]));
  }

  /** Colours cells, or takes the colour away if all have it. */
  paint(cells, colour) {
    const arePainted = cells.every((cell) => this.colours[cell] === colour);
    return this.change(cells.map((cell) => [cell, { colours: arePainted ? 0 : colour }]));
  }

  /** Erases digits; marks where there are none; colours where there are no marks, either. */
  erase(cells) {
    const open = this.open(cells);
    if (open.some((cell) => this.values[cell])) return this.change(open.map((cell) => [cell, { values: 0 }]));
    const unmarked = { corner: 0, centre: 0 };
    return (
      this.change(open.map((cell) => [cell, unmarked])) || this.change(cells.map((cell) => [cell, { colours: 0 }]))
    );
  }

  /** Pencils into every blank what row, column and box leave. */
  markAll() {
    const left = candidates(this.values);
    return this.change(CELLS.filter((cell) => !this.values[cell]).map((cell) => [cell, { corner: left[cell] }]));
  }

  startOver() {
    return this.change(CELLS.map((cell) => [cell, { values: this.given[cell], corner: 0, centre: 0, colours: 0 }]));
  }

  /** Plays it once more: the time begins anew. */
  again() {
    this.begin();
    forget(this.id);
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

  /** Cells whose digit is not the solution's, which is found when it is first needed. */
  async wrong() {
    this.solution ??= parsed(await compute("solve", this.puzzle));
    return CELLS.filter((cell) => this.values[cell] && this.values[cell] !== this.solution[cell]);
  }

  /** Cells whose digit stands a second time in a house. */
  twice() {
    return CELLS.filter(
      (cell) => this.values[cell] && PEERS[cell].some((peer) => this.values[peer] === this.values[cell]),
    );
  }
}

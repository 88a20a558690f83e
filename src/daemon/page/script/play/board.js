// The board: draws what it is told and tells which cell was chosen. A grid of 81 cells of which one
// can be reached by Tab and the others by arrows, each with a label that says what stands in it.
//
// A picture has for each cell { value, kind, marks, strong, out, looks } – kind: given, own or new; marks,
// strong, out: sets of digits, of which strong ones are highlighted and out ones struck; looks: by digit, the
// class of a mark – and `tones`, the classes of the cell; `houses`: areas that are outlined; `ties`: pairs of
// cells that are joined by a line; `links`: those of a step, from candidate to candidate.

import { h, s } from "../dom.js";
import { words } from "../texts.js";
import { bit, CELLS, columnOf, DIGITS, digitsOf, houseArea, rowOf } from "./cells.js";
import { drawn } from "./links.js";

const inRange = (at, from, length) => at >= from && at < from + length;
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  /** `onChoose` hears of the cell that is chosen, `onKey` of keys that do not move. */
  constructor({ onChoose, onKey }) {
    this.chosen = 0;
    this.onChoose = onChoose;
    this.cells = CELLS.map((cell) => this.cell(cell));
    const rows = Array.from({ length: 9 }, (_, row) =>
      h("div", { role: "row", class: "board-row" }, this.cells.slice(9 * row, 9 * row + 9)),
    );
    this.overlay = h("div", { class: "overlay", "aria-hidden": "true" });
    this.grid = h("div", { class: "grid", role: "grid", "aria-label": words.board }, rows);
    // Lines lie below the digits and below the cells that they join.
    this.ties = s("svg", { class: "ties", viewBox: "0 0 90 90", "aria-hidden": "true" });
    this.links = s("svg", { class: "links", viewBox: "0 0 90 90", "aria-hidden": "true" });
    this.element = h("div", { class: "board" }, this.ties, this.grid, this.overlay, this.links);
    this.grid.addEventListener("keydown", (event) => {
      if (!this.moved(event) && onKey(event)) event.preventDefault();
    });
  }

  cell(cell) {
    const marks = DIGITS.map((digit) => h("span", {}, digit));
    const element = h(
      "div",
      { role: "gridcell", class: "cell", tabindex: cell === 0 ? 0 : -1 },
      h("span", { class: "value" }),
      h("span", { class: "marks" }, marks),
    );
    // Pressing, not clicking: a board should answer at once.
    element.addEventListener("pointerdown", (event) => {
      if (event.button === 0) this.choose(cell);
    });
    element.addEventListener("focus", () => this.chosen === cell || this.choose(cell));
    if (columnOf(cell) % 3 === 2 && columnOf(cell) < 8) element.classList.add("right");
    if (rowOf(cell) % 3 === 2 && rowOf(cell) < 8) element.classList.add("below");
    return element;
  }

  moved(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const [row, column] = [rowOf(this.chosen), columnOf(this.chosen)];
    let to = null;
    if (event.key in MOVES) {
      const [down, right] = MOVES[event.key];
      to = 9 * ((row + down + 9) % 9) + ((column + right + 9) % 9);
    } else if (event.key === "Home") to = 9 * row;
    else if (event.key === "End") to = 9 * row + 8;
    else if (event.key === "PageUp") to = column;
    else if (event.key === "PageDown") to = 72 + column;
    if (to === null) return false;
    event.preventDefault();
    this.choose(to);
    return true;
  }

  /** Chooses a cell and puts the focus there. */
  choose(cell) {
    this.cells[this.chosen].tabIndex = -1;
    this.chosen = cell;
    this.cells[cell].tabIndex = 0;
    this.onChoose(cell);
    this.cells[cell].focus({ preventScroll: true });
  }

  /** What the chosen cell is called. */
  get label() {
    return this.cells[this.chosen].getAttribute("aria-label");
  }

  draw({ cells, houses = [], ties = [], links = [], isSelectable = true }) {
    this.element.classList.toggle("still", !isSelectable);
    const areas = houses.map(houseArea);
    const lies = (cell) =>
      areas.some(
        ([row, column, rows, columns]) => inRange(rowOf(cell), row, rows) && inRange(columnOf(cell), column, columns),
      );
    cells.forEach((it, cell) =>
      this.drawCell(
        cell,
        { ...it, tones: [lies(cell) && "in-house", ...(it.tones ?? [])] },
        isSelectable && cell === this.chosen,
      ),
    );
    const outlines = areas.map(([row, column, rows, columns]) => {
      const area = h("span", { class: "house" });
      area.style.gridArea = `${row + 1} / ${column + 1} / span ${rows} / span ${columns}`;
      return area;
    });
    const middle = (cell, n) => ({ [`x${n}`]: 10 * columnOf(cell) + 5, [`y${n}`]: 10 * rowOf(cell) + 5 });
    const lines = ties.map(([from, to]) => s("line", { ...middle(from, 1), ...middle(to, 2) }));
    this.overlay.replaceChildren(...outlines);
    this.ties.replaceChildren(...lines);
    this.links.replaceChildren(...drawn(links));
  }

  drawCell(cell, { value, kind, marks = 0, strong = 0, out = 0, looks = {}, tones = [] }, isChosen) {
    const element = this.cells[cell];
    const edges = ["right", "below"].filter((it) => element.classList.contains(it));
    element.className = ["cell", ...edges, ...tones, kind ?? "", isChosen ? "chosen" : ""].filter(Boolean).join(" ");
    if (isChosen) element.setAttribute("aria-selected", "true");
    else element.removeAttribute("aria-selected");
    element.firstChild.textContent = value ? String(value) : "";
    const shown = value ? 0 : marks;
    element.lastChild.hidden = shown === 0;
    DIGITS.forEach((digit, n) => {
      const mark = element.lastChild.children[n];
      mark.className = !(shown & bit(digit))
        ? "absent"
        : out & bit(digit)
          ? "out"
          : strong & bit(digit)
            ? "strong"
            : (looks[digit] ?? "");
    });
    const told = value ? [String(value)] : shown ? [words.marks(digitsOf(shown).join(" "))] : [words.blank];
    for (const tone of ["given", "wrong", "twice"]) if (kind === tone || tones.includes(tone)) told.push(words[tone]);
    element.setAttribute("aria-label", words.cellLabel(rowOf(cell) + 1, columnOf(cell) + 1, told.join(", ")));
  }
}

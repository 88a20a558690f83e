// The board: draws what it is told and tells which cells were chosen. A grid of 81 cells of which one can be
// reached by Tab and the others by arrows, each with a label that says what stands in it. Shift with arrows,
// Ctrl with a click, or dragging choose several.
//
// A picture has for each cell { value, kind, corner, centre, colour, strong, out, looks } – kind: given, own or
// new; corner, centre, strong, out: sets of digits, of which strong ones are highlighted and out ones struck;
// looks: by digit, the class of a mark – and `tones`, the classes of the cell; `houses`: areas that are outlined;
// `ties`: pairs of cells that are joined by a line; `links`: those of a step, from candidate to candidate.

import { h, s } from "../dom.js";
import { words } from "../texts.js";
import { bit, CELLS, columnOf, DIGITS, digitsOf, houseArea, rowOf } from "./cells.js";
import { drawn } from "./links.js";

const inRange = (at, from, length) => at >= from && at < from + length;
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Where a key leads from a cell, or null. */
function goal(event, from) {
  const [row, column] = [rowOf(from), columnOf(from)];
  if (event.key in MOVES) {
    const [down, right] = MOVES[event.key];
    return 9 * ((row + down + 9) % 9) + ((column + right + 9) % 9);
  }
  return { Home: 9 * row, End: 9 * row + 8, PageUp: column, PageDown: 72 + column }[event.key] ?? null;
}

export class Board {
  /** `onChoose` hears that other cells are chosen. */
  constructor({ onChoose }) {
    this.chosen = 0;
    this.selection = new Set([0]);
    this.onChoose = onChoose;
    this.cells = CELLS.map((cell) => this.cell(cell));
    const rows = Array.from({ length: 9 }, (_, row) =>
      h("div", { role: "row", class: "board-row" }, this.cells.slice(9 * row, 9 * row + 9)),
    );
    this.overlay = h("div", { class: "overlay", "aria-hidden": "true" });
    this.grid = h("div", { class: "grid", role: "grid", "aria-label": words.board, "aria-multiselectable": "true" }, rows);
    // Lines lie below the digits and below the cells that they join.
    this.ties = s("svg", { class: "ties", viewBox: "0 0 90 90", "aria-hidden": "true" });
    this.links = s("svg", { class: "links", viewBox: "0 0 90 90", "aria-hidden": "true" });
    this.element = h("div", { class: "board" }, this.ties, this.grid, this.overlay, this.links);
    this.watchPointer();
  }

  cell(cell) {
    // Marks are drawn from attributes: as texts they would be read beside the label.
    const marks = DIGITS.map((digit) => h("span", { "data-digit": digit }));
    const element = h(
      "div",
      { role: "gridcell", class: "cell", tabindex: cell === 0 ? 0 : -1 },
      h("span", { class: "value" }),
      h("span", { class: "marks" }, marks),
      h("span", { class: "centre" }),
    );
    element.addEventListener("focus", () => this.chosen === cell || this.choose(cell));
    if (columnOf(cell) % 3 === 2 && columnOf(cell) < 8) element.classList.add("right");
    if (rowOf(cell) % 3 === 2 && rowOf(cell) < 8) element.classList.add("below");
    return element;
  }

  /** Pressing chooses a cell at once, dragging adds those that are passed. */
  watchPointer() {
    let isDrawing = false;
    const at = ({ clientX, clientY }) => {
      const element = document.elementFromPoint(clientX, clientY)?.closest(".cell");
      return element ? this.cells.indexOf(element) : -1;
    };
    this.grid.addEventListener("pointerdown", (event) => {
      const cell = at(event);
      if (event.button !== 0 || cell < 0) return;
      // Else a finger stays with the cell that it touched first.
      if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      isDrawing = true;
      this.choose(cell, { adds: event.ctrlKey || event.metaKey || event.shiftKey });
      event.preventDefault();
    });
    this.grid.addEventListener("pointermove", (event) => {
      const cell = isDrawing && event.buttons & 1 ? at(event) : -1;
      if (cell >= 0 && cell !== this.chosen) this.choose(cell, { adds: true });
    });
    const end = () => (isDrawing = false);
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) this.grid.addEventListener(kind, end);
  }

  moved(event) {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "a" || event.altKey) return false;
      this.selection = new Set(CELLS);
      this.onChoose(this.chosen);
      return true;
    }
    // Without NumLock the keys of the number pad are arrows, too: they write.
    if (event.altKey || /^Numpad[1-9]$/.test(event.code)) return false;
    const to = goal(event, this.chosen);
    if (to === null) return false;
    this.choose(to, { adds: event.shiftKey });
    return true;
  }

  /** Chooses a cell, alone or beside others, and puts the focus there. */
  choose(cell, { adds = false } = {}) {
    if (adds) this.selection.add(cell);
    else this.selection = new Set([cell]);
    this.cells[this.chosen].tabIndex = -1;
    this.chosen = cell;
    this.cells[cell].tabIndex = 0;
    this.onChoose(cell);
    this.cells[cell].focus({ preventScroll: true });
    this.cells[cell].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The cells that are chosen, in reading order. */
  get selected() {
    return [...this.selection].sort((a, b) => a - b);
  }

  /** The label of the selected cell. */
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
        isSelectable && this.selection.has(cell),
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

  drawCell(cell, { value, kind, entered = 0, colour = 0, tones = [], ...marked }, isChosen) {
    const element = this.cells[cell];
    const edges = ["right", "below"].filter((it) => element.classList.contains(it));
    const classes = ["cell", ...edges, ...tones, kind, colour && `paint-${colour}`, isChosen && "chosen"];
    element.className = classes.filter(Boolean).join(" ");
    element.setAttribute("aria-selected", String(isChosen));
    element.firstChild.textContent = value ? String(value) : "";
    const names = this.drawMarks(element, value ? {} : marked);
    if (entered) element.dataset.entered = entered;
    else delete element.dataset.entered;
    const told = [value || entered, ...(value ? [] : names)].filter(Boolean).map(String);
    for (const tone of ["given", "wrong", "twice"]) if (kind === tone || tones.includes(tone)) told.push(words[tone]);
    if (colour) told.push(words.coloured(words.colours[colour - 1]));
    element.setAttribute("aria-label", words.cellLabel(rowOf(cell) + 1, columnOf(cell) + 1, told.join(", ")));
  }

  /** Draws the marks of a blank cell, and gives what they are called. */
  drawMarks(element, { corner = 0, centre = 0, strong = 0, out = 0, looks = {} }) {
    const [, marks, middle] = element.children;
    marks.hidden = corner === 0;
    middle.hidden = centre === 0;
    marks.classList.toggle("around", centre !== 0);
    middle.dataset.digits = digitsOf(centre).join("");
    middle.style.setProperty("--count", Math.max(4, digitsOf(centre).length));
    DIGITS.forEach((digit, n) => {
      const isOf = (set) => set & bit(digit);
      const look = isOf(out) ? "out" : isOf(strong) ? "strong" : (looks[digit] ?? "");
      marks.children[n].className = isOf(corner) ? look : "absent";
    });
    const told = [
      corner && words.marks(digitsOf(corner).join(" ")),
      centre && words.centred(digitsOf(centre).join(" ")),
    ].filter(Boolean);
    return told.length ? told : [words.blank];
  }
}

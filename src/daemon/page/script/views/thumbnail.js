// Boards drawn small: of any side, with thick lines around boxes or the regions of a jigsaw, a tint on the cells of further
// houses, and marks for even and odd digits.

import { s } from "../dom.js";

/** The side of a cell in the units of the drawing. */
const UNIT = 10;

/** Path data of the lines between cells for which `differ` is true of their numbers. */
function linesBetween(side, differ) {
  const along = Array.from({ length: side }, (_, n) => n);
  const across = along.slice(1).flatMap((row) =>
    along
      .filter((column) => differ((row - 1) * side + column, row * side + column))
      .map((column) => `M${column * UNIT} ${row * UNIT}h${UNIT}`),
  );
  const down = along.slice(1).flatMap((column) =>
    along
      .filter((row) => differ(row * side + column - 1, row * side + column))
      .map((row) => `M${column * UNIT} ${row * UNIT}v${UNIT}`),
  );
  return [...across, ...down].join("");
}

/** A test for the cells of diagonals and windows, by row and column from 0. */
function isTinted(layout, side, rows, columns) {
  const rules = layout.split("+");
  const onDiagonal = (row, column) => row === column || row + column === side - 1;
  const inWindow = (row, column) => row % (rows + 1) && column % (columns + 1);
  return (row, column) =>
    (rules.includes("x") && onDiagonal(row, column)) || (rules.includes("windows") && inWindow(row, column));
}

/** The mark of a cell: a square for an even digit, a circle for an odd one. */
const parityMark = (sign, x, y) =>
  sign === "e"
    ? s("rect", { x: x + 1.2, y: y + 1.2, width: 7.6, height: 7.6, class: "parity" })
    : s("circle", { cx: x + 5, cy: y + 5, r: 4.2, class: "parity" });

/** A board drawn small. Its boxes have rows × columns cells; without `layout` it is an ordinary one of 9 × 9. */
export function thumbnail(puzzle, { boxes = "3x3", layout = "", regions, marks } = {}) {
  const [rows, columns] = boxes.split("x").map(Number);
  const [side, size] = [rows * columns, rows * columns * UNIT];
  const box = (cell) => Math.floor(Math.floor(cell / side) / rows) * side + Math.floor((cell % side) / columns);
  const region = (cell) => (regions ? regions[cell] : box(cell));
  const isBorder = (one, other) => region(one) !== region(other);
  const tinted = isTinted(layout, side, rows, columns);
  const cells = [...puzzle].map((digit, n) => {
    const [row, column] = [Math.floor(n / side), n % side];
    const [x, y] = [column * UNIT, row * UNIT];
    return [
      tinted(row, column) && s("rect", { x, y, width: UNIT, height: UNIT, class: "tint" }),
      marks && marks[n] !== "." && parityMark(marks[n], x, y),
      /[1-9A-P]/.test(digit) && s("text", { x: x + 5, y: y + 7.8, "text-anchor": "middle" }, digit),
    ];
  });
  return s(
    "svg",
    { class: "thumbnail", viewBox: `-1 -1 ${size + 2} ${size + 2}`, "aria-hidden": "true" },
    s("rect", { width: size, height: size, class: "ground" }),
    cells.map(([tint]) => tint),
    cells.map(([, sign]) => sign),
    s("path", { d: linesBetween(side, (one, other) => !isBorder(one, other)), class: "fine" }),
    s("path", { d: `${linesBetween(side, isBorder)}M0 0H${size}V${size}H0Z`, class: "bold" }),
    cells.map(([, , digit]) => digit),
  );
}

// The links of a step, drawn between candidates: strong ones solid, weak ones dashed, each with an arrow.

import { s } from "../dom.js";
import { columnOf, rowOf } from "./cells.js";

/** A ninth of a cell, in units of which a cell has ten. */
const STEP = 3.07;
/** The distance between a candidate and the end of a line. */
const GAP = 1.7;

/** Where the candidates of a node are. */
function places({ cells, digit }) {
  const [down, right] = [Math.floor((digit - 1) / 3) - 1, ((digit - 1) % 3) - 1];
  return cells.map((cell) => [10 * columnOf(cell) + 5 + STEP * right, 10 * rowOf(cell) + 5 + STEP * down]);
}

/** The nearest candidates of two nodes. */
function ends(from, to) {
  const pairs = places(from).flatMap((one) => places(to).map((other) => [one, other]));
  const distance = ([[x1, y1], [x2, y2]]) => Math.hypot(x2 - x1, y2 - y1);
  return pairs.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best));
}

function line({ from, to, kind }) {
  const [[x1, y1], [x2, y2]] = ends(from, to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 2 * GAP) return null;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [endX, endY] = [x2 - GAP * dx, y2 - GAP * dy];
  const wing = (turn) => `${endX - 1.3 * dx + turn * 0.7 * dy},${endY - 1.3 * dy - turn * 0.7 * dx}`;
  return s(
    "g",
    { class: kind },
    s("line", { x1: x1 + GAP * dx, y1: y1 + GAP * dy, x2: endX - dx, y2: endY - dy }),
    s("polygon", { points: `${endX},${endY} ${wing(1)} ${wing(-1)}` }),
  );
}

export const drawn = (links) => links.map(line).filter(Boolean);

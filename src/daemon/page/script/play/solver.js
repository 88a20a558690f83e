// Solves a puzzle in the browser, so that checking needs no solution from the server, works without a network,
// and holds for imported puzzles. The cell with the fewest candidates comes first.

import { ALL, boxOf, CELLS, columnOf, digitsOf, bit, rowOf } from "./cells.js";

/** Cells that are tried before it gives up: nothing but an almost empty board needs so many. */
const PATIENCE = 400_000;

const bitCount = (set) => digitsOf(set).length;
const COUNT = Array.from({ length: ALL + 1 }, (_, set) => bitCount(set));

/** Looks for up to two solutions of these digits, 0 for a blank: { found: 0, 1, 2 or null if it gave up, solution }. */
export function solve(given) {
  const values = [...given];
  const rows = Array(9).fill(ALL);
  const columns = Array(9).fill(ALL);
  const boxes = Array(9).fill(ALL);
  const flip = (cell, set) => {
    rows[rowOf(cell)] ^= set;
    columns[columnOf(cell)] ^= set;
    boxes[boxOf(cell)] ^= set;
  };
  const free = (cell) => rows[rowOf(cell)] & columns[columnOf(cell)] & boxes[boxOf(cell)];
  for (const cell of CELLS) {
    if (!values[cell]) continue;
    if (!(free(cell) & bit(values[cell]))) return { found: 0, solution: null };
    flip(cell, bit(values[cell]));
  }
  let [found, solution, tries] = [0, null, 0];
  const search = () => {
    let [best, fewest] = [-1, 10];
    for (const cell of CELLS) {
      if (values[cell]) continue;
      const count = COUNT[free(cell)];
      if (count < fewest) [best, fewest] = [cell, count];
      if (fewest < 2) break;
    }
    if (best < 0) {
      found += 1;
      solution ??= [...values];
      return;
    }
    for (const digit of digitsOf(free(best))) {
      if ((tries += 1) > PATIENCE || found > 1) return;
      values[best] = digit;
      flip(best, bit(digit));
      search();
      flip(best, bit(digit));
      values[best] = 0;
    }
  };
  search();
  return { found: tries > PATIENCE && found < 2 ? null : found, solution };
}

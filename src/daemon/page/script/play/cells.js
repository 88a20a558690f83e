// The 81 cells in reading order, the houses they lie in, and which digits may still go where.
// Digits of a cell are a set of nine bits, the 1 in the lowest.

export const ALL = 0x1ff;
export const bit = (digit) => 1 << (digit - 1);
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);

export const rowOf = (cell) => Math.floor(cell / 9);
export const columnOf = (cell) => cell % 9;
export const boxOf = (cell) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);

/** The digits of a set, ascending. */
export const digitsOf = (set) => DIGITS.filter((digit) => set & bit(digit));

/** The other cells of a cell's row, column and box. */
export const PEERS = CELLS.map((cell) =>
  CELLS.filter(
    (it) => it !== cell && (rowOf(it) === rowOf(cell) || columnOf(it) === columnOf(cell) || boxOf(it) === boxOf(cell)),
  ),
);

/** A line of 81 characters as digits, 0 for a blank. */
export const parsed = (text) => CELLS.map((cell) => (/[1-9]/.test(text[cell] ?? "") ? Number(text[cell]) : 0));

/** The candidates that row, column and box leave for each blank cell. */
export function candidates(values) {
  return CELLS.map((cell) => {
    if (values[cell]) return 0;
    return PEERS[cell].reduce((left, peer) => (values[peer] ? left & ~bit(values[peer]) : left), ALL);
  });
}

/** Where a house such as `row 3` or `box 9` lies: first row, first column, rows, columns. */
export function houseArea(house) {
  const [kind, number] = house.split(" ");
  const nth = Number(number) - 1;
  if (kind === "row") return [nth, 0, 1, 9];
  if (kind === "column") return [0, nth, 9, 1];
  return [3 * Math.floor(nth / 3), 3 * (nth % 3), 3, 3];
}

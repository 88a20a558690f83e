// Puzzles as text, pasted or in a link, and what may be wrong with them.

import { compute } from "../engine.js";
import { words } from "../texts.js";
import { CELLS, parsed, PEERS } from "./cells.js";

/** Reads a puzzle from text: digits and signs for blanks, with spaces, line breaks and frames between. */
export function cellsOf(text) {
  const plain = text.replaceAll(/[\s|+]/g, "");
  const cells = plain.length === CELLS.length ? plain : plain.replaceAll(/[-=,;:]/g, "");
  return [...cells].map((it) => (/[1-9]/.test(it) ? it : ".")).join("");
}

/** The fault of a puzzle in words, or null. */
export async function faultOf(puzzle) {
  if (puzzle.length !== CELLS.length) return words.importBad(puzzle.length);
  const values = parsed(puzzle);
  if (CELLS.some((cell) => values[cell] && PEERS[cell].some((peer) => values[peer] === values[cell])))
    return words.importTwice;
  return [words.importNone, null, words.importMany][await compute("count", puzzle)];
}

// The engine, ready when this module is: the WebAssembly lies beside it and is read from there, from a disk by
// Node.js and over the network by browsers.

import { createEngine, SudokuError } from "./engine.js";

const place = new URL("./sudoku_factory.wasm", import.meta.url);

async function source() {
  if (place.protocol !== "file:") return fetch(place);
  const { readFile } = await import("node:fs/promises");
  return readFile(place);
}

export const {
  canonical,
  count,
  countMany,
  generate,
  generateMany,
  hint,
  id,
  isUnique,
  levels,
  rate,
  rateMany,
  solve,
  solveMany,
  steps,
} = await createEngine(source());
export { SudokuError };

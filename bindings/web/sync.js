// The whole engine, ready when this module is; every call answers at once.

import { createEngine, SudokuError } from "./engine.js";
import { wholeModule } from "./source.js";

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
} = await createEngine(wholeModule());
export { SudokuError };

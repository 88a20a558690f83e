import type { Engine } from "./engine.js";

export { SudokuError } from "./engine.js";
export type * from "./engine.js";

export const canonical: Engine["canonical"];
export const count: Engine["count"];
export const countMany: Engine["countMany"];
export const generate: Engine["generate"];
export const generateMany: Engine["generateMany"];
export const hint: Engine["hint"];
export const id: Engine["id"];
export const isUnique: Engine["isUnique"];
export const levels: Engine["levels"];
export const rate: Engine["rate"];
export const rateMany: Engine["rateMany"];
export const solve: Engine["solve"];
export const solveMany: Engine["solveMany"];
export const steps: Engine["steps"];

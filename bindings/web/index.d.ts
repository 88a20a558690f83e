import type { Engine, GenerateOptions, LayoutPuzzle, Puzzle, Whole } from "./engine.js";

export { SudokuError } from "./engine.js";
export type * from "./engine.js";

/** A function of the engine that answers later, since it may load the large module first. */
type Later<F> = F extends (...given: infer G) => infer A ? (...given: G) => Promise<A> : never;

export const canonical: Engine["canonical"];
export const count: Engine["count"];
export const countMany: Engine["countMany"];
export const id: Engine["id"];
export const isUnique: Engine["isUnique"];
export const solve: Engine["solve"];
export const solveMany: Engine["solveMany"];
/** Loads the large module, which calls do by themselves. */
export function load(): Promise<void>;
/** As `generate` of the engine, but wrong options are refused by the first puzzle, and the thread rests at times. */
export function generate(
  seed: Whole,
  options?: GenerateOptions & { layout?: undefined | "9x9" },
): AsyncGenerator<Puzzle, void, undefined>;
export function generate(
  seed: Whole,
  options: GenerateOptions & { layout: string },
): AsyncGenerator<LayoutPuzzle, void, undefined>;
export function generate(seed: Whole, options?: GenerateOptions): AsyncGenerator<Puzzle | LayoutPuzzle, void, undefined>;
export const generateMany: Later<Engine["generateMany"]>;
export const hint: Later<Engine["hint"]>;
export const levels: Later<Engine["levels"]>;
export const rate: Later<Engine["rate"]>;
export const rateMany: Later<Engine["rateMany"]>;
export const steps: Later<Engine["steps"]>;

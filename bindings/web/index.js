// The package: a small module, ready when this one is, that solves, counts, recognizes, and makes and rates the puzzles
// of the default job; and a large one with all ratings, steps, hints, jobs and layouts, loaded when a call first needs it.

import { createEngine, isPlainJob, SudokuError } from "./engine.js";
import { moduleOf } from "./source.js";

const core = await createEngine(moduleOf("./sudoku_core.wasm"));
let whole = null;

/** Loads the large module, which calls do by themselves; if that fails, the next call tries again. */
export async function load() {
  whole ??= createEngine(moduleOf("./sudoku_factory.wasm"));
  try {
    await whole;
  } catch (error) {
    whole = null;
    throw error;
  }
}

async function engineFor(options) {
  if (isPlainJob(options)) return core;
  await load();
  return whole;
}

async function wholeEngine() {
  await load();
  return whole;
}

/** The keys of a job among the options of a call. */
const jobOf = ({ profile, scheme, symmetry, ratings, layout, job } = {}) => ({
  profile,
  scheme,
  symmetry,
  ratings,
  layout,
  job,
});

export const { canonical, count, countMany, id, isUnique, solve, solveMany } = core;

export async function* generate(seed, options) {
  yield* (await engineFor(jobOf(options))).generate(seed, options);
}

export async function generateMany(seed, options) {
  return (await engineFor(jobOf(options))).generateMany(seed, options);
}

export async function levels(options) {
  return (await engineFor(jobOf(options))).levels(options);
}

export async function rate(puzzle, ratings, options) {
  return (await engineFor({ ratings, ...options })).rate(puzzle, ratings, options);
}

export async function rateMany(puzzles, ratings, options) {
  return (await engineFor({ ratings, ...options })).rateMany(puzzles, ratings, options);
}

export async function hint(state, options) {
  return (await wholeEngine()).hint(state, options);
}

export async function steps(puzzle, options) {
  return (await wholeEngine()).steps(puzzle, options);
}

export { SudokuError };

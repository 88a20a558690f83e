// The package: a small module, ready when this one is, that solves, counts, recognizes, and makes and rates the puzzles
// of the default job; and a large one with all ratings, steps, hints, jobs and layouts, loaded when a call first needs it.

import { createEngine, isPlainJob, SudokuError } from "./engine.js";
import { coreModule, wholeModule } from "./source.js";

const core = await createEngine(coreModule());
let whole = null;

/** Loads the large module, which calls do by themselves; if that fails, the next call tries again. */
export async function load() {
  whole ??= createEngine(wholeModule());
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
const jobOf = (options) => {
  const { profile, scheme, symmetry, ratings, layout, job } = options ?? {};
  return { profile, scheme, symmetry, ratings, layout, job };
};

export const { canonical, count, countMany, id, isUnique, solve, solveMany } = core;

export async function* generate(seed, options) {
  for (const puzzles of (await engineFor(jobOf(options))).chunks(seed, options)) {
    yield* puzzles;
    // A search for what a job never makes must not stop the page.
    await new Promise((resume) => setTimeout(resume));
  }
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

// Measures the package in Node.js: the time of a minimal puzzle with its level and ratings, and of other calls.
// usage: node bench.mjs [PUZZLES]

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { generate, generateMany, hint, rate, solveMany, steps } from "./index.js";

const many = Number(process.argv[2] ?? 2000);

/** Prints the microseconds that each of so many things takes: the median of five runs after one to warm up. */
function measure(name, number, act) {
  act(0);
  const times = [1, 2, 3, 4, 5].map((run) => {
    const begun = performance.now();
    act(run);
    return (1000 * (performance.now() - begun)) / number;
  });
  const median = times.sort((a, b) => a - b)[2];
  console.log(`${name}: ${median.toFixed(median < 10 ? 1 : 0)} us`);
}

const size = ["sudoku_factory.wasm", "engine.js", "index.js"].map((name) => {
  const bytes = readFileSync(new URL(name, import.meta.url));
  const packed = gzipSync(bytes, { level: 9 }).length;
  console.log(`${name}: ${bytes.length} bytes, ${packed} compressed`);
  return packed;
});
console.log(`together: ${size.reduce((sum, it) => sum + it)} bytes compressed`);

measure("a minimal puzzle, its grid and solution", many, (run) => generateMany(run, { count: many }));
measure("a minimal puzzle with level and ratings", many, (run) => [...generate(run, { count: many })]);
const { puzzles } = generateMany(7, { count: many });
measure("to solve a minimal puzzle", many, () => solveMany(puzzles));
const texts = [...generate(7, { count: 100 })].map((it) => it.puzzle);
measure("a hint", 100, () => texts.forEach((it) => hint(it)));
measure("the steps of a puzzle", 100, () => texts.forEach((it) => steps(it)));
measure("all ratings of a puzzle", 20, () => texts.slice(0, 20).forEach((it) => rate(it, "all")));

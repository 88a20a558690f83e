// Measures the package in Node.js: the time of a minimal puzzle with its level and ratings, and of other calls.
// usage: node bench.mjs [PUZZLES]

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { createEngine } from "./engine.js";
import { generate, generateMany, hint, rate, solveMany, steps } from "./sync.js";

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

/** Prints the sizes of files, and of all together as they are sent. */
function sizes(name, files) {
  const packed = files.map((file) => gzipSync(readFileSync(new URL(file, import.meta.url)), { level: 9 }).length);
  console.log(`${name}: ${packed.reduce((sum, it) => sum + it)} bytes compressed`);
}

sizes("loaded at first", ["sudoku_core.wasm", "engine.js", "index.js", "source.js"]);
sizes("loaded by ratings, steps, hints, jobs and layouts", ["sudoku_factory.wasm"]);
const small = await createEngine(readFileSync(new URL("sudoku_core.wasm", import.meta.url)));
measure("a minimal puzzle by the small module", many, (run) => small.generateMany(run, { count: many }));
measure("the same with level and ratings", many, (run) => [...small.generate(run, { count: many })]);
measure("a minimal puzzle, its grid and solution", many, (run) => generateMany(run, { count: many }));
measure("a minimal puzzle with level and ratings", many, (run) => [...generate(run, { count: many })]);
const { puzzles } = generateMany(7, { count: many });
measure("the next one alone, with level and ratings", 200, (run) => {
  for (let start = 0; start < 200; start += 1) small.generate(run, { start }).next();
});
measure("to solve a minimal puzzle", many, () => solveMany(puzzles));
const texts = [...generate(7, { count: 100 })].map((it) => it.puzzle);
measure("a hint", 100, () => texts.forEach((it) => hint(it)));
measure("the steps of a puzzle", 100, () => texts.forEach((it) => steps(it)));
measure("all ratings of a puzzle", 20, () => texts.slice(0, 20).forEach((it) => rate(it, "all")));

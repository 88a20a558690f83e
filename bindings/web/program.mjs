// Compares the package with the program, byte for byte: 10,000 candidates with their puzzles and ratings, some hundred
// in other ways of making them and of other layouts, and the steps of some hundred; LONG of each if this is set.
// usage: [LONG=10000] node program.mjs FACTORY SCRATCH

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createEngine } from "./engine.js";
import { generate, hint, levels, rate, steps } from "./sync.js";

const small = await createEngine(readFileSync(new URL("sudoku_core.wasm", import.meta.url)));
const long = Number(process.env.LONG ?? 300);
const [factory, scratch] = process.argv.slice(2);
const run = (args, input) => execFileSync(factory, args, { encoding: "utf8", maxBuffer: 2 ** 30, input });
const lines = (text) => text.split("\n").filter(Boolean);

/** Ends with what differs, in a line. */
function expect(isTrue, what) {
  if (!isTrue) throw new Error(`the package and the program differ: ${what}`);
}

/** The puzzles of a pack that the program makes, in the order of their numbers, and how it writes them. */
function made(name, options, how = []) {
  run([...options, "--quiet", "--exhaust", "--out", scratch, "--name", name]);
  const told = lines(run(["export", join(scratch, name), "--to", "jsonl", ...how]));
  return told.sort((a, b) => Number(JSON.parse(a).number) - Number(JSON.parse(b).number));
}

/** A line as JavaScript writes it, which is 1 for a number such as 1.0. */
const same = (line) => JSON.stringify(JSON.parse(line));

const JOBS = [
  [10_000, "paper", "18446744073709551615", []],
  [Math.max(long, 600), "book", "5", []],
  [long, "classic", "6", ["all"]],
];
for (const [count, profile, seed, ratings] of JOBS) {
  const options = ["--profile", profile, "--seed", seed, "--count", String(count)];
  const own = ratings.length ? ["--ratings", ratings.join()] : [];
  const expected = made(`web-${profile}`, [...options, ...own]);
  const job = { profile, ratings, candidates: count, count: Infinity };
  const found = Array.from(generate(seed, job), (it) => JSON.stringify(it));
  expect(expected.length > count / 10 && found.length === expected.length, `${found.length} puzzles of ${profile}`);
  expected.forEach((line, n) => expect(found[n] === same(line), `${found[n]} and ${same(line)}`));
  if (profile === "paper") {
    const own = Array.from(small.generate(seed, { candidates: count, count: Infinity }), (it) => JSON.stringify(it));
    expect(isDeepStrictEqual(own, found), "what the small module makes");
  }
  console.log(`${profile}: ${expected.length} puzzles of ${count} candidates are the program's`);
}

for (const layout of ["6x6", "9x9+x", "12x12", "16x16"]) {
  const count = layout === "16x16" ? Math.ceil(long / 10) : long;
  const [name, job] = [`web-${layout.replace("+", "-")}`, { layout, candidates: count, count: Infinity }];
  run(["--layout", layout, "--seed", "4", "--count", String(count), "--quiet", "--out", scratch, "--name", name]);
  const shown = lines(run(["show", join(scratch, name), "--json"])).map((it) => JSON.parse(it));
  // The package gives numbers as texts, since JavaScript's have 53 bits.
  const expected = shown.map((it) => ({ ...it, number: String(it.number) }));
  const place = (it) => levels({ layout }).indexOf(it.level) * 2 ** 32 + Number(it.number);
  // The program keeps the first of puzzles that are alike.
  const [known, found] = [new Set(), []];
  for (const puzzle of generate(4, job)) if (known.size < known.add(puzzle.id).size) found.push(puzzle);
  found.sort((a, b) => place(a) - place(b));
  expect(expected.length > count / 2 && isDeepStrictEqual(found, expected), `puzzles of ${layout}`);
  console.log(`${layout}: ${expected.length} puzzles of ${count} candidates are the program's`);
}

const told = made("web-steps", ["--profile", "book", "--seed", "6", "--count", String(long)], ["--steps=techniques"]);
let number = 0;
for (const { puzzle, steps: expected } of told.map((it) => JSON.parse(it))) {
  const found = steps(puzzle);
  expect(isDeepStrictEqual(found, expected), `the steps of ${puzzle}`);
  number += found.length;
}
const puzzles = told.map((it) => JSON.parse(it).puzzle);
const rated = lines(run(["rate", "--json", "--ratings", "all", "-"], puzzles.join("\n")));
for (const line of rated) {
  // With the puzzle and its line in the input, which only the program writes.
  const expected = JSON.parse(line);
  for (const [name, value] of Object.entries(rate(expected.puzzle, "all")))
    expect(isDeepStrictEqual(value, expected[name]), `${name} of ${expected.puzzle}`);
}
for (const puzzle of puzzles.slice(0, 20)) {
  expect(JSON.stringify(hint(puzzle)) === same(run(["hint", puzzle, "--json"])), `the hint for ${puzzle}`);
}
console.log(`steps: ${number} of ${told.length} puzzles, their ratings and hints are the program's`);

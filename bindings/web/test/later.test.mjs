// The package's front: a small module answers at once, and the large one is loaded only by the calls that need it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import * as sf from "../index.js";
import * as sync from "../sync.js";

const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const all = async (puzzles) => {
  const list = [];
  for await (const puzzle of puzzles) list.push(puzzle);
  return list;
};

test("both modules give the same", async () => {
  assert.deepEqual(Object.keys(sf).sort(), [...Object.keys(sync), "load"].sort());
  for (const name of ["solve", "canonical", "id", "count", "isUnique"]) {
    assert.equal(sf[name](EXAMPLE), sync[name](EXAMPLE));
  }
  const options = { count: 200, start: 7 };
  assert.deepEqual(await all(sf.generate(3, options)), [...sync.generate(3, options)]);
  const rows = await sf.generateMany(3, options);
  assert.deepEqual(rows, sync.generateMany(3, options));
  assert.deepEqual(sf.solveMany(rows.puzzles), rows.solutions);
  assert.deepEqual(sf.countMany([EXAMPLE]), [1]);
  assert.deepEqual(await sf.rate(EXAMPLE), sync.rate(EXAMPLE));
  assert.deepEqual(await sf.rateMany([EXAMPLE]), sync.rateMany([EXAMPLE]));
  assert.deepEqual(await sf.levels(), sync.levels());
  assert.deepEqual(await all(sf.generate(3, { level: "hard", count: 2 })), [...sync.generate(3, { level: "hard", count: 2 })]);
  for (const given of [[EXAMPLE, "all"], [EXAMPLE, ["se"]], [EXAMPLE, [], { scheme: "people" }]]) {
    assert.deepEqual(await sf.rate(...given), sync.rate(...given));
  }
  assert.deepEqual(await sf.hint(EXAMPLE), sync.hint(EXAMPLE));
  assert.deepEqual(await sf.steps(EXAMPLE), sync.steps(EXAMPLE));
  const book = { profile: "book", count: 2 };
  assert.deepEqual(await all(sf.generate(1, book)), [...sync.generate(1, book)]);
});

test("errors come with the answer, and name the row", async () => {
  await assert.rejects(sf.rate("1"), sf.SudokuError);
  await assert.rejects(all(sf.generate(-1)), /is no seed/);
  await assert.rejects(all(sf.generate(1, 5)), /no object/);
  await assert.rejects(all(sf.generate(1, { level: "nonsense" })), /the levels are easy, /);
  await assert.rejects(sf.rateMany([EXAMPLE, ".".repeat(81)]), (error) => error.row === 1);
  await assert.rejects(sf.generateMany(1, { count: 1, layout: "6x6" }), /9x9 only/);
});

test("a search without end leaves the thread, and can be ended", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("enough")), 100);
  const puzzles = sf.generate(1, { job: { where: "clues > 80" }, signal: stop.signal });
  await assert.rejects(puzzles.next(), /enough/);
});

test("puzzles of other layouts are objects", async () => {
  for (const [layout, cells] of [["6x6", 36], ["9x9+x", 81], ["12x12", 144]]) {
    const made = await all(sf.generate(2, { layout, count: 3 }));
    assert.deepEqual(made, [...sync.generate(2, { layout, count: 3 })]);
    for (const puzzle of made) {
      assert.deepEqual([puzzle.layout, puzzle.puzzle.length, puzzle.solution.length], [layout, cells, cells]);
      assert.ok([...puzzle.puzzle].every((it, n) => it === "." || it === puzzle.solution[n]));
    }
    assert.equal(sync.generate(2, { layout, start: 2n ** 60n + 1n }).next().value.number, String(2n ** 60n + 1n));
    const names = await sf.levels({ layout });
    const [easy] = await all(sf.generate(2, { layout, level: 1 }));
    assert.equal(easy.level, names[0]);
  }
});

test("the large module is loaded by the first call that needs it, and only then", () => {
  const code = `
    import { readFile } from "node:fs/promises";
    const sf = await import(${JSON.stringify(new URL("../index.js", import.meta.url).href)});
    const { instantiate } = WebAssembly;
    let loaded = 0;
    WebAssembly.instantiate = (...given) => ((loaded += 1), instantiate(...given));
    for await (const { puzzle } of sf.generate(1, { count: 3 })) sf.solve(puzzle);
    await sf.rate(${JSON.stringify(EXAMPLE)});
    const before = loaded;
    await Promise.all([sf.hint(${JSON.stringify(EXAMPLE)}), sf.steps(${JSON.stringify(EXAMPLE)})]);
    console.log(before, loaded);`;
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  assert.equal(told, "0 1\n");
});

// What the functions promise, and what they refuse. Run by: node --test

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import * as sf from "../sync.js";
import { createEngine } from "../engine.js";

const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const rowOf = (text) => Uint8Array.from(text, (it) => Number(it) || 0);
const rows = (...texts) => Uint8Array.from(texts.flatMap((it) => [...rowOf(it)]));
const refused = (message) => (error) => {
  assert.ok(error instanceof sf.SudokuError && error instanceof Error, String(error));
  assert.match(error.message, message);
  return true;
};

test("a puzzle is solved, counted, named, rated and told", () => {
  assert.equal(sf.solve(EXAMPLE), SOLUTION);
  assert.equal(sf.solve(EXAMPLE.replaceAll(".", "0")), SOLUTION);
  assert.equal(sf.isUnique(EXAMPLE), true);
  assert.equal(sf.isUnique(".".repeat(81)), false);
  assert.equal(sf.count(".".repeat(81), 7), 7);
  const turned = [...EXAMPLE].reverse().join("");
  assert.equal(sf.canonical(turned), sf.canonical(EXAMPLE));
  assert.equal(sf.id(turned), sf.id(EXAMPLE));
  assert.match(sf.id(EXAMPLE), /^[0-9a-f]{32}$/);
  const rated = sf.rate(EXAMPLE, ["se", "time", "techniques"]);
  assert.deepEqual([rated.d, rated.level_name, rated.se_er], [1, "easy", 1.2]);
  assert.ok(rated.minutes > 0 && rated.technique_level === "easy" && rated.qqwing === null);
  assert.ok(sf.rate(EXAMPLE, "all").qqwing);
  const steps = sf.steps(EXAMPLE);
  assert.equal(steps.length, 51);
  assert.equal(steps[0].text.what, "Hidden single in a box: in box 9, r9c7 is the only place for 1.");
  assert.ok(sf.steps(EXAMPLE, { uniquenessTechniques: false }).length > 0);
  assert.equal(sf.rate(EXAMPLE, [], { profile: "kids" }).scheme, "kids");
});

test("a hint knows wrong entries, marks and languages", () => {
  const state = `531${EXAMPLE.slice(3)}`;
  const hint = sf.hint(state, { givens: EXAMPLE });
  assert.equal(hint.wrong_entries, 1);
  assert.equal(hint.wrong[0].name, "r1c3");
  assert.ok(hint.step.sets.length + hint.step.removes.length > 0);
  assert.match(sf.hint(EXAMPLE, { language: "zh" }).text.nudge, /[\u4e00-\u9fff]/);
  assert.equal(sf.hint(EXAMPLE, { level: "nudge" }).text.what, undefined);
  const candidates = [...EXAMPLE].map((it) => (it === "." ? "123456789" : ""));
  candidates[2] = "1";
  assert.deepEqual(sf.hint(EXAMPLE, { candidates }).missing.map((it) => it.name), ["r1c3"]);
  assert.deepEqual(sf.hint(EXAMPLE, { candidates: sf.hint(EXAMPLE).candidates }).missing, []);
  assert.throws(() => sf.hint(EXAMPLE, { candidates: ["1"] }), refused(/^candidates: 1 cells, not 81/));
  assert.throws(() => sf.hint(state), refused(/more than one solution|no solution/));
  assert.throws(() => sf.hint(EXAMPLE, { level: "nonsense" }), refused(/nonsense/));
});

test("a seed gives the same puzzles in any pieces, whatever it is written as", () => {
  const texts = (...given) => [...sf.generate(...given)].map((it) => it.puzzle);
  const whole = texts(1, { count: 300 });
  assert.equal(new Set(whole).size, 300);
  assert.deepEqual([0, 100, 200].flatMap((start) => texts(1n, { count: 100, start })), whole);
  assert.deepEqual(texts("18446744073709551615"), texts(2n ** 64n - 1n));
  assert.notDeepEqual(texts(2n ** 53n), texts(2n ** 53n + 1n));
  const { puzzles, solutions } = sf.generateMany(1, { count: 300 });
  assert.deepEqual(puzzles, rows(...whole));
  assert.deepEqual(sf.solveMany(puzzles), solutions);
  assert.deepEqual(new Set(sf.countMany(puzzles)), new Set([1]));
  let taken = 0;
  for (const puzzle of sf.generate(1, { count: Infinity })) {
    assert.equal(puzzle.puzzle, whole[taken]);
    taken += 1;
    if (taken === 150) break;
  }
});

test("no puzzle comes twice, and layouts are dug for a level", () => {
  const ids = [...sf.generate(1, { layout: "4x4", count: 500, candidates: 500 })].map((it) => it.id);
  assert.ok(ids.length > 100 && ids.length < 500);
  assert.equal(new Set(ids).size, ids.length);
  // The numbers of `factory --layout 9x9+x --seed 7 --level chains=3`.
  const dug = [...sf.generate(7, { layout: "9x9+x", count: 3, level: "chains" })];
  assert.deepEqual(dug.map((it) => it.number), ["0", "1", "2"]);
});

test("levels are chosen by name or number", () => {
  const job = { profile: "book", count: 3 };
  const named = [...sf.generate(1, { ...job, level: "hard" })];
  assert.deepEqual(named.map((it) => it.level), [4, 4, 4]);
  assert.deepEqual([...sf.generate(1, { ...job, level: 4 })], named);
  assert.deepEqual(sf.levels({ scheme: "people" }).length, 5);
  assert.deepEqual([...sf.generate(1, { level: 1, candidates: 1, job: { where: "clues > 80" } })], []);
  assert.equal(sf.generate(1, { symmetry: "rotate180", ratings: ["se"] }).next().value.se_er >= 1, true);
});

test("unknown options and what has no effect are refused", () => {
  const none = (name) => refused(new RegExp(`^no option is called "${name}"; the options are`));
  assert.throws(() => sf.generate(1, { cuont: 3 }), none("cuont"));
  assert.throws(() => sf.generateMany(1, { count: 1, level: "hard" }), none("level"));
  assert.throws(() => sf.hint(EXAMPLE, { langauge: "zh" }), none("langauge"));
  assert.throws(() => sf.rate(EXAMPLE, [], { shceme: "people" }), none("shceme"));
  assert.throws(() => sf.steps(EXAMPLE, { language: "zh" }), none("language"));
  assert.throws(() => sf.levels({ count: 1 }), none("count"));
  assert.throws(() => sf.generate(1, "abc"), refused(/no object/));
  assert.throws(() => sf.generate(1, { job: { ledger: "l" } }), refused(/^job: leave out ledger: seed, count/));
  assert.throws(() => sf.generate(1, { layout: "9x9+x", job: { layout: "6x6" } }), refused(/^job: layout is an option/));
  assert.throws(() => sf.rate(EXAMPLE, ["se"].values()), refused(/^ratings: write a name or an array/));
  assert.throws(() => sf.steps(EXAMPLE, { uniquenessTechniques: "off" }), refused(/true or false/));
  for (const ask of [sf.hint, sf.steps]) assert.ok(ask(EXAMPLE, null));
  assert.throws(() => sf.generateMany(1), refused(/is no count/));
  assert.throws(() => sf.generate(1, { level: 9n }), refused(/^level "9": the levels are/));
  for (const state of [10n, undefined]) assert.throws(() => sf.hint(state), refused(/^state: /));
  assert.equal(sf.generate(1, null).next().value.number, "0");
  assert.equal(sf.generate(1, { level: "1" }).next().value.level, 1);
});

test("what can't be used is refused with its reason", () => {
  assert.throws(() => sf.solve(EXAMPLE.slice(1)), refused(/column 81: expected a digit/));
  assert.throws(() => sf.solve(`x${"\0".repeat(80)}`), refused(/./));
  assert.throws(() => sf.solve(`55${EXAMPLE.slice(2)}`), refused(/^no solution$/));
  for (const ask of [sf.solve, sf.steps, sf.rate, sf.id]) {
    assert.throws(() => ask(".".repeat(81)), refused(/^more than one solution$/));
    assert.throws(() => ask(""), refused(/./));
  }
  for (const seed of [-1, 1.5, NaN, "x", "", 2n ** 64n, 2 ** 53, null]) {
    assert.throws(() => sf.generate(seed), refused(/is no seed: 0 to 18446744073709551615/));
  }
  for (const count of [-1, 0.5]) assert.throws(() => sf.generate(1, { count }), refused(/is no count/));
  assert.throws(() => sf.generate(2 ** 53), refused(/BigInt/));
  assert.throws(() => [...sf.generate(1, { count: 2, start: 2n ** 64n - 1n })], refused(/^start/));
  assert.throws(() => sf.generate(1, { level: "nonsense" }), refused(/^level "nonsense": the levels are easy, /));
  assert.throws(() => sf.generate(1, { level: 6 }), refused(/^level 6/));
  assert.throws(() => sf.generate(1, { layout: "7x9" }), refused(/7x9/));
  assert.throws(() => sf.generate(1, { layout: "6x6", profile: "book" }), refused(/6x6/));
  assert.throws(() => sf.generateMany(1, { layout: "6x6", count: 1 }), refused(/^rows hold puzzles of 9x9 only/));
  assert.throws(() => sf.generate(1, { job: { nonsense: 1 } }), refused(/^job: unknown field `nonsense`/));
  assert.throws(() => sf.generate(1, { job: { cleus: "24" } }), refused(/^job: unknown field `cleus`; did you mean `clues`[?]$/));
  assert.throws(() => sf.generate(1, { job: { shape: "3x2" } }), refused(/^shape .* give layout, too/));
  for (const job of [{ clues: "30..24" }, { from: ["list.txt"] }, { count: 0 }, { clues: [] }]) {
    assert.throws(() => sf.generate(1, { job }), refused(/./));
  }
  assert.throws(() => sf.generate(1, { profile: "nonsense" }), refused(/nonsense.*paper, book/));
  assert.throws(() => sf.rate(EXAMPLE, ["nonsense"]), refused(/nonsense.*techniques/));
  assert.throws(() => sf.rate(EXAMPLE, [], { scheme: "nonsense" }), refused(/nonsense/));
  assert.throws(() => sf.count(EXAMPLE, 0), refused(/^limit 0/));
});

test("the errors of batches name the row", () => {
  const empty = ".".repeat(81);
  const inRow2 = (error) => refused(/^row 2: more than one solution$/)(error) && error.row === 2;
  assert.throws(() => sf.solveMany(rows(EXAMPLE, SOLUTION, empty)), inRow2);
  assert.throws(() => sf.solveMany([EXAMPLE, SOLUTION, empty]), inRow2);
  assert.throws(() => sf.rateMany([EXAMPLE, SOLUTION, empty]), inRow2);
  assert.deepEqual([...sf.countMany(rows(EXAMPLE, SOLUTION, empty), 255)], [1, 1, 255]);
  assert.deepEqual(sf.countMany([EXAMPLE, SOLUTION, empty]), [1, 1, 2]);
  const wrong = rows(EXAMPLE, EXAMPLE);
  wrong[90] = 10;
  assert.throws(() => sf.countMany(wrong), refused(/^row 1: a cell holds no digit of 0 to 9/));
  assert.throws(() => sf.solveMany(wrong.subarray(1)), refused(/81 bytes each/));
  assert.throws(() => sf.countMany(rows(EXAMPLE), 0), refused(/^limit 0: it must be a whole number from 1 to 255/));
  assert.throws(() => sf.rateMany([EXAMPLE], "nonsense"), (error) => error.row === undefined);
  for (const wrong of [EXAMPLE, new Uint16Array(81), undefined]) {
    assert.throws(() => sf.solveMany(wrong), refused(/^puzzles: /));
  }
  assert.deepEqual(sf.solveMany(rows(EXAMPLE).buffer), rows(SOLUTION));
  assert.deepEqual(sf.rateMany(rows(EXAMPLE)).solution, [SOLUTION]);
  const odd = rows(SOLUTION, SOLUTION);
  odd[81] = 40; // "X" after "0", which a text may have for a blank
  assert.throws(() => sf.rateMany(odd), refused(/^row 1: a cell holds no digit of 0 to 9/));
  const columns = sf.rateMany([EXAMPLE, SOLUTION], ["se"]);
  assert.deepEqual(columns.puzzle, [EXAMPLE, SOLUTION]);
  assert.equal(columns.se_er[0], 1.2);
});

test("no text is more than refused", () => {
  const signs = "0123456789.x \n|-\u00e9\0";
  let state = 1;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  for (let round = 0; round < 2000; round += 1) {
    const length = random(2) ? 81 : random(200);
    const text = Array.from({ length }, () => signs[random(random(2) ? signs.length : 1)]).join("");
    for (const ask of [sf.solve, sf.count, sf.canonical, sf.hint, sf.steps, sf.rate]) {
      try {
        ask(text);
      } catch (error) {
        refused(/./)(error);
      }
    }
  }
});

test("it works in a worker, and from bytes or a module", async () => {
  const code = `
    import { parentPort } from "node:worker_threads";
    import { generate, solve } from ${JSON.stringify(new URL("../sync.js", import.meta.url).href)};
    const [{ puzzle, solution }] = generate(5);
    parentPort.postMessage([puzzle, solve(puzzle) === solution]);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const told = await new Promise((done, fail) => worker.on("message", done).on("error", fail));
  assert.deepEqual(told, [sf.generate(5).next().value.puzzle, true]);
  const bytes = await readFile(new URL("../sudoku_factory.wasm", import.meta.url));
  for (const source of [bytes, await WebAssembly.compile(bytes)]) {
    assert.equal((await createEngine(source)).solve(EXAMPLE), SOLUTION);
  }
  for (const type of ["application/wasm", "application/octet-stream"]) {
    const response = new Response(bytes, { headers: { "content-type": type } });
    assert.equal((await createEngine(response)).solve(EXAMPLE), SOLUTION);
  }
  await assert.rejects(createEngine(new Response("", { status: 404 })), /status 404/);
  const small = await createEngine(await readFile(new URL("../sudoku_core.wasm", import.meta.url)));
  assert.throws(() => small.hint(EXAMPLE), refused(/load sudoku_factory.wasm/));
});

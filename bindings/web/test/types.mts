// The types of the package, used as its README uses it; the compiler reads this file and nobody runs it.

import { generate, generateMany, hint, rate, solveMany, steps, SudokuError, type Puzzle } from "../index.js";
import { createEngine } from "../engine.js";

const made: Puzzle[] = [...generate(2n ** 64n - 1n, { count: 3, level: "hard", profile: "book" })];
const minutes: number | null = rate(made[0]!.puzzle, ["time"]).minutes;
const why: string = steps(made[0]!.puzzle)[0]!.text.why;
const nudge: string | undefined = hint(made[0]!.puzzle, { language: "zh" }).text.nudge;
const rows: Uint8Array = solveMany(generateMany("1", { count: 10 }).puzzles);
const texts: string[] = solveMany(made.map((it) => it.puzzle));
const row: number | undefined = new SudokuError("row 1: no solution").row;
const other = (await createEngine(new Uint8Array())).solve("");
// @ts-expect-error there is no other layout
generate(1, { layout: "6x6" });
// @ts-expect-error a seed is 64 bits
generate({});
export { minutes, nudge, other, row, rows, texts, why };

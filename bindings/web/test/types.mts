// The types of the package, used as its README uses it; the compiler reads this file and nobody runs it.

import { generate, generateMany, hint, rate, rateMany, solveMany, steps, SudokuError, type GenerateOptions, type LayoutPuzzle, type Puzzle } from "../sync.js";
import { generate as generateLater, hint as hintLater, rate as rateLater, solve as solveNow } from "../index.js";
import { createEngine } from "../engine.js";

const made: Puzzle[] = [...generate(2n ** 64n - 1n, { count: 3, level: "hard", profile: "book" })];
const minutes: number | null = rate(made[0]!.puzzle, ["time"]).minutes;
const why: string = steps(made[0]!.puzzle)[0]!.text.why;
const nudge: string | undefined = hint(made[0]!.puzzle, { language: "zh" }).text.nudge;
const rows: Uint8Array = solveMany(generateMany("1", { count: 10 }).puzzles);
const texts: string[] = solveMany(made.map((it) => it.puzzle));
const row: number | undefined = new SudokuError("row 1: no solution").row;
const other = (await createEngine(new Uint8Array())).solve("");
for await (const puzzle of generateLater(1, { layout: "6x6" })) solveNow(puzzle.level + puzzle.regions);
const open: GenerateOptions = { count: 1 };
const either: Puzzle | LayoutPuzzle | void = generate(1, open).next().value;
const columns: (number | null)[] = rateMany([""], ["se"]).se_er;
const wrong: string[] = (hint("").wrong ?? []).map((it) => it.name);
const later: Promise<number> = rateLater(made[0]!.puzzle).then((it) => it.d);
const text: string | undefined = (await hintLater(made[0]!.puzzle)).text.what;
// @ts-expect-error the answer comes later
rateLater(made[0]!.puzzle).d;
// @ts-expect-error a seed is 64 bits
generate({});
export { columns, either, later, minutes, nudge, other, row, rows, text, texts, why, wrong };

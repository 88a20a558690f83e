// The calls of the WebAssembly as functions: texts, objects, rows of bytes and exceptions. It opens no file and
// no address, so that pages, workers and bundlers can hand in the module as they like; `index.js` finds it itself.

/** The calls by their numbers in src/lib.rs. */
const CALLS = {
  solve: 0,
  count: 1,
  canonical: 2,
  steps: 3,
  hint: 4,
  solveRows: 5,
  countRows: 6,
  levels: 7,
  rate: 8,
  puzzles: 9,
  rows: 10,
};
/** The candidates that are made at once: their digs are carried on side by side. */
const CHUNK = 128;
/** The greatest seed and number: 64 bits. */
const MOST = 2n ** 64n - 1n;

/** A puzzle or a job that can't be used. The message says why; in a batch it begins with the row, from 0. */
export class SudokuError extends Error {
  constructor(message) {
    super(message);
    this.name = "SudokuError";
    const row = /^row (\d+): /.exec(message)?.[1];
    /** The row of a batch, from 0; undefined outside batches. */
    this.row = row === undefined ? undefined : Number(row);
  }
}

/** A number of 64 bits: a BigInt, a text of digits, or a number that JavaScript holds exactly. */
function whole(value, name) {
  const isExact = typeof value !== "number" || Number.isSafeInteger(value);
  const text = String(value);
  if (!isExact || !/^\d+$/.test(text) || BigInt(text) > MOST) {
    const advice = typeof value === "number" && value >= 2 ** 53 ? "; write it as a BigInt or as a text" : "";
    throw new SudokuError(`${JSON.stringify(text)} is no ${name}: 0 to ${MOST}${advice}`);
  }
  return BigInt(text);
}

const most = (value, name) => (value === Infinity ? value : Number(whole(value, name)));

/** The keys of a job as a job file has them. */
function jobText({ profile, scheme, symmetry, ratings, layout, job }) {
  const list = typeof ratings === "string" ? [ratings] : ratings && [...ratings];
  const other = layout === "9x9" ? undefined : layout;
  return JSON.stringify({ profile, scheme, symmetry, ratings: list?.length ? list : undefined, layout: other, ...job });
}

/** Whether this is the default job, which the small module makes, too. */
export const isPlainJob = (options = {}) => jobText(options) === "{}";

/** What a function gives for each item; its errors name the row. */
function each(items, answer) {
  return Array.from(items, (item, row) => {
    try {
      return answer(item);
    } catch (error) {
      if (error instanceof SudokuError) throw new SudokuError(`row ${row}: ${error.message}`);
      throw error;
    }
  });
}

/** The function that calls: by its name, with texts and rows of bytes; the answer is bytes. */
function caller({ memory, reserve, call, answer, answer_length: answerLength }) {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return (name, texts, rows = new Uint8Array()) => {
    const ended = texts.map((text) => `${String(text).replaceAll("\0", "\uFFFD")}\0`).join("");
    const head = encoder.encode(ended);
    const place = reserve(head.length + rows.length);
    const room = new Uint8Array(memory.buffer, place, head.length + rows.length);
    room.set(head);
    room.set(rows, head.length);
    const isAnswer = call(CALLS[name]);
    // Memory may have grown, and with it moved.
    const bytes = new Uint8Array(memory.buffer, answer(), answerLength()).slice();
    if (!isAnswer) throw new SudokuError(decoder.decode(bytes));
    return bytes;
  };
}

/** The functions of the package over one instance of the module. */
function functions(bytesOf) {
  const decoder = new TextDecoder();
  const ask = (...call) => decoder.decode(bytesOf(...call));
  const solve = (puzzle) => ask("solve", [puzzle]);
  const count = (puzzle, limit = 2) => Number(ask("count", [puzzle, limit]));
  const rate = (puzzle, ratings = [], { scheme } = {}) =>
    JSON.parse(ask("rate", [jobText({ scheme, ratings }), puzzle]));
  const levels = (options = {}) => ask("levels", [jobText(options)]).split("\n");

  function levelOf(level, options) {
    const names = levels(options);
    const number = names.includes(level) ? names.indexOf(level) + 1 : level;
    if (Number.isInteger(number) && number >= 1 && number <= names.length) return { number, name: names[number - 1] };
    throw new SudokuError(`level ${JSON.stringify(level)}: the levels are ${names.join(", ")}`);
  }

  /** The borders of the next candidates. */
  function borders(first, many) {
    if (first + many > MOST) throw new SudokuError(`start: there are no numbers beyond ${MOST}`);
    return [first, first + many];
  }

  function* made(job, seed, left, first, tries, wanted) {
    // Whoever looks for one puzzle of a level need not wait for a hundred.
    for (let size = wanted ? 8 : CHUNK; left > 0 && tries > 0; size = Math.min(2 * size, CHUNK)) {
      const many = BigInt(Math.min(wanted ? size : left, size, tries));
      const lines = ask("puzzles", [job, seed, ...borders(first, many)]).split("\n");
      for (const line of lines.slice(0, -1)) {
        const puzzle = JSON.parse(line);
        // Puzzles of other layouts have the name of their level here.
        if (left === 0 || (wanted && puzzle.level !== wanted.number && puzzle.level !== wanted.name)) continue;
        left -= 1;
        yield puzzle;
      }
      first += many;
      tries -= Number(many);
    }
  }

  function generate(seed, { count: many = 1, start = 0, candidates = Infinity, level, ...job } = {}) {
    const [left, tries] = [most(many, "count"), most(candidates, "number of candidates")];
    const [from, number] = [whole(seed, "seed"), whole(start, "start")];
    // Reads the job, so that a wrong one is refused at once.
    const wanted = level === undefined || level === null ? levels(job) && null : levelOf(level, job);
    return made(jobText(job), from, left, number, tries, wanted);
  }

  function generateMany(seed, { count: many, start = 0, ...job }) {
    const [from, first] = [whole(seed, "seed"), whole(start, "start")];
    const end = borders(first, whole(many, "count"))[1];
    const parts = [];
    for (let at = first; at < end; at += BigInt(8 * CHUNK)) {
      const next = at + BigInt(8 * CHUNK);
      parts.push(bytesOf("rows", [jobText(job), from, at, next < end ? next : end]));
    }
    const half = (nth) => parts.map((it) => it.subarray((nth * it.length) / 2, ((nth + 1) * it.length) / 2));
    return { puzzles: joined(half(0)), solutions: joined(half(1)) };
  }

  function hint(state, { givens, candidates, level, language, uniquenessTechniques } = {}) {
    const request = { state, givens, candidates, level, language, uniqueness_techniques: uniquenessTechniques };
    return JSON.parse(ask("hint", [JSON.stringify(request)]));
  }

  function rateMany(puzzles, ratings = [], options = {}) {
    const columns = {};
    const rated = each(puzzles, (puzzle) => ({ puzzle, ...rate(puzzle, ratings, options) }));
    for (const one of rated) for (const [name, value] of Object.entries(one)) (columns[name] ??= []).push(value);
    return columns;
  }

  return {
    solve,
    count,
    rate,
    levels,
    generate,
    generateMany,
    hint,
    rateMany,
    isUnique: (puzzle) => count(puzzle) === 1,
    canonical: (puzzle) => ask("canonical", [puzzle]).split("\n")[0],
    id: (puzzle) => ask("canonical", [puzzle]).split("\n")[1],
    steps: (puzzle, { uniquenessTechniques = true } = {}) =>
      JSON.parse(ask("steps", [puzzle, Boolean(uniquenessTechniques)])),
    solveMany: (puzzles) => (puzzles instanceof Uint8Array ? bytesOf("solveRows", [], puzzles) : each(puzzles, solve)),
    countMany: (puzzles, limit = 2) =>
      puzzles instanceof Uint8Array
        ? bytesOf("countRows", [limit], puzzles)
        : each(puzzles, (puzzle) => count(puzzle, limit)),
  };
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** The engine of a module: a Response that brings it, its bytes, or the module itself; or a promise of one. */
export async function createEngine(source) {
  const given = await source;
  const isResponse = typeof Response !== "undefined" && given instanceof Response;
  const made = await (isResponse ? WebAssembly.instantiateStreaming(given) : WebAssembly.instantiate(given));
  return functions(caller((made.instance ?? made).exports));
}

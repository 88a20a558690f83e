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

/** A JSON text, in which a BigInt is a text of digits. */
const json = (value) => JSON.stringify(value, (_, it) => (typeof it === "bigint" ? String(it) : it));

/** The options by their calls. */
const JOB = ["profile", "scheme", "symmetry", "ratings", "layout", "job"];
const GENERATE = ["count", "start", "candidates", "level", "signal", ...JOB];
const GENERATE_MANY = ["count", "start", ...JOB];
const RATE = ["profile", "scheme", "job"];
const HINT = ["givens", "candidates", "level", "language", "uniquenessTechniques"];
const STEPS = ["uniquenessTechniques"];

/** The options of a call, all of which must be known; null and undefined are no options. */
function known(options, names) {
  if (options !== null && options !== undefined && typeof options !== "object") {
    throw new SudokuError(`${JSON.stringify(String(options))} is no object with options`);
  }
  const unknown = Object.keys(options ?? {}).find((it) => !names.includes(it));
  if (unknown === undefined) return options ?? {};
  throw new SudokuError(`no option is called ${JSON.stringify(unknown)}; the options are ${names.join(", ")}`);
}

/** The keys of a job as a job file has them. */
function jobText({ profile, scheme, symmetry, ratings, layout, job }) {
  if (ratings !== null && ratings !== undefined && typeof ratings !== "string" && !Array.isArray(ratings)) {
    throw new SudokuError("ratings: write a name or an array of names");
  }
  const list = typeof ratings === "string" ? [ratings] : ratings;
  const other = layout === "9x9" ? undefined : layout;
  const own = { profile, scheme, symmetry, ratings: list?.length ? list : undefined, layout: other };
  const twice = Object.keys(job ?? {}).find((it) => own[it] !== undefined && own[it] !== null);
  if (twice !== undefined) throw new SudokuError(`job: ${twice} is an option, too: leave one of them out`);
  return json({ ...own, ...job });
}

/** The rows of bytes among what a batch may be given; null for texts. */
function rowsOf(puzzles) {
  if (puzzles instanceof Uint8Array) return puzzles;
  if (puzzles instanceof Uint8ClampedArray) return new Uint8Array(puzzles.buffer, puzzles.byteOffset, puzzles.length);
  if (puzzles instanceof ArrayBuffer) return new Uint8Array(puzzles);
  if (typeof puzzles !== "string" && typeof puzzles?.[Symbol.iterator] === "function" && !ArrayBuffer.isView(puzzles)) {
    return null;
  }
  throw new SudokuError("puzzles: write an array of texts, or rows of 81 bytes in a Uint8Array");
}

/** The rows of bytes one by one. */
function split(rows) {
  if (rows.length % 81) throw new SudokuError("puzzles: rows have 81 bytes each");
  return Array.from({ length: rows.length / 81 }, (_, row) => rows.subarray(81 * row, 81 * row + 81));
}

/** A row of bytes as a text, 0 for a blank. */
function textOf(row) {
  if (row.some((it) => it > 9)) throw new SudokuError("a cell holds no digit of 0 to 9");
  return row.join("");
}

/** A limit of solutions, from 1 to `greatest`. */
function limitOf(limit, greatest) {
  if (Number.isInteger(limit) && limit >= 1 && limit <= greatest) return limit;
  throw new SudokuError(`limit ${String(limit)}: it must be a whole number from 1 to ${greatest}`);
}

/** Whether this is the default job, which the small module makes, too. */
export const isPlainJob = (options) => jobText(options ?? {}) === "{}";

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
  const count = (puzzle, limit = 2) => Number(ask("count", [puzzle, limitOf(limit, 2 ** 32 - 1)]));
  const rateJob = (ratings, options) => jobText({ ...known(options, RATE), ratings });
  const rate = (puzzle, ratings, options) => JSON.parse(ask("rate", [rateJob(ratings, options), puzzle]));
  const levels = (options) => ask("levels", [jobText(known(options, JOB))]).split("\n");

  function levelOf(level, options) {
    const names = levels(options);
    const isNumber = typeof level === "bigint" || /^\d+$/.test(level);
    const number = names.includes(level) ? names.indexOf(level) + 1 : isNumber ? Number(level) : level;
    if (Number.isInteger(number) && number >= 1 && number <= names.length) return { number, name: names[number - 1] };
    throw new SudokuError(`level ${Number.isNaN(level) ? level : json(level)}: the levels are ${names.join(", ")}`);
  }

  /** The borders of the next candidates. */
  function borders(first, many) {
    if (first + many > MOST) throw new SudokuError(`start: there are no numbers beyond ${MOST}`);
    return [first, first + many];
  }

  function* made(job, seed, left, first, tries, wanted, signal) {
    const ids = new Set();
    // Whoever looks for one puzzle of a level need not wait for a hundred.
    for (let size = wanted ? 8 : CHUNK; left > 0 && tries > 0; size = Math.min(2 * size, CHUNK)) {
      signal?.throwIfAborted();
      const many = BigInt(Math.min(wanted ? size : left, size, tries, Number(MOST - first) || 1));
      const lines = ask("puzzles", [job, seed, ...borders(first, many), wanted?.number ?? 0]).split("\n");
      // Puzzles of other layouts have their number as digits without quotes, which JavaScript would round.
      const all = lines.slice(0, -1).map((line) => JSON.parse(line.replace(/"number":(\d+)/, '"number":"$1"')));
      // Puzzles of other layouts have the name of their level here.
      const fit = all.filter(({ level }) => !wanted || level === wanted.number || level === wanted.name);
      const puzzles = fit.filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, left);
      yield puzzles;
      left -= puzzles.length;
      first += many;
      tries -= Number(many);
    }
  }

  function chunks(seed, options) {
    const { count: many = 1, start = 0, candidates = Infinity, level, signal, ...job } = known(options, GENERATE);
    const [left, tries] = [most(many, "count"), most(candidates, "number of candidates")];
    const [from, number] = [whole(seed, "seed"), whole(start, "start")];
    // Reads the job, so that a wrong one is refused at once.
    const wanted = level === undefined || level === null ? levels(job) && null : levelOf(level, job);
    return made(jobText(job), from, left, number, tries, wanted, signal);
  }

  function generate(seed, options) {
    const all = chunks(seed, options);
    return (function* () {
      for (const puzzles of all) yield* puzzles;
    })();
  }

  function generateMany(seed, options) {
    const { count: many, start = 0, ...job } = known(options, GENERATE_MANY);
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

  function hint(state, options) {
    const { uniquenessTechniques, candidates, ...rest } = known(options, HINT);
    const marks = Array.isArray(candidates) ? candidates.map((it) => (Array.isArray(it) ? it.join("") : it)) : candidates;
    const own = { candidates: marks, uniqueness_techniques: uniquenessTechniques };
    const request = { state: String(state), ...rest, ...own };
    return JSON.parse(ask("hint", [json(request)]));
  }

  function steps(puzzle, options) {
    const { uniquenessTechniques = true } = known(options, STEPS);
    if (typeof uniquenessTechniques !== "boolean") throw new SudokuError("uniquenessTechniques: write true or false");
    return JSON.parse(ask("steps", [puzzle, uniquenessTechniques]));
  }

  function rateMany(puzzles, ratings, options) {
    const [rows, job] = [rowsOf(puzzles), rateJob(ratings, options)];
    // Reads the job, so that a wrong one is no error of a row.
    ask("levels", [job]);
    const columns = {};
    const rated = each(rows ? split(rows) : puzzles, (given) => {
      const puzzle = rows ? textOf(given) : given;
      return { puzzle, ...JSON.parse(ask("rate", [job, puzzle])) };
    });
    for (const one of rated) for (const [name, value] of Object.entries(one)) (columns[name] ??= []).push(value);
    return columns;
  }

  function solveMany(puzzles) {
    const rows = rowsOf(puzzles);
    return rows ? bytesOf("solveRows", [], rows) : each(puzzles, solve);
  }

  function countMany(puzzles, limit = 2) {
    const rows = rowsOf(puzzles);
    if (rows) return bytesOf("countRows", [limitOf(limit, 255)], rows);
    return each(puzzles, (puzzle) => count(puzzle, limitOf(limit, 2 ** 32 - 1)));
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
    chunks,
    solveMany,
    countMany,
    steps,
    isUnique: (puzzle) => count(puzzle) === 1,
    canonical: (puzzle) => ask("canonical", [puzzle]).split("\n")[0],
    id: (puzzle) => ask("canonical", [puzzle]).split("\n")[1],
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
  const made = await (isResponse ? received(given) : WebAssembly.instantiate(given));
  return functions(caller((made.instance ?? made).exports));
}

/** The module of a response. Only one with the media type of WebAssembly is compiled while it comes. */
async function received(response) {
  if (!response.ok) throw new Error(`${response.url || "the module"}: status ${response.status}`);
  const isTyped = response.headers.get("content-type") === "application/wasm";
  return isTyped ? WebAssembly.instantiateStreaming(response) : WebAssembly.instantiate(await response.arrayBuffer());
}

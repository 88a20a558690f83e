/** A puzzle or a job that can't be used. The message says why; in a batch it begins with the row, from 0. */
export class SudokuError extends Error {
  /** The row of a batch, from 0; undefined outside batches. */
  readonly row: number | undefined;
}

/** 64 bits: a BigInt, a text of digits, or a number up to 2^53 - 1. */
export type Whole = bigint | number | string;

/** A rating that is made only when it is asked for. */
export type RatingName = "stuart" | "qqwing" | "hodoku" | "time" | "se" | "se-1.18.1" | "techniques" | "all" | (string & {});

/** The ratings of a puzzle, in the names of `factory rate --json`; null for what was not asked for or is not known. */
export interface Ratings {
  /** Difficulty D of Wu 2012, at least 1. */
  d: number;
  /** The id that all turned and relabelled forms share, 32 hexadecimal digits. */
  id: string;
  /** The level, 1 for the easiest; null if the scheme has none for the puzzle. */
  level: number | null;
  level_name: string | null;
  level_half: string | null;
  scheme: string;
  solution: string;
  solutions: number;
  blanks: number;
  freedom: number;
  grade: string;
  hardest_rule: string | null;
  solved_by_rules: boolean;
  /** How often each rule was used, in the order of docs/rating.md. */
  rules: number[];
  used: number[];
  /** Minutes that people take. */
  minutes: number | null;
  /** Sudoku Explainer's ER, EP and ED. */
  se_er: number | null;
  se_ep: number | null;
  se_ed: number | null;
  se_above: number | null;
  se_table: string | null;
  /** The name of the technique ladder, the points and the level by it, and how often each technique was used. */
  ladder: string | null;
  technique_score: number | null;
  technique_level: string | null;
  techniques: Record<string, number> | null;
  hodoku_score: number | null;
  hodoku_level: string | null;
  hodoku_by_technique: boolean | null;
  qqwing: string | null;
  stuart: number | null;
  backdoor: number | null;
}

/** A 9x9 puzzle that was made, in the names of `factory export --to jsonl`. */
export interface Puzzle extends Ratings {
  schema: 1;
  /** The candidate's number, a text of digits: with the seed and the job it makes the puzzle again. */
  number: string;
  /** 81 characters in reading order, `.` for a blank. */
  puzzle: string;
  clues: number;
}

/** A puzzle of another layout, in the names of `factory show --json`. */
export interface LayoutPuzzle {
  schema: 1;
  layout: string;
  /** The candidate's number, a text of digits: with the seed and the job it makes the puzzle again. */
  number: string;
  /** The cells in reading order, `.` for a blank; digits from 10 on are letters. */
  puzzle: string;
  solution: string;
  clues: number;
  id: string;
  /** The name of the level. */
  level: string;
  /** The points of its steps, its hardest technique, and how often each technique was used. */
  score: number;
  hardest: string;
  techniques: Record<string, number>;
  /** The region of each cell, a letter each, in a jigsaw. */
  regions?: string;
  /** The cells that hold an even or an odd digit. */
  marks?: string;
}

/** A cell (0 to 80 in reading order) with its name and a digit. */
export interface Mark {
  cell: number;
  name: string;
  digit: number;
}

/** A step of the technique ladder; docs/steps.md says what its fields mean, and has a schema of `links`. */
export interface Step {
  technique: string;
  name: string;
  aka: string[];
  family: string;
  size: number | null;
  se: number | null;
  hodoku: { place: number; score: number; category: string };
  digits: number[];
  houses: { kind: "row" | "column" | "box"; index: number; name: string; role: string }[];
  cells: { cell: number; name: string; role: string; colour: string | null; candidates: number[] }[];
  candidates: (Mark & { role: string; colour: string | null })[];
  links: Record<string, unknown>[];
  closed: boolean;
  removes: Mark[];
  sets: Mark[];
  depends: number[];
  text: Record<"nudge" | "where" | "what" | "why", string>;
  uniqueness: boolean;
  needs_givens: boolean;
}

/** A hint, as docs/steps.md has it. */
export interface Hint {
  schema: 1;
  solved: boolean;
  wrong_entries: number;
  /** These four are null at the level `nudge`. */
  puzzle: string | null;
  candidates: number[][] | null;
  wrong: Mark[] | null;
  missing: Mark[] | null;
  text: Partial<Record<"nudge" | "where" | "what" | "why", string>>;
  step?: Step | null;
  /** The digit that is offered if no technique helps. */
  beyond?: Mark | null;
}

/** The job that makes puzzles, as in the program's job files. */
export interface JobOptions {
  profile?: "paper" | "book" | "newspaper" | "kids" | "expert" | "classic" | (string & {});
  scheme?: string;
  symmetry?: string;
  ratings?: RatingName | readonly RatingName[];
  /** A size, or further houses: "6x6", "12x12", "9x9+x"; default "9x9". */
  layout?: string;
  /** Other keys of a job file that say what puzzles are made, such as `{ clues: "24..28" }`. */
  job?: Record<string, unknown>;
}

/** The job whose scheme and levels rate a puzzle. */
export type RateOptions = Pick<JobOptions, "profile" | "scheme" | "job">;

export interface GenerateOptions extends JobOptions {
  /** How many puzzles come; default 1. Infinity for as many as are taken. */
  count?: Whole;
  /** The number of the first candidate; default 0. */
  start?: Whole;
  /** The most candidates that are looked at; default Infinity. */
  candidates?: Whole;
  /** Only puzzles of this level, by name or number; other layouts than 9×9 are dug for it. */
  level?: string | number | null;
  /** An `AbortSignal`, which ends a search: the next chunk of candidates throws its reason. */
  signal?: { throwIfAborted(): void };
}

/** The functions of the package. A puzzle is a text of 81 characters, `.` or `0` for a blank. */
export interface Engine {
  /** The only solution, 81 digits. Throws a SudokuError if there is none, or more than one. */
  solve(puzzle: string): string;
  /** The number of solutions, or `limit` (default 2) if there are at least that many. */
  count(puzzle: string, limit?: number): number;
  /** Whether there is exactly one solution. */
  isUnique(puzzle: string): boolean;
  /** The form that all turned, mirrored, shuffled and relabelled forms of the puzzle share. */
  canonical(puzzle: string): string;
  /** The id that all forms of the puzzle share, 32 hexadecimal digits. */
  id(puzzle: string): string;
  /** The ratings of a puzzle by a scheme (default `wu`); those of its canonical form, so that every form has the same. */
  rate(puzzle: string, ratings?: RatingName | readonly RatingName[], options?: RateOptions): Ratings;
  /**
   * The steps by which a person solves the puzzle, easiest technique first, as far as the techniques lead: the hardest
   * puzzles are not solved by them, and may have no step at all.
   */
  steps(puzzle: string, options?: { uniquenessTechniques?: boolean }): Step[];
  /** A hint for a state of play. With `givens`, the puzzle as it was, wrong entries of the state are found. */
  hint(
    state: string,
    options?: {
      givens?: string;
      /** The marks of the 81 cells, such as "149" or [1, 4, 9]; an empty one says that none are noted. */
      candidates?: (string | number[])[];
      level?: "nudge" | "where" | "what" | "why" | "all";
      language?: "en" | "zh";
      uniquenessTechniques?: boolean;
    },
  ): Hint;
  /** The names of a job's levels, easiest first. */
  levels(options?: JobOptions): string[];
  /**
   * Makes puzzles, the same for a seed as the program makes: those that its job keeps of the candidates from
   * `start` on, without repeats. What the job never makes is looked for without end, or through `candidates` of them.
   */
  generate(seed: Whole, options?: GenerateOptions & { layout?: undefined | "9x9" }): Generator<Puzzle, void, undefined>;
  generate(seed: Whole, options: GenerateOptions & { layout: string }): Generator<LayoutPuzzle, void, undefined>;
  generate(seed: Whole, options?: GenerateOptions): Generator<Puzzle | LayoutPuzzle, void, undefined>;
  /** Makes the same puzzles in arrays, some of them empty, between which a page can rest. */
  chunks(seed: Whole, options?: GenerateOptions): Generator<(Puzzle | LayoutPuzzle)[], void, undefined>;
  /** Makes those that the job keeps of `count` candidates from `start` on, as rows of 81 bytes, 0 for a blank. */
  generateMany(
    seed: Whole,
    options: JobOptions & { count: Whole; start?: Whole },
  ): { puzzles: Uint8Array; solutions: Uint8Array };
  /** The only solutions of puzzles: of texts as texts, of rows of 81 bytes each (0 for a blank) as rows. */
  solveMany(puzzles: Uint8Array): Uint8Array;
  solveMany(puzzles: Iterable<string>): string[];
  /** The numbers of solutions, each at most `limit` (1 to 255 for rows; default 2). */
  countMany(puzzles: Uint8Array, limit?: number): Uint8Array;
  countMany(puzzles: Iterable<string>, limit?: number): number[];
  /** The ratings of many puzzles as columns of equal length. */
  rateMany(
    puzzles: Uint8Array | Iterable<string>,
    ratings?: RatingName | readonly RatingName[],
    options?: RateOptions,
  ): { [Name in keyof Ratings]: Ratings[Name][] } & { puzzle: string[] };
}

/** Whether options name the default job, which the small module makes, too. */
export function isPlainJob(options?: JobOptions): boolean;

/** A `Response`, a `WebAssembly.Module`, or the bytes of one: not every project has these types. */
export type ModuleSource = object;

/** The engine of a module: a `Response` that brings it, its bytes, or the module itself; or a promise of one. */
export function createEngine(source: ModuleSource | PromiseLike<ModuleSource>): Promise<Engine>;

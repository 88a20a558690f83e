// The next puzzle: always one that was not seen. Some are fetched ahead, so that the next one is there at once
// and without a network; when these are used up, the engine makes some.

import { get } from "../api.js";
import { compute } from "../engine.js";
import { kept } from "../stored.js";
import { isSeen, see, seenIds, today } from "./progress.js";

const AHEAD = 4;
/** The candidates among which the engine looks for one of the level that is wanted: some seconds. */
const MOST_CANDIDATES = 2000;
/** The level of the puzzle of the day that is made here. */
const DAILY_LEVEL = "moderate";
const aheadKey = ({ level, scheme }) => `ahead:${scheme ?? ""}/${level ?? ""}`;
const unseenAhead = (wish) => (kept.get(aheadKey(wish)) ?? []).filter((it) => !isSeen(it.id));

/** The first scheme that has puzzles of a level of this name. */
async function firstSchemeOf(level) {
  const { levels } = await get(["stock"]);
  const named = levels.filter((it) => it.level_name === level);
  return (named.find((it) => it.free > 0) ?? named[0])?.scheme;
}

async function fetchAhead(wish, also = []) {
  const not = [...also.map((it) => it.id.slice(0, 8)), ...seenIds()].join(",");
  try {
    return (await get(["play"], { level: wish.level, scheme: wish.scheme, n: AHEAD, not })).puzzles;
  } catch (error) {
    if (error.code !== "which-scheme") throw error;
    return fetchAhead({ ...wish, scheme: await firstSchemeOf(wish.level) }, also);
  }
}

/** Keeps some puzzles of a level ready; without a network it stays as it is. */
async function refill(wish) {
  const ahead = unseenAhead(wish);
  if (ahead.length >= AHEAD / 2) return;
  try {
    kept.set(aheadKey(wish), [...ahead, ...(await fetchAhead(wish, ahead))]);
  } catch {
    // The next one asks again.
  }
}

/**
 * Puzzles that the engine makes, where the server does not answer: by this seed, at most one, in a list. Any other
 * error is handed on, and so is this one where none comes of a fair number of candidates.
 */
async function madeHere(seed, wish, error) {
  if (error.status !== 0) throw error;
  const options = { profile: "book", candidates: MOST_CANDIDATES, ...wish };
  const [made] = await compute("generate", seed, options).catch(() => []);
  if (!made) throw error;
  const { id, puzzle, level, level_name, scheme, d } = made;
  return [{ id, puzzle, level, level_name, scheme, d }];
}

/** A seed that is new each time. */
const randomSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/** A puzzle that was not seen, or null if all were. `wish`: { level, scheme }, or nothing for the first level. */
export async function nextPuzzle(wish) {
  let ahead = unseenAhead(wish);
  if (ahead.length === 0) ahead = await fetchAhead(wish).catch((error) => madeHere(randomSeed(), wish, error));
  const [puzzle, ...rest] = ahead;
  if (!puzzle) return null;
  // By the level that came, which the next one is asked for.
  const same = { level: puzzle.level_name, scheme: puzzle.scheme };
  kept.set(aheadKey(same), rest);
  see(puzzle.id);
  refill(same);
  return puzzle;
}

/** The puzzle of the day, which is the same for everybody: the server's, or the engine's where there is no server. */
export async function dailyPuzzle() {
  const day = today();
  const before = kept.get("daily");
  if (before?.day === day) return before.puzzle;
  const served = async () => (await get(["play"], { day })).puzzles;
  const made = (error) => madeHere(day.replaceAll("-", ""), { level: DAILY_LEVEL }, error);
  const [puzzle] = await served().catch(made);
  if (!puzzle) return null;
  kept.set("daily", { day, puzzle });
  see(puzzle.id);
  return puzzle;
}

// The record of solved and seen puzzles, kept in this browser only: times, the puzzles of the day, and the
// beginnings of the ids that should not come again.

import { kept } from "../stored.js";

const MOST_SOLVED = 2000;
const MOST_SEEN = 600;
/** Digits of an id that tell puzzles apart. */
const DIGITS_OF_ID = 8;

/** Today, where the reader is: 2026-11-23. */
export function today(back = 0) {
  const date = new Date();
  date.setDate(date.getDate() - back);
  const two = (n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The games that were solved, newest first. */
export const solvedGames = () => kept.get("solved") ?? [];

/** Writes a solved game down. */
export function finish({ id, puzzle, about, seconds, hints }) {
  const { level_name: level, scheme, level: number } = about;
  const day = kept.get("daily")?.puzzle?.id === id ? kept.get("daily").day : undefined;
  const entry = { id, puzzle, level, number, scheme, seconds: Math.round(seconds), hints, day, at: Date.now() };
  kept.set("solved", [entry, ...solvedGames()].slice(0, MOST_SOLVED));
}

/** The number of days in a row, up to today or yesterday, on which the puzzle of the day was solved. */
export function streak() {
  const days = new Set(solvedGames().map((it) => it.day));
  let length = 0;
  for (let back = days.has(today()) ? 0 : 1; days.has(today(back)); back += 1) length += 1;
  return length;
}

/** By level: how many were solved, the best time and the middle one, in seconds. */
export function timesByLevel() {
  const levels = Map.groupBy(
    solvedGames().filter((it) => it.level),
    (it) => `${it.scheme} ${it.level}`,
  );
  const figures = [...levels.values()].map((games) => {
    const times = games.map((it) => it.seconds).sort((a, b) => a - b);
    const { level, number } = games[0];
    return { level, number, count: times.length, best: times[0], median: times[Math.floor(times.length / 2)] };
  });
  return figures.sort((a, b) => a.number - b.number);
}

/** The beginnings of the ids that were seen, newest first. */
export const seenIds = () => kept.get("seen") ?? [];

/** Notes that a puzzle was seen. */
export function see(id) {
  // Imported puzzles have no id.
  if (!/^[0-9a-f]{32}$/.test(id)) return;
  const short = id.slice(0, DIGITS_OF_ID);
  kept.set("seen", [short, ...seenIds().filter((it) => it !== short)].slice(0, MOST_SEEN));
}

export const isSeen = (id) => seenIds().includes(id.slice(0, DIGITS_OF_ID));

/** Lets all puzzles of a level come again. */
export const forgetSeen = () => kept.remove("seen");

/** Forgets games, times, and what was seen. */
export function forgetAll() {
  for (const name of kept.names()) if (/^(game:|solved$|seen$|daily$|current$|ahead:)/.test(name)) kept.remove(name);
}

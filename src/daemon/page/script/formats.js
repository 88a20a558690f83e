// The formats that hold a whole pack in one file and that every build has, each with who reads it.

import { words } from "./texts.js";

/** The formats that have room for other layouts than 9 × 9. */
const OF_LAYOUTS = ["line", "csv", "jsonl"];

/** Pairs of a format's name and what a list says of it. */
export const formats = (layout) =>
  Object.entries(words.formats)
    .filter(([name]) => !layout || OF_LAYOUTS.includes(name))
    .map(([name, about]) => [name, `${name} – ${about}`]);

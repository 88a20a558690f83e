// The formats that hold a whole pack in one file and that every build has, each with who reads it.

import { words } from "./texts.js";

/** Pairs of a format's name and what a list says of it. */
export const formats = () => Object.entries(words.formats).map(([name, about]) => [name, `${name} – ${about}`]);

// The language that is spoken: the one that was chosen, else the browser's where it has words here.

import { kept } from "./stored.js";
import { en } from "./texts/en.js";
import { zh } from "./texts/zh.js";

const languages = { en, zh };
const wished = () => (navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en");

/** The words of the language that is spoken. */
export let words = languages[kept.get("language")] ?? languages[wished()];

/** Speaks another language from now on. */
export function speak(code) {
  words = languages[code];
  kept.set("language", code);
}

/** A level as a heading has it; one that has no words here is called as its scheme calls it. */
export function levelName(name) {
  return words.levels[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}

// The language that is spoken: the one that was chosen, else the browser's where it has words here. Each
// language is a file of texts/; the server puts all of them before the scripts, as LANGUAGES.

import { kept } from "./stored.js";

/** A text with its parts filled in, by number or by name. */
function filled(text, parts) {
  const named = typeof parts[0] === "object" ? parts[0] : parts;
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => named[name]);
}

/** Texts with something to be filled in become functions; of several forms the first part chooses one. */
function spoken(value, locale) {
  if (typeof value === "string") return /\{\w+\}/.test(value) ? (...parts) => filled(value, parts) : value;
  if (Array.isArray(value)) return value.map((it) => spoken(it, locale));
  if (typeof value.other === "string") {
    const rules = new Intl.PluralRules(locale);
    return (...parts) => filled(value[rules.select(Number(parts[0]))] ?? value.other, parts);
  }
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, spoken(it, locale)]));
}

const wished = (navigator.languages ?? []).map((it) => it.toLowerCase().split("-")[0]);
const first = [kept.get("language"), ...wished].find((it) => it in LANGUAGES) ?? "en";

/** The words of the language that is spoken. */
export let words = spoken(LANGUAGES[first], LANGUAGES[first].locale);

/** The language after the one that is spoken: its code, and what it calls itself. */
export function nextLanguage() {
  const codes = Object.keys(LANGUAGES);
  const code = codes[(codes.indexOf(words.code) + 1) % codes.length];
  return { code, name: LANGUAGES[code].language };
}

/** Speaks another language from now on. */
export function speak(code) {
  words = spoken(LANGUAGES[code], LANGUAGES[code].locale);
  kept.set("language", code);
}

/** A level as a heading has it; one that has no words here is called as its scheme calls it. */
export function levelName(name) {
  return words.levels[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}

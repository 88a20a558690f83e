// The language that is spoken: the one that was chosen, else the browser's where it has words here. Each
// language is a file of texts/. The server puts their names before the scripts, as LANGUAGES, and the English texts, as
// ENGLISH; the others are loaded when they are spoken.

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
export let words = spoken(ENGLISH, ENGLISH.locale);

/** The languages there are: their codes, and what they call themselves. */
export const languages = () => Object.entries(LANGUAGES);

/** Loads the texts of a language, under the version of this script. */
async function textsOf(code) {
  if (code === ENGLISH.code) return ENGLISH;
  const place = new URL(`/page/texts/${code}.json`, location.origin);
  place.search = new URL(import.meta.url).search;
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(words.noAnswer);
  return answer.json();
}

async function turnTo(code) {
  const texts = await textsOf(code);
  words = spoken(texts, texts.locale);
}

/** Speaks another language from now on. */
export async function speak(code) {
  await turnTo(code);
  kept.set("language", code);
}

// Without an answer the page is in English.
if (first !== words.code) await turnTo(first).catch(() => {});

/** A level as a heading has it; one that has no words here is called as its scheme calls it. */
export function levelName(name) {
  return words.levels[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}

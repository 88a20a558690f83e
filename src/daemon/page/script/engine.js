// The engine of bindings/web in a worker, so that the page never waits for it. It is loaded when it is first needed.

import { Refused } from "./api.js";
import { words } from "./texts.js";

/** What is asked of the engine and not answered yet, by number: how to end the promise. */
const asked = new Map();
let thread = null;
let lastNumber = 0;

function startThread() {
  const place = new URL("/page/engine.js", location.origin);
  // Under the version of this script.
  place.search = new URL(import.meta.url).search;
  thread = new Worker(place);
  thread.addEventListener("message", ({ data: { number, value, error } }) => {
    const [done, fail] = asked.get(number);
    asked.delete(number);
    if (error === undefined) done(value);
    else fail(new Refused(422, error || words.noEngine));
  });
  thread.addEventListener("error", () => {
    for (const [, fail] of asked.values()) fail(new Refused(422, words.noEngine));
    asked.clear();
    // What is asked next begins anew.
    thread = null;
  });
}

/** Calls a function of the engine, as bindings/web/engine.d.ts has it; generated puzzles come as a list. */
export function compute(name, ...given) {
  if (!thread) startThread();
  lastNumber += 1;
  const number = lastNumber;
  return new Promise((...ends) => {
    asked.set(number, ends);
    thread.postMessage({ number, name, given });
  });
}

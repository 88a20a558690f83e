// The time that is spent on a puzzle. It stands still while the page is hidden, while the solving path is
// looked at, and when the puzzle is solved.

import { h } from "../dom.js";
import { clock } from "../numbers.js";
import { words } from "../texts.js";

export function ticking(game, isRunning, signal) {
  const face = h("span", { class: "clock", role: "timer", "aria-label": words.clock, "aria-live": "off" });
  const show = () => {
    face.textContent = clock(game.seconds);
  };
  let since = performance.now();
  const tick = () => {
    const now = performance.now();
    // A machine that slept, or a tab that was throttled, played no longer than a tick or two.
    if (isRunning() && !document.hidden) game.seconds += Math.min((now - since) / 1000, 2);
    since = now;
    show();
  };
  const timer = setInterval(tick, 500);
  const keep = () => {
    tick();
    if (!game.done) game.keep();
  };
  document.addEventListener("visibilitychange", keep, { signal });
  window.addEventListener("pagehide", keep, { signal });
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    keep();
  });
  show();
  return face;
}

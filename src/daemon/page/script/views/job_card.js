// A job: its name and state, its bars, and a button that stops it. Cards are brought up to date in
// place, five times a second, so that a button keeps its focus while the bars grow.

import { cancelJob, token } from "../api.js";
import { h, say } from "../dom.js";
import { jobBars } from "../levels.js";
import { clock, count, facts, moment } from "../numbers.js";
import { words } from "../texts.js";

const isBusy = (job) => job.state === "running" || job.state === "waiting";

/** Asks a second time before it stops a job: what was pressed by mistake costs nothing. */
function cancelButton(id, name, told) {
  const button = h("button", { type: "button", class: "small" }, words.cancel);
  const calm = () => {
    button.textContent = words.cancel;
    button.classList.remove("sure");
  };
  button.addEventListener("blur", calm);
  button.addEventListener("click", async () => {
    if (!token.get()) {
      told(words.tokenWanted);
      return;
    }
    if (!button.classList.contains("sure")) {
      button.textContent = words.cancelSure;
      button.classList.add("sure");
      say(words.cancelSure);
      return;
    }
    calm();
    try {
      await cancelJob(id);
      told(words.cancelled(name));
    } catch (error) {
      told(error.message);
    }
  });
  return button;
}

function card(id, heading) {
  const name = h(heading, { class: "job-name" });
  const state = h("span", { class: "state" });
  const aside = h("p", { class: "facts" });
  const trouble = h("p", { class: "note bad", hidden: true });
  const bars = jobBars();
  const foot = h("div", { class: "job-foot" });
  const element = h(
    "li",
    { class: "job" },
    h("div", { class: "job-head" }, name, state),
    aside,
    bars.element,
    trouble,
    foot,
  );
  const told = (text) => {
    trouble.hidden = false;
    trouble.textContent = text;
    say(text);
  };
  let shown = "";
  return {
    element,
    update(job) {
      const title = job.name ?? job.pack ?? id;
      name.textContent = title;
      state.textContent = words.states[job.state] ?? job.state;
      state.dataset.state = job.state;
      const made = job.levels.reduce((sum, it) => sum + it.made, 0);
      const looked = job.count
        ? words.lookedOf(count(job.candidates), count(job.count))
        : words.looked(count(job.candidates));
      const when = job.ended ?? job.started ?? job.queued;
      aside.textContent = facts([
        words.causes[job.cause] ?? job.cause,
        made > 0 && words.puzzles(made, count(made)),
        job.state === "waiting" ? null : looked,
        job.state === "running" && job.per_second ? words.perSecond(count(Math.round(job.per_second))) : null,
        job.seconds ? clock(job.seconds) : null,
        job.state !== "running" && when ? moment(when) : null,
      ]);
      const levels = job.levels
        .map((it, nth) => ({ ...it, nth, of: job.levels.length }))
        .filter((it) => it.made > 0 || it.wanted !== 0);
      // Of jobs that ended well the sum says enough.
      bars.element.hidden = !["running", "short"].includes(job.state);
      bars.update(levels);
      if (job.error) {
        trouble.hidden = false;
        trouble.textContent = job.error;
      }
      const key = `${isBusy(job)} ${job.state} ${job.pack}`;
      if (key !== shown) {
        shown = key;
        const hasPack = job.pack && (job.state === "done" || job.state === "short");
        const link = hasPack && h("a", { href: `#/packs/${encodeURIComponent(job.pack)}` }, words.openPack);
        foot.replaceChildren(...[isBusy(job) && cancelButton(id, title, told), link].filter(Boolean));
      }
    },
  };
}

/** A list of jobs, kept in the order in which they are given, each below a heading of this kind. */
export function jobList(heading = "h3") {
  const element = h("ul", { class: "jobs" });
  const cards = new Map();
  return {
    element,
    update(jobs) {
      const ids = jobs.map((it) => String(it.id));
      for (const [id, it] of cards) {
        if (ids.includes(id)) continue;
        it.element.remove();
        cards.delete(id);
      }
      jobs.forEach((job, n) => {
        const id = String(job.id);
        if (!cards.has(id)) cards.set(id, card(id, heading));
        const it = cards.get(id);
        it.update(job);
        if (element.children[n] !== it.element) element.insertBefore(it.element, element.children[n] ?? null);
      });
    },
  };
}

// All jobs, a form that starts one, and the token that starting and cancelling needs.

import { get, startJob, token } from "../api.js";
import { field, h, say, select } from "../dom.js";
import { listen, reconnect } from "../live.js";
import { words } from "../texts.js";
import { jobList } from "./job_card.js";

function tokenForm() {
  const input = h("input", { type: "password", autocomplete: "off", spellcheck: "false", id: "token" });
  const told = h("p", { class: "note", hidden: !token.get() }, words.tokenHeld);
  const tell = (text, isBad) => {
    told.hidden = text === "";
    told.classList.toggle("bad", isBad);
    told.textContent = text;
    say(text);
  };
  // With an unknown token the server would refuse everything, even reading.
  const use = async (text) => {
    input.value = "";
    token.set(text.trim());
    try {
      await get(["jobs"]);
      tell(token.get() ? words.tokenHeld : "", false);
    } catch (error) {
      token.set("");
      tell(error.status === 401 ? words.tokenUnknown : error.message, true);
    }
    reconnect();
  };
  return h(
    "form",
    { class: "card fields", onsubmit: (event) => (event.preventDefault(), use(input.value)) },
    h("h2", {}, words.token),
    h("p", { class: "lead" }, words.tokenAbout),
    field(words.token, input),
    told,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "submit" }, words.tokenUse),
      h("button", { type: "button", class: "quiet", onclick: () => use("") }, words.tokenForget),
    ),
  );
}

const options = (table) => Object.entries(table);

/** The settings in the fields of the form, as in a job file; empty fields are left out. */
function settingsOf(form) {
  const text = (name) => form.elements[name].value.trim();
  const settings = {};
  for (const name of ["per-level", "count"]) if (text(name)) settings[name] = Number(text(name));
  for (const name of ["name", "seed", "profile", "symmetry"]) if (text(name)) settings[name] = text(name);
  return settings;
}

function startForm() {
  const told = h("p", { class: "note", hidden: true });
  const tell = (text, isBad) => {
    told.hidden = false;
    told.classList.toggle("bad", isBad);
    told.textContent = text;
    say(text);
  };
  const number = (name, value) => h("input", { type: "number", name, min: 1, step: 1, inputmode: "numeric", value });
  const form = h(
    "form",
    { class: "card fields", novalidate: true },
    h("h2", {}, words.startJob),
    field(words.perLevel, number("per-level", 100)),
    field(words.count, number("count"), words.countHint),
    field(words.profile, select({ name: "profile" }, options(words.profiles), "book")),
    field(words.symmetry, select({ name: "symmetry" }, options(words.symmetries), "")),
    field(words.seed, h("input", { name: "seed", inputmode: "numeric", autocomplete: "off" }), words.seedHint),
    field(words.jobName, h("input", { name: "name", autocomplete: "off", spellcheck: "false" }), words.jobNameHint),
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, words.start)),
    told,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const settings = settingsOf(form);
    if (!token.get()) return tell(words.tokenWanted, true);
    if (!settings.count && !settings["per-level"]) return tell(words.needsOne, true);
    try {
      const { id } = await startJob(settings);
      tell(words.started(settings.name ?? id ?? ""), false);
    } catch (error) {
      tell(error.message, true);
    }
  });
  return form;
}

export function jobsView({ signal }) {
  const jobs = jobList("h2");
  const none = h("p", { class: "note" }, words.loading);
  listen(
    "jobs",
    (told) => {
      jobs.update(told.jobs);
      none.hidden = told.jobs.length > 0;
      none.textContent = words.jobsNone;
    },
    signal,
  );
  return h(
    "div",
    { class: "page" },
    h("h1", { tabindex: -1 }, words.jobs),
    h("p", { class: "lead" }, words.jobsLead),
    h(
      "div",
      { class: "columns" },
      h("section", { class: "card" }, none, jobs.element),
      h("div", { class: "column" }, startForm(), tokenForm()),
    ),
  );
}

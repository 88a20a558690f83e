// A puzzle from elsewhere: pasted as text, checked in the browser, played, and rated there.

import { field, h, say } from "../dom.js";
import { cellsOf, faultOf } from "../play/reading.js";
import { words } from "../texts.js";

export function importView() {
  const area = h("textarea", { rows: 11, spellcheck: "false", autocomplete: "off", name: "puzzle" });
  const told = h("p", { class: "note bad", hidden: true });
  const submit = async (event) => {
    event.preventDefault();
    const puzzle = cellsOf(area.value);
    const problem = await faultOf(puzzle).catch((error) => error.message);
    told.hidden = problem === null;
    told.textContent = problem ?? "";
    if (problem) say(problem);
    else location.hash = `#/p/${puzzle}`;
  };
  const button = h("button", { type: "submit", class: "main" }, words.importPlay);
  return h(
    "div",
    { class: "page" },
    h("h1", { tabindex: -1 }, words.import),
    h("p", { class: "lead" }, words.importLead),
    h(
      "form",
      { class: "card fields import", onsubmit: submit, novalidate: true },
      field(words.importField, area),
      told,
      h("div", { class: "buttons" }, button),
    ),
  );
}

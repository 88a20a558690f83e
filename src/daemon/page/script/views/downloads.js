// The downloads of a pack: a book, an export, its statistics and its own files.

import { address, save } from "../api.js";
import { field, h, say, select } from "../dom.js";
import { formats } from "../formats.js";
import { bytes } from "../numbers.js";
import { levelName, words } from "../texts.js";

/** A form whose button fetches a file; a book takes a while, so it says that it is at work. */
function fetching(heading, about, fields, urlOf, fallback) {
  const button = h("button", { type: "submit", class: "main" }, words.download);
  const told = h("p", { class: "note", hidden: true });
  const tell = (text, isBad) => {
    told.hidden = false;
    told.classList.toggle("bad", isBad);
    told.textContent = text;
    say(text);
  };
  const form = h(
    "form",
    { class: "fields" },
    h("h3", {}, heading),
    h("p", { class: "lead" }, about),
    fields,
    h("div", { class: "buttons" }, button),
    told,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // Disabled, the button would lose the focus.
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    tell(words.beingMade, false);
    try {
      const name = fallback(form.elements);
      await save(urlOf(form.elements), name);
      tell(words.saved(name), false);
    } catch (error) {
      tell(error.message, true);
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
  return form;
}

const levelChoices = (levels) => [["", words.allLevels], ...levels.map((it) => [it.name, levelName(it.name)])];

function bookForm(pack, levels) {
  const perPage = [
    ["", words.presetsOwn],
    ["1", "1"],
    ["2", "2"],
    ["4", "4"],
    ["6", "6"],
  ];
  const fields = [
    field(words.preset, select({ name: "preset" }, Object.entries(words.presets), "home")),
    field(words.perPage, select({ name: "per-page" }, perPage, "")),
    field(words.level, select({ name: "level" }, levelChoices(levels), "")),
    field(
      words.perLevel,
      h("input", { type: "number", name: "per-level", min: 1, step: 1, inputmode: "numeric" }),
      words.perLevelHint,
    ),
  ];
  const url = (form) =>
    address(["packs", pack, "book.pdf"], {
      preset: form.preset.value,
      level: form.level.value,
      "per-level": form["per-level"].value,
      "per-page": form["per-page"].value,
      language: words.code,
    });
  return fetching(words.book, words.bookAbout, fields, url, () => `${pack}.pdf`);
}

function exportForm(pack, levels, layout) {
  const fields = [
    field(words.format, select({ name: "format" }, formats(layout), layout ? "csv" : "sdm")),
    field(words.level, select({ name: "level" }, levelChoices(levels), "")),
  ];
  const url = (form) => address(["packs", pack, "export", form.format.value], { level: form.level.value });
  return fetching(words.exportHead, words.exportAbout, fields, url, (form) => `${pack}.${form.format.value}`);
}

function fileLinks(pack, files) {
  const link = (name, url) =>
    h(
      "a",
      {
        href: url,
        download: name,
        onclick: (event) => {
          event.preventDefault();
          save(url, name).then(
            () => say(words.saved(name)),
            (error) => say(error.message),
          );
        },
      },
      name,
    );
  const rows = files.map((it) =>
    h(
      "li",
      {},
      link(it.name, address(["packs", pack, "files", it.name])),
      h("span", { class: "facts" }, bytes(it.bytes)),
    ),
  );
  return h("details", {}, h("summary", {}, words.files), h("ul", { class: "files" }, rows));
}

export function downloads(pack, levels, files, layout) {
  return h(
    "section",
    { class: "card" },
    h("h2", {}, words.take),
    h(
      "div",
      { class: "pair" },
      bookForm(pack, levels),
      h(
        "div",
        {},
        exportForm(pack, levels, layout),
        !layout &&
          h("p", { class: "after-form" }, h("a", { href: address(["packs", pack, "stats.html"]) }, words.statistics)),
        files.length > 0 && fileLinks(pack, files),
      ),
    ),
  );
}

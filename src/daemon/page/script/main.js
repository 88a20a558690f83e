// The frame of the page: the view that the address names, the language, the theme, and the connection to
// the server. A view is a function from the rest of the address to an element; when another view opens,
// its signal ends everything that it started.

import { h, say } from "./dom.js";
import { listen, reconnect } from "./live.js";
import { kept } from "./stored.js";
import { languages, levelName, speak, words } from "./texts.js";
import { gamesView } from "./views/games.js";
import { importView } from "./views/import.js";
import { jobsView } from "./views/jobs.js";
import { packView } from "./views/pack.js";
import { packsView } from "./views/packs.js";
import { playView } from "./views/play.js";
import { stockView } from "./views/stock.js";

const main = document.getElementById("main");
const THEMES = ["auto", "light", "dark"];
let leave = new AbortController();

/** The parts of the address behind the #, and what it asks: #/packs/NAME?level=hard. */
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path
    .split("/")
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  return { parts, query: new URLSearchParams(query) };
}

function viewOf([first, second]) {
  if (first === undefined || ["play", "p", "today"].includes(first)) return ["play", playView];
  if (first === "games") return ["games", gamesView];
  if (first === "import") return ["import", importView];
  if (first === "stock") return ["stock", stockView];
  if (first === "packs") return ["packs", second === undefined ? packsView : packView];
  if (first === "jobs") return ["jobs", jobsView];
  return ["", () => h("section", { class: "page" }, h("h1", { tabindex: -1 }, words.nothingThere))];
}

/** Shows what the address names. `isMoved`: the reader went there, so the focus follows. */
function open(isMoved) {
  leave.abort();
  leave = new AbortController();
  const { parts, query } = route();
  const [name, view] = viewOf(parts);
  document.body.dataset.view = name;
  showMenu(false);
  for (const link of document.querySelectorAll("#nav a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren(view({ parts, query, signal: leave.signal }));
  const heading = main.querySelector("h1");
  document.title = heading ? `${heading.textContent} · Sudoku Factory` : "Sudoku Factory";
  if (isMoved) {
    window.scrollTo(0, 0);
    (heading ?? main).focus({ preventScroll: true });
  }
}

function write() {
  document.documentElement.lang = words.code;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", words[element.dataset.label]);
  document.getElementById("language").value = words.code;
  const theme = kept.get("theme") ?? "auto";
  const button = document.getElementById("theme");
  button.dataset.theme = theme;
  button.setAttribute("aria-label", words.theme[theme]);
  button.title = words.theme[theme];
}

/** Before anything is drawn, so that a page that was switched to dark does not flash in white. */
function showTheme() {
  const theme = kept.get("theme") ?? "auto";
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Opens or closes the menu, which is one where there is little room only. */
function showMenu(isOpen) {
  document.getElementById("menu").setAttribute("aria-expanded", String(isOpen));
  document.querySelector(".top").classList.toggle("open", isOpen);
}

function turnTheme() {
  const theme = THEMES[(THEMES.indexOf(kept.get("theme") ?? "auto") + 1) % THEMES.length];
  kept.set("theme", theme);
  showTheme();
  write();
  say(words.theme[theme]);
}

function showLink(state) {
  const link = document.getElementById("link");
  if (link.dataset.state === "live" && state === "lost") say(words.noAnswer);
  link.dataset.state = state;
  document.getElementById("link-word").textContent = words.link[state];
}

/** Jobs that end are told of wherever the reader is. */
function tellEnds() {
  const states = new Map();
  let isFirst = true;
  return ({ jobs }) => {
    for (const { id, name, state } of jobs) {
      const before = states.get(String(id));
      if (!isFirst && before !== state) say(words.jobIs(name ?? id, words.states[state] ?? levelName(state)));
      states.set(String(id), state);
    }
    isFirst = false;
  };
}

showTheme();
const forEver = new AbortController().signal;
const menu = document.getElementById("menu");
menu.addEventListener("click", () => showMenu(menu.getAttribute("aria-expanded") !== "true"));
document.getElementById("theme").addEventListener("click", turnTheme);
const choice = document.getElementById("language");
choice.append(...languages().map(([code, name]) => h("option", { value: code, lang: code }, name)));
choice.addEventListener("change", async () => {
  try {
    await speak(choice.value);
  } catch (error) {
    say(error.message);
  }
  write();
  showLink(document.getElementById("link").dataset.state);
  open(false);
});
document.querySelector(".skip").addEventListener("click", (event) => {
  // Not by the address, which names the view.
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", () => open(true));
write();
showLink("waiting");
open(false);
listen("link", showLink, forEver);
listen("jobs", tellEnds(), forEver);
reconnect();
// Without a network the page comes from the service worker. Browsers have none where the address is not secure.
navigator.serviceWorker?.register("/sw.js").catch(() => undefined);

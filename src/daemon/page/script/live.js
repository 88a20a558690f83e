// Jobs and stock as they change: server-sent events while the page is looked at, asked for every
// other second where events do not come through. Read by fetch and not by EventSource, which can
// send no token; and closed while the page is hidden, since browsers allow a server six connections.

import { address, ask, get } from "./api.js";

const KINDS = ["jobs", "stock"];
const POLL = 2000;
const AGAIN = 10_000;

const last = {};
const listeners = new Set();
let stop = null;

/** Calls `hear` with the newest jobs or stock, now and at every change, until `signal` ends it. */
export function listen(kind, hear, signal) {
  const listener = { kind, hear };
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
  if (last[kind]) hear(last[kind]);
}

function tell(kind, value) {
  last[kind] = value;
  for (const listener of [...listeners]) if (listener.kind === kind) listener.hear(value);
}

/** Waits, unless the signal ends it before. */
function pause(milliseconds, signal) {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}

/** One block of an event stream: its name and its data. */
function parsedBlock(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return { name, data: data.join("\n") };
}

async function stream(signal) {
  const response = await ask(address(["events"]), { signal, accept: "text/event-stream" });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  tell("link", "live");
  let text = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).replaceAll("\r\n", "\n").split("\n\n");
    text = blocks.pop();
    for (const { name, data } of blocks.map(parsedBlock)) if (KINDS.includes(name) && data) tell(name, JSON.parse(data));
  }
}

async function poll(signal) {
  const until = Date.now() + AGAIN;
  while (!signal.aborted && Date.now() < until) {
    try {
      for (const kind of KINDS) tell(kind, await get([kind], {}, signal));
      tell("link", "asked");
    } catch (error) {
      if (error.name === "AbortError") return;
      tell("link", error.status === 401 || error.status === 403 ? "locked" : "lost");
    }
    await pause(POLL, signal);
  }
}

async function follow(signal) {
  while (!signal.aborted) {
    try {
      await stream(signal);
    } catch {
      // No events, or they broke off: the answers to plain questions say what is the matter.
    }
    if (!signal.aborted) await poll(signal);
  }
}

/** Begins anew, for instance with another token. */
export function reconnect() {
  stop?.abort();
  stop = null;
  if (document.hidden) return;
  stop = new AbortController();
  follow(stop.signal);
}

document.addEventListener("visibilitychange", reconnect);

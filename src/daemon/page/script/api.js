// The server's HTTP interface: every answer is JSON, every error has one line of text.
// The token, where one is needed, is typed in by the user and never leaves the tab.

import { forTheTab } from "./stored.js";
import { words } from "./texts.js";

/** An answer that is an error: its status, its text and its code. */
export class Refused extends Error {
  constructor(status, message, code) {
    super(message);
    Object.assign(this, { status, code });
  }
}

export const token = {
  get: () => forTheTab.get("token") ?? "",
  set: (text) => (text ? forTheTab.set("token", text) : forTheTab.remove("token")),
};

/** The address of something below /api/v1, each part of it escaped. */
export function address(parts, query = {}) {
  const asked = new URLSearchParams(
    Object.entries(query).filter(([, it]) => it !== null && it !== undefined && it !== ""),
  );
  const path = parts.map((part) => encodeURIComponent(part)).join("/");
  return `/api/v1/${path}${asked.size ? `?${asked}` : ""}`;
}

/** Asks, and gives the response if it is a good one. */
export async function ask(url, { method = "GET", body, signal, accept = "application/json" } = {}) {
  const headers = { Accept: accept };
  const secret = token.get();
  if (secret) headers.Authorization = `Bearer ${secret}`;
  // With a token of its own the page wants neither what the browser knows nor a question for it.
  const credentials = secret ? "omit" : "same-origin";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    const text = body === undefined ? undefined : JSON.stringify(body);
    // By the origin: an address with a name and a secret in it is none that may be fetched.
    response = await fetch(new URL(url, location.origin), { method, headers, credentials, signal, body: text });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, words.noAnswer);
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  const said = words.problems[told?.code] ?? told?.error ?? told?.detail;
  throw new Refused(response.status, said ?? words.statusOnly(response.status), told?.code);
}

/** The server's answer at an address, as an object. */
export async function get(parts, query, signal) {
  return (await ask(address(parts, query), { signal })).json();
}

/** Starts a job: the settings of a job file as an object. */
export async function startJob(settings) {
  return (await ask(address(["jobs"]), { method: "POST", body: settings })).json();
}

/** Stops a job; what it made so far is journalled. */
export async function cancelJob(id) {
  await ask(address(["jobs", id]), { method: "DELETE" });
}

/** Fetches a file, with the token where there is one, and hands it to the browser to be saved. */
export async function save(url, fallback) {
  const response = await ask(url, { accept: "*/*" });
  const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  const place = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = place;
  link.download = named?.[1] ?? fallback;
  link.click();
  // Chromium reads the blob after the click returned.
  setTimeout(() => URL.revokeObjectURL(place), 60_000);
}

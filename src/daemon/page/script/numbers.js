// Numbers, times and dates as the reader's language writes them.

import { words } from "./texts.js";

const locale = () => words.locale;

/** 12,345 */
export const count = (n) => new Intl.NumberFormat(locale()).format(n);

/** With so many decimals. */
export const fixed = (n, decimals) =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(n);

/** A share as per cent: 12.4 %. */
export const percent = (share) => `${fixed(100 * share, share > 0 && share < 0.01 ? 2 : 1)}\u00a0%`;

/** A size in bytes. */
export function bytes(n) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = n < 1000 ? 0 : Math.min(Math.floor(Math.log10(n) / 3), units.length - 1);
  return `${fixed(n / 1000 ** power, power === 0 ? 0 : 1)}\u00a0${units[power]}`;
}

/** Facts side by side: a line breaks between them, not within one. */
export const facts = (list) =>
  list
    .filter(Boolean)
    .map((it) => String(it).replaceAll(" ", "\u00a0"))
    .join(" · ");

/** Seconds as a clock shows them: 4:07, 1:02:03. */
export function clock(seconds) {
  const all = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** A moment, given in RFC 3339: 21 Nov 2026, 04:30. */
export function moment(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return String(text);
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(date);
}

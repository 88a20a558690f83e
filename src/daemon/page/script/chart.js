// Charts as SVG, drawn at the width that there is, so that words keep their size on a phone:
// yields as bars, and how many puzzles have which D. Each says in words what it shows.

import { h, s } from "./dom.js";
import { colour } from "./levels.js";
import { count, fixed, percent } from "./numbers.js";
import { levelName } from "./texts.js";

let named = 0;

/** A frame that draws anew whenever its width changes. */
function chart(title, about, draw) {
  const frame = h("div", { class: "chart" });
  let drawn = 0;
  new ResizeObserver(([{ contentRect }]) => {
    const width = Math.round(contentRect.width);
    if (width === drawn || width === 0) return;
    drawn = width;
    const id = `chart-${(named += 1)}`;
    const { height, marks } = draw(width);
    const words = [s("title", { id: `${id}-title` }, title), s("desc", { id: `${id}-about` }, about)];
    const frameOf = {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-labelledby": `${id}-title ${id}-about`,
    };
    frame.replaceChildren(s("svg", frameOf, words, marks));
  }).observe(frame);
  return frame;
}

const text = (x, y, anchor, kind, words) => s("text", { x, y, "text-anchor": anchor, class: kind }, words);

/** About how wide words are drawn in a chart. */
const lengthOf = (words) => [...words].reduce((sum, letter) => sum + (letter > "\u2e80" ? 13 : 7), 0);

/** Shares of the levels as bars; `levels` have name, made and yield. */
export function yieldsChart(title, about, levels) {
  const line = 34;
  const left = Math.max(104, ...levels.map((it) => lengthOf(levelName(it.name)) + 12));
  return chart(title, about, (width) => {
    const most = Math.max(...levels.map((it) => it.yield), 0.001);
    const room = Math.max(0, width - left - 62);
    const marks = levels.map((it, n) => {
      const y = n * line;
      const long = Math.min(room, Math.max(2, (it.yield / most) * room));
      return s(
        "g",
        {},
        text(0, y + 21, "start", "ink", levelName(it.name)),
        s("rect", { x: left, y: y + 6, width: room, height: 20, rx: 4, class: "trough" }),
        s("rect", { x: left, y: y + 6, width: long, height: 20, rx: 4, fill: colour(n, levels.length) }),
        text(width, y + 21, "end", "ink", percent(it.yield)),
      );
    });
    return { height: levels.length * line, marks };
  });
}

/** A round step that gives some five lines. */
function step(span, wanted) {
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough);
}

function lines(from, to, by) {
  const all = [];
  for (let n = Math.ceil(from / by); n * by <= to + by / 1e6; n += 1) all.push(n * by);
  return all;
}

/** Bins { d, n } by their beginnings, all of one width; `limits` part the levels where D does. */
export function histogramChart(title, about, bins, limits) {
  const sorted = [...bins].sort((a, b) => a.d - b.d);
  const gaps = sorted.slice(1).map((it, n) => it.d - sorted[n].d);
  const wide = gaps.length ? Math.min(...gaps) : 1;
  const [left, right, top, foot] = [40, 12, 14, 24];
  const level = (d) => limits.filter((limit) => d >= limit - 1e-9).length;
  return chart(title, about, (width) => {
    const height = Math.max(200, Math.min(280, width * 0.4));
    const ends = [Math.min(...sorted.map((it) => it.d)), Math.max(...sorted.map((it) => it.d)) + wide];
    const most = Math.max(...sorted.map((it) => it.n), 1);
    const x = (d) => left + ((d - ends[0]) / (ends[1] - ends[0])) * Math.max(0, width - left - right);
    const y = (n) => height - foot - (n / most) * (height - foot - top);
    const up = lines(0, most, Math.max(1, step(most, 4))).map((n) => [
      s("line", { x1: left, x2: width - right, y1: y(n), y2: y(n), class: n === 0 ? "axis" : "rule" }),
      text(left - 8, y(n) + 4, "end", "faint", count(n)),
    ]);
    const by = step(ends[1] - ends[0], width < 480 ? 6 : 10);
    const along = lines(ends[0], ends[1], by).map((d) =>
      text(x(d), height - 6, "middle", "faint", fixed(d, by < 1 ? 1 : 0)),
    );
    const blocks = sorted.map(({ d, n }) => {
      const from = x(d);
      const long = Math.max(1, x(d + wide) - from - 1);
      const told = s("title", {}, `D ${fixed(d, 2)} – ${fixed(d + wide, 2)}: ${count(n)}`);
      return s(
        "rect",
        {
          x: from,
          y: y(n),
          width: long,
          height: height - foot - y(n),
          rx: Math.min(2, long / 3),
          fill: limits.length ? colour(level(d), limits.length + 1) : null,
          class: limits.length ? null : "plain",
        },
        told,
      );
    });
    const parts = limits
      .filter((it) => it > ends[0] && it < ends[1])
      .map((it) => s("line", { x1: x(it), x2: x(it), y1: top - 8, y2: height - foot, class: "limit" }));
    return { height, marks: [up, along, blocks, parts] };
  });
}

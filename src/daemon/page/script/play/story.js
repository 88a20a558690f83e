// A step of the solving path told in words: what is seen, why it follows, and what it does. Rules
// are called as the documentation and the books call them.

import { words } from "../texts.js";
import { digitsOf, bit } from "./cells.js";

/** A trial that succeeds fills half the board. */
const SHOWN = 3;

/** The name of a rule within a sentence. */
export const ruleName = (rule) => words.ruleNames[rule] ?? rule.replaceAll("-", " ");

/** The same at the head of a line. */
export const ruleTitle = (rule) => ruleName(rule).replace(/^./, (letter) => letter.toUpperCase());

function listed(items) {
  const all = items.map(String);
  return all.length < 2 ? all.join("") : all.slice(0, -1).join(words.listBetween) + words.listLast + all.at(-1);
}

/** `row 3` as the language has it. */
function houseName(house) {
  const [kind, number] = house.split(" ");
  return words.house[kind](number);
}

/** `rows 2 and 7`: houses of one kind. */
function houseNames(houses) {
  const kind = houses[0].split(" ")[0];
  return words.houses[kind](listed(houses.map((it) => it.split(" ")[1]).sort()));
}

/** The rows that fish in columns cover, or the columns of fish in rows. */
function covers(step) {
  const isRows = step.houses[0].startsWith("row");
  const numbers = step.cell_names.map((it) => (isRows ? it[3] : it[1]));
  return [...new Set(numbers)].sort().map((it) => `${isRows ? "column" : "row"} ${it}`);
}

/** Why the step holds. */
export function reason(step) {
  const says = words.reasons;
  const [cell] = step.cell_names;
  const digit = step.digits[0];
  const cells = listed([...step.cell_names].sort());
  const digits = listed(step.digits);
  const house = step.houses[0] && houseName(step.houses[0]);
  const { rule } = step;
  if (rule === "naked-single") return says.single({ cell, digit });
  if (rule === "hidden-single") return says.hidden({ cell, digit, house });
  if (rule.startsWith("naked-")) return says.naked({ cells, digits, house });
  if (rule.startsWith("hidden-")) return says.hiddenSet({ cells, digits, house });
  if (rule === "intersection-removal")
    return says.intersection({ digit, house, into: houseName(step.houses[1]), cells });
  if (rule === "x-wing" || rule === "swordfish")
    return says.fish({ digit, houses: houseNames(step.houses), into: houseNames(covers(step)) });
  if (rule.endsWith("-wing")) {
    const wings = rule === "xy-wing" ? step.cell_names.slice(1) : step.cell_names;
    return says.wing({ pivot: cell, out: step.eliminations[0]?.digit, all: listed(wings) });
  }
  const isLucky = step.placements[0]?.digit === digit;
  return isLucky ? says.lucky({ cell, digit }) : says.unlucky({ cell, digit });
}

/** The effect of a step: `r1c8 r1c9 ≠ 4 7`, `r5c2 = 7`. */
export function effect(step) {
  const placed = step.placements.slice(0, SHOWN).map((it) => `${it.name} = ${it.digit}`);
  if (step.placements.length > SHOWN) placed.push(words.more(step.placements.length - SHOWN));
  const out = new Map();
  for (const { name, digit } of step.eliminations) out.set(name, (out.get(name) ?? 0) | bit(digit));
  const alike = Map.groupBy([...out.keys()], (name) => out.get(name));
  const removed = [...alike].map(([set, names]) => `${names.join(" ")} ≠ ${digitsOf(set).join(" ")}`);
  return [...placed, ...removed].join(words.effectBetween);
}

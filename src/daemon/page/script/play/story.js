// A step of the solving path told in words: what is seen, why it follows, and what it does. Rules
// are called as the documentation and the books call them.

import { words } from "../texts.js";
import { digitsOf, bit } from "./cells.js";

const NAMES = {
  "naked-single": ["naked single", "显性唯一数"],
  "hidden-single": ["hidden single", "隐性唯一数"],
  "naked-pair": ["naked pair", "显性数对"],
  "hidden-pair": ["hidden pair", "隐性数对"],
  "naked-triplet": ["naked triplet", "显性三数组"],
  "hidden-triplet": ["hidden triplet", "隐性三数组"],
  "naked-quad": ["naked quad", "显性四数组"],
  "hidden-quad": ["hidden quad", "隐性四数组"],
  "intersection-removal": ["intersection removal", "区块摒除"],
  "x-wing": ["X-wing", "X 翼"],
  swordfish: ["swordfish", "剑鱼"],
  "xy-wing": ["XY-wing", "XY 翼"],
  "xyz-wing": ["XYZ-wing", "XYZ 翼"],
  trial: ["trial", "试数"],
  "wxyz-wing": ["WXYZ-wing", "WXYZ 翼"],
};

/** A trial that succeeds fills half the board. */
const SHOWN = 3;

const isChinese = () => words.code === "zh";

/** What a rule is called, within a sentence. */
export const ruleName = (rule) => NAMES[rule]?.[isChinese() ? 1 : 0] ?? rule.replaceAll("-", " ");

/** The same at the head of a line. */
export const ruleTitle = (rule) => ruleName(rule).replace(/^./, (letter) => letter.toUpperCase());

function listed(items) {
  const all = items.map(String);
  if (isChinese()) return all.join("、");
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** `row 3` as the language has it. */
function houseName(house) {
  if (!isChinese()) return house;
  const [kind, number] = house.split(" ");
  return `第 ${number} ${{ row: "行", column: "列", box: "宫" }[kind]}`;
}

/** `rows 2 and 7`, `第 2、7 行`: houses of one kind. */
function houseNames(houses) {
  const kind = houses[0].split(" ")[0];
  const numbers = listed(houses.map((it) => it.split(" ")[1]).sort());
  return isChinese() ? `第 ${numbers} ${{ row: "行", column: "列", box: "宫" }[kind]}` : `${kind}s ${numbers}`;
}

/** The rows that fish in columns cover, or the columns of fish in rows. */
function covers(step) {
  const isRows = step.houses[0].startsWith("row");
  const numbers = step.cell_names.map((it) => (isRows ? it[3] : it[1]));
  return [...new Set(numbers)].sort().map((it) => `${isRows ? "column" : "row"} ${it}`);
}

const english = {
  single: ({ cell, digit }) => `${cell} can only be ${digit}: its row, column and box have all other digits.`,
  hidden: ({ cell, digit, house }) => `In ${house} only ${cell} is left for ${digit}.`,
  naked: ({ cells, digits, house }) => `${cells} hold ${digits} between them, so no other cell of ${house} does.`,
  hiddenSet: ({ cells, digits, house }) =>
    `In ${house} only ${cells} are left for ${digits}, so nothing else goes there.`,
  intersection: ({ digit, house, into, cells }) =>
    `In ${house} every place for ${digit} lies in ${into}, too: ${cells}. So the rest of ${into} loses it.`,
  fish: ({ digit, houses, into }) =>
    `In ${houses} the only places for ${digit} lie in ${into}. So the rest of ${into} loses it.`,
  wing: ({ pivot, out, all }) => `Whatever ${pivot} is, one of ${all} is ${out}, so what sees them all is not.`,
  lucky: ({ cell, digit }) => `With ${digit} tried in ${cell} all the rest follows: it leads to the solution.`,
  unlucky: ({ cell, digit }) => `With ${digit} tried in ${cell} a contradiction follows, so it is the other digit.`,
};

const chinese = {
  single: ({ cell, digit }) => `${cell} 只能填 ${digit}：其余数字都已出现在它的行、列和宫内。`,
  hidden: ({ cell, digit, house }) => `${house}内的 ${digit} 只剩 ${cell} 可填。`,
  naked: ({ cells, digits, house }) => `${cells} 只能填 ${digits}，${house}的其余各格都不能填这些数字。`,
  hiddenSet: ({ cells, digits, house }) => `${house}内的 ${digits} 只能填在 ${cells}，这些格不能填其他数字。`,
  intersection: ({ digit, house, into, cells }) =>
    `${house}内的 ${digit} 只能填在 ${cells}，这些格都在${into}，${into}的其余各格划去它。`,
  fish: ({ digit, houses, into }) => `${houses}内的 ${digit} 只能填在${into}，${into}的其余各格划去它。`,
  wing: ({ pivot, out, all }) => `无论 ${pivot} 填什么，${all} 之一必为 ${out}，同时看到它们的格不是 ${out}。`,
  lucky: ({ cell, digit }) => `在 ${cell} 试填 ${digit}，其余各格随之得出：得到解。`,
  unlucky: ({ cell, digit }) => `在 ${cell} 试填 ${digit} 会出现矛盾，所以是另一个数字。`,
};

/** Why the step holds. */
export function reason(step) {
  const says = isChinese() ? chinese : english;
  const [first] = step.cell_names;
  const digit = step.digits[0];
  const cells = listed([...step.cell_names].sort());
  const digits = listed(step.digits);
  const house = step.houses[0] && houseName(step.houses[0]);
  const { rule } = step;
  if (rule === "naked-single") return says.single({ cell: first, digit });
  if (rule === "hidden-single") return says.hidden({ cell: first, digit, house });
  if (rule.startsWith("naked-")) return says.naked({ cells, digits, house });
  if (rule.startsWith("hidden-")) return says.hiddenSet({ cells, digits, house });
  if (rule === "intersection-removal")
    return says.intersection({ digit, house, into: houseName(step.houses[1]), cells });
  if (rule === "x-wing" || rule === "swordfish")
    return says.fish({ digit, houses: houseNames(step.houses), into: houseNames(covers(step)) });
  if (rule.endsWith("-wing")) {
    const wings = rule === "xy-wing" ? step.cell_names.slice(1) : step.cell_names;
    return says.wing({ pivot: first, out: step.eliminations[0]?.digit, all: listed(wings) });
  }
  const isLucky = step.placements[0]?.digit === digit;
  const told = { cell: first, digit };
  return isLucky ? says.lucky(told) : says.unlucky(told);
}

/** What the step does: `r1c8 r1c9 ≠ 4 7`, `r5c2 = 7`. */
export function effect(step) {
  const placed = step.placements.slice(0, SHOWN).map((it) => `${it.name} = ${it.digit}`);
  if (step.placements.length > SHOWN) placed.push(words.more(step.placements.length - SHOWN));
  const out = new Map();
  for (const { name, digit } of step.eliminations) out.set(name, (out.get(name) ?? 0) | bit(digit));
  const alike = Map.groupBy([...out.keys()], (name) => out.get(name));
  const removed = [...alike].map(([set, names]) => `${names.join(" ")} ≠ ${digitsOf(set).join(" ")}`);
  return [...placed, ...removed].join(isChinese() ? "，" : ", ");
}

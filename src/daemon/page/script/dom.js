// Elements in one line: h("p", { class: "note" }, "words") and the same for SVG with s(…).
// Texts become text nodes, never markup, so that no name of a pack can become a script.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") {
      for (const [key, it] of Object.entries(value)) element.style.setProperty(key, it);
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An HTML element. Attributes that are null or false are left out; `vars` are style properties. */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Tells those who can't see the page what has changed. */
export function say(text) {
  const said = document.getElementById("said");
  // The same words twice are two messages: an element that changes is read, one that doesn't is not.
  said.textContent = said.textContent === text ? `${text}\u00a0` : text;
}

/** A line that says why something is not there. */
export function trouble(error) {
  return h("p", { class: "note bad", role: "alert" }, error.message);
}

/** A select with its options, given as [value, words] pairs. */
export function select(attributes, options, chosen) {
  return h(
    "select",
    attributes,
    options.map(([value, label]) => h("option", { value, selected: value === chosen }, label)),
  );
}

/** A field with its label above. */
export function field(label, control, hint) {
  return h("label", { class: "field" }, h("span", {}, label), control, hint && h("small", {}, hint));
}

// Where the package's modules lie: beside its scripts, read from a disk by Node.js and over the network by browsers.
// The addresses are literals, by which bundlers find the files; the name of Node's reader is none, since they lack it.

const FILES = ["node:fs", "promises"].join("/");

/** The small module, for `createEngine`. */
export const coreModule = () => read(new URL("./sudoku_core.wasm", import.meta.url));

/** The large module, for `createEngine`. */
export const wholeModule = () => read(new URL("./sudoku_factory.wasm", import.meta.url));

async function read(place) {
  if (place.protocol !== "file:") return fetch(place);
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ FILES);
  return readFile(place);
}

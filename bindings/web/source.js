// Where the package's modules lie: beside its scripts, read from a disk by Node.js and over the network by browsers.

/** A module of the package, for `createEngine`. */
export async function moduleOf(file) {
  const place = new URL(file, import.meta.url);
  if (place.protocol !== "file:") return fetch(place);
  const { readFile } = await import("node:fs/promises");
  return readFile(place);
}

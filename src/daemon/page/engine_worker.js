// The engine in a thread of its own, put behind the functions of bindings/web/engine.js. A message names a function
// and what it is given; the answer has the same number, and a value or the text of an error.

const address = new URL("/page/engine.wasm", self.location.origin);
// The version of this script is that of the module, too.
address.search = self.location.search;
let loading = null;

/** The engine. If it could not be loaded, the next message tries again. */
function loaded() {
  const forget = () => (loading = null);
  if (!loading) {
    loading = createEngine(fetch(address));
    loading.catch(forget);
  }
  return loading;
}

self.addEventListener("message", async ({ data: { number, name, given } }) => {
  try {
    const value = (await loaded())[name](...given);
    // Nobody can be sent an iterator.
    self.postMessage({ number, value: name === "generate" ? [...value] : value });
  } catch (error) {
    self.postMessage({ number, error: error instanceof SudokuError ? error.message : "" });
  }
});

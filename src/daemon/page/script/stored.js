// The data that the browser keeps for this page: progress, theme and language for good (localStorage), the
// token only until the tab is closed (sessionStorage). If storage is switched off, nothing is kept.

const PREFIX = "sudoku-factory:";

function of(storage) {
  return {
    get(name) {
      try {
        return JSON.parse(storage().getItem(PREFIX + name));
      } catch {
        return null;
      }
    },
    set(name, value) {
      try {
        storage().setItem(PREFIX + name, JSON.stringify(value));
      } catch {
        // Full or switched off: the page works on without.
      }
    },
    remove(name) {
      try {
        storage().removeItem(PREFIX + name);
      } catch {
        // As above.
      }
    },
    names() {
      try {
        return Object.keys(storage())
          .filter((it) => it.startsWith(PREFIX))
          .map((it) => it.slice(PREFIX.length));
      } catch {
        return [];
      }
    },
  };
}

export const kept = of(() => localStorage);
export const forTheTab = of(() => sessionStorage);

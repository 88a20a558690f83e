// Runs before anything is drawn, so that a page that was switched to dark does not flash in white.
// What the reader chose lies in localStorage; without a choice the system's wish holds.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("sudoku-factory:theme"));
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is switched off: the system's wish holds.
  }
})();

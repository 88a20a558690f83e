// A puzzle on the table: board, keypad and tools. Everything goes by keyboard, by mouse and by touch.

import { h, say } from "../dom.js";
import { clock } from "../numbers.js";
import { words } from "../texts.js";
import { Board } from "./board.js";
import { bit, boxOf, CELLS, columnOf, DIGITS, rowOf } from "./cells.js";
import { Hint } from "./hint.js";

const MODES = ["digit", "corner", "centre", "colour"];
const sees = (a, b) => rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b);

export class Table {
  constructor(game, onDone) {
    this.game = game;
    this.onDone = onDone;
    this.mode = "digit";
    this.checked = [];
    this.board = new Board({ onChoose: () => this.draw() });
    this.message = h("p", { class: "message", hidden: true });
    this.hint = new Hint(game, {
      onShow: () => this.draw(),
      act: (change) => this.act(change),
      tell: (text, kind) => this.tell(text, kind),
    });
    this.controls = h(
      "div",
      { class: "controls" },
      this.modeButtons(),
      this.keypad(),
      this.tools(),
      this.hint.box,
      this.message,
    );
    const start = CELLS.find((cell) => !game.values[cell]) ?? 0;
    this.board.cells[0].tabIndex = -1;
    this.board.chosen = start;
    this.board.selection = new Set([start]);
    this.board.cells[start].tabIndex = 0;
    this.draw();
    if (game.done) this.tell(words.solved(clock(game.seconds)), "good");
  }

  /** Draws the board for paper, without the hint, or for the screen, with it. */
  print(isPrinted) {
    this.isPrinted = isPrinted;
    this.draw();
  }

  button(kind, label, act) {
    return h("button", { type: "button", class: kind, onclick: act }, label);
  }

  modeButtons() {
    this.modes = MODES.map((mode) => {
      const button = this.button("mode", words.modes[mode], () => this.turn(mode));
      button.setAttribute("aria-pressed", String(mode === this.mode));
      return button;
    });
    return h("div", { class: "modes", role: "group", "aria-label": words.modesLabel }, this.modes);
  }

  keypad() {
    this.digits = DIGITS.map((digit) =>
      this.button(`key paint-${digit}`, String(digit), () => this.put(digit, this.mode)),
    );
    this.eraser = this.button("key erase", words.erase, () => this.act(() => this.game.erase(this.board.selected)));
    this.pad = h("div", { class: "keypad", role: "group", "aria-label": words.keypad }, this.digits, this.eraser);
    return this.pad;
  }

  tools() {
    this.undoButton = this.button("tool", words.undo, () => this.act(() => this.game.undo()));
    this.redoButton = this.button("tool", words.redo, () => this.act(() => this.game.redo()));
    return h(
      "div",
      { class: "tool-row" },
      this.undoButton,
      this.redoButton,
      this.button("tool", words.check, () => this.check()),
      this.button("tool", words.fillMarks, () => this.act(() => this.game.markAll())),
      this.hint.button,
    );
  }

  tell(text, kind = "") {
    this.message.hidden = false;
    this.message.className = `message ${kind}`;
    this.message.textContent = text;
    this.message.scrollIntoView({ block: "nearest" });
    say(text);
  }

  /** Does something to the game, and shows what came of it; false if it changes nothing. */
  act(change) {
    const wasDone = this.game.done;
    if (!change()) return false;
    this.checked = [];
    this.hint.clear();
    this.message.hidden = true;
    this.draw();
    const count = this.board.selection.size;
    say(count > 1 ? `${words.selected(count)}: ${this.board.label}` : this.board.label);
    if (this.game.done && !wasDone) {
      this.tell(words.solved(clock(this.game.seconds)), "good");
      this.onDone();
    } else if (this.game.blanks === 0 && !this.game.done) this.tell(words.fullButWrong);
    return true;
  }

  put(digit, mode) {
    const cells = this.board.selected;
    this.act(() => {
      if (mode === "colour") return this.game.paint(cells, digit);
      return mode === "digit" ? this.game.write(cells, digit) : this.game.mark(cells, digit, mode);
    });
  }

  turn(mode) {
    this.mode = mode;
    this.modes.forEach((button, n) => button.setAttribute("aria-pressed", String(MODES[n] === mode)));
    this.draw();
    say(words.modeIs(words.modes[mode]));
  }

  async check() {
    try {
      this.checked = await this.game.wrong();
    } catch (error) {
      this.tell(error.message, "bad");
      return;
    }
    if (this.game.done) this.tell(words.solved(clock(this.game.seconds)), "good");
    else if (this.checked.length) this.tell(words.wrongCells(this.checked.length), "bad");
    else this.tell(words.rightSoFar(this.game.blanks), "good");
    this.draw();
  }

  /** Handles a key; returns false for keys that are left to the browser. */
  key(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey) return false;
    if (this.board.moved(event)) return true;
    const key = event.key.toLowerCase();
    // The key's place tells the digit: with Shift its character depends on the keyboard.
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? /^[1-9]$/.exec(key)?.[0];
    if (digit) this.put(Number(digit), isCommand ? "centre" : event.shiftKey ? "corner" : this.mode);
    else if (isCommand && key === "z") this.act(() => (event.shiftKey ? this.game.redo() : this.game.undo()));
    else if (isCommand && key === "y") this.act(() => this.game.redo());
    else if (isCommand) return false;
    else if (["0", "backspace", "delete"].includes(key) || event.code === "Numpad0")
      this.act(() => this.game.erase(this.board.selected));
    else if (key === " ") this.turn(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
    else if (key === "c") this.check();
    else if (key === "h") event.repeat || this.hint.press();
    else if (key === "escape" && this.hint.told) this.hint.clear();
    else return false;
    return true;
  }

  draw() {
    const { game, board } = this;
    const chosen = board.chosen;
    const isOne = board.selection.size === 1;
    const digit = isOne ? game.values[chosen] : 0;
    const twice = new Set(game.twice());
    const wrong = new Set([...this.checked, ...this.hint.wrong]);
    const picture = {
      cells: CELLS.map((cell) => ({
        value: game.values[cell],
        kind: game.given[cell] ? "given" : "own",
        corner: game.corner[cell],
        centre: game.centre[cell],
        colour: game.colours[cell],
        strong: digit ? game.corner[cell] & bit(digit) : 0,
        tones: [
          isOne && sees(cell, chosen) && "seen",
          digit && game.values[cell] === digit && "same",
          twice.has(cell) && "twice",
          wrong.has(cell) && "wrong",
        ].filter(Boolean),
      })),
    };
    board.draw(this.isPrinted ? picture : this.hint.over(picture));
    this.drawKeys();
  }

  drawKeys() {
    const { game } = this;
    const isColour = this.mode === "colour";
    this.pad.classList.toggle("paints", isColour);
    this.digits.forEach((button, n) => {
      const left = Math.max(0, 9 - game.values.filter((it) => it === n + 1).length);
      button.dataset.left = isColour ? "" : String(left);
      button.classList.toggle("spent", left === 0 && !isColour);
      const label = isColour ? `${n + 1}, ${words.colourKey(words.colours[n])}` : words.digit(n + 1, left);
      button.setAttribute("aria-label", label);
    });
    // Disabled, a button would drop the focus of those who press it by key.
    this.undoButton.setAttribute("aria-disabled", String(game.past.length === 0));
    this.redoButton.setAttribute("aria-disabled", String(game.future.length === 0));
  }
}

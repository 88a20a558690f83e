// A puzzle on the table: board, keypad and tools. Everything goes by keyboard, by mouse and by touch.

import { h, say } from "../dom.js";
import { clock } from "../numbers.js";
import { words } from "../texts.js";
import { Board } from "./board.js";
import { bit, boxOf, CELLS, columnOf, DIGITS, rowOf } from "./cells.js";
import { Hint } from "./hint.js";

const sees = (a, b) => rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b);

export class Table {
  constructor(game, onDone) {
    this.game = game;
    this.onDone = onDone;
    this.isPencil = false;
    this.checked = [];
    this.board = new Board({ onChoose: () => this.draw(), onKey: (event) => this.key(event) });
    this.message = h("p", { class: "message", hidden: true });
    this.hint = new Hint(game, {
      onShow: () => this.draw(),
      act: (change) => this.act(change),
      tell: (text, kind) => this.tell(text, kind),
    });
    this.controls = h("div", { class: "controls" }, this.keypad(), this.tools(), this.hint.box, this.message);
    const start = CELLS.find((cell) => !game.values[cell]) ?? 0;
    this.board.cells[0].tabIndex = -1;
    this.board.chosen = start;
    this.board.cells[start].tabIndex = 0;
    this.draw();
    if (game.done) this.tell(words.solved(clock(game.seconds)), "good");
  }

  button(kind, label, act) {
    return h("button", { type: "button", class: kind, onclick: act }, label);
  }

  keypad() {
    this.digits = DIGITS.map((digit) => {
      const left = h("small", { "aria-hidden": "true" });
      return h(
        "button",
        { type: "button", class: "key", onclick: () => this.put(digit, this.isPencil) },
        String(digit),
        left,
      );
    });
    this.pencil = h(
      "button",
      { type: "button", class: "key pencil", "aria-pressed": "false", onclick: () => this.turnPencil() },
      words.pencil,
    );
    return h("div", { class: "keypad", role: "group", "aria-label": words.keypad }, this.digits, this.pencil);
  }

  tools() {
    this.undoButton = this.button("tool", words.undo, () => this.act(() => this.game.undo()));
    this.redoButton = this.button("tool", words.redo, () => this.act(() => this.game.redo()));
    this.over = this.button("tool", words.startOver, () => this.startOver());
    this.over.addEventListener("blur", () => this.calm());
    return h(
      "div",
      { class: "tool-row" },
      this.undoButton,
      this.redoButton,
      this.button("tool", words.erase, () => this.act(() => this.game.erase(this.board.chosen))),
      this.button("tool", words.check, () => this.check()),
      this.button("tool", words.fillMarks, () => this.act(() => this.game.markAll())),
      this.over,
      this.hint.button,
    );
  }

  calm() {
    this.over.textContent = words.startOver;
    this.over.classList.remove("sure");
  }

  startOver() {
    if (!this.over.classList.contains("sure")) {
      this.over.textContent = words.startOverSure;
      this.over.classList.add("sure");
      return;
    }
    this.calm();
    this.act(() => this.game.startOver());
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
    say(this.board.label);
    if (this.game.done && !wasDone) {
      this.tell(words.solved(clock(this.game.seconds)), "good");
      this.onDone();
    } else if (this.game.blanks === 0 && !this.game.done) this.tell(words.fullButWrong);
    return true;
  }

  put(digit, isMark) {
    const cell = this.board.chosen;
    this.act(() => (isMark ? this.game.mark(cell, digit) : this.game.write(cell, digit)));
  }

  turnPencil() {
    this.isPencil = !this.isPencil;
    this.pencil.setAttribute("aria-pressed", String(this.isPencil));
    say(this.isPencil ? words.pencilOn : words.pencilOff);
  }

  check() {
    this.checked = this.game.wrong();
    if (this.game.done) this.tell(words.solved(clock(this.game.seconds)), "good");
    else if (this.checked.length) this.tell(words.wrongCells(this.checked.length), "bad");
    else this.tell(words.rightSoFar(this.game.blanks), "good");
    this.draw();
  }

  /** What a key does; false for keys that are the browser's. */
  key(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey) return false;
    const key = event.key.toLowerCase();
    if (isCommand && key === "z") this.act(() => (event.shiftKey ? this.game.redo() : this.game.undo()));
    else if (isCommand && key === "y") this.act(() => this.game.redo());
    else if (isCommand) return false;
    // The key's place tells the digit: with Shift its character depends on the keyboard.
    else if (/^(Digit|Numpad)[1-9]$/.test(event.code))
      this.put(Number(event.code.at(-1)), this.isPencil !== event.shiftKey);
    else if (/^[1-9]$/.test(key)) this.put(Number(key), this.isPencil);
    else if (["0", "backspace", "delete"].includes(key)) this.act(() => this.game.erase(this.board.chosen));
    else if (key === " ") this.turnPencil();
    else if (key === "c") this.check();
    else if (key === "h") event.repeat || this.hint.press();
    else if (key === "escape" && this.hint.told) this.hint.clear();
    else return false;
    return true;
  }

  draw() {
    const { game, board } = this;
    const chosen = board.chosen;
    const digit = game.values[chosen];
    const twice = new Set(game.twice());
    const wrong = new Set([...this.checked, ...this.hint.wrong]);
    const picture = {
      cells: CELLS.map((cell) => ({
        value: game.values[cell],
        kind: game.given[cell] ? "given" : "own",
        marks: game.marks[cell],
        strong: digit ? game.marks[cell] & bit(digit) : 0,
        tones: [
          sees(cell, chosen) && "seen",
          digit && game.values[cell] === digit && "same",
          twice.has(cell) && "twice",
          wrong.has(cell) && "wrong",
        ].filter(Boolean),
      })),
    };
    board.draw(this.hint.over(picture));
    this.digits.forEach((button, n) => {
      const left = 9 - game.values.filter((it) => it === n + 1).length;
      button.lastChild.textContent = String(Math.max(0, left));
      button.classList.toggle("spent", left <= 0);
      button.setAttribute("aria-label", words.digit(n + 1, Math.max(0, left)));
    });
    // Disabled, a button would drop the focus of those who press it by key.
    this.undoButton.setAttribute("aria-disabled", String(game.past.length === 0));
    this.redoButton.setAttribute("aria-disabled", String(game.future.length === 0));
  }
}

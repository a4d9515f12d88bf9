import type { Style } from "../display.ts";
import { fillRows, fit, pad } from "../text-width.ts";

/** A key that was pressed. `text` is its character, if it has one. */
export interface Key {
  /** The key's name as Node has it: `up`, `return`, `c`… */
  readonly name: string;
  readonly text?: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
}

/** A terminal that is snapveil's alone for a while; `bin/` makes the real one. */
export interface FullScreen {
  readonly columns: number;
  readonly rows: number;
  /** One line for each row, none wider than the terminal. */
  draw(lines: readonly string[]): void;
  /** Keys and changes of size go here from now on; while nobody listens, keys are lost and Ctrl-C ends the program. */
  listen(listener: { key(key: Key): void; resize(): void } | undefined): void;
}

/** One question on the full screen. */
export interface Screen<Result> {
  view(columns: number, rows: number): string[];
  /** A result ends the screen. */
  press(key: Key): Result | undefined;
  /**
   * Fetches the missing parts of the view; called when no key came for a moment. Gives whether there is a new part to
   * see.
   */
  load?(): Promise<boolean>;
}

/** Milliseconds after a key before anything is fetched: a held arrow key runs past most of the list. */
const PAUSE = 40;

/** Asks until there is a result. Ctrl-C gives `"stopped"`. */
export function runScreen<Result>(terminal: FullScreen, screen: Screen<Result>): Promise<Result | "stopped"> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      terminal.listen(undefined);
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const draw = () => {
      if (!isOver) terminal.draw(fillRows(screen.view(terminal.columns, terminal.rows), terminal.rows));
    };
    const load = () => void screen.load?.().then((isNew) => isNew && draw(), fail);
    const changed = () => {
      draw();
      clearTimeout(timer);
      timer = setTimeout(load, PAUSE);
    };
    const pressed = (key: Key) => {
      const result = key.ctrl && key.name === "c" ? "stopped" : screen.press(key);
      if (result === undefined) return changed();
      end();
      resolve(result);
    };
    terminal.listen({
      key(key) {
        try {
          pressed(key);
        } catch (error) {
          fail(error);
        }
      },
      resize: changed,
    });
    draw();
    load();
  });
}

/** The first line to show of a list of `count` lines, so that line `at` is among the `room` that fit. */
export function scrolled(top: number, at: number, count: number, room: number): number {
  const last = Math.max(0, count - room);
  return Math.min(last, Math.max(0, Math.min(Math.max(top, at - room + 1), at)));
}

/** The cursor of a list after a key, with `page` visible lines; `undefined` for any other key. */
export function moved(cursor: number, { name, ctrl, shift }: Key, count: number, page: number): number | undefined {
  if (shift) return undefined;
  const keys = {
    up: cursor - 1,
    down: cursor + 1,
    pageup: cursor - page,
    pagedown: cursor + page,
    home: 0,
    end: count,
  };
  const to =
    ctrl && (name === "p" || name === "n") ? cursor + (name === "p" ? -1 : 1) : keys[name as keyof typeof keys];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** The number of lines that a key scrolls the preview; `undefined` for any other key. */
export function scrolledBy({ name, ctrl, shift }: Key, page: number): number | undefined {
  if (shift) return { up: -1, down: 1, pageup: -page, pagedown: page }[name];
  return ctrl ? { u: -Math.ceil(page / 2), d: Math.ceil(page / 2) }[name] : undefined;
}

/** Columns from which on the preview stands beside the list instead of below it. */
const WIDE = 110;
/** Fewer rows than this show no preview. */
const LOW = 9;

interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** The room of a list and of the preview of its chosen item; without rows there is no preview. */
export interface Split {
  readonly list: Room;
  readonly preview: Room;
  /** Puts list and preview in their places, a line between them. */
  join(list: readonly string[], preview: readonly string[], style: Style): string[];
}

/** Divides a room between list and preview. A list that needs less than its share leaves the rest to the preview. */
export function splitRoom(columns: number, rows: number, wanted: number): Split {
  if (columns >= WIDE) {
    const left = Math.floor(columns * 0.45);
    const [list, preview] = [
      { columns: left, rows },
      { columns: columns - left - 3, rows },
    ];
    const beside: Split["join"] = (above, below, style) => {
      const right = filled(below, preview);
      return filled(above, list).map((line, row) => `${pad(line, left)} ${style.dim("│")} ${right[row]}`);
    };
    return { list, preview, join: beside };
  }
  const above = rows < LOW ? rows : Math.min(Math.max(2, wanted), Math.floor(rows * 0.45));
  const list = { columns, rows: above };
  const preview = { columns, rows: Math.max(0, rows - above - 1) };
  return {
    list,
    preview,
    join: (lines, below, style) =>
      preview.rows === 0
        ? filled(lines, list)
        : [...filled(lines, list), style.dim("─".repeat(columns)), ...filled(below, preview)],
  };
}

function filled(lines: readonly string[], { columns, rows }: Room): string[] {
  return Array.from({ length: rows }, (_, row) => fit(lines[row] ?? "", columns));
}

/** A function that remembers its last answer: thousands of rows are not made anew for each key. */
export function remembering<Inputs extends unknown[], Result>(
  make: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs) => {
    if (!last || inputs.some((input, at) => input !== last!.inputs[at])) last = { inputs, result: make(...inputs) };
    return last.result;
  };
}

import type { Style } from "../display.ts";
import { fillRows, fit, pad } from "../text-width.ts";

/** A pressed key. `text` is the key's character; absent if the key has none. */
export interface Key {
  /** The key's name in Node: `up`, `return`, `c`… */
  readonly name: string;
  readonly text?: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
}

/** A terminal in full screen. `bin/full-screen.ts` implements it. */
export interface FullScreen {
  readonly columns: number;
  readonly rows: number;
  /** Shows a line in each row; no line may be wider than the terminal. */
  draw(lines: readonly string[]): void;
  /**
   * Sets the listener for keys and for changes of the terminal's size. Without a listener keys are dropped, and Ctrl-C
   * ends the program.
   */
  listen(listener: { key(key: Key): void; resize(): void } | undefined): void;
}

/** A question that is shown in full screen and answered by keys. */
export interface Screen<Result> {
  view(columns: number, rows: number): string[];
  /** Handles a key. A result ends the screen. */
  press(key: Key): Result | undefined;
  /** Loads missing parts of the view; called after a moment without a key. Resolves to whether the view has changed. */
  load?(): Promise<boolean>;
}

/**
 * Milliseconds without a key before `load` is called, so that nothing is loaded for items that a held arrow key passes.
 */
const PAUSE = 40;

/** Shows a screen until it has a result; "stopped" after Ctrl-C. */
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

/** The first line to show of a list, so that line `at` is visible. @param room the number of lines that fit */
export function scrolled(top: number, at: number, count: number, room: number): number {
  const last = Math.max(0, count - room);
  return Math.min(last, Math.max(0, Math.min(Math.max(top, at - room + 1), at)));
}

/** The cursor after a key; `undefined` if the key does not move it. @param page the number of visible lines */
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

/** By how many lines a key scrolls the preview; `undefined` for other keys. @param page the number of visible lines */
export function scrolledBy({ name, ctrl, shift }: Key, page: number): number | undefined {
  if (shift) return { up: -1, down: 1, pageup: -page, pagedown: page }[name];
  return ctrl ? { u: -Math.ceil(page / 2), d: Math.ceil(page / 2) }[name] : undefined;
}

/** The width in columns from which the preview is beside the list instead of below it. */
const WIDE = 110;
/** The height in rows below which no preview is shown. */
const LOW = 9;

interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** The areas of a list and of the preview of its item. An area without rows is not shown. */
export interface Split {
  readonly list: Room;
  readonly preview: Room;
  /** Joins list and preview to one view, with a line between them. */
  join(list: readonly string[], preview: readonly string[], style: Style): string[];
}

/**
 * Divides an area between list and preview.
 * @param wanted the number of lines that the list needs; the preview gets the rest of its share
 */
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

/**
 * Wraps a function so that it returns its last result if the inputs are equal. Otherwise a list would compute thousands
 * of rows for each key.
 */
export function remembering<Inputs extends unknown[], Result>(
  make: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs) => {
    if (!last || inputs.some((input, at) => input !== last!.inputs[at])) last = { inputs, result: make(...inputs) };
    return last.result;
  };
}

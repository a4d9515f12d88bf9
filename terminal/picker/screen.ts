import type { Style } from "../style.ts";
import { cut, fillRows, pad } from "../text-width.ts";

/** A key that was pressed. `text` is what it writes, where it writes anything. */
export interface Key {
  /** `up`, `return`, `c`… as Node names it. */
  readonly name: string;
  readonly text?: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
}

/** A terminal that is ours alone for a while; `bin/` makes the real one. */
export interface FullScreen {
  readonly columns: number;
  readonly rows: number;
  /** One line for each row, none wider than the terminal. */
  draw(lines: readonly string[]): void;
  /** Keys and changes of size go here from now on; while nobody listens, keys are lost and Ctrl-C ends the program. */
  listen(listener: { key(key: Key): void; resize(): void } | undefined): void;
}

/** One thing that is asked on the full screen. */
export interface Screen<Result> {
  view(columns: number, rows: number): string[];
  /** A result ends the screen. */
  press(key: Key): Result | undefined;
  /** Fetches what the view lacks; called when no key came for a moment. Gives whether there is something new to see. */
  load(): Promise<boolean>;
}

/**
 * How long after a key it is waited before anything is fetched: a held arrow key runs past most of the list
 * (milliseconds).
 */
const PAUSE = 40;

/** Asks until there is a result. Ctrl-C gives `"stopped"`. */
export function runScreen<Result>(terminal: FullScreen, screen: Screen<Result>): Promise<Result | "stopped"> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const draw = () => {
      if (!isOver) terminal.draw(fillRows(screen.view(terminal.columns, terminal.rows), terminal.rows));
    };
    const load = () => screen.load().then((isNew) => isNew && draw(), fail);
    const changed = () => {
      draw();
      clearTimeout(timer);
      timer = setTimeout(load, PAUSE);
    };
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      terminal.listen(undefined);
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    terminal.listen({
      key(key) {
        try {
          const result = key.ctrl && key.name === "c" ? "stopped" : screen.press(key);
          if (result === undefined) return changed();
          end();
          resolve(result);
        } catch (error) {
          fail(error);
        }
      },
      resize: changed,
    });
    draw();
    void load();
  });
}

/** The first shown of `count` lines, so that line `at` is among the `room` that fit. */
export function scrolled(top: number, at: number, count: number, room: number): number {
  const last = Math.max(0, count - room);
  return Math.min(last, Math.max(0, Math.min(Math.max(top, at - room + 1), at)));
}

/**
 * Where a key moves the cursor of a list of `count` lines, of which `page` are seen; `undefined` where it is no such
 * key.
 */
export function moved(cursor: number, { name, ctrl, shift }: Key, count: number, page: number): number | undefined {
  if (shift) return undefined;
  const to =
    { up: cursor - 1, down: cursor + 1, pageup: cursor - page, pagedown: cursor + page, home: 0, end: count - 1 }[
      name
    ] ?? (ctrl ? { p: cursor - 1, n: cursor + 1 }[name] : undefined);
  return to === undefined ? undefined : Math.min(Math.max(0, count - 1), Math.max(0, to));
}

/** How many lines a key scrolls the preview; `undefined` where it is no such key. */
export function scrolledBy({ name, ctrl, shift }: Key, page: number): number | undefined {
  if (shift) return { up: -1, down: 1, pageup: -page, pagedown: page }[name];
  return ctrl ? { u: -Math.ceil(page / 2), d: Math.ceil(page / 2) }[name] : undefined;
}

/** From this width on the preview stands beside the list instead of below it. */
const WIDE = 110;
/** Fewer rows than this show no preview. */
const LOW = 9;

/** The room of a list and of the preview of what is chosen in it; without rows there is no preview. */
export interface Split {
  readonly isBeside: boolean;
  readonly list: { readonly columns: number; readonly rows: number };
  readonly preview: { readonly columns: number; readonly rows: number };
}

/** Divides a room. A list that needs less than its share leaves the rest to the preview. */
export function splitRoom(columns: number, rows: number, wanted: number): Split {
  if (columns >= WIDE) {
    const left = Math.floor(columns * 0.45);
    return { isBeside: true, list: { columns: left, rows }, preview: { columns: columns - left - 3, rows } };
  }
  if (rows < LOW) return { isBeside: false, list: { columns, rows }, preview: { columns, rows: 0 } };
  const above = Math.min(Math.max(2, wanted), Math.floor(rows * 0.45));
  return { isBeside: false, list: { columns, rows: above }, preview: { columns, rows: rows - above - 1 } };
}

/** Puts both in their places, a line between them. */
export function joinPanes(
  { isBeside, list, preview }: Split,
  above: readonly string[],
  below: readonly string[],
  style: Style,
): string[] {
  const left = filled(above, list);
  const right = filled(below, preview);
  if (isBeside) return left.map((line, row) => `${pad(line, list.columns)} ${style.dim("│")} ${right[row] ?? ""}`);
  return preview.rows > 0 ? [...left, style.dim("─".repeat(preview.columns)), ...right] : left;
}

function filled(lines: readonly string[], { columns, rows }: Split["list"]): string[] {
  return Array.from({ length: rows }, (_, row) => cut(lines[row] ?? "", columns));
}

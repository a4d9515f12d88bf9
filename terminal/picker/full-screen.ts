import { fillRows } from "../text-width.ts";

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

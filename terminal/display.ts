import { styleText } from "node:util";

/** The terminal for which a text is made: its size and styles. */
export interface Display {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
  /** The person's home folder, which is shown as `~`; absent if a program may read the text. */
  readonly home?: string;
}

/** The part of a display that sentences need. */
export type Reader = Pick<Display, "columns" | "style" | "home">;

/** The part of a display that wrapping needs. */
export type Width = Pick<Display, "columns" | "home">;

/** The styles in use. The colours are among the sixteen that users can configure in their terminal. */
type Mark = "bold" | "dim" | "inverse" | "red" | "green" | "yellow" | "cyan";

/** Functions that style a text. Without colours they return the text unchanged. */
export type Style = Readonly<Record<Mark, (text: string) => string>>;

export const PLAIN: Style = styleOf((_, text) => text);

/**
 * `validateStream: false`, because `wantsColour` has decided on colours, and newer versions of Node would check the
 * environment and the stream themselves.
 */
export const COLOURED: Style = styleOf((mark, text) =>
  text === "" ? "" : styleText(mark, text, { validateStream: false }),
);

/** The display for output that no person reads: no wrapping, no colours. */
export const UNBOUND: Display = { columns: Infinity, rows: Infinity, style: PLAIN };

function styleOf(paint: (mark: Mark, text: string) => string): Style {
  const marks = ["bold", "dim", "inverse", "red", "green", "yellow", "cyan"] as const;
  return Object.fromEntries(marks.map((mark) => [mark, (text: string) => paint(mark, text)])) as Style;
}

/**
 * Whether to use colours. `FORCE_COLOR` decides if it is set. Otherwise colours are used in a terminal that supports
 * them, unless `NO_COLOR` is set and not empty.
 */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  if (env["NO_COLOR"]) return false;
  return isTerminal && env["TERM"] !== "dumb";
}

import { styleText } from "node:util";

/** The target of text for a person: its size, and its styles. */
export interface Display {
  readonly columns: number;
  readonly rows: number;
  readonly style: Style;
}

/** The width and the styles of a text, which is all that sentences need. */
export type Reader = Pick<Display, "columns" | "style">;

/** The styles that are used: of colours only some of the sixteen that every terminal lets its user choose. */
type Mark = "bold" | "dim" | "inverse" | "red" | "green" | "yellow" | "cyan";

/** Functions that mark a text; without colours each gives the text back as it is. */
export type Style = Readonly<Record<Mark, (text: string) => string>>;

export const PLAIN: Style = styleOf((_, text) => text);

/** Whether to use colours is decided below: newer releases of Node would ask the environment and the stream again. */
export const COLOURED: Style = styleOf((mark, text) =>
  text === "" ? "" : styleText(mark, text, { validateStream: false }),
);

/** The display without a person as reader: nothing is cut into lines, and nothing is coloured. */
export const UNBOUND: Display = { columns: Infinity, rows: Infinity, style: PLAIN };

function styleOf(paint: (mark: Mark, text: string) => string): Style {
  const marks = ["bold", "dim", "inverse", "red", "green", "yellow", "cyan"] as const;
  return Object.fromEntries(marks.map((mark) => [mark, (text: string) => paint(mark, text)])) as Style;
}

/**
 * Whether to use colours: `FORCE_COLOR` decides, else a `NO_COLOR` that is not empty forbids colours, else they are
 * used in a terminal that can show them.
 */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  if (env["NO_COLOR"]) return false;
  return isTerminal && env["TERM"] !== "dumb";
}

import { styleText } from "node:util";

/** Marks a text; each gives it back as it is where there are no colours. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly inverse: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

type Paint = (text: string) => string;

const plain: Paint = (text) => text;

export const PLAIN: Style = {
  bold: plain,
  dim: plain,
  inverse: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
};

/** The sixteen colours that every terminal lets its user choose; each ends with its own code, so that they nest. */
export const COLOURED: Style = {
  bold: paint("bold"),
  dim: paint("dim"),
  inverse: paint("inverse"),
  red: paint("red"),
  green: paint("green"),
  yellow: paint("yellow"),
  cyan: paint("cyan"),
};

/**
 * Whether to use colours is decided below: newer releases of Node would ask the environment and the stream once more.
 */
function paint(format: keyof Style): Paint {
  return (text) => (text === "" ? "" : styleText(format, text, { validateStream: false }));
}

/**
 * Whether to use colours: `FORCE_COLOR` decides, else a `NO_COLOR` that is not empty forbids it, else a terminal that
 * can do it gets them.
 */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  if (env["NO_COLOR"]) return false;
  return isTerminal && env["TERM"] !== "dumb";
}

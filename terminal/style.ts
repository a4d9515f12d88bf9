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

export const PLAIN: Style = { bold: plain, dim: plain, inverse: plain, red: plain, green: plain, yellow: plain, cyan: plain };

/** The sixteen colours that every terminal lets its user choose; each ends with its own code, so that they nest. */
export const COLOURED: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  inverse: paint(7, 27),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
  cyan: paint(36, 39),
};

function paint(on: number, off: number): Paint {
  return (text) => (text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`);
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

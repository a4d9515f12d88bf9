import { isatty, WriteStream } from "node:tty";

import type { Io } from "../kit/io.ts";
import type { Display } from "../terminal/display.ts";
import { COLOURED, PLAIN, wantsColour } from "../terminal/display.ts";

/** Where the terminal does not tell its size. */
const SIZE = { columns: 80, rows: 24 } as const;

/**
 * What standard output can show, or `undefined` where no person reads it: text for programs then stays as it always
 * was. `FORCE_COLOR` asks for the person's view in a pipe as well, `COLUMNS` wide.
 */
export function displayOf(io: Io): Display | undefined {
  const isTerminal = isatty(1);
  const colour = wantsColour(io.env, isTerminal);
  if (!isTerminal && !colour) return undefined;
  return { ...sizeOf(io, isTerminal), style: colour ? COLOURED : PLAIN };
}

function sizeOf({ env }: Io, isTerminal: boolean): { columns: number; rows: number } {
  const [columns = 0, rows = 0] = isTerminal
    ? (process.stdout as WriteStream).getWindowSize()
    : [Number(env["COLUMNS"]), Infinity];
  return { columns: columns > 0 ? columns : SIZE.columns, rows: rows > 0 ? rows : SIZE.rows };
}

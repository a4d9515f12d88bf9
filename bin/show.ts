import { spawnSync } from "node:child_process";
import { isatty, WriteStream } from "node:tty";

import { homeOf, type Io } from "../kit/io.ts";
import { harmlessJson } from "../kit/json.ts";
import { COLOURED, type Display, PLAIN, UNBOUND, wantsColour } from "../terminal/display.ts";
import { widthOf, withinColumns } from "../terminal/text-width.ts";

/** The size that is assumed if the terminal does not tell its own. */
const SIZE = { columns: 80, rows: 24 } as const;

/**
 * The display of standard output; `undefined` if no person reads the output, which then is plain text for programs.
 * With `FORCE_COLOR` the output of a pipe has a display, too, with `COLUMNS` as width.
 */
export function displayOf(io: Io): Display | undefined {
  const isTerminal = isatty(1);
  const colour = wantsColour(io.env, isTerminal);
  if (!isTerminal && !colour) return undefined;
  return { ...sizeOf(io, isTerminal), ...(isTerminal && homeShown(io)), style: colour ? COLOURED : PLAIN };
}

/** The home folder that a person sees as `~`; none on Windows, where not every shell reads `~`. */
export function homeShown({ env, platform }: Io): { home?: string } {
  const home = platform === "win32" ? undefined : homeOf(env)?.replace(/\/+$/, "");
  return home ? { home } : {};
}

function sizeOf({ env }: Io, isTerminal: boolean): { columns: number; rows: number } {
  // If the terminal is gone meanwhile, Node's stream is none of a terminal and has no size.
  const [columns = 0, rows = 0] = isTerminal
    ? ((process.stdout as Partial<WriteStream>).getWindowSize?.() ?? [])
    : [Number(env["COLUMNS"]), Infinity];
  return { columns: columns > 0 ? columns : SIZE.columns, rows: rows > 0 ? rows : SIZE.rows };
}

/**
 * The pager's settings that git also uses by default: exit if the text fits on a screen, show colours, keep the screen.
 */
const PAGER_SETTINGS = { LESS: "FRX", LV: "-c" } as const;

/**
 * Prints a text, in a pager if it is longer than the terminal. The pager is `SNAPVEIL_PAGER`, else `PAGER`, else
 * `less`; an empty value or `cat` means none.
 */
export function showText(io: Io, text: string, display: Display | undefined): void {
  if (!display || !isatty(0) || !isatty(1) || heightOf(text, display) < display.rows || !page(io, text))
    io.writeStdout(text);
}

function heightOf(text: string, { columns }: Display): number {
  return text.split("\n").reduce((rows, line) => rows + Math.max(1, Math.ceil(widthOf(line) / columns)), -1);
}

/** Shows a text in a pager. Returns whether the pager could be started. */
function page({ env }: Io, text: string): boolean {
  const pager = (env["SNAPVEIL_PAGER"] ?? env["PAGER"] ?? "less").trim();
  if (pager === "" || pager === "cat") return false;
  const ignore = () => {};
  process.on("SIGINT", ignore); // Ctrl-C is for the pager; if snapveil ended first, the pager would lose its terminal
  try {
    // As in git, the user's pager command with its options runs in a shell. The text itself is not part of the command.
    const { status, error } = spawnSync(pager, {
      shell: true,
      input: text,
      stdio: ["pipe", "inherit", "inherit"],
      env: { ...PAGER_SETTINGS, ...env },
    });
    const isMissing =
      status === 126 || status === 127 || (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
    return !isMissing;
  } finally {
    process.off("SIGINT", ignore);
  }
}

/** Prints a text, wrapped at the width of the terminal. */
export function writeWithin(io: Io, text: string): void {
  io.writeStdout(withinColumns(text, displayOf(io) ?? UNBOUND));
}

/** Prints a value as JSON. */
export function writeJson(io: Io, value: unknown): void {
  io.writeStdout(`${harmlessJson(value, 2)}\n`);
}

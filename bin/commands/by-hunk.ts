import { InvalidArgumentError, type Command } from "commander";
import { createInterface, type Interface } from "node:readline/promises";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { HunkChoice, ListedHunk, RestoreResult } from "../../shadow-repo/doors/restore.ts";
import { COLOURED, PLAIN, wantsColour, type Display } from "../../terminal/display.ts";
import { aboutState, hunkLines } from "../../terminal/describe-hunks.ts";
import { printable } from "../../kit/text.ts";
import { SecretsShown, whyNotRevealed, withReveal } from "../secrets-shown.ts";
import { maskResult } from "./mask-result.ts";
import { NOT_COMPLETE, printRestore, runRestore, type RestoreArguments } from "./run-restore.ts";

export interface HunkOptions extends RestoreArguments {
  readonly patch?: boolean;
  readonly hunks?: readonly string[];
  readonly markers?: boolean;
}

/** A shell's exit code for a program that Ctrl-C ended. */
const STOPPED = 130;

export function withHunkOptions(command: Command): Command {
  return withReveal(command)
    .option("-p, --patch", "choose hunk by hunk, as in `git add -p`; with --dry-run, list the hunks")
    .option("--hunks <list>", "only these hunks, by the numbers or ids that -p --dry-run lists: 1,3", parseHunks)
    .option(
      "--markers",
      "with -p or --hunks: if lines were edited since, write both versions between conflict markers",
    );
}

function parseHunks(text: string): string[] {
  const words = text.split(",").map((word) => word.trim());
  if (words.some((word) => !/^[0-9a-f]+(?:\.[0-9]+)?$/.test(word)))
    throw new InvalidArgumentError("Write numbers or ids with commas between, such as 1,3.");
  return words;
}

/** Whether the options select single hunks. */
export function isByHunk({ patch, hunks, markers }: HunkOptions): boolean {
  return patch === true || hunks !== undefined || markers === true;
}

export type RestoreHunks = (dryRun: boolean, hunks: HunkChoice) => Promise<RestoreResult>;

/**
 * Undoes or restores single hunks: the hunks that `--hunks` lists, or the hunks that the person chooses.
 * @throws UserError if `--hunks` is missing and there is no terminal to ask on
 */
export async function runByHunk(
  io: Io,
  options: HunkOptions,
  exit: (code: number) => void,
  verb: string,
  restore: RestoreHunks,
): Promise<void> {
  const { hunks: chosen, markers } = options;
  const choice = { ...(markers && { markers }) };
  if (chosen || options.dryRun)
    return runRestore(io, options, exit, (dryRun) => restore(dryRun, { ...choice, ...(chosen && { chosen }) }));
  if (!io.interactive || options.json) throw new UserError("needsHunks");
  const preview = await restore(true, choice);
  // Without hunks in the preview the whole restore runs, because an interrupted restore has to be finished first.
  if (!preview.hunks) return runRestore(io, options, exit, (dryRun) => restore(dryRun, choice));
  const secrets = await SecretsShown.of(io, "snapveil", options);
  const shown = await secrets.hunks(preview.hunks);
  const ids = await chooseHunks(io, { shown, revealed: preview.hunks }, verb, markers === true);
  if (ids === "stopped") return exit(STOPPED);
  if (ids.length === 0) return io.writeStdout("Nothing was changed.\n");
  const result = await restore(false, { ...choice, chosen: ids });
  printRestore(io, {}, await maskResult(secrets, result), "done");
  if (!result.complete) exit(NOT_COMPLETE);
}

type Question = Omit<ListedHunk, "number"> & { readonly count: string };

const HELP = [
  "y - this one",
  "n - not this one",
  "q - quit, and do those with a yes",
  "a - this one and all later ones of the file",
  "d - neither this one nor any later one of the file",
  "s - divide it into smaller ones",
  "r - show the secrets in it",
  "? - this help",
];

interface Faces {
  readonly shown: readonly ListedHunk[];
  /** The hunks of `shown` with their secrets. */
  readonly revealed: readonly ListedHunk[];
}

/** Asks about each hunk. Returns the ids of the chosen ones; "stopped" after Ctrl-C. */
async function chooseHunks(
  io: Io,
  { shown: listed, revealed }: Faces,
  verb: string,
  markers: boolean,
): Promise<readonly string[] | "stopped"> {
  const style = wantsColour(io.env, true) ? COLOURED : PLAIN;
  const display: Display = { columns: process.stdout.columns || 80, rows: 0, style };
  const clear = new Map(
    revealed.flatMap((hunk) => [hunk, ...hunk.parts.map((part) => ({ ...hunk, ...part }))]).map((one) => [one.id, one]),
  );
  const asked = listed.filter(({ state }) => state !== "gone");
  const waiting: Question[] = asked.map((hunk, at) => ({ ...hunk, count: `${at + 1}/${asked.length}` }));
  const chosen: string[] = [];
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  let shown: string | undefined;
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (next.path !== shown) io.writeStdout(`${style.bold(printable(next.path))}\n`);
      shown = next.path;
      io.writeStdout(`${hunkLines(next, display).join("\n")}\n`);
      if (next.state === "edited") io.writeStdout(`${style.yellow(`! (${next.count})${aboutState(next)}`)}\n`);
      const isFixed = next.kind === "lines" && next.state === "edited" && !markers;
      if (isFixed && next.parts.length < 2) continue;
      const whole = clear.get(next.id);
      const reveal = whole && whole.patch !== next.patch ? () => hunkLines({ ...next!, ...whole }, display) : undefined;
      const answer = await answerTo(io, terminal, next, { verb, isFixed, reveal });
      if (answer === "stopped") return answer;
      if (answer === "q") break;
      if (answer === "s") waiting.unshift(...partsOf(next));
      else chosen.push(...takenBy(answer, next, waiting, markers));
    }
    return chosen;
  } finally {
    terminal.close();
  }
}

/** The parts into which a hunk can be divided, as questions. */
function partsOf({ path, kind, parts, count }: Question): Question[] {
  return parts.map((part, at) => ({ path, kind, parts: [], ...part, count: `${count}.${at + 1}` }));
}

/**
 * The ids of the hunks that an answer chooses. After an answer about the whole file, the file's other questions are
 * removed from `waiting`.
 */
function takenBy(answer: string, asked: Question, waiting: Question[], markers: boolean): string[] {
  const rest = waiting.filter(({ path }) => path === asked.path);
  if (answer === "a" || answer === "d") waiting.splice(0, rest.length);
  if (answer === "y") return [asked.id];
  return answer === "a" ? [asked, ...rest.filter((one) => markers || one.state !== "edited")].map(({ id }) => id) : [];
}

interface Asking {
  readonly verb: string;
  /** Whether the hunk can only be divided and not chosen as a whole, because a part of the hunk was edited. */
  readonly isFixed: boolean;
  /** Returns the hunk's lines with its secrets; absent if it has none. */
  readonly reveal?: (() => readonly string[]) | undefined;
}

async function answerTo(
  io: Io,
  terminal: Interface,
  { kind, path, former, parts, count }: Question,
  { verb, isFixed, reveal }: Asking,
): Promise<string> {
  const keys = [...(isFixed ? "nqd" : "ynqad"), ...(parts.length > 1 ? "s" : ""), ...(reveal ? "r" : ""), "?"];
  const file = former === undefined ? `all of ${printable(path)}` : "the renaming";
  const what = { lines: "this hunk", mode: "the change of mode", file }[kind];
  for (;;) {
    const answer = await question(terminal, `(${count}) ${verb} ${what} [${keys.join(",")}]? `);
    if (answer === undefined) return "stopped";
    const key = answer.trim().toLowerCase();
    if (reveal && key === "r") {
      io.writeStdout(`${(await whyNotRevealed(io)) ?? reveal().join("\n")}\n`);
      continue;
    }
    if (keys.includes(key) && key !== "?") return key;
    io.writeStdout(`${HELP.filter((line) => keys.includes(line[0]!)).join("\n")}\n`);
  }
}

/** The person's answer; `undefined` after Ctrl-C or at the end of the input. */
async function question(terminal: Interface, text: string): Promise<string | undefined> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  terminal.once("SIGINT", stop).once("close", stop);
  try {
    return await terminal.question(text, { signal: stopped.signal });
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    process.stdout.write("\nNothing was changed.\n");
    return undefined;
  } finally {
    terminal.off("SIGINT", stop).off("close", stop);
  }
}

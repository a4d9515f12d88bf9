import { defined } from "../../kit/defined.ts";
import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { localTime } from "../../kit/local-time.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Checkpoint } from "../../shadow-repo/doors/checkpoint.ts";
import { checkpointTable, describeCheckpoints, type Listing } from "../../terminal/checkpoint-table.ts";
import type { Display } from "../../terminal/display.ts";
import { aboutFolded, foldCalls } from "../../terminal/fold-calls.ts";
import { inLines } from "../../terminal/text-width.ts";
import { describeWayBack } from "../../terminal/way-back.ts";
import { displayOf, showText, writeJson } from "../show.ts";
import { whyNoRow } from "./named-checkpoint.ts";
import { parseCount, parseSince } from "./option-values.ts";

const EXAMPLES = `
Examples:
  snapveil checkpoints                        a row for each turn, of the newest fifty
  snapveil checkpoints --calls -n 5           the newest five turns, with the calls of each
  snapveil checkpoints --since 2h
  snapveil checkpoints src/app.ts             which turns changed a file
  snapveil checkpoints -S "function login"    which turns added or removed a text
  snapveil checkpoints --session ID --json    for a script`;

/** The most prompts that are listed if nobody says how many: reading the files of a thousand takes a while. */
const NEWEST = 50;

interface Options {
  readonly calls?: boolean;
  readonly number?: number;
  readonly since?: Date;
  readonly S?: string;
  readonly session?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Why the list of checkpoints is empty, in a sentence. */
function whyNone(all: readonly Checkpoint[], { S: text, session, since }: Options, paths: readonly string[]): string {
  if (all.length === 0) return whyNoRow(false);
  if (since !== undefined) return `Nothing was recorded since ${localTime(since.toISOString())}.`;
  if (text !== undefined) return "No turn added or removed this text. With `--all`, undone turns are searched, too.";
  if (paths.length > 0) return "No turn changed this. With `--all`, undone turns are searched, too.";
  if (session !== undefined && !all.some(({ session_id }) => session_id === session))
    return `There are no checkpoints of a session "${printable(session)}" here.`;
  return whyNoRow(true);
}

interface RowsAndListing extends Listing {
  /** The listed checkpoints, newest first. */
  readonly rows: readonly Checkpoint[];
  /** The number of older prompts that are not listed; absent if the list has rows of calls, too. */
  readonly older?: number;
}

/** Chooses the rows of the list. For programs each checkpoint is a row, and calls stand in their order of time. */
function listingOf(
  checkpoints: readonly Checkpoint[],
  { isTree, isFolded, most = Infinity }: { isTree: boolean; isFolded: boolean; most: number | undefined },
): RowsAndListing {
  if (!isTree) return { rows: checkpoints.slice(0, most) };
  const all = foldCalls(checkpoints);
  const steps = all.slice(0, most);
  const counts = steps.flatMap(({ step, calls }) => (calls.length > 0 ? [[step.id, calls.length] as const] : []));
  if (isFolded)
    return { rows: steps.map(({ step }) => step), folded: new Map(counts), older: all.length - steps.length };
  return {
    rows: steps.flatMap(({ step, calls }) => [step, ...calls]),
    below: new Set(steps.flatMap(({ calls }) => calls.map(({ id }) => id))),
  };
}

/** The lines below the table about rows that are left out. Nobody needs to be told of rows that `-n` left out. */
function leftOut({ rows, folded, older = 0 }: RowsAndListing, { number }: Options, display: Display): string[] {
  const calls = [...(folded?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  const lines = aboutFolded({ calls, shown: rows.length, older: number === undefined ? older : 0 });
  return lines.map((line) => display.style.dim(inLines(line, 0, display)));
}

/** What the list tells of each file: paths in a pipe, line counts in a terminal, everything in JSON. */
function detailFor(display: Display | undefined, { json }: Options): { readonly detail?: "lines" | "paths" } {
  return json ? {} : { detail: display ? "lines" : "paths" };
}

export function checkpointsCommand(io: Io): Command {
  return new Command("checkpoints")
    .description("list what can be undone, newest first")
    .argument("[paths...]", "only checkpoints that changed one of these files or folders")
    .option("-S <text>", "only checkpoints that added or removed this text, in any file")
    .option(
      "--calls",
      "in a terminal: the calls of each turn below it; piped output always has calls, and -n counts these",
    )
    .option("-n, --number <count>", "only the newest COUNT rows", parseCount)
    .option("--since <time>", "only checkpoints since then: 30m, 2h, 3d (ago), or a time of RFC 3339", (text) =>
      parseSince(text, io.now()),
    )
    .option("--session <id>", "only this session")
    .option("--all", "also undone checkpoints")
    .option("--json", "print JSON, oldest first")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: string[], options: Options) => {
      if (options.S === "") throw new UserError("badArgument", ["The text to look for is empty."]);
      const { aboutTorn, listCheckpoints } = await import("../../shadow-repo/doors/look.ts");
      const display = options.json ? undefined : displayOf(io);
      // A search asks for single calls, too.
      const isFolded = display !== undefined && !options.calls && paths.length === 0 && options.S === undefined;
      const { since } = options;
      const most = options.number ?? (isFolded && !since ? NEWEST : undefined);
      const found = await listCheckpoints(io, io.cwd, {
        all: options.all ?? false,
        paths,
        ...defined({ session: options.session, text: options.S }),
        ...(isFolded && { newestSteps: most ?? Infinity }),
        ...detailFor(display, options),
      });
      const own = found.checkpoints.filter(({ created_at }) => !since || Date.parse(created_at) >= since.getTime());
      const listing = listingOf(own.toReversed(), { isTree: display !== undefined, isFolded, most });
      const list = { ...found, checkpoints: listing.rows.toReversed() };
      if (options.json) return writeJson(io, list);
      const torn = aboutTorn(io, io.cwd);
      const below = torn === undefined ? [] : [torn];
      if (list.checkpoints.length === 0) {
        const { checkpoints: all } = await listCheckpoints(io, io.cwd, { all: true, newestSteps: 0 });
        return io.writeStdout([whyNone(all, options, paths), ...below].map((line) => `${line}\n`).join(""));
      }
      const checkpoints = listing.rows;
      const wayBack =
        paths.length > 0 || options.S !== undefined
          ? describeWayBack({ ...list, checkpoints, folder: io.cwd, paths, isText: options.S !== undefined })
          : [];
      const table = display
        ? [...checkpointTable(checkpoints, io.now(), display, listing), ...leftOut(listing, options, display)]
            .map((line) => `${line}\n`)
            .join("")
        : describeCheckpoints(list, io.now());
      showText(io, [table, ...[...wayBack, ...below].map((line) => `${line}\n`)].join(""), display);
    });
}

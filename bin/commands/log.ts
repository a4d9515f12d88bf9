import { Command } from "commander";

import { BUILTINS } from "../../builtins/doors/table.ts";
import type { LogEntry, LogFilter } from "../../builtins/doors/logs.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { harmlessJson } from "../../kit/json.ts";
import { isIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { describeLog, lineOfLog } from "../../terminal/describe-log.ts";
import { allowedAmong } from "../allowance.ts";
import { displayOf, showText, writeJson, writeWithin } from "../show.ts";
import { followTo, sendOnce } from "../otlp/send-log.ts";
import { parseCount, parseSince } from "./option-values.ts";

/** Milliseconds after which the log files are read again. */
const LOOK = 400;

const EXAMPLES = `
Refusals, questions and redactions are always written down: kinds, masked excerpts and places, never a value.
No entry holds an output or a prompt. \`snapveil explain ID\` and \`snapveil allow ID\` take the id of an entry. --json prints an object with "entries", oldest first; with -f, each entry on a line.

Every other event is written down, too, with this line in your settings:
  "builtins": { "*": ["${nameOfLog()}"] }

Examples:
  snapveil log -n 5
  snapveil log --since 2h
  snapveil log --event pre_tool_use --since 2026-01-31T08:00:00Z --json
  snapveil log --summary
  snapveil log -f
  snapveil log -f --since 1h --otlp http://127.0.0.1:4318    to an OpenTelemetry collector`;

interface LogOptions extends LogFilter {
  readonly json?: boolean;
  readonly number?: number;
  readonly follow?: boolean;
  readonly summary?: boolean;
  readonly otlp?: string;
}

export function logCommand(io: Io): Command {
  return new Command("log")
    .description("list refusals, questions and redactions, oldest first; or every event, if your settings log all")
    .option("--session <id>", "only this session")
    .option("--since <time>", "only entries since then: 30m, 2h, 3d (ago), or a time of RFC 3339", (text) =>
      parseSince(text, io.now()),
    )
    .option("-n, --number <count>", "only the newest COUNT entries", parseCount)
    .option("--event <name>", "only this event, as the agent or as docker-agent calls it")
    .option("--json", "print them as JSON")
    .option(
      "--summary",
      "the last session in numbers, or that of --session: turns, files, refusals, redactions by kind",
    )
    .option("-f, --follow", "then print each new entry, until Ctrl-C")
    .option("--otlp <url>", "send the entries as log records of OpenTelemetry over HTTP, with -f also new ones")
    .addHelpText("after", EXAMPLES)
    .action(async ({ json = false, follow = false, summary = false, otlp, number, ...filter }: LogOptions) => {
      if (summary) return showSummary(io, filter, json);
      const { logFiles, LogReader } = await import("../../builtins/doors/logs.ts");
      const reader = new LogReader(logFiles(io, await readSettings(io, io.cwd)));
      const display = displayOf(io);
      const { session, ...rest } = filter;
      const all = reader.read(rest);
      const own = session === undefined ? undefined : sessionAmong(session, all);
      const isOwn = (entry: LogEntry) => own === undefined || entry.session === own;
      const fitting = all.filter(isOwn);
      const entries = number === undefined ? fitting : fitting.slice(-number);
      if (follow) {
        const next = () => reader.read(rest).filter(isOwn);
        if (otlp !== undefined) return followTo(io, otlp, entries, next);
        return followLog(entries, next, json ? harmlessJson : (entry) => lineOfLog(entry, display));
      }
      if (otlp !== undefined) return sendOnce(io, otlp, entries);
      if (json) return writeJson(io, { entries });
      const allowed = await allowedAmong(io, entries);
      showText(io, describeLog(entries, io.now(), display, Object.keys(filter).length > 0, allowed), display);
    });
}

async function showSummary(io: Io, { session: asked, ...filter }: LogFilter, json: boolean): Promise<void> {
  const { listCheckpoints } = await import("../../shadow-repo/doors/look.ts");
  const { logFiles, LogReader } = await import("../../builtins/doors/logs.ts");
  const { describeSummary, summarize } = await import("../../terminal/session-summary.ts");
  const reader = new LogReader(logFiles(io, await readSettings(io, io.cwd)));
  const all = reader.read(filter);
  const { worktree, checkpoints } = await listCheckpoints(io, io.cwd, { all: true, detail: "paths" });
  const last =
    checkpoints.findLast(({ session_id }) => session_id !== null)?.session_id ??
    all.findLast(({ session: one, folder }) => one !== undefined && folder !== undefined && isIn(folder, worktree))
      ?.session;
  const known = new Set([
    ...checkpoints.flatMap(({ session_id }) => session_id ?? []),
    ...all.flatMap((one) => one.session ?? []),
  ]);
  const session = asked === undefined ? last : sessionNamed(asked, known);
  const own = checkpoints.filter(({ session_id }) => session_id === session);
  const entries = session === undefined ? [] : all.filter((one) => one.session === session);
  const found = summarize(session ?? null, own, entries);
  if (json) return writeJson(io, found);
  writeWithin(io, describeSummary(found));
}

/**
 * The session whose id begins with a text. A text that matches no session in the log is returned as it is, as the id of
 * a session in which nothing was refused.
 * @throws UserError if several match
 */
function sessionAmong(name: string, entries: readonly LogEntry[]): string {
  const known = new Set(entries.flatMap(({ session = "" }) => (session.startsWith(name) ? [session] : [])));
  return known.size === 0 ? name : sessionNamed(name, known);
}

function sessionNamed(name: string, known: ReadonlySet<string>): string {
  if (known.has(name)) return name;
  const matches = [...known].filter((one) => one.startsWith(name));
  if (matches.length !== 1)
    throw new UserError(matches.length === 0 ? "unknownSession" : "ambiguousSession", [printable(name)]);
  return matches[0]!;
}

function nameOfLog(): string {
  return BUILTINS.find(({ afterAll }) => afterAll)?.name ?? "";
}

/** Prints the entries and then new ones, until the reader of standard output ends. */
async function followLog(
  first: readonly LogEntry[],
  read: () => readonly LogEntry[],
  toLine: (entry: LogEntry) => string,
): Promise<void> {
  const reading = new AbortController();
  process.stdout.once("error", () => reading.abort());
  for (let entries = first; !reading.signal.aborted; entries = read()) {
    if (entries.length > 0) process.stdout.write(entries.map((entry) => `${toLine(entry)}\n`).join(""));
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

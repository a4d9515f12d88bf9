import { Command } from "commander";

import { BUILTINS } from "../../builtins/registry.ts";
import type { LogEntry } from "../../builtins/event-log/entry.ts";
import type { LogFilter, LogReader } from "../../builtins/event-log/read-log.ts";
import { harmlessJson } from "../../kit/json.ts";
import type { Io } from "../../kit/io.ts";
import { describeLog, rowOf } from "../../terminal/describe-log.ts";
import { readSettings } from "../../worktree/read-settings.ts";
import { displayOf, showText, writeJson } from "../show.ts";
import { parseSince } from "./option-values.ts";

/** Milliseconds between two looks at the files. */
const LOOK = 400;

const EXAMPLES = `
What was refused, asked about or taken out is written down always: kinds, masked excerpts and places, and never a value.
Every other event is, too, if your settings say so: "builtins": { "*": ["${nameOfLog()}"] }
No entry holds an output or a prompt. An id in brackets is for: snapveil allow ID. JSON is { "entries": [ … ] }, oldest first; with -f it is a line for each entry.

Examples:
  snapveil log --since 2h
  snapveil log --event pre_tool_use --since 2026-01-31T08:00:00Z --json
  snapveil log -f`;

interface LogOptions extends LogFilter {
  readonly json?: boolean;
  readonly follow?: boolean;
}

export function logCommand(io: Io): Command {
  return new Command("log")
    .description(
      "show what was refused, asked about or taken out, and every event if the settings say so; oldest first",
    )
    .option("--session <id>", "only this session")
    .option("--since <time>", "only what came since: 30m, 2h, 3d ago, or a time of RFC 3339", (text) =>
      parseSince(text, io.now()),
    )
    .option("--event <name>", "only this event, as the agent or as docker-agent calls it")
    .option("--json", "print them as JSON")
    .option("-f, --follow", "go on with what comes from now on, until Ctrl-C")
    .addHelpText("after", EXAMPLES)
    .action(async ({ json = false, follow = false, ...filter }: LogOptions) => {
      const { logFiles, LogReader } = await import("../../builtins/event-log/read-log.ts");
      const reader = new LogReader(logFiles(io, await readSettings(io, io.cwd)));
      if (follow) return followLog(reader, filter, json ? harmlessJson : (entry) => rowOf(entry).join("  ").trimEnd());
      const entries = reader.read(filter);
      if (json) return writeJson(io, { entries });
      showText(io, describeLog(entries), displayOf(io));
    });
}

function nameOfLog(): string {
  return BUILTINS.find(({ afterAll }) => afterAll)?.name ?? "";
}

/** Prints what there is and then what comes, as long as somebody reads it. */
async function followLog(reader: LogReader, filter: LogFilter, toLine: (entry: LogEntry) => string): Promise<void> {
  const reading = new AbortController();
  process.stdout.once("error", () => reading.abort());
  while (!reading.signal.aborted) {
    const lines = reader.read(filter).map((entry) => `${toLine(entry)}\n`);
    if (lines.length > 0) process.stdout.write(lines.join(""));
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

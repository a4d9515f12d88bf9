import { Command, Option } from "commander";

import { REPORTERS } from "../../audit/reporters/registry.ts";
import type { Io } from "../../kit/io.ts";
import { loadBuiltin } from "../../kit/load-builtin.ts";
import { printable } from "../../kit/text.ts";
import type { Fitting } from "../../audit/reporters/reporter.ts";
import { COLOURED, type Display } from "../../terminal/display.ts";
import { fitMiddle, inLines, withTilde } from "../../terminal/text-width.ts";
import { displayOf } from "../show.ts";
import { startScanThread, VERSION } from "../program.ts";

interface AuditOptions {
  readonly stdin?: boolean;
  readonly staged?: boolean;
  readonly history?: string | true;
  readonly checkpoints?: boolean;
  readonly transcripts?: boolean;
  readonly format: keyof typeof REPORTERS;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
}

const EXAMPLES = `
You can name several of these. If you name none, the folder where you are is searched.
Exit code: 0 nothing found, 1 findings, 2 could not run, or could not read everything.

Examples:
  snapveil audit                                     the files here that git does not ignore
  snapveil audit --staged                            before a commit
  snapveil audit --history                           all commits of all refs; a stopped search goes on
  snapveil audit --history main..topic --format sarif > audit.sarif
  snapveil audit --transcripts --checkpoints         agents' sessions, and checkpoints
  kubectl logs pod | snapveil audit --stdin
  snapveil audit --baseline .snapveil-baseline.json --update-baseline`;

export function auditCommand(io: Io, exit: (code: number) => void): Command {
  return new Command("audit")
    .description("search files, history, checkpoints or transcripts for secrets")
    .argument("[paths...]", "files and folders")
    .option("--stdin", "standard input")
    .option("--staged", "what the next commit would change")
    .option("--history [range]", "the commits of all refs, or a range as in `git log`")
    .option("--checkpoints", "what the checkpoints of this worktree hold")
    .option("--transcripts", "the sessions that agents on this machine wrote down")
    .addOption(new Option("--format <format>", "how to report").choices(Object.keys(REPORTERS)).default("pretty"))
    .option("--baseline <file>", "leave out the findings that this file lists")
    .option("--update-baseline", "add the findings to that file")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: string[], options: AuditOptions) => {
      if (!loadBuiltin<typeof import("node:worker_threads")>("node:worker_threads").isMainThread) return serveThread();
      exit(await runAudit(io, paths, options));
    });
}

/** Runs in a thread of an audit. The thread is the whole program, started with the argument `audit`. */
async function serveThread(): Promise<void> {
  const { serveThread: serve } = await import("../../audit/scan/scan-pool.ts");
  serve();
}

async function runAudit(io: Io, paths: readonly string[], options: AuditOptions): Promise<number> {
  const { stdin, staged, history, checkpoints, transcripts, baseline, updateBaseline, format } = options;
  const { audit } = await import("../../audit/audit.ts");
  const isNothingNamed =
    paths.length === 0 && !stdin && !staged && history === undefined && !checkpoints && !transcripts;
  const report = await audit(io, {
    paths: isNothingNamed ? ["."] : paths,
    ...(stdin && { stdin: process.stdin as AsyncIterable<Buffer> }),
    ...(staged && { staged }),
    ...(history !== undefined && { history }),
    ...(checkpoints && { checkpoints }),
    ...(transcripts && { transcripts }),
    ...(baseline !== undefined && { baseline }),
    ...(updateBaseline && { updateBaseline }),
    version: VERSION,
    startThread: startScanThread,
    progress: (done, total) => io.progress?.({ doing: "Searching", done, total, unit: "bytes" }),
  });
  const unread = report.unread.map(({ name, why }) => `Not read: ${name} (${why})`);
  for (const sentence of [...report.warnings, ...unread]) io.writeStderr(`snapveil: ${printable(sentence)}\n`);
  const { default: reporter } = await REPORTERS[format]();
  const display = displayOf(io);
  io.writeStdout(
    reporter(report, {
      version: VERSION,
      color: display?.style === COLOURED,
      ...(display && { person: fittingOf(display) }),
    }),
  );
  if (report.findings.length > 0) return 1;
  return unread.length > 0 ? 2 : 0; // an unread file does not count as clean
}

/** Fits the lines of a report into a terminal. */
function fittingOf(display: Display): Fitting {
  const { columns, home } = display;
  return {
    columns,
    path: (path, room) => fitMiddle(withTilde(path, home), room),
    indented: (sentence, indent) => " ".repeat(indent) + inLines(sentence, indent, display),
  };
}

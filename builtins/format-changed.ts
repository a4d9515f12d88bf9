import { lstatSync, realpathSync } from "node:fs";
import { relative, sep } from "node:path";

import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { isIn, readRegularFile } from "../kit/files.ts";
import { TooSlow } from "../kit/run-within.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";
import type { Call } from "./call.ts";
import { namedPaths } from "../call/named-paths.ts";
import { redactName } from "./redact-quoted.ts";
import { resolvedPath } from "../call/tool-kind.ts";
import { faultInCommand, linesOf, runUserCommand, shortCommand, troubleOf } from "./user-command/run-command.ts";
import { callView } from "../call/call-view.ts";

/** The most files of one call that are formatted. */
const MOST = 20;
/** The most bytes of a file that are compared to find out whether the formatter changed it. */
const COMPARED = 8 << 20;
/** The most milliseconds that the formatter may take if the agent sets no time limit. */
const PATIENCE = 20_000;
/** The share of the remaining time that the formatter may take; `snapshot` needs the rest for the checkpoint. */
const SHARE = 0.5;

/**
 * Runs the user's formatter on each file that a call changed. The file's path replaces `{}` among the arguments, or is
 * appended. The model is told which files the formatter changed, so that its next edit fits.
 */
export default async function formatChanged(event: HookEvent<"post_tool_use">, call: Call): Promise<Outcome> {
  const { cwd } = event;
  const { args, io } = call;
  if (!cwd || event.tellsOfFailure || args.length === 0) return nothing;
  if (callView(event).kind !== "write") return nothing;
  const root = findWorktree(cwd)?.root;
  if (root === undefined) return nothing;
  const files = changedFiles(event, root, io.env);
  if (files.length === 0) return nothing;
  const begin = io.timeLeft?.() ?? Infinity;
  const share = begin === Infinity ? PATIENCE : begin * SHARE;
  const title = await shortCommand(args.slice(0, 1), call, cwd);
  const changed: string[] = [];
  const notice: string[] = [];
  for (const file of files) {
    const timeout = Math.floor(share - (begin === Infinity ? 0 : begin - (io.timeLeft?.() ?? 0)));
    if (timeout < 1) throw new TooSlow();
    const done = await formatFile(file, { title, root, cwd, timeout }, call);
    if (done.isChanged) changed.push(done.name);
    if (done.notice !== undefined) notice.push(done.notice);
    if (done.repeats) break;
  }
  return {
    ...(changed.length > 0 && {
      context: [
        `The formatter ${title} changed ${changed.join(", ")} after this call. Read it again before you edit it.`,
      ],
    }),
    ...(notice.length > 0 && { notice }),
  };
}

/** What the formatter did to one file. */
interface Formatted {
  /** The redacted path in the worktree. */
  readonly name: string;
  readonly isChanged: boolean;
  /** The trouble that it had, as a sentence. */
  readonly notice?: string;
  /** Whether the next file would meet the same trouble. */
  readonly repeats?: boolean;
}

async function formatFile(
  file: string,
  {
    title,
    root,
    cwd,
    timeout,
  }: { readonly title: string; readonly root: string; readonly cwd: string; readonly timeout: number },
  call: Call,
): Promise<Formatted> {
  const name = await redactName(relative(root, file), call, cwd);
  const before = contentOf(file);
  const result = await runUserCommand(withFile(call.args, file), root, call, timeout);
  const isChanged = contentOf(file)?.equals(before ?? Buffer.alloc(0)) === false;
  const trouble = troubleOf(result, timeout);
  if (trouble === undefined) return { name, isChanged };
  const lines = await linesOf(result, "first", call, cwd);
  const where = result.error === undefined ? ` on ${name}` : `, so ${name} is left as it is`;
  const notice = `snapveil: the formatter ${title} ${trouble}${where}${lines === "" ? "." : `:\n${lines}`}`;
  return { name, isChanged, notice, repeats: result.error !== undefined || result.isLate === true };
}

export function faultIn(args: readonly string[]): string | undefined {
  return faultInCommand("format_changed prettier --write", args);
}

/** The regular files of the worktree that a call names, with links resolved and without git's own files. */
function changedFiles(event: HookEvent, root: string, env: Call["io"]["env"]): string[] {
  const found = namedPaths(event).paths.flatMap((path) => {
    try {
      const file = realpathSync(resolvedPath(path, event.cwd, env) ?? "");
      const isOurs = isIn(file, root) && !relative(root, file).split(sep).includes(".git");
      return isOurs && lstatSync(file).isFile() ? [file] : [];
    } catch {
      return []; // the call deleted the file, or it may not be read
    }
  });
  return [...new Set(found)].slice(0, MOST);
}

function withFile(args: readonly string[], file: string): string[] {
  return args.includes("{}") ? args.map((word) => (word === "{}" ? file : word)) : [...args, file];
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readRegularFile(file, COMPARED).bytes;
  } catch {
    return undefined;
  }
}

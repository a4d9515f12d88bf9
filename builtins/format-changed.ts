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

/** Files of one call; a patch may name any number. */
const MOST = 20;
/** Bytes of a file that are compared. */
const COMPARED = 8 << 20;
/** Milliseconds if nobody measures time. */
const PATIENCE = 20_000;
/** The share of the remaining time; the checkpoint of the call needs the rest. */
const SHARE = 0.5;

/**
 * Runs the user's formatter on the files that a call changed: a file's path takes the place of `{}` among the
 * arguments, or comes behind them. The model is told which files look different now, so that its next edit does not
 * miss.
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
    const name = await redactName(relative(root, file), call, cwd);
    const before = contentOf(file);
    const result = await runUserCommand(withFile(args, file), root, call, timeout);
    if (contentOf(file)?.equals(before ?? Buffer.alloc(0)) === false) changed.push(name);
    const trouble = troubleOf(result, timeout);
    if (trouble === undefined) continue;
    const lines = await linesOf(result, "first", call, cwd);
    const where = result.error === undefined ? ` on ${name}` : `, so ${name} is left as it is`;
    notice.push(`snapveil: the formatter ${title} ${trouble}${where}${lines === "" ? "." : `:\n${lines}`}`);
    if (result.error !== undefined || result.isLate) break; // so it will with the next one
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

export function faultIn(args: readonly string[]): string | undefined {
  return faultInCommand("format_changed prettier --write", args);
}

/** Regular files of the worktree that the call names, with links resolved; nothing of git's own. */
function changedFiles(event: HookEvent, root: string, env: Call["io"]["env"]): string[] {
  const found = namedPaths(event).paths.flatMap((path) => {
    try {
      const file = realpathSync(resolvedPath(path, event.cwd, env) ?? "");
      const isOurs = isIn(file, root) && !relative(root, file).split(sep).includes(".git");
      return isOurs && lstatSync(file).isFile() ? [file] : [];
    } catch {
      return []; // the call took it away, or may not see it
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

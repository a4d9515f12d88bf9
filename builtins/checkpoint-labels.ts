import { relative, sep } from "node:path";

import type { HookEvent } from "../agents/codec/hook-event.ts";
import { isIn } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { restoreNumbers } from "../kit/json.ts";
import { withoutHarmful } from "../kit/text.ts";
import { findSecrets } from "../redactors/doors/find-secrets.ts";
import type { Call } from "./call.ts";
import { cleanPrompt } from "./searched-prompts.ts";
import { resolvedPath } from "../call/tool-kind.ts";
import { callView } from "../call/call-view.ts";

/** The most characters of a label. */
const LONGEST = 200;

/**
 * How many characters of a text are searched for secrets. A secret may begin in the first line and end in a later one.
 */
const SEARCHED = 4096;

/**
 * The command that a call runs, or the file that it names; a file in the worktree is named relative to the worktree's
 * top.
 */
export async function commandOf(event: HookEvent, root: string, { env }: Pick<Io, "env">): Promise<string | undefined> {
  const { kind, scriptsRun, files } = callView(event);
  if (kind === "shell") return scriptsRun[0];
  const [first] = files;
  // A patch names its files in its text, which has to be parsed; every other call names its file in an argument.
  const named =
    first ?? (kind === "write" ? (await import("../call/named-paths.ts")).namedPaths(event).paths[0] : undefined);
  const file = resolvedPath(named, event.cwd, env);
  return file !== undefined && file !== root && isIn(file, root) ? relative(root, file).split(sep).join("/") : named;
}

/**
 * The first line of a text, with its secrets redacted and without control characters. Control characters are removed
 * before the search, since one in the middle of a token would hide the token. `undefined` if nothing is left, or if the
 * search failed: an unsearched text must not be kept.
 */
export async function firstLine(
  text: string,
  cwd: string | undefined,
  searcher: Pick<Call, "io" | "settings">,
): Promise<string | undefined> {
  try {
    const known = cleanPrompt(searcher, text)?.slice(0, SEARCHED);
    const harmless = withoutHarmful(restoreNumbers(known ?? text.slice(0, SEARCHED)));
    const value = harmless === known ? known : (await findSecrets(harmless, searcher, cwd, {})).value;
    const line = value.split("\n").find((one) => one.trim() !== "") ?? "";
    return Array.from(line.trim()).slice(0, LONGEST).join("") || undefined;
  } catch {
    return undefined;
  }
}

import { tmpdir } from "node:os";
import { relative, sep } from "node:path";

import { homeOf, type Io } from "../kit/io.ts";
import { isIn, realPath } from "../kit/files.ts";
import { isObject } from "../kit/json.ts";
import { callView, type CallFacts } from "./call-view.ts";
import { outsideOf, pathsOf } from "./roots-written.ts";

/**
 * Effects of a call that no checkpoint shows: a command that runs on in the background, and written files that lie in
 * no worktree. A file behind a link is named by the link's path in the worktree.
 */
interface BeyondStates {
  readonly background?: true;
  readonly outside?: readonly string[];
}

/** The most paths that are noted for one call. */
const MOST = 20;

/** The keys with which agents ask that a command run in the background. */
const KEYS = [
  "run_in_background",
  "runInBackground",
  "is_background",
  "isBackground",
  "background",
  "detach",
  "detached",
];

/** A single `&` at the end of a command, or a program that detaches a process. */
const DETACHES = /[^&>|\\]&\s*(?:$|[\n;)#])|(?:^|[\s;&|(])(?:nohup|setsid|disown)(?:\s|$)/;

/**
 * The effects of a call that no checkpoint of this worktree will show, as far as they follow from the call's arguments.
 */
export async function beyondStates(event: CallFacts, root: string, { env }: Pick<Io, "env">): Promise<BeyondStates> {
  const outside = await writtenOutside(event, root, env);
  return {
    ...(goesOn(event) && { background: true as const }),
    ...(outside.length > 0 && { outside }),
  };
}

function goesOn(event: CallFacts): boolean {
  const { toolInput } = event;
  if (isObject(toolInput) && KEYS.some((key) => toolInput[key] === true)) return true;
  const { kind, scriptsRun } = callView(event);
  return kind === "shell" && scriptsRun.some((script) => DETACHES.test(script));
}

/**
 * Files that the call writes and that lie in no worktree: behind a link in this worktree, or below the home folder (if
 * no home is set, anywhere). Leaves out devices, temporary files, and hidden files of the home folder, among which
 * agents keep their own files.
 */
async function writtenOutside(event: CallFacts, root: string, env: Io["env"]): Promise<string[]> {
  const user = homeOf(env);
  const home = user && realPath(user);
  const found = new Set<string>();
  for (const { path, real } of outsideOf(await pathsOf(event, env), root)) {
    if (found.size >= MOST) break;
    const isBelow = isIn(path, root);
    const isHidden = home !== undefined && isIn(real, home) && relative(home, real).startsWith(".");
    if (!isBelow && (isIn(real, realPath(tmpdir())) || isHidden)) continue;
    if (callView(event).worktreeAt(real.slice(0, real.lastIndexOf(sep)) || sep)) continue;
    found.add(isBelow ? relative(root, path) : path);
  }
  return [...found];
}

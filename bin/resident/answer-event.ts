import { fromNow } from "../../hook/deadline.ts";
import { worldWith, type Io } from "../../kit/io.ts";
import { runHook } from "../run-hook.ts";
import { decisiveText } from "./decisive.ts";
import type { Answer, Asked } from "./wire.ts";

/** First words after `hook` with which the program answers no event, or many. */
const NO_EVENT = new Set(["--lines", "--help", "-h"]);

/** The folder in which the process stays between two events, and `decisiveText` of its environment. */
export interface HeldWorld {
  readonly home: string;
  readonly decisive: string;
}

/**
 * Answers an event in the world of its asker: its folder, environment, file mode mask and parents. `undefined` if this
 * process is not to answer it: the environment differs, the words are no hook's, the folder cannot be entered,
 * or a program of the user's is to run.
 * `isUnfinished`: whether work of the event goes on, so that this process must answer no other.
 */
export async function answerEvent(
  io: Io,
  asked: Asked,
  { home, decisive }: HeldWorld,
): Promise<(Answer & { readonly isUnfinished: boolean }) | undefined> {
  const { cwd, umask, pid, words, env, input } = asked;
  if (words[0] !== "hook" || NO_EVENT.has(words[1] ?? "") || decisiveText(env) !== decisive) return undefined;
  const stdout: Buffer[] = [];
  let stderr = "";
  let [isUnfinished, isLeft] = [false, false];
  const world = worldWith(fromNow(io), {
    argv: words,
    env,
    cwd,
    caller: pid,
    readStdin: () => input,
    writeStdout: (text) => void stdout.push(typeof text === "string" ? Buffer.from(text) : text),
    writeStderr: (text) => void (stderr += text),
    leftUnfinished: () => void (isUnfinished = true),
    interactive: false,
    leaveToOther: () => void (isLeft = true),
  });
  if (!enters(cwd)) return undefined;
  const former = process.umask(umask);
  try {
    const exitCode = await runHook(world, words.slice(1));
    if (isLeft) return undefined;
    return { exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.from(stderr), isUnfinished };
  } finally {
    process.umask(former);
    process.chdir(home);
  }
}

/** Enters a folder, unless it is gone, or its name is no UTF-8, which only a process that starts there can stand. */
function enters(folder: string): boolean {
  try {
    process.chdir(folder);
    return true;
  } catch {
    return false;
  }
}

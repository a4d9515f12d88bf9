import { statSync } from "node:fs";

import { fromNow } from "../../hook/deadline.ts";
import { worldWith, type Io } from "../../kit/io.ts";
import { runHook } from "../run-hook.ts";
import { decisiveText } from "./decisive.ts";
import type { Answer, Asked } from "./wire.ts";

/**
 * Answers an event in the world of its asker: its folder, environment, file mode mask and parents. `undefined` if this
 * process is not to answer it: the environment differs, or the words are no hook's.
 * `isUnfinished`: whether work of the event goes on, so that this process must answer no other.
 * @param home the folder in which the process stays between two events
 */
export async function answerEvent(
  io: Io,
  asked: Asked,
  home: string,
): Promise<(Answer & { readonly isUnfinished: boolean }) | undefined> {
  const { cwd, umask, pid, words, env, input } = asked;
  if (words[0] !== "hook" || words[1] === "--lines" || decisiveText(env) !== decisiveText(io.env)) return undefined;
  const stdout: Buffer[] = [];
  let stderr = "";
  let isUnfinished = false;
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
  });
  const former = process.umask(umask);
  try {
    process.chdir(cwd);
    const exitCode = await runHook(world, words.slice(1));
    return { exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.from(stderr), isUnfinished };
  } finally {
    process.umask(former);
    process.chdir(home);
  }
}

/** A text that changes when the program is replaced by another build. */
export function buildOnDisk({ program }: Io): string {
  const { dev, ino, mtimeMs } = statSync(program?.at(-1) ?? "", { throwIfNoEntry: false }) ?? {};
  return `${dev} ${ino} ${mtimeMs}`;
}

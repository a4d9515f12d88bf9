import type { Io } from "../kit/io.ts";
import { gitEnvironment } from "../kit/git-environment.ts";
import { runProcess } from "../kit/run-process.ts";
import { foreignFilters } from "./foreign-filters.ts";

/** Bytes of git's output that are kept. */
const LIMIT = 4096;

/** Settings that make git start a program or that change its output, turned off for the one call. */
const SAFE = [
  "core.fsmonitor=false", // a program by default
  "core.hooksPath=/dev/null", // post-index-change and the like
  "core.pager=cat",
  "color.ui=false",
  "log.showSignature=false", // starts gpg
  "submodule.recurse=false",
  "advice.statusHints=false",
].flatMap((setting) => ["-c", setting]);

/**
 * What git says about a folder, trimmed and cut at 4096 bytes on a character border with a marker; "" where git is
 * missing, the folder is not in a repository or the command fails. No setting of the repository starts a program.
 */
export function gitText(io: Io, cwd: string, args: readonly string[]): string {
  const env = { ...gitEnvironment(io.env), ...foreignFilters(io, cwd) };
  const result = runProcess("git", ["--no-pager", ...SAFE, "-C", cwd, ...args], { env });
  return result.status === 0 ? cut(trimmed(result.stdout)) : "";
}

function trimmed(output: Buffer): Buffer {
  return Buffer.from(output.toString("utf8").trim());
}

function cut(output: Buffer): string {
  if (output.length <= LIMIT) return output.toString("utf8");
  let end = LIMIT;
  while (end > 0 && (output[end]! & 0xc0) === 0x80) end -= 1; // never inside a UTF-8 character
  return `${output.toString("utf8", 0, end)}\n... (truncated)`;
}

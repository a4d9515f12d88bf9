import { safeGit } from "../../builtins/doors/beside-events.ts";
import type { Io } from "../../kit/io.ts";
import type { LineCommit } from "../../terminal/describe-blame.ts";

/** The most milliseconds that git may take to find the commit of a line. */
const PATIENCE = 20_000;

/**
 * The commit that wrote a line of a file as it is now; `undefined` if the line is not committed, or git cannot tell.
 * @param line the number of the line, from 1
 */
export function commitOfLine(io: Io, file: string, line: number): LineCommit | undefined {
  const git = safeGit(io, io.cwd, { needsWorktree: true, patience: PATIENCE });
  // A text conversion is a program that the repository's attributes name, so none is run.
  const found = git?.run(["blame", "--porcelain", "--no-textconv", "-L", `${line},${line}`, "--", file]);
  if (found?.status !== 0) return undefined;
  const [head = "", ...fields] = found.stdout.toString("utf8").split("\n");
  const [id = ""] = head.split(" ");
  const fieldOf = (name: string) => fields.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1) ?? "";
  const seconds = Number(fieldOf("author-time"));
  if (!/[1-9a-f]/.test(id) || !Number.isFinite(seconds)) return undefined; // an id of zeros: not committed yet
  return {
    id,
    author: fieldOf("author"),
    created_at: new Date(seconds * 1000).toISOString(),
    subject: fieldOf("summary"),
  };
}

import { firstBytes } from "../kit/text.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Call } from "./call.ts";
import { redactQuoted } from "./redact-quoted.ts";
import { isOwnRepository } from "../worktree/doors/worktree.ts";
import { safeGit } from "./safe-git.ts";

/**
 * Bytes of git's output that are kept; the next is the number that is looked at: a secret must not be cut before it is
 * recognised.
 */
const LIMIT = 4096;
const WINDOW = 2 * LIMIT;

/** The text around git's own. */
interface Shape {
  /** Whether a bare repository gives no text. */
  readonly needsWorktree?: boolean;
  /** Bytes of whole lines that are shown; `rest` names the remaining lines, which are counted. */
  readonly lines?: { readonly most: number; readonly rest: string };
}

/** Milliseconds that git may take: a turn waits for it. */
const PATIENCE = 5000;

/**
 * git's words about the worktree of a folder, redacted and cut at 4096 bytes on a character border with a marker, or at
 * the end of a line with a count, below a heading; nothing if git is missing, there is no repository, the command fails
 * or prints nothing. No setting of the repository starts a program, and none points git at another folder. If git finds
 * another repository than snapveil did, or one that does not know of this folder, nothing is said.
 */
export async function gitContext(
  call: Pick<Call, "io" | "settings">,
  cwd: string | undefined,
  heading: string,
  args: readonly string[],
  { needsWorktree = true, lines }: Shape = {},
): Promise<Outcome> {
  if (cwd === undefined || !isOwnRepository(cwd)) return nothing;
  const git = safeGit(call.io, cwd, { needsWorktree, patience: PATIENCE });
  const result = git?.run(args);
  const output = result?.status === 0 ? Buffer.from(result.stdout.toString("utf8").trim()) : Buffer.alloc(0);
  if (output.length === 0) return nothing;
  const redacted = Buffer.from(await redactQuoted(firstBytes(output, WINDOW).toString("utf8"), call, cwd));
  if (lines) {
    const shown = wholeLines(redacted, lines.most);
    const left = countLines(output) - shown.length;
    return context([`${heading}:\n`, ...shown, ...(left > 0 ? [`... and ${left} ${lines.rest}`] : [])].join("\n"));
  }
  const cut = redacted.length > LIMIT || output.length > WINDOW;
  const shown = cut ? `${firstBytes(redacted, LIMIT).toString("utf8")}\n... (truncated)` : redacted.toString("utf8");
  return context(`${heading}:\n\n${shown}`);
}

/** The lines that fit, each of them whole. */
function wholeLines(text: Buffer, most: number): string[] {
  const shown = text.length > most ? text.subarray(0, text.lastIndexOf("\n", most) + 1) : text;
  return shown.length === 0 ? [] : shown.toString("utf8").trimEnd().split("\n");
}

function countLines(text: Buffer): number {
  return text.toString("utf8").split("\n").length;
}

import { firstBytes } from "../kit/text.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Call } from "./call.ts";
import { redactQuoted } from "./redact-quoted.ts";
import { isOwnRepository } from "../worktree/doors/worktree.ts";
import { safeGit } from "./safe-git.ts";

/**
 * How many bytes of git's output are shown, and how many are searched for secrets: a secret must not be cut before it
 * is recognized.
 */
const LIMIT = 4096;
const WINDOW = 2 * LIMIT;

/** Options for the text about git's output. */
interface Shape {
  /** Whether a bare repository gets no text; true if absent. */
  readonly needsWorktree?: boolean;
  /**
   * Only whole lines are shown, up to `most` bytes. A last line says how many lines were omitted, with `rest` as the
   * noun.
   */
  readonly lines?: { readonly most: number; readonly rest: string };
}

/** The most milliseconds that git may take, since a turn waits for it. */
const PATIENCE = 5000;

/**
 * Adds the output of a git command to the context, below a heading. The output is redacted and cut, at 4096 bytes with
 * a marker or at the end of a line with the number of omitted lines. Nothing is added if git is missing, the command
 * fails or prints nothing, or there is no repository. Settings of the repository cannot start a program, and nothing is
 * added if git finds another repository for the folder than snapveil does.
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

/** The first lines that fit into a number of bytes. */
function wholeLines(text: Buffer, most: number): string[] {
  const shown = text.length > most ? text.subarray(0, text.lastIndexOf("\n", most) + 1) : text;
  return shown.length === 0 ? [] : shown.toString("utf8").trimEnd().split("\n");
}

function countLines(text: Buffer): number {
  return text.toString("utf8").split("\n").length;
}

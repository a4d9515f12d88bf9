import { structuredPatch, type StructuredPatchHunk } from "diff";

import type { LineCounts, TreeChange, TreeEntry } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/** git calls a content binary that has a NUL among its first bytes. */
const BINARY_BYTES = 8000;

/** Milliseconds after which the search for a difference is given up: a person reads no such one. */
const PATIENCE = 1000;

/** Gives the content of an entry, and none of a side that is absent. */
type Read = (entry: TreeEntry | undefined) => Promise<Buffer>;

/**
 * The difference of one path as `git diff` writes it, bytes as characters. A file that becomes a symlink goes and
 * comes.
 */
export async function writePatch(change: TreeChange, read: Read): Promise<string> {
  const { path, before, after } = change;
  if (before && after && isLink(before) !== isLink(after))
    return (await writePatch({ path, before }, read)) + (await writePatch({ path, after }, read));
  const [from, to] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const head = `diff --git ${from} ${to}\n${modesOf(change)}`;
  if (before?.id === after?.id) return head;
  const mode = before && after && before.mode === after.mode ? ` ${after.mode}` : "";
  const ids = `index ${short(before)}..${short(after)}${mode}\n`;
  const [oldName, newName] = [before ? from : "/dev/null", after ? to : "/dev/null"];
  const hunks = hunksOf(await read(before), await read(after), 3);
  if (hunks === "binary") return `${head}${ids}Binary files ${oldName} and ${newName} differ\n`;
  if (!hunks) return `${head}${ids}Files ${oldName} and ${newName} differ\n`;
  const text = hunks.map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join("\n")}\n`,
  );
  return text.length === 0 ? head + ids : `${head}${ids}--- ${oldName}\n+++ ${newName}\n${text.join("")}`;
}

/**
 * Added and removed lines as `git diff --numstat` counts them; `undefined` where one of the two is binary. Where they
 * differ so much that the search was given up, every line counts.
 */
export function countLines(before: Buffer, after: Buffer): LineCounts | undefined {
  const hunks = hunksOf(before, after, 0);
  if (hunks === "binary") return undefined;
  if (!hunks) return { additions: linesIn(after), deletions: linesIn(before) };
  const count = (sign: string) => hunks.flatMap(({ lines }) => lines.filter((line) => line.startsWith(sign))).length;
  return { additions: count("+"), deletions: count("-") };
}

/** `undefined` where the search was given up. */
function hunksOf(old: Buffer, now: Buffer, context: number): StructuredPatchHunk[] | "binary" | undefined {
  if ([old, now].some((content) => content.subarray(0, BINARY_BYTES).includes(0))) return "binary";
  const options = { context, timeout: PATIENCE };
  return structuredPatch("", "", old.toString("latin1"), now.toString("latin1"), "", "", options)?.hunks;
}

function linesIn(content: Buffer): number {
  return content.toString("latin1").match(/[^\n]*\n|[^\n]+$/g)?.length ?? 0;
}

function isLink({ mode }: TreeEntry): boolean {
  return mode === "120000";
}

function modesOf({ before, after }: TreeChange): string {
  if (!before) return `new file mode ${after?.mode}\n`;
  if (!after) return `deleted file mode ${before.mode}\n`;
  return before.mode === after.mode ? "" : `old mode ${before.mode}\nnew mode ${after.mode}\n`;
}

function short(entry: TreeEntry | undefined): string {
  return (entry?.id ?? "0000000").slice(0, 7);
}

/** A range of one line is written without its length; an empty one begins at the line before it. */
function range(start: number, lines: number): string {
  if (lines === 0) return `${Math.max(0, start - 1)},0`;
  return lines === 1 ? String(start) : `${start},${lines}`;
}

/** git puts a name in quotes where it holds a control character, a quote, a backslash or a byte above ASCII. */
function quoted(name: GitPath): string {
  if (!/[^ !#-[\]-~]/.test(name)) return name;
  const known: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
  const octal = (byte: string) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return `"${name.replace(/[^ !#-[\]-~]/g, (byte) => known[byte] ?? octal(byte))}"`;
}

import { deflateSync } from "node:zlib";

import { structuredPatch, type StructuredPatchHunk } from "diff";

import type { LineCounts, PatchForm, TreeChange, TreeEntry } from "../engine.ts";
import { quotedPath } from "../git-path.ts";

/** How many bytes of a content are searched for a NUL, by which git calls a content binary. */
const BINARY_BYTES = 8000;

/**
 * The time limit of one comparison, in milliseconds. Contents that take longer differ in too much for a person to read.
 */
const PATIENCE = 1000;

/** Gives the content of an entry; empty for an absent side. */
type Read = (entry: TreeEntry | undefined) => Promise<Buffer>;

/**
 * The difference of one path as `git diff` writes it, one character a byte. A file that becomes a symlink is written as
 * a deletion and an addition.
 */
export async function writePatch(change: TreeChange, read: Read, form: PatchForm): Promise<string> {
  const { path, before, after } = change;
  if (before && after && isLink(before) !== isLink(after))
    return (await writePatch({ path, before }, read, form)) + (await writePatch({ path, after }, read, form));
  const [from, to] = [quotedPath(`a/${path}`), quotedPath(`b/${path}`)];
  const head = `diff --git ${from} ${to}\n${modesOf(change)}`;
  if (before?.id === after?.id) return head;
  const mode = before && after && before.mode === after.mode ? ` ${after.mode}` : "";
  const [old, now] = [await read(before), await read(after)];
  const hunks = hunksOf(old, now, 3);
  const isWhole = form === "to apply" && (hunks === "binary" || !hunks);
  const ids = `index ${idOf(before, isWhole)}..${idOf(after, isWhole)}${mode}\n`;
  if (isWhole) return `${head}${ids}GIT binary patch\n${literal(now)}${literal(old)}`;
  const [oldName, newName] = [before ? from : "/dev/null", after ? to : "/dev/null"];
  if (hunks === "binary") return `${head}${ids}Binary files ${oldName} and ${newName} differ\n`;
  if (!hunks) return `${head}${ids}Files ${oldName} and ${newName} differ\n`;
  const text = hunks.map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join("\n")}\n`,
  );
  return text.length === 0 ? head + ids : `${head}${ids}--- ${oldName}\n+++ ${newName}\n${text.join("")}`;
}

/**
 * Added and removed lines as `git diff --numstat` counts them; `undefined` if one of the two contents is binary. If the
 * comparison exceeds its time limit, every line counts.
 */
export function countLines(before: Buffer, after: Buffer): LineCounts | undefined {
  const hunks = hunksOf(before, after, 0);
  if (hunks === "binary") return undefined;
  if (!hunks) return { additions: linesIn(after), deletions: linesIn(before) };
  const count = (sign: string) => hunks.flatMap(({ lines }) => lines.filter((line) => line.startsWith(sign))).length;
  return { additions: count("+"), deletions: count("-") };
}

/** The differing parts with `context` lines around; `undefined` if the comparison exceeds its time limit. */
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

function idOf(entry: TreeEntry | undefined, isWhole: boolean): string {
  return (entry?.id ?? "0".repeat(40)).slice(0, isWhole ? 40 : 7);
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/**
 * A content as `git diff --binary` writes it: deflated, 52 bytes a line, each four bytes as five digits to the base 85.
 */
function literal(content: Buffer): string {
  const deflated = deflateSync(content);
  let text = `literal ${content.length}\n`;
  for (let at = 0; at < deflated.length; at += 52) {
    const line = deflated.subarray(at, at + 52);
    text += String.fromCharCode(line.length <= 26 ? 64 + line.length : 70 + line.length);
    for (let word = 0; word < line.length; word += 4) text += digitsOf(line.subarray(word, word + 4));
    text += "\n";
  }
  return `${text}\n`;
}

/** The digits of up to four bytes as a number to the base 85; missing bytes count as zero. */
function digitsOf(bytes: Buffer): string {
  let rest = Buffer.concat([bytes, Buffer.alloc(4)]).readUInt32BE(0);
  let text = "";
  for (let place = 0; place < 5; place += 1) {
    text = DIGITS[rest % 85]! + text;
    rest = Math.floor(rest / 85);
  }
  return text;
}

/** A range of lines in the head of a hunk. A length of one is left out; an empty range begins at the line before it. */
function range(start: number, lines: number): string {
  if (lines === 0) return `${Math.max(0, start - 1)},0`;
  return lines === 1 ? String(start) : `${start},${lines}`;
}

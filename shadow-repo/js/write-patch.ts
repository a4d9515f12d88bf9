import { structuredPatch } from "diff";

import type { TreeChange, TreeEntry } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { isBinary } from "./count-lines.ts";

/** Search for the shortest difference no further than this many edits: a person reads no longer one. */
const EDITS = 20_000;

/**
 * The difference of one path as `git diff` writes it, bytes as characters. A file that becomes a symlink goes and
 * comes.
 */
export async function writePatch(change: TreeChange, read: (entry: TreeEntry) => Promise<Buffer>): Promise<string> {
  const { path, before, after } = change;
  const isLink = (entry: TreeEntry) => entry.mode === "120000";
  if (before && after && isLink(before) !== isLink(after))
    return (await writePatch({ path, before }, read)) + (await writePatch({ path, after }, read));
  const [from, to] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const head = `diff --git ${from} ${to}\n${modesOf(change)}`;
  if (before?.id === after?.id) return head;
  const mode = before && after && before.mode === after.mode ? ` ${after.mode}` : "";
  const ids = `index ${short(before)}..${short(after)}${mode}\n`;
  const [old, now] = [before ? await read(before) : Buffer.alloc(0), after ? await read(after) : Buffer.alloc(0)];
  const [oldName, newName] = [before ? from : "/dev/null", after ? to : "/dev/null"];
  if (isBinary(old) || isBinary(now)) return `${head}${ids}Binary files ${oldName} and ${newName} differ\n`;
  const hunks = structuredPatch("", "", old.toString("latin1"), now.toString("latin1"), "", "", {
    context: 3,
    maxEditLength: EDITS,
  })?.hunks;
  if (!hunks) return `${head}${ids}Files ${oldName} and ${newName} differ\n`;
  const text = hunks.map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join("\n")}\n`,
  );
  return text.length === 0 ? head + ids : `${head}${ids}--- ${oldName}\n+++ ${newName}\n${text.join("")}`;
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

import { hunkHead } from "../kit/hunk-head.ts";
import { FILE_HEAD, pathInHead } from "../kit/patch-path.ts";

/** One line of a patch. `note` is git's remark about a file instead of, or beside, its lines. */
export interface PatchLine {
  readonly kind: "file" | "hunk" | "added" | "removed" | "same" | "note";
  /** The line without its sign; for a file its path. Not made harmless. */
  readonly text: string;
}

/** The headers that are worth showing, and their words; the line of the file says the rest already. */
const NOTES: readonly (readonly [header: RegExp, note: string])[] = [
  [/^new file mode 100755/, "new, executable"],
  [/^new file mode 120000/, "new, a symbolic link"],
  [/^new file mode/, "new"],
  [/^deleted file mode/, "deleted"],
  [/^new mode 100755/, "now executable"],
  [/^new mode/, "no longer executable"],
  [/^Binary files/, "a binary file"],
];

/**
 * Reads a patch as `git diff` writes it. Hunks are read by the number of lines that they announce, so a file's content
 * is never taken for a header. `parsePatch` of the diff package drops git's text behind a hunk's `@@`.
 */
export function parsePatch(patch: string): PatchLine[] {
  const lines: PatchLine[] = [];
  let [before, after] = [0, 0];
  for (const line of patch.replace(/\n$/, "").split("\n")) {
    const sign = line[0];
    if (before > 0 || after > 0 || sign === "\\") {
      if (sign !== "+" && sign !== "\\") before -= 1;
      if (sign !== "-" && sign !== "\\") after -= 1;
      const kind = sign === "+" ? "added" : sign === "-" ? "removed" : sign === "\\" ? "note" : "same";
      lines.push({ kind, text: line.slice(sign === "\\" ? 2 : 1) });
      continue;
    }
    const hunk = hunkHead(line);
    if (hunk) {
      [before, after] = [hunk.before.count, hunk.after.count];
      lines.push({ kind: "hunk", text: line });
    } else if (line.startsWith(FILE_HEAD)) lines.push({ kind: "file", text: pathInHead(line) });
    else {
      const note = NOTES.find(([header]) => header.test(line))?.[1];
      if (note !== undefined) lines.push({ kind: "note", text: note });
    }
  }
  return lines;
}

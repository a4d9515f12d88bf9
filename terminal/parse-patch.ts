import { hunkHead } from "../kit/hunk-head.ts";
import { FILE_HEAD, pathInHead } from "../kit/patch-path.ts";

/** A line of a patch. A `note` is a remark of git about the file, such as "new". */
export interface PatchLine {
  readonly kind: "file" | "hunk" | "added" | "removed" | "same" | "note";
  /** The line without its sign; for a file its path. Control characters are not escaped. */
  readonly text: string;
}

/**
 * Header in git's patch → the note that is shown for it. Other headers are not shown, because they repeat the file's
 * line.
 */
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
 * Parses a patch of `git diff`. Each hunk is read by the number of lines in its header, so that no line of a file is
 * taken for a header. (`parsePatch` of the package `diff` drops git's text after `@@`.)
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

import { hunkHead } from "../kit/hunk-head.ts";

/** One line of a patch. `note` is git's remark about a file instead of, or beside, its lines. */
export interface PatchLine {
  readonly kind: "file" | "hunk" | "added" | "removed" | "same" | "note";
  /** Without its sign; of a file its path. Not made harmless. */
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
    } else if (line.startsWith("diff --git "))
      lines.push({ kind: "file", text: pathIn(line.slice("diff --git ".length)) });
    else {
      const note = NOTES.find(([header]) => header.test(line))?.[1];
      if (note !== undefined) lines.push({ kind: "note", text: note });
    }
  }
  return lines;
}

/** `a/PATH b/PATH`, both the same, each in quotes if git found its characters odd. */
function pathIn(names: string): string {
  if (names.startsWith('"')) return unquoted(/^"((?:[^"\\]|\\.)*)"/.exec(names)?.[1] ?? "").slice(2);
  return names.slice(2, Math.floor(names.length / 2));
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** git writes bytes as in C: `\303\251` is one é. */
function unquoted(text: string): string {
  const bytes = Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) => String.fromCharCode(ESCAPES[code] ?? Number.parseInt(code, 8)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

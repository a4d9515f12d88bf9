import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { diffView } from "../../../terminal/diff-view.ts";
import { parsePatch } from "../../../terminal/parse-patch.ts";
import { COLOURED, PLAIN } from "../../../terminal/display.ts";

const folder = mkdtempSync(join(tmpdir(), "snapveil-diff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The patch that git itself writes between two contents of a file. */
function patchOf(name: string, before: string | null, after: string | null): string {
  const env = { PATH: process.env["PATH"]!, GIT_DIR: join(folder, "git"), GIT_CONFIG_NOSYSTEM: "1", HOME: folder };
  execFileSync("git", ["init", "-q", "--bare", env.GIT_DIR], { env });
  const tree = (content: string | null) => {
    writeFileSync(join(folder, "content"), content ?? "");
    const id = execFileSync("git", ["hash-object", "-w", join(folder, "content")], { env, encoding: "utf8" }).trim();
    return spawnSync("git", ["mktree", "-z"], {
      env,
      input: content === null ? "" : `100644 blob ${id}\t${name}\0`,
      encoding: "utf8",
    }).stdout.trim();
  };
  return execFileSync("git", ["diff-tree", "-r", "-p", tree(before), tree(after)], {
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
}

const view = (patch: string, columns = 40) => diffView(patch, { columns, rows: 24, style: PLAIN });

test("a changed file is a headline, hunks and signs", () => {
  expect(view(patchOf("app.ts", "one\ntwo\nthree\n", "one\n2\nthree\n"))).toEqual([
    "",
    "── app.ts ──────────────────────────────",
    "@@ -1,3 +1,3 @@",
    " one",
    "-two",
    "+2",
    " three",
  ]);
});

test("a new, a deleted, a binary and an empty file say so, and so does a last line without an end", () => {
  expect(view(patchOf("a", null, "x\n"))).toContain("  new");
  expect(view(patchOf("a", "x\n", null))).toContain("  deleted");
  expect(view(patchOf("a", "x\0\n", "y\0\n"))).toContain("  a binary file");
  expect(view(patchOf("a", null, ""))).toEqual(["", expect.stringMatching(/^── a ─+$/), "  new"]);
  expect(view(patchOf("a", "x\n", "x"))).toContain("  No newline at end of file");
});

test.each([
  ["new file mode 100644", "new"],
  ["new file mode 100755", "new, executable"],
  ["new file mode 120000", "new, a symbolic link"],
  ["new mode 100755", "now executable"],
  ["new mode 100644", "no longer executable"],
  ["old mode 100644", undefined],
])("a header of a patch is told in words: %s", (header, text) => {
  const notes = parsePatch(`diff --git a/x b/x\n${header}\n`).slice(1);
  expect(notes).toEqual(text === undefined ? [] : [{ kind: "note", text }]);
});

test("lines that look like headers of a patch are content", () => {
  const before = "-- old\n++ plus\ndiff --git a/x b/x\n@@ -1 +1 @@\n";
  const lines = parsePatch(patchOf("sql", before, before.replace("old", "new")));
  expect(lines.map(({ kind }) => kind)).toEqual(["file", "hunk", "removed", "added", "same", "same", "same"]);
  expect(lines[2]).toEqual({ kind: "removed", text: "-- old" });
});

test("names that git puts in quotes come back as they are, and nothing in them reaches the terminal", () => {
  for (const name of ["日本語.txt", 'a"b\\c', "tab\there", "line\nend", "plain b name"]) {
    expect(parsePatch(patchOf(name, "1\n", "2\n"))[0]).toEqual({ kind: "file", text: name });
  }
  expect(view(patchOf("we\u001b[2Jird", "1\n", "2\n")).join("\n")).not.toContain("\u001b");
});

test("no content reaches the terminal as more than text", () => {
  const nasty = "\u001b[2J\u001b]0;title\u0007 \u009b31m \u202e\b\b\u0000".replace("\u0000", "");
  const shown = view(patchOf("a", "x\n", `${nasty}\r\n\tend\n`), 200).join("\n");
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(shown).toContain("+\\u001b[2J");
  expect(shown).toContain("␍");
  expect(shown).toContain("\n+    end");
});

test("of two lines that are much alike the words that differ are marked", () => {
  const lines = diffView(patchOf("a", "const price = net;\n", "const price = gross;\n"), {
    columns: 40,
    rows: 24,
    style: COLOURED,
  });
  expect(lines).toContain("\u001b[31m-const price = \u001b[7mnet\u001b[27m;\u001b[39m");
  expect(lines).toContain("\u001b[32m+const price = \u001b[7mgross\u001b[27m;\u001b[39m");
  const different = diffView(patchOf("a", "alpha beta\n", "something else entirely\n"), {
    columns: 40,
    rows: 24,
    style: COLOURED,
  });
  expect(different.join("")).not.toContain("\u001b[7m");
});

test("a long patch and a long line do not take long", () => {
  const many = Array.from({ length: 60_000 }, (_, n) => `line ${n}\n`).join("");
  expect(view(patchOf("a", many, many.replaceAll("line", "row"))).length).toBeGreaterThan(100_000);
  expect(view(patchOf("a", "a ".repeat(200_000), "b ".repeat(200_000))).length).toBe(7);
});

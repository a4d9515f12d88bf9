import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { TreeChange } from "../../../../shadow-repo/engine.ts";
import { countLines, writePatch } from "../../../../shadow-repo/js/patch.ts";
import { makeWorld, type World } from "../world.ts";

const numbered = (from: number, to: number, line = (n: number) => `line ${n}\n`) =>
  Array.from({ length: to - from }, (_, n) => line(from + n)).join("");

/** Where several differences are equally short git may choose another one. */
const cases: { name: string; before: string; after: string; ambiguous?: boolean }[] = [
  { name: "nothing", before: "", after: "a\nb\n" },
  { name: "everything goes", before: "a\nb\n", after: "" },
  { name: "one line in the middle", before: numbered(0, 20), after: numbered(0, 20).replace("line 9", "LINE 9") },
  {
    name: "two places far apart",
    before: numbered(0, 60),
    after: numbered(0, 60).replace("line 5\n", "").replace("line 50\n", "line 50\nnew\n"),
  },
  { name: "a moved block", before: numbered(0, 10) + numbered(20, 30), after: numbered(20, 30) + numbered(0, 10) },
  { name: "no newline at the end, before", before: "a\nb", after: "a\nb\n" },
  { name: "no newline at the end, after", before: "a\nb\n", after: "a\nb" },
  { name: "no newline at the end, both", before: "a\nb", after: "a\nc" },
  { name: "line ends", before: "a\r\nb\r\n", after: "a\nb\n" },
  { name: "repeated lines", before: "{\n}\n{\n}\n", after: "{\n}\n{\nx\n}\n{\n}\n", ambiguous: true },
  { name: "an empty line", before: "\n", after: "\n\n" },
  { name: "all other lines", before: numbered(0, 300), after: numbered(1000, 1250) },
  { name: "binary", before: "a\0b", after: "a\nb\n" },
];

for (const { name, before, after, ambiguous } of cases) {
  test(`lines and patches as git has them: ${name}`, async () => {
    const world = makeWorld("git init -q .");
    const [old, now] = [Buffer.from(before), Buffer.from(after)];
    const counts = countLines(old, now);
    expect(counts ? `${counts.additions}\t${counts.deletions}` : "-\t-").toBe(
      gitDiff(world, before, after, "--numstat").split("\t").slice(0, 2).join("\t"),
    );
    const change: TreeChange = {
      path: "file",
      before: { mode: "100644", id: idOf(old) },
      after: { mode: "100644", id: idOf(now) },
    };
    const patch = await writePatch(change, (entry) => Promise.resolve(entry?.id === idOf(old) ? old : now), "to read");
    if (ambiguous) {
      writeFileSync(join(world.root, "file"), before);
      writeFileSync(join(world.root, "patch"), patch);
      expect(world.sh("git apply patch && cat file")).toBe(after);
      // without the line that git thinks is a heading
    } else expect(patch).toBe(gitDiff(world, before, after, "-p").replace(/^(@@ [^@]* @@).*$/gm, "$1"));
  });
}

test("a name that needs quoting, a new file, a changed mode", async () => {
  const read = (entry: unknown) => Promise.resolve(Buffer.from(entry ? "x\n" : ""));
  const file = { mode: "100644", id: idOf(Buffer.from("x\n")) };
  expect(await writePatch({ path: '\u00c3\u00a9\n"', after: file }, read, "to read")).toBe(
    'diff --git "a/\\303\\251\\n\\"" "b/\\303\\251\\n\\""\n' +
      "new file mode 100644\n" +
      "index 0000000..587be6b\n" +
      "--- /dev/null\n" +
      '+++ "b/\\303\\251\\n\\""\n' +
      "@@ -0,0 +1 @@\n" +
      "+x\n",
  );
  expect(await writePatch({ path: "f", before: file, after: { ...file, mode: "100755" } }, read, "to read")).toBe(
    "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n",
  );
});

test("counting ends in good time however different the contents are", () => {
  const [before, after] = [0, 1].map((seed) =>
    Buffer.from(numbered(0, 40_000, (n) => `${(n * (7919 + seed * 104_729)) % 997}\n`)),
  );
  const started = process.cpuUsage().user;
  const { additions, deletions } = countLines(before!, after!)!;
  expect(additions).toBe(deletions);
  expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
});

/** The difference as git sees it between two trees that hold one file. */
function gitDiff(world: World, before: string, after: string, option: string): string {
  const tree = (content: string) => {
    writeFileSync(join(world.root, "content"), content);
    return world
      .sh('printf "100644 blob %s\\tfile\\n" "$(git hash-object -w --no-filters content)" | git mktree')
      .trim();
  };
  return world.sh(`git diff-tree -r --no-renames ${option} ${tree(before)} ${tree(after)}`);
}

function idOf(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

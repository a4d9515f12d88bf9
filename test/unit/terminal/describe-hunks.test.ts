import { expect, test } from "vitest";

import type { ListedHunk } from "../../../shadow-repo/restore/hunks/choose-hunks.ts";
import { describeHunks } from "../../../terminal/describe-hunks.ts";

const PATCH = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n";
const hunk = (more: Partial<ListedHunk>): ListedHunk => ({
  number: 1,
  path: "a",
  id: "12ab",
  kind: "lines",
  state: "there",
  patch: PATCH,
  parts: [],
  ...more,
});
const said = (more: Partial<ListedHunk>) =>
  describeHunks([hunk(more)])
    .split("\n")
    .slice(0, -1);

test.each([
  [{}, "[1] 12ab"],
  [{ state: "gone" }, "[1] 12ab, as before already"],
  [{ state: "edited" }, "[1] 12ab, the same lines were edited since: it stays"],
  [{ state: "edited", kind: "file" }, "[1] 12ab, edited since: redo brings that edit back"],
  [{ state: "edited", kind: "mode" }, "[1] 12ab, edited since: redo brings that edit back"],
] as const)("a hunk says whether it can be taken back: %j", (more, head) => {
  expect(said(more).slice(0, 2)).toEqual(["a", head]);
});

test.each([
  [
    { patch: "", kind: "file", withheld: true },
    ["(the whole file; not shown, since your setting alsoRecord names it)"],
  ],
  [{ patch: "", kind: "file" }, ["(the whole file; not shown, since its content is too large or lost)"]],
  [{ kind: "mode", patch: "old mode 100644\nnew mode 100755\n" }, ["old mode 100644", "new mode 100755"]],
  [{ kind: "file", former: "b", patch: "rename from b\nrename to a\n" }, ["rename from b", "rename to a"]],
  [{ kind: "file", patch: PATCH }, ["@@ -1 +1 @@", "-one", "+two"]],
  [
    { state: "edited", patch: "@@ -1 +1 @@\n-one\n+two\n", present: "mine\n" },
    ["@@ -1 +1 @@", "-one", "+two", "! now there is instead:", "  mine"],
  ],
  [
    { state: "edited", patch: "@@ -1 +1 @@\n-one\n+two\n", present: "" },
    ["@@ -1 +1 @@", "-one", "+two", "! now there is instead:", "  (nothing)"],
  ],
] as const)("a hunk is shown as it is: %j", (more, lines) => {
  expect(said(more).slice(2)).toEqual(lines);
});

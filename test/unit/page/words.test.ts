import { expect, test } from "vitest";

import { ago, nameOf, shortSession, size, titleOf, togetherOf } from "../../../page/words.ts";
import type { HistoryRow } from "../../../web/ui/api.ts";

const NOW = Date.parse("2026-01-10T12:00:00Z");

test.each([
  [59, "just now"],
  [60, "1 min ago"],
  [3599, "59 min ago"],
  [3600, "1 h ago"],
  [86_399, "23 h ago"],
])("%i seconds are %s", (seconds, words) => {
  expect(ago(new Date(NOW - seconds * 1000).toISOString(), NOW)).toBe(words);
});

test("older than a day the date says more", () => {
  expect(ago(new Date(NOW - 86_400_000).toISOString(), NOW)).toMatch(/^\w{3}, Jan \d+ \d\d:\d\d$/);
});

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KiB"],
  [1536 * 1024, "1.5 MiB"],
  [5000 * 1024 ** 3, "5000.0 GiB"],
])("%i bytes are %s", (bytes, words) => {
  expect(size(bytes)).toBe(words);
});

test.each<[Partial<HistoryRow>, string]>([
  [{ scope: "turn" }, "Turn"],
  [{ scope: "turn", title: "tidy" }, "tidy"],
  [{ scope: "turn", title: "tidy", note: "mine" }, "mine"],
  [{ scope: "turn", note: "" }, "Turn"],
  [{ scope: "tool" }, "tool call"],
  [{ scope: "tool", tool: "Bash", command: "ls", title: "tidy" }, "Bash: ls"],
  [{ scope: "manual" }, "Checkpoint by hand"],
  [{ scope: "manual", title: "tidy" }, "Checkpoint by hand"],
  [{ scope: "undo", count: 1 }, "Undo"],
  [{ scope: "undo", count: 2 }, "Undo of 2 turns"],
  [{ scope: "redo", count: 2 }, "Redo"],
  [{ scope: "recover" }, "Recovery"],
  [{ scope: "turn", title: "a\u202eb" }, "a\\u202eb"],
])("the title of a row: %j", (row, title) => {
  expect(titleOf(row as HistoryRow)).toBe(title);
});

test("names are short, and harmless", () => {
  expect(togetherOf([".", "lib", "\u202e"])).toBe(
    "One turn with the top folder, lib, and \\u202e: an undo takes it back in all of them.",
  );
  expect([null, "abc", "0a1b2c3d-0000-4000"].map(shortSession)).toEqual(["by hand", "abc", "0a1b2c3d"]);
  expect(["a/b", "a\\b", "b", "a/"].map(nameOf)).toEqual(["b", "b", "b", "a/"]);
});

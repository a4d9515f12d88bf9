import { expect, test } from "vitest";

import { commandNamed, COMMANDS, inOwnWords } from "../../../bin/commands/registry.ts";
import type { Io } from "../../../kit/io.ts";

const IO = { env: {}, argv: [], now: () => new Date(0) } as unknown as Io;

test("each command stands in the table under its own name, by which it alone is made", () => {
  const all = COMMANDS.flatMap(({ commands }) => Object.entries(commands));
  expect(all.length).toBeGreaterThan(30);
  for (const [name, define] of all) {
    expect(define(IO, () => {}).name()).toBe(name);
    expect(commandNamed(name)).toBe(define);
  }
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  expect(commandNamed("constructor")).toBeUndefined();
});

test.each([
  [["ls"], ["checkpoints"]],
  [
    ["history", "-n", "3"],
    ["checkpoints", "-n", "3"],
  ],
  [["version"], ["--version"]],
  [["-v"], ["--version"]],
  [
    ["undo", "ls"],
    ["undo", "ls"],
  ],
  [[], []],
])("%j is understood as %j", (typed, words) => {
  expect(inOwnWords(typed)).toEqual(words);
});

import { expect, test } from "vitest";

import type { Recorded } from "../../../../shadow-repo/restore/across/steps.ts";
import { whoseCheckpoint } from "../../../../shadow-repo/restore/across/steps.ts";

const repository = (name: string, checkpoints: readonly string[], operations: readonly string[] = [], open = "") =>
  ({
    place: name,
    ...(open && { open: new Set([open]) }),
    history: { checkpoints: checkpoints.map((id) => ({ id })), operations: operations.map((id) => ({ id })) },
  }) as unknown as Recorded;

const ALL = [
  repository("one", ["abc1", "def"]),
  repository("two", ["abc2"], ["d0"]),
  repository("three", ["abc25"], [], "f1"),
];

test.each([
  ["abc1", "one"],
  ["abc2", "two"], // the whole id, although another id begins so
  ["d0", "two"],
  ["def", "one"],
  ["f1", "three"], // a turn that has not ended
  ["zzz", "one"],
])("the repository of %s is %s", (id, name) => {
  expect(whoseCheckpoint(ALL, id)?.place).toBe(name);
});

test.each(["abc", "d"])("the beginning %s of ids in two repositories names neither", (id) => {
  expect(() => whoseCheckpoint(ALL, id)).toThrow(expect.objectContaining({ code: "ambiguousCheckpoint" }));
});

import { readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { journalFile } from "../../../../shadow-repo/journal/journal-file.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../world.ts";

test.each([
  ["left alone", "true", []],
  ["deleted", "rm base.txt", ["base.txt"]],
  ["edited", "printf mine > base.txt", ["base.txt"]],
  ["given the content from before the undo", "printf agent > base.txt", []],
])("after an undo that died on the way, a file that was %s meanwhile comes back", async (_what, script, conflicts) => {
  const world = makeWorld(`${COMMITTED}; printf other > other`);
  await world.turn("printf agent > base.txt; printf agent > other");
  await undo(world.io, world.root);
  const journal = journalFile(world.shadow());
  const records = readFileSync(journal, "utf8").trimEnd().split("\n");
  expect(records.at(-1)).toContain('"type":"end"');
  writeFileSync(
    journal,
    records
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join(""),
  );
  world.sh(script);
  const result = await undo(world.io, world.root);
  expect(result.conflicts.map(({ path }) => path)).toEqual(conflicts);
  expect(world.files("base.txt", "other")).toBe("agent agent");
});
